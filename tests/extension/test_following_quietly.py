"""Nothing is asked for while nothing changes, once when something did; what one looks at stays as it was.

Must not know what a change is noticed by.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import ANSWER, RENDERERS, ChatPage, own_requests, reads
from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

AS_THE_PAGE_ASKS = """async path => {
    const own = { 'oai-client-version': 'replica-1' };
    const { accessToken } = await (await fetch('/api/auth/session', { headers: own })).json();
    const headers = { ...own, authorization: `Bearer ${accessToken}` };
    await (await fetch(path, { headers })).arrayBuffer();
}"""
LATER = "(real => { Date.now = () => real() + %d * 1000; })(Date.now.bind(Date)), 0"


def made(rounds: int) -> Maker:
    return Maker(str(uuid4())).rounds(rounds)


def opened(panel: Panel, site: Control, rounds: int, renderer: str = "legacy") -> str:
    """A conversation that is shown; nothing has been asked for since."""
    site.renderer = renderer
    name = site.add(made(rounds).answer())
    panel.page.set_viewport_size({"width": 1700, "height": 900})
    panel.goto(f"{SITE}/c/{name}").open().shows(f"{2 * rounds} nodes · 1 branch")
    expect(ChatPage(panel.page).message(f"m{2 * rounds}")).to_be_visible()
    site.wait_until_idle()
    panel.settled()
    site.forget_requests()
    return name


def cpu_seconds(panel: Panel) -> float:
    """What the page's main thread has worked, ours and the page's own."""
    session = panel.page.context.new_cdp_session(panel.page)
    session.send("Performance.enable")
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return float(metrics["TaskDuration"])


def test_a_minute_of_idling_asks_for_nothing(panel: Panel, site: Control, watched: Chromium) -> None:
    """In both renderers at once, while one page asks for its conversation again and again, as it does."""
    other = watched.new_panel()
    opened(other, site, 3, "shell")
    name = opened(panel, site, 3)
    before, told = cpu_seconds(panel), panel.fact("events")
    for _ in range(15):
        panel.page.evaluate(AS_THE_PAGE_ASKS, f"/backend-api/conversation/{name}")
        panel.page.wait_for_timeout(4_000)
    assert own_requests(site) == []
    assert not site.asked("GET", "/api/auth/session", by="extension")
    # Each answer of the page was looked at, and next to nothing else was told to the engine.
    assert panel.fact("events") - told <= 2 * 15 + 4
    assert cpu_seconds(panel) - before < 3.0
    other.page.close()


@pytest.mark.parametrize("renderer", RENDERERS)
def test_an_answer_of_two_hundred_messages_is_read_once(panel: Panel, site: Control, renderer: str) -> None:
    name = opened(panel, site, 2, renderer)
    site.answer_messages = 200
    site.tool_gap_seconds = 0.01
    told = panel.fact("events")
    begun = panel.page.evaluate("performance.now()")
    ChatPage(panel.page).send("Do it thoroughly.")
    expect(ChatPage(panel.page).text(ANSWER)).to_be_visible(timeout=30_000)
    ChatPage(panel.page).answered()
    panel.shows("6 nodes · 1 branch")
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension")
    # A second read would follow the page's next look at itself.
    panel.content("new Promise(resolve => setTimeout(resolve, 1500))")
    site.wait_until_idle()
    panel.settled().shows("6 nodes · 1 branch")
    seconds = (panel.page.evaluate("performance.now()") - begun) / 1000
    assert reads(site, name) == 1
    # The page is looked at three times a second at most, whatever it does meanwhile.
    assert panel.fact("events") - told < 4 * seconds + 10


def test_coming_back_finds_what_another_tab_did(panel: Panel, site: Control, watched: Chromium) -> None:
    name = opened(panel, site, 2)
    session = watched.context.new_cdp_session(panel.page)
    session.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    other = watched.context.new_page()
    site.add(Maker(name).rounds(3).answer(), name)
    panel.content(LATER % 60)
    other.bring_to_front()
    panel.page.bring_to_front()
    panel.shows("6 nodes · 1 branch")
    assert reads(site, name) == 1
    # Going back and forth is no reason to ask again at once.
    panel.content("new Promise(resolve => setTimeout(resolve, 2100))")
    other.bring_to_front()
    panel.page.bring_to_front()
    panel.settled()
    assert reads(site, name) == 1
    other.close()


def test_the_selection_and_the_place_survive_a_read(panel: Panel, site: Control) -> None:
    name = opened(panel, site, 60)
    panel.tree.focus()
    panel.page.keyboard.press("Home")
    for _ in range(3):
        panel.page.keyboard.press("ArrowDown")
    focused = panel.page.locator("cgt-root .cgt-focused")
    expect(focused).to_have_id("cgt-t:m4")
    panel.content(f"{ROOT}.getElementById('cgt-scroller').scrollTo(0, 300)")
    panel.settled()
    place = panel.tree.evaluate("e => [e.scrollLeft, e.scrollTop]")
    ChatPage(panel.page).send("And then?")
    panel.shows("122 nodes · 1 branch")
    ChatPage(panel.page).answered()
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension")
    site.wait_until_idle()
    panel.settled().shows("122 nodes · 1 branch")
    expect(focused).to_have_id("cgt-t:m4")
    assert panel.tree.evaluate("e => [e.scrollLeft, e.scrollTop]") == place


def test_who_looks_at_the_end_is_taken_along(panel: Panel, site: Control) -> None:
    opened(panel, site, 60)
    ChatPage(panel.page).send("And then?")
    panel.shows("122 nodes · 1 branch")
    ChatPage(panel.page).answered()
    panel.settled()
    current: Any = panel.page.locator("cgt-root .cgt-current").bounding_box()
    view: Any = panel.tree.bounding_box()
    assert view["y"] <= current["y"]
    assert current["y"] + current["height"] <= view["y"] + view["height"]
