"""Where the sidebar and its button are, how large, and what of the page stays in reach.

Must not know what is drawn in the sidebar.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
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
    panel.restore()


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

    def test_it_follows_the_pointer_without_the_engine(self, shown: Panel) -> None:
        drag(shown, to=800, let_go=False)
        shown.settled()
        assert width(shown) == 480
        expect(shown.part("edge")).to_have_attribute("aria-valuenow", "360")  # the core is not told yet
        shown.page.mouse.up()
        expect(shown.part("edge")).to_have_attribute("aria-valuenow", "480")

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


TARGETS = "a, button, input, textarea, select, summary, [contenteditable], [role=button], [tabindex]"
UNDER = f"""(() => {{
    const round = {ROOT}.getElementById('cgt-button').getBoundingClientRect();
    return [...document.querySelectorAll('{TARGETS}')].filter(e => {{
        const box = e.getBoundingClientRect();
        return box.width && box.right > round.left && box.left < round.right
            && box.bottom > round.top && box.top < round.bottom
            && !e.matches('[data-scroll-root], .thread-scroll-container');
    }}).map(e => e.outerHTML.slice(0, 80));
}})()"""
"""Controls of the page that the round button covers."""


@pytest.fixture
def closed(panel: Panel, site: Control) -> Iterator[Panel]:
    """A closed sidebar; the button's place, which outlives the page, is taken back."""
    name = site.add(Maker().rounds(3).answer())
    yield panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch").close()
    panel.restore()


class TestTheButton:
    @pytest.mark.parametrize("renderer", ["legacy", "shell"])
    @pytest.mark.parametrize("window", [(1920, 1080), (1280, 720), (1024, 700), (768, 900), (390, 800)])
    @pytest.mark.parametrize("place", ["chat", "start"])
    def test_it_covers_no_control_of_the_page_at_first(
        self, panel: Panel, site: Control, renderer: str, window: tuple[int, int], place: str
    ) -> None:
        site.renderer = renderer
        name = site.add(Maker().rounds(3).answer())
        panel.page.set_viewport_size({"width": window[0], "height": window[1]})
        panel.goto(f"{SITE}/c/{name}" if place == "chat" else SITE).open().close()
        panel.page.locator("form [contenteditable]").first.wait_for()
        assert panel.content(UNDER) == []
        at = box(panel.part("button"))
        assert at["x"] + 36 <= window[0]
        assert at["y"] + 36 <= window[1]
        assert at["x"] > window[0] - 80, "at the right"
        assert at["y"] > window[1] - 200, "and near the bottom"

    def test_it_can_be_dragged_and_is_not_pressed_by_that(self, closed: Panel) -> None:
        place = box(closed.part("button"))
        closed.page.mouse.move(place["x"] + 10, place["y"] + 20)
        closed.page.mouse.down()
        closed.page.mouse.move(600, 300)
        closed.page.mouse.move(610, 320)
        closed.page.mouse.up()
        closed.settled()
        assert box(closed.part("button")) == {"x": 600, "y": 300, "width": 36, "height": 36}
        expect(closed.part("panel")).to_be_hidden()
        closed.reload()
        expect(closed.part("button")).to_be_visible()
        closed.settled()
        assert box(closed.part("button"))["x"] == 600
        closed.part("button").click()
        expect(closed.part("panel")).to_be_visible()

    def test_a_press_that_hardly_moves_is_a_click(self, closed: Panel) -> None:
        place = box(closed.part("button"))
        closed.page.mouse.move(place["x"] + 10, place["y"] + 20)
        closed.page.mouse.down()
        closed.page.mouse.move(place["x"] + 12, place["y"] + 21)
        closed.page.mouse.up()
        expect(closed.part("panel")).to_be_visible()

    def test_it_stays_inside_of_the_window(self, closed: Panel) -> None:
        for to in [(5000, 5000), (-900, -900)]:
            place = box(closed.part("button"))
            closed.page.mouse.move(place["x"] + 18, place["y"] + 18)
            closed.page.mouse.down()
            closed.page.mouse.move(*to)
            closed.page.mouse.up()
            closed.settled()
            at = box(closed.part("button"))
            assert 0 <= at["x"] <= 1280 - 36
            assert 0 <= at["y"] <= 800 - 36
        closed.page.set_viewport_size({"width": 500, "height": 400})
        at = box(closed.part("button"))
        assert 0 <= at["x"] <= 500 - 36
        assert 0 <= at["y"] <= 400 - 36

    def test_shift_and_arrow_keys_move_it(self, closed: Panel) -> None:
        closed.part("button").focus()
        before = box(closed.part("button"))
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
            closed.page.keyboard.press(f"Shift+{key}")
        closed.settled()
        after = box(closed.part("button"))
        assert (after["x"], after["y"]) == (before["x"] - 16, before["y"] - 32)


