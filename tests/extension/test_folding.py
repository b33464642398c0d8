"""Folding by pointer in a real browser: what a click on a link, a capsule or a button does on screen.

Must not know how a run is found; shapes are looked at, and pressed where a person would press.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker, large
from tests.extension.panel import HOST, ROOT, Panel
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


def bushy() -> dict[str, Any]:
    """300 turns and 5 branches: four forks, one below the other, with long runs between them."""
    made = Maker("66666666-7777-4888-8999-aaaaaaaaaaaa", "Five branches").rounds(32)
    for _ in range(4):
        fork = made.current
        made.ask("A side question", fork)
        made.rounds(14)
        made.ask("The main question", fork)
        made.reply("and its answer")
        made.rounds(14)
    return made.answer()


def forks_in_view(panel: Panel) -> list[bool]:
    """Of every fork, whether the box of its disc is inside the scroller's box."""
    view = panel.tree.bounding_box()
    assert view
    found = []
    for name in ("m64", "m123", "m182", "m241"):
        box = node(panel, name).locator("circle").first.bounding_box()
        found.append(
            box is not None
            and view["x"] <= box["x"] <= box["x"] + box["width"] <= view["x"] + view["width"]
            and view["y"] <= box["y"] <= box["y"] + box["height"] <= view["y"] + view["height"]
        )
    return found


class TestAllAtOnce:
    def test_300_turns_in_5_branches_fit_when_folded(self, panel: Panel, site: Control) -> None:
        panel.page.set_viewport_size({"width": 1280, "height": 800})
        name = site.add(bushy())
        panel.goto(f"{SITE}/c/{name}").open().shows("300 nodes · 5 branches")
        box = panel.part("panel").bounding_box()
        assert box
        assert (box["width"], box["height"]) == (360, 800)
        panel.page.get_by_role("button", name="Fold all runs").click()
        expect(capsules(panel)).to_have_count(9)
        assert forks_in_view(panel) == [True] * 4
        panel.page.get_by_role("button", name="Unfold all").click()
        expect(capsules(panel)).to_have_count(0)

    def test_the_overview_fits_it_and_gives_the_place_back(self, panel: Panel, site: Control) -> None:
        panel.page.set_viewport_size({"width": 1280, "height": 800})
        name = site.add(bushy())
        panel.goto(f"{SITE}/c/{name}").open().shows("300 nodes · 5 branches")
        expect(panel.nodes.first).to_be_visible()
        top = panel.tree.evaluate("e => e.scrollTop")
        panel.part("overview").click()
        expect(panel.part("overview")).to_have_attribute("aria-pressed", "true")
        expect(capsules(panel)).to_have_count(9)
        sizes = panel.tree.evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
        assert sizes == [0, 0]
        assert forks_in_view(panel) == [True] * 4
        panel.part("overview").click()
        expect(capsules(panel)).to_have_count(0)
        expect(panel.part("overview")).to_have_attribute("aria-pressed", "false")
        assert panel.tree.evaluate("e => e.scrollTop") == top

    def test_in_a_small_window_it_is_scaled_and_every_node_still_is_pressed(
        self, panel: Panel, site: Control
    ) -> None:
        panel.page.set_viewport_size({"width": 1280, "height": 420})
        name = site.add(bushy())
        panel.goto(f"{SITE}/c/{name}").open().shows("300 nodes · 5 branches")
        expect(panel.nodes.first).to_be_visible()
        panel.part("overview").click()
        expect(capsules(panel)).to_have_count(9)
        scale = panel.drawing.evaluate("e => e.getScreenCTM().a")
        assert 0.4 <= scale < 1
        hit = panel.content(
            f"""[...{ROOT}.querySelectorAll('[role=treeitem]')].map(e => {{
                const m = e.getScreenCTM();
                return {ROOT}.elementFromPoint(m.e, m.f)?.closest('[role=treeitem]') === e;
            }})"""
        )
        assert all(hit)
        far = panel.content(
            f"""[...{ROOT}.querySelectorAll('.cgt-node > circle:first-child')].map(e => {{
                const m = e.getScreenCTM();
                return [-11.5, 11.5].every(dx =>
                    {ROOT}.elementFromPoint(m.e + dx, m.f)?.closest('[role=treeitem]') === e.parentNode);
            }})"""
        )
        assert far.count(True) == len(far), "24 px to point at, whatever the scale"

    def test_a_folded_tree_of_thousands_takes_few_elements(self, panel: Panel, site: Control) -> None:
        name = site.add(large(3_000))
        panel.goto(f"{SITE}/c/{name}").open()
        expect(panel.nodes.first).to_be_visible(timeout=30_000)
        panel.part("overview").click()
        expect(capsules(panel).first).to_be_visible()
        panel.settled()
        assert panel.elements <= 1_500


class TestTheFooter:
    def test_its_buttons_are_named(self, shown: Panel) -> None:
        for name in ("To the current message", "Overview (O)", "Fold all runs", "Settings"):
            expect(shown.page.get_by_role("button", name=name)).to_be_visible()
        expect(shown.part("more")).to_be_hidden()

    def test_current_brings_the_current_node_to_the_middle(self, panel: Panel, site: Control) -> None:
        name = site.add(Maker().rounds(60).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("120 nodes · 1 branch")
        expect(panel.page.locator(f"{HOST} .cgt-current")).to_be_visible()
        panel.tree.evaluate("e => e.scrollTo(0, 0)")
        expect(panel.page.locator(f"{HOST} .cgt-current")).not_to_be_in_viewport()
        panel.part("current").click()
        current = panel.page.locator(f"{HOST} .cgt-current circle").first
        expect(current).to_be_in_viewport()
        box, view = current.bounding_box(), panel.tree.bounding_box()
        assert box
        assert view
        middle = view["y"] + view["height"] / 2
        assert abs(box["y"] + box["height"] / 2 - middle) <= 2

    @pytest.fixture
    def narrow(self, shown: Panel) -> Iterator[Panel]:
        """As narrow as it gets; the width, which outlives the page, is taken back."""
        yield shown.set("width", 240)
        shown.restore()

    def test_in_a_sidebar_of_240_px_they_are_behind_one(self, narrow: Panel) -> None:
        shown = narrow
        expect(shown.part("more")).to_be_visible()
        box = shown.part("panel").bounding_box()
        assert box
        assert box["width"] == 240
        expect(shown.part("fold")).to_be_hidden()
        shown.part("more").click()
        expect(shown.part("more")).to_have_attribute("aria-expanded", "true")
        shown.part("fold").click()
        expect(capsules(shown).first).to_be_visible()
        edges = shown.part("panel").bounding_box()
        assert edges
        for button in shown.page.locator(f"{HOST} #cgt-footer button:visible").all():
            box = button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 24
            assert edges["x"] <= box["x"]
            assert box["x"] + box["width"] <= edges["x"] + edges["width"]
            assert box["y"] + box["height"] <= edges["y"] + edges["height"]
