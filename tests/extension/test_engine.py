"""The engine dies in every way it can, and the tree comes back by itself as the person left it.

Must not know how it is supervised; the tests only break things and look.
"""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.devtools_protocol import Target
from tests.extension.panel import Panel
from tests.replica.control import Control

LAST_WORDS = ["fatal error", "RangeError", "Stack (most recent", "File ", "stack"]
"""What Pyodide writes to the console when it dies."""
STATUS = "120 nodes · 1 branch"


def engine_document(running: Chromium) -> Target:
    return running.browser.wait_for_target(lambda t: t.url.endswith("/engine.html"))


def engine_worker(running: Chromium) -> Target:
    return running.browser.wait_for_target(lambda t: t.url.endswith("/engine_worker.js"))


@pytest.fixture
def left(panel: Panel, site: Control) -> Panel:
    """A tree that the person has scrolled in, with a node chosen far from the current one."""
    name = site.add(Maker().rounds(60).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows(STATUS)
    panel.tree.focus()
    panel.page.keyboard.press("Home")
    for _ in range(4):
        panel.page.keyboard.press("ArrowDown")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "5")
    return panel


@pytest.fixture(autouse=True)
def new_engine(watched: Chromium) -> Iterator[None]:
    """No test leaves its engine behind: many crashes within a minute are answered with longer pauses."""
    yield
    closes_the_document(watched)


def is_back(panel: Panel) -> None:
    """The tree works: as it was left, and the next key is obeyed."""
    panel.shows(STATUS)
    expect(panel.part("engine")).to_be_hidden(timeout=30_000)
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "5")
    panel.page.keyboard.press("ArrowDown")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "6")
    assert panel.tree.evaluate("e => e.scrollTop") < 200


def notices_at_the_next_event(panel: Panel) -> None:
    """Something happens in the sidebar, so that a dead engine is asked."""
    panel.content("conversationTree.send({type: 'description_asked'})")


SO_DEEP = "json.loads('[' * 200000)"
"""Overflows the stack of WebAssembly, which Pyodide does not survive."""


def breaks_python_in_a_call(running: Chromium, panel: Panel) -> None:
    running.expected += LAST_WORDS
    running.browser.evaluate(
        engine_worker(running),
        'engineWorker.pyodide.runPython("import json, pyodide_entry\\n'
        f'pyodide_entry.decode_event = lambda *_: {SO_DEEP}"), 0',
    )
    notices_at_the_next_event(panel)


def breaks_python_between_calls(running: Chromium, panel: Panel) -> None:
    running.expected += LAST_WORDS
    running.browser.evaluate(
        engine_worker(running),
        f'try {{ engineWorker.pyodide.runPython("import json; {SO_DEEP}") }} catch {{}} 0',
    )


def loops_for_ever(running: Chromium, panel: Panel) -> None:
    document = engine_document(running)
    running.browser.evaluate(document, "Object.assign(engine.limits, {call: 1500, pong: 700}), 0")
    running.browser.post(
        "Runtime.evaluate",
        {"expression": "engineWorker.pyodide.runPython('while True: pass')"},
        engine_worker(running).session,
    )
    notices_at_the_next_event(panel)


def terminates_the_worker(running: Chromium, panel: Panel) -> None:
    document = engine_document(running)
    running.browser.evaluate(document, "Object.assign(engine.limits, {call: 1500, pong: 700}), 0")
    running.browser.evaluate(document, "engine.supervisor.worker.terminate()")
    notices_at_the_next_event(panel)


def throws_in_the_worker(running: Chromium, panel: Panel) -> None:
    running.expected.append("thrown on purpose")
    running.browser.evaluate(
        engine_worker(running), "setTimeout(() => { throw new Error('thrown on purpose') }), 0"
    )


def closes_the_document(running: Chromium, _: Panel | None = None) -> None:
    background = running.browser.wait_for_target(lambda t: t.kind == "service_worker")
    running.browser.evaluate(background, "chrome.offscreen.closeDocument().catch(() => 'there is none')")


@pytest.mark.parametrize(
    "breaks",
    [
        breaks_python_in_a_call,
        breaks_python_between_calls,
        loops_for_ever,
        terminates_the_worker,
        throws_in_the_worker,
        closes_the_document,
    ],
)
def test_it_recovers_by_itself(
    left: Panel, watched: Chromium, breaks: Callable[[Chromium, Panel], None]
) -> None:
    started = left.fact("engine_start_ms")
    breaks(watched, left)
    left.eventually(f"conversationTree.facts.engine_start_ms !== {started}")
    is_back(left)


