"""What the page gets from its own requests with our hook in place: exactly what it got without it.

Must not know how the hook reports. The page's side is judged by page scripts that look closely.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import FIXTURES, SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control

PAGES = FIXTURES / "pages"
AUTHORISED = {"authorization": "Bearer replica-access-token", "oai-client-version": "test"}


def script(name: str) -> str:
    return (PAGES / f"{name}.js").read_text(encoding="utf-8")


@pytest.fixture
def open_panel(panel: Panel, site: Control) -> Panel:
    name = site.add(Maker().rounds(2).answer())
    return panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")


def test_fetch_looks_native(open_panel: Panel) -> None:
    name, length, printed = open_panel.page.evaluate(
        "[fetch.name, fetch.length, Function.prototype.toString.call(fetch)]"
    )
    assert (name, length) == ("fetch", 1)
    assert "[native code]" in printed


def in_the_page(panel: Panel, body: str) -> Any:
    """What a page script returns; it may use `path`, the page's own history request, and its `headers`."""
    path = "const path = location.pathname.replace('/c/', '/backend-api/conversation/');"
    return panel.page.evaluate(f"async headers => {{ {path} {body} }}", AUTHORISED)


def test_an_answer_is_the_very_same(open_panel: Panel) -> None:
    got = in_the_page(
        open_panel,
        """const answer = await fetch(path, {headers});
        const {status, bodyUsed, url} = answer;
        return [status, bodyUsed, url, (await answer.json()).title, answer.constructor === Response];""",
    )
    address = f"{SITE}/backend-api/conversation/11111111-2222-4333-8444-555555555555"
    assert got == [200, False, address, "Made for a test", True]


def test_a_request_object_goes_through(open_panel: Panel) -> None:
    got = in_the_page(
        open_panel,
        """const request = new Request(path, {headers});
        const answer = await fetch(request);
        return [answer.status, (await answer.json()).title, request.bodyUsed];""",
    )
    assert got == [200, "Made for a test", False]


def test_an_answer_that_is_not_json_goes_through(open_panel: Panel, site: Control) -> None:
    site.fail("conversation", "not_json")
    got = in_the_page(
        open_panel,
        "const answer = await fetch(path, {headers}); return [answer.status, await answer.text()];",
    )
    assert got == [200, "upstream said something odd"]
    open_panel.settled().shows("4 nodes · 1 branch")


def test_an_aborted_request_rejects_as_ever(open_panel: Panel, site: Control) -> None:
    site.fail("conversation", "slow", seconds=1)
    got = in_the_page(
        open_panel,
        """const controller = new AbortController();
        const promise = fetch(path, {headers, signal: controller.signal});
        controller.abort();
        return promise.then(() => 'answered', error => [error.name, error === controller.signal.reason]);""",
    )
    assert got == ["AbortError", True]


def test_a_request_aborted_while_its_answer_is_read_rejects_as_ever(open_panel: Panel, site: Control) -> None:
    site.stream_gap_seconds = 1
    got = in_the_page(
        open_panel,
        """const controller = new AbortController();
        const sent = {method: 'POST', headers, body: '{"messages": []}', signal: controller.signal};
        const answer = await fetch('/backend-api/f/conversation', sent);
        const text = answer.text();
        controller.abort();
        return text.then(() => 'read', error => error.name);""",
    )
    assert got == "AbortError"


def test_a_failed_request_rejects_as_ever(open_panel: Panel, site: Control) -> None:
    site.fail("conversation", "offline", of="page")
    got = in_the_page(
        open_panel,
        """return fetch(path, {headers})
            .then(() => 'answered', error => [error.constructor === TypeError, error.message]);""",
    )
    assert got == [True, "Failed to fetch"]


def test_a_rejection_that_nobody_handles_is_reported_once(open_panel: Panel, site: Control) -> None:
    site.fail("conversation", "offline", of="page")
    got = in_the_page(
        open_panel,
        """return new Promise(resolve => {
            let count = 0;
            addEventListener('unhandledrejection', event => {
                count += 1;
                event.preventDefault();
                setTimeout(() => resolve(count), 200);
            });
            fetch(path, {headers});
        });""",
    )
    assert got == 1


def test_wrong_calls_fail_as_ever(open_panel: Panel) -> None:
    got = in_the_page(
        open_panel,
        """const outcomes = [];
        const calls = [() => fetch(), () => fetch('http://[bad'), () => fetch('/x', {method: 'B AD'})];
        for (const call of [...calls, () => fetch.call({}, '/replica/legacy.css')]) {
            try { outcomes.push((await call()).status); } catch (error) { outcomes.push(error.name); }
        }
        return outcomes;""",
    )
    assert got == ["TypeError", "TypeError", "TypeError", "TypeError"]


