"""The words of turns: parts a line each, names of what is shown, no thoughts, no tool output."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.sites.outlines import IMAGE, fields, parsed, text


def only(*messages: dict[str, Any]) -> Any:
    """The tree of a question followed by these messages, each below the one before."""
    entries = {"q": {"message": text("user", "?"), "parent": None, "children": []}}
    above = "q"
    for i, message in enumerate(messages):
        entries[f"m{i}"] = {"message": message, "parent": above, "children": []}
        entries[above]["children"] = [f"m{i}"]
        above = f"m{i}"
    return parsed(entries).tree


def words(message: dict[str, Any]) -> str:
    return str(only(message).texts.text(1))


def test_parts_are_joined_with_a_line_feed() -> None:
    assert words(text("assistant", "one", "two")) == "one\ntwo"


def test_the_text_field_follows_the_parts() -> None:
    message = text("assistant", "part")
    message["content"]["text"] = "text"
    assert words(message) == "part\ntext"


def test_transcriptions_are_text() -> None:
    spoken = [
        {"content_type": "audio_transcription", "text": "hello there"},
        {"content_type": "audio_transcription", "text": None},
        {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_1"},
    ]
    assert words(text("user", *spoken)) == "hello there"


def test_an_image_is_named_by_its_file() -> None:
    assert words(text("assistant", "Here:", IMAGE)) == "Here:\nfile_abc"


def test_an_attachment_is_named_by_its_own_name_once() -> None:
    message = text("user", "look", IMAGE)
    message["metadata"]["attachments"] = [
        {"id": "file_abc", "name": "cat.png"},
        {"id": "f", "name": "b.pdf"},
        {"id": "n"},
        None,
    ]
    assert words(message) == "look\ncat.png\nb.pdf"


def test_an_image_without_a_pointer_has_no_name() -> None:
    assert words(text("assistant", "x", {"content_type": "image_asset_pointer", "asset_pointer": 3})) == "x\n"


def test_a_tool_s_image_is_shown_without_the_tool_s_output() -> None:
    message = fields("tool", "execution_output", text="<Figure>")
    message["metadata"]["aggregate_result"] = {"messages": [{"image_url": "file-service://file-9"}]}
    assert words(message) == "file-9"
    assert words(text("tool", "generated", IMAGE)) == "file_abc"


def test_a_turn_s_text_is_that_of_its_visible_messages_in_order() -> None:
    tree = only(
        text("assistant", "first"),
        fields("assistant", "thoughts", thoughts=[{"content": "secret"}]),
        fields("tool", "execution_output", text="42"),
        text("assistant", "last"),
    )
    assert tree.texts.text(1) == "first\nlast"
    assert tree.texts.preview(1) == "last"


def test_a_stand_in_has_no_words() -> None:
    tree = only(fields("assistant", "thoughts", thoughts=[{"content": "secret"}]))
    assert tree.texts.text(1) == tree.texts.preview(1) == ""


@pytest.mark.parametrize(
    ("said", "preview"),
    [
        ("Rome \ue200cite\ue202turn0search1\ue201 fell.", "Rome fell."),
        ("Rome \ue200cite\ue202turn0", "Rome"),
        ("  one \n\n two\tthree ", "one two three"),
        ("x" * 500, "x" * 120),
        ("ab " * 100, "ab " * 40),
        ("\u3000wide\u2003spaces", "wide spaces"),
        ("x" * 119 + " y", "x" * 119 + " "),
        ("x" * 118 + " y", "x" * 118 + " y"),
    ],
)
def test_a_preview_is_the_first_120_characters_with_blanks_collapsed(said: str, preview: str) -> None:
    assert only(text("assistant", said)).texts.preview(1) == preview


def test_a_nul_can_be_written_nowhere_and_is_replaced() -> None:
    assert words(text("assistant", "a\0b")) == "a\ufffdb"


def test_bytes_of_a_text_that_are_no_utf_8_are_replaced_when_somebody_reads_it() -> None:
    from conversation_tree.sites.chatgpt.adapter import ChatGPT
    from tests.unit.sites.outlines import payload

    entries = {"q": {"message": text("user", "a #"), "parent": None, "children": []}}
    tree = ChatGPT().parse(payload(entries).replace(b"#", b"\xff")).tree
    assert tree.texts.text(0) == "a \ufffd"
