"""A very large conversation opens, and a person who types in the page meanwhile does not feel it.

Must not know how the work is divided; only what the page's own thread and its keys tell.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.launch import executable, switches
from tests.extension.conftest import OPENING_PORT, SITE, is_ours
from tests.extension.conversations import Maker
from tests.extension.devtools_protocol import Browser, ProtocolError
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control
from tests.replica.server import Replica

ENTRIES, DEPTH, QUESTIONS = 5_400, 3_700, 16
TRIES = 3
BYTES = 11_000_000
WATCH = """
globalThis.longTasks = [];
globalThis.keyTimes = [];
new PerformanceObserver(list => longTasks.push(...list.getEntries().map(e => [e.startTime, e.duration])))
    .observe({ type: 'longtask' });
addEventListener('keydown', event => requestAnimationFrame(() => {
    // A message behind the frame: by then it is painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => keyTimes.push(performance.now() - event.timeStamp);
    port2.postMessage(null);
}), true);
"""


def very_large() -> Maker:
    """As real ones of that size are: few questions, and behind each hundreds of calls and their results, some
    of which were made side by side."""
    made = Maker(str(uuid4()), "Very large")
    words = "some words of a result, and then some more of them; "
    each = words * (BYTES // ENTRIES // len(words))
    rounds = DEPTH // QUESTIONS
    beside = (ENTRIES - DEPTH) // QUESTIONS
    for question in range(QUESTIONS):
        made.ask(f"Question {question}")
        for number in range(rounds // 2 - 1):
            call = {"content_type": "code", "language": "unknown", "text": each}
            made.say("assistant", "", content=call, recipient="python")
            called = made.current
            result = {"content_type": "execution_output", "text": each}
            if number < beside:
                made.say("tool", "", called, content=result)
            made.say("tool", "", called, content=result)
        made.reply(f"Answer {question}")
    return made


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, round(part * len(values)))]


class UnattendedPage:
    """A page of a Chromium that Playwright is not attached to: that one keeps every answer for whoever might
    ask for it later, and decodes it in one piece on the thread that is measured here."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page = browser.wait_for_target(lambda target: target.kind == "page" and not is_ours(target.url))

    def goto(self, address: str) -> None:
        self._browser.call("Page.navigate", {"url": address}, self._page.session)
        # The welcome page may have come to the front, and a hidden page draws nothing.
        self._browser.wait_for_target(lambda target: target.url.endswith("/welcome.html"))
        self._browser.call("Page.bringToFront", {}, self._page.session)

    def evaluate(self, expression: str) -> Any:
        return self._browser.evaluate(self._page, expression)

    def press(self, key: str) -> None:
        pressed = {"type": "keyDown", "key": key, "text": key}
        self._browser.call("Input.dispatchKeyEvent", pressed, self._page.session)
        self._browser.call("Input.dispatchKeyEvent", {"type": "keyUp", "key": key}, self._page.session)

    def click(self, element: str) -> None:
        where = self.part(f"{element}.getBoundingClientRect().toJSON()")
        at = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2, "button": "left"}
        for kind in ("mousePressed", "mouseReleased"):
            self._browser.call(
                "Input.dispatchMouseEvent", {"type": kind, "clickCount": 1, **at}, self._page.session
            )

    def part(self, expression: str) -> Any:
        """The value of an expression in the closed root, in the content script's world."""
        for number, world in list(self._page.contexts.items()):
            if not world["origin"].startswith("chrome-extension://"):
                continue
            with suppress(ProtocolError):  # the page before
                return self._browser.evaluate(self._page, f"{ROOT}.{expression}", number)
        return None

    def wait_for(self, expression: str, wanted: object) -> None:
        end = time.monotonic() + 20
        while (found := self.part(expression)) != wanted:
            assert time.monotonic() < end, f"{expression} is {found}, not {wanted}"
            time.sleep(0.05)