def test_a_restart_is_announced_and_the_tree_stays_visible(left: Panel, watched: Chromium) -> None:
    started = left.fact("engine_start_ms")
    closes_the_document(watched, left)
    expect(left.part("engine")).to_contain_text("CT-ENGINE-02")
    expect(left.nodes.first).to_be_visible()
    left.eventually(f"conversationTree.facts.engine_start_ms !== {started}")
    is_back(left)


def test_a_restart_costs_no_second_request(left: Panel, watched: Chromium, site: Control) -> None:
    site.forget_requests()
    started = left.fact("engine_start_ms")
    terminates_the_worker(watched, left)
    left.eventually(f"conversationTree.facts.engine_start_ms !== {started}")
    is_back(left)
    assert len(site.asked("GET", "/backend-api/conversation/11111111-2222-4333-8444-555555555555")) <= 1


def test_it_survives_the_back_forward_cache(left: Panel, site: Control) -> None:
    left.page.evaluate("addEventListener('pageshow', event => (window.cameBack = event.persisted))")
    left.page.goto(f"{SITE}/")
    left.page.go_back(wait_until="commit")
    left.page.wait_for_function("window.cameBack !== undefined")
    assert left.page.evaluate("window.cameBack") is True
    left.attach()
    left.shows(STATUS)
    left.tree.focus()
    is_back(left)


def test_every_tab_has_its_own_tree(panel: Panel, watched: Chromium, site: Control) -> None:
    first = site.add(Maker("aaaaaaaa-0000-4000-8000-000000000001").rounds(2).answer())
    second = site.add(Maker("aaaaaaaa-0000-4000-8000-000000000002").rounds(3).answer())
    panel.goto(f"{SITE}/c/{first}").open().shows("4 nodes · 1 branch")
    other = watched.new_panel().goto(f"{SITE}/c/{second}").open().shows("6 nodes · 1 branch")
    started = [each.fact("engine_start_ms") for each in (panel, other)]
    terminates_the_worker(watched, panel)
    for each, before, status in zip((panel, other), started, ("4 nodes", "6 nodes"), strict=True):
        each.eventually(f"conversationTree.facts.engine_start_ms !== {before}")
        each.settled().shows(f"{status} · 1 branch")
        assert each.fact("description.turns") == int(status[0])
    other.page.close()


def test_it_starts_from_its_snapshot(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    assert panel.fact("boot") == "snapshot"


def truncated(snapshot: bytes) -> bytes:
    return snapshot[: len(snapshot) // 2]


def of_another_build(snapshot: bytes) -> bytes:
    memory = bytearray(gzip.decompress(snapshot))
    memory[4:36] = bytes(32)
    return gzip.compress(bytes(memory), 1)


@pytest.mark.parametrize("spoil", [truncated, of_another_build])
def test_a_spoilt_snapshot_only_costs_time(
    extension: Path,
    tmp_path: Path,
    fresh_chromium: Callable[..., Chromium],
    site: Control,
    spoil: Callable[[bytes], bytes],
) -> None:
    folder = tmp_path / "extension"
    shutil.copytree(extension, folder)
    snapshot = folder / "runtime" / "snapshot.bin.gz"
    snapshot.write_bytes(spoil(snapshot.read_bytes()))
    name = site.add(Maker().rounds(2).answer())
    panel = fresh_chromium(folder=folder).new_panel().goto(f"{SITE}/c/{name}").open()
    panel.shows("4 nodes · 1 branch", seconds=60)
    assert panel.fact("boot") == "plain"


def test_an_engine_that_cannot_start_says_so(
    extension: Path, tmp_path: Path, fresh_chromium: Callable[..., Chromium], site: Control
) -> None:
    folder = tmp_path / "extension"
    shutil.copytree(extension, folder)
    (folder / "runtime" / "pyodide.mjs").write_text("throw new Error('spoilt on purpose');\n")
    running = fresh_chromium(folder=folder)
    running.expected.append("spoilt on purpose")
    name = site.add(Maker().rounds(2).answer())
    panel = running.new_panel().goto(f"{SITE}/c/{name}").open()
    expect(panel.part("engine")).to_contain_text("Starting the engine")
    expect(panel.part("engine")).to_contain_text("CT-ENGINE-01", timeout=45_000)
