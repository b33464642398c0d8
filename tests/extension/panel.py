"""The sidebar as a test holds it: locators inside the closed root, and the content script's world.

Must not change the product: the root stays closed to the page, and only Playwright's own world is handed it.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from conversation_tree.panel.settings import Settings
from tests.extension.devtools_protocol import Browser, ProtocolError, Target

HOST = "cgt-root"
UTILITY_WORLD = "__playwright_utility_world"
"""A name internal to Playwright, which is pinned; a test asserts that it still holds."""
DEFINE_ROOT = """function (root) {
    Object.defineProperty(this, 'shadowRoot', {value: root, configurable: true});
}"""
ROOT = f"chrome.dom.openOrClosedShadowRoot(document.querySelector('{HOST}'))"


def find(node: dict[str, Any], name: str) -> dict[str, Any] | None:
    """The first node of that name in a DevTools document, without recursion."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.get("localName") == name and at.get("shadowRoots"):
            return at
        waiting += at.get("children", [])
    return None


class Panel:
    """One page's sidebar. After every navigation `attach` again (`goto` and `reload` do)."""

    def __init__(self, page: Page, browser: Browser) -> None:
        self.page = page
        self.browser = browser
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._worlds: dict[int, dict[str, Any]] = {}
        self._session.on("Runtime.executionContextCreated", self._created)
        self._session.on(
            "Runtime.executionContextDestroyed", lambda e: self._worlds.pop(e["executionContextId"], None)
        )
        self._session.on("Runtime.executionContextsCleared", lambda _: self._worlds.clear())
        self._session.send("Runtime.enable")
        self._session.send("DOM.enable")
        self._target_id: str = self._session.send("Target.getTargetInfo")["targetInfo"]["targetId"]

    def _created(self, event: dict[str, Any]) -> None:
        self._worlds[event["context"]["id"]] = event["context"]

    # ------------------------------------------------------------ navigation

    def goto(self, address: str) -> Panel:
        self.page.goto(address)
        return self.attach()

    def reload(self) -> Panel:
        self.page.reload()
        return self.attach()

    def attach(self, seconds: float = 10) -> Panel:
        """Hand the closed root to Playwright's own world in this document."""
        self.page.locator("html").count()  # makes Playwright create its world
        end = time.monotonic() + seconds
        while not (
            host := find(self._session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"], HOST)
        ):
            assert time.monotonic() < end, "the sidebar was not mounted"
            self.page.wait_for_timeout(20)
        worlds = [w for w in self._worlds.values() if w["name"].startswith(UTILITY_WORLD)]
        assert worlds, f"Playwright has no world named {UTILITY_WORLD}"
        for world in worlds:
            objects = [
                self._session.send(
                    "DOM.resolveNode",
                    {"backendNodeId": n["backendNodeId"], "executionContextId": world["id"]},
                )["object"]["objectId"]
                for n in (host, host["shadowRoots"][0])
            ]
            self._session.send(
                "Runtime.callFunctionOn",
                {
                    "objectId": objects[0],
                    "functionDeclaration": DEFINE_ROOT,
                    "arguments": [{"objectId": objects[1]}],
                },
            )
        return self

    # ------------------------------------------------------------ what a person sees and does

    def part(self, name: str) -> Locator:
        """A named element of the frame."""
        return self.page.locator(f"{HOST} #cgt-{name}")

    @property
    def tree(self) -> Locator:
        return self.page.get_by_role("tree")

    @property
    def nodes(self) -> Locator:
        return self.page.locator(f"{HOST} [role=treeitem]")

    @property
    def drawing(self) -> Locator:
        return self.part("drawing")

    def open(self) -> Panel:
        """Open it by its button unless it is open, or opens by itself meanwhile: a tab keeps its state."""
        panel, button = self.part("panel"), self.part("button")
        expect(button.or_(panel).locator("visible=true").first).to_be_visible()
        if not panel.is_visible():
            with suppress(PlaywrightTimeout):
                button.click(timeout=3_000)
        expect(panel).to_be_visible(timeout=20_000)
        return self

    def close(self) -> Panel:
        self.part("close").click()
        expect(self.part("button")).to_be_visible()
        return self

    def shows(self, status: str, seconds: float = 20) -> Panel:
        """Wait until the status line says so."""
        expect(self.part("status")).to_have_text(status, timeout=seconds * 1000)
        return self

    def says(self, *words: str, seconds: float = 20) -> Panel:
        """Wait until the placeholder says so."""
        for text in words:
            expect(self.part("placeholder")).to_contain_text(text, timeout=seconds * 1000)
        return self

    def style(self, locator: Locator, name: str) -> str:
        """A computed style; colours come as `rgb(r, g, b)`."""
        return str(locator.first.evaluate("(e, name) => getComputedStyle(e).getPropertyValue(name)", name))

    def set(self, name: str, value: object) -> Panel:
        """What the options page would say; `restore` takes it back, for a setting outlives the page."""
        event = {"type": "setting_changed", "name": name, "value": value}
        self.content(f"conversationTree.send({json.dumps(event)}), 0")
        return self.settled()

    def restore(self) -> None:
        """All settings as at first."""
        for name, value in Settings().values().items():
            self.set(name, value)

    # ------------------------------------------------------------ inside

    @property
    def target(self) -> Target:
        """This page in the DevTools protocol's own connection."""
        return self.browser.wait_for_target(lambda t: t.id == self._target_id)

    def content(self, expression: str) -> Any:
        """The value of an expression in the content script's world."""
        ids = [i for i, w in self._worlds.items() if w.get("origin", "").startswith("chrome-extension://")]
        if not ids:
            raise ProtocolError("the content script has no world in this page")
        answer = self._session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": max(ids), "returnByValue": True, "awaitPromise": True},
        )
        if "exceptionDetails" in answer:
            raise ProtocolError(str(answer["exceptionDetails"].get("exception", {}).get("description")))
        return answer["result"].get("value")

    def fact(self, name: str) -> Any:
        return self.content(f"conversationTree.facts.{name}")

    def settled(self) -> Panel:
        """Wait until the engine has handled everything that happened so far, and its answer is on screen."""
        self.content("conversationTree.facts.description = null")
        self.content("conversationTree.send({type: 'description_asked'}), 0")
        self.eventually("conversationTree.facts.description")
        return self

    @property
    def elements(self) -> int:
        """Elements of ours in the page, the host included."""
        return int(self.content(f"{ROOT}.querySelectorAll('*').length")) + 1

    def eventually(self, expression: str, seconds: float = 20) -> Any:
        """The first true value of an expression in the content script's world."""
        end = time.monotonic() + seconds
        while not (value := self.content(expression)):
            assert time.monotonic() < end, f"never true: {expression}"
            self.page.wait_for_timeout(30)
        return value
