"""Searching as a person does: typing, seeing, walking, filtering, and the page never noticing.

Must not know how texts match; the unit tests do.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import HOST, ROOT, Panel
from tests.extension.test_accessibility import judged
from tests.replica.control import Control

INSIDE = """(() => {
    const node = %s.querySelector(".cgt-hit-current"), view = %s.getElementById("cgt-scroller");
    if (!node) return null;
    const [a, b] = [node.getBoundingClientRect(), view.getBoundingClientRect()];
    return a.top >= b.top && a.bottom <= b.bottom && a.left >= b.left && a.right <= b.right
        && node.id.slice(6);
})()"""


def coast() -> dict[str, object]:
    """160 turns below each other, the sea in four of them, and once more on a branch that is not shown."""
    made = Maker("77777777-0000-4000-8000-000000000001", "Coast")
    for number in range(80):
        made.ask(f"Where is the sea, number {number}?" if number in {3, 70} else f"Question {number}")
        made.reply("West of there is the Sea." if number in {30, 31} else f"Answer {number}")
    end = made.current
    made.reply("The sea, said in other words", "m1")
    return {**made.answer(), "current_node": end}


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    name = site.add(coast())
    return panel.goto(f"{SITE}/c/{name}").open().shows("161 nodes · 2 branches")


def box(panel: Panel) -> Locator:
    return panel.page.get_by_role("searchbox", name="Search")


def typed(panel: Panel, text: str) -> Panel:
    box(panel).click()
    panel.page.keyboard.type(text)
    return panel


def marked(panel: Panel, name: str) -> Locator:
    return panel.page.locator(f"{HOST} .{name}")


def is_focused(panel: Panel, name: str) -> bool:
    return bool(panel.content(f"{ROOT}.activeElement?.id === 'cgt-{name}'"))


def walked(panel: Panel, key: str) -> str:
    """Press a key; the hit that is current then, which must be in view."""
    before = panel.part("live").inner_text()
    panel.page.keyboard.press(key)
    expect(panel.part("live")).not_to_have_text(before)
    return str(panel.eventually(INSIDE % (ROOT, ROOT)))


class TestTyping:
    def test_hits_and_the_counter_come_while_typing(self, shown: Panel) -> None:
        typed(shown, "sea")
        expect(shown.part("count")).to_have_text("5 / 161")
        expect(shown.part("live")).to_have_text("5 hits")
        box(shown).press_sequentially(", number 7")
        expect(shown.part("count")).to_have_text("1 / 161")

    def test_hits_pulse_for_two_seconds_and_the_rest_stands_back(self, shown: Panel) -> None:
        shown.tree.focus()
        shown.page.keyboard.press("Home")
        typed(shown, "sea")
        hit = marked(shown, "cgt-hit").first
        expect(hit).to_be_visible()
        circle = hit.locator("circle").first
        assert shown.style(circle, "animation-name") == "cgt-pulse"
        assert shown.style(circle, "animation-duration") == "2s"
        assert shown.style(circle, "animation-iteration-count") == "infinite"
        assert shown.style(hit, "opacity") == "1"
        other = shown.page.locator(f"{HOST} .cgt-node:not(.cgt-hit) > circle")
        assert float(shown.style(other, "opacity")) < 0.5

    def test_a_steady_outline_where_motion_is_not_welcome(self, shown: Panel) -> None:
        shown.page.emulate_media(reduced_motion="reduce")
        shown.tree.focus()
        shown.page.keyboard.press("Home")
        typed(shown, "sea")
        circle = marked(shown, "cgt-hit").first.locator("circle").first
        expect(circle).to_be_visible()
        assert shown.style(circle, "animation-name") == "none"
        assert shown.style(circle, "outline-style") == "solid"

    def test_marks_beside_the_scrollbar_show_where_hits_are(self, shown: Panel) -> None:
        expect(shown.page.locator(f"{HOST} #cgt-markers > *")).to_have_count(0)
        typed(shown, "sea")
        bars = shown.page.locator(f"{HOST} .cgt-marker")
        expect(bars).to_have_attribute("d", re.compile("^(M0,\\d+H8V\\d+H0Z){5}$"))
        layer, view = shown.part("markers").bounding_box(), shown.tree.bounding_box()
        assert layer
        assert view
        assert abs((layer["x"] + layer["width"]) - (view["x"] + view["width"])) < 1
        assert layer["height"] == view["height"]
        walked(shown, "Enter")
        expect(shown.page.locator(f"{HOST} .cgt-marker-current")).to_have_count(1)

    def test_text_composed_with_an_input_method_is_found(self, panel: Panel, site: Control) -> None:
        made = Maker()
        made.ask("大海在哪里")
        made.reply("在西边")
        panel.goto(f"{SITE}/c/{site.add(made.answer())}").open().shows("2 nodes · 1 branch")
        box(panel).click()
        session = panel.page.context.new_cdp_session(panel.page)
        compose = {"text": "dahai", "selectionStart": 5, "selectionEnd": 5}
        session.send("Input.imeSetComposition", compose)
        expect(panel.part("count")).to_have_text("0 / 2")
        # The input method's own keys are its own.
        key = {"key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 229}
        session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
        session.send("Input.insertText", {"text": "大海"})
        expect(box(panel)).to_have_value("大海")
        expect(panel.part("count")).to_have_text("1 / 2")


class TestWalking:
    def test_keys_lead_from_hit_to_hit_and_round_with_the_focus_in_the_box(self, shown: Panel) -> None:
        typed(shown, "sea")
        expect(shown.part("count")).to_have_text("5 / 161")
        walk = ["ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowUp", "Shift+Enter"]
        order = [walked(shown, key) for key in walk]
        assert order == ["m7", "m62", "m64", "m141", "m161", "m7", "m161", "m141"]
        assert is_focused(shown, "search")
        expect(shown.part("live")).to_contain_text("hit 4 of 5")
        expect(box(shown)).to_have_value("sea")

    def test_the_caret_stays_where_it_is(self, shown: Panel) -> None:
        typed(shown, "sea")
        shown.page.keyboard.press("ArrowLeft")
        walked(shown, "ArrowUp")
        assert shown.content(f"{ROOT}.activeElement.selectionStart") == 2

    def test_a_number_leads_to_that_question(self, shown: Panel) -> None:
        typed(shown, "#12")
        assert walked(shown, "Enter") == "m23"
        assert is_focused(shown, "search")

    def test_a_key_right_behind_the_last_letter_means_the_whole_word(self, shown: Panel) -> None:
        box(shown).click()
        shown.page.keyboard.type("number 70")
        shown.page.keyboard.press("Enter")
        expect(shown.part("live")).to_contain_text("hit 1 of 1")
        assert shown.eventually(INSIDE % (ROOT, ROOT)) == "m141"


class TestFiltersAndEscape:
    def test_filters_are_there_while_something_is_looked_for(self, shown: Panel) -> None:
        expect(shown.part("filters")).to_be_hidden()
        typed(shown, "sea")
        questions = shown.page.get_by_role("button", name="My questions")
        questions.click()
        expect(questions).to_have_attribute("aria-pressed", "true")
        expect(shown.part("count")).to_have_text("2 / 161")
        questions.click()
        shown.page.get_by_role("button", name="This branch").click()
        expect(shown.part("count")).to_have_text("4 / 161")

    def test_escape_clears_the_query_and_nothing_else(self, shown: Panel) -> None:
        typed(shown, "sea")
        expect(shown.part("count")).to_have_text("5 / 161")
        shown.page.keyboard.press("Escape")
        expect(box(shown)).to_have_value("")
        expect(shown.part("count")).to_have_text("")
        expect(shown.part("filters")).to_be_hidden()
        expect(marked(shown, "cgt-hit")).to_have_count(0)
        assert is_focused(shown, "search")
        expect(shown.part("panel")).to_be_visible()

    def test_the_boxs_own_cross_clears_too(self, shown: Panel) -> None:
        typed(shown, "sea")
        expect(shown.part("count")).to_have_text("5 / 161")
        place = box(shown).bounding_box()
        assert place
        shown.page.mouse.click(place["x"] + place["width"] - 16, place["y"] + place["height"] / 2)
        expect(box(shown)).to_have_value("")
        expect(shown.part("count")).to_have_text("")

    def test_slash_leads_to_the_box_and_is_not_typed(self, shown: Panel) -> None:
        shown.tree.focus()
        shown.page.keyboard.press("/")
        shown.eventually(f"{ROOT}.activeElement?.id === 'cgt-search'")
        shown.page.keyboard.type("a/b")
        expect(box(shown)).to_have_value("a/b")


class TestSurvival:
    def test_a_new_message_keeps_query_and_hit(self, shown: Panel) -> None:
        typed(shown, "sea")
        walked(shown, "Enter")
        assert walked(shown, "Enter") == "m62"
        shown.page.locator("#prompt-textarea").click()
        shown.page.keyboard.type("What of the sea?")
        shown.page.keyboard.press("Enter")
        expect(shown.part("status")).to_contain_text("163 nodes", timeout=20_000)
        expect(shown.part("count")).to_have_text(re.compile(r"^[67] / 163$"))
        expect(box(shown)).to_have_value("sea")
        expect(marked(shown, "cgt-hit-current")).to_have_id("cgt-t:m62")

    def test_a_reload_keeps_them_too(self, shown: Panel) -> None:
        typed(shown, "sea")
        assert walked(shown, "Enter") == "m7"
        shown.reload().shows("161 nodes · 2 branches")
        expect(shown.part("count")).to_have_text("5 / 161")
        expect(box(shown)).to_have_value("sea")
        expect(marked(shown, "cgt-hit-current")).to_have_id("cgt-t:m7")


class TestThePage:
    LISTEN = """() => {
        window.noticed = [];
        const types = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'focusin', 'compositionstart'];
        for (const type of types)
            document.addEventListener(type, e => window.noticed.push(type), true);
    }"""

    def test_nothing_typed_in_the_box_reaches_the_page(self, shown: Panel) -> None:
        shown.page.evaluate(self.LISTEN)
        typed(shown, "sea")
        for key in ("Enter", "ArrowDown", "Escape"):
            shown.page.keyboard.press(key)
        expect(box(shown)).to_have_value("")
        assert shown.page.evaluate("window.noticed") == []
        assert shown.page.locator("#prompt-textarea").inner_text().strip() == ""

    def test_keys_typed_in_the_page_are_never_taken(self, shown: Panel) -> None:
        composer = shown.page.locator("#prompt-textarea")
        composer.click()
        shown.page.keyboard.type("a/b #12")
        expect(composer).to_have_text("a/b #12")
        shown.settled()
        expect(box(shown)).to_have_value("")
        assert not shown.content(f"!!{ROOT}.activeElement")


def test_a_letter_typed_is_one_event_at_most(shown: Panel) -> None:
    box(shown).click()
    shown.settled()
    before = shown.fact("events")
    shown.page.keyboard.type("question")
    expect(shown.part("count")).to_have_text("78 / 161")
    # Besides: reading goes on, the row of filters makes the view smaller, and what `settled` itself asks.
    assert shown.settled().fact("events") - before <= len("question") + 5


def test_the_box_has_a_name_in_every_language() -> None:
    from devtools.paths import ROOT as FOLDER

    names = {
        path.parent.name: json.loads(path.read_text("utf-8"))["search"]["message"]
        for path in FOLDER.glob("_locales/*/messages.json")
    }
    assert names == {"en": "Search", "fr": "Rechercher", "zh_CN": "搜索"}


class TestFoldedRuns:
    def test_a_capsule_counts_its_hits_and_opens_when_one_is_walked_to(self, shown: Panel) -> None:
        shown.part("fold").click()
        capsules = shown.page.locator(f"{HOST} .cgt-capsule")
        expect(capsules).to_have_count(1)
        typed(shown, "sea")
        expect(capsules.locator(".cgt-count")).to_have_text("4")
        expect(capsules).to_have_class(re.compile(r"\bcgt-hit\b"))
        assert walked(shown, "Enter") == "m7"
        expect(capsules).to_have_count(0)
        assert is_focused(shown, "search")


def test_the_card_of_the_current_hit_shows_where_it_is_in_its_words(panel: Panel, site: Control) -> None:
    made = Maker("77777777-0000-4000-8000-000000000002", "Far in")
    made.ask("Tell me a long story")
    made.reply("word " * 900 + "and then the Straße by the sea " + "word " * 900)
    panel.goto(f"{SITE}/c/{site.add(made.answer())}").open().shows("2 nodes · 1 branch")
    typed(panel, "STRASSE BY")
    assert walked(panel, "Enter") == "m2"
    expect(panel.page.locator(f"{HOST} mark")).to_have_text("Straße by")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_while_something_is_looked_for(panel: Panel, site: Control, theme: str) -> None:
    site.theme = theme
    panel.goto(f"{SITE}/c/{site.add(coast())}").open().shows("161 nodes · 2 branches")
    typed(panel, "sea")
    panel.page.get_by_role("button", name="My questions").click()
    expect(panel.part("count")).to_have_text("2 / 161")
    assert judged(panel) == []
