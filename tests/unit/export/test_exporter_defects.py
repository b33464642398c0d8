"""Ten defects found in another exporter, each as a test of ours, named as in the list of them.

Must not know how the export is made.
"""

from __future__ import annotations

import copy
import json

import pytest

from conversation_tree.export.header import parse_front_matter
from conversation_tree.export.names import file_name
from conversation_tree.export.readback import check_file
from conversation_tree.export.request import Options
from tests.unit.export.making import chain, conversation, entry, export, found, message_of, text_of

FORMS = ["md", "html", "json", "txt"]


def test_x1_the_source_is_not_altered_by_writing_it():
    value = conversation(
        [
            entry("q", None, "user", "ask"),
            entry("a", "q", "assistant", "AAA"),
            entry("b", "a", "assistant", "BBB"),
        ]
    )
    before = copy.deepcopy(value)
    for form in FORMS:
        export(value, form)
    assert value == before
    exported = json.loads(text_of(export(value, "json")))
    assert exported["raw"] == before
    assert [m["text"] for m in exported["normalised"]["messages"]] == ["ask", "AAA", "BBB"]


def test_x2_a_missing_parent_stops_instead_of_losing_the_beginning():
    value = chain(["one", "two", "three"])
    del value["mapping"]["m0"]
    outcome = export(value)
    assert outcome.verdict == "stopped"
    assert message_of(outcome, "U4") == "Message m1 points to a missing one: the beginning would be lost."


def test_x3_without_a_current_node_nothing_is_guessed():
    value = conversation(
        [
            entry("q", None, "user", "ask"),
            entry("a", "q", "assistant", "old"),
            entry("b", "q", "assistant", "new"),
        ]
    )
    del value["current_node"]
    outcome = export(value)
    assert outcome.verdict == "stopped"
    assert message_of(outcome, "C1") == "The data does not say which branch is current. Choose one."
    assert "new" in text_of(export(value, scope="path:b"))


def test_x4_a_loop_of_parents_ends():
    value = chain(["one", "two", "three"])
    value["mapping"]["m0"]["parent"] = "m2"
    outcome = export(value)
    assert (outcome.verdict, found(outcome)["U6"]) == ("stopped", "fail")


def test_x5_dashes_and_blanks_stay_what_they_are():
    text = "em — en – minus \u2212 hyphen - and\u00a0a blank that does not break"
    for form in FORMS:
        assert text in text_of(export(chain(["ask", text]), form))


def test_x6_dollars_in_a_page_stay():
    text = "It costs $$5.. and $& and $1 and `$$x$$`"
    page = text_of(export(chain(["ask", text]), "html"))
    assert "$&amp; and $1 and" in page
    assert '<code dir="ltr">$$x$$</code>' in page


def test_x7_a_title_with_a_replacement_pattern():
    title = "$& $1 \\1 {title} %s"
    text = text_of(export(chain(["a", "b"], title=title)))
    assert parse_front_matter(text)["title"] == title


def test_x8_fences_and_formulas_in_one_message():
    text = "Code `/\\[x\\]/` and \\(a_b*c\\)\n\n```js\n/\\[x\\]/\n```\n\\[y_1\\]"
    assert text in text_of(export(chain(["ask", text])))
    shown = text_of(export(chain(["ask", text]), options=Options(dollars=True)))
    assert "Code `/\\[x\\]/` and $a_b*c$\n\n```js\n/\\[x\\]/\n```\n$$y_1$$" in shown


@pytest.mark.parametrize("title", ["CON", "..", "a/b\\c:d", "", "nul.txt"])
def test_x9_a_name_is_legal_everywhere(title: str):
    name, _ = file_name(title, "", "0123456789", "md")
    assert name not in {".md", "CON.md", "..md"}
    assert not set('<>:"/\\|?*') & set(name)
    assert not name.lower().startswith(("con.", "nul."))


def test_x10_without_an_id_in_the_address_nothing_is_exported():
    outcome = export(chain(["a", "b"]), receipt={"source": "api", "wanted": ""})
    assert (outcome.verdict, outcome.content) == ("stopped", None)
    assert message_of(outcome, "R1") == "No conversation is open. Open one and try again."


@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_is_intact(form: str):
    content = export(chain(["ask $&", "```\nopen"]), form).content
    assert content is not None
    assert check_file(content).intact
