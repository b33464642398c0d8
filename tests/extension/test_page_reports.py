"""What the engine is told of the page: what is mounted, what is being written, what a reload would lose.

Must not know what the core makes of it.
"""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.engine_document import EngineDocument
from tests.extension.panel import Panel
from tests.replica.control import Control


@pytest.fixture
def engine(watched: Chromium, panel: Panel, site: Control) -> EngineDocument:
    """Listens; its newest tab has a conversation of two rounds open."""
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    engine = EngineDocument(watched)
    engine.listen()
    return engine


def ask(panel: Panel, text: str) -> None:
    panel.page.locator("#prompt-textarea").click()
    panel.page.keyboard.type(text)
    panel.page.keyboard.press("Enter")


def test_the_mounted_messages_are_told_with_their_first_words(panel: Panel, engine: EngineDocument) -> None:
    panel.reload()
    told = engine.hears("page_reported", renderer="legacy", answering=False, draft=False)
    while not told["messages"]:
        told = engine.heard("page_reported")[-1]
    assert told["messages"] == [
        ["m1", "user", "Question 0"],
        ["m2", "assistant", "Answer 0"],
        ["m3", "user", "Question 1"],
        ["m4", "assistant", "Answer 1"],
    ]


def test_nothing_is_told_twice(panel: Panel, engine: EngineDocument) -> None:
    panel.content("conversationTree.page.report()")
    panel.settled()
    before = len(engine.heard("page_reported"))
    panel.content("for (let i = 0; i < 5; i += 1) conversationTree.page.report()")
    panel.settled()
    assert len(engine.heard("page_reported")) == before


def test_an_answer_is_followed_while_it_is_written(
    panel: Panel, engine: EngineDocument, site: Control
) -> None:
    site.stream_gap_seconds = 0.7
    site.stream_pieces = ("Three small ", "pieces ", "of text.")
    ask(panel, "And then?")
    engine.hears("page_reported", answering=True)
    expect(panel.page.get_by_text("Three small pieces of text.")).to_be_visible()
    engine.hears("page_reported", answering=False)

    def ends() -> list[dict[str, Any]]:
        told = [each for each in engine.heard("page_reported") if not each["answering"]]
        return [each for each in told if each["messages"][-1][2] == "Three small pieces of text."]

    while not ends():
        panel.page.wait_for_timeout(50)
    end = ends()[-1]
    assert [text for _, _, text in end["messages"][:-1]] == [""] * 5
    growing = {each["messages"][-1][2] for each in engine.heard("page_reported") if each["answering"]}
    assert {"Three small ", "Three small pieces "} <= {f"{text.rstrip()} " for text in growing}


def test_only_the_beginning_is_told(panel: Panel, site: Control, engine: EngineDocument) -> None:
    made = Maker("aaaaaaaa-0000-4000-8000-000000000003")
    made.ask("é" * 5_000)
    name = site.add(made.answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("1 node · 1 branch")
    expect(panel.page.locator("[data-message-id]")).to_have_count(1)
    panel.content("conversationTree.page.report()")
    assert engine.hears("page_reported", messages=[["m1", "user", "é" * 200]])


def test_what_is_typed_and_not_sent_is_a_draft(panel: Panel, engine: EngineDocument) -> None:
    panel.page.locator("#prompt-textarea").click()
    panel.page.keyboard.type("  ")
    panel.content("conversationTree.page.report()")
    panel.settled()
    assert not any(each["draft"] for each in engine.heard("page_reported"))
    panel.page.keyboard.type("half a thought")
    engine.hears("page_reported", draft=True)
    panel.page.keyboard.press("Control+A")
    panel.page.keyboard.press("Delete")
    engine.hears("page_reported", draft=False)


def test_a_route_that_was_left_is_not_told(panel: Panel, site: Control, watched: Chromium) -> None:
    site.renderer = "shell"
    site.add(Maker("aaaaaaaa-0000-4000-8000-000000000001", "First").rounds(1).answer())
    other = Maker("aaaaaaaa-0000-4000-8000-000000000002", "Second")
    other.say("user", "Elsewhere", name="elsewhere")
    site.add(other.answer())
    panel.goto(f"{SITE}/c/aaaaaaaa-0000-4000-8000-000000000001").open().shows("2 nodes · 1 branch")
    engine = EngineDocument(watched)
    engine.listen()
    panel.page.get_by_role("link", name="Second").click()
    engine.hears("page_reported", renderer="shell", messages=[["elsewhere", "user", "Elsewhere"]])
    expect(panel.page.get_by_text("Question 0")).to_have_count(1)


def test_a_hidden_tab_tells_nothing(panel: Panel, engine: EngineDocument) -> None:
    panel.content("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    before = len(engine.heard("page_reported"))
    panel.page.locator("#prompt-textarea").click()
    panel.page.keyboard.type("half a thought")
    # Longer than between two looks at the page.
    panel.content("new Promise(resolve => setTimeout(resolve, 1200))")
    assert len(engine.heard("page_reported")) == before
    panel.content("delete document.hidden")
    engine.hears("page_reported", draft=True)


def test_two_hundred_messages_cost_little(panel: Panel, site: Control) -> None:
    site.mounted_turns = 300
    name = site.add(Maker().rounds(100).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("200 nodes · 1 branch")
    expect(panel.page.locator("[data-message-id]")).to_have_count(200)
    times = panel.content(
        """Array.from({ length: 15 }, () => {
            const begun = performance.now();
            conversationTree.page.report();
            return performance.now() - begun;
        })"""
    )
    assert median(times) < 6


def test_a_forged_focus_is_none(panel: Panel, engine: EngineDocument) -> None:
    panel.page.evaluate("dispatchEvent(new Event('focus'))")
    panel.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    panel.settled()
    assert engine.heard("page_focused") == []


def test_coming_back_is_told_once(panel: Panel, engine: EngineDocument, watched: Chromium) -> None:
    other = watched.context.new_page()
    session = watched.context.new_cdp_session(panel.page)
    session.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    for _ in range(3):
        other.bring_to_front()
        panel.page.bring_to_front()
    engine.hears("page_focused")
    panel.settled()
    assert len(engine.heard("page_focused")) == 1
    other.close()


def test_of_the_cookies_only_the_wanted_ones_are_told(
    panel: Panel, engine: EngineDocument, site: Control
) -> None:
    site.account_cookie = "b1b2b3b4-0000-4000-8000-00000000000a"
    panel.page.evaluate("document.cookie = 'secret=1; path=/'")
    panel.reload()
    assert engine.hears("page_opened")["cookies"] == {"_account": site.account_cookie}
