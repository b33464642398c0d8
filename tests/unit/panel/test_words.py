"""The panel's words: languages, numbers, names of nodes, placeholders."""

import json
from pathlib import Path

import pytest

from conversation_tree.errors import MESSAGES, CodedError
from conversation_tree.model import Turn
from conversation_tree.panel import situation
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.texts import Texts, best_locale

LOCALES = {p.parent.name: json.loads(p.read_text("utf-8")) for p in Path("_locales").glob("*/messages.json")}
ENGLISH = Texts(LOCALES, "en-US")


def a_turn(**changes: object) -> Turn:
    fields: dict[str, object] = {
        "index": 0,
        "id": "a",
        "role": "user",
        "parent": None,
        "children": (),
        "turn_number": 3,
        "message_ids": ("a",),
        "mid_turn": False,
        "active": True,
        "create_time": None,
        "preview": "Where to?",
    }
    return Turn(**(fields | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tag", "locale"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("zh-CN", "zh_CN"),
        ("zh-TW", "zh_CN"),
        ("fr-CA", "fr"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_a_language_tag_finds_the_nearest_catalogue(tag: str, locale: str) -> None:
    assert best_locale(list(LOCALES), tag) == locale


def test_chinese_says_what_the_specification_says() -> None:
    chinese = Texts(LOCALES, "zh-CN")
    assert chinese(situation.NO_CONVERSATION.title) == "还没有对话"
    assert chinese(situation.NOT_BEGUN.title) == "对话还没开始"
    assert chinese.tag == "zh-CN"


def test_counts_have_a_singular() -> None:
    assert [ENGLISH.count("nodes", n) for n in (0, 1, 2)] == ["0 nodes", "1 node", "2 nodes"]
    assert [ENGLISH.count("branches", n) for n in (1, 3)] == ["1 branch", "3 branches"]


def test_a_key_missing_in_a_language_is_taken_from_english() -> None:
    texts = Texts({"en": {"a": {"message": "one"}}, "fr": {}}, "fr")
    assert texts("a") == "one"
    assert texts("b") == "b"


def test_a_question_is_named_by_speaker_number_branch_and_words() -> None:
    label = TurnLabels(ENGLISH).turn
    assert label(a_turn(), 2, 3) == "You, question 3, branch 2 of 3: Where to?"
    assert label(a_turn(), 1, 1) == "You, question 3: Where to?"
    assert label(a_turn(role="assistant", preview=""), 1, 1) == "ChatGPT, answer to question 3: no text"
    assert (
        label(a_turn(role="assistant", turn_number=0), 1, 1)
        == "ChatGPT, before the first question: Where to?"
    )


@pytest.mark.parametrize("code", [c for c in MESSAGES if c.startswith(("CT-LOAD", "CT-FILE"))])
def test_every_failure_has_words_its_code_and_a_way_to_try_again(code: str) -> None:
    placeholder = situation.failure(CodedError(code))
    elements = situation.placeholder_elements(placeholder, ENGLISH)
    text = str(elements["placeholder_text"]["text"])
    assert text.endswith(f"({code})")
    assert not text.startswith("error_")
    assert elements["placeholder_action"] == {"text": "Try again", "hidden": False}
    assert elements["scroller"]["attributes"] == {"role": "group", "data-cgt-covered": "true"}


def test_no_placeholder_uncovers_the_drawing() -> None:
    elements = situation.placeholder_elements(None, ENGLISH)
    assert elements["placeholder"]["hidden"] is True
    assert elements["scroller"]["attributes"] == {"role": "tree", "data-cgt-covered": None}


def test_loading_is_busy() -> None:
    elements = situation.placeholder_elements(situation.LOADING, ENGLISH)
    assert elements["placeholder"]["attributes"] == {"aria-busy": "true"}
    assert elements["placeholder_action"]["hidden"] is True


def test_a_notice_is_a_strip_that_can_be_empty() -> None:
    assert situation.notice_elements("", False, ENGLISH)["notice"] == {"hidden": True}
    strip = situation.notice_elements("Partly known.", True, ENGLISH)
    assert strip["notice"] == {"hidden": False}
    assert strip["notice_text"] == {"text": "Partly known."}
    assert strip["notice_action"] == {"text": "Try again", "hidden": False}
