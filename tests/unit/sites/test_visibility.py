"""Which messages the page shows as somebody's words (rule 1 of the turn model)."""

from __future__ import annotations

import sys
from typing import Any
from unicodedata import category

import pytest

from conversation_tree.sites.chatgpt import visibility
from tests.unit.sites.outlines import IMAGE, faults, fields, parsed, text


def seen_as(message: dict[str, Any]) -> str | None:
    """The role of the turn that this message makes when it stands alone, None when it is passed through."""
    tree = parsed({"m": {"id": "m", "message": message, "parent": None, "children": []}}).tree
    return tree.roles[0] if len(tree) else None


def flagged(name: str, value: object) -> dict[str, Any]:
    message = text("user", "hello")
    message["metadata"][name] = value
    return message


def drawing(url: object, kind: str = "execution_output", words: str = "") -> dict[str, Any]:
    message = fields("tool", kind, text=words)
    message["metadata"]["aggregate_result"] = {"messages": [{"message_type": "image", "image_url": url}]}
    return message


@pytest.mark.parametrize("flag", ["is_visually_hidden_from_conversation", "is_visually_hidden"])
def test_either_hidden_flag_hides(flag: str) -> None:
    assert seen_as(flagged(flag, True)) is None


@pytest.mark.parametrize("value", [False, None, 1, "true", [True]])
def test_a_hidden_flag_counts_only_when_exactly_true(value: object) -> None:
    assert seen_as(flagged("is_visually_hidden_from_conversation", value)) == "user"


@pytest.mark.parametrize("recipient", ["all", "", None, 7, ["python"]])
def test_an_assistant_speaks_to_all_unless_another_recipient_is_named(recipient: object) -> None:
    assert seen_as(text("assistant", "hi", recipient=recipient)) == "assistant"  # type: ignore[arg-type]


def test_an_assistant_with_no_recipient_at_all_is_seen() -> None:
    message = text("assistant", "hi")
    del message["recipient"]
    assert seen_as(message) == "assistant"


@pytest.mark.parametrize("recipient", ["python", "web.run", "assistant", "ALL"])
def test_an_assistant_message_to_a_tool_is_not_seen(recipient: str) -> None:
    assert seen_as(text("assistant", "hi", recipient=recipient)) is None


def test_a_user_is_seen_whatever_the_recipient() -> None:
    assert seen_as(text("user", "hi", recipient="python")) == "user"


@pytest.mark.parametrize("role", ["system", "critic", "developer", "", None, 3])
def test_other_roles_are_not_seen(role: Any) -> None:
    assert seen_as(text(role, "hi")) is None


