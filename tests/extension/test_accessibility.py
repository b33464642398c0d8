"""Keyboard and screen readers: the tree pattern with one tab stop, names, axe on the shipped elements.

Must not know how nodes are labelled; it reads what assistive technology is given.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE, fixture_conversation
from tests.extension.conversations import Maker, look_sample, torn
from tests.extension.panel import HOST, ROOT, Panel
from tests.replica.control import Control

AXE = Path(__import__("axe_playwright_python").__file__).parent / "axe.min.js"
SEE_THROUGH = """Object.defineProperty(Element.prototype, 'shadowRoot', {configurable: true,
    get() { return this instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(this) : null; }}); 0"""
INTO_THE_BODY = f"""(() => {{
    const host = document.querySelector('{HOST}');
    conversationTree.hold(true);
    host.hidePopover();
    host.removeAttribute('popover');
    document.body.append(host);
    document.getElementById('app').remove();
}})()"""
"""In the top layer axe cannot tell what lies behind a text, and above the page it takes the page for it."""
ADVICE = (
    # On levels as such, whatever they are; a tree is as deep as its conversation.
    "aria-level values greater than 6",
    # On every single digit; the contrast of the numbers' colour is held by a test of the colours.
    "Element content is too short to determine",
)


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    name = site.add(look_sample())
    return panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")


def focused(panel: Panel) -> Locator:
    return panel.page.locator(f"{HOST} .cgt-focused")


def pointed_at(panel: Panel) -> str:
    """The id that `aria-activedescendant` names, which must be drawn."""
    name = panel.tree.get_attribute("aria-activedescendant")
    assert name
    drawn = panel.content(f"!!{ROOT}.getElementById({json.dumps(name)})")
    assert drawn, f"{name} is not in the drawing"
    return name


class TestTheKeyboard:
    def test_the_tree_is_one_tab_stop(self, shown: Panel) -> None:
        stops = shown.content(f"[...{ROOT}.querySelectorAll('[tabindex]')].map(e => e.id + ' ' + e.tabIndex)")
        # Besides it only the words of one message, which scroll by themselves, and the sidebar's edge.
        assert stops == ["cgt-scroller 0", "cgt-message_text 0", "cgt-edge 0"]

    def test_tab_goes_through_the_sidebar_and_out_of_it(self, shown: Panel) -> None:
        shown.part("close").focus()
        order = []
        for _ in range(3):
            shown.page.keyboard.press("Tab")
            order.append(shown.content(f"{ROOT}.activeElement?.id ?? document.activeElement.localName"))
        assert order[0] == "cgt-scroller"
        assert "cgt-scroller" not in order[1:]

    def test_opening_moves_the_focus_into_the_tree_and_closing_gives_it_back(self, shown: Panel) -> None:
        shown.close()
        shown.part("button").focus()
        shown.page.keyboard.press("Enter")
        expect(shown.part("panel")).to_be_visible()
        shown.eventually(f"{ROOT}.activeElement?.id === 'cgt-scroller'")
        shown.part("close").focus()
        shown.page.keyboard.press("Space")
        expect(shown.part("button")).to_be_visible()
        shown.eventually(f"{ROOT}.activeElement?.id === 'cgt-button'")

    def test_the_current_node_is_the_first_one_chosen(self, shown: Panel) -> None:
        assert pointed_at(shown) == "cgt-t:m6"

    def test_arrows_walk_the_tree(self, shown: Panel) -> None:
        shown.tree.focus()
        walked = []
        keys = ["Home", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft"]
        for key in [*keys, "End", "ArrowUp"]:
            shown.page.keyboard.press(key)
            shown.settled()
            walked.append(pointed_at(shown).removeprefix("cgt-t:"))
        assert walked == ["m1", "m2", "m3", "m4", "m5", "m4", "m2", "m6", "m5"]

    def test_a_long_walk_keeps_the_chosen_node_drawn_and_on_screen(self, panel: Panel, site: Control) -> None:
        name = site.add(Maker().rounds(100).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("200 nodes · 1 branch")
        panel.tree.focus()
        for key in ("Home", *["ArrowDown"] * 30, "End", *["ArrowUp"] * 5):
            panel.page.keyboard.press(key)
        panel.settled()
        pointed_at(panel)
        box, view = focused(panel).locator("circle").first.bounding_box(), panel.tree.bounding_box()
        assert box
        assert view
        assert view["y"] <= box["y"] <= view["y"] + view["height"]

    def test_a_click_chooses_a_node(self, shown: Panel) -> None:
        shown.nodes.first.click()
        expect(focused(shown)).to_have_id("cgt-t:m1")

    def test_the_chosen_node_is_marked_only_for_the_keyboard(self, shown: Panel) -> None:
        shown.part("close").focus()
        shown.page.keyboard.press("Tab")
        outline = shown.style(focused(shown).locator("circle"), "outline-style")
        assert outline == "solid"
        shown.page.locator("#prompt-textarea").click()
        assert shown.style(focused(shown).locator("circle"), "outline-style") == "none"


class TestNames:
    def test_the_tree_and_its_nodes_say_what_they_are(self, shown: Panel) -> None:
        snapshot = shown.part("panel").aria_snapshot()
        assert '- tree "Conversation tree"' in snapshot
        assert snapshot.count('treeitem "') == 6
        first = shown.nodes.first
        expect(first).to_have_attribute("aria-label", "You, question 1, branch 1 of 2: First question")

    def test_levels_and_positions_are_given(self, shown: Panel) -> None:
        given = shown.content(
            f"""[...{ROOT}.querySelectorAll('[role=treeitem]')].map(e => [e.id.slice(6),
                ...['level', 'setsize', 'posinset'].map(n => Number(e.getAttribute('aria-' + n)))])"""
        )
        assert sorted(given) == [
            ["m1", 1, 2, 1],
            ["m2", 1, 2, 2],
            ["m3", 2, 2, 1],
            ["m4", 2, 2, 2],
            ["m5", 3, 1, 1],
            ["m6", 4, 1, 1],
        ]

    def test_the_current_node_is_announced_as_such(self, shown: Panel) -> None:
        expect(shown.page.locator(f"{HOST} [aria-current=true]")).to_have_id("cgt-t:m6")

    def test_what_changes_is_said_politely(self, shown: Panel) -> None:
        expect(shown.part("live")).to_have_attribute("aria-live", "polite")
        expect(shown.part("live")).to_have_text("6 nodes · 3 branches")

    def test_the_search_box_says_what_it_is(self, shown: Panel) -> None:
        expect(shown.page.get_by_role("searchbox", name="Search")).to_be_enabled()


def judged(panel: Panel) -> list[str]:
    """What axe finds wrong or cannot decide about our elements, in the content script's own world."""
    panel.content(SEE_THROUGH)
    panel.content(INTO_THE_BODY)
    panel.content(AXE.read_text(encoding="utf-8") + ";0")
    found: Any = panel.content(
        f"""axe.run('{HOST}', {{resultTypes: ['violations', 'incomplete', 'passes']}}).then(r => ({{
            bad: [...r.violations, ...r.incomplete].map(x => x.id + ': ' + x.nodes.map(n => n.target.join(' ')
                + ' ' + n.any.concat(n.all, n.none).map(c => c.message).join('; ')).join(' | ')),
            rules: r.passes.length}}))"""
    )
    assert found["rules"] > 5, "axe looked at nothing"
    return [bad for bad in found["bad"] if not any(advice in bad for advice in ADVICE)]


class TestAxe:
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_a_tree(self, panel: Panel, site: Control, theme: str) -> None:
        site.theme = theme
        name = site.add(fixture_conversation("demo_conversation"))
        panel.goto(f"{SITE}/c/{name}").open()
        expect(panel.nodes.first).to_be_visible()
        assert judged(panel) == []

    def test_a_partial_tree(self, panel: Panel, site: Control) -> None:
        name = site.add(torn())
        panel.goto(f"{SITE}/c/{name}").open().shows("5 nodes · 2 branches")
        assert judged(panel) == []

    def test_an_error(self, panel: Panel, site: Control) -> None:
        site.page_uses = "none"
        panel.goto(f"{SITE}/c/aaaaaaaa-0000-4000-8000-00000000dead").open().says("CT-LOAD-04")
        assert judged(panel) == []

    def test_the_button(self, panel: Panel) -> None:
        panel.goto(f"{SITE}/").open().close()
        assert judged(panel) == []

    def test_it_would_find_a_nameless_node(self, shown: Panel) -> None:
        expect(shown.nodes).to_have_count(6)
        shown.content(f"{ROOT}.querySelector('.cgt-assistant').removeAttribute('aria-label')")
        assert any("aria-treeitem-name" in found for found in judged(shown))
