"""The stand-in's own reading of a history: page by page or whole, and the turns it keeps in the document.

Must not have the extension do anything, nor use anything that it is made of.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.replica.control import Control

STATE = """() => {
    const scroller = document.querySelector('[data-scroll-root]');
    return {
        top: scroller.scrollTop, height: scroller.scrollHeight,
        shells: document.querySelectorAll('[data-turn-id-container]').length,
        empty: document.querySelectorAll('[data-is-intersecting=false]:empty').length,
        turns: document.querySelectorAll('[data-turn]').length,
    };
}"""
SCROLL = """part => {
    const scroller = document.querySelector('[data-scroll-root]');
    scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight);
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
BY = """by => {
    document.querySelector('[data-scroll-root]').scrollTop += by;
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
OLDEST_IN_SHELL = """() => {
    const scroller = document.querySelector('[data-app-action-timeline-scroll]');
    scroller.scrollTop = -scroller.scrollHeight;
}"""
LONG_TASKS = """
    window.tasks = [];
    new PerformanceObserver(seen => window.tasks.push(...seen.getEntries().map(e => Math.round(e.duration))))
        .observe({type: 'longtask', buffered: true});
"""


def opened(page: Page, site: Control, made: Maker) -> Page:
    page.set_viewport_size({"width": 1700, "height": 900})
    page.goto(f"{SITE}/c/{site.add(made.answer())}")
    return page


def asked(site: Control, path: str) -> list[str]:
    return [request.query for request in site.asked("GET", path, by="page")]


class TestTurnsInTheDocument:
    @pytest.fixture
    def long(self, page: Page, site: Control) -> Page:
        opened(page, site, Maker().rounds(30))
        expect(page.get_by_text("Answer 29")).to_be_in_viewport()
        return page

    def state(self, page: Page) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(STATE)
        return found

    def test_fifteen_of_sixty_and_a_shell_for_each_of_the_others(self, long: Page) -> None:
        seen = self.state(long)
        assert (seen["shells"], seen["turns"], seen["empty"]) == (60, 15, 45)
        expect(long.get_by_text("Question 0", exact=True)).to_have_count(0)

    def test_they_come_and_go_in_both_directions(self, long: Page) -> None:
        long.evaluate(SCROLL, 0)
        expect(long.get_by_text("Question 0", exact=True)).to_be_in_viewport()
        expect(long.get_by_text("Answer 29")).to_have_count(0)
        long.evaluate(SCROLL, 1)
        expect(long.get_by_text("Answer 29")).to_be_in_viewport()
        expect(long.get_by_text("Question 0", exact=True)).to_have_count(0)

    def test_a_shell_keeps_the_height_its_turn_had(self, long: Page) -> None:
        for part in (0.75, 0.5, 0.25, 0):
            long.evaluate(SCROLL, part)
        expect(long.get_by_text("Question 0", exact=True)).to_be_in_viewport()
        last = long.locator("[data-turn-id-container]").last
        expect(last).to_be_empty()
        height = float(str(last.evaluate("e => e.style.getPropertyValue('--last-known-height')"))[:-2])
        assert abs(height - last.evaluate("e => e.offsetHeight")) < 1
        assert height != 110  # what is guessed of a turn that was never there

    def test_scrolling_moves_what_is_seen_by_just_as_much(self, long: Page) -> None:
        seen = long.get_by_text("Question 29")
        before = seen.bounding_box()
        long.evaluate(BY, -200)
        after = seen.bounding_box()
        assert before
        assert after
        assert abs(after["y"] - before["y"] - 200) < 3

    def test_how_many_can_be_asked_for(self, page: Page, site: Control) -> None:
        site.mounted_turns = 20
        opened(page, site, Maker().rounds(30))
        expect(page.locator("[data-turn]")).to_have_count(20)

    def test_all_of_them_can_be_asked_for(self, page: Page, site: Control) -> None:
        site.unmount = False
        opened(page, site, Maker().rounds(60))
        expect(page.locator("[data-turn]")).to_have_count(120)


class TestPageByPage:
    NAME = "11111111-2222-4333-8444-555555555555"
    NEWEST = f"/backend-api/conversations/{NAME}"
    OLDER = f"{NEWEST}/messages"

    @pytest.fixture
    def paged(self, page: Page, site: Control) -> Page:
        site.page_uses = "paged"
        opened(page, site, Maker().rounds(25))
        expect(page.get_by_text("Answer 24")).to_be_in_viewport()
        return page

    def test_the_same_ten_turns_are_asked_for_twice(self, paged: Page, site: Control) -> None:
        assert asked(site, self.NEWEST) == ["include_has_versions=true&num_turns=10"] * 2
        assert asked(site, f"/backend-api/conversation/{self.NAME}") == []
        expect(paged.locator("[data-turn-id-container]")).to_have_count(20)

    def test_an_older_page_comes_when_the_beginning_comes_near(self, paged: Page, site: Control) -> None:
        assert asked(site, self.OLDER) == []
        paged.evaluate(SCROLL, 0)
        expect(paged.locator("[data-turn-id-container]")).to_have_count(40)
        expect(paged.get_by_text("Question 15")).to_be_in_viewport()
        assert len(asked(site, self.OLDER)) == 1
        paged.evaluate(SCROLL, 0)
        expect(paged.locator("[data-turn-id-container]")).to_have_count(50)
        paged.evaluate(SCROLL, 0)
        expect(paged.get_by_text("Question 0", exact=True)).to_be_in_viewport()
        expect(paged.get_by_test_id("conversation-pagination-sentinel")).to_be_hidden()
        assert len(asked(site, self.OLDER)) == 2

    def test_in_the_shell_older_pages_come_as_well(self, page: Page, site: Control) -> None:
        site.page_uses, site.renderer = "paged", "shell"
        opened(page, site, Maker().rounds(25))
        expect(page.get_by_text("Answer 24")).to_be_in_viewport()
        assert asked(site, self.OLDER) == []
        for last in ("Question 14", "Question 4"):
            page.evaluate(OLDEST_IN_SHELL)
            expect(page.get_by_text(last, exact=True)).to_be_visible()
        page.evaluate(OLDEST_IN_SHELL)
        expect(page.get_by_text("Question 0", exact=True)).to_be_in_viewport()
        assert len(asked(site, self.OLDER)) == 2

    def test_a_deep_link_asks_for_the_whole(self, page: Page, site: Control) -> None:
        site.page_uses = "paged"
        site.add(Maker().rounds(2).answer())
        page.goto(f"{SITE}/c/{self.NAME}?messageId=m2")
        expect(page.get_by_text("Answer 1")).to_be_visible()
        assert asked(site, self.NEWEST) == []

    @pytest.mark.parametrize("renderer", ["legacy", "shell"])
    def test_versions_are_asked_for_only_when_wanted(self, page: Page, site: Control, renderer: str) -> None:
        site.page_uses, site.pager_mounts, site.renderer = "paged", "always", renderer
        made = Maker()
        first = made.ask("asked")
        made.reply("first answer", first)
        made.reply("second answer", first)
        opened(page, site, made)
        expect(page.get_by_text("second answer")).to_be_visible()
        expect(page.locator(".tabular-nums")).to_have_count(0)
        page.get_by_role("button", name="See versions").click()
        expect(page.locator(".tabular-nums")).to_have_text(["2/2"])
        assert len(asked(site, f"/backend-api/conversation/{self.NAME}")) == 1


def chain(turns: int) -> Maker:
    made = Maker("99999999-2222-4333-8444-555555555555", "Long")
    words = "Some words that make an answer as long as answers are. " * 20
    for number in range(turns // 2):
        made.ask(f"Question {number}")
        made.reply(f"Answer {number}. {words}")
    return made


@pytest.mark.parametrize("renderer", ["legacy", "shell"])
@pytest.mark.measured
def test_a_path_of_3700_turns_opens_without_long_tasks(page: Page, site: Control, renderer: str) -> None:
    """The bound is that of a machine busy with other tests; alone it stays below 50 ms."""
    site.renderer = renderer
    site.early_scripts = [LONG_TASKS]
    opened(page, site, chain(3700))
    expect(page.get_by_text("Answer 1849.")).to_be_in_viewport()
    assert max(page.evaluate("window.tasks"), default=0) < 150
