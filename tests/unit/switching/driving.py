"""Running a journey against a simulated page, with its timers, to the end.

Must not help it: what the journey gets is what the engine would hand it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from conversation_tree.model import Tree
from conversation_tree.protocol import (
    ActionEnded,
    Command,
    Event,
    PageReported,
    ReloadPage,
    RequestAnswered,
    SetTimer,
    TimerFired,
)
from conversation_tree.switching import Journey, Outcome, State
from tests.builders import tree_from
from tests.unit.switching.simulated_page import Habits, SimulatedPage, SimulatedSite

MOST_COMMANDS = 6_000


@dataclass
class Ride:
    """One journey, from start to outcome."""

    page: SimulatedPage
    site: SimulatedSite
    believed: int | None = None
    """The current turn of the panel's tree, by the page's numbers."""
    yes: bool = True
    """The answer to any question."""
    before_answer: Callable[[], None] = lambda: None
    """What the person does on the page while a question is open; it is seen before they answer."""
    cancel_after: int | None = None
    """Cancel when so many commands have been carried out."""
    refresh_after: int | None = None
    """Read the conversation again when so many commands have been carried out; then it lacks nothing."""
    reloads_fail: bool = False
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1_000_000))
    commands: list[Command] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    origin: tuple[str, str] = ("", "")
    _reloading: bool = False

    def go(
        self,
        target: str,
        *,
        by_reload: bool = False,
        can_reload: bool = True,
        show: str = "",
        blind: bool = False,
    ) -> Outcome:
        journey = Journey(
            self.site,  # type: ignore[arg-type]
            target,
            self.numbers,
            conversation=self.site.conversation(self.believed),
            page=None if blind else self.page.report(),
            by_reload=by_reload,
            can_reload=can_reload,
            show=show,
        )
        self._timers: dict[str, float] = {}
        self._events: list[Event] = []
        self._take(journey.start(self.page.clock))
        while journey.outcome is None:
            self.states.append(journey.state)
            journey = self._once(journey)
        self.origin = (journey.origin.leaf, journey.origin.message)
        assert not self._timers, "a timer was left behind"
        return journey.outcome

    @property
    def stages(self) -> list[str]:
        """The stages gone through, each once in a row."""
        return [stage for stage, _ in itertools.groupby(state.stage for state in self.states)]

    def sent(self, kind: type[Command]) -> list[Command]:
        return [command for command in self.commands if isinstance(command, kind)]

    # ------------------------------------------------------------ the engine's part

    def _once(self, journey: Journey) -> Journey:
        assert len(self.commands) < MOST_COMMANDS, "this journey does not end"
        if self.cancel_after is not None and len(self.commands) >= self.cancel_after:
            self._take(journey.cancel())
        elif self.refresh_after is not None and len(self.commands) >= self.refresh_after:
            self.refresh_after = None
            self.site.fresh = True
            self._take(journey.conversation_changed(self.site.conversation(self.page.site_current)))
        elif self._events:
            self._take(_deliver(journey, self._events.pop(0)))
        elif journey.state.stage == "asking":
            self.before_answer()
            self._events += self.page.pass_time(self.page.clock)
            if not self._events:
                self._take(journey.answered(self.yes))
        else:
            self._wait()
        if self._reloading:
            return self._after_reload(journey)
        return journey

    def _after_reload(self, journey: Journey) -> Journey:
        self._reloading = False
        text = journey.to_text()
        assert text, "nothing was kept over the reload"
        self._timers.clear()
        self._events.clear()
        self.believed = self.page.site_current
        journey = Journey.from_text(self.site, text, self.numbers)  # type: ignore[arg-type]
        self._take(journey.start(self.page.clock))
        self._take(journey.conversation_changed(self.site.conversation(self.believed)))
        self._events += self.page.pass_time(self.page.clock + 0.5)
        return journey

    def _take(self, commands: Sequence[Command]) -> None:
        for command in commands:
            self.commands.append(command)
            if isinstance(command, SetTimer):
                self._timers.pop(command.timer, None)
                if command.ms >= 0:
                    self._timers[command.timer] = self.page.clock + command.ms / 1000
                continue
            if isinstance(command, ReloadPage):
                if self.reloads_fail:
                    continue
                self._reloading = True
            self._events += self.page.carry_out(command)

    def _wait(self) -> None:
        """Until the page changes by itself or a timer fires."""
        due = min(self._timers.items(), key=lambda timer: timer[1], default=None)
        change = self.page.next_change()
        assert due is not None or change is not None, "this journey waits for nothing"
        if due is None or (change is not None and change <= due[1]):
            assert change is not None
            self._events += self.page.pass_time(change)
            return
        del self._timers[due[0]]
        self._events += self.page.pass_time(due[1])
        self._events.append(TimerFired(due[0], time=self.page.clock))


def _deliver(journey: Journey, event: Event) -> list[Command]:
    if isinstance(event, PageReported):
        return journey.page_reported(event)
    if isinstance(event, ActionEnded):
        return journey.action_ended(event)
    if isinstance(event, RequestAnswered):
        return journey.request_answered(event)
    assert isinstance(event, TimerFired)
    return journey.timer_fired(event)


def ride(
    tree: Tree | Sequence[int], habits: Habits | None = None, leaf: str = "", believed: str | None = None
) -> Ride:
    """A page that shows the branch with this leaf, and a panel that believes so, or believes another one."""
    if not isinstance(tree, Tree):
        tree = tree_from(tree)
    shown = tree.ids.index(leaf) if leaf else (tree.current or 0)
    page = SimulatedPage(tree, habits or Habits(), shown)
    known = tree.ids.index(believed) if believed is not None else page.path[-1]
    return Ride(page, SimulatedSite(page), known)
