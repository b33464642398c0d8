"""What the parts of a journey share: what is known of the page, and the few things one can do to it.

Must not know where the journey goes. A *course* is a generator that stops at each `yield` until the next
happening; what it wants done it puts into `commands`. Every wait for a machine has a timer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from conversation_tree.frozen import frozen
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

WAIT_TIMER = "jump_wait_"
"""One action, answer or pause, with a number: one that fires late must not end the next wait."""
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


@frozen
class Answered:
    """A person's answer to the question asked."""

    yes: bool


@frozen
class ConversationKnown:
    """The conversation was read, for the first time or again."""


@frozen
class PageRefused:
    """The page itself asked for the conversation and did not get it."""


Happening = (
    PageRefused | PageReported | ActionEnded | RequestAnswered | TimerFired | Answered | ConversationKnown
)
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
        self.origin_sure = False
        """The page was seen to show the branch of `origin`, and nothing unknown at its end."""
        self.pressed = False
        """A pager was pressed, and something may have come of it."""
        self.scrolled = False
        self.asked_site = False
        self.agreed: frozenset[str] = frozenset()
        """The losses that the person agreed to, as long as the page shows that there is something to lose."""
        self.refused = False
        """The page itself did not get the conversation."""
        self.limit_reason = Told("jump_silent")
        """Why it would be that the limit strikes."""
        self._numbers = numbers
        self._timer = ""
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
    def moved(self) -> bool:
        """The page may show another branch than before."""
        if self._path is None or not self.origin.leaf:
            return self.pressed
        leaf = self.conversation.tree.index_of(self.origin.leaf)
        return self.pressed or (leaf is not None and not self._path.shows(leaf))

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
        if page is not None:
            self.agreed &= self.costs
        if page is not None and self._path is not None:
            self._path.see(page.messages)

    @property
    def costs(self) -> frozenset[str]:
        """What the page holds that could be lost: `draft`, `answering`, `editing`."""
        page = self.page
        return frozenset(n for n in ("draft", "answering", "editing") if page and getattr(page, n))

    @property
    def mounted(self) -> list[str]:
        """The messages that the page has mounted, known or not."""
        return [message[0] for message in self.page.messages] if self.page is not None else []

    def knows(self, message: str) -> bool:
        return self.ready and self.conversation.tree.index_of(message) is not None

    def lowest_known(self) -> tuple[int, str]:
        """The lowest turn that is mounted, -1 for none, and the message right behind it, which the tree does
        not know; empty when there is none."""
        turns = [self.conversation.tree.index_of(message) for message in self.mounted]
        last = max((place for place, turn in enumerate(turns) if turn is not None), default=-1)
        turn = turns[last] if last >= 0 else None
        if turn is None:
            return -1, ""
        return turn, self.mounted[last + 1] if last + 1 < len(turns) else ""

    def stranger_below(self, turn: int) -> str:
        """The message that the page shows below a turn when the tree does not know it; empty when it does."""
        lowest, stranger = self.lowest_known()
        return stranger if lowest == turn >= 0 else ""

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

    def stop_timers(self) -> None:
        self._done_waiting()
        self.commands.append(SetTimer(LIMIT_TIMER, -1))

    def act(self, command: Callable[[int], Command], ms: int = ACTION_MS) -> Course[ActionEnded]:
        """Have the page side do something and say how it ended."""
        action = next(self._numbers)
        wanted = command(action)
        self.scrolled = self.scrolled or isinstance(wanted, ScrollPage | ShowMessage)
        self._wait_for(ms)
        self.commands.append(wanted)
        while not self._is_over(happening := (yield)):
            if isinstance(happening, ActionEnded) and happening.action == action:
                self._done_waiting()
                if happening.outcome == "done":
                    self.progress()
                return happening
        return ActionEnded(action, SILENT)

    def request(self, request: SiteRequest) -> Course[RequestAnswered]:
        """Send one request of the site adapter's."""
        number = next(self._numbers)
        command = RequestHost(number, request.method, request.path, request.headers, request.body)
        self.progress()
        self._wait_for(command.timeout_ms + REQUEST_GRACE_MS)
        self.commands.append(command)
        while not self._is_over(happening := (yield)):
            if isinstance(happening, RequestAnswered) and happening.request == number:
                self._done_waiting()
                self.progress()
                return happening
        return RequestAnswered(number, 0, failure="timeout")

    def until(self, reached: Callable[[], bool], ms: int) -> Course[bool]:
        """Wait for a condition of what is known; False when it was not reached in time."""
        if reached():
            return True
        self._wait_for(ms)
        while not self._is_over((yield)):
            if reached():
                self._done_waiting()
                return True
        return False

    def until_idle(self) -> Course[bool]:
        """Wait until the page is not answering any more; True when there was anything to wait for."""
        if self.page is None or not self.page.answering:
            return False
        self.stage("waiting")
        self.limit_reason = Told("jump_busy")
        self.commands.append(SetTimer(LIMIT_TIMER, BUSY_MS))
        while self.page.answering:
            yield
        self.limit_reason = Told("jump_silent")
        self.progress()
        return True

    def ask(self, text_key: str, outdated: Callable[[], bool]) -> Course[bool | None]:
        """Put a question and wait for the answer, a person may take any time; None when it is `outdated`."""
        self.stage("asking", text_key=text_key)
        self.commands.append(SetTimer(LIMIT_TIMER, -1))
        while not isinstance(happening := (yield), Answered):
            if outdated():
                return None
        self.progress()
        return happening.yes

    def _wait_for(self, ms: int) -> None:
        self._timer = f"{WAIT_TIMER}{next(self._numbers)}"
        self.commands.append(SetTimer(self._timer, ms))

    def _done_waiting(self) -> None:
        if self._timer:
            self.commands.append(SetTimer(self._timer, -1))
            self._timer = ""

    def _is_over(self, happening: Happening) -> bool:
        over = isinstance(happening, TimerFired) and happening.timer == self._timer
        if over:
            self._timer = ""
        return over
