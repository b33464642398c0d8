"""Cards in a real browser: near the pointer, never over their node, pinned side by side.

Must not know how a card is decided on; `tests/unit/panel/test_cards.py` does.
"""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker, look_sample
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

Box = dict[str, float]
LONG = "\n".join(f"Line {n} of a long answer." for n in range(3_000))
ARABIC = "مرحبا، كيف يمكنني أن أساعدك اليوم في هذه المهمة الطويلة؟"


def cards(panel: Panel) -> Locator:
    return panel.page.locator("cgt-root .cgt-card")


def card(panel: Panel, name: str) -> Locator:
    return panel.page.locator(f"cgt-root .cgt-card[data-cgt-at='t:{name}']")


def button(panel: Panel, name: str, label: str) -> Locator:
    return card(panel, name).get_by_role("button", name=label, exact=True)


def node(panel: Panel, name: str) -> Locator:
    return panel.page.locator(f"cgt-root [id='cgt-t:{name}']")


def box(found: Locator) -> Box:
    """Of an element, px of the window."""
    measured = found.first.bounding_box()
    assert measured is not None
    return {**measured}


def middle(panel: Panel, name: str) -> tuple[float, float]:
    at = box(node(panel, name).locator("circle"))
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def hover(panel: Panel, name: str) -> Locator:
    """The card of a node that the pointer comes to rest on."""
    panel.page.mouse.move(*middle(panel, name))
    found = card(panel, name)
    expect(found).to_be_visible()
    return found


def pin(panel: Panel, name: str, add: bool = False) -> Locator:
    """By keyboard and pointer; whatever lies there is in the way, as for a person."""
    for key in ["Shift", *(["Control"] if add else [])]:
        panel.page.keyboard.down(key)
    panel.page.mouse.click(*middle(panel, name))
    for key in ["Shift", *(["Control"] if add else [])]:
        panel.page.keyboard.up(key)
    found = card(panel, name)
    expect(found).to_have_class("cgt-card cgt-card-pinned")
    return found


def meet(a: Box, b: Box) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def inside(panel: Panel, at: Box) -> bool:
    size = panel.page.evaluate("[innerWidth, innerHeight]")
    right, bottom = at["x"] + at["width"], at["y"] + at["height"]
    return at["x"] >= 0 and at["y"] >= 0 and right <= size[0] and bottom <= size[1]


def opened(panel: Panel, site: Control, made: Maker, status: str) -> Panel:
    name = site.add(made.answer())
    return panel.goto(f"{SITE}/c/{name}").open().shows(status)


@pytest.fixture
def looking(panel: Panel, site: Control) -> Panel:
    name = site.add(look_sample())
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    expect(panel.nodes).to_have_count(6)
    return panel


class TestUnderThePointer:
    def test_it_says_what_the_node_is(self, looking: Panel) -> None:
        found = hover(looking, "m4")
        expect(found).to_contain_text("ChatGPT · branch 2 of 2")
        expect(found).to_contain_text("First answer")
        expect(found).to_contain_text("click to jump · ⇧ click to pin")
        assert box(found)["width"] == 240

    def test_it_comes_after_200_ms_and_goes_after_the_pointer_has_left(self, looking: Panel) -> None:
        looking.content(
            f"""void (globalThis.came = new Promise(done => {{
                const layer = {ROOT}.getElementById('cgt-cards');
                let began = 0;
                addEventListener('pointermove', () => began ||= performance.now(), true);
                const watch = new MutationObserver(() => done(performance.now() - began));
                watch.observe(layer, {{childList: true}});
            }}))"""
        )
        hover(looking, "m4")
        assert looking.content("came") >= 200
        looking.page.mouse.move(100, 100)
        expect(cards(looking)).to_have_count(0)

    def test_it_stands_12_px_from_the_pointer_and_not_over_its_node(self, looking: Panel) -> None:
        x, y = middle(looking, "m4")
        at = box(hover(looking, "m4"))
        assert not meet(at, box(node(looking, "m4")))
        across = max(at["x"] - x, x - at["x"] - at["width"], 0)
        down = max(at["y"] - y, y - at["y"] - at["height"], 0)
        assert max(across, down) == pytest.approx(12, abs=1)

    def test_it_follows_the_pointer_on_the_node_without_the_engine(self, looking: Panel) -> None:
        x, y = middle(looking, "m4")
        before = box(hover(looking, "m4"))
        events = looking.content("conversationTree.facts.events")
        looking.page.mouse.move(x + 4, y + 3)
        after = box(card(looking, "m4"))
        assert (after["x"] - before["x"], after["y"] - before["y"]) != (0, 0)
        assert looking.content("conversationTree.facts.events") == events

    def test_it_stays_while_the_pointer_is_in_it(self, looking: Panel) -> None:
        at = box(hover(looking, "m4"))
        looking.page.mouse.move(at["x"] + 100, at["y"] + 20, steps=3)
        looking.content("new Promise(done => setTimeout(done, 300))")  # three times as long as it would stay
        expect(card(looking, "m4")).to_be_visible()
        looking.page.mouse.move(100, 600)
        expect(cards(looking)).to_have_count(0)

    @pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 240), (400, 640), (560, 300)])
    def test_at_no_edge_of_the_window_it_is_outside_or_over_its_node(
        self, looking: Panel, width: int, height: int
    ) -> None:
        looking.page.set_viewport_size({"width": width, "height": height})
        for name in ("m1", "m3", "m4", "m6"):
            node(looking, name).locator("circle").first.evaluate("e => e.scrollIntoView({block: 'center'})")
            looking.settled()
            looking.page.mouse.move(1, 1)
            expect(cards(looking)).to_have_count(0)
            at = box(hover(looking, name))
            assert inside(looking, at), name
            assert not meet(at, box(node(looking, name).locator("circle"))), name

    def test_it_reaches_over_the_page(self, looking: Panel) -> None:
        at = box(pin(looking, "m1"))
        assert at["x"] < box(looking.part("panel"))["x"]

    def test_it_goes_when_the_drawing_is_scrolled(self, panel: Panel, site: Control) -> None:
        opened(panel, site, Maker().rounds(60), "120 nodes · 1 branch")
        expect(panel.part("scroller")).to_be_visible()
        name = str(panel.nodes.nth(20).get_attribute("id")).removeprefix("cgt-t:")
        node(panel, name).locator("circle").first.scroll_into_view_if_needed()
        hover(panel, name)
        panel.page.mouse.wheel(0, -200)
        expect(card(panel, name)).to_have_count(0)


