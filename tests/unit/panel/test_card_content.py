"""What stands in a card, for turns of every kind, in three languages.

Must not know when a card is shown; `test_cards` does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from conversation_tree.model import About, Tree
from conversation_tree.panel.card import ATTRIBUTES, TAGS, difference
from conversation_tree.panel.card_content import MOST_BRANCHES, CardContent, Shown
from conversation_tree.panel.changes import Change
from conversation_tree.panel.dates import date_text
from conversation_tree.panel.texts import Texts
from conversation_tree.scene.build import Item
from tests.builders import tree_from

LOCALES = {p.parent.name: json.loads(p.read_text("utf-8")) for p in Path("_locales").glob("*/messages.json")}
NOON = 1_793_620_800.0  # 2 November 2026, 12:00 UTC
PARIS = [[1_774_778_400.0, 120], [1_792_929_600.0, 60]]
"""Summer time from 29 March 2026, winter time from 25 October 2026."""


@dataclass
class Told:
    """Words of turns, and what else there is to say of them."""

    words: Sequence[str]
    said: dict[int, About] = field(default_factory=dict)

    def preview(self, index: int) -> str:
        return self.words[index][:120]

    def text(self, index: int) -> str:
        return self.words[index]

    def about(self, index: int) -> About:
        return self.said.get(index, About())


def forked(**said: About) -> Tree:
    """A question with three answers; the second goes on."""
    tree = tree_from([-1, 0, 0, 2, 0])
    words = ["Where to?", "The sea.", "The hills.", "Which ones?", ""]
    return replace(tree, texts=Told(words, {int(k.removeprefix("t")): v for k, v in said.items()}))


def content(tree: Tree | None = None, language: str = "en", **more: object) -> CardContent:
    return CardContent(Texts(LOCALES, language), tree or forked(), **more)  # type: ignore[arg-type]


def card(index: int, made: CardContent | None = None, **shown: object) -> Item:
    made = made or content()
    return made.card(Shown(made.tree.ids[index], **shown), index, (), ())  # type: ignore[arg-type]


def part(item: Item, name: str) -> Item:
    return next(c for c in item.children if c.key.endswith(f"/{name}"))


def words(item: Item) -> str:
    """What is read, hidden parts left out."""
    if "hidden" in item.attributes:
        return ""
    return " ".join(filter(None, [item.text or "", *(words(c) for c in item.children)]))


class TestWhoAndWhen:
    @pytest.mark.parametrize(
        ("language", "expected"),
        [
            ("en", "ChatGPT · branch 2 of 3"),
            ("fr", "ChatGPT · branche 2 sur 3"),
            ("zh_CN", "ChatGPT · 分支 2 / 3"),
        ],
    )
    def test_a_variant_says_which_of_how_many(self, language: str, expected: str) -> None:
        assert words(part(card(2, content(language=language)), "title")) == expected

    def test_a_turn_that_is_alone_has_no_branch(self) -> None:
        assert words(part(card(0), "title")) == "You"

    @pytest.mark.parametrize(
        ("language", "expected"),
        [
            ("en", "2 Nov 2026, 13:00 · gpt-5"),
            ("fr", "2 nov. 2026, 13:00 · gpt-5"),
            ("zh_CN", "2026 年 11 月 2 日 13:00 · gpt-5"),
        ],
    )
    def test_date_and_model_when_known(self, language: str, expected: str) -> None:
        tree = forked(t1=About(model="gpt-5"))
        tree.create_times[1] = NOON
        assert words(part(card(1, content(tree, language, offsets=PARIS)), "meta")) == expected

    def test_neither_when_neither_is_known(self) -> None:
        assert words(part(card(1), "meta")) == ""

    @pytest.mark.parametrize(
        ("when", "offsets", "expected"),
        [
            (NOON, [], "2 Nov 2026, 12:00"),
            (NOON - 40 * 86_400, PARIS, "23 Sep 2026, 14:00"),  # in summer time
            (1_600_000_000, PARIS, "13 Sep 2020, 14:26"),  # before the first offset known
            (NOON, [[0, -300]], "2 Nov 2026, 7:00"),
            (NOON, [[0, 765]], "3 Nov 2026, 0:45"),
            (None, PARIS, ""),
            (-5, PARIS, ""),
            (1e300, PARIS, ""),
        ],
    )
    def test_the_time_is_that_of_the_persons_clocks_on_that_day(
        self, when: float | None, offsets: list[list[float]], expected: str
    ) -> None:
        assert date_text(when, offsets, Texts(LOCALES, "en")) == expected


class TestTheWords:
    def test_the_first_words_have_a_direction_of_their_own(self) -> None:
        found = part(card(1), "words")
        assert (found.text, found.attributes["dir"]) == ("The sea.", "auto")

    def test_a_passage_of_the_search_is_marked(self) -> None:
        made = content(passage=lambda index: ("The ", "sea", ".") if index == 1 else None)
        found = part(card(1, made), "words")
        assert [(c.tag, c.text) for c in found.children] == [("span", "The "), ("mark", "sea"), ("span", ".")]
        assert part(card(2, made), "words").text == "The hills."

    @pytest.mark.parametrize("kind", ["image", "audio", "file", "canvas", "tool", "thoughts", "stopped"])
    @pytest.mark.parametrize("language", sorted(LOCALES))
    def test_whatever_it_is_has_a_name(self, kind: str, language: str) -> None:
        named = words(part(card(4, content(forked(t4=About((kind,))), language)), "kinds"))
        assert named
        assert "kind_" not in named

    def test_nothing_at_all_is_named_too(self) -> None:
        assert words(part(card(4), "kinds")) == "no text"
        assert words(part(card(1), "kinds")) == ""

    def test_why_the_page_has_no_pager_is_said_on_the_variants_and_on_their_fork(self) -> None:
        why = {1: "no_pager_mid_turn", 2: "no_pager_mid_turn"}
        made = content(no_pager=lambda tree, index: why.get(index, ""))
        assert "part in the middle of an answer" in words(part(card(1, made), "note"))
        assert "part in the middle of an answer" in words(part(card(0, made), "note"))
        assert words(part(card(3, made), "note")) == ""


class TestAFork:
    def test_its_branches_are_named_and_go_there(self) -> None:
        found = part(card(0), "branches")
        assert [(c.key, c.text) for c in found.children] == [
            ("c:n0/to:n1", "1 · The sea."),
            ("c:n0/to:n2", "2 · The hills."),
            ("c:n0/to:n4", "3 · no text"),
        ]

    def test_one_way_on_is_no_fork(self) -> None:
        assert words(part(card(2), "branches")) == ""

    def test_of_very_many_the_first_are_named_and_the_others_counted(self) -> None:
        found = part(card(0, content(tree_from([-1, *([0] * 40)]))), "branches")
        assert len(found.children) == MOST_BRANCHES + 1
        assert found.children[-1].text == "and 28 more"


class TestActions:
    def actions(self, item: Item) -> list[str]:
        return [c.key.rpartition("/")[2] for c in part(item, "actions").children]

    def test_a_card_under_the_pointer_has_few(self) -> None:
        assert self.actions(card(0)) == ["pin", "copy"]
        assert self.actions(card(1)) == ["pin", "copy", "next"]
        assert self.actions(card(2)) == ["pin", "copy", "previous", "next"]

    def test_a_pinned_one_can_be_opened_and_compared_with_the_version_before(self) -> None:
        assert self.actions(card(1, pinned=True)) == ["pin", "copy", "expand", "next"]
        assert self.actions(card(2, pinned=True)) == ["pin", "copy", "expand", "changes", "previous", "next"]

    def test_signs_have_names(self) -> None:
        (previous,) = [c for c in part(card(2), "actions").children if c.key.endswith("/previous")]
        assert (previous.text, previous.attributes["aria-label"]) == ("‹", "Previous version")

    def test_only_a_card_under_the_pointer_has_a_hint(self) -> None:
        assert words(part(card(1), "hint")) == "click to jump · ⇧ click to pin"
        assert words(part(card(1, pinned=True), "hint")) == ""


def test_every_tag_and_attribute_is_one_that_the_page_allows() -> None:
    made = content(passage=lambda index: ("a", "b", "c"), copied={"c:n1": "card_told_copied"})
    shown = Shown("n1", pinned=True, body="changes")
    waiting = [card(0, made), card(2, made), made.card(shown, 1, (), (Change("+", "x"), Change("-", "y")))]
    while waiting:
        item = waiting.pop()
        waiting += item.children
        assert item.tag in TAGS
        odd = [n for n in item.attributes if n not in ATTRIBUTES and not n.startswith("aria-")]
        assert odd == []
        assert all(c.startswith("cgt-") for c in item.attributes.get("class", "cgt-").split())


def test_the_difference_of_the_same_cards_is_nothing() -> None:
    assert difference((card(1), card(2)), (card(1), card(2))) == []
    assert [o[:3] for o in difference((card(2),), (card(1), card(2)))] == [["put", "c:n1", "c:n2"]]
    assert difference((card(1), card(2)), (card(2),)) == [["del", "c:n1"]]
