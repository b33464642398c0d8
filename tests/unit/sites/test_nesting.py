"""Nesting over 500 levels is refused before anything parses it, exactly there and at no cost on the way."""

from __future__ import annotations

import json

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.sites.chatgpt import nesting
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import mapping, payload


def nested(levels: int, opening: bytes = b"[", closing: bytes = b"]", inside: bytes = b"") -> bytes:
    return opening * levels + inside + closing * levels


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        (b"1", 0),
        (b'"[[["', 0),
        (b"[]", 1),
        (b"{}", 1),
        (b"[[],[[]],[]]", 3),
        (b'{"a":{"b":[1,{"c":[]}]}}', 5),
        (b'["]]]]",[["[[[["]]]', 3),
        (b'["\\"[[[",[]]', 2),
        (b'["\\\\",[[]]]', 3),
        (b'["\\\\\\"[",[]]', 2),
        (b'["a\\\\","[",[]]', 2),
        (b'["",[""],"[","",["]"]]', 2),
        (b"[" * 40 + b"]" * 39, 40),
        (b"]]][[", 0),
        (nested(30), 30),
        (nested(600), 600),
        (nested(300, b'{"a":', b"}", b"1"), 300),
    ],
)
def test_the_depth_counts_brackets_outside_texts(text: bytes, depth: int) -> None:
    assert nesting.depth(text) == depth


def test_a_wide_text_is_not_deep() -> None:
    assert nesting.depth(b"[" + b"[[]],{}," * 100_000 + b"1]") == 3


def test_a_comb_is_as_deep_as_its_longest_tooth() -> None:
    comb = b"[" + b",".join(nested(n) for n in range(1, 400)) + b"]"
    assert nesting.depth(comb) == 400


@pytest.mark.parametrize(("levels", "refused"), [(500, False), (501, True)])
def test_the_limit(levels: int, refused: bool) -> None:
    wide = b"[" + b"[]," * 600 + nested(levels - 1) + b"]"
    if refused:
        with pytest.raises(CodedError) as error:
            nesting.check(wide)
        assert error.value.code == "CT-FILE-03"
    else:
        nesting.check(wide)


def test_whoever_has_counted_these_very_bytes_is_believed() -> None:
    body, same = nested(501), nested(501)
    with nesting.counted(body, 500):
        nesting.check(body)
        with pytest.raises(CodedError):
            nesting.check(same)
    with pytest.raises(CodedError):
        nesting.check(body)
    flat = nested(3)
    with nesting.counted(flat, 501), pytest.raises(CodedError):
        nesting.check(flat)


def test_brackets_in_texts_do_not_count() -> None:
    nesting.check(json.dumps(["[{" * 10_000]).encode())


@pytest.mark.parametrize("field", ["metadata", "unknown", "parts", "text"])
@pytest.mark.parametrize("entries", [1, 200])
def test_a_conversation_nested_too_deep_is_refused_wherever_it_is(field: str, entries: int) -> None:
    outline = "\n".join(f"m{i} user" for i in range(entries))
    body = payload(mapping(outline))
    for spot in (b"m0 asks", b"m%d asks" % (entries // 2), b"m%d asks" % (entries - 1)):
        # The text is at level 6 when the list of parts is counted: mapping, entry, message, content, parts.
        deep = body.replace(b'"' + spot + b'"', b'"x",' + nested(495))
        assert nesting.depth(deep) == 501
        with pytest.raises(CodedError) as error:
            ChatGPT().parse(deep)
        assert error.value.code == "CT-FILE-03"
        flat = body.replace(b'"' + spot + b'"', b'"x",' + nested(494))
        assert len(ChatGPT().parse(flat).tree) == entries


def test_a_hundred_thousand_levels_harm_nobody() -> None:
    for text in (nested(100_000), nested(100_000, b'{"mapping":', b"}", b"{}"), b"[" * 100_000):
        with pytest.raises(CodedError) as error:
            ChatGPT().parse(text)
        assert error.value.code == "CT-FILE-03"
