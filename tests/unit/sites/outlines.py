"""Conversations as outlines: a payload from indented lines, and the tree of turns as indented lines again.

Must not know how a payload is read; it writes one as the site does.

A line is `key kind`, below and to the right of its parent. Kinds: see `KINDS`; a `-` before the kind flags
the message as hidden. `(key)` alone is an entry with a null message.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt.adapter import ChatGPT

IMAGE = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_abc"}


def text(role: str, *parts: Any, recipient: str = "all", kind: str = "text") -> dict[str, Any]:
    return {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": None,
        "content": {"content_type": kind, "parts": list(parts)},
        "metadata": {},
        "recipient": recipient,
    }


def fields(role: str, kind: str, recipient: str = "all", **content: Any) -> dict[str, Any]:
    message = text(role, recipient=recipient)
    message["content"] = {"content_type": kind, **content}
    return message


KINDS: dict[str, Callable[[str], dict[str, Any]]] = {
    "user": lambda key: text("user", f"{key} asks"),
    "assistant": lambda key: text("assistant", f"{key} answers"),
    "blank": lambda key: text("assistant", ""),
    "blank_user": lambda key: text("user", " \n"),
    "thoughts": lambda key: fields("assistant", "thoughts", thoughts=[{"summary": "s", "content": "c"}]),
    "recap": lambda key: fields("assistant", "reasoning_recap", content="Thought for 6s"),
    "call": lambda key: fields("assistant", "code", recipient="python", text="1 + 1"),
    "result": lambda key: fields("tool", "execution_output", text="2"),
    "image": lambda key: text("tool", IMAGE, kind="multimodal_text"),
    "system": lambda key: text("system", "instructions"),
    "context": lambda key: fields("assistant", "model_editable_context", model_set_context="memory"),
}


def mapping(outline: str) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    path: list[tuple[int, str]] = []
    for line in outline.splitlines():
        words = line.split()
        if not words:
            continue
        indent = len(line) - len(line.lstrip())
        while path and path[-1][0] >= indent:
            path.pop()
        parent = path[-1][1] if path else None
        key = words[0].strip("()")
        message = None
        if len(words) > 1:
            message = {"id": key, **KINDS[words[1].lstrip("-")](key)}
            if words[1].startswith("-"):
                message["metadata"]["is_visually_hidden_from_conversation"] = True
        entries[key] = {"id": key, "message": message, "parent": parent, "children": []}
        if parent is not None:
            entries[parent]["children"].append(key)
        path.append((indent, key))
    return entries


def payload(entries: str | dict[str, Any], current: str | None = None, **more: Any) -> bytes:
    """`current` is by default the last entry."""
    entries = mapping(entries) if isinstance(entries, str) else entries
    if current is None:
        current = list(entries)[-1] if entries else None
    document = {
        "title": "An outline",
        "mapping": entries,
        "current_node": current,
        "conversation_id": "c",
        **more,
    }
    return json.dumps(document).encode()


def parsed(entries: str | dict[str, Any], current: str | None = None, **more: Any) -> Conversation:
    return ChatGPT().parse(payload(entries, current, **more))


def drawn(conversation: Conversation) -> str:
    """The turns' ids, each indented below its parent, in the tree's order."""
    tree = conversation.tree
    depth: list[int] = []
    lines = []
    for i, key in enumerate(tree.ids):
        depth.append(depth[tree.parents[i]] + 1 if tree.parents[i] >= 0 else 0)
        lines.append("  " * depth[i] + key)
    return "\n".join(lines)


def outline(text: str) -> str:
    """An outline as `drawn` writes it, from one indented with the test around it."""
    lines = [line for line in text.splitlines() if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines)


def faults(conversation: Conversation) -> list[tuple[str, str | None]]:
    return [(w.code, w.node) for w in conversation.warnings]


def members(conversation: Conversation, turn: str) -> list[str]:
    """`message_ids` of the turn with this id."""
    return list(conversation.tree.message_ids[conversation.tree.ids.index(turn)])
