"""What can be done to a conversation as the site keeps it: find the active path, hang messages, cut turns.

Must not know routes, nor change an object that it was given: what is changed is copied first.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

Conversation = dict[str, Any]
Message = dict[str, Any]


def message(role: str, text: str, create_time: float, **more: Any) -> Message:
    """One message in the site's shape."""
    return {
        "id": str(uuid.uuid4()),
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": create_time,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": None,
        "weight": 1.0,
        "metadata": {"can_save": True},
        "recipient": "all",
        "channel": None,
        **more,
    }


def role(entry: Mapping[str, Any]) -> str:
    said = entry.get("message") or {}
    return str((said.get("author") or {}).get("role") or "root")


def is_question(entry: Mapping[str, Any]) -> bool:
    """A user message that a person sees: what a turn is counted by."""
    metadata = (entry.get("message") or {}).get("metadata") or {}
    return role(entry) == "user" and not metadata.get("is_visually_hidden_from_conversation")


def new_conversation(name: str, title: str, create_time: float) -> Conversation:
    """A chat in which nothing was said yet."""
    root = "client-created-root"
    return {
        "title": title,
        "create_time": create_time,
        "update_time": create_time,
        "mapping": {root: {"id": root, "message": None, "parent": None, "children": []}},
        "moderation_results": [],
        "current_node": root,
        "conversation_id": name,
        "is_archived": False,
        "is_temporary_chat": False,
        "async_status": None,
    }


def with_message(conversation: Conversation, parent: str, added: Message) -> Conversation:
    """The conversation with a message below another one, which is the current one now."""
    mapping = dict(conversation["mapping"])
    above = mapping[parent]
    mapping[parent] = {**above, "children": [*(above.get("children") or []), added["id"]]}
    mapping[added["id"]] = {"id": added["id"], "message": added, "parent": parent, "children": []}
    return {**conversation, "mapping": mapping, "current_node": added["id"]}


def latest_time(conversation: Conversation) -> float:
    """The greatest time of any message: what is said next is later, whatever the clock says."""
    times = [(entry.get("message") or {}).get("create_time") for entry in conversation["mapping"].values()]
    return max((float(t) for t in times if t), default=float(conversation.get("create_time") or 0))


def prompt_of(conversation: Conversation, name: str) -> str | None:
    """The nearest user message at or above an entry: what a regeneration answers again."""
    mapping, seen = conversation["mapping"], set()
    while name in mapping and name not in seen:
        if role(mapping[name]) == "user":
            return name
        seen.add(name)
        name = mapping[name].get("parent")
    return None


def active_path(conversation: Conversation, last: str | None = None) -> list[Conversation]:
    """The entries from the root to the current one (or the given one), as far as parents lead."""
    mapping, seen, path = conversation["mapping"], set(), []
    name = last or conversation.get("current_node")
    while name in mapping and name not in seen:
        seen.add(name)
        path.append(mapping[name])
        name = mapping[name].get("parent")
    return path[::-1]