class TestPinned:
    def test_several_stand_side_by_side_and_over_none_of_each_other(self, looking: Panel) -> None:
        pin(looking, "m1")
        pin(looking, "m4", add=True)
        pin(looking, "m6", add=True)
        boxes = [box(card(looking, name)) for name in ("m1", "m4", "m6")]
        assert all(inside(looking, at) for at in boxes)
        assert not any(meet(a, b) for a, b in itertools.combinations(boxes, 2))

    def test_in_a_smaller_window_they_are_inside_again(self, looking: Panel) -> None:
        pin(looking, "m1")
        pin(looking, "m6", add=True)
        looking.page.set_viewport_size({"width": 700, "height": 420})
        for name in ("m1", "m6"):
            expect(card(looking, name)).to_be_in_viewport(ratio=1)

    def test_it_stays_where_it_was_pinned_and_when_the_pointer_leaves(self, looking: Panel) -> None:
        before = box(hover(looking, "m4"))
        pin(looking, "m4")
        looking.page.mouse.move(100, 600)
        looking.content("new Promise(done => setTimeout(done, 300))")
        after = box(card(looking, "m4"))
        assert (after["x"], after["y"]) == (before["x"], before["y"])

    def test_it_survives_a_reload(self, looking: Panel) -> None:
        pin(looking, "m4")
        looking.reload()
        expect(card(looking, "m4")).to_contain_text("First answer")
        assert inside(looking, box(card(looking, "m4")))

    def test_a_press_on_the_page_unpins_and_reaches_the_page(self, looking: Panel) -> None:
        pin(looking, "m4")
        looking.page.get_by_role("textbox").click()
        expect(cards(looking)).to_have_count(0)
        assert (
            looking.page.evaluate("document.activeElement.id || document.activeElement.localName") != "body"
        )

    def test_nothing_on_the_page_hears_what_is_done_in_a_card(self, looking: Panel) -> None:
        pin(looking, "m4")
        looking.page.evaluate(
            """() => {
                window.heard = [];
                for (const type of ['pointerdown', 'click', 'keydown', 'pointermove']) {
                    addEventListener(type, () => heard.push(type), true);
                }
            }"""
        )
        button(looking, "m4", "Expand").click()
        looking.page.keyboard.press("x")
        assert looking.page.evaluate("heard") == []

    def test_by_keyboard_its_controls_come_behind_the_tree_and_esc_leads_back(self, looking: Panel) -> None:
        looking.tree.focus()
        looking.page.keyboard.press("Home")
        looking.page.keyboard.press("Space")
        expect(card(looking, "m1")).to_be_visible()
        looking.page.keyboard.press("Tab")
        expect(button(looking, "m1", "Unpin")).to_be_focused()
        looking.page.keyboard.press("Tab")
        looking.page.keyboard.press("Tab")
        looking.page.keyboard.press("Enter")
        expect(button(looking, "m1", "Collapse")).to_be_focused()
        looking.page.keyboard.press("Escape")
        expect(cards(looking)).to_have_count(0)
        expect(looking.tree).to_be_focused()

    def test_a_screen_reader_is_told_what_it_is(self, looking: Panel) -> None:
        pin(looking, "m4")
        expect(card(looking, "m4")).to_have_accessible_name("Pinned card: ChatGPT · branch 2 of 2")
        expect(card(looking, "m4")).to_have_role("group")
        expect(looking.part("live")).to_have_text("Card pinned.")


