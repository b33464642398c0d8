"""Going to one message: what is tried in which order, and how it ends.

Must not know the panel, nor what a page is made of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

from conversation_tree.model import Conversation
from conversation_tree.protocol import (
    ActionEnded,
    Command,
    LookAtPage,
    PageReported,
    RequestAnswered,
    ScrollPage,
    TimerFired,
)
from conversation_tree.sites.base import SiteAdapter
from conversation_tree.switching.costs import OF_A_PRESS, consented
from conversation_tree.switching.outcome import Kind, Outcome, PageNow, Place, State, Told
from conversation_tree.switching.reveal import bring
from conversation_tree.switching.site_switch import switch_to
from conversation_tree.switching.stepping import route_to, step_to
from conversation_tree.switching.trip import (
    LIMIT_TIMER,
    Answered,
    ConversationKnown,
    Course,
    Ended,
    Happening,
    PageRefused,
    Trip,
)

Way = Literal["pagers", "site"]

NEAR = 3
"""Presses of pagers in all that are quicker and gentler than a reload."""
ROUNDS = 8
"""Ways tried and pages misjudged, in all."""
LOOK_MS = 2_000
ARRIVE_MS = 25_000
"""For the conversation and the page's first report after a reload."""
SETTLE_MS = 4_000
"""A page that was loaded may show something else first."""


