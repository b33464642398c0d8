"""Folding by pointer in a real browser: what a click on a link, a capsule or a button does on screen.

Must not know how a run is found; shapes are looked at, and pressed where a person would press.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import HOST, Panel
from tests.replica.control import Control


def capsules(panel: Panel) -> Locator:
    return panel.page.locator(f"{HOST} .cgt-capsule")


def node(panel: Panel, message: str) -> Locator:
    return panel.page.locator(f"{HOST} [id='cgt-t:{message}']")


def press_between(panel: Panel, upper: str, lower: str) -> None:
    """Click in the middle of the line between two nodes."""
    boxes = [node(panel, name).locator("circle").first.bounding_box() for name in (upper, lower)]
    assert boxes[0]
    assert boxes[1]
    x = sum(box["x"] + box["width"] / 2 for box in boxes if box) / 2
    y = sum(box["y"] + box["height"] / 2 for box in boxes if box) / 2
    panel.page.mouse.click(x, y)


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    """Five rounds, m1 to m10, and a variant m11 of the second answer m4."""
    made = Maker().rounds(5)
    made.reply("Another second answer", "m3")
    made.current = "m10"
    name = site.add(made.answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("11 nodes · 2 branches")
    expect(panel.nodes).to_have_count(11)
    expect(panel.page.locator(f"{HOST} .cgt-runs")).to_have_count(1)
    return panel


class TestByPointer:
    def test_a_click_on_a_line_folds_the_run_and_one_on_the_capsule_unfolds_it(self, shown: Panel) -> None:
        press_between(shown, "m6", "m7")
        expect(capsules(shown)).to_have_count(1)
        expect(capsules(shown)).to_have_text("[ +6 ]")
        expect(shown.nodes).to_have_count(6)
        expect(capsules(shown)).to_have_attribute("aria-expanded", "false")
        expect(capsules(shown)).to_have_accessible_name("6 folded messages, questions 2 to 5")
        capsules(shown).locator(".cgt-box").click()
        expect(capsules(shown)).to_have_count(0)
        expect(shown.nodes).to_have_count(11)

    def test_a_line_says_by_the_pointer_that_it_can_be_pressed(self, shown: Panel) -> None:
        cursor = shown.style(shown.page.locator(f"{HOST} .cgt-runs"), "cursor")
        assert cursor == "pointer"

    def test_no_jump_comes_of_it(self, shown: Panel) -> None:
        address = shown.page.url
        press_between(shown, "m6", "m7")
        expect(capsules(shown)).to_have_count(1)
        shown.settled()
        assert shown.page.url == address
        expect(shown.part("journey")).to_be_hidden()

    def test_the_capsule_is_where_the_click_was(self, shown: Panel) -> None:
        box = node(shown, "m6").locator("circle").first.bounding_box()
        assert box
        press_between(shown, "m6", "m7")
        capsule = capsules(shown).locator(".cgt-box").bounding_box()
        assert capsule
        clicked = box["y"] + box["height"] / 2 + 18
        # As far as the edge of the drawing allows: here all of it is in view before and after.
        view = shown.tree.bounding_box()
        assert view
        assert view["y"] <= capsule["y"] <= clicked + 1

    def test_folds_outlive_a_reload(self, shown: Panel) -> None:
        press_between(shown, "m6", "m7")
        expect(capsules(shown)).to_have_text("[ +6 ]")
        shown.reload().shows("11 nodes · 2 branches")
        expect(capsules(shown)).to_have_text("[ +6 ]")
