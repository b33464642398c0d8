"""A click on a node goes to its message: by every way the site has, on both pages, or it says why not.

Must not know how a way is chosen; `tests/unit/switching` does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

RENDERERS = ("legacy", "shell")
ARRIVED = "The message is on screen."


def crossroads() -> Maker:
    """Ten rounds in a row, then a fork of two answers, the second of which goes on for ten rounds.

    `m1`, `m2`, … in the order they were said: m21 asks, m22 and m33 answer it; m23 to m32 lie below m22.
    """
    made = Maker("12121212-3434-4565-8787-909090909090", "Crossroads").rounds(10)
    asked = made.ask("Which way?")
    made.reply("The way through the woods", asked)
    made.rounds(5)
    made.reply("The way along the shore", asked)
    return made.rounds(10)


WOODS, IN_THE_WOODS, SHORE, FIRST, LAST = "m22", "m24", "m33", "m1", "m53"


def on_page(panel: Panel, message: str) -> Locator:
    """A message as the page itself shows it."""
    shell = f'[data-app-shell-active-page="true"] [data-chatgpt-search-message-ids$="{message}"]'
    return panel.page.locator(f'[data-message-id="{message}"], {shell}').first


def go(panel: Panel, message: str, *, arrives: bool = True) -> None:
    """Click a node, as a person would: scrolled to first."""
    node = panel.page.locator(f"cgt-root [id='cgt-t:{message}'] circle").first
    scroller = f"{ROOT}.getElementById('cgt-scroller')"
    panel.content(f"{scroller}.scrollTo(0, 0)")
    for _ in range(40):
        panel.settled()
        if node.count():
            break
        panel.content(f"{scroller}.scrollBy(0, 400)")
    node.click()
    if arrives:
        expect(panel.part("live")).to_contain_text("on screen", timeout=30_000)
        expect(on_page(panel, message)).to_be_in_viewport()


def asked(site: Control, method: str, name: str) -> int:
    return len(site.asked(method, f"/backend-api/conversation/{name}", by="extension"))


@pytest.fixture
def at_the_crossroads(panel: Panel, site: Control) -> Any:
    def opened(renderer: str, **more: Any) -> str:
        site.renderer = renderer
        for key, value in more.items():
            setattr(site, key, value)
        name = site.add(crossroads().answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("53 nodes · 2 branches")
        expect(on_page(panel, LAST)).to_be_visible()
        site.wait_until_idle()
        site.forget_requests()
        return name

    return opened


def loaded_at(panel: Panel) -> float:
    """When this page was loaded; another time means that it was reloaded."""
    with suppress(PlaywrightError):  # while it is being loaded there is nobody to ask
        return float(panel.page.evaluate("performance.timeOrigin"))
    return 0.0


def after_the_reload(panel: Panel, before: float) -> Panel:
    """The sidebar of the page that was loaded since."""
    end = time.monotonic() + 20
    while loaded_at(panel) in (0.0, before):
        assert time.monotonic() < end, "the page was not reloaded"
        panel.page.wait_for_timeout(50)
    return panel.attach()


@pytest.fixture
def by_reload(panel: Panel) -> Iterator[Callable[[], None]]:
    """Sets the setting, which outlives the page, and takes it back."""

    def check(wanted: str) -> None:
        panel.part("settings").click()
        if panel.part("go_by_reload").get_attribute("aria-checked") != wanted:
            panel.part("go_by_reload").click()
        expect(panel.part("go_by_reload")).to_have_attribute("aria-checked", wanted)
        panel.part("settings").click()

    yield lambda: check("true")
    check("false")


@pytest.mark.parametrize("renderer", RENDERERS)
class TestOnTheSamePath:
    def test_a_message_is_revealed_without_a_request_or_a_reload(
        self, panel: Panel, site: Control, at_the_crossroads: Any, renderer: str
    ) -> None:
        name = at_the_crossroads(renderer)
        before = loaded_at(panel)
        for message in (FIRST, "m12", LAST):
            go(panel, message)
        assert loaded_at(panel) == before
        assert asked(site, "GET", name) == asked(site, "PATCH", name) == 0

    def test_the_way_back_leads_to_where_one_was(
        self, panel: Panel, at_the_crossroads: Any, renderer: str
    ) -> None:
        at_the_crossroads(renderer)
        go(panel, FIRST)
        panel.part("back").click()
        expect(on_page(panel, LAST)).to_be_in_viewport()
        expect(panel.part("back")).to_be_hidden()


@pytest.mark.parametrize("renderer", RENDERERS)
class TestToAnotherBranch:
    def test_a_near_one_is_stepped_to_without_a_reload(
        self, panel: Panel, site: Control, at_the_crossroads: Any, renderer: str
    ) -> None:
        name = at_the_crossroads(renderer)
        before = loaded_at(panel)
        go(panel, IN_THE_WOODS)
        assert loaded_at(panel) == before
        assert asked(site, "PATCH", name) == 0
        expect(on_page(panel, SHORE)).to_have_count(0)
        expect(panel.page.locator("cgt-root .cgt-current")).not_to_have_attribute("id", f"cgt-t:{LAST}")

    def test_by_the_setting_the_site_is_asked_and_the_page_reloaded(
        self, panel: Panel, site: Control, at_the_crossroads: Any, by_reload: Any, renderer: str
    ) -> None:
        name = at_the_crossroads(renderer, switching="honoured")
        by_reload()
        before = loaded_at(panel)
        go(panel, IN_THE_WOODS, arrives=False)
        after_the_reload(panel, before)
        expect(on_page(panel, IN_THE_WOODS)).to_be_in_viewport(timeout=20_000)
        expect(panel.part("live")).to_contain_text(ARRIVED)
        assert asked(site, "PATCH", name) == 1