class TestWholeMessages:
    @pytest.fixture
    def long(self, panel: Panel, site: Control) -> Panel:
        made = Maker()
        made.ask("Tell me everything")
        made.reply(LONG)
        opened(panel, site, made, "2 nodes · 1 branch")
        pin(panel, "m2")
        button(panel, "m2", "Expand").click()
        return panel

    def test_it_scrolls_inside_and_comes_as_it_is_scrolled(self, long: Panel) -> None:
        whole = card(long, "m2").locator(".cgt-card-whole")
        expect(whole).to_contain_text("Line 0 of")
        assert inside(long, box(card(long, "m2")))
        assert whole.evaluate("e => e.textContent.length") < 6_000
        for _ in range(60):
            if "Line 2999 of" in str(whole.text_content()):
                break
            whole.evaluate(
                "e => new Promise(done => { e.scrollTop = e.scrollHeight; setTimeout(done, 30); })"
            )
        assert whole.text_content() == LONG

    def test_its_text_can_be_selected_and_copied(self, long: Panel, watched: Chromium) -> None:
        watched.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=SITE)
        whole = card(long, "m2").locator(".cgt-card-whole")
        at = box(whole)
        long.page.mouse.move(at["x"] + 4, at["y"] + 6)
        long.page.mouse.down()
        long.page.mouse.move(at["x"] + 100, at["y"] + 60, steps=4)
        long.page.mouse.up()
        long.page.keyboard.press("Control+C")
        assert "of a long answer." in long.page.evaluate("navigator.clipboard.readText()")
        expect(card(long, "m2")).to_be_visible()
        button(long, "m2", "Copy").click()
        expect(card(long, "m2")).to_contain_text("Copied.")
        assert long.page.evaluate("navigator.clipboard.readText()") == LONG

    def test_a_refused_clipboard_is_said(self, long: Panel, watched: Chromium) -> None:
        long.content("void (navigator.clipboard.writeText = () => Promise.reject(new Error('refused')))")
        button(long, "m2", "Copy").click()
        expect(card(long, "m2")).to_contain_text("The browser did not allow copying.")

    def test_an_edit_shows_what_changed(self, looking: Panel) -> None:
        pin(looking, "m4")
        button(looking, "m4", "Changes").click()
        whole = card(looking, "m4").locator(".cgt-card-whole")
        expect(whole.locator("ins")).to_have_text("First answer")
        expect(whole.locator("del")).to_have_text("An answer nobody went on from")

    def test_arabic_is_read_from_the_right(self, panel: Panel, site: Control) -> None:
        made = Maker()
        made.ask("Say something")
        made.reply(f"{ARABIC}\nAnd a line in English.")
        opened(panel, site, made, "2 nodes · 1 branch")
        found = hover(panel, "m2").locator(".cgt-card-words")
        assert panel.style(found, "direction") == "rtl"
        expect(found).to_contain_text(ARABIC[:20])

    def test_the_first_words_take_two_lines(self, long: Panel) -> None:
        button(long, "m2", "Collapse").click()
        words = card(long, "m2").locator(".cgt-card-words")
        high = float(long.style(words, "line-height").removesuffix("px"))
        assert box(words)["height"] == pytest.approx(2 * high, abs=1)


class TestPresses:
    def test_a_press_that_moves_is_no_click(self, looking: Panel, site: Control) -> None:
        x, y = middle(looking, "m6")
        looking.page.mouse.move(x - 5, y)
        looking.page.mouse.down()
        looking.page.mouse.move(x + 3, y, steps=2)
        looking.page.mouse.up()
        expect(looking.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m6")
        looking.page.mouse.click(*middle(looking, "m2"))
        expect(looking.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m2")

    def test_a_double_click_is_one_jump(self, looking: Panel) -> None:
        looking.content("void (conversationTree.facts.events = 0)")
        looking.page.mouse.dblclick(*middle(looking, "m2"))
        expect(looking.part("live")).to_have_text("The message is on screen.")
        expect(looking.part("back")).to_be_visible()
        looking.part("back").click()
        expect(looking.part("back")).to_be_hidden()

    def test_a_finger_that_stays_previews_and_goes_nowhere(self, looking: Panel) -> None:
        x, y = middle(looking, "m2")
        session = looking.page.context.new_cdp_session(looking.page)
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
        expect(card(looking, "m2")).to_be_visible()
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        looking.settled()
        expect(card(looking, "m2")).to_be_visible()
        expect(looking.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m6")
