"""The keys of the tree in a real browser: folding, siblings, type-ahead; none of it reaches the page.

Must not know where nodes are on screen.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import HOST, Panel
from tests.replica.control import Control


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    """m1 to m10, and below m3 a variant m11 with m12 to m14."""
    made = Maker().rounds(5)
    made.reply("Zebra variant", "m3")
    made.ask("Unicorns?", "m11")
    made.reply("None.")
    made.ask("Sure?")
    made.current = "m10"
    name = site.add(made.answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("14 nodes · 2 branches")
    expect(panel.nodes).to_have_count(14)
    panel.tree.focus()
    return panel


def press(panel: Panel, *keys: str) -> str:
    """Press keys; returns what is focused then."""
    for key in keys:
        panel.page.keyboard.press(key)
    panel.settled()
    return str(panel.tree.get_attribute("aria-activedescendant")).removeprefix("cgt-")


def test_f_folds_and_unfolds_where_the_focus_is(shown: Panel) -> None:
    assert press(shown, "Home", "End", "f") == "t:m14"
    folded = shown.page.locator(f"{HOST} .cgt-capsule")
    expect(folded).to_have_text("[ +3 ]")
    assert press(shown, "ArrowUp") == "f:m11"
    assert press(shown, "ArrowRight") == "t:m11"
    expect(folded).to_have_count(0)


def test_levels_and_positions_are_those_of_the_displayed_tree(shown: Panel) -> None:
    press(shown, "o")
    given = [
        [item.get_attribute(f"aria-{name}") for name in ("level", "setsize", "posinset", "expanded")]
        for item in shown.nodes.all()
    ]
    assert given == [
        ["1", "1", "1", None],
        ["2", "1", "1", None],
        ["3", "1", "1", None],
        ["4", "2", "1", "false"],
        ["5", "1", "1", None],
        ["4", "2", "2", "false"],
        ["5", "1", "1", None],
    ]
    press(shown, "*")
    expect(shown.nodes).to_have_count(14)


def test_siblings_by_shift_and_arrows(shown: Panel) -> None:
    assert press(shown, "Home", "ArrowDown", "ArrowDown", "ArrowDown") == "t:m4"
    assert press(shown, "Shift+ArrowRight") == "t:m11"
    assert press(shown, "Shift+ArrowLeft") == "t:m4"
    assert press(shown, "]") == "t:m11"


def test_typing_a_word_leads_to_it_and_stays_out_of_the_page(shown: Panel) -> None:
    press(shown, "Home")
    assert press(shown, "u", "n", "i") == "t:m12"
    assert shown.page.locator("#prompt-textarea").inner_text().strip() == ""
    expect(shown.tree).to_be_focused()


def test_the_focused_capsule_is_seen_by_the_keyboard_only(shown: Panel) -> None:
    press(shown, "End", "f", "ArrowUp")
    box = shown.page.locator(f"{HOST} .cgt-focused .cgt-box")
    assert shown.style(box, "outline-style") == "solid"
    shown.page.locator("#prompt-textarea").click()
    assert shown.style(box, "outline-style") == "none"


def test_the_overview_by_key_tells_what_it_did(shown: Panel) -> None:
    press(shown, "o")
    expect(shown.part("live")).to_contain_text("Overview: all runs are folded")
    press(shown, "o")
    expect(shown.part("live")).to_contain_text("as it was before")