class Journey:
    """One way to one message, from the click to the outcome.

    Each method takes what happened and returns what is to be done. When `outcome` is set the journey is over
    and returns nothing any more.
    """

    def __init__(
        self,
        adapter: SiteAdapter,
        target: str,
        numbers: Iterator[int],
        *,
        conversation: Conversation | None = None,
        page: PageReported | None = None,
        by_reload: bool = False,
        can_reload: bool = True,
        show: str = "",
    ) -> None:
        """`target` is a message of the tree whose branch is to be shown, `show` another message of that
        branch to bring on screen instead of it. `numbers` gives those of actions and requests, the same for
        all journeys of a tab. `page` is the newest report. Without `can_reload` the site is never asked."""
        self.target = target
        self.show = show or target
        self.by_reload = by_reload
        self.can_reload = can_reload
        self.outcome: Outcome | None = None
        self._resumed = False
        """Made after a reload that another journey ordered."""
        self._reasons: list[Told] = []
        self._trip = Trip(adapter, numbers, conversation, page)
        self._course: Course[Outcome] | None = None

    # ------------------------------------------------------------ over a reload

    def to_text(self) -> str:
        """What must survive the reload that was just ordered; empty at any other time."""
        if self.outcome is not None or self._trip.state.stage != "reloading":
            return ""
        origin = self._trip.origin
        reasons = [[told.text_key, *told.values] for told in self._reasons]
        return json.dumps(
            [self.target, self.show, origin.leaf, origin.message, self._trip.origin_sure, reasons]
        )

    @classmethod
    def from_text(cls, adapter: SiteAdapter, text: str, numbers: Iterator[int]) -> Journey:
        """The journey that goes on after its reload. Raises ValueError when the text is none of `to_text`."""
        try:
            target, show, leaf, message, sure, reasons = json.loads(text)
            journey = cls(adapter, target, numbers, show=show)
            journey._reasons = [Told(key, tuple(values)) for key, *values in reasons]
        except TypeError as fault:
            raise ValueError(str(fault)) from None
        journey._resumed = True
        journey._trip.origin = Place(leaf, message)
        journey._trip.origin_sure = sure
        # The page may have come back with another branch.
        journey._trip.pressed = True
        journey._trip.asked_site = True
        return journey

    # ------------------------------------------------------------ what the panel sees

    @property
    def state(self) -> State:
        return self._trip.state

    @property
    def origin(self) -> Place:
        """Where the person was before: `Journey(..., target=origin.leaf, show=origin.message)` leads back."""
        return self._trip.origin

    # ------------------------------------------------------------ what happened

    def start(self, now: float = 0.0) -> list[Command]:
        """Set out. `now` is Unix seconds."""
        self._trip.now = now
        self._course = self._resume() if self._resumed else self._run()
        self._trip.progress()
        return self._go_on(None)

    def page_reported(self, event: PageReported) -> list[Command]:
        self._trip.see(event)
        return self._take(event)

    def action_ended(self, event: ActionEnded) -> list[Command]:
        return self._take(event)

    def request_answered(self, event: RequestAnswered) -> list[Command]:
        return self._take(event)

    def conversation_changed(self, conversation: Conversation) -> list[Command]:
        """The conversation was read, for the first time or again."""
        self._trip.know(conversation)
        return self._go_on(ConversationKnown())

    def page_refused(self) -> list[Command]:
        """The page itself did not get the conversation; it may have another way still."""
        self._trip.refused = True
        return self._go_on(PageRefused())

    def timer_fired(self, event: TimerFired) -> list[Command]:
        if event.timer == LIMIT_TIMER and self.outcome is None:
            return self._end(self._trip.outcome("failed", *self._reasons, self._trip.limit_reason))
        return self._take(event)

    def answered(self, yes: bool) -> list[Command]:
        """The answer to the question of the `asking` stage; without a question it means nothing."""
        return self._go_on(Answered(yes)) if self._trip.state.stage == "asking" else []

    def cancel(self) -> list[Command]:
        """Stop at once, where it stands."""
        return self._end(self._trip.outcome("cancelled"))

    def _take(self, event: ActionEnded | PageReported | RequestAnswered | TimerFired) -> list[Command]:
        self._trip.now = max(self._trip.now, event.time)
        return self._go_on(event)

    def _go_on(self, happening: Happening | None) -> list[Command]:
        if self.outcome is not None or self._course is None:
            return []
        try:
            if happening is None:
                next(self._course)
            else:
                self._course.send(happening)
        except StopIteration as end:
            return self._end(end.value)
        except Ended as end:
            return self._end(end.outcome)
        return self._taken()

    def _end(self, outcome: Outcome) -> list[Command]:
        if self.outcome is not None:
            return []
        self.outcome = outcome
        if self._course is not None:
            self._course.close()
        self._trip.stop_timers()
        return self._taken()

    def _taken(self) -> list[Command]:
        commands = self._trip.commands
        self._trip.commands = []
        return commands

    # ------------------------------------------------------------ the course

    def _run(self) -> Course[Outcome]:
        trip = self._trip
        ended = yield from trip.act(LookAtPage, LOOK_MS)
        if not (yield from trip.until(lambda: trip.ready, ARRIVE_MS)):
            return trip.outcome("failed", Told("jump_silent"))
        trip.origin = Place(trip.path.leaf, ended.message)
        seen = trip.path.sure == len(trip.path.turns)
        trip.origin_sure = seen and bool(trip.mounted) and trip.knows(trip.mounted[-1])
        return (yield from self._reach(None))

    def _resume(self) -> Course[Outcome]:
        """After the reload: see whether the page shows the target's path now, else step there."""
        trip = self._trip
        trip.stage("reloading")
        known = yield from trip.until(lambda: self._is_loaded() or trip.refused, ARRIVE_MS)
        if trip.refused:
            known = yield from trip.until(self._is_loaded, SETTLE_MS)
        if not trip.ready:
            return trip.outcome("failed", *self._reasons, Told("jump_silent"))
        if not self._page_known():
            return trip.outcome("failed", *self._reasons, page="empty")
        if known and not (yield from trip.until(self._on_path, SETTLE_MS)):
            self._reasons.append(Told("jump_not_shown"))
        return (yield from self._reach(["pagers"]))

    def _reach(self, ways: list[Way] | None) -> Course[Outcome]:
        """Try each way in turn until the page shows the path, and reveal the message there.

        Without ways given they are chosen once it is sure that the path is not shown: on the path shown
        nothing is requested and nothing is reloaded.
        """
        trip = self._trip
        for _ in range(ROUNDS):
            if self._on_path():
                trip.stage("revealing")
                found = yield from bring(trip, self._shown(), flash=True)
                if found == "done":
                    kind: Kind = "arrived_otherwise" if self._reasons else "arrived"
                    return trip.outcome(kind, *self._reasons)
                if found == "elsewhere":
                    continue
                self._reasons.append(Told(f"jump_target_{found}"))
                break
            if ways is None:
                if not (yield from self._sure()):
                    continue
                ways = self._ways()
            if not ways:
                break
            if ways.pop(0) == "pagers":
                if not (yield from consented(trip, OF_A_PRESS)):
                    return (yield from self._return("show_here"))
                reason = yield from step_to(trip, self.target)
                if reason is None:
                    continue
            else:
                reason = yield from switch_to(trip, self.target)
                if reason is None:
                    return (yield from self._return("show_here"))
            self._reasons.append(reason)
        self._reasons = self._reasons or [Told("jump_target_absent")]
        inherent = all(reason.inherent for reason in self._reasons)
        return (yield from self._return("impossible" if inherent else "failed"))

    def _ways(self) -> list[Way]:
        """The ways to another branch, the better one first."""
        if not self.can_reload:
            return ["pagers"]
        way = route_to(self._trip, self.target)
        near = not way.no_pager and way.steps <= NEAR
        return ["pagers", "site"] if near and not self.by_reload else ["site", "pagers"]

    def _sure(self) -> Course[bool]:
        """See that the page shows another branch, where that is only a guess; False when it proves to be
        otherwise than guessed."""
        trip = self._trip
        forks = route_to(trip, self.target).forks
        shown = forks[0].shown if forks else None
        if shown is None:
            # The path ends above the fork, or what is mounted did not reach down to it.
            yield from trip.act(lambda action: ScrollPage(action, fraction=1.0))
        elif trip.path.depth(shown) >= trip.path.sure:
            yield from bring(trip, trip.conversation.tree.ids[shown], flash=False)
        return not self._on_path()

    def _return(self, kind: Kind) -> Course[Outcome]:
        """Bring the page back to the branch it showed and to where it was on it, as far as that goes."""
        trip = self._trip
        page: PageNow | None = None
        trip.stage("returning")
        if trip.moved and trip.knows(trip.origin.leaf):
            page = "moved"
            if (yield from step_to(trip, trip.origin.leaf, "returning")) is None:
                found = yield from bring(trip, trip.origin.leaf, flash=False)
                page = "restored" if trip.origin_sure and found in {"done", "hidden"} else "moved"
        if trip.scrolled and trip.knows(trip.origin.message):
            yield from bring(trip, trip.origin.message, flash=False)
        return trip.outcome(kind, *self._reasons, page=page)

    def _on_path(self) -> bool:
        return self._trip.path.shows(self._trip.turn_of(self.target))

    def _shown(self) -> str:
        """The message to reveal: the target stands in for one that is not on its branch."""
        turn = self._trip.conversation.tree.index_of(self.show)
        return self.show if turn is not None and self._trip.path.shows(turn) else self.target

    def _is_loaded(self) -> bool:
        return self._trip.knows(self.target) and self._page_known()

    def _page_known(self) -> bool:
        return any(self._trip.knows(message) for message in self._trip.mounted)
