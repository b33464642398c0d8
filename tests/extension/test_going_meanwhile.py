"""While a journey is under way: what shows it, what ends it, what takes its place; and the way back.

Must not know the stages of a journey.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.engine_document import EngineDocument
from tests.extension.journeys import (
    DEAD_PAGERS,
    OTHERWISE,
    RENDERERS,
    WHOLE,
    WITNESS,
    Traveller,
    crossroads,
    maze,
)
from tests.extension.panel import Panel
from tests.replica.control import Control

SLOW = 2.0


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    site.late_scripts = [WITNESS]
    return Traveller(panel, site)


@pytest.fixture
def here(traveller: Traveller) -> Traveller:
    """At the end of a conversation on the older page."""
    return traveller.at(crossroads(), "legacy", "shore-end", WHOLE)


@pytest.fixture
def by_reload(panel: Panel) -> Iterator[Callable[[], Panel]]:
    """Sets the setting, which outlives the page, and takes it back."""

    yield lambda: panel.set("way", "reload")
    panel.set("way", "near")


class TestUnderWay:
    """The site takes its time to answer."""

    @pytest.fixture
    def on_the_way(self, here: Traveller, site: Control) -> Traveller:
        site.switching = "honoured"
        site.fail("patch", "slow", seconds=SLOW)
        here.go("woods-end")
        expect(here.text).to_have_text("Asking ChatGPT to switch to this branch…")
        expect(here.strip).to_have_attribute("aria-busy", "true")
        return here

    def test_its_node_shows_it_and_escape_ends_it(self, on_the_way: Traveller, site: Control) -> None:
        busy = on_the_way.page.locator("cgt-root .cgt-busy")
        expect(busy).to_have_attribute("id", "cgt-t:woods-end")
        on_the_way.page.keyboard.press("Escape")
        expect(on_the_way.strip).to_be_hidden()
        expect(busy).to_have_count(0)
        site.wait_until_idle()
        on_the_way.panel.settled()
        expect(on_the_way.on_page("shore-end")).to_be_in_viewport()
        expect(on_the_way.panel.part("back")).to_be_hidden()
        assert on_the_way.stayed

    def test_its_button_ends_it(self, on_the_way: Traveller) -> None:
        on_the_way.panel.part("journey_no").click()
        expect(on_the_way.strip).to_be_hidden()

    def test_another_click_takes_its_place(self, on_the_way: Traveller, site: Control) -> None:
        on_the_way.go("first").arrives("first")
        site.wait_until_idle()
        on_the_way.panel.settled()
        expect(on_the_way.strip).to_be_hidden()
        assert on_the_way.stayed
        assert on_the_way.asked("PATCH") == 1

    def test_another_click_on_its_node_changes_nothing(self, on_the_way: Traveller) -> None:
        # Its sign turns, so the node never stands as still as a click usually waits for.
        on_the_way.node("woods-end").locator("circle").first.click(force=True)
        on_the_way.arrives("woods-end").after_the_reload()
        assert on_the_way.asked("PATCH") == 1

    def test_it_ends_when_the_page_goes_elsewhere(self, on_the_way: Traveller, site: Control) -> None:
        on_the_way.page.get_by_test_id("create-new-chat-button").click()
        on_the_way.panel.says("No conversation")
        expect(on_the_way.strip).to_be_hidden()
        site.wait_until_idle()
        on_the_way.panel.settled()
        assert on_the_way.stayed


def test_one_that_is_stopped_half_way_says_so_and_can_be_taken_back(
    traveller: Traveller, site: Control
) -> None:
    site.late_scripts = [DEAD_PAGERS.replace("TURNS", '[data-turn-id="l1"]')]
    made = maze(of_questions=False)
    end = made.current
    traveller.at(made, "legacy", end).go("t2")
    # At the second fork the page's arrow does nothing, which takes a while to be sure of.
    expect(traveller.text).to_contain_text("2 of 3")
    traveller.page.keyboard.press("Escape")
    traveller.ends("Stopped", "shows another branch than before")
    traveller.panel.part("back").click()
    expect(traveller.on_page(end)).to_be_in_viewport(timeout=30_000)
    expect(traveller.strip).to_be_hidden()


class TestTheWayBack:
    @pytest.mark.parametrize("renderer", RENDERERS)
    def test_each_jump_can_be_taken_back(self, traveller: Traveller, renderer: str) -> None:
        traveller.at(crossroads(), renderer, "shore-end", WHOLE)
        traveller.go("first").arrives("first").go("hills-end").arrives("hills-end")
        traveller.panel.part("back").click()
        expect(traveller.on_page("first")).to_be_in_viewport(timeout=30_000)
        expect(traveller.strip).to_be_hidden()
        traveller.page.keyboard.press("Alt+ArrowLeft")
        expect(traveller.on_page("shore-end")).to_be_in_viewport(timeout=30_000)
        expect(traveller.panel.part("back")).to_be_hidden()
        assert traveller.stayed

    def test_it_outlives_the_reload(self, here: Traveller, site: Control) -> None:
        site.switching = "honoured"
        here.go("fork").arrives("fork").go("woods-end").arrives("woods-end").after_the_reload()
        here.settled("woods-end").panel.part("scroller").focus()
        here.page.keyboard.press("Alt+ArrowLeft")
        here.arrives("fork").after_the_reload().settled("fork").panel.part("back").click()
        expect(here.on_page("shore-end")).to_be_in_viewport(timeout=30_000)
        expect(here.panel.part("back")).to_be_hidden()
        assert here.stayed


class TestByHand:
    def test_a_double_click_is_one_jump(self, here: Traveller) -> None:
        here.watch().node("hills-end").locator("circle").first.dblclick()
        here.arrives("hills-end").only_pagers_were_touched(["shore"])
        here.panel.part("back").click()
        expect(here.on_page("shore-end")).to_be_in_viewport(timeout=30_000)
        expect(here.panel.part("back")).to_be_hidden()

    def test_enter_goes_to_the_node_with_the_focus(self, here: Traveller) -> None:
        here.panel.part("scroller").focus()
        here.page.keyboard.press("Home")
        here.page.keyboard.press("Enter")
        here.arrives("first")

    def test_looking_around_begins_nothing(self, here: Traveller, site: Control) -> None:
        """No branch, no chat and no message come of clicks in the tree."""
        address = here.page.url
        before = site.conversations[here.name]
        for goal in ("first", "hills-end", "woods-end"):
            here.go(goal).arrives(goal, told=OTHERWISE if goal == "woods-end" else "")
        here.node("woods").locator("circle").first.dblclick()
        here.arrives("woods")
        sent = [f"{r.method} {r.path}" for r in site.requests if r.method not in {"GET", "HEAD"}]
        assert sent == [f"PATCH /backend-api/conversation/{here.name}"]
        assert site.conversations[here.name] == before
        assert here.page.url == address

    def test_by_the_setting_a_near_branch_is_gone_to_by_a_reload(
        self, here: Traveller, site: Control, by_reload: Callable[[], Panel]
    ) -> None:
        site.switching = "honoured"
        by_reload()
        here.go("hills-end").arrives("hills-end").after_the_reload()
        assert here.asked("PATCH") == 1


class TestInterrupted:
    """What was under way is told to be over, and nothing of it stays."""

    @staticmethod
    def is_told_and_can_be_closed(traveller: Traveller) -> None:
        traveller.ends("interrupted")
        traveller.panel.tree.focus()
        traveller.page.keyboard.press("Escape")
        expect(traveller.strip).to_be_hidden()
        expect(traveller.panel.nodes.and_(traveller.page.locator(".cgt-busy"))).to_have_count(0)

    @pytest.mark.parametrize("renderer", RENDERERS)
    def test_by_leaving_the_page_and_coming_back(self, traveller: Traveller, renderer: str) -> None:
        traveller.at(crossroads(), renderer, "shore-end", WHOLE)
        traveller.site.fail("patch", "slow", seconds=SLOW, of="extension")
        traveller.go("woods-end")
        expect(traveller.strip).to_have_attribute("aria-busy", "true")
        traveller.page.goto(f"{SITE}/nothing-here")
        traveller.page.go_back(wait_until="commit")
        traveller.panel.attach()
        self.is_told_and_can_be_closed(traveller)

    def test_by_the_end_of_the_engine(self, here: Traveller, watched: Chromium) -> None:
        here.site.fail("patch", "slow", seconds=SLOW, of="extension")
        here.go("woods-end")
        expect(here.text).to_contain_text("Asking")
        EngineDocument(watched).run("engine.supervisor.worker.terminate();")
        self.is_told_and_can_be_closed(here)
