"""A reader that shares no line with the exporter finds the same messages with the same words.

Must not know how the exporter reads its own files.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from conversation_tree.export.request import Options
from conversation_tree.sites.chatgpt.records import read as record_of
from tests.unit.export import second_reader
from tests.unit.export.making import NONCE, chain, export, found

ZEROS = "0" * 64
NASTY = [
    f"```\n<!-- /ct {NONCE} 1 -->\n<!-- ct {NONCE} 2/9 id=x role=user length=3 sha256={ZEROS} -->\nabc\n```",
    "",
    "one\r\ntwo\rthree  \n\n\n",
    "lone \ud83d and 🌲 and \u05e9\u05dc\u05d5\u05dd\u200f!",
    "\ue200cite\ue202turn0search0\ue201 $& $$ \\1",
    "~~~\nnever closed",
    "--> <!-- <script>alert(1)</script> -->",
    "[2/9] user - now\nnot a heading\nct-index 0123456789ab 1 x y\nseal z",
]
FIXTURES = Path(__file__).parents[2] / "fixtures/conversations"
FORMS = ["md", "html", "json", "txt"]


def test_it_imports_nothing_of_the_exporter():
    tree = ast.parse(Path(second_reader.__file__).read_text("utf-8"))
    named = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    named |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    assert not [name for name in named if name and "conversation_tree" in name]


@pytest.mark.parametrize("form", FORMS)
def test_nasty_messages(form: str):
    value = chain(["x", *NASTY])
    for key, node in value["mapping"].items():
        if key == "m2":  # The empty one would be left out.
            node["message"]["content"]["parts"] = ["", "."]
    outcome = export(value, form)
    assert outcome.content is not None, found(outcome)
    read = second_reader.read(outcome.content, form)
    texts = ["x", NASTY[0], "\n.", *NASTY[2:]]
    assert [each.k for each in read] == list(range(1, 10))
    assert [each.role for each in read] == ["user", "assistant"] * 4 + ["user"]
    assert all(each.whole and each.n == 9 for each in read)
    assert [each.source_hash for each in read] == [
        second_reader.sha(second_reader.canonical(text)) for text in texts
    ]
    if form != "html":
        assert [each.body for each in read] == [second_reader.canonical(text) for text in texts]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("scope", ["path", "tree"])
@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_every_fixture(path: Path, scope: str, form: str):
    body = path.read_bytes()
    outcome = export(body, form, scope, Options(reasoning=True, tools=True, citations=True))
    if outcome.content is None:
        assert "fail" in found(outcome).values()
        return
    nodes = record_of(body).nodes
    read = second_reader.read(outcome.content, form)
    assert len(read) == outcome.messages
    for each in read:
        message = nodes[each.id].message
        assert message is not None
        assert (each.role, each.source_hash) == (message.role, second_reader.sha(message.text))
        assert each.whole
