"""The stand-in's app shell: exchanges, units, versions by its own rule, old routes, a scroller from the end.

Must not have the extension do anything, nor use anything that it is made of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.conftest import SITE, fixture_conversation
from tests.extension.conversations import BEGUN, Maker
from tests.replica.control import Control

ACTIVE = '[data-app-shell-active-page="true"]'
HIDDEN = {"metadata": {"is_visually_hidden_from_conversation": True}}
THOUGHTS = {"content": {"content_type": "thoughts", "thoughts": []}}
CALL = {"content": {"content_type": "code", "language": "unknown", "text": "step()"}, "recipient": "python"}
VERSIONS = {"en": "See versions", "zh": "查看版本", "ru": "Посмотреть версии", "ar": "عرض الإصدارات"}

UNITS = f"""() => [...document.querySelectorAll('{ACTIVE} [data-chatgpt-search-unit-key]')].map(unit => [
    unit.dataset.chatgptSearchUnitKey, unit.dataset.chatgptSearchMessageIds.split(' ')])"""


@pytest.fixture
def show(page: Page, site: Control) -> Callable[[Maker], Page]:
    """Opens a conversation in the app shell with its controls mounted."""
    site.renderer = "shell"
    site.pager_mounts = "always"

    def opened(made: Maker) -> Page:
        page.set_viewport_size({"width": 1900, "height": 1200})
        page.goto(f"{SITE}/c/{site.add(made.answer())}")
        expect(page.locator(f"{ACTIVE} [data-turn-key]").last).to_be_visible()
        return page

    return opened


def units(page: Page) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(UNITS)
    return found


def pagers(page: Page) -> list[str]:
    return page.locator(f"{ACTIVE} .tabular-nums").all_inner_texts()


def versions(page: Page) -> list[str]:
    page.get_by_role("button", name="See versions").last.click()
    return page.get_by_role("menuitemradio").all_inner_texts()


class TestExchanges:
    def test_a_question_and_its_answer_are_units_of_one_exchange(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        made.ask("asked")
        made.say("assistant", "", **THOUGHTS)
        made.say("assistant", "a remark", channel="commentary")
        made.say("assistant", "", **CALL)
        made.say("system", "", **HIDDEN)
        made.reply("answered")
        page = show(made)
        assert units(page) == [["m1:0:user", ["m1"]], ["m1:1:assistant", ["m2", "m3", "m4", "m6"]]]
        expect(page.locator("[data-turn-key]")).to_have_count(1)
        expect(page.locator("[data-chatgpt-selection-message-id=m6]")).to_have_text("answered")

    def test_a_second_answer_is_a_unit_of_its_own(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        made.ask("asked")
        made.reply("first")
        made.reply("second")
        assert [key for key, _ in units(show(made))] == ["m1:0:user", "m1:1:assistant", "m1:2:assistant"]

    def test_the_page_says_what_it_is(self, show: Callable[[Maker], Page]) -> None:
        page = show(Maker().rounds(1))
        expect(page.locator("html[data-build]")).to_have_count(1)
        expect(page.locator(f"{ACTIVE} form[data-chatgpt-composer] [contenteditable]")).to_be_visible()

    def test_it_says_that_it_is_loading(self, page: Page, site: Control) -> None:
        site.renderer = "shell"
        site.fail("conversation", "slow", seconds=1)
        page.goto(f"{SITE}/c/{site.add(Maker().rounds(1).answer())}")
        loading = page.locator('[data-thread-find-target="conversation"] > * > [role=status]')
        expect(loading).to_have_text("Loading")
        expect(page.get_by_text("Answer 0")).to_be_visible()
        expect(loading).to_have_count(0)


class TestVersions:
    def test_of_an_answer_they_hang_below_the_question_through_what_is_invisible(
        self, show: Callable[[Maker], Page]
    ) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.say("assistant", "", asked, **THOUGHTS)
        made.reply("first")
        made.say("assistant", "", asked, **CALL)
        made.reply("second")
        assert pagers(show(made)) == ["2/2"]

    def test_a_fork_below_a_remark_counts(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        made.ask("asked")
        remark = made.say("assistant", "a remark", channel="commentary")
        made.reply("one end", remark)
        made.reply("another end", remark)
        assert pagers(show(made)) == ["2/2"]

    def test_they_are_in_the_order_in_which_they_were_made(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.say("assistant", "made last", asked, create_time=BEGUN + 50)
        made.say("assistant", "made first", asked, create_time=BEGUN + 40)
        page = show(made)
        assert pagers(page) == ["1/2"]
        page.get_by_role("button", name="Next response").click()
        expect(page.get_by_text("made last")).to_be_visible()
        assert pagers(page) == ["2/2"]

    def test_what_is_kept_back_or_not_for_all_is_none(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.say("assistant", "kept back", asked, **HIDDEN)
        made.say("assistant", "for a tool", asked, recipient="python")
        made.say("assistant", "", asked)
        made.reply("answered", asked)
        assert pagers(show(made)) == []

    def test_of_a_question_they_are_in_a_list_behind_a_button(self, show: Callable[[Maker], Page]) -> None:
        made = Maker()
        first = made.say("user", "", content={"content_type": "user_editable_context"}, **HIDDEN)
        made.ask("asked", first)
        made.reply("answered")
        made.ask("asked otherwise", first)
        made.reply("answered otherwise")
        page = show(made)
        assert pagers(page) == []
        assert versions(page) == ["Version 1/2", "Version 2/2"]
        page.get_by_role("menuitemradio").first.click()
        expect(page.get_by_text("answered", exact=True)).to_be_visible()
        expect(page.get_by_role("menu")).to_have_count(0)

    def test_switching_goes_to_the_newest_leaf_and_keeps_the_exchange(
        self, show: Callable[[Maker], Page], site: Control
    ) -> None:
        made = Maker()
        asked = made.ask("asked")
        first = made.reply("first answer", asked)
        made.ask("older question", first)
        made.ask("newer question", first)
        made.reply("second answer", asked)
        page = show(made)
        page.get_by_role("button", name="Previous response").click()
        expect(page.get_by_text("newer question")).to_be_visible()
        assert units(page)[0] == ["m1:0:user", ["m1"]]
        site.wait_for("PATCH", f"/backend-api/conversation/{made.name}", by="page")

    @pytest.mark.parametrize("language", list(VERSIONS))
    def test_the_button_speaks_the_pages_language(
        self, show: Callable[[Maker], Page], site: Control, language: str
    ) -> None:
        site.page_language = language
        made = Maker()
        made.ask("asked", "top")
        made.ask("asked otherwise", "top")
        expect(show(made).get_by_role("button", name=VERSIONS[language])).to_be_visible()


def test_controls_appear_while_the_exchange_is_under_the_pointer(page: Page, site: Control) -> None:
    site.renderer = "shell"
    made = Maker()
    asked = made.ask("asked")
    made.reply("first", asked)
    made.reply("second", asked)
    page.set_viewport_size({"width": 1900, "height": 900})
    page.goto(f"{SITE}/c/{site.add(made.answer())}")
    expect(page.get_by_text("second")).to_be_visible()
    page.mouse.move(500, 850)
    expect(page.locator(f"{ACTIVE} .tabular-nums")).to_have_count(0)
    page.get_by_text("asked").hover()
    expect(page.locator(f"{ACTIVE} .turn-action-controls .tabular-nums")).to_have_text(["2/2"])
    page.mouse.move(500, 850)
    expect(page.locator(f"{ACTIVE} .tabular-nums")).to_have_count(0)


class TestChanging:
    def test_another_answer_keeps_the_exchange(self, show: Callable[[Maker], Page]) -> None:
        page = show(Maker().rounds(1))
        page.get_by_test_id("regenerate-turn-action-button").click()
        expect(page.get_by_text("Three small pieces of text.")).to_be_visible()
        expect(page.locator(f"{ACTIVE} .tabular-nums")).to_have_text(["2/2"])
        expect(page.locator("[data-turn-key]")).to_have_attribute("data-turn-key", "m1")

    def test_an_edit_makes_a_new_exchange(self, show: Callable[[Maker], Page]) -> None:
        page = show(Maker().rounds(1))
        page.get_by_test_id("edit-turn-action-button").click()
        page.get_by_role("textbox", name="Edit message").fill("Asked anew")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text("Three small pieces of text.")).to_be_visible()
        expect(page.locator("[data-turn-key]")).to_have_count(1)
        expect(page.locator("[data-turn-key]")).not_to_have_attribute("data-turn-key", "m1")
        assert versions(page) == ["Version 1/2", "Version 2/2"]

    def test_an_answer_grows_in_view(self, show: Callable[[Maker], Page]) -> None:
        page = show(Maker().rounds(12))
        page.locator("[data-composer-markdown]").last.click()
        page.keyboard.type("One more")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Three small pieces of text.")).to_be_in_viewport()


class TestRoutes:
    def test_the_one_that_was_left_stays_in_the_document_undisplayed(
        self, show: Callable[[Maker], Page], site: Control
    ) -> None:
        site.add(Maker("aaaaaaaa-0000-4000-8000-000000000002", "The other one").rounds(2).answer())
        page = show(Maker().rounds(1))
        page.get_by_role("link", name="The other one").click()
        expect(page.locator(f"{ACTIVE} [data-turn-key]")).to_have_count(2)
        expect(page.locator("[data-turn-key]")).to_have_count(3)
        expect(page.locator("[data-turn-key]").locator("visible=true")).to_have_count(2)
        page.go_back()
        expect(page.locator(f"{ACTIVE} [data-turn-key]")).to_have_count(1)


class TestMounting:
    STATE = f"""() => {{
        const scroller = document.querySelector('{ACTIVE} [data-app-action-timeline-scroll]');
        return [scroller.scrollTop, scroller.scrollHeight - scroller.clientHeight,
            document.querySelectorAll('[data-turn-key]').length];
    }}"""
    OLDEST = f"""() => {{
        const scroller = document.querySelector('{ACTIVE} [data-app-action-timeline-scroll]');
        scroller.scrollTop = scroller.clientHeight - scroller.scrollHeight;
        return scroller.scrollTop;
    }}"""

    BY = f"""by => {{
        document.querySelector('{ACTIVE} [data-app-action-timeline-scroll]').scrollTop += by;
        return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }}"""

    @pytest.fixture
    def long(self, show: Callable[[Maker], Page]) -> Page:
        page = show(Maker().rounds(60))
        page.set_viewport_size({"width": 1700, "height": 700})
        return page

    def test_a_few_exchanges_at_the_end(self, long: Page) -> None:
        expect(long.get_by_text("Answer 59")).to_be_in_viewport()
        top, room, mounted = long.evaluate(self.STATE)
        assert abs(top) < 2
        assert room > 5000
        assert 5 <= mounted <= 10

    def test_the_scroller_counts_from_its_end(self, long: Page) -> None:
        expect(long.get_by_text("Answer 59")).to_be_in_viewport()
        assert long.evaluate(self.OLDEST) < -5000
        expect(long.get_by_text("Question 0", exact=True)).to_be_in_viewport()
        expect(long.get_by_text("Answer 59")).to_have_count(0)

    def test_scrolling_moves_what_is_seen_by_just_as_much(self, long: Page) -> None:
        expect(long.get_by_text("Answer 59")).to_be_in_viewport()
        seen = long.get_by_text("Answer 58")
        before = seen.bounding_box()
        long.evaluate(self.BY, -300)
        after = seen.bounding_box()
        assert before
        assert after
        assert abs(after["y"] - before["y"] - 300) < 3


def test_every_kind_of_fork(show: Callable[[Maker], Page], page: Page, site: Control) -> None:
    site.renderer = "shell"
    page.set_viewport_size({"width": 1900, "height": 900})
    page.goto(f"{SITE}/c/{site.add(fixture_conversation('regen_forks'))}")
    expect(page.locator(f"{ACTIVE} .tabular-nums")).to_have_text(["2/3"])
    expect(page.get_by_role("button", name="See versions")).to_have_count(2)
    page.get_by_role("button", name="See versions").last.click()
    page.get_by_role("menuitemradio").first.click()
    expect(page.locator(f"{ACTIVE} .tabular-nums")).to_have_text(["2/3", "3/3"])
