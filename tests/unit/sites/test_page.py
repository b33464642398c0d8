"""What the page side is told about the page: plain data, and patterns that both languages read alike."""

from __future__ import annotations

import json
import re

import pytest

from conversation_tree.sites.chatgpt.adapter import ChatGPT

FACTS = ChatGPT().page_facts()
ID = "6a1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"


def watched(method: str, path: str) -> list[bool]:
    return [w["body"] for w in FACTS["watched"] if w["method"] == method and re.search(w["path"], path)]


def renderer(name: str) -> dict[str, object]:
    return next(r for r in FACTS["renderers"] if r["name"] == name)


def test_the_facts_are_plain_data() -> None:
    assert json.loads(json.dumps(FACTS)) == FACTS
    assert FACTS["cookies"] == ["_account"]


@pytest.mark.parametrize(
    "path",
    [
        f"/backend-api/conversation/{ID}",
        f"/backend-api/conversations/{ID}",
        f"/backend-api/conversations/{ID}/messages",
        f"/backend-api/share/{ID}",
    ],
)
def test_bodies_are_wanted_of_conversations_and_of_parts_of_them(path: str) -> None:
    assert watched("GET", path) == [True]
    assert watched("POST", path) == []


def test_changes_are_watched_without_their_bodies() -> None:
    assert watched("PATCH", "/backend-api/conversation/abc-1") == [False]
    assert watched("POST", "/backend-api/conversation") == [False]
    assert watched("POST", "/backend-api/f/conversation") == [False]


def test_other_requests_are_not_watched() -> None:
    for path in (
        "/backend-api/conversations",
        "/backend-api/conversations/search",
        "/backend-api/conversations/batch",
        "/backend-api/me",
        "/backend-api/conversation/a/b",
        "/backend-api/f/conversation/prepare",
        "/x/conversation",
    ):
        assert watched("GET", path) == watched("POST", path) == [], path


def test_every_renderer_says_the_same_things_and_the_last_one_is_always_there() -> None:
    shell, legacy = FACTS["renderers"]
    assert (shell["name"], legacy["name"]) == ("shell", "legacy")
    assert shell.keys() == legacy.keys()
    assert shell["detect"]
    assert not legacy["detect"]
    for each in FACTS["renderers"]:
        assert [m["role"] for m in each["messages"]] == ["user", "assistant"]
        assert all(each[name] for name in ("text", "turn", "scroller", "composer", "answering"))


def test_the_shell_is_looked_at_inside_of_its_active_page_only() -> None:
    shell = renderer("shell")
    assert shell["scope"] == shell["detect"] == '[data-app-shell-active-page="true"]'


def test_selectors_depend_on_no_language() -> None:
    for each in FACTS["renderers"]:
        assert "aria-label" not in json.dumps(each)
        assert "title=" not in json.dumps(each)
