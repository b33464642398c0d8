"""The door between the Worker and the core: bytes and numbers in, bytes out.

The only module that may import `js` or `pyodide`; must not know what any message means.
"""

from __future__ import annotations

import gc
import json
from typing import Any

from conversation_tree.app import App, fault_report
from conversation_tree.protocol import LogWarning, decode_event, encode_commands
from conversation_tree.sites.chatgpt import nesting
from conversation_tree.sites.chatgpt.adapter import ChatGPT

COLLECT_AFTER = 200_000
"""More objects made than freed that start a garbage collection."""

_app: App | None = None


def start(records: str, locales: str) -> None:
    """Make the app from the durable records and the catalogues of texts, both as JSON objects."""
    global _app  # noqa: PLW0603 - the Worker holds functions, not objects: no proxy crosses
    _app = App(ChatGPT, json.loads(locales), json.loads(records))


def import_payload() -> None:
    """Import what a memory snapshot cannot hold: the modules compiled to WebAssembly."""
    from conversation_tree.sites.chatgpt import payload  # noqa: F401, PLC0415

    # A conversation is tens of thousands of objects at once, without cycles: looking for some meanwhile
    # takes a fifth of the time.
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def handle(tab: int, header: str, body: Any, levels: int) -> Any:
    """The commands of one event: for the page and for the engine, as two arrays of UTF-8 JSON.

    `levels` says how deep the body is nested, which was counted elsewhere while it arrived.
    """
    from pyodide.ffi import to_js  # noqa: PLC0415 - a snapshot must hold no module of the browser's

    assert _app is not None, "start() comes first"
    content = body.to_bytes() if body is not None else None
    try:
        event = decode_event(header.encode("utf-8", "replace"), content)
    except (KeyError, TypeError, ValueError) as fault:
        commands: list[Any] = [LogWarning(fault_report(fault))]
    else:
        with nesting.counted(content, levels):
            commands = _app.dispatch(tab, event)
    return to_js([encode_commands(commands, "page"), encode_commands(commands, "engine")])


def warm_up() -> None:
    """Run in a little, some ms long; the Worker asks for it a few times while it has nothing else to do."""
    assert _app is not None, "start() comes first"
    _app.warm_up()


def close(tab: int) -> None:
    """The tab's page is gone, perhaps only for a reload."""
    assert _app is not None, "start() comes first"
    _app.close(tab)
