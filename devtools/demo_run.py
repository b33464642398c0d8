"""The demo: a conversation in the stand-in for chatgpt.com, in Chromium with the extension, the tree open.

Must not compute anything about the tree itself: the figures are the running engine's answer.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Error, Page, sync_playwright

from conversation_tree.errors import CodedError
from devtools.conversation_file import pick
from devtools.launch import has_display, launch
from devtools.paths import ROOT, STAGE
from tests.replica.server import Replica

DEMO = ROOT / "tests" / "fixtures" / "demo_conversation.json"
KILL_ENGINE = "CONVERSATION_TREE_KILL_ENGINE"
"""Set to any text: the engine is closed for good before it is asked, as a test of the error path."""
PATIENCE_SECONDS = 30
SIZE = (1600, 860)
"""Wide enough that the sidebar covers nothing of the chat."""
ANSWER_SECONDS = 8
"""An answer takes milliseconds; this is longer than the engine needs to start again."""

ROOT_OF_OURS = "chrome.dom.openOrClosedShadowRoot(document.querySelector('cgt-root'))"
FIND_BUTTON = f"""(() => {{
    const button = {ROOT_OF_OURS}.getElementById('cgt-button');
    const box = button.getBoundingClientRect();
    return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}})()"""
COUNT_ELEMENTS = f"{ROOT_OF_OURS}.querySelectorAll('*').length + 1"
DECIDED = f"""(() => {{
    const root = {ROOT_OF_OURS};
    const [placeholder, engine] = ['placeholder', 'engine'].map(name => root.getElementById('cgt-' + name));
    return root.querySelector('[role=treeitem]') ? 'drawn'
        : engine.textContent.includes('CT-ENGINE-01') ? 'failed'
        : placeholder.hidden || placeholder.ariaBusy === 'true' ? ''
        : placeholder.textContent.includes('CT-') ? 'failed' : 'nothing to draw';
}})()"""
WHAT_IT_SAYS = f"""['engine', 'placeholder', 'notice']
    .map(name => {ROOT_OF_OURS}.getElementById('cgt-' + name)).filter(element => element.checkVisibility())
    .map(element => element.innerText.trim().split(/\\n+/).join(' ')).join(' ')"""
ASK = "conversationTree.facts.description = null; conversationTree.send({type: 'description_asked'}); 0"
FACTS = "JSON.stringify(conversationTree.facts)"


class DemoError(Exception):
    """What went wrong, for a person."""


class ContentWorld:
    """The extension's own world in a page: the only one that sees the closed root and the facts."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._worlds: dict[int, dict[str, Any]] = {}
        self._session.on("Runtime.executionContextCreated", self._created)
        self._session.on("Runtime.executionContextDestroyed", self._destroyed)
        self._session.on("Runtime.executionContextsCleared", lambda _: self._worlds.clear())
        self._session.send("Runtime.enable")

    def _created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["origin"].startswith("chrome-extension://"):
            self._worlds[context["id"]] = context

    def _destroyed(self, event: dict[str, Any]) -> None:
        self._worlds.pop(event["executionContextId"], None)

    def evaluate(self, expression: str) -> Any:
        if not self._worlds:
            return None
        try:
            answer = self._session.send(
                "Runtime.evaluate",
                {"expression": expression, "contextId": max(self._worlds), "returnByValue": True},
            )
        except Error:  # the page moved on in between
            return None
        return None if "exceptionDetails" in answer else answer["result"].get("value")

    def wait_for(self, expression: str, seconds: float, page: Page) -> Any:
        """The first true value of an expression; None when the time was up."""
        end = time.monotonic() + seconds
        while not (value := self.evaluate(expression)) and time.monotonic() < end:
            page.wait_for_timeout(30)
        return value


def kill_engine(context: BrowserContext) -> None:
    """Close the offscreen document and let no new one be made: the engine is gone and stays gone."""
    worker = (
        context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
    )
    worker.evaluate(
        """async () => {
            chrome.offscreen.createDocument = () => Promise.reject(new Error('killed on purpose'));
            await chrome.offscreen.closeDocument();
        }"""
    )


