"""Bytes to records: two ways that agree, and what none of them takes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.sites.chatgpt import payload
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.faults import Faults
from tests.unit.sites import outlines
from tests.unit.sites.outlines import faults, mapping

PYAPP = Path(__file__).parents[3] / "pyapp"


def long_conversation(entries: int = 400) -> dict[str, object]:
    built = mapping("\n".join(f"{'  ' * (i % 7)}m{i} {('user', 'assistant')[i % 2]}" for i in range(entries)))
    for i, entry in enumerate(built.values()):
        entry["message"]["content"]["parts"] = [f'Text {i} with ]}}, " and [ and \\ in it']
    return built


COMPACT = (",", ":")
SPACED = (", ", ": ")


def written(separators: tuple[str, str], **more: object) -> bytes:
    entries = long_conversation()
    document = {"title": "Long", "mapping": entries, "current_node": "m0", "id": "x", **more}
    return json.dumps(document, separators=separators).encode()


class TestTypedWay:
    @pytest.mark.parametrize("separators", [COMPACT, SPACED])
    def test_both_ways_of_writing_are_read(self, separators: tuple[str, str]) -> None:
        found = payload.typed(written(separators))
        assert found is not None
        assert list(found.mapping or ())[-1] == "m399"

    def test_a_fault_in_one_entry_is_read_in_the_tolerant_way(self) -> None:
        body = written(COMPACT).replace(b'"author":{"role":"user"', b'"author":7,"was":{"role":"user"', 1)
        assert payload.typed(body) is None
        assert faults(ChatGPT().parse(body)) == [("CT-PARSE-13", "m0")]

    def test_a_text_that_breaks_off_is_refused(self) -> None:
        with pytest.raises(CodedError) as error:
            ChatGPT().parse(written(COMPACT)[:-5])
        assert error.value.code == "CT-FILE-01"

    def test_a_key_written_twice_counts_where_it_stands_first_with_what_it_says_last(self) -> None:
        body = written(COMPACT)
        twice = body.replace(b'"m399":{', b'"m1":{"parent":null,"children":[]},"m399":{')
        found = payload.typed(twice)
        assert found is not None
        assert list(found.mapping or ())[1] == "m1"
        assert (found.mapping or {})["m1"] == payload.Entry(None, None, [])


class TestTolerantWay:
    def test_it_agrees_with_the_typed_one(self) -> None:
        body = written(COMPACT)
        assert payload.tolerant(body, Faults()) == payload.typed(body)

    @pytest.mark.parametrize("field", ["title", "conversation_id", "current_node"])
    def test_lone_surrogates_are_replaced_with_a_warning(self, field: str) -> None:
        body = json.dumps({"mapping": mapping("q user"), "current_node": "q", field: "a\ud800b"}).encode()
        conversation = ChatGPT().parse(body)
        assert ("CT-PARSE-14", None) in faults(conversation)
        (conversation.title + conversation.id).encode()

    def test_lone_surrogates_in_keys_are_replaced_alike_wherever_the_key_is_named(self) -> None:
        entries = {
            "\ud800": {"message": outlines.text("user", "?"), "parent": None, "children": ["b"]},
            "b": {"message": outlines.text("assistant", "!"), "parent": "\ud800", "children": []},
        }
        conversation = outlines.parsed(entries, current="\ud800")
        assert outlines.drawn(conversation) == "\ufffd\n  b"
        assert conversation.tree.current == 0
        assert {code for code, _ in faults(conversation)} == {"CT-PARSE-14"}

    def test_lone_surrogates_in_the_keys_of_a_part_harm_nobody(self) -> None:
        one = mapping("a user")["a"]
        one["message"]["content"]["parts"] = ["hi"]
        one["message"]["content"]["parts"].append({"\ud800": {"\udfff é": 1}})  # type: ignore[index]
        tree = ChatGPT().parse(json.dumps({"mapping": {"a": one}, "current_node": "a"}).encode()).tree
        assert tree.turn(0).preview == "hi"

    def test_surrogate_pairs_are_characters(self) -> None:
        entries = {"q": {"message": outlines.text("user", "\U0001f600"), "parent": None, "children": []}}
        conversation = outlines.parsed(entries)
        assert conversation.tree.texts.text(0) == "\U0001f600"
        assert faults(conversation) == []

    def test_names_of_attachments_are_cleaned_too(self) -> None:
        message = outlines.text("user", "see")
        message["metadata"]["attachments"] = [{"name": "\udfff.png", "more": [["\udfff"]]}]
        conversation = outlines.parsed({"q": {"message": message, "parent": None, "children": []}})
        assert conversation.tree.texts.text(0) == "see\n\ufffd.png"
        assert faults(conversation) == [("CT-PARSE-14", "q")]

    def test_bytes_that_are_no_utf_8_are_replaced_with_a_warning(self) -> None:
        body = outlines.payload("q user").replace(b"An outline", b"An \xff outline")
        conversation = ChatGPT().parse(body)
        assert conversation.title == "An \ufffd outline"
        assert faults(conversation) == [("CT-PARSE-15", None)]

    @pytest.mark.parametrize(
        "number", ["NaN", "Infinity", "-Infinity", "1e999", "1" * 400, "1" * 5000, "-" + "9" * 5000]
    )
    def test_numbers_beyond_any_range_are_no_times(self, number: str) -> None:
        body = outlines.payload("q user").replace(
            b'"create_time": null', b'"create_time": ' + number.encode()
        )
        conversation = ChatGPT().parse(body)
        assert conversation.tree.create_times == [None]
        assert faults(conversation) == [("CT-PARSE-13", "q")]

    def test_a_byte_order_mark_is_no_part_of_the_text(self) -> None:
        assert len(ChatGPT().parse(b"\xef\xbb\xbf" + outlines.payload("q user")).tree) == 1


@pytest.mark.parametrize(
    ("body", "code", "detail"),
    [
        (b"", "CT-FILE-04", ""),
        (b" \n", "CT-FILE-04", ""),
        (b"\xef\xbb\xbf", "CT-FILE-04", ""),
        (b"<!doctype html>", "CT-FILE-01", "line 1"),
        (b'{"mapping": {}', "CT-FILE-01", "line 1"),
        (b"\xff\xfe{\x00}\x00", "CT-FILE-01", "line 1"),
        (b"null", "CT-FILE-02", "null"),
        (b"[]", "CT-FILE-02", "a list"),
        (b'"text"', "CT-FILE-02", "a text"),
        (b"true", "CT-FILE-02", "a truth value"),
        (b"12", "CT-FILE-02", "a number"),
        (b"1.5", "CT-FILE-02", "a number"),
        (b"{}", "CT-FILE-02", "holds no messages"),
        (b'{"mapping": []}', "CT-FILE-02", "not where they should be"),
        (b'{"mapping": null, "messages": {}}', "CT-FILE-02", "not where they should be"),
        (b'{"items": [], "total": 0}', "CT-FILE-02", "a list of conversations"),
        (b'{"accessToken": "x"}', "CT-FILE-02", "session"),
    ],
)
def test_what_is_no_conversation_is_refused_and_named(body: bytes, code: str, detail: str) -> None:
    with pytest.raises(CodedError) as error:
        ChatGPT().parse(body)
    assert error.value.code == code
    assert detail in error.value.detail


def test_id_and_title_come_from_whichever_field_has_them() -> None:
    assert outlines.parsed("q user", id="other").id == "c"
    assert outlines.parsed("q user", id="other", conversation_id=None).id == "other"
    assert outlines.parsed("q user", conversation_id=None).id == ""
    assert outlines.parsed("q user", title=None).title == ""
    assert faults(outlines.parsed("q user", title=None, conversation_id=None)) == []
    odd = outlines.parsed("q user", title=["t"], conversation_id=5, id={})
    assert (odd.title, odd.id) == ("", "")
    assert [w.detail for w in odd.warnings] == ["conversation_id", "id", "title"]


def test_a_fault_repeated_beyond_measure_is_counted_instead_of_listed() -> None:
    conversation = outlines.parsed({f"m{i}": None for i in range(350)}, current="x")
    assert len(conversation.warnings) == 102
    last = conversation.warnings[-1]
    assert (last.code, last.node, last.detail) == ("CT-PARSE-17", None, "CT-PARSE-01, 250 times")
    assert "CT-PARSE-01, 250 times" in last.message


def test_the_compiled_decoder_is_imported_only_when_something_is_parsed() -> None:
    """A memory snapshot of the runtime cannot hold a compiled module."""
    script = """
import pkgutil, sys
import conversation_tree
for module in pkgutil.walk_packages(conversation_tree.__path__, "conversation_tree."):
    if module.name != "conversation_tree.sites.chatgpt.payload":
        __import__(module.name)
assert "msgspec" not in sys.modules, "imported early"
from conversation_tree.sites.chatgpt.adapter import ChatGPT
ChatGPT().parse(b'{"mapping": {}}')
assert "msgspec" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=PYAPP, timeout=60)
