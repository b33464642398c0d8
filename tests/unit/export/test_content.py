"""What messages are made of survives: citations, code, formulas, images, documents, voice, other scripts.

Must not know how it is read or shown.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.export.request import Options, Picture
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.records import read
from tests.unit.export.making import chain, conversation, entry, export, found, message_of, text_of

FIXTURES = Path(__file__).parents[2] / "fixtures/conversations"
NOTES = Options(citations=True)


def fixture(name: str) -> bytes:
    return (FIXTURES / f"{name}.json").read_bytes()


def cited(text: str, *references: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    about = {"content_references": list(references), **metadata}
    return conversation([entry("q", None, "user", "ask"), entry("a", "q", "assistant", text, metadata=about)])


def reference(text: str, mark: str, nth: int = 0, **more: Any) -> dict[str, Any]:
    start = -1
    for _ in range(nth + 1):
        start = text.index(mark, start + 1)
    return {"matched_text": mark, "start_idx": start, "end_idx": start + len(mark), "type": "webpage"} | more


class TestCitations:
    MARK = "\ue200cite\ue202turn0search0\ue201"

    def test_they_become_numbered_footnotes(self):
        text = text_of(export(fixture("citations_pua"), options=NOTES))
        assert "Python is fine. [^1]\n" in text
        assert "\n[^1]: [Ex](<https://example.org>)\n" in text

    def test_by_default_the_text_is_what_was_received(self):
        outcome = export(fixture("citations_pua"))
        assert self.MARK[:6] in text_of(outcome)
        assert not outcome.transformed

    def test_the_blank_mark_of_the_source_list_is_left_alone(self):
        text = f"many words stay apart{self.MARK}"
        blank = {
            "matched_text": " ",
            "start_idx": len(text),
            "end_idx": len(text),
            "type": "sources_footnote",
        }
        value = cited(text, blank, reference(text, self.MARK, url="https://e.example", title="E"))
        assert "many words stay apart[^1]" in text_of(export(value, options=NOTES))

    def test_hyphens_and_dashes_survive_when_marks_go(self):
        value = cited("a-b \u2013 c \ue203bold\ue204 - d\ue20f")
        assert "a-b \u2013 c bold - d\n" in text_of(export(value, options=NOTES))

    def test_the_same_mark_twice_goes_by_index(self):
        text = f"one {self.MARK} two {self.MARK}"
        value = cited(
            text,
            reference(text, self.MARK, 1, url="https://b.example", title="B"),
            reference(text, self.MARK, 0, url="https://a.example", title="A"),
        )
        assert "one [^1] two [^2]" in text_of(export(value, options=NOTES))
        assert "[^1]: [A](<https://a.example>)" in text_of(export(value, options=NOTES))

    def test_indexes_in_utf_16_units_are_understood(self):
        text = f"🌲🌲 {self.MARK} and {self.MARK}"
        first = reference(text, self.MARK, 0, url="https://a.example", title="A")
        second = reference(text, self.MARK, 1, url="https://b.example", title="B")
        for each in (first, second):
            each["start_idx"] += 2
            each["end_idx"] += 2
        assert "🌲🌲 [^1] and [^2]" in text_of(export(cited(text, first, second), options=NOTES))

    def test_one_source_has_one_number(self):
        text = f"x {self.MARK} y {self.MARK}"
        both = [reference(text, self.MARK, n, url="https://a.example", title="A") for n in (0, 1)]
        assert "x [^1] y [^1]" in text_of(export(cited(text, *both), options=NOTES))

    def test_old_citations_with_brackets(self):
        text = "Found【7†source】."
        value = cited(
            text,
            citations=[{"start_ix": 5, "end_ix": 15, "metadata": {"title": "T", "url": "https://t.example"}}],
        )
        assert "Found[^1]." in text_of(export(value, options=NOTES))

    def test_notes_of_the_persons_own_keep_their_numbers(self):
        text = f"mine[^1] {self.MARK}\n\n[^1]: my note"
        value = cited(text, reference(text, self.MARK, url="https://a.example", title="A"))
        assert "mine[^1] [^source-1]" in text_of(export(value, options=NOTES))

    def test_an_entity_shows_its_name(self):
        value = cited('about \ue200entity\ue202["city","Paris","capital"]\ue201!')
        assert "about Paris!" in text_of(export(value, options=NOTES))

    def test_in_a_page_they_are_links(self):
        page = text_of(export(fixture("deep_research"), "html"))
        assert 'Claim one<sup><a href="#source-1">1</a></sup>.' in page
        assert '<li id="source-1" value="1"><a href="https://example.org"' in page

    def test_an_address_that_is_no_web_address_is_no_link(self):
        text = f"x {self.MARK}"
        value = cited(text, reference(text, self.MARK, url="javascript:alert(1)", title="<b>"))
        page = text_of(export(value, "html"))
        assert 'href="javascript' not in page
        assert '<li id="source-1" value="1">&lt;b&gt;</li>' in page


class TestFamilies:
    def test_a_document_written_beside_the_conversation(self):
        text = text_of(export(fixture("canvas")))
        assert "## 2. Assistant, document “Poem”" in text
        assert "\nRoses\n" in text

    def test_voice_keeps_what_was_said(self):
        text = text_of(export(fixture("voice")))
        assert "hello there\n[audio: " in text
        assert "Hi! How can I help?\n[audio: " in text

    def test_tools_and_thoughts_are_left_out_unless_wanted(self):
        assert "import matplotlib" not in text_of(export(fixture("python_sandbox")))
        text = text_of(export(fixture("python_sandbox"), options=Options(tools=True)))
        assert "```\nimport matplotlib\n```" in text

    def test_thoughts_are_folded(self):
        value = conversation([
            entry("q", None, "user", "ask"),
            entry("t", "q", "assistant", {"content_type": "thoughts", "thoughts": [{"content": "C"}]}),
            entry("a", "t", "assistant", "say"),
        ])  # fmt: skip
        for form in ("md", "html"):
            text = text_of(export(value, form, options=Options(reasoning=True)))
            assert "<details><summary>Reasoning</summary>" in text.split("ct-begin")[1]
        assert found(export(value, options=Options(reasoning=True))) == {}

    def test_a_fence_around_a_tool_is_longer_than_those_inside(self):
        value = conversation([
            entry("q", None, "user", "ask"),
            entry("c", "q", "assistant", {"content_type": "code", "text": "a\n````\nb"}, recipient="python"),
            entry("a", "c", "assistant", "say"),
        ])  # fmt: skip
        assert "`````\na\n````\nb\n`````" in text_of(export(value, options=Options(tools=True)))

    def test_an_image_is_named_by_its_file(self):
        outcome = export(fixture("image_gen"))
        assert "[image: in.png]\nmake it blue" in text_of(outcome)
        assert "sediment://" not in text_of(outcome)
        assert message_of(outcome, "V5") == "2 images are named, not saved in this file."

    @pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
    def test_what_is_drawn_is_what_is_written(self, path: Path):
        """The messages that the tree shows are those that a whole export holds, documents apart."""
        body = path.read_bytes()
        try:
            tree = ChatGPT().parse(body).tree
        except Exception as error:  # noqa: BLE001
            pytest.skip(str(error))
        nodes = read(body).nodes
        written = {k for k, n in nodes.items() if n.message is not None and not n.message.skip}
        plain = {k for k in written if nodes[k].message.form == "prose" and not nodes[k].message.unknown}  # type: ignore[union-attr]
        drawn = {message for ids in tree.message_ids for message in ids}
        assert plain <= drawn
        stand_ins = {tree.ids[i] for i in range(len(tree)) if tree.ids[i] not in written}
        assert all(nodes[key].message.skip in {"tool", "reasoning"} for key in stand_ins)  # type: ignore[union-attr]


class TestImages:
    PNG = b"\x89PNG\r\n\x1a\n"

    def page(self, *pictures: Picture) -> Any:
        pointers = ["sediment://file_00000000aaaa", "sediment://file_00000000bbbb"]
        return export(fixture("image_gen"), "html", pictures=dict(zip(pointers, pictures, strict=False)))

    def test_embedded(self):
        outcome = self.page(Picture(self.PNG, "image/png"), Picture(self.PNG, "image/png"))
        assert (outcome.verdict, found(outcome)) == ("verified", {})
        assert text_of(outcome).count('src="data:image/png;base64,iVBORw0KGgo="') == 2

    @pytest.mark.parametrize(
        ("picture", "reason"),
        [
            (Picture(reason="expired"), "expired"),
            (Picture(reason="refused"), "refused"),
            (Picture(b"x" * 5_000_001, "image/png"), "too large"),
            (Picture(b"<svg/>", "image/svg+xml"), "not an image of a kind that is safe to embed"),
        ],
    )
    def test_a_placeholder_says_why(self, picture: Picture, reason: str):
        outcome = self.page(Picture(self.PNG, "image/png"), picture)
        assert (outcome.verdict, found(outcome)) == ("incomplete", {"V5": "incomplete"})
        assert message_of(outcome, "V5") == f"1 of 2 images could not be saved: {reason} 1."
        assert f"[image: file_00000000bbbb] ({reason})" in text_of(outcome)


class TestPage:
    def shown(self, text: str, role: str = "assistant") -> str:
        texts = ["ask", text] if role == "assistant" else [text, "say"]
        page = text_of(export(chain(texts), "html"))
        return page.split("ct-begin")[1].split("<script")[0]

    def test_formulas_are_mathml_and_code_is_not(self):
        shown = self.shown("\\(x^2\\) and `\\(y\\)`\n\n```\n\\[z\\]\n```\n\n\\[\na_1\n\\]\n")
        assert shown.count("<math") == 2
        assert '<code dir="ltr">\\(y\\)</code>' in shown
        assert "<code>\\[z\\]\n</code>" in shown

    def test_a_formula_that_cannot_be_read_stays_as_it_was_written(self):
        assert '<code dir="ltr">\\(\\frac{\\)</code>' in self.shown("so \\(\\frac{\\) it is")
        deep = "{" * 500 + "}" * 500
        assert f"\\({deep}\\)" in self.shown(f"so \\({deep}\\) it is")

    def test_a_formula_holds_no_link(self):
        assert (
            "javascript"
            not in self.shown("\\(\\href{javascript:alert(1)}{x}\\)")
            .replace("</code>", "")
            .split("<math")[-1]
            .split("<code")[0]
        )

    def test_tables_lists_and_nested_fences(self):
        shown = self.shown("| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n\n````md\n```\ninner\n```\n````\n")
        assert "<table>" in shown
        assert "<td>1</td>" in shown
        assert shown.count("<li>") == 2
        assert "<code>```\ninner\n```\n</code>" in shown

    def test_markup_of_others_stays_text(self):
        shown = self.shown('<script>alert(1)</script> ![x](https://e.example/p.png) <img src=x onerror="y">')
        assert "<script>" not in shown
        assert "<img" not in shown
        assert '<a href="https://e.example/p.png" rel="noopener noreferrer">[image: x]</a>' in shown
        assert "href" not in self.shown("[x](javascript:alert(1)) [y](sandbox:/mnt/data/f)")

    def test_a_persons_text_is_line_for_line(self):
        shown = self.shown("# no heading\n  two <b>blanks</b>\n\n\n\nend", "user")
        assert '<div class="plain"># no heading\n  two &lt;b&gt;blanks&lt;/b&gt;</div>' in shown

    def test_each_block_has_its_own_direction(self):
        hebrew = "\u05e9\u05dc\u05d5\u05dd"
        shown = self.shown(
            f"`code first` {hebrew} words\n\nEnglish here\n\n[link](https://e.example) {hebrew}"
        )
        assert shown.count('<p dir="rtl">') == 2
        assert "<p>English here</p>" in shown
        assert f'<p dir="rtl">{hebrew}</p>' in self.shown(hebrew)
        assert '<div class="plain" dir="rtl">' in self.shown(hebrew, "user")

    def test_the_title_is_text(self):
        page = text_of(export(chain(["a", "b"], title='</title><script>x</script>"&'), "html"))
        assert "<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;&quot;&amp;</title>" in page

    def test_the_island_cannot_be_left(self):
        page = text_of(export(chain(["a", "</script><script>alert(1)</script>\u2028"]), "html"))
        assert page.count("<script") == page.count("</script>") == 1
        island = json.loads(page.split('id="conversation">')[1].split("</script>")[0])
        assert island["messages"][1]["text"] == "</script><script>alert(1)</script>\u2028"


class TestScopes:
    TREE = conversation([
        entry("q", None, "user", "ask"),
        entry("a", "q", "assistant", "first"),
        entry("b", "q", "assistant", "second"),
        entry("r", "b", "user", "more"),
        entry("p", "r", "assistant", "preamble"),
        entry("s", "p", "assistant", "end"),
    ])  # fmt: skip

    def texts(self, scope: str) -> list[str]:
        value = json.loads(text_of(export(self.TREE, "json", scope)))
        return [message["text"] for message in value["normalised"]["messages"]]

    def test_the_four(self):
        assert self.texts("path") == ["ask", "second", "more", "preamble", "end"]
        assert self.texts("path:a") == ["ask", "first"]
        assert self.texts("subtree:r") == ["more", "preamble", "end"]
        assert self.texts("tree") == ["ask", "first", "second", "more", "preamble", "end"]

    def test_a_subtree_begins_with_the_whole_answer(self):
        assert self.texts("subtree:s") == ["preamble", "end"]
        assert self.texts("subtree:b") == ["second", "more", "preamble", "end"]

    def test_a_tree_names_its_branches_and_leads_to_them(self):
        text = text_of(export(self.TREE, scope="tree"))
        assert "## 3. Assistant (branch 2 of 2)" in text
        assert "Continues in: [branch 1 of 2](#message-2), [branch 2 of 2](#message-3)" in text
        assert '<a id="message-3"></a>' in text
        page = text_of(export(self.TREE, "html", scope="tree"))
        assert '<a href="#message-3">branch 2 of 2</a>' in page
        assert 'id="message-3"' in page