@pytest.fixture
def unattended(replica: Replica, site: Control, extension: Path, tmp_path: Path) -> Iterator[UnattendedPage]:
    arguments = [
        *switches(extension),
        *replica.browser_arguments,
        OPENING_PORT,
        f"--user-data-dir={tmp_path}",
    ]
    with subprocess.Popen([executable(), *arguments], stderr=subprocess.DEVNULL) as process:
        try:
            browser = Browser(tmp_path, is_ours)
            yield UnattendedPage(browser)
            assert browser.problems == []
            browser.close()
        finally:
            process.terminate()


STATUS = "querySelector('#cgt-status').textContent"


def typed_meanwhile(page: UnattendedPage, name: str) -> dict[str, Any]:
    """Types into the page while a conversation is opened, to a second behind that; what was felt of it."""
    page.evaluate("longTasks.length = keyTimes.length = 0")
    begun, opened = time.monotonic(), 0.0
    # The page itself draws nothing new, so whatever is slow is ours.
    page.evaluate(f"history.pushState({{}}, '', '/c/{name}')")
    while time.monotonic() - begun < 20:
        page.press("a")
        if page.part(STATUS) == "32 nodes · 1 branch":
            opened = opened or time.monotonic() - begun
            if time.monotonic() - begun > opened + 1:
                break
    keys = page.evaluate("keyTimes")
    assert opened
    assert len(keys) >= 20
    return {
        "opened_s": round(opened, 2),
        "long_tasks_ms": page.evaluate("longTasks.map(([, duration]) => duration)"),
        "keys": len(keys),
        "key_p50_ms": round(percentile(keys, 0.5), 1),
        "key_p95_ms": round(percentile(keys, 0.95), 1),
        "key_max_ms": round(max(keys), 1),
    }


@pytest.mark.measured
def test_a_person_who_types_meanwhile_does_not_feel_it(
    unattended: UnattendedPage, site: Control, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """The quietest of a few openings: what else the machine does can only add to it."""
    page = unattended
    site.page_uses = "none"
    site.late_scripts = [WATCH]
    small = site.add(Maker(str(uuid4())).rounds(2).answer())
    page.goto(f"{SITE}/c/{small}")
    page.wait_for("querySelector('#cgt-button').hidden", False)
    page.click("querySelector('#cgt-button')")
    page.wait_for(STATUS, "4 nodes · 1 branch")
    page.evaluate("document.querySelector('#prompt-textarea').focus()")
    figures: list[dict[str, Any]] = []
    for _ in range(TRIES):
        page.evaluate("history.pushState({}, '', '/')")
        page.wait_for(STATUS, "")
        made = very_large()
        body = json.dumps(made.answer()).encode()
        assert len(made.mapping) > 5_200
        assert len(body) > 10_500_000
        site.conversations[made.name] = body
        figures.append(typed_meanwhile(page, made.name))
        if not figures[-1]["long_tasks_ms"] and figures[-1]["key_p95_ms"] < 50:
            break
    record_testsuite_property("openings", str(figures))
    assert not figures[-1]["long_tasks_ms"], figures
    assert figures[-1]["key_p95_ms"] < 50, figures


def test_a_path_of_thousands_of_turns_is_walked_to_both_ends(panel: Panel, site: Control) -> None:
    """3,700 turns one below the other, with branches beside them, and every one can be reached."""
    site.page_uses = "none"
    made = Maker(str(uuid4()), "Very deep")
    for number in range(1_850):
        asked = made.ask(f"Question {number}")
        if number % 2:
            made.reply("Another answer", asked)
        made.reply(f"Answer {number}", asked)
    name = site.add(made.answer())
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("status")).to_have_text("4625 nodes · 926 branches", timeout=30_000)
    assert panel.elements <= 1_500
    panel.tree.focus()
    panel.page.keyboard.press("Home")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_id("cgt-t:m1")
    panel.page.keyboard.press("End")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_be_visible()
