"""The tree is that of the place the page is at: a new chat, another, a deleted, a temporary, a shared one.

Must not know how an address is read; `tests/unit/sites` does.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import RENDERERS, ChatPage, own_requests, reads
from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica import share_routes
from tests.replica.control import Control

WIDE = {"width": 1700, "height": 900}
PROJECT = "g-p-0123456789abcdef0123456789abcdef"
ADDRESSES = (
    "/c/{}",
    "/g/g-0a1b2c3d4-a-gpt/c/{}",
    f"/g/{PROJECT}-plans/c/{{}}",
    "/u/1/c/{}",
    f"/u/1/g/{PROJECT}/c/{{}}",
    "/c/{}?model=auto#top",
)


def made(rounds: int = 2, title: str = "Made for a test") -> Maker:
    """A conversation that this browser has not seen."""
    return Maker(str(uuid4()), title).rounds(rounds)


@pytest.fixture
def chat(panel: Panel) -> ChatPage:
    panel.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    return ChatPage(panel.page)


@pytest.mark.parametrize("renderer", RENDERERS)
class TestANewChat:
    def test_its_tree_appears_while_nothing_is_saved_and_becomes_the_saved_one(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        # Until then the page has no id for it, and for a while longer the site does not know it by that.
        site.fail("stream", "slow", seconds=1.5)
        site.stream_gap_seconds = 0.4
        site.saved_after_seconds = 1.0
        panel.goto(f"{SITE}/").open().says("No conversation yet")
        before = panel.page.evaluate("performance.timeOrigin")
        chat.send("How does it begin?")
        panel.page.wait_for_url("**/c/WEB:*")
        panel.shows("1 node · 1 branch")
        panel.page.wait_for_url(lambda address: "/c/" in address and "WEB:" not in address)
        panel.shows("2 nodes · 1 branch")
        expect(panel.part("placeholder")).to_be_hidden()
        chat.answered()
        expect(panel.part("notice")).to_be_hidden()
        expect(panel.page.locator("cgt-root .cgt-busy")).to_have_count(0)
        panel.settled().shows("2 nodes · 1 branch")
        assert panel.page.evaluate("performance.timeOrigin") == before
        name = panel.page.url.rsplit("/", 1)[1]
        assert panel.nodes.last.get_attribute("id") == f"cgt-t:{site.tree(name)['current_node']}"  # type: ignore[index]

    def test_a_second_question_goes_on_in_the_same_tree(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        panel.goto(f"{SITE}/").open().says("No conversation yet")
        chat.send("How does it begin?")
        panel.shows("2 nodes · 1 branch")
        chat.answered()
        chat.send("And how does it go on?")
        panel.shows("4 nodes · 1 branch")
        chat.answered()
        panel.settled().shows("4 nodes · 1 branch")


@pytest.mark.parametrize("renderer", RENDERERS)
class TestMovingOn:
    def test_another_conversation_has_its_own_tree(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        one, other = made(2, "The one"), made(3, "The other")
        first = site.add(one.answer())
        # Their messages have the same ids, and the shell keeps those of the route that was left mounted.
        site.add(other.answer())
        panel.goto(f"{SITE}/c/{first}").open().shows("4 nodes · 1 branch")
        panel.page.get_by_role("link", name="The other").click()
        panel.shows("6 nodes · 1 branch")
        panel.page.get_by_role("link", name="The one").click()
        panel.shows("4 nodes · 1 branch")
        expect(panel.nodes).to_have_count(4)

    def test_the_home_page_has_no_tree_of_before(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        name = site.add(made().answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        chat.go_home()
        panel.says("No conversation yet")
        expect(panel.nodes).to_have_count(0)
        panel.page.go_back()
        panel.shows("4 nodes · 1 branch")

    def test_a_deleted_conversation_is_gone_from_the_sidebar_and_from_the_store(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        name = site.add(made(2, "To be deleted").answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        expect(chat.message("m4")).to_be_visible()
        chat.delete("To be deleted")
        panel.says("No conversation yet")
        expect(panel.nodes).to_have_count(0)
        panel.goto(f"{SITE}/c/{name}").says("could not be loaded", "CT-LOAD-04")
        expect(panel.nodes).to_have_count(0)


def test_a_conversation_deleted_from_elsewhere_is_gone_from_the_store(
    panel: Panel, site: Control, chat: ChatPage
) -> None:
    here = site.add(made(2, "Open here").answer())
    name = site.add(made(3, "To be deleted").answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
    panel.page.get_by_role("link", name="Open here").click()
    panel.shows("4 nodes · 1 branch").settled()
    site.wait_until_idle()
    site.forget_requests()
    chat.delete("To be deleted")
    expect(panel.page.get_by_role("link", name="To be deleted")).to_have_count(0)
    panel.settled().shows("4 nodes · 1 branch")
    assert reads(site, here) == 0
    panel.goto(f"{SITE}/c/{name}").says("could not be loaded", "CT-LOAD-04")
    expect(panel.nodes).to_have_count(0)


def test_the_conversation_of_every_kind_of_address(panel: Panel, site: Control) -> None:
    for rounds, address in enumerate(ADDRESSES, start=1):
        name = site.add(made(rounds).answer())
        panel.goto(SITE + address.format(name)).open().shows(f"{2 * rounds} nodes · 1 branch")


def test_a_project_s_own_page_has_no_conversation(panel: Panel) -> None:
    panel.goto(f"{SITE}/g/{PROJECT}-plans/project").open().says("No conversation yet")


@pytest.mark.parametrize("renderer", RENDERERS)
class TestATemporaryChat:
    def test_what_the_page_shows_is_its_tree_and_nothing_is_asked_for(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        saved = site.add(made(3, "Saved before").answer())
        panel.goto(f"{SITE}/c/{saved}").open().shows("6 nodes · 1 branch")
        panel.goto(f"{SITE}/?temporary-chat=true").says("This is a temporary chat")
        expect(panel.nodes).to_have_count(0)
        site.wait_until_idle()
        site.forget_requests()
        chat.send("Just between us?")
        panel.shows("2 nodes · 1 branch")
        expect(panel.part("notice")).to_contain_text("Only what this page has shown")
        chat.answered()
        chat.send("Still?")
        panel.shows("4 nodes · 1 branch")
        chat.answered()
        panel.settled()
        assert own_requests(site) == []
        panel.reload().says("This is a temporary chat")
        expect(panel.nodes).to_have_count(0)

    def test_one_begun_from_a_saved_chat_shows_nothing_of_that(
        self, panel: Panel, site: Control, chat: ChatPage, renderer: str
    ) -> None:
        site.renderer = renderer
        name = site.add(made(3).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
        expect(chat.message("m6")).to_be_visible()
        panel.page.evaluate(
            """() => { const a = document.createElement('a'); a.href = '/?temporary-chat=true';
                document.body.append(a); a.click(); }"""
        )
        panel.says("This is a temporary chat")
        expect(panel.nodes).to_have_count(0)
        chat.send("Just between us?")
        panel.shows("2 nodes · 1 branch")


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_shared_copy_can_be_read_and_gone_through_but_not_switched(
    panel: Panel, site: Control, chat: ChatPage, renderer: str
) -> None:
    site.renderer = renderer
    site.signed_in = False
    long = made(15)
    site.shares["aaaabbbb-0000-4000-8000-00000000000f"] = share_routes.shared(
        long.answer(), "aaaabbbb-0000-4000-8000-00000000000f"
    )
    panel.goto(f"{SITE}/share/aaaabbbb-0000-4000-8000-00000000000f").open().shows("30 nodes · 1 branch")
    expect(panel.part("notice")).to_contain_text("shared copy")
    expect(chat.message("m30")).to_be_visible()
    panel.tree.focus()
    panel.page.keyboard.press("Home")
    panel.page.keyboard.press("Enter")
    expect(panel.part("live")).to_contain_text("on screen", timeout=20_000)
    expect(chat.message("m1")).to_be_in_viewport()
    assert not [r for r in own_requests(site) if not r.startswith("GET /backend-api/share/")]