def show(page: Page, address: str) -> ContentWorld:
    """Open the page and, through the button, the sidebar; wait until the tree is drawn."""
    page.goto(address)
    world = ContentWorld(page)
    at = world.wait_for(FIND_BUTTON, PATIENCE_SECONDS, page)
    if at:
        page.mouse.click(*at)
    if world.wait_for(DECIDED, PATIENCE_SECONDS, page) in {None, "", "failed"}:
        raise DemoError(world.evaluate(WHAT_IT_SAYS) or "The sidebar did not show a tree.")
    return world


def figures(world: ContentWorld, page: Page) -> dict[str, Any]:
    """What the engine says of the tree it shows."""
    world.evaluate(ASK)
    described = "conversationTree.facts.description && " + FACTS
    answer = world.wait_for(described, ANSWER_SECONDS, page)
    if not answer:
        said = world.wait_for(WHAT_IT_SAYS, 1, page)
        raise DemoError("The engine does not answer." + (f" The sidebar says: {said}" if said else ""))
    facts = json.loads(answer)
    if "turns" not in facts["description"]:
        raise DemoError(f"The engine shows no tree: {facts['description']}")
    return {
        **facts["description"],
        "engine_start_ms": round(facts.get("engine_start_ms") or 0, 1),
        "first_nodes_ms": round(facts.get("first_nodes_ms") or 0, 1),
    }


def run(options: argparse.Namespace, headless: bool) -> int:
    conversation_id, served = pick(options.conversation or DEMO, options.title)
    with (
        Replica() as replica,
        tempfile.TemporaryDirectory(prefix="demo-", ignore_cleanup_errors=True) as profile,
    ):
        replica.control.conversations[conversation_id] = served
        replica.control.theme = options.theme
        with sync_playwright() as playwright:
            context = launch(
                playwright,
                Path(profile),
                extension=STAGE,
                arguments=replica.browser_arguments,
                headless=headless,
                language=options.language,
                size=SIZE,
            )
            page = context.pages[0] if context.pages else context.new_page()
            world = show(page, f"https://chatgpt.com/c/{conversation_id}")
            if os.environ.get(KILL_ENGINE):
                kill_engine(context)
            result = figures(world, page)
            result["dom_elements"] = world.evaluate(COUNT_ELEMENTS)
            result["screenshot"] = None
            if headless or options.screenshot:
                target = Path(options.screenshot or "demo.png")
                page.mouse.move(5, 5)
                page.screenshot(path=target, animations="disabled")
                result["screenshot"] = str(target)
            if not headless:
                print("The demo stays open until you close its window.", file=sys.stderr, flush=True)
            print(json.dumps(result, ensure_ascii=False), flush=True)
            if headless:
                context.close()
            else:
                wait_until_closed(context)
    return 0


def wait_until_closed(context: BrowserContext) -> None:
    try:
        while context.pages:
            context.pages[0].wait_for_event("close", timeout=0)
        context.close()
    except (Error, KeyboardInterrupt):
        return


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py demo", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--conversation", metavar="FILE", type=Path, help="an API answer or an official export"
    )
    parser.add_argument("--title", help="which conversation of an export; the first one otherwise")
    parser.add_argument("--headless", action="store_true", help="no window; take a picture and end")
    parser.add_argument("--screenshot", metavar="PATH", help="where to put the picture (headless: demo.png)")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="of the page")
    parser.add_argument("--language", default="", help="of the browser's interface, such as zh-CN")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    headless = options.headless or not has_display()
    try:
        try:
            return run(options, headless)
        except Error as error:
            # A stale DISPLAY is common over ssh: the window cannot be opened, so do without.
            if headless or "launch" not in error.message.partition("\n")[0]:
                raise
            print("No window can be opened here; going on without one.", file=sys.stderr)
            return run(options, True)
    except (DemoError, CodedError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    except Error as error:
        print(f"demo: the browser said: {error.message.partition(chr(10))[0]}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
