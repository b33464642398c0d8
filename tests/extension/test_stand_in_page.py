"""The stand-in's page sends, stops, begins, renames and deletes as the real one does, with its addresses.

Must not have the extension do anything, nor use anything that it is made of.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.replica.control import Control
from tests.replica.share_routes import shared

ADDRESSES = """
    window.addresses = [];
    for (const name of ['pushState', 'replaceState']) {
        const before = history[name];
        history[name] = function (...all) {
            window.addresses.push(`${name} ${all[2]}`);
            return before.apply(this, all);
        };
    }
"""
WHOLE = "Three small pieces of text."


@pytest.fixture(params=["legacy", "shell"])
def renderer(request: pytest.FixtureRequest, site: Control) -> str:
    site.renderer = request.param
    return str(request.param)


@pytest.fixture
def open_chat(page: Page, site: Control, renderer: str) -> Page:
    page.set_viewport_size({"width": 1900, "height": 900})  # nothing lies under the sidebar
    page.set_viewport_size({"width": 1700, "height": 900})
    page.goto(f"{SITE}/c/{site.add(Maker().rounds(1).answer())}")
    expect(page.get_by_text("Answer 0")).to_be_visible()
    return page


def write(page: Page, text: str = "And then?") -> None:
    page.locator("form [contenteditable]").last.click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


class TestAReply:
    def test_the_stop_button_is_there_until_it_is_complete(self, open_chat: Page, site: Control) -> None:
        site.stream_pieces, site.stream_gap_seconds = ("Three small ", "pieces of text."), 1.5
        write(open_chat)
        expect(open_chat.get_by_test_id("stop-button")).to_be_visible()
        expect(open_chat.get_by_text("Three small", exact=True)).to_be_visible()
        expect(open_chat.get_by_test_id("stop-button")).to_be_visible()
        expect(open_chat.get_by_text(WHOLE)).to_be_visible()
        expect(open_chat.get_by_test_id("send-button")).to_be_visible()
        expect(open_chat.get_by_test_id("stop-button")).to_have_count(0)

    def test_after_a_hand_off_it_is_there_as_well(self, open_chat: Page, site: Control) -> None:
        site.hand_off = True
        site.stream_pieces, site.hand_off_seconds = ("Three small ", "pieces of text."), 2.0
        write(open_chat)
        expect(open_chat.get_by_text("Three small", exact=True)).to_be_visible()
        expect(open_chat.get_by_test_id("stop-button")).to_be_visible()
        expect(open_chat.get_by_text(WHOLE)).to_be_visible()
        expect(open_chat.get_by_test_id("stop-button")).to_have_count(0)

    @pytest.mark.parametrize("hand_off", [False, True])
    def test_stopping_keeps_what_was_written(self, open_chat: Page, site: Control, hand_off: bool) -> None:
        site.hand_off = hand_off
        site.stream_pieces = ("Three small ", "pieces of text.")
        site.stream_gap_seconds, site.hand_off_seconds = 2.0, 4.0
        write(open_chat)
        expect(open_chat.get_by_text("Three small", exact=True)).to_be_visible()
        open_chat.get_by_test_id("stop-button").click()
        expect(open_chat.get_by_test_id("send-button")).to_be_visible()
        expect(open_chat.get_by_text(re.compile("^Three small"))).to_be_visible()
        site.wait_until_idle()
        tree = site.tree(Maker().name)
        assert tree
        last = tree["mapping"][tree["current_node"]]["message"]
        assert last["metadata"]["finish_details"]["type"] == "interrupted"
        expect(open_chat.get_by_text(WHOLE)).to_have_count(0)

    def test_calls_and_results_come_before_the_text(self, open_chat: Page, site: Control) -> None:
        site.answer_messages = 5
        write(open_chat)
        expect(open_chat.get_by_text(WHOLE)).to_be_visible()
        expect(open_chat.locator("[data-run]")).to_have_attribute("data-run", "4")

    def test_leaving_while_it_is_written_leaves_it_alone(self, open_chat: Page, site: Control) -> None:
        site.stream_gap_seconds = 0.3
        write(open_chat)
        expect(open_chat.get_by_test_id("stop-button")).to_be_visible()
        open_chat.get_by_test_id("create-new-chat-button").click()
        expect(open_chat.get_by_text("What are you working on?")).to_be_visible()
        expect(open_chat.get_by_test_id("stop-button").locator("visible=true")).to_have_count(0)
        site.wait_until_idle()
        tree = site.tree(Maker().name)
        assert tree
        assert tree["mapping"][tree["current_node"]]["message"]["content"]["parts"] == [WHOLE]


class TestANewChat:
    def test_its_address_is_provisional_then_real(self, page: Page, site: Control, renderer: str) -> None:
        site.early_scripts = [ADDRESSES]
        page.goto(f"{SITE}/")
        write(page, "Hello")
        expect(page.get_by_text(WHOLE)).to_be_visible()
        pushed, replaced = page.evaluate("window.addresses")
        assert re.fullmatch(r"pushState /c/WEB:[0-9a-f-]{36}", pushed)
        assert re.fullmatch(r"replaceState /c/[0-9a-f-]{36}", replaced)
        assert page.url.endswith(replaced.split("/")[-1])
        expect(page).to_have_title("A title made up")
        expect(page.get_by_role("link", name="A title made up")).to_be_visible()
        page.reload()
        expect(page.get_by_text(WHOLE)).to_be_visible()

    def test_a_temporary_one_never_says_its_id(self, page: Page, site: Control, renderer: str) -> None:
        page.goto(f"{SITE}/?temporary-chat=true")
        write(page, "Hello")
        expect(page.get_by_text(WHOLE)).to_be_visible()
        assert page.url == f"{SITE}/?temporary-chat=true"
        write(page, "Again")
        expect(page.get_by_text(WHOLE)).to_have_count(2)
        (name,) = site.temporary
        assert len(site.conversations[name]["mapping"]) == 5  # type: ignore[call-overload]


class TestTheList:
    def test_a_chat_can_be_renamed(self, open_chat: Page, site: Control) -> None:
        open_chat.get_by_test_id("history-item-0-options").click()
        open_chat.get_by_test_id("rename-chat-menu-item").click()
        open_chat.keyboard.type(" anew")
        open_chat.keyboard.press("Enter")
        expect(open_chat).to_have_title("Made for a test anew")
        tree = site.tree(Maker().name)
        assert tree
        assert tree["title"] == "Made for a test anew"

    def test_a_deleted_chat_leaves_the_home_page(self, open_chat: Page, site: Control) -> None:
        open_chat.get_by_test_id("history-item-0-options").click()
        open_chat.get_by_test_id("delete-chat-menu-item").click()
        open_chat.get_by_test_id("delete-conversation-confirm-button").click()
        expect(open_chat.get_by_text("What are you working on?")).to_be_visible()
        assert open_chat.url == f"{SITE}/"
        assert site.conversations == {}
        (sent,) = site.asked("PATCH", f"/backend-api/conversation/{Maker().name}", by="page")
        assert sent.body == b'{"is_visible":false}'


class TestAddresses:
    @pytest.mark.parametrize(
        "before",
        ["", "/g/g-abc123-a-gpt", "/g/g-p-00000000000000000000000000000000-garden", "/u/1", "/u/1/g/g-abc"],
    )
    def test_each_leads_to_its_conversation(
        self, page: Page, site: Control, renderer: str, before: str
    ) -> None:
        name = site.add(Maker().rounds(1).answer())
        page.goto(f"{SITE}{before}/c/{name}")
        expect(page.get_by_text("Answer 0")).to_be_visible()

    def test_a_shared_copy_can_only_be_read(self, page: Page, site: Control, renderer: str) -> None:
        site.pager_mounts = "always"
        site.shares["99999999-aaaa-4bbb-8ccc-dddddddddddd"] = shared(
            Maker().rounds(2).answer(), "99999999-aaaa-4bbb-8ccc-dddddddddddd"
        )
        page.goto(f"{SITE}/share/99999999-aaaa-4bbb-8ccc-dddddddddddd")
        expect(page.get_by_text("Answer 1")).to_be_visible()
        expect(page.locator("form [contenteditable]")).to_be_hidden()
        expect(page.get_by_test_id("edit-turn-action-button")).to_have_count(0)

    def test_a_workspaces_conversation_is_asked_for_with_its_account(
        self, page: Page, site: Control, renderer: str
    ) -> None:
        name = site.add(Maker().rounds(1).answer())
        site.workspaces[name] = "team-account"
        site.account_cookie = "team-account"
        page.goto(f"{SITE}/c/{name}")
        expect(page.get_by_text("Answer 0")).to_be_visible()
        site.account_cookie = ""
        page.goto(f"{SITE}/")  # takes the cookie away


class TestTowardOthers:
    def test_typing_anywhere_lands_in_the_composer(self, open_chat: Page) -> None:
        open_chat.locator("body").click(position={"x": 400, "y": 60})
        open_chat.keyboard.type("/ is a letter too")
        expect(open_chat.locator("form [contenteditable]")).to_have_text("/ is a letter too")

    def test_but_not_what_is_typed_into_a_field(self, open_chat: Page) -> None:
        open_chat.evaluate("""() => {
            const field = document.createElement('input');
            field.id = 'other';
            document.body.prepend(field);
            field.focus();
        }""")
        open_chat.keyboard.type("mine")
        expect(open_chat.locator("#other")).to_have_value("mine")
        expect(open_chat.locator("form [contenteditable]")).to_have_text("")

    def test_it_has_buttons_that_nobody_else_should_press(self, open_chat: Page) -> None:
        open_chat.get_by_text("Answer 0").hover()
        for name in (
            "copy-turn-action-button",
            "good-response-turn-action-button",
            "voice-play-turn-action-button",
        ):
            button = open_chat.get_by_test_id(name).last
            button.click()
            expect(button).to_have_attribute("data-pressed", "")
        share = open_chat.get_by_role("button", name="Share", exact=True).first
        share.evaluate("button => button.click()")  # it may lie under the sidebar
        expect(share).to_have_attribute("data-pressed", "")
