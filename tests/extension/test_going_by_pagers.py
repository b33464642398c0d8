"""Stepping through nested forks by the page's own pagers, in any language, and touching nothing besides.

Must not know a word of the page's.
"""

from __future__ import annotations

import pytest

from tests.extension.journeys import RENDERERS, WHOLE, WITNESS, Traveller, crossroads, maze
from tests.extension.panel import Panel
from tests.replica.control import Control

PRESSED = {"legacy": ["right", "l1", "t1"], "shell": ["start", "then", "last"]}


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    site.late_scripts = [WITNESS]
    return Traveller(panel, site)


@pytest.mark.parametrize(
    ("renderer", "language", "mounts"),
    [
        ("legacy", "en", "hover"),
        ("legacy", "zh", "always"),
        ("legacy", "ru", "always"),
        ("legacy", "ar", "hover"),
        ("shell", "en", "always"),
        ("shell", "zh", "hover"),
        ("shell", "ru", "hover"),
        ("shell", "ar", "always"),
    ],
)
def test_three_steps_through_nested_forks_touch_nothing_but_the_pagers(
    traveller: Traveller, site: Control, renderer: str, language: str, mounts: str
) -> None:
    site.page_language, site.pager_mounts = language, mounts
    traveller.at(maze(of_questions=False), renderer, "right").watch()
    traveller.go("t2").arrives("t2")
    traveller.only_pagers_were_touched(PRESSED[renderer], hovered=mounts == "hover")
    assert traveller.stayed
    assert traveller.asked("PATCH") == 0


def test_versions_of_a_question_are_stepped_through_where_the_page_has_a_pager(traveller: Traveller) -> None:
    traveller.at(maze(of_questions=True), "legacy", "right").watch()
    traveller.go("t2").arrives("t2")
    traveller.only_pagers_were_touched(PRESSED["legacy"])


@pytest.mark.parametrize("renderer", RENDERERS)
def test_revealing_touches_nothing_at_all(traveller: Traveller, renderer: str) -> None:
    made = maze(of_questions=False).rounds(20)
    traveller.at(made, renderer, made.current).watch()
    traveller.go("m1").arrives("m1")
    assert traveller.noticed() == []


def test_a_route_that_was_left_and_is_still_there_is_not_touched(traveller: Traveller, site: Control) -> None:
    """A conversation that was made from another one has messages of the same ids."""
    made = crossroads()
    name = site.add(made.answer())
    traveller.at(crossroads(), "shell", "shore-end", WHOLE)
    traveller.page.locator(f'a[href="/c/{name}"]').click()
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension")
    traveller.settled("shore-end", WHOLE)
    left = traveller.page.locator('[data-app-shell-active-page="false"]').last
    before = left.inner_html()
    assert "data-chatgpt-search-message-ids" in before
    traveller.go("hills-end").arrives("hills-end")
    assert left.inner_html() == before
    assert traveller.stayed


def test_a_click_on_share_would_be_noticed(traveller: Traveller) -> None:
    """The test of the tests above."""
    traveller.at(maze(of_questions=False), "legacy", "right").watch()
    traveller.panel.content(
        """const click = HTMLElement.prototype.click;
        HTMLElement.prototype.click = function () {
            const share = this.closest('section').querySelector('[data-testid=share-turn-action-button]');
            click.call(share);
            click.call(this);
        }, 0"""
    )
    traveller.go("left").arrives("left")
    with pytest.raises(AssertionError):
        traveller.only_pagers_were_touched(["right"])


def test_a_key_an_entry_or_the_focus_would_be_noticed(traveller: Traveller) -> None:
    traveller.at(maze(of_questions=False), "legacy", "right").watch()
    traveller.page.locator("#prompt-textarea").press("a")
    types = {each["type"] for each in traveller.noticed()}
    assert {"focusin", "keydown", "beforeinput", "input", "keyup"} <= types
