"""What the parts of a journey share: what is known of the page, and the few things one can do to it.

Must not know where the journey goes. A *course* is a generator that stops at each `yield` until the next
happening; what it wants done it puts into `commands`. Every wait for a machine has a timer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TypeVar

from conversation_tree.model import Conversation
from conversation_tree.protocol import (
    ActionEnded,
    Command,
    PageReported,
    RequestAnswered,
    RequestHost,
    ScrollPage,
    SetTimer,
    ShowMessage,
    TimerFired,
)
from conversation_tree.sites.base import SiteAdapter, SiteRequest
from conversation_tree.switching.outcome import Kind, Outcome, PageNow, Place, Stage, State, Told
from conversation_tree.switching.path import ShownPath

WAIT_TIMER = "jump_wait"
"""One action, answer or pause."""
LIMIT_TIMER = "jump_limit"
"""The whole journey without any progress."""

ACTION_MS = 6_000
LIMIT_MS = 60_000
BUSY_MS = 600_000
"""How long a reply may be waited for."""
REQUEST_GRACE_MS = 5_000
"""Added to a request's own time limit, which is the page side's to keep."""

SILENT = "silent"
"""The outcome of an action that nobody reported the end of."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's answer to the question asked."""

    yes: bool


@dataclass(frozen=True, slots=True)
class ConversationKnown:
    """The conversation was read, for the first time or again."""


Happening = PageReported | ActionEnded | RequestAnswered | TimerFired | Answered | ConversationKnown
T = TypeVar("T")
Course = Generator[None, Happening, T]


class Ended(Exception):
    """The journey is over, from deep inside a course."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Trip:
    """One journey's knowledge and reach."""

    def __init__(
        self,
        adapter: SiteAdapter,
        numbers: Iterator[int],
        conversation: Conversation | None,
        page: PageReported | None,
    ) -> None:
        self.adapter = adapter
        self.commands: list[Command] = []
        self.now = 0.0
        self.state = State("looking", Told("jump_looking"))
        self.origin = Place()
        self.moved = False
        """The page shows another branch than before, by our doing."""
        self.scrolled = False
        self.asked_site = False
        self.consented = False
        """The person said yes to a reload."""
        self.limit_reason = Told("jump_silent")
        """Why it would be that the limit strikes."""
        self._numbers = numbers
        self._conversation: Conversation | None = None
        self._path: ShownPath | None = None
        self.page: PageReported | None = page
        if conversation is not None:
            self.know(conversation)

    # ------------------------------------------------------------ what is known

    @property
    def conversation(self) -> Conversation:
        assert self._conversation is not None, "a journey begins with a conversation"
        return self._conversation

    @property
    def path(self) -> ShownPath:
        assert self._path is not None, "a journey begins with a conversation"
        return self._path

    @property
    def ready(self) -> bool:
        return self._conversation is not None

    def know(self, conversation: Conversation) -> None:
        """The conversation as it is now; turn numbers may differ from those of the tree before."""
        self._conversation = conversation
        tree = conversation.tree
        self._path = self._path.onto(tree) if self._path is not None else ShownPath(tree)
        self.see(self.page)

    def see(self, page: PageReported | None) -> None:
        self.page = page
        if page is not None and self._path is not None:
            self._path.see(page.messages)

    def turn_of(self, message: str) -> int:
        """The turn of a message; when it is in the tree no more, the journey is over."""
        turn = self.conversation.tree.index_of(message)
        if turn is None:
            raise Ended(self.outcome("failed", Told("jump_gone")))
        return turn

    def no_pager(self, turn: int) -> str:
        renderer = self.page.renderer if self.page is not None else ""
        return self.adapter.no_pager(self.conversation.tree, turn, renderer)

    def outcome(self, kind: Kind, *reasons: Told, page: PageNow | None = None) -> Outcome:
        now: PageNow = page or ("moved" if self.moved else "as_it_was")
        return Outcome(kind, Told(f"jump_{kind}"), reasons, now, self.asked_site)

    # ------------------------------------------------------------ what can be done

    def stage(self, stage: Stage, step: int = 0, steps: int = 0, text_key: str = "") -> None:
        values = (step, steps) if stage == "stepping" else ()
        self.state = State(stage, Told(text_key or f"jump_{stage}", values), step, steps)

    def progress(self) -> None:
        """Something came of it: the limit counts anew."""
        self.commands.append(SetTimer(LIMIT_TIMER, LIMIT_MS))

    def act(self, command: Callable[[int], Command], ms: int = ACTION_MS) -> Course[ActionEnded]:
        """Have the page side do something and say how it ended."""
        action = next(self._numbers)
        wanted = command(action)
        self.scrolled = self.scrolled or isinstance(wanted, ScrollPage | ShowMessage)
        self.commands += [SetTimer(WAIT_TIMER, ms), wanted]
        while True:
            happening = yield
            if isinstance(happening, ActionEnded) and happening.action == action:
                self.commands.append(SetTimer(WAIT_TIMER, -1))
                if happening.outcome == "done":
                    self.progress()
                return happening
            if isinstance(happening, TimerFired) and happening.timer == WAIT_TIMER:
                return ActionEnded(action, SILENT)

    def request(self, request: SiteRequest) -> Course[RequestAnswered]:
        """Send one request of the site adapter's."""
        number = next(self._numbers)
        command = RequestHost(number, request.method, request.path, request.headers, request.body)
        self.commands += [SetTimer(WAIT_TIMER, command.timeout_ms + REQUEST_GRACE_MS), command]
        self.progress()
        while True:
            happening = yield
            if isinstance(happening, RequestAnswered) and happening.request == number:
                self.commands.append(SetTimer(WAIT_TIMER, -1))
                self.progress()
                return happening
            if isinstance(happening, TimerFired) and happening.timer == WAIT_TIMER:
                return RequestAnswered(number, 0, failure="timeout")

    def until(self, reached: Callable[[], bool], ms: int) -> Course[bool]:
        """Wait for a condition of what is known; False when it was not reached in time."""
        if reached():
            return True
        self.commands.append(SetTimer(WAIT_TIMER, ms))
        while True:
            happening = yield
            if reached():
                self.commands.append(SetTimer(WAIT_TIMER, -1))
                return True
            if isinstance(happening, TimerFired) and happening.timer == WAIT_TIMER:
                return False

    def until_idle(self) -> Course[None]:
        """Wait until the page is not answering any more."""
        if self.page is None or not self.page.answering:
            return
        before = self.state
        self.stage("waiting")
        self.limit_reason = Told("jump_busy")
        self.commands.append(SetTimer(LIMIT_TIMER, BUSY_MS))
        while self.page.answering:
            yield
        self.limit_reason = Told("jump_silent")
        self.progress()
        self.state = before

    def ask(self, text_key: str) -> Course[bool]:
        """Put a question and wait for the answer; a person may take any time."""
        self.stage("asking", text_key=text_key)
        self.commands.append(SetTimer(LIMIT_TIMER, -1))
        while True:
            happening = yield
            if isinstance(happening, Answered):
                self.progress()
                return happening.yes
