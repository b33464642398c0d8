"""Payloads and exports for tests of the export: small conversations by hand, and how to run one.

Must not know how an export is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from conversation_tree.export.pipeline import Outcome, run
from conversation_tree.export.request import Options, Receipt, Request
from conversation_tree.sites.chatgpt.records import read

NONCE = "0123456789ab"


def entry(key: str, parent: str | None, role: str, text: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """One entry; `more` is put into its message, `metadata` and `children` where they belong."""
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    children = more.pop("children", [])
    message = {"id": key, "author": {"role": role}, "content": content, "recipient": "all", "metadata": {}}
    return {"id": key, "parent": parent, "children": children, "message": message | more}


def conversation(
    entries: Iterable[dict[str, Any]], current: str | None = None, **more: Any
) -> dict[str, Any]:
    """Lists of children are filled in from the parents, where they are empty."""
    mapping = {each["id"]: each for each in entries}
    for key, each in mapping.items():
        above = mapping.get(each["parent"])
        if above is not None and key not in above["children"]:
            above["children"].append(key)
    return {
        "conversation_id": "11111111-2222-3333-4444-555555555555",
        "title": "A title",
        "create_time": 1790000000.0,
        "update_time": 1790000100.0,
        "current_node": current if current is not None else list(mapping)[-1],
        "mapping": mapping,
    } | more


def chain(texts: Iterable[str], **more: Any) -> dict[str, Any]:
    """Question, answer, question, …, below an empty root."""
    entries = [{"id": "root", "parent": None, "children": [], "message": None}]
    for n, text in enumerate(texts):
        role = "assistant" if n % 2 else "user"
        entries.append(entry(f"m{n}", entries[-1]["id"], role, text, create_time=1790000000.0 + n))
    return conversation(entries, **more)


def export(
    value: dict[str, Any] | bytes,
    to: str = "md",
    scope: str = "path",
    options: Options | None = None,
    receipt: dict[str, Any] | None = None,
    **more: Any,
) -> Outcome:
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    request = Request(
        format=to, scope=scope, options=options or Options(), now=1790000200.0, nonce=NONCE, **more
    )
    return run(Receipt(body, **(receipt or {})), request, read)


def text_of(outcome: Outcome) -> str:
    assert outcome.content is not None, [check for check in outcome.checks if check.outcome == "fail"]
    return outcome.content.decode()


def found(outcome: Outcome) -> dict[str, str]:
    """The checks that found something: id to outcome."""
    return {c.id: c.outcome for c in outcome.checks if c.outcome not in {"pass", "not run"}}


def message_of(outcome: Outcome, check: str) -> str:
    return next(c.message for c in outcome.checks if c.id == check)
