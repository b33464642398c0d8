"""Going to a message on a site that cannot be asked to switch: only its page's own pagers lead there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.model import Tree
from conversation_tree.protocol import KeyPressed, PressPager, ReloadPage, SettingChanged
from tests.property.test_switching import trees
from tests.unit.second_site.path_page import PathPage, walk
from tests.unit.second_site.test_one_path import BESIDE, FIRST, HIGHER, OTHER_ROOT, tellings, visited
from tests.unit.second_site.visit import Visit

WIDE = walk("w", [-1, *([0] * 8)])
"""A question with eight answers."""


@tellings
@pytest.mark.parametrize("target", [BESIDE, HIGHER, OTHER_ROOT, 4, 6, 8])
def test_a_click_on_a_known_stone_steps_the_pagers_and_arrives(target: int, telling: bool) -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, FIRST, telling=telling)
    visit.clicks(f"w-{target}")
    assert f"w-{target}" in visit.page.path_ids
    assert f"w-{target}" in visit.page.on_screen
    assert visit.only_pagers()
    assert visit.told == ""
    assert visit.current == visit.page.path_ids[-1]


@tellings
def test_the_way_back_is_stepped_too(telling: bool) -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, FIRST, telling=telling)
    visit.clicks("w-9")
    visit.forget_commands()
    assert not visit.panel.hidden("back")
    visit.presses("back")
    assert visit.page.path_ids == ["w-0", "w-1", "w-2", "w-3"]
    assert visit.current == "w-3"
    assert visit.only_pagers()
    assert visit.panel.hidden("back")


def test_on_the_path_shown_nothing_is_pressed() -> None:
    visit = visited(BESIDE, FIRST)
    visit.clicks("w-0")
    assert "w-0" in visit.page.on_screen
    assert visit.sent(PressPager) == []
    assert visit.page.requests == []


@tellings
def test_variants_nobody_has_seen_are_learnt_in_passing(telling: bool) -> None:
    """The tree knows the first and the last of eight; the pager leads through the six between."""
    page = PathPage(WIDE, 1, telling=telling)
    visit = Visit(page)
    page.step("w-1", 7)
    visit.happens(*page._news())
    assert visit.drawn == {"w-0", "w-1", "w-8"}
    visit.forget_commands()
    visit.clicks("w-1")
    assert page.path_ids == ["w-0", "w-1"]
    assert visit.drawn == {f"w-{number}" for number in range(9)}
    assert visit.current == "w-1"
    assert not visit.sent(ReloadPage)
    assert page.requests == []


def far() -> Visit:
    """At the first of eight known answers."""
    page = PathPage(WIDE, 1, telling=True)
    visit = Visit(page)
    for turn in (*range(2, 9), 1):
        visit.happens(*page.visit(turn))
    visit.forget_commands()
    return visit


def test_a_far_stone_is_stepped_to_since_the_site_cannot_be_asked() -> None:
    visit = far()
    visit.clicks("w-8")
    assert visit.page.path_ids == ["w-0", "w-8"]
    assert visit.only_pagers()


def test_nobody_is_asked_about_a_reload_that_cannot_help() -> None:
    visit = far()
    visit.page.draft = True
    visit.clicks("w-8")
    assert visit.page.path_ids == ["w-0", "w-8"]
    assert visit.page.draft
    assert visit.only_pagers()


def test_the_wish_for_reloads_is_answered_by_the_pagers() -> None:
    visit = far()
    visit.happens(SettingChanged("way", "reload"))
    visit.clicks("w-2")
    assert visit.page.path_ids == ["w-0", "w-2"]
    assert visit.only_pagers()


def test_alt_and_left_lead_back_as_the_button_does() -> None:
    visit = visited(BESIDE, FIRST)
    visit.clicks("w-5")
    visit.happens(KeyPressed("ArrowLeft", alt=True))
    assert visit.page.path_ids[-1] == "w-3"


@settings(max_examples=40, deadline=None)
@given(trees(), st.data())
def test_every_known_stone_of_any_walk_can_be_gone_to(tree: Tree, data: st.DataObject) -> None:
    shape = walk("w", tree.parents)
    leaves = [turn for turn, below in enumerate(tree.children) if not below]
    page = PathPage(
        shape, leaves[0], telling=data.draw(st.booleans()), mounted=data.draw(st.sampled_from([0, 6]))
    )
    visit = Visit(page)
    for leaf in data.draw(st.lists(st.sampled_from(leaves), max_size=6)):
        visit.happens(*page.visit(leaf))
    visit.forget_commands()
    target = data.draw(st.sampled_from(sorted(visit.drawn)))
    visit.clicks(target)
    assert target in page.path_ids
    assert target in page.on_screen
    assert page.requests == []
    assert visit.sent(ReloadPage) == []
    assert visit.current in page.path_ids
