"""What the core says about conversations, in a form that two Pythons can be compared by.

Must not know which Python it runs in: this very file runs in CPython and inside Pyodide.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from typing import Any

Answer = Callable[[int, str, bytes | None], tuple[bytes, bytes]]
"""Tab, header and body of an event to the commands for the page and for the engine."""

STEPS = 40
"""More events than any conversation takes to settle: an endless exchange is a fault."""

AFTERWARDS: list[dict[str, Any]] = [
    {"type": "control_activated", "control": "open"},
    {"type": "viewport_changed", "left": 0, "top": 0, "width": 360, "height": 600},
    {"type": "viewport_changed", "left": 10, "top": 250.5, "width": 360, "height": 600},
    {"type": "key_pressed", "key": "End"},
    {"type": "key_pressed", "key": "ArrowUp"},
    {"type": "description_asked"},
]


def command_line(arguments: list[str]) -> dict[str, Any]:
    """Exit code and both streams of the command line, which the extension's engine never imports."""
    from conversation_tree.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


def of_file(path: str, folder: str) -> dict[str, Any]:
    """The outline, the JSON and the picture of one file, which is drawn into `folder`."""
    picture = f"{folder}/picture.svg"
    found = {
        "outline": command_line(["show", path]),
        "json": command_line(["show", path, "--json"]),
        "svg": command_line(["svg", path, "-o", picture]),
    }
    if found["svg"]["code"] == 0:
        with open(picture, encoding="utf-8") as file:
            found["drawing"] = file.read()
    return found


def of_events(answer: Answer, tab: int, body: bytes) -> list[str]:
    """The commands of a page that opens this conversation and of a person who looks around in it."""
    try:
        identity = json.loads(body)["conversation_id"]
    except (KeyError, TypeError, ValueError):
        identity = "11111111-2222-4333-8444-555555555555"
    said: list[str] = []
    waiting: list[tuple[dict[str, Any], bytes | None]] = [
        ({"type": "page_opened", "address": f"https://chatgpt.com/c/{identity}", "language": "fr-CA"}, None)
    ]
    later = list(AFTERWARDS)
    for _ in range(STEPS):
        if not waiting and later:
            waiting.append((later.pop(0), None))
        if not waiting:
            break
        event, content = waiting.pop(0)
        page, engine = answer(tab, json.dumps(event), content)
        said += [page.decode(), engine.decode()]
        for command in json.loads(page or b"[]"):
            if command["type"] == "request_host":
                waiting.append(answered(command, body))
    return said


def answered(command: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    """What the site would answer."""
    event = {"type": "request_answered", "request": command["request"], "status": 200}
    if command["path"].startswith("/api/auth/"):
        return event, b'{"accessToken":"token"}'
    if command["path"].startswith("/backend-api/conversation"):
        return event, body
    return {**event, "status": 404}, b""