def test_an_answer_is_there_before_its_body(open_panel: Panel, site: Control) -> None:
    site.fail("conversation", "trickle", seconds=0.8, of="page")
    waited = in_the_page(
        open_panel,
        """const answer = await fetch(path, {headers});
        const there = performance.now();
        await answer.arrayBuffer();
        return performance.now() - there;""",
    )
    assert waited > 500


def test_a_stream_keeps_its_timing(open_panel: Panel, site: Control) -> None:
    site.stream_gap_seconds = 0.2
    arrivals = in_the_page(
        open_panel,
        """const sent = {method: 'POST', headers, body: '{"messages": []}'};
        const reader = (await fetch('/backend-api/f/conversation', sent)).body.getReader();
        const times = [];
        while (!(await reader.read()).done) times.push(performance.now());
        return times;""",
    )
    gaps = [later - earlier for earlier, later in pairwise(arrivals)]
    assert sum(gap > 120 for gap in gaps) >= len(site.stream_pieces) - 1


def test_the_page_shows_a_reply_as_it_is_written(open_panel: Panel, site: Control) -> None:
    site.stream_gap_seconds = 1.5
    site.stream_pieces = ("Three small ", "pieces of text.")
    open_panel.page.locator("#prompt-textarea").click()
    open_panel.page.keyboard.type("One more question")
    open_panel.page.keyboard.press("Enter")
    expect(open_panel.page.get_by_text("Three small", exact=True)).to_be_visible()
    expect(open_panel.page.get_by_text("Three small pieces of text.")).to_be_visible()


class TestWithHostilePageScript:
    def test_a_page_that_wraps_fetch_first_gets_its_calls(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("fetch_wrapper")]
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        expect(panel.page.get_by_text("Answer 1")).to_be_visible()
        wrapped = panel.page.evaluate("window.wrapped")
        assert (wrapped["name"], wrapped["length"]) == ("fetch", 1)
        assert f"/backend-api/conversation/{name}" in wrapped["calls"]

    def test_a_page_that_wraps_fetch_later_gets_its_calls(self, panel: Panel, site: Control) -> None:
        site.late_scripts = [script("fetch_wrapper")]
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        expect(panel.page.get_by_text("Answer 1")).to_be_visible()

    def test_our_own_requests_do_not_pass_through_the_page(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("fetch_wrapper")]
        site.page_uses = "none"
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        assert f"/backend-api/conversation/{name}" not in panel.page.evaluate("window.wrapped.calls")

    def test_nothing_of_ours_can_be_overheard(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("eavesdropper")]
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        expect(panel.page.get_by_text("Answer 1")).to_be_visible()
        assert panel.page.evaluate("window.heard") == []
        assert panel.page.evaluate("document.querySelector('cgt-root').shadowRoot") is None

    def test_nothing_can_be_forged(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("forger")]
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        panel.page.evaluate("window.forge()")
        panel.page.evaluate("window.press()")
        panel.settled().shows("4 nodes · 1 branch")
        assert panel.page.evaluate("window.forged") is None

    def test_a_page_cannot_open_or_close_the_sidebar(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("forger")]
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch").close()
        panel.page.evaluate("window.press()")
        panel.settled()
        expect(panel.part("panel")).to_be_hidden()

    def test_a_page_with_broken_natives_still_works(self, panel: Panel, site: Control) -> None:
        name = site.add(Maker().rounds(2).answer())
        site.early_scripts = [script("hook_breaker")]
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        got = in_the_page(
            panel,
            "const answer = await fetch(path, {headers}); return [answer.status, await answer.json()];",
        )
        assert (got[0], got[1]["title"]) == (200, "Made for a test")

    def test_trusted_types_are_no_obstacle(self, panel: Panel, site: Control) -> None:
        site.trusted_types = True
        name = site.add(Maker().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")


def test_no_file_of_ours_can_be_loaded_by_a_page(open_panel: Panel, watched: Chromium) -> None:
    watched.expected.append("net::ERR_FAILED")  # what the browser logs of each refusal
    origin = open_panel.content("chrome.runtime.getURL('')")
    for name in ("panel/engine.html", "manifest.json", "icons/48.png", "runtime/pyodide.mjs"):
        tried = "url => fetch(url).then(() => 'loaded', () => 'refused')"
        assert open_panel.page.evaluate(tried, origin + name) == "refused"