@pytest.mark.parametrize(
    "kind",
    [
        "thoughts",
        "reasoning_recap",
        "model_editable_context",
        "user_editable_context",
        "app_pairing_content",
        "tether_quote",
        "tether_browsing_display",
        "tether_anything_new",
        "sonic_webpage",
        "system_error",
        "stderr",
        "execution_output",
        "citable_code_output",
        "computer_output",
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_some_content_types_are_never_seen_by_themselves(kind: str, role: str) -> None:
    message = text(role, "words", kind=kind)
    message["content"]["text"] = "more words"
    assert seen_as(message) is None


@pytest.mark.parametrize("kind", ["text", "code", "multimodal_text", "of the future", None])
def test_other_content_types_are_seen_for_what_they_hold(kind: str | None) -> None:
    assert seen_as(text("assistant", "words", kind=kind)) == "assistant"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parts", [["x"], ["", "x"], [None, "x"], [{"content_type": "new"}, "x"], ["\n\n- x"]]
)
def test_a_text_part_with_something_in_it_is_content(parts: list[Any]) -> None:
    assert seen_as(text("user", *parts)) == "user"


@pytest.mark.parametrize(
    "parts", [[], [""], [" \t\r\n"], ["\u200b\u2060\ufeff"], ["\u3000\u2028"], ["\x00\x1b"], [None], [{}]]
)
def test_blank_parts_are_no_content(parts: list[Any]) -> None:
    assert seen_as(text("user", *parts)) is None


def test_the_text_field_is_content_too() -> None:
    assert seen_as(fields("assistant", "code", text="x = 1")) == "assistant"
    assert seen_as(fields("assistant", "code", text=" \u200b")) is None
    assert seen_as(fields("assistant", "code", text=["x = 1"])) is None


@pytest.mark.parametrize(
    "kind",
    [
        "image_asset_pointer",
        "audio_asset_pointer",
        "real_time_user_audio_video_asset_pointer",
        "audio_transcription",
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_picture_or_a_recording_is_content(kind: str, role: str) -> None:
    assert seen_as(text(role, {"content_type": kind}, kind="multimodal_text")) == role


def test_a_transcription_is_content_even_when_blank() -> None:
    assert seen_as(text("user", {"content_type": "audio_transcription", "text": ""})) == "user"


def test_attachments_are_content_for_the_user_only() -> None:
    question, answer = text("user", ""), text("assistant", "")
    question["metadata"]["attachments"] = answer["metadata"]["attachments"] = [{"name": "a.pdf"}]
    assert seen_as(question) == "user"
    assert seen_as(answer) is None
    question["metadata"]["attachments"] = []
    assert seen_as(question) is None


def test_a_tool_is_seen_only_by_its_image_and_then_as_the_assistant() -> None:
    assert seen_as(text("tool", "found 3 pages")) is None
    assert seen_as(text("tool", {"content_type": "audio_asset_pointer"})) is None
    assert seen_as(text("tool", IMAGE)) == "assistant"


@pytest.mark.parametrize("words", ["", "matplotlib figure"])
@pytest.mark.parametrize("kind", ["execution_output", "stderr", "tether_quote"])
def test_an_image_that_a_tool_drew_wins_over_the_content_type(kind: str, words: str) -> None:
    assert seen_as(drawing("file-service://file-1", kind, words)) == "assistant"


@pytest.mark.parametrize("url", [None, "", 5])
def test_an_image_that_was_not_drawn_shows_nothing(url: object) -> None:
    assert seen_as(drawing(url)) is None


def test_a_hidden_flag_wins_over_an_image() -> None:
    message = text("tool", IMAGE)
    message["metadata"]["is_visually_hidden"] = True
    assert seen_as(message) is None


@pytest.mark.parametrize("result", ["text", 3, {"messages": "none"}, {"messages": [None, 1, {}]}, {}])
def test_an_odd_result_carries_no_image(result: object) -> None:
    message = fields("tool", "execution_output", text="2")
    message["metadata"]["aggregate_result"] = result
    assert seen_as(message) is None


@pytest.mark.parametrize(
    ("field", "value", "detail"),
    [
        ("author", None, "author"),
        ("author", "user", "author"),
        ("author", {}, "author.role"),
        ("author", {"role": ["user"]}, "author.role"),
        ("content", None, "content"),
        ("content", ["words"], "content"),
        ("content", {"content_type": 3, "parts": ["x"]}, "content.content_type"),
        ("content", {"content_type": "text", "parts": "x"}, "content.parts"),
        ("content", {"content_type": "text", "parts": [None]}, "content.parts"),
        ("content", {"content_type": "text", "parts": [["x"], "x"]}, "content.parts"),
        ("content", {"content_type": "text", "parts": [3]}, "content.parts"),
        ("content", {"content_type": "code", "text": {}}, "content.text"),
        ("recipient", 7, "recipient"),
        ("create_time", "2026-01-01", "create_time"),
        ("create_time", True, "create_time"),
        ("create_time", 10**400, "create_time"),
        ("metadata", "none", "metadata"),
        ("metadata", {"is_visually_hidden": "yes"}, "metadata.is_visually_hidden"),
        (
            "metadata",
            {"is_visually_hidden_from_conversation": 0},
            "metadata.is_visually_hidden_from_conversation",
        ),
        ("metadata", {"attachments": {}}, "metadata.attachments"),
        ("metadata", {"aggregate_result": []}, "metadata.aggregate_result"),
        ("metadata", {"aggregate_result": {"messages": {}}}, "metadata.aggregate_result"),
    ],
)
def test_a_field_of_another_type_is_one_warning(field: str, value: object, detail: str) -> None:
    message = {**text("user", "hello"), field: value}
    conversation = parsed({"m": {"id": "m", "message": message, "parent": None, "children": []}})
    assert [(w.code, w.node, w.detail) for w in conversation.warnings] == [("CT-PARSE-13", "m", detail)]


@pytest.mark.parametrize("field", ["create_time", "metadata", "recipient"])
@pytest.mark.parametrize("null", [True, False])
def test_what_the_site_leaves_out_is_no_fault(field: str, null: bool) -> None:
    message = text("user", "hello")
    if null:
        message[field] = None
    else:
        del message[field]
    assert faults(parsed({"m": {"id": "m", "message": message, "parent": None, "children": []}})) == []


def test_a_message_is_blank_when_each_character_is_a_space_a_control_or_a_format_character() -> None:
    blank = {chr(c) for c in range(sys.maxunicode + 1) if category(chr(c)) in {"Zs", "Zl", "Zp", "Cc", "Cf"}}
    assert visibility.is_blank("".join(sorted(blank)))
    assert not visibility.is_blank(" " * 100 + "-")
    assert not visibility.is_blank("\u00ad-")


def test_the_first_bytes_that_stand_for_words_never_begin_a_blank_character() -> None:
    surrogates = range(0xD800, 0xE000)
    for code in range(sys.maxunicode + 1):
        if code not in surrogates and chr(code).encode()[0] in visibility._WORD_STARTS:
            assert category(chr(code)) not in {"Zs", "Zl", "Zp", "Cc", "Cf"}
