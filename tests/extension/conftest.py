"""One Chromium with the extension for all browser tests, and a watch over all that it logs and asks for.

Must not make any test pass: the watch fails every test in which a file of ours logged an error, broke a
policy, or asked anything but the page's own origin and the extension's own files.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright
from playwright.sync_api import Error as PlaywrightError

from devtools.launch import launch
from devtools.paths import ROOT, STAGE
from tests.extension.devtools_protocol import Browser, Problem
from tests.extension.panel import Panel
from tests.replica.control import Control
from tests.replica.server import Replica

FIXTURES = ROOT / "tests" / "fixtures"
SITE = "https://chatgpt.com"
OLD_SITE = "https://chat.openai.com"
OPENING_PORT = "--remote-debugging-port=0"
ONE_RENDERER = "--renderer-process-limit=1"
"""For all pages; the extension has its own in any case. A tenth quicker."""


@dataclass
class Chromium:
    """A running browser with the extension."""

    context: BrowserContext
    browser: Browser
    expected: list[str] = field(default_factory=list)
    """Parts of problems that a test brings about on purpose."""

    def new_panel(self) -> Panel:
        return Panel(self.context.new_page(), self.browser)

    @property
    def extension_origin(self) -> str:
        own = [t.url for t in self.browser.targets.values() if is_ours(t.url)]
        return "://".join(urlsplit(own[0])[:2]) if own else ""

    def problems(self) -> list[Problem]:
        return [p for p in self.browser.problems if not any(e in p.what for e in self.expected)]

    def forget_snapshots(self) -> None:
        """Conversations of different tests share ids; what one stored is nothing to the next."""
        for target in list(self.browser.targets.values()):
            if target.alive and target.url.endswith("/engine.html"):
                everything = "{ account: '', conversation: '' }"
                self.browser.evaluate(target, f"globalThis.engine?.perform.drop_snapshots({everything}), 0")

    def strange_requests(self) -> list[str]:
        """Requests to anywhere but the site's origin and the extension's own files."""
        # The browser's own address for a file that a page may not have.
        allowed = {SITE, OLD_SITE, self.extension_origin, "chrome-extension://invalid"}
        local = ("data:", "blob:", "about:", "chrome://")
        sent = [s for s in self.browser.sent if not s.url.startswith(local)]
        return [s.url for s in sent if "://".join(urlsplit(s.url)[:2]) not in allowed]


def is_ours(address: str) -> bool:
    return address.startswith("chrome-extension://")


@contextmanager
def chromium(
    playwright: Playwright,
    replica: Replica,
    extension: Path,
    *arguments: str,
    language: str = "en-US",
    profile: Path | None = None,
    welcome: bool = False,
) -> Iterator[Chromium]:
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as throw_away:
        used = profile or Path(throw_away)
        context = launch(
            playwright,
            used,
            extension=extension,
            arguments=[*replica.browser_arguments, OPENING_PORT, ONE_RENDERER, *arguments],
            language=language,
            welcome=welcome,
        )
        context.set_default_timeout(15_000)
        browser = Browser(used, is_ours)
        try:
            yield Chromium(context, browser)
        finally:
            browser.close()
            context.close()
            (used / "DevToolsActivePort").unlink(missing_ok=True)


# ---------------------------------------------------------------- for the whole run


@pytest.fixture(scope="session")
def extension() -> Path:
    """The staged extension, exactly what ships; built if it is stale and this was not started by dev.py."""
    given = os.environ.get("CONVERSATION_TREE_EXTENSION")
    if given:
        return Path(given)
    from devtools import build, environment
    from devtools.locking import work_tree_lock

    with work_tree_lock():
        environment.set_up()
        build.build(with_zip=False)
    return STAGE


@pytest.fixture(scope="session")
def replica() -> Iterator[Replica]:
    with Replica() as running:
        yield running


@pytest.fixture(scope="session")
def shared_chromium(playwright: Playwright, replica: Replica, extension: Path) -> Iterator[Chromium]:
    with chromium(playwright, replica, extension) as running:
        yield running


@pytest.fixture(scope="session")
def shared_page(shared_chromium: Chromium) -> Page:
    """One for many tests: making a page takes longer than most of those that use this one."""
    page = shared_chromium.context.new_page()
    page.goto(f"{SITE}/nothing-here")
    return page


# ---------------------------------------------------------------- for one test


@pytest.fixture
def site(replica: Replica) -> Iterator[Control]:
    """The stand-in, as new."""
    fresh = Control()
    for name in Control.__slots__:
        if name not in {"_lock", "unanswered"}:
            setattr(replica.control, name, getattr(fresh, name))
    yield replica.control
    replica.control.heal()


@pytest.fixture
def watched(shared_chromium: Chromium) -> Iterator[Chromium]:
    """The shared browser; whatever it logged or asked for during the test counts against the test."""
    running = shared_chromium
    running.browser.problems.clear()
    running.browser.sent.clear()
    running.browser.logged.clear()
    running.expected.clear()
    running.forget_snapshots()
    yield running
    assert running.problems() == []
    assert running.strange_requests() == []


@pytest.fixture
def panel(shared_page: Page, watched: Chromium, site: Control) -> Iterator[Panel]:
    """The sidebar of a page of its own, which is not opened yet: `panel.goto(address)`."""
    made = watched.new_panel()
    yield made
    if not made.page.is_closed():
        with suppress(PlaywrightError):  # it is being loaded anew
            made.page.wait_for_load_state(timeout=2_000)
            made.page.evaluate("location.protocol === 'https:' && localStorage.clear()")
        made.page.close()


@pytest.fixture
def page(shared_page: Page, watched: Chromium, site: Control) -> Iterator[Page]:
    """For tests of the stand-in alone, where nothing of ours is opened."""
    shared_page.set_viewport_size({"width": 1280, "height": 800})
    yield shared_page
    with suppress(PlaywrightError):  # it is being loaded anew
        shared_page.wait_for_load_state()
        shared_page.evaluate("localStorage.clear(), sessionStorage.clear()")
    shared_page.goto(f"{SITE}/nothing-here")  # keeps its process, which another site would end


@pytest.fixture
def fresh_chromium(
    playwright: Playwright, replica: Replica, extension: Path, site: Control
) -> Iterator[Callable[..., Chromium]]:
    """Starts further browsers with profiles of their own, for first installs, languages and broken files."""
    started: list[tuple[AbstractContextManager[Chromium], Chromium]] = []

    def start(*arguments: str, folder: Path = extension, **more: Any) -> Chromium:
        manager = chromium(playwright, replica, folder, *arguments, **more)
        running = manager.__enter__()
        started.append((manager, running))
        return running

    try:
        yield start
        for _, running in started:
            assert running.problems() == []
            assert running.strange_requests() == []
    finally:
        for manager, _ in reversed(started):
            manager.__exit__(None, None, None)


# ---------------------------------------------------------------- conversations


def fixture_conversation(name: str) -> dict[str, Any]:
    """A conversation of `tests/fixtures`, by its file's name."""
    found = json.loads(next(FIXTURES.rglob(f"{name}.json")).read_bytes())
    assert isinstance(found, dict)
    return found


def third_party(name: str) -> dict[str, Any]:
    """A conversation of another project, where `THIRD_PARTY_CONVERSATIONS` names a folder that has it."""
    folder = os.environ.get("THIRD_PARTY_CONVERSATIONS")
    if not folder or not (Path(folder) / f"{name}.json").is_file():
        pytest.skip(f"THIRD_PARTY_CONVERSATIONS names no folder with {name}.json")
    found = json.loads((Path(folder) / f"{name}.json").read_bytes())
    return found[0] if isinstance(found, list) else found
