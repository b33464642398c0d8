"""A conversation seen before shows at once, marked as a copy until the fresh one is there; to nobody else.

Must not know how copies are stored; `test_snapshots_store.py` does.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import ChatPage
from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.engine_document import EngineDocument
from tests.extension.panel import Panel
from tests.replica import share_routes
from tests.replica.control import Control

COPY = "This is the copy stored"
LATER = "(real => { Date.now = () => real() + %d * 1000; })(Date.now.bind(Date)), 0"


@pytest.fixture(autouse=True)
def only_our_own_requests(site: Control) -> None:
    site.page_uses = "none"


@pytest.fixture
def seen(panel: Panel, site: Control) -> str:
    """A conversation that was shown once; from now on its site is slow."""
    made = Maker(str(uuid4())).rounds(2)
    made.reply("Another answer", "m3")
    name = site.add(made.answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("5 nodes · 2 branches").settled()
    site.forget_requests()
    site.fail("conversation", "slow", of="extension", seconds=2.5)
    return name


def stored(running: Chromium) -> list[list[str]]:
    """Account and conversation of every copy."""
    found: Any = EngineDocument(running).run(
        """const { withDatabase, settled, SNAPSHOTS } = await import('./records.js');
        return withDatabase(database =>
            settled(database.transaction(SNAPSHOTS).objectStore(SNAPSHOTS).getAllKeys()));"""
    )
    assert isinstance(found, list)
    return found


def test_it_shows_at_once_and_says_so_until_the_fresh_one_comes(
    panel: Panel, site: Control, seen: str
) -> None:
    grown = Maker(seen).rounds(4)
    site.add(grown.answer(), seen)
    panel.reload()
    panel.shows("5 nodes · 2 branches", seconds=2)
    expect(panel.part("notice_text")).to_contain_text(COPY)
    expect(panel.part("notice_action")).to_be_hidden()
    expect(panel.part("placeholder")).to_be_hidden()
    panel.shows("8 nodes · 1 branch")
    expect(panel.part("notice")).to_be_hidden()


def test_an_unchanged_answer_takes_the_mark_away(panel: Panel, site: Control, seen: str) -> None:
    panel.reload()
    expect(panel.part("notice_text")).to_contain_text(COPY, timeout=2_000)
    expect(panel.part("notice")).to_be_hidden()
    panel.shows("5 nodes · 2 branches")


def test_when_the_site_fails_the_copy_stays_with_its_age(panel: Panel, site: Control, seen: str) -> None:
    for route in ("conversation", "batch", "pages"):
        site.fail(route, 500, of="extension")
    panel.reload()
    for text in ("has a fault of its own", "The tree shown was read just now.", "CT-LOAD-06"):
        expect(panel.part("notice_text")).to_contain_text(text)
    expect(panel.nodes).to_have_count(5)
    panel.content(LATER % (3 * 3600))
    panel.part("notice_action").click()
    expect(panel.part("notice_text")).to_contain_text("The tree shown was read 3 hours ago.")


def test_the_branches_of_the_copy_stay_when_only_pages_are_to_be_had(
    panel: Panel, site: Control, seen: str
) -> None:
    grown = Maker(seen).rounds(2)
    grown.reply("Another answer", "m3")
    grown.current = "m4"
    grown.rounds(1)
    site.add(grown.answer(), seen)
    for route in ("conversation", "batch"):
        site.fail(route, 500, of="extension")
    panel.reload().shows("7 nodes · 2 branches")
    expect(panel.part("notice_text")).not_to_contain_text(COPY)


def asked_and_waiting(panel: Panel, site: Control, name: str) -> None:
    """Who is signed in is known, what is stored has been looked for, and the site has not answered."""
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension")
    panel.settled().says("Loading", seconds=1)
    expect(panel.nodes).to_have_count(0)


def test_another_account_does_not_see_it(panel: Panel, site: Control, seen: str) -> None:
    site.user_id, site.account_id = "user-somebody-else", str(uuid4())
    panel.reload()
    asked_and_waiting(panel, site, seen)


def test_after_signing_out_it_is_hidden(panel: Panel, site: Control, seen: str) -> None:
    site.signed_in = False
    panel.reload().says("sign in again", "CT-LOAD-02")
    expect(panel.nodes).to_have_count(0)


def test_what_a_person_deletes_is_not_shown_any_more(panel: Panel, site: Control, seen: str) -> None:
    panel.content("conversationTree.send({type: 'clearing_asked'}), 0")
    panel.settled().reload()
    asked_and_waiting(panel, site, seen)


def test_neither_a_temporary_nor_a_shared_one_nor_a_part_is_stored(
    panel: Panel, site: Control, watched: Chromium, seen: str
) -> None:
    assert seen in [name for _, name in stored(watched)]
    share = str(uuid4())
    site.shares[share] = share_routes.shared(Maker(share).rounds(2).answer(), share)
    panel.goto(f"{SITE}/share/{share}").shows("4 nodes · 1 branch")
    panel.goto(f"{SITE}/?temporary-chat=true").says("temporary chat")
    ChatPage(panel.page).send("Just between us?")
    panel.shows("2 nodes · 1 branch")
    ChatPage(panel.page).answered()
    part = site.add(Maker(str(uuid4())).rounds(3).answer())
    for route in ("conversation", "batch"):
        site.fail(route, 500, of="extension")
    panel.goto(f"{SITE}/c/{part}").shows("6 nodes · 1 branch").settled()
    names = [name for _, name in stored(watched)]
    assert not {share, part, *site.temporary} & set(names)


def test_another_view_of_a_copy_is_followed_by_the_page(panel: Panel, site: Control, seen: str) -> None:
    """What a person does with the copy stays when the fresh one comes."""
    panel.reload().shows("5 nodes · 2 branches", seconds=2)
    panel.tree.focus()
    panel.page.keyboard.press("Home")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m1")
    expect(panel.part("notice")).to_be_hidden()
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m1")
