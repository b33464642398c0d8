"""Cards in a real browser: near the pointer, never over their node, pinned side by side.

Must not know how a card is decided on; `tests/unit/panel/test_cards.py` does.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import look_sample
from tests.extension.panel import Panel
from tests.replica.control import Control

Box = dict[str, float]


def cards(panel: Panel) -> Locator:
    return panel.page.locator("cgt-root .cgt-card")


def node(panel: Panel, name: str) -> Locator:
    return panel.page.locator(f"cgt-root [id='cgt-t:{name}']")


def box(found: Locator) -> Box:
    """Of an element, px of the window."""
    measured = found.first.bounding_box()
    assert measured is not None
    return {**measured}


def middle(found: Locator) -> tuple[float, float]:
    at = box(found.locator("circle").first)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def meet(a: Box, b: Box) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


@pytest.fixture
def looking(panel: Panel, site: Control) -> Panel:
    name = site.add(look_sample())
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    expect(panel.nodes).to_have_count(6)
    return panel


def test_a_card_appears_near_the_pointer_and_says_what_the_node_is(looking: Panel) -> None:
    x, y = middle(node(looking, "m4"))
    looking.page.mouse.move(x, y)
    expect(cards(looking)).to_have_count(1)
    card = cards(looking)
    expect(card).to_contain_text("ChatGPT · branch 2 of 2")
    expect(card).to_contain_text("First answer")
    expect(card).to_contain_text("click to jump · ⇧ click to pin")
    looking.page.screenshot(path="/tmp/h_cards_shots/hover.png")
    at = box(card)
    assert at["width"] == 240
    assert not meet(at, box(node(looking, "m4")))
    looking.page.mouse.move(100, 100)
    expect(cards(looking)).to_have_count(0)


def test_pins(looking: Panel) -> None:
    for name, keys in (("m1", ["Shift"]), ("m4", ["Shift", "Control"]), ("m6", ["Shift", "Control"])):
        node(looking, name).locator("circle").first.click(modifiers=keys, force=True)  # type: ignore[arg-type]
    expect(cards(looking)).to_have_count(3)
    looking.page.screenshot(path="/tmp/h_cards_shots/pins.png")
