"""What the page side is told about the page: plain data, and patterns that both languages read alike."""

from __future__ import annotations

import json
import re

from conversation_tree.sites.chatgpt.adapter import ChatGPT

FACTS = ChatGPT().page_facts()


def watched(method: str, path: str) -> list[bool]:
    return [w["body"] for w in FACTS["watched"] if w["method"] == method and re.search(w["path"], path)]


def test_the_facts_are_plain_data() -> None:
    assert json.loads(json.dumps(FACTS)) == FACTS
    assert all(isinstance(FACTS[name], str) for name in ("dark", "message", "message_attribute"))


def test_bodies_are_wanted_of_whole_conversations_only() -> None:
    assert watched("GET", "/backend-api/conversation/abc-1") == [True]
    assert watched("PATCH", "/backend-api/conversation/abc-1") == [False]
    assert watched("POST", "/backend-api/conversation") == [False]
    assert watched("POST", "/backend-api/f/conversation") == [False]


def test_other_requests_are_not_watched() -> None:
    for path in (
        "/backend-api/conversations/abc",
        "/backend-api/me",
        "/backend-api/conversation/a/b",
        "/x/conversation",
    ):
        assert watched("GET", path) == watched("POST", path) == []
