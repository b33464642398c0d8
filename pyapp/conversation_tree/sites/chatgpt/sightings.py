"""What the page shows, as a conversation: one chain of messages made up from the beginnings of their texts.

Must not know where in the conversation that is; merging finds out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.base import ConversationPlace, ShownMessage
from conversation_tree.sites.chatgpt import reading
from conversation_tree.sites.chatgpt.sources import Source

NO_WORDS = "…"
"""Stands in for a text that is not known; a message on the page is never one that nobody sees."""

_PLACEHOLDERS = ("placeholder-", "request-", "client-created-", "paginated-root:")
"""What the page calls a message that has no id yet."""


def sighted(place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
    """One below the other in the order given; the last one is the current one."""
    shown = list({m.id: m for m in messages if m.id and not m.id.startswith(_PLACEHOLDERS)}.values())
    page = {
        "conversation_id": place.id,
        "messages": [_message(m) for m in shown],
        "current_node": shown[-1].id if shown else None,
        # Whether anything is above the first one the page does not say.
        "page_info": None,
    }
    found = reading.parse(json.dumps(page).encode())
    assert isinstance(found.source, Source)
    keys = found.source.forest.keys
    found.source.loose = set(keys[:1])
    found.source.sighted = dict(zip(keys, (m.text for m in shown), strict=True))
    return replace(found, completeness=Completeness("seen"), warnings=())


def _message(shown: ShownMessage) -> dict[str, object]:
    return {
        "id": shown.id,
        "author": {"role": shown.role},
        "content": {"content_type": "text", "parts": [shown.text if shown.text.strip() else NO_WORDS]},
        "recipient": "all",
    }
