"""The tree follows the page: what is sent, stopped, changed, asked again, switched, renamed or deleted there.

Must not know how often the page itself asks, nor by which of its signs a change is noticed.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import ANSWER, RENDERERS, ChatPage, reads
from tests.extension.conftest import SITE, fixture_conversation
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control

WIDE = {"width": 1700, "height": 900}


def made(rounds: int = 2, title: str = "Made for a test") -> Maker:
    """A conversation that this browser has not seen."""
    return Maker(str(uuid4()), title).rounds(rounds)


@pytest.fixture
def chat(panel: Panel) -> ChatPage:
    panel.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    return ChatPage(panel.page)


@pytest.fixture(params=RENDERERS)
def opened(panel: Panel, site: Control, chat: ChatPage, request: pytest.FixtureRequest) -> str:
    """A conversation of two rounds on either page; nothing has been asked for since it is shown."""
    site.renderer = request.param
    name = site.add(made().answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    expect(chat.message("m4")).to_be_visible()
    site.wait_until_idle()
    panel.settled()
    site.forget_requests()
    return name


def ring(panel: Panel) -> str:
    """The id of the turn that is marked as the current one."""
    return panel.page.locator("cgt-root .cgt-current").get_attribute("id") or ""


class TestOneReadForEachChange:
    def test_a_message_sent(self, panel: Panel, site: Control, chat: ChatPage, opened: str) -> None:
        chat.send("And then?")
        panel.shows("6 nodes · 1 branch")
        chat.answered()
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("6 nodes · 1 branch")
        expect(panel.page.locator("cgt-root .cgt-busy")).to_have_count(0)
        assert reads(site, opened) == 1

    def test_an_answer_stopped(self, panel: Panel, site: Control, chat: ChatPage, opened: str) -> None:
        site.stream_gap_seconds = 1.0
        chat.send("And then?")
        expect(chat.text("Three")).to_be_visible()
        chat.stop_button.click()
        panel.shows("6 nodes · 1 branch")
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("6 nodes · 1 branch")
        expect(panel.page.locator("cgt-root .cgt-busy")).to_have_count(0)
        assert reads(site, opened) == 1

    def test_a_question_changed(self, panel: Panel, site: Control, chat: ChatPage, opened: str) -> None:
        chat.edit("Question 1", "Question 1, put another way")
        panel.shows("6 nodes · 2 branches")
        chat.answered()
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("6 nodes · 2 branches")
        assert reads(site, opened) == 1

    def test_another_answer(self, panel: Panel, site: Control, chat: ChatPage, opened: str) -> None:
        before = ring(panel)
        chat.regenerate("Answer 1")
        panel.shows("5 nodes · 2 branches")
        chat.answered()
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("5 nodes · 2 branches")
        assert ring(panel) != before
        assert reads(site, opened) == 1

    def test_a_rename(self, panel: Panel, site: Control, chat: ChatPage, opened: str) -> None:
        chat.rename("Made for a test", "Another name")
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("4 nodes · 1 branch")
        assert reads(site, opened) == 1

    def test_an_answer_that_goes_on_where_its_request_does_not_show(
        self, panel: Panel, site: Control, chat: ChatPage, opened: str
    ) -> None:
        site.hand_off = True
        site.hand_off_seconds = 1.5
        chat.send("And then?")
        # The request has ended long before the answer; it is read when the page says that it is complete.
        panel.shows("6 nodes · 1 branch")
        chat.answered()
        expect(chat.text(ANSWER)).to_be_visible()
        site.wait_for("GET", f"/backend-api/conversation/{opened}", by="extension")
        site.wait_until_idle()
        panel.settled()
        expect(panel.page.locator("cgt-root .cgt-busy")).to_have_count(0)
        assert reads(site, opened) == 1


def test_an_answer_grows_in_the_tree_while_it_is_written(
    panel: Panel, site: Control, chat: ChatPage, opened: str
) -> None:
    site.stream_gap_seconds = 0.5
    chat.send("And then?")
    growing = panel.page.locator("cgt-root .cgt-busy")
    expect(growing).to_have_attribute("aria-busy", "true")
    panel.shows("6 nodes · 1 branch")
    assert ring(panel) == growing.get_attribute("id")
    assert reads(site, opened) == 0
    chat.answered()
    expect(growing).to_have_count(0)
    panel.shows("6 nodes · 1 branch")


def test_the_ring_goes_where_the_pages_own_pager_goes(panel: Panel, site: Control, chat: ChatPage) -> None:
    name = site.add(fixture_conversation("regen_forks"))
    panel.goto(f"{SITE}/c/{name}").open().shows("13 nodes · 7 branches")
    current = panel.page.locator("cgt-root .cgt-current")
    at_first = ring(panel)
    chat.step("Q2", "Previous response")
    expect(current).not_to_have_id(at_first)
    expect(panel.page.locator(f"cgt-root [id='{at_first}']")).to_have_class("cgt-node cgt-assistant")
    chat.step("Q2", "Next response")
    expect(current).to_have_id(at_first)


@pytest.mark.parametrize("renderer", RENDERERS)
def test_the_ring_follows_the_pager_to_another_answer(
    panel: Panel, site: Control, chat: ChatPage, renderer: str
) -> None:
    site.renderer = renderer
    forked = made(1)
    asked = forked.ask("Which one?")
    forked.reply("The first of two", asked)
    forked.reply("The second of two", asked)
    name = site.add(forked.answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("5 nodes · 2 branches")
    current = panel.page.locator("cgt-root .cgt-current")
    expect(current).to_have_id("cgt-t:m5")
    chat.step("The second of two", "Previous response")
    expect(current).to_have_id("cgt-t:m4")
    chat.step("The first of two", "Next response")
    expect(current).to_have_id("cgt-t:m5")


def test_what_grew_while_the_sidebar_was_closed_is_there_when_it_opens(panel: Panel, site: Control) -> None:
    name = site.add(made().answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    panel.close()
    site.add(Maker(name).rounds(3).answer(), name)
    panel.open().shows("6 nodes · 1 branch")
