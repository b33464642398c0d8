"""The watch that every browser test relies on sees what it is there to see, and the seam still holds.

Must not leave any of it behind: each fault is brought about on purpose and expected.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import HOST, UTILITY_WORLD, Panel
from tests.replica.control import Control


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    name = site.add(Maker().rounds(2).answer())
    return panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")


def seen(running: Chromium, text: str) -> bool:
    """Whether the watch noticed, and from now on it is forgiven."""
    end = time.monotonic() + 5
    while not any(text in p.what for p in running.browser.problems):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    running.expected.append(text)
    return True


def test_an_error_of_the_content_script_is_seen(shown: Panel, watched: Chromium) -> None:
    shown.content("console.error('seeded in the page'), 0")
    assert seen(watched, "seeded in the page")


def test_an_uncaught_exception_of_the_content_script_is_seen(shown: Panel, watched: Chromium) -> None:
    shown.content("setTimeout(() => { throw new Error('seeded and thrown') }), 0")
    assert seen(watched, "seeded and thrown")


def test_a_rejection_of_the_content_script_is_seen(shown: Panel, watched: Chromium) -> None:
    shown.content("void Promise.reject(new Error('seeded and rejected')), 0")
    assert seen(watched, "seeded and rejected")


@pytest.mark.parametrize("place", ["background.js", "engine.html", "engine_worker.js"])
def test_an_error_behind_the_page_is_seen(shown: Panel, watched: Chromium, place: str) -> None:
    target = watched.browser.wait_for_target(lambda t: t.url.endswith(place))
    watched.browser.evaluate(target, f"console.error('seeded in {place}'), 0")
    assert seen(watched, f"seeded in {place}")


def test_a_broken_policy_is_seen(shown: Panel, watched: Chromium) -> None:
    document = watched.browser.wait_for_target(lambda t: t.url.endswith("engine.html"))
    watched.browser.evaluate(
        document,
        "document.head.append(Object.assign(document.createElement('script'), {text: '1'})), 0",
    )
    assert seen(watched, "Content Security Policy")


def test_an_error_of_the_page_is_not_ours(shown: Panel, watched: Chromium) -> None:
    shown.page.evaluate("console.error('the page has its own troubles')")
    shown.settled()
    assert watched.problems() == []


@pytest.mark.parametrize("place", ["engine.html", "engine_worker.js", "background.js"])
def test_a_request_to_elsewhere_is_seen(shown: Panel, watched: Chromium, place: str) -> None:
    watched.expected.append("")  # what the browser logs of the failure does not matter here
    target = watched.browser.wait_for_target(lambda t: t.url.endswith(place))
    watched.browser.evaluate(target, "fetch('https://elsewhere.example/').then(() => 1, () => 0)")
    assert watched.strange_requests() == ["https://elsewhere.example/"]
    watched.browser.sent.clear()


def test_the_engines_start_was_watched_from_its_first_moment(
    fresh_chromium: Callable[..., Chromium], site: Control
) -> None:
    name = site.add(Maker().rounds(2).answer())
    running: Chromium = fresh_chromium()
    running.new_panel().goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    asked = {
        s.url.rpartition("/")[2] for s in running.browser.sent if s.url.startswith("chrome-extension://")
    }
    assert {"engine.json", "pyodide.mjs", "payload.pack", "engine.js"} <= asked


def test_playwright_still_names_its_own_world_so(shown: Panel) -> None:
    assert any(w["name"].startswith(UTILITY_WORLD) for w in shown._worlds.values())


def test_without_the_seam_nothing_of_ours_can_be_reached(shown: Panel) -> None:
    shown.page.reload()
    expect(shown.page.locator(HOST)).to_be_attached()
    assert shown.nodes.count() == 0
    assert shown.page.evaluate(f"document.querySelector('{HOST}').shadowRoot") is None
