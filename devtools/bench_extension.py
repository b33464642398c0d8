"""The benchmark's part in the real extension: browsers with the stand-in for chatgpt.com, and what they show.

Must not know budgets. The times are the bridge's own facts; elements are counted in the page.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Page, Playwright

from devtools.demo_run import (
    COUNT_ELEMENTS,
    FACTS,
    FIND_BUTTON,
    PATIENCE_SECONDS,
    ROOT_OF_OURS,
    ContentWorld,
)
from devtools.launch import launch
from devtools.paths import STAGE
from tests.bench import data
from tests.replica.server import Replica

COUNT_NODES = f"{ROOT_OF_OURS}.querySelectorAll('[role=treeitem]').length"
SCROLLER = f"{ROOT_OF_OURS}.getElementById('cgt-scroller')"
SETTLING_MS = 250
"""After a scroll: longer than any patch takes to arrive."""
REST_MS = 3000
"""After the start of a browser, which keeps both cores of a small machine busy for a while."""
REACTION_MS = 1500
"""Between a page that is there and a person's click on the button."""


class Sessions:
    """A context manager: makes sessions of both kinds of start and keeps what they measured."""

    def __init__(self, playwright: Playwright) -> None:
        self.samples: dict[tuple[str, str], list[float]] = defaultdict(list)
        """In ms: `engine_start` by the way it started, `first_nodes` and `reload` by conversation."""
        self.most_elements: tuple[int, str] = (0, "")
        """Elements of ours in the page at most, and with which conversation."""
        self._playwright = playwright
        self._folder = tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True)
        self._extensions = {"snapshot": STAGE, "plain": Path(self._folder.name) / "plain"}
        self._replica = Replica()

    def __enter__(self) -> Sessions:
        shutil.copytree(STAGE, self._extensions["plain"])
        description = self._extensions["plain"] / "runtime" / "engine.json"
        engine = json.loads(description.read_text(encoding="utf-8"))
        description.write_text(json.dumps({**engine, "snapshot": None}), encoding="utf-8")
        # The page's own requests and its own drawing of the conversation would only take turns with ours.
        self._replica.control.page_uses = "none"
        self._replica.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._replica.__exit__(kind, error, trace)
        self._folder.cleanup()

    @contextmanager
    def session(self, boot: str) -> Iterator[Session]:
        """A fresh browser whose engine starts that way."""
        with tempfile.TemporaryDirectory(dir=self._folder.name, ignore_cleanup_errors=True) as profile:
            context = launch(
                self._playwright,
                Path(profile),
                extension=self._extensions[boot],
                arguments=self._replica.browser_arguments,
            )
            try:
                page = context.pages[0] if context.pages else context.new_page()
                page.wait_for_timeout(REST_MS)
                yield Session(self, page, boot)
            finally:
                context.close()

    def serve(self, name: str) -> str:
        """The address of a conversation of the benchmark."""
        key = data.conversation_id(name)
        if key not in self._replica.control.conversations:
            self._replica.control.conversations[key] = data.conversation(name)
        return f"https://chatgpt.com/c/{key}"


class Session:
    """One browser with one page."""

    def __init__(self, sessions: Sessions, page: Page, boot: str) -> None:
        self._sessions = sessions
        self._page = page
        self._boot = boot
        self._name = ""
        self._started = False

    def open(self, name: str) -> None:
        """Go to a conversation, with the sidebar open, until its first nodes are drawn."""
        self._name = name
        self._page.goto(self._sessions.serve(name))
        world = ContentWorld(self._page)
        facts = self._facts(world)
        if not self._started:
            self._started = True
            if facts["boot"] != self._boot:
                raise SystemExit(f"bench: the engine started by {facts['boot']}, not by {self._boot}")
            self._sessions.samples["engine_start", self._boot].append(facts["engine_start_ms"])
        self._sessions.samples["first_nodes", name].append(facts["first_nodes_ms"])
        self._count(world)

    def reload(self, times: int) -> None:
        """Reload the page; the engine must be the same one afterwards."""
        for _ in range(times):
            self._page.reload()
            facts = self._facts(ContentWorld(self._page))
            if facts["engine_start_ms"] not in self._sessions.samples["engine_start", self._boot]:
                raise SystemExit("bench: the engine was started again by a reload")
            self._sessions.samples["reload", self._name].append(facts["first_nodes_ms"])

    def scroll_through(self) -> None:
        """Look at several parts of the drawing, each long enough for it to be drawn."""
        world = ContentWorld(self._page)
        for down in (0, 0.01, 0.5, 1):
            for across in (0, 0.5, 1):
                place = f"{SCROLLER}.scrollWidth * {across}, {SCROLLER}.scrollHeight * {down}"
                world.evaluate(f"{SCROLLER}.scrollTo({place})")
                self._page.wait_for_timeout(SETTLING_MS)
                self._count(world)

    def _facts(self, world: ContentWorld) -> dict[str, Any]:
        """The bridge's facts once nodes are drawn; opens the sidebar if it is closed."""
        ready = f"conversationTree.facts.boot && ({FIND_BUTTON} || {COUNT_NODES})"
        found = world.wait_for(ready, PATIENCE_SECONDS, self._page)
        if isinstance(found, list):
            self._page.wait_for_timeout(REACTION_MS)
            self._page.mouse.click(*found)
        drawn = f"{COUNT_NODES} && conversationTree.facts.first_nodes_ms && {FACTS}"
        facts = world.wait_for(drawn, PATIENCE_SECONDS, self._page)
        if not facts:
            raise SystemExit(f"bench: no nodes of {self._name} were drawn")
        return dict(json.loads(facts))

    def _count(self, world: ContentWorld) -> None:
        elements = int(world.evaluate(COUNT_ELEMENTS))
        self._sessions.most_elements = max(self._sessions.most_elements, (elements, self._name))