SEND = "#composer-submit-button, form[data-chatgpt-composer] .round"
HIT = f"""(() => {{
    const box = document.querySelector('{SEND}').getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(hit?.closest('{SEND}'));
}})()"""
WIDTH = "document.documentElement.getBoundingClientRect().width"


class TestMakingRoom:
    @pytest.mark.parametrize("renderer", ["legacy", "shell"])
    @pytest.mark.parametrize("window", [(1280, 720), (1024, 700)])
    def test_the_send_button_stays_in_reach(
        self, panel: Panel, site: Control, renderer: str, window: tuple[int, int]
    ) -> None:
        site.renderer = renderer
        name = site.add(Maker().rounds(3).answer())
        panel.page.set_viewport_size({"width": window[0], "height": window[1]})
        panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
        panel.page.locator("form [contenteditable]").first.click()
        panel.page.keyboard.type("a word")
        assert panel.page.evaluate(HIT)
        assert panel.page.evaluate(WIDTH) == window[0] - 360

    def test_closing_undoes_it_exactly(self, panel: Panel, site: Control) -> None:
        name = site.add(Maker().rounds(3).answer())
        panel.goto(f"{SITE}/c/{name}").open().close()
        shape = (
            "[document.documentElement.outerHTML.length, document.adoptedStyleSheets.length, innerWidth, "
            + WIDTH
            + "]"
        )
        before = panel.page.evaluate(shape)
        panel.open().settled()
        assert panel.page.evaluate(WIDTH) == 920
        panel.close().settled()
        assert panel.page.evaluate(shape) == before

    def test_the_page_follows_the_edge_when_it_is_let_go(self, shown: Panel) -> None:
        drag(shown, to=800, let_go=False)
        assert shown.page.evaluate(WIDTH) == 920
        shown.page.mouse.up()
        shown.eventually(f"{WIDTH} === 800")

    def test_what_is_as_wide_as_the_window_is_narrowed_too(self, shown: Panel) -> None:
        wide = """(() => { const e = document.createElement('div');
            e.className = 'w-screen'; e.style.width = '100vw';
            document.body.append(e); return e.offsetWidth; })()"""
        assert shown.page.evaluate(wide) == 920

    def test_a_narrow_window_is_left_alone(self, shown: Panel) -> None:
        shown.page.set_viewport_size({"width": 699, "height": 700})
        shown.eventually(f"{WIDTH} === 699")
        shown.page.set_viewport_size({"width": 720, "height": 700})
        shown.eventually(f"{WIDTH} === 360")

    def test_a_page_that_drops_its_sheets_is_narrowed_again(self, shown: Panel) -> None:
        shown.page.evaluate("document.adoptedStyleSheets = []")
        drag(shown, to=900)
        shown.eventually(f"{WIDTH} === 900")

    def test_switched_off_it_covers_the_page(self, shown: Panel) -> None:
        shown.set("make_room", False)
        shown.eventually(f"{WIDTH} === 1280")
        assert width(shown) == 360
        shown.set("make_room", True)
        shown.eventually(f"{WIDTH} === 920")
