"""Going to a message as a test holds it: conversations to go through, a click on a node, what came of it.

Must not know how a message is reached. Messages have names instead of numbers where a test goes there.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any
from uuid import uuid4

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, expect

from tests.extension.conftest import FIXTURES, SITE
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

RENDERERS = ("legacy", "shell")
OTHERWISE = "not by the way that was tried first"
LEFT = "The page was left as it was."
SCROLLERS = "[data-scroll-root], [data-app-shell-active-page=true] .thread-scroll-container"
TURNS = "[data-testid^=conversation-turn-], [data-app-shell-active-page=true] [data-turn-key]"
WITNESS = (FIXTURES / "pages" / "witness.js").read_text(encoding="utf-8")
HOVER = {
    f"{kind}{move}" for kind in ("pointer", "mouse") for move in ("over", "enter", "move", "out", "leave")
}

DEAD_PAGERS = """addEventListener('click', event => {
    const at = event.target.closest('TURNS');
    if (at && event.target.matches('button:has(+ .tabular-nums), .tabular-nums + button')) {
        event.stopImmediatePropagation();
    }
}, true);"""
"""A page script: what is pressed in these turns does nothing."""


# ---------------------------------------------------------------- conversations


def round_below(made: Maker, answer: str, count: int, last: str) -> None:
    """Go on below an answer for so many rounds; the last answer is named."""
    for number in range(count):
        asked = made.ask(f"Question {number} after {answer}", answer if number == 0 else None)
        made.say("assistant", f"Answer {number} after {answer}", asked)
    text = f"The last one after {answer}"
    made.say("assistant", text, made.ask(f"The end of {answer}?"), name=last)


def crossroads() -> Maker:
    """Twenty-one turns in a row, then six answers to the last of them; the page is at the end of the last.

    `first` is the first turn; `woods`, …, `hills`, `shore` are the answers. `woods-end`, `hills-end` and
    `shore-end` are the ends of those that go on. From the shore the hills are near, the woods are far.
    """
    made = Maker(str(uuid4()), "Crossroads")
    made.say("user", "The first question", name="first")
    made.reply("The first answer")
    made.rounds(9)
    asked = made.say("user", "Which way?", name="fork")
    made.say("assistant", "The way through the woods", asked, name="woods")
    round_below(made, "woods", 2, "woods-end")
    for name in ("marsh", "desert", "ice"):
        made.say("assistant", f"The way over the {name}", asked, name=name)
    made.say("assistant", "The way over the hills", asked, name="hills")
    round_below(made, "hills", 2, "hills-end")
    made.say("assistant", "The way along the shore", asked, name="shore")
    round_below(made, "shore", 9, "shore-end")
    return made


WHOLE = "59 nodes · 6 branches"


def maze(*, of_questions: bool) -> Maker:
    """Three forks, one inside the other, and a way through that neither page takes of itself.

    The page is at the end of `right`. At `start` are `left` and `right`; below the left one `l1` to `l3`,
    below the middle one of these `t1` to `t3`, each followed by a round. The way is left, `l2`, `t2`: whoever
    is shown the first or the last everywhere has three steps to go, each of which leads elsewhere first.
    """
    made = Maker(str(uuid4()), "Maze").rounds(2)
    start = made.say("user", "Where to?", name="start")
    left = made.say("assistant", "To the left", start, name="left")
    asked = left if of_questions else made.say("user", "And then?", left, name="then")
    for name in ("l1", "l2", "l3"):
        made.say("user" if of_questions else "assistant", f"Then {name}", asked, name=name)
        if name == "l2":
            if of_questions:
                made.reply("Go on")
            inner = made.say("user", "And at last?", name="last")
            for end in ("t1", "t2", "t3"):
                made.say("assistant", f"At last {end}", inner, name=end)
                made.rounds(1)
        else:
            made.rounds(1)
    made.say("assistant", "To the right", start, name="right")
    return made.rounds(2)


# ---------------------------------------------------------------- a person at the page


class Traveller:
    """Clicks nodes of one panel and looks at the page."""

    def __init__(self, panel: Panel, site: Control) -> None:
        self.panel = panel
        self.page = panel.page
        self.site = site
        self.name = ""

    def at(self, made: Maker, renderer: str, shown: str, status: str = "") -> Traveller:
        """Open a conversation on one of the two pages, and wait until the page shows a message of it and
        nothing is going on any more."""
        self.site.renderer = renderer
        self.name = self.site.add(made.answer())
        self.panel.goto(f"{SITE}/c/{self.name}").open()
        return self.settled(shown, status)

    def settled(self, shown: str, status: str = "") -> Traveller:
        expect(self.on_page(shown)).to_be_visible()
        expect(self.panel.part("status")).to_have_text(status) if status else None
        expect(self.panel.nodes.first).to_be_visible()
        self.panel.settled()
        self.site.wait_until_idle()
        self.panel.settled()
        self.site.forget_requests()
        self.page.evaluate("window.stayed = true")
        return self

    # ------------------------------------------------------------ seeing

    def on_page(self, message: str) -> Locator:
        """A message as the page itself shows it."""
        shell = f'[data-app-shell-active-page="true"] [data-chatgpt-search-message-ids$="{message}"]'
        return self.page.locator(f'[data-message-id="{message}"], {shell}').first

    @property
    def strip(self) -> Locator:
        return self.panel.part("journey")

    @property
    def text(self) -> Locator:
        return self.panel.part("journey_text")

    @property
    def stayed(self) -> bool:
        """Whether the page was not loaded anew since `settled`."""
        with suppress(PlaywrightError):  # while it is being loaded there is nobody to ask
            return bool(self.page.evaluate("window.stayed === true"))
        return True

    @property
    def scrolled_to(self) -> float:
        return float(self.page.evaluate(f"document.querySelector('{SCROLLERS}').scrollTop"))

    def mounted(self) -> int:
        return self.page.locator(TURNS).count()

    def asked(self, method: str) -> int:
        """How often the extension asked that of this conversation."""
        return len(self.site.asked(method, f"/backend-api/conversation/{self.name}", by="extension"))

    def node(self, message: str) -> Locator:
        """A node of the tree; scrolled to, since only what is in view is drawn."""
        node = self.page.locator(f"cgt-root [id='cgt-t:{message}']")
        if not node.count():
            scroller = f"{ROOT}.getElementById('cgt-scroller')"
            self.panel.content(f"{scroller}.scrollTo(0, 0)")
            self.panel.settled()
            while not node.count() and not self.panel.content(
                f"{scroller}.scrollTop + {scroller}.clientHeight >= {scroller}.scrollHeight - 1"
            ):
                self.panel.content(f"{scroller}.scrollBy(0, {scroller}.clientHeight * 0.8)")
                self.panel.settled()
        return node

    # ------------------------------------------------------------ going

    def go(self, message: str) -> Traveller:
        self.node(message).locator("circle").first.click()
        return self

    def arrives(self, message: str, told: str = "") -> Traveller:
        """The message is on screen and marked; and how it came there is told, if that needs telling."""
        expect(self.on_page(message)).to_have_css("outline-style", "solid", timeout=30_000)
        expect(self.on_page(message)).to_be_in_viewport()
        if told:
            expect(self.text).to_contain_text(told)
        else:
            expect(self.strip).to_be_hidden()
        return self

    def after_the_reload(self) -> Traveller:
        """Take hold of the sidebar of the page that has been loaded since."""
        end = time.monotonic() + 30
        while self.stayed:
            assert time.monotonic() < end, "the page was not loaded anew"
            self.page.wait_for_timeout(50)
        self.panel.attach()
        return self

    def ends(self, *told: str) -> Traveller:
        """The journey ends without arriving, and says so."""
        for words in told:
            expect(self.text).to_contain_text(words, timeout=30_000)
        expect(self.strip).not_to_have_attribute("aria-busy", "true")
        return self

    def shows_here(self, words: str) -> Traveller:
        """Press "Show here", and read the message in the panel."""
        self.panel.part("journey_yes").or_(self.panel.part("journey_no")).filter(has_text="Show here").click()
        expect(self.panel.part("message_text")).to_have_text(words)
        return self

    # ------------------------------------------------------------ what the page noticed

    def watch(self) -> Traveller:
        """Forget what the page noticed so far; the pointer must be in the sidebar already."""
        self.panel.part("drawing").hover()
        self.page.evaluate("window.witnessed.length = 0")
        return self

    def noticed(self) -> list[dict[str, Any]]:
        """All that a hand could have done to the page, from the witness; what it did to the sidebar is not of
        the page."""
        return [each for each in self.page.evaluate("window.witnessed") if not each["sidebar"]]

    def only_pagers_were_touched(self, turns: list[str], *, hovered: bool = True) -> None:
        """The pagers of these turns were clicked once each, in that order; those turns may have been hovered;
        and nothing else of the page received anything."""
        noticed = self.noticed()
        clicks = [each for each in noticed if each["type"] == "click"]
        assert [each["turn"] for each in clicks] == turns
        assert all(each["pager"] for each in clicks)
        others = [each for each in noticed if each["type"] != "click"]
        assert {each["type"] for each in others} <= (HOVER if hovered else set())
        assert all(each["spot"] for each in others)
        assert {each["turn"] for each in others} <= set(turns)
