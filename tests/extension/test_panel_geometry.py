"""Where the sidebar and its button are, how large, and what of the page stays in reach.

Must not know what is drawn in the sidebar.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found
    return dict(found)


def width(panel: Panel) -> float:
    return box(panel.part("panel"))["width"]


@pytest.fixture
def shown(panel: Panel, site: Control) -> Iterator[Panel]:
    """An open sidebar; the width, which outlives the page, is taken back."""
    name = site.add(Maker().rounds(3).answer())
    yield panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
    panel.page.set_viewport_size({"width": 1280, "height": 800})
    if panel.part("edge").is_visible():
        drag(panel, to=920)


def drag(panel: Panel, to: float, let_go: bool = True) -> None:
    edge = box(panel.part("edge"))
    mouse = panel.page.mouse
    mouse.move(edge["x"] + 2, 400)
    mouse.down()
    mouse.move(to + 12, 410)
    mouse.move(to + 2, 300)
    if let_go:
        mouse.up()
        panel.settled()


class TestTheWidth:
    def test_it_is_360_px_at_first(self, shown: Panel) -> None:
        assert width(shown) == 360
        edge = shown.page.get_by_role("separator", name="Width of the sidebar")
        expect(edge).to_have_attribute("aria-valuenow", "360")

    @pytest.mark.parametrize(("to", "wanted"), [(800, 480), (1270, 240), (100, 600)])
    def test_the_edge_can_be_dragged(self, shown: Panel, to: float, wanted: float) -> None:
        drag(shown, to)
        assert width(shown) == wanted
        expect(shown.part("edge")).to_have_attribute("aria-valuenow", str(wanted))

    def test_it_follows_the_pointer_without_the_engine(self, shown: Panel, site: Control) -> None:
        before = shown.fact("events")
        drag(shown, to=800, let_go=False)
        assert width(shown) == 480
        assert shown.fact("events") - before <= 2, "only what the drawing shows may be told meanwhile"
        shown.page.mouse.up()

    def test_the_page_sees_nothing_of_it(self, shown: Panel) -> None:
        shown.page.evaluate(
            """() => { window.seen = [];
            for (const type of ['pointermove', 'pointerup', 'mousemove', 'mouseup', 'click', 'selectstart'])
                addEventListener(type, e => seen.push(e.type), true); }"""
        )
        edge = box(shown.part("edge"))
        shown.page.mouse.move(edge["x"] + 2, 400)
        before = shown.page.evaluate("seen.splice(0)")
        assert "pointerup" not in before
        drag(shown, to=700)
        assert shown.page.evaluate("seen.filter(t => !t.endsWith('move'))") == []
        assert str(shown.page.evaluate("String(getSelection())")) == ""

    def test_keys_move_it(self, shown: Panel) -> None:
        shown.part("edge").focus()
        for key, wanted in [("ArrowLeft", 376), ("ArrowRight", 360), ("Home", 600), ("End", 240)]:
            shown.page.keyboard.press(key)
            expect(shown.part("edge")).to_have_attribute("aria-valuenow", str(wanted))
            assert width(shown) == wanted

    def test_it_is_remembered_over_a_reload_and_for_the_next_tab(
        self, shown: Panel, watched: Chromium, site: Control
    ) -> None:
        drag(shown, to=860)
        shown.reload().shows("6 nodes · 1 branch")
        assert width(shown) == 420
        second = watched.new_panel().goto(shown.page.url).shows("6 nodes · 1 branch")
        assert width(second) == 420
        second.page.close()

    @pytest.mark.parametrize("window", [390, 699])
    def test_a_narrow_window_is_taken_whole(self, shown: Panel, window: int) -> None:
        shown.page.set_viewport_size({"width": window, "height": 700})
        expect(shown.part("edge")).to_be_hidden()
        assert box(shown.part("panel")) == {"x": 0, "y": 0, "width": window, "height": 700}

    def test_from_700_px_on_the_page_stays_in_sight(self, shown: Panel) -> None:
        shown.page.set_viewport_size({"width": 700, "height": 700})
        assert width(shown) == 360

    def test_a_right_to_left_page_has_it_on_the_same_side(self, shown: Panel) -> None:
        shown.page.evaluate("document.documentElement.dir = 'rtl'")
        drag(shown, to=800)
        assert box(shown.part("panel")) == {"x": 800, "y": 0, "width": 480, "height": 800}
