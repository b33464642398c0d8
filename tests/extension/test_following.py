"""The tree follows the page: a message sent, a pager pressed, a conversation that grew meanwhile.

Must not know how often the page itself asks.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.extension.conftest import SITE, fixture_conversation
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control


def test_a_message_sent_is_in_the_tree_when_its_answer_has_come(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    path = f"/backend-api/conversation/{name}"
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    site.wait_until_idle()
    before = len(site.asked("GET", path, by="extension"))
    panel.page.locator("#prompt-textarea").click()
    panel.page.keyboard.type("And then?")
    panel.page.keyboard.press("Enter")
    panel.shows("6 nodes · 1 branch")
    site.wait_until_idle()
    assert len(site.asked("GET", path, by="extension")) == before + 1


def test_what_grew_while_the_sidebar_was_closed_is_there_when_it_opens(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    panel.close()
    site.add(Maker().rounds(3).answer(), name)
    panel.open().shows("6 nodes · 1 branch")


def test_the_ring_goes_where_the_pages_own_pager_goes(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("regen_forks"))
    panel.page.set_viewport_size({"width": 1700, "height": 900})
    panel.goto(f"{SITE}/c/{name}").open().shows("13 nodes · 7 branches")
    ring = panel.page.locator("cgt-root .cgt-current")
    at_first = ring.get_attribute("id") or ""
    panel.page.get_by_text("Q2").last.hover()
    panel.page.get_by_role("button", name="Previous response").last.click()
    expect(ring).not_to_have_id(at_first)
    expect(panel.page.locator(f"cgt-root [id='{at_first}']")).to_have_class("cgt-node cgt-assistant")
    panel.page.get_by_text("Q2").last.hover()
    panel.page.get_by_role("button", name="Next response").last.click()
    expect(ring).to_have_id(at_first)
