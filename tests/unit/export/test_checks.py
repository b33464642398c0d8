"""Each check of the four stages: what makes it speak, how heavily, and with which words.

Must not know how a check is made.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.export.checks import MESSAGES, ORDER, SEVERITY
from conversation_tree.export.pipeline import Progress
from conversation_tree.export.pipeline import export as steps_of
from conversation_tree.export.request import Receipt, Request
from conversation_tree.sites.chatgpt.records import read
from tests.unit.export.making import chain, conversation, entry, export, found, message_of, text_of


def answer(**how: Any) -> dict[str, Any]:
    return {"source": "api", "wanted": "11111111-2222-3333-4444-555555555555", **how}


def test_every_check_has_a_message_and_a_weight():
    assert {text.partition("-")[0] for text in MESSAGES} == set(ORDER) == set(SEVERITY)


def test_a_healthy_conversation_has_nothing_to_say():
    outcome = export(chain(["a", "b"]), receipt=answer())
    assert (outcome.verdict, outcome.label, found(outcome)) == ("verified", "VERIFIED", {})
    assert [check.id for check in outcome.checks] == list(ORDER)
    assert {check.outcome for check in outcome.checks} == {"pass"}


class TestReceive:
    @pytest.mark.parametrize(
        ("how", "message"),
        [
            ({"status": 401}, "Signed out or no access"),
            ({"status": 403}, "Signed out or no access"),
            ({"status": 404, "auth_code": True}, "Signed out or no access"),
            ({"status": 404}, "The conversation was not found"),
            ({"status": 429, "retry_after": 30}, "Rate limited, try again in 30 s"),
            ({"status": 503}, "The site answered 503"),
        ],
    )
    def test_another_status_than_200(self, how: dict[str, Any], message: str):
        outcome = export(b"", receipt=answer(**how))
        assert (outcome.verdict, outcome.content) == ("stopped", None)
        assert message_of(outcome, "R2") == message
        assert next(c for c in outcome.checks if c.id == "U1").outcome == "not run"

    @pytest.mark.parametrize("body", [b"<html>", b"", b"[1, 2]", b'{"a":'])
    def test_what_is_no_object(self, body: bytes):
        outcome = export(body, receipt=answer())
        assert message_of(outcome, "R3").startswith(f"The answer was not readable data ({len(body)} bytes")

    def test_another_conversation_than_asked_for(self):
        assert found(export(chain(["a"]), receipt=answer(wanted="another"))) == {"R4": "fail"}

    def test_the_page_has_moved_on_meanwhile(self):
        outcome = export(chain(["a"]), receipt=answer(open_now="another"))
        assert message_of(outcome, "R4") == "The page moved to another conversation during the export."

    def test_an_answer_still_being_written(self):
        value = chain(["ask", "half an ans"])
        value["mapping"]["m1"]["message"]["status"] = "in_progress"
        outcome = export(value)
        assert (outcome.verdict, found(outcome)) == ("incomplete", {"R5": "incomplete"})
        assert outcome.name.endswith(".incomplete.md")
        first = text_of(outcome).split("\n", 1)[0]
        assert first == "<!-- INCOMPLETE: The last answer is still being written. -->"
        for form in ("html", "json", "txt"):
            assert "INCOMPLETE: The last answer" in text_of(export(value, form)).split("\n", 1)[0]

    def test_the_page_shows_another_branch(self):
        value = conversation(
            [
                entry("q", None, "user", "ask"),
                entry("a", "q", "assistant", "A"),
                entry("b", "q", "assistant", "B"),
            ],
            current="b",
        )
        outcome = export(value, receipt=answer(leaf_on_page="a"))
        assert found(outcome)["R6"] == "note"
        assert "\nA\n" in text_of(outcome)
        assert "\nB\n" not in text_of(outcome)
        assert "exporting the data" in message_of(export(value, receipt=answer(leaf_on_page="x")), "R6")
        assert "R6" not in found(export(value, receipt=answer(leaf_on_page="b")))

    def test_no_answer(self):
        outcome = export(b"", receipt=answer(waited=60))
        assert message_of(outcome, "R8") == "No answer after 60 s. Nothing was exported."


class TestUnderstand:
    def test_no_map(self):
        assert found(export({"title": "x"})) == {"U1": "fail"}
        assert found(export({"mapping": {}})) == {"U1": "fail"}

    def test_a_key_that_differs_from_the_id(self):
        value = chain(["a", "b"])
        value["mapping"]["m1"]["id"] = "else"
        assert message_of(export(value), "U2") == "1 nodes carry a different id."

    def test_two_starts(self):
        value = conversation([entry("q", None, "user", "a"), entry("r", None, "user", "b")], current="r")
        outcome = export(value)
        assert message_of(outcome, "U3") == "2 starts; using the one above the current message."
        assert outcome.messages == 1

    def test_no_start(self):
        value = conversation([entry("q", "r", "user", "a"), entry("r", "q", "assistant", "b")])
        assert found(export(value))["U3"] == "fail"

    def test_a_missing_parent_off_the_path_is_a_note(self):
        value = conversation(
            [entry("q", None, "user", "a"), entry("z", "gone", "user", "elsewhere")], current="q"
        )
        outcome = export(value)
        assert outcome.verdict == "verified"
        assert {"U4", "U7"} <= found(outcome).keys()
        whole = export(value, scope="tree")
        assert (whole.verdict, found(whole)["C7"]) == ("incomplete", "incomplete")
        assert "elsewhere" in text_of(whole)

    def test_a_loop_off_the_path_is_a_note(self):
        value = conversation(
            [entry("q", None, "user", "a"), entry("x", "y", "user", "b"), entry("y", "x", "user", "c")],
            current="q",
        )
        outcome = export(value)
        assert (outcome.verdict, found(outcome)["U6"]) == ("verified", "note")
        assert export(value, scope="tree").messages == 3

    def test_a_child_listed_twice_and_one_that_is_missing(self):
        value = chain(["a", "b"])
        value["mapping"]["m0"]["children"] = ["m1", "m1", "ghost"]
        assert message_of(export(value), "U5") == "2 links disagree."

    def test_unknown_content_is_kept_as_it_came(self):
        value = conversation(
            [
                entry("q", None, "user", "a"),
                entry("w", "q", "assistant", {"content_type": "super_widget", "x": [1]}),
            ]
        )
        outcome = export(value)
        assert outcome.verdict == "incomplete"
        assert message_of(outcome, "U8") == 'Unknown content "super_widget" in message 2: raw data kept.'
        assert found(outcome)["V6"] == "incomplete"
        assert '"super_widget"' in text_of(outcome).split("ct-begin")[1]

    def test_broken_characters(self):
        outcome = export(chain(["a \ud800 b", "c"]))
        assert message_of(outcome, "U9") == "1 broken characters replaced."
        assert "a \ufffd b" in text_of(outcome)


class TestReconstruct:
    def test_newer_messages_below(self):
        value = chain(["a", "b", "c"], current="m0")
        assert message_of(export(value), "C3") == "Newer messages exist below the current one (2)."

    def test_every_entry_is_written_or_has_a_reason(self):
        value = conversation(
            [
                {"id": "r", "parent": None, "children": [], "message": None},
                entry("s", "r", "system", "be good"),
                entry("h", "s", "user", "secret", metadata={"is_visually_hidden_from_conversation": True}),
                entry("q", "h", "user", "ask"),
                entry("t", "q", "assistant", {"content_type": "thoughts", "thoughts": [{"content": "hm"}]}),
                entry("c", "t", "assistant", {"content_type": "code", "text": "1+1"}, recipient="python"),
                entry("o", "c", "tool", {"content_type": "execution_output", "text": "2"}),
                entry("e", "o", "assistant", " "),
                entry("a", "e", "assistant", "two"),
            ]
        )
        text = text_of(export(value))
        assert 'skipped: "empty 2, system 1, hidden 1, reasoning 1, tool 2"' in text
        assert "secret" not in text

    def test_nothing_to_export(self):
        assert found(export(chain([" "]))) == {"C5": "fail"}

    def test_times_that_go_back(self):
        value = chain(["a", "b", "c"])
        value["mapping"]["m1"]["message"]["create_time"] = 1.0
        assert message_of(export(value), "C6") == "1 messages are out of time order; link order kept."

    def test_other_branches_are_counted(self):
        value = conversation(
            [
                entry("q", None, "user", "a"),
                entry("x", "q", "assistant", "b"),
                entry("y", "q", "assistant", "c"),
            ]
        )
        assert message_of(export(value), "C7") == "1 messages on 1 other branches are not in this file."

    def test_a_page_of_one_branch(self):
        page = {"title": "Paged", "current_node": "b", "messages": [
            {"id": "a", "author": {"role": "user"}, "content": {"parts": ["ask"]}},
            {"id": "b", "author": {"role": "assistant"}, "content": {"parts": ["say"]}},
        ]}  # fmt: skip
        outcome = export(page)
        assert (outcome.verdict, found(outcome)) == ("verified", {"C7": "note"})
        earlier = export(page | {"page_info": {"has_previous_page": True}})
        assert (earlier.verdict, found(earlier)["U4"]) == ("incomplete", "incomplete")
        assert export(page, scope="tree").verdict == "incomplete"

    def test_a_scope_that_names_nothing(self):
        assert (
            message_of(export(chain(["a"]), scope="path:x"), "C1")
            == "The message x is not in this conversation."
        )


class TestVerify:
    def test_an_open_code_block_is_closed_outside_its_message(self):
        outcome = export(chain(["ask", "````py\nx = 1\n```"]))
        assert message_of(outcome, "V3") == "An unclosed code block was closed in message 2."
        assert "<!-- /ct 0123456789ab 2 -->\n````\n" in text_of(outcome)

    def test_a_citation_without_its_source(self):
        value = chain(["ask", "so \ue200cite\ue202turn0search0\ue201."])
        assert found(export(value)) == {}
        outcome = export(value, "html")
        assert message_of(outcome, "V4") == "1 citation marks could not be resolved."
        assert "so ." in text_of(outcome).split("ct-begin")[1].split("<script")[0]

    def test_a_changed_name_is_told(self):
        outcome = export(chain(["a", "b"], title="a/b: c?"))
        assert (outcome.name, found(outcome)) == ("2026-09-21 ab c.md", {"V9": "note"})

    def test_a_source_that_changes_meanwhile(self, monkeypatch: pytest.MonkeyPatch):
        from conversation_tree.export import pipeline

        hashes = iter([("0" * 64, "1" * 64), ("0" * 64, "2" * 64)])
        monkeypatch.setattr(pipeline, "hashes_of", lambda _: next(hashes))
        assert found(export(chain(["a", "b"])))["V1"] == "fail"

    @pytest.mark.parametrize("form", ["md", "html", "json", "txt"])
    def test_a_writer_that_makes_a_mistake_is_caught(self, form: str, monkeypatch: pytest.MonkeyPatch):
        from conversation_tree.export import pipeline

        right = pipeline.writer_for

        def wrong(name: str) -> Any:
            def write(material: Any) -> Any:
                text = yield from right(name)(material)
                return text.replace("an answer", "no answer", 1)

            return write

        monkeypatch.setattr(pipeline, "writer_for", wrong)
        outcome = export(chain(["ask", "an answer"]), form)
        assert (outcome.verdict, outcome.content) == ("stopped", None)
        assert message_of(outcome, "V2") == "Message 2 reads back differently."

    def test_a_page_that_would_load_something_is_not_kept(self, monkeypatch: pytest.MonkeyPatch):
        from conversation_tree.export import html

        monkeypatch.setattr(html, "plain_blocks", lambda text: f'<img src="https://e.example/{text}">')
        assert found(export(chain(["ask", "say"]), "html"))["V7"] == "fail"

    def test_a_header_that_reads_back_differently(self, monkeypatch: pytest.MonkeyPatch):
        from conversation_tree.export import header

        monkeypatch.setattr(header, "quoted", lambda text: f'"{text}!"')
        assert found(export(chain(["ask", "say"])))["V8"] == "fail"


class TestSteps:
    def test_an_export_can_be_left_between_two_steps(self):
        steps = steps_of(
            Receipt(json.dumps(chain(["word"] * 1000)).encode()), Request(nonce="0123456789ab"), read
        )
        seen = [next(steps) for _ in range(6)]
        assert all(isinstance(each, Progress) for each in seen)
        assert [each.stage for each in seen[:4]] == ["receive", "understand", "reconstruct", "verify"]
        assert 0 < seen[-1].done < seen[-1].of == 1000
        steps.close()

    def test_durations_come_from_the_callers_clock(self):
        ticks = iter(range(1000))
        from conversation_tree.export.pipeline import run

        outcome = run(
            Receipt(json.dumps(chain(["a", "b"])).encode()), Request(), read, lambda: next(ticks) / 1000
        )
        assert {check.ms for check in outcome.checks} == {1.0}


def test_no_message_holds_words_of_the_conversation():
    """But a title, in the file's new name."""
    outcome = export(chain(["TELLTALE " * 3, "```\nTELLTALE"], title="t"), receipt=answer(leaf_on_page="x"))
    assert not [check for check in outcome.checks if "TELLTALE" in check.message]
