"""What `verify` says of a file that is not as it was written: each change is named.

Must not know how frames are read.
"""

from __future__ import annotations

import json
import re

import pytest

from conversation_tree.export.readback import check_file
from tests.unit.export.making import NONCE, chain, export, text_of

WORDS = ["What is a tree?", "A connected graph\n\nwithout cycles.", "And a forest? 🌲", "Several trees."]
FRAME = re.compile(
    rf"(?P<heading>## \d+\. [^\n]*\n\n[^\n]*\n\n)<!-- ct {NONCE} .*?<!-- /ct {NONCE} \d+ -->\n\n", re.DOTALL
)


@pytest.fixture
def markdown() -> str:
    return text_of(export(chain(WORDS)))


@pytest.fixture
def exported_json() -> str:
    return text_of(export(chain(WORDS), "json"))


def said(text: str) -> set[str]:
    return {str(finding) for finding in check_file(text.encode()).findings}


def test_a_file_as_it_was_written_is_intact(markdown: str, exported_json: str):
    for text in (markdown, exported_json):
        report = check_file(text.encode())
        assert report.lines() == ["intact: 4 of 4 messages are as they were exported"]


def blocks(text: str) -> list[str]:
    return [match[0] for match in FRAME.finditer(text)]


class TestMarkdown:
    def test_a_letter_changed(self, markdown: str):
        assert said(markdown.replace("without cycles", "without bicycles")) == {"message 2 was edited"}
        assert said(markdown.replace("without cycles", "without cycleS")) == {"message 2 was edited"}

    def test_a_message_removed(self, markdown: str):
        report = check_file(markdown.replace(blocks(markdown)[2], "").encode())
        assert report.lines()[0] == "3 of 4 messages"
        assert report.of("missing") == [3]

    def test_two_swapped(self, markdown: str):
        _, second, third, _ = blocks(markdown)
        swapped = markdown.replace(second + third, third + second)
        assert check_file(swapped.encode()).of("reordered") == [3, 2]

    def test_one_doubled(self, markdown: str):
        second = blocks(markdown)[1]
        assert check_file(markdown.replace(second, second * 2).encode()).of("duplicated") == [2]

    def test_one_inserted_with_a_forged_frame(self, markdown: str):
        second = blocks(markdown)[1]
        forged = second.replace("id=m1", "id=mine")
        assert check_file(markdown.replace(second, second + forged).encode()).of("foreign") == [0]
        other = second.replace(NONCE, "abcabcabcabc")
        assert "a frame before message 3" in str(said(markdown.replace(second, second + other)))

    @pytest.mark.parametrize("kept", [0.3, 0.5, 0.8, 0.95])
    def test_cut_off(self, markdown: str, kept: float):
        report = check_file(markdown[: int(len(markdown) * kept)].encode())
        assert [finding.kind for finding in report.findings] == ["truncated"]

    def test_the_last_line_end_is_gone(self, markdown: str):
        assert not check_file(markdown[:-1].encode()).intact

    def test_something_after_the_end(self, markdown: str):
        assert said(markdown + "\n") == {"something that was not exported stands here: text after the end"}

    def test_the_header_edited(self, markdown: str):
        assert said(markdown.replace('title: "A title"', 'title: "B title"')) == {"the header was edited"}
        assert "the header was edited" in said(markdown.replace(f'frames: "{NONCE}"', 'frames: "x"'))

    def test_a_role_changed(self, markdown: str):
        changed = markdown.replace("id=m1 role=assistant", "id=m1 role=user")
        assert said(changed) == {"the role of message 2 was changed: user instead of assistant"}

    def test_an_id_changed(self, markdown: str):
        assert said(markdown.replace("id=m1 ", "id=m9 ", 1)) == {"the id of message 2 was changed"}

    def test_a_heading_changed(self, markdown: str):
        assert said(markdown.replace("## 2. Assistant", "## 2. User")) == {
            "the text around message 2 was edited"
        }

    def test_the_index_changed(self, markdown: str):
        lines = markdown.split("\n")
        at = next(n for n, line in enumerate(lines) if line.startswith("2 m1 assistant"))
        assert "the list of messages at the end was edited" in said(
            "\n".join([*lines[:at], lines[at].replace("assistant", "user"), *lines[at + 1 :]])
        )

    def test_the_hash_recomputed_for_an_edited_text(self, markdown: str):
        """An edit that keeps its own frame in step is still not what the index names."""
        from hashlib import sha256

        old, new = "Several trees.", "Several threes"
        forged = markdown.replace(old, new).replace(
            f"sha256={sha256(old.encode()).hexdigest()}", f"sha256={sha256(new.encode()).hexdigest()}"
        )
        assert said(forged) == {"message 4 was edited"}


class TestJson:
    def change(self, text: str, how) -> set[str]:
        value = json.loads(text)
        messages = value["normalised"]["messages"]
        how(messages)
        start, end = text.index('"messages":[') + len('"messages":['), text.index('],"threads"')
        dumped = ",\n".join(json.dumps(m, ensure_ascii=False, separators=(",", ":")) for m in messages)
        return said(f"{text[:start]}\n{dumped}{text[end:]}")

    def test_nothing_changed(self, exported_json: str):
        assert self.change(exported_json, lambda messages: None) == set()

    def test_a_letter_changed(self, exported_json: str):
        def edit(messages):
            messages[1]["text"] = messages[1]["text"].replace("cycles", "Cycles")

        assert self.change(exported_json, edit) == {"message 2 was edited"}

    def test_a_message_removed(self, exported_json: str):
        assert self.change(exported_json, lambda messages: messages.pop(2)) == {"message 3 is missing"}

    def test_two_swapped(self, exported_json: str):
        def swap(messages):
            messages[1], messages[2] = messages[2], messages[1]

        assert self.change(exported_json, swap) == {
            "message 2 is not in its place",
            "message 3 is not in its place",
        }

    def test_one_doubled(self, exported_json: str):
        assert self.change(exported_json, lambda messages: messages.insert(2, dict(messages[1]))) == {
            "message 2 is there more than once"
        }

    def test_one_inserted(self, exported_json: str):
        forged = {"n": 3, "id": "mine", "role": "user", "text": "x", "sha256": "y"}
        changed = self.change(exported_json, lambda messages: messages.insert(2, forged))
        assert [each.partition(":")[0] for each in changed] == ["something that was not exported stands here"]

    def test_a_role_changed(self, exported_json: str):
        assert self.change(exported_json, lambda messages: messages[1].update(role="user")) == {
            "the role of message 2 was changed: user instead of assistant"
        }

    def test_a_time_changed(self, exported_json: str):
        assert self.change(exported_json, lambda messages: messages[1].update(time="now")) == {
            "the header was edited"
        }

    def test_the_header_changed(self, exported_json: str):
        assert said(exported_json.replace('"title":"A title"', '"title":"B title"', 1)) == {
            "the header was edited"
        }

    def test_the_received_data_changed(self, exported_json: str):
        at = exported_json.index('\n"raw":')
        changed = exported_json[:at] + exported_json[at:].replace("A title", "B title")
        assert said(changed) == {"the received data were edited"}

    @pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
    def test_cut_off(self, exported_json: str, kept: float):
        report = check_file(exported_json[: int(len(exported_json) * kept)].encode())
        assert [finding.kind for finding in report.findings] == ["truncated"]
