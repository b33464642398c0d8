"""The site is told where to open the conversation, and does not care, does so, or refuses; pagers step in.

Must not know what the request looks like.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.extension.journeys import (
    DEAD_PAGERS,
    LEFT,
    OTHERWISE,
    RENDERERS,
    WHOLE,
    Traveller,
    crossroads,
    maze,
)
from tests.extension.panel import Panel
from tests.replica.control import Control

NO_PAGERS = """for (const type of ['pointerover', 'mouseover', 'focusin']) {
    addEventListener(type, event => event.stopImmediatePropagation(), true);
}"""
"""They never mount, however one hovers."""


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    return Traveller(panel, site)


def refuse(site: Control, status: int) -> None:
    site.switching, site.switching_status = "refused", status


# ---------------------------------------------------------------- pagers step in


@pytest.mark.parametrize(
    ("renderer", "legs"),
    [
        ("legacy", ["ignored", 403, 404]),
        # Behind a 429 the site is left alone for a while.
        ("shell", [500, "signed out", 429]),
    ],
)
def test_what_the_site_does_not_do_the_pagers_do_and_it_is_told(
    traveller: Traveller, site: Control, renderer: str, legs: list[int | str]
) -> None:
    told = {
        "ignored": "ChatGPT did not take the request",
        403: "CT-GO-01",
        404: "CT-GO-01",
        429: "CT-GO-02",
        500: "CT-GO-03",
        "signed out": "CT-LOAD-02",
    }
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    # From either end of six answers the other end is far.
    for leg, goal in zip(legs, ["woods-end", "shore-end", "woods-end"], strict=True):
        if isinstance(leg, int):
            refuse(site, leg)
        site.signed_in = leg != "signed out"
        if leg == "signed out":
            site.expire_token()
        before = traveller.asked("PATCH")
        traveller.go(goal).arrives(goal, told=OTHERWISE)
        expect(traveller.text).to_contain_text(told[leg])
        assert traveller.asked("PATCH") == before + 1
    assert traveller.stayed


def test_a_token_that_ran_out_is_renewed_once(traveller: Traveller, site: Control) -> None:
    site.switching = "honoured"
    traveller.at(crossroads(), "legacy", "shore-end", WHOLE)
    site.expire_token()
    traveller.go("woods-end").arrives("woods-end").after_the_reload()
    assert traveller.asked("PATCH") == 2


# ---------------------------------------------------------------- the site steps in


@pytest.mark.parametrize("renderer", RENDERERS)
def test_where_pagers_are_missing_the_site_steps_in(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    site.switching = "honoured"
    site.late_scripts = [NO_PAGERS]
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    traveller.go("hills-end").arrives("hills-end").after_the_reload()
    expect(traveller.text).to_contain_text(OTHERWISE)
    expect(traveller.text).to_contain_text("shows no arrows")


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_page_that_knows_one_branch_only_is_led_by_the_site(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    site.switching = "honoured"
    site.page_uses = "paged"
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    traveller.go("hills-end").arrives("hills-end").after_the_reload()


# ---------------------------------------------------------------- nobody does


@pytest.mark.parametrize("renderer", RENDERERS)
def test_when_no_way_leads_there_the_page_is_left_as_it_was(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    refuse(site, 403)
    site.late_scripts = [NO_PAGERS]
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    traveller.go("first").arrives("first")
    before = traveller.on_page("first").bounding_box()
    traveller.go("woods-end").ends("could not be reached", "CT-GO-01", "shows no arrows", LEFT)
    assert traveller.on_page("first").bounding_box() == pytest.approx(before, abs=2)
    assert traveller.stayed
    traveller.shows_here("The last one after woods")
    traveller.go("shore-end").arrives("shore-end")


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_page_that_was_moved_in_vain_is_brought_back(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    refuse(site, 403)
    second = '[data-turn-id="l1"], [data-turn-key="then"]'
    site.late_scripts = [DEAD_PAGERS.replace("TURNS", second)]
    made = maze(of_questions=False)
    traveller.at(made, renderer, made.current)
    traveller.go("t2").ends("could not be reached", "CT-GO-01", "arrow did nothing", "brought back")
    expect(traveller.on_page(made.current)).to_be_in_viewport()
    assert traveller.stayed


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_page_that_cannot_show_the_conversation_after_the_reload_is_told_soon(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    site.switching = "honoured"
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    for route in ("conversation", "pages", "batch"):
        site.fail(route, 500, of="page")
    traveller.go("woods-end").after_the_reload()
    expect(traveller.text).to_contain_text("shows nothing of this conversation", timeout=15_000)
    traveller.ends("could not be reached")


def test_of_the_branches_below_a_message_the_newest_is_opened(traveller: Traveller, site: Control) -> None:
    """Not the first, not the last, and not the one that the page would take."""
    site.switching = "honoured"
    made = crossroads()
    for number, (name, time) in enumerate([("old", 1.0), ("newest", 9e9), ("older", 2.0)]):
        made.say("user", f"On from the woods, number {number}", "woods-end", name=name, create_time=time)
    made.current = "shore-end"
    traveller.at(made, "legacy", "shore-end", "62 nodes · 8 branches")
    traveller.go("woods-end").after_the_reload().arrives("woods-end")
    (wish,) = site.asked("PATCH", f"/backend-api/conversation/{traveller.name}", by="extension")
    assert b"newest" in wish.body
    traveller.panel.settled()
    expect(traveller.panel.page.locator("cgt-root .cgt-current")).to_have_id("cgt-t:newest")
