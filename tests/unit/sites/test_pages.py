"""Paged answers: one branch, the newest page or an older one, always partial."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import drawn, faults, text


def page(*messages: Any, **more: Any) -> Conversation:
    return ChatGPT().parse(json.dumps({"messages": list(messages), **more}).encode())


def message(key: Any, role: str = "user") -> dict[str, Any]:
    return {"id": key, **text(role, "words")}


def test_the_messages_hang_one_below_the_other() -> None:
    conversation = page(message("q"), message("a", "assistant"), message("p"), current_node="a")
    assert drawn(conversation) == "q\n  a\n    p"
    assert conversation.tree.current == 1
    assert str(conversation.completeness) == "partial(paged)"
    assert faults(conversation) == []


def test_the_current_node_has_two_names() -> None:
    assert page(message("q"), current_node_id="q").tree.current == 0
    assert page(message("q"), message("p"), current_node="q", current_node_id="p").tree.current == 0
    assert page(message("q"), current_node=None, current_node_id="q").tree.current == 0


def test_the_rules_of_turns_hold_in_a_page_too() -> None:
    conversation = page(
        message("q"),
        message("a", "assistant"),
        message("h", "system"),
        message("b", "assistant"),
        current_node="b",
    )
    assert drawn(conversation) == "q\n  b"


@pytest.mark.parametrize("earlier", [True, False, None])
def test_an_earlier_page_is_said_to_be_missing(earlier: bool | None) -> None:
    conversation = page(message("q"), current_node="q", page_info={"has_previous_page": earlier})
    assert faults(conversation) == ([("CT-PARSE-16", None)] if earlier else [])
    assert str(conversation.completeness) == f"partial({'earlier' if earlier else 'paged'})"


@pytest.mark.parametrize(
    ("info", "detail"), [("next", "page_info"), ({"has_previous_page": "yes"}, "page_info.has_previous_page")]
)
def test_an_odd_page_info_is_a_warning(info: object, detail: str) -> None:
    conversation = page(message("q"), current_node="q", page_info=info)
    assert [(w.code, w.detail) for w in conversation.warnings] == [("CT-PARSE-13", detail)]


def test_a_message_that_is_no_object_counts_as_missing() -> None:
    conversation = page(message("q"), None, 3, message("a", "assistant"), current_node="a")
    assert drawn(conversation) == "q\n  a"
    assert [w.detail for w in conversation.warnings] == ["messages[1]", "messages[2]"]


@pytest.mark.parametrize("odd", [None, 3, ["q"]])
def test_a_message_without_an_id_is_kept_under_another(odd: object) -> None:
    conversation = page(message("messages[1]"), message(odd), current_node="messages[1]")
    assert drawn(conversation) == "messages[1]\n  messages[1]'"
    assert [(w.code, w.detail) for w in conversation.warnings] == [("CT-PARSE-13", "messages[1].id")]


def test_a_message_sent_twice_counts_once() -> None:
    conversation = page(message("q"), message("a", "assistant"), message("q"), current_node="q")
    assert drawn(conversation) == "q\n  a"
    assert faults(conversation) == [("CT-PARSE-13", "q")]


def test_an_empty_page_has_no_turns() -> None:
    assert len(page(current_node="q").tree) == 0


def test_a_lone_surrogate_in_a_page_is_replaced_with_a_warning() -> None:
    conversation = page(message("q\ud800"), current_node="q\ud800")
    assert drawn(conversation) == "q\ufffd"
    assert conversation.tree.current == 0
    assert {code for code, _ in faults(conversation)} == {"CT-PARSE-14"}
