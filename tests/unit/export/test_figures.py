"""The report of an export: what it counts, and that it holds nobody's words.

Must not know how the figures are got.
"""

from __future__ import annotations

from conversation_tree.export.figures import lines
from tests.unit.export.making import chain, conversation, entry, export


def test_what_it_counts():
    value = conversation(
        [
            entry("q", None, "user", "ask"),
            entry("a", "q", "assistant", "one"),
            entry("b", "q", "assistant", "two"),
            entry("c", "b", "assistant", {"content_type": "widget"}),
        ]
    )
    figures = export(value).figures
    wanted = {"entries": "4", "roots": "1", "leaves": "2", "forks": "1", "orphans": "0", "loops": "0"}
    assert wanted.items() <= figures.items()
    assert figures["content_types"] == "text 3, unknown widget 1"
    assert figures["exported"] == "user 1, assistant 2"
    assert figures["other_branches"] == "1 messages on 1"


def test_a_stopped_export_says_how_far_it_came():
    value = chain(["a", "b"])
    del value["current_node"]
    figures = export(value).figures
    assert figures["entries"] == "3"
    assert "current" not in figures
    assert export(b"<html>").figures == {}


def test_it_holds_no_words_and_no_title():
    secret = "TELLTALE/secret?"
    value = chain([f"{secret} one", f"```\n{secret}"], title=secret)
    value["mapping"]["m1"]["message"]["metadata"]["attachments"] = [{"id": "x", "name": secret}]
    outcome = export(value)
    report = lines(outcome.figures, outcome.checks)
    assert not [line for line in report if "TELLTALE" in line]
    assert [line for line in report if line.startswith("V9 note")]
    assert len(report) == len(outcome.figures) + len(outcome.checks)
