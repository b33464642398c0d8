"""Files: a list, a split export, the ZIP around it, and what must not be opened or unpacked."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.sites.base import ConversationStub
from conversation_tree.sites.chatgpt import archive
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import payload

READ = ChatGPT().read_file


def one(title: str, **more: Any) -> bytes:
    return payload("q user\n  a assistant", title=title, conversation_id=f"id-{title}", **more)


def many(*titles: str) -> bytes:
    return b"[" + b",\n".join(one(t) for t in titles) + b"]"


def zipped(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, data in entries.items():
            packed.writestr(name, data)
    return file.getvalue()


def titles(source: bytes) -> list[str]:
    return [stub.title for stub in READ("file", source)]


def refusal(stubs: Iterator[ConversationStub]) -> str:
    with pytest.raises(CodedError) as error:
        [stub.parse() for stub in stubs]
    return error.value.code


def test_a_list_of_conversations() -> None:
    stubs = list(READ("conversations.json", many("one", "two")))
    assert [(s.id, s.title) for s in stubs] == [("id-one", "one"), ("id-two", "two")]
    assert [len(s.parse().tree) for s in stubs] == [2, 2]


def test_a_single_conversation() -> None:
    assert titles(one("single")) == ["single"]
    assert titles(b"\xef\xbb\xbf \n" + one("with a mark")) == ["with a mark"]


@pytest.mark.parametrize("before", ["", '"user": {"conversations": [1]}, "n": ["conversations"], '])
def test_a_list_in_an_object(before: str) -> None:
    assert titles(b'{%b"conversations" : %b, "more": 1}' % (before.encode(), many("one", "two"))) == [
        "one",
        "two",
    ]


def test_a_conversation_that_mentions_the_word_is_a_conversation() -> None:
    assert titles(one("conversations")) == ["conversations"]
    assert titles(one("t", conversations=3)) == ["t"]
    assert titles(one("t", inner={"conversations": []})) == ["t"]


def test_only_what_is_asked_for_is_parsed() -> None:
    parsed: list[bytes] = []

    def parse(body: bytes) -> Any:
        parsed.append(body)

    stubs = archive.conversations("f", many(*(f"t{i}" for i in range(2000))) + b" and then damage", parse)
    first = next(stubs)
    assert parsed == []
    first.parse()
    assert len(parsed) == 1
    *others, damage = stubs
    assert len(others) == 1999
    with pytest.raises(CodedError, match="CT-FILE-01"):
        damage.parse()


@pytest.mark.parametrize(
    "frame",
    [
        b"[%b]x",
        b"[%b,]",
        b"[%b",
        b"[%b, no]",
        b'{"conversations": [%b]',
        b'{"conversations": [%b]}{}',
        b'{"a": no, "conversations": [%b]}',
    ],
)
def test_a_list_that_does_not_end_as_one_is_reported_behind_its_conversations(frame: bytes) -> None:
    first, damage = archive.conversations("f", frame % many("t")[1:-1], lambda body: body)  # type: ignore[arg-type, return-value]
    assert first.title == "t"
    with pytest.raises(CodedError, match="CT-FILE-01"):
        damage.parse()


def test_a_conversation_that_also_has_a_list_of_that_name_is_a_conversation() -> None:
    body = b'{"conversations": [], "title": "t", "mapping": {}}'
    (only,) = archive.conversations("f", body, lambda body: body)  # type: ignore[arg-type, return-value]
    assert only.title == "t"


def test_a_stream_that_cannot_go_back_is_read_all_the_same() -> None:
    class Pipe(BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: Any) -> int:
            raise OSError

    (only,) = archive.conversations("f", Pipe(many("t")), lambda body: body)  # type: ignore[arg-type, return-value]
    assert only.title == "t"


@pytest.mark.parametrize("text", [b"[]", b'[1, null, "conversation"]', b'{"conversations": []}'])
def test_a_list_without_conversations_is_refused(text: bytes) -> None:
    assert refusal(READ("f", text)) == "CT-FILE-02"


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"", "CT-FILE-04"), (b"hello", "CT-FILE-01"), (b"{", "CT-FILE-01"), (b"3", "CT-FILE-02")],
)
def test_another_file_is_refused(text: bytes, code: str) -> None:
    assert refusal(READ("f", text)) == code


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b'{"title": "bad", "mapping": [}', None),
        (b'{"title": "bad"}', "CT-FILE-02"),
        (b'{"title": "bad", "x": ' + b"[" * 600 + b"]" * 600 + b"}", "CT-FILE-03"),
        (b'["bad"]', "CT-FILE-02"),
        (b'{"title": "bad" "mapping": {}}', "CT-FILE-01"),
    ],
)
def test_one_bad_conversation_harms_no_other(bad: bytes, code: str | None) -> None:
    if code is None:
        # A bracket too many or too few moves the cuts: what stands before is safe.
        stubs = READ("f", b"[" + one("one") + b"," + bad + b"," + one("two") + b"]")
        assert next(stubs).parse().title == "one"
        return
    stubs = list(READ("f", b"[" + one("one") + b"," + bad + b"," + one("two") + b"]"))
    assert [s.parse().title for s in (stubs[0], stubs[2])] == ["one", "two"]
    assert refusal(iter(stubs[1:2])) == code


def test_a_file_that_breaks_off_gives_what_was_whole() -> None:
    stubs = list(READ("f", many("one", "two")[:-20]))
    assert stubs[0].parse().title == "one"
    assert refusal(iter(stubs[1:])) == "CT-FILE-01"


@pytest.mark.parametrize("end", [b"", b"\\"])
def test_a_text_that_breaks_off_is_gone_through_once(end: bytes) -> None:
    stubs = list(READ("f", b"[" + one("one") + b',{"title": "' + b'\\"[' * 200_000 + end))
    assert stubs[0].title == "one"
    assert refusal(iter(stubs[1:])) == "CT-FILE-01"


def test_a_title_with_a_lone_surrogate_can_be_asked_for() -> None:
    assert titles(many("a\ud800b")) == ["a\ufffdb"]


def test_ids_and_titles_of_another_type_are_empty() -> None:
    assert [(s.id, s.title) for s in READ("f", payload("q user", title=3, conversation_id=None, id=4))] == [
        ("", "")
    ]
    assert [s.id for s in READ("f", payload("q user", conversation_id="", id="i"))] == ["i"]


class TestZip:
    def test_the_whole_export_in_one_file(self) -> None:
        assert titles(zipped({"chat.html": b"<html>", "conversations.json": many("one", "two")})) == [
            "one",
            "two",
        ]

    def test_split_files_come_in_the_order_of_their_numbers(self) -> None:
        source = zipped(
            {
                "export/conversations-010.json": many("k"),
                "export/conversations-000.json": many("a", "b"),
                "export/conversations-002.json": many("c"),
            }
        )
        assert titles(source) == ["a", "b", "c", "k"]

    @pytest.mark.parametrize(
        "name", ["my-conversations.json", "conversations.json.bak", "conversations-x.json"]
    )
    def test_an_archive_without_conversations_is_refused(self, name: str) -> None:
        assert refusal(READ("f", zipped({name: many("one"), "user.json": b"{}"}))) == "CT-FILE-05"

    def test_nothing_but_conversations_is_opened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        source = zipped(
            {"user.json": b'{"email": "x"}', "conversations.json": many("one"), "file-1.dat": b"x"}
        )
        opened: list[str] = []
        original = zipfile.ZipFile.open

        def watched(self: zipfile.ZipFile, name: Any, *rest: Any, **more: Any) -> Any:
            opened.append(name.filename if isinstance(name, zipfile.ZipInfo) else name)
            return original(self, name, *rest, **more)

        monkeypatch.setattr(zipfile.ZipFile, "open", watched)
        assert titles(source) == ["one"]
        assert opened == ["conversations.json"]

    def test_an_open_file_is_read_in_place(self, tmp_path: Path) -> None:
        path = tmp_path / "export.zip"
        path.write_bytes(zipped({"conversations.json": many("one")}))
        with path.open("rb") as file:
            assert [s.title for s in READ(path.name, file)] == ["one"]
        assert [p.name for p in tmp_path.iterdir()] == ["export.zip"]

    def test_a_stored_entry_is_read_too(self) -> None:
        assert titles(zipped({"conversations.json": many("one")}, zipfile.ZIP_STORED)) == ["one"]

    def test_another_way_of_packing_is_refused(self) -> None:
        assert (
            refusal(READ("f", zipped({"conversations.json": many("one")}, zipfile.ZIP_BZIP2))) == "CT-FILE-06"
        )

    def test_a_damaged_archive_is_refused(self) -> None:
        whole = zipped({"conversations.json": many("one")})
        assert refusal(READ("f", whole[: len(whole) // 2])) == "CT-FILE-06"
        assert refusal(READ("f", b"PK\x03\x04")) == "CT-FILE-06"
        broken = bytearray(whole)
        broken[60:70] = b"\0" * 10
        assert refusal(READ("f", bytes(broken))) == "CT-FILE-06"

    def test_an_encrypted_entry_is_refused(self) -> None:
        whole = bytearray(zipped({"conversations.json": many("one")}))
        directory = whole.rindex(b"PK\x01\x02")
        whole[6] |= 1
        whole[directory + 8] |= 1
        assert refusal(READ("f", bytes(whole))) == "CT-FILE-06"

    def test_one_damaged_file_harms_no_other(self) -> None:
        whole = bytearray(
            zipped(
                {"conversations-000.json": many("one"), "conversations-001.json": b"no JSON"},
                zipfile.ZIP_STORED,
            )
        )
        start = whole.index(b'"title"')
        whole[start + 2] ^= 1
        stubs = list(READ("f", bytes(whole)))
        assert [refusal(iter([s])) for s in stubs] == ["CT-FILE-06", "CT-FILE-01"]

    def test_an_entry_that_is_packed_too_tightly_is_refused_unopened(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bomb = zipped({"conversations.json": b"[" + b" " * (2 << 20) + b"]"})
        monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("opened"))
        assert refusal(READ("f", bomb)) == "CT-FILE-07"

    def test_a_small_entry_may_be_packed_as_tightly_as_it_likes(self) -> None:
        assert titles(zipped({"conversations.json": many(*["same"] * 2000)[:1_000_000] + b'"]}]'}))[:1] == [
            "same"
        ]

    def test_an_entry_that_is_too_large_is_refused_unopened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = zipped({"conversations.json": many("one")})
        monkeypatch.setattr(archive, "LARGEST_ENTRY", 100)
        monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("opened"))
        assert refusal(READ("f", whole)) == "CT-FILE-07"

    def test_a_header_that_lies_about_the_size_unpacks_no_more_than_it_says(self) -> None:
        whole = bytearray(zipped({"conversations.json": b"[" + b" " * (64 << 20) + b"]"}))
        directory = whole.rindex(b"PK\x01\x02")
        struct.pack_into("<I", whole, directory + 24, 1000)
        struct.pack_into("<I", whole, 22, 1000)
        assert refusal(READ("f", bytes(whole))) == "CT-FILE-06"


def test_bytes_that_are_no_utf_8_are_replaced_with_a_warning() -> None:
    (only,) = READ("f", one("t").replace(b"q asks", b"q\xff"))
    conversation = only.parse()
    assert [w.code for w in conversation.warnings] == ["CT-PARSE-15"]
    assert conversation.tree.texts.preview(0) == "q\ufffd"
