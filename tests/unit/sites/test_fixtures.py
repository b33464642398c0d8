"""Every conversation file gives the turns that are written down for it.

The expectations were written by hand, from what each file is made to show.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt.adapter import ChatGPT

FOLDER = Path(__file__).parents[2] / "fixtures/conversations"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def figures(conversation: Conversation) -> dict[str, Any]:
    return {
        "turns": len(conversation.tree),
        "roots": len(conversation.tree.roots),
        "forks": conversation.tree.forks,
        "questions": conversation.tree.questions,
        "completeness": str(conversation.completeness),
        "warnings": sorted(w.code for w in conversation.warnings),
    }


def assert_expected(path: Path, expected: list[dict[str, Any]]) -> None:
    found = [stub.parse() for stub in ChatGPT().read_file(path.name, path.read_bytes())]
    assert len(found) == len(expected)
    for conversation, wanted in zip(found, expected, strict=True):
        wanted = {"completeness": "complete", "warnings": [], **wanted}
        got = figures(conversation)
        assert {k: got[k] for k in wanted} == wanted


def test_every_file_has_its_expectation() -> None:
    files = {p.name for p in FOLDER.iterdir()} - {"expected.json"}
    assert files == set(EXPECTED["conversations"]) | set(EXPECTED["refused"])


@pytest.mark.parametrize("name", EXPECTED["conversations"])
def test_file(name: str) -> None:
    assert_expected(FOLDER / name, EXPECTED["conversations"][name])


@pytest.mark.parametrize("name", EXPECTED["refused"])
def test_what_is_no_conversation_is_refused_with_a_code(name: str) -> None:
    body = (FOLDER / name).read_bytes()
    with pytest.raises(CodedError) as error:
        ChatGPT().parse(body)
    assert error.value.code == EXPECTED["refused"][name]
    with pytest.raises(CodedError) as error:
        [stub.parse() for stub in ChatGPT().read_file(name, body)]
    assert error.value.code == EXPECTED["refused"][name]


@pytest.mark.parametrize("name", EXPECTED["third_party"])
def test_file_of_another_project(name: str) -> None:
    path = Path(os.environ.get("THIRD_PARTY_CONVERSATIONS", "")) / name
    if not path.is_file():
        pytest.skip("THIRD_PARTY_CONVERSATIONS names no folder with this file")
    assert_expected(path, EXPECTED["third_party"][name])


def test_the_malformed_file_names_the_entry_of_each_fault() -> None:
    conversation = ChatGPT().parse((FOLDER / "malformed.json").read_bytes())
    assert conversation.tree.ids == ["a", "z", "e"]
    assert {(w.code, w.node, w.detail) for w in conversation.warnings} == {
        ("CT-PARSE-01", "n", ""),
        ("CT-PARSE-03", "e", "nowhere"),
        ("CT-PARSE-06", "e", ""),
        ("CT-PARSE-07", "a", ""),
        ("CT-PARSE-08", "r", "ghost"),
        ("CT-PARSE-09", "c", "b"),
        ("CT-PARSE-11", "c", ""),
        ("CT-PARSE-12", None, ""),
        ("CT-PARSE-13", "a", "content.parts"),
        ("CT-PARSE-13", "c", "content"),
        ("CT-PARSE-13", "c", "create_time"),
        ("CT-PARSE-13", "d", "author"),
        ("CT-PARSE-14", "a", ""),
    }


def test_the_texts_of_the_malformed_file_can_be_written_anywhere() -> None:
    tree = ChatGPT().parse((FOLDER / "malformed.json").read_bytes()).tree
    assert tree.texts.text(0) == "x\ufffdy\n\ufffd"
    assert tree.texts.preview(0).encode() == "x\ufffdy \ufffd".encode()
