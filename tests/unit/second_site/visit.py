"""A person at the second site with the panel open: the page, the whole core, and what is on screen.

Must not help either: what the core gets is what the page said, and what the page gets the core ordered.
"""

from __future__ import annotations

from typing import Any

from conversation_tree.app import App
from conversation_tree.protocol import (
    AddressChanged,
    Command,
    ControlActivated,
    DescribeTree,
    DescriptionAsked,
    ElementClicked,
    Event,
    LogWarning,
    PageOpened,
    PressPager,
    ReloadPage,
    SetTimer,
    TimerFired,
    ViewportChanged,
)
from conversation_tree.sites.base import SiteAdapter
from tests.unit.panel.test_session import LOCALES, Panel
from tests.unit.second_site.path_page import SITE, PathPage
from tests.unit.second_site.path_site import PathSite

MOST_EVENTS = 2_000
ALL_IN_VIEW = ViewportChanged(0, 0, 100_000, 100_000)
"""So large that the whole tree is drawn."""


def path_site() -> SiteAdapter:
    """Said to the type checker as well: this is all that a site must have."""
    return PathSite()


class Visit:
    """One tab, until nothing is under way any more after everything that happens."""

    def __init__(self, page: PathPage, address: str = "") -> None:
        self.page = page
        self.panel = Panel(app=App(path_site, LOCALES, {"open": "1"}))
        self.commands: list[Command] = []
        self._timers: dict[str, float] = {}
        self.open(address or f"{SITE}/walk/{page.walk.id}")

    # ------------------------------------------------------------ what happens

    def open(self, address: str) -> None:
        """The page was loaded."""
        self._timers.clear()
        self.panel.frame, self.panel.items, self.panel.canvas = {}, {}, {}
        self.page._reported = None
        self.happens(
            PageOpened(address, state=self.panel.state, time=self.page.clock),
            ALL_IN_VIEW,
            *self.page._news(),
        )

    def restart(self) -> None:
        """The engine stopped and was started again; the page stayed."""
        state, self.panel = self.panel.state, Panel(app=App(path_site, LOCALES, {"open": "1"}))
        self.panel.state = state
        self.open(f"{SITE}/walk/{self.page.walk.id}")

    def goes_to(self, page: PathPage) -> None:
        """Another walk, without a load."""
        page.clock = self.page.clock
        self.page = page
        self.happens(AddressChanged(f"{SITE}/walk/{page.walk.id}", time=page.clock), *page._news())

    def clicks(self, key: str) -> None:
        """The person clicks a node of the drawing."""
        assert f"t:{key}" in self.panel.items, "only what is drawn can be clicked"
        self.happens(ElementClicked(f"t:{key}"))

    def presses(self, control: str) -> None:
        self.happens(ControlActivated(control, time=self.page.clock))

    def happens(self, *events: Event) -> None:
        """These events, all that follows from them, and what time brings."""
        waiting = list(events)
        for _ in range(MOST_EVENTS):
            if waiting:
                waiting += self._sent(waiting.pop(0))
            elif self._timers:
                waiting += self._time_passes()
            else:
                return
        raise AssertionError("this does not come to an end")

    def _sent(self, event: Event) -> list[Event]:
        after: list[Event] = []
        for command in self.panel.send(event):
            assert not isinstance(command, LogWarning) or "ENGINE" not in command.text, command.text
            self.commands.append(command)
            if isinstance(command, SetTimer):
                self._timers.pop(command.timer, None)
                if command.ms >= 0:
                    self._timers[command.timer] = self.page.clock + command.ms / 1000
            else:
                after += self.page.carry_out(command)
        return after

    def _time_passes(self) -> list[Event]:
        timer = min(self._timers, key=lambda each: self._timers[each])
        due = self._timers.pop(timer)
        return [*self.page.pass_time(due), TimerFired(timer, time=due)]

    # ------------------------------------------------------------ what is to be seen

    def sent(self, kind: type[Command]) -> list[Command]:
        return [command for command in self.commands if isinstance(command, kind)]

    @property
    def drawn(self) -> set[str]:
        """Keys of the stones in the drawing."""
        return {key.removeprefix("t:") for key in self.panel.turns}

    @property
    def current(self) -> str:
        """The stone with the ring."""
        ringed = [key for key in self.panel.turns if "aria-current" in self.panel.items[key][4]]
        return ringed[0].removeprefix("t:") if ringed else ""

    @property
    def busy(self) -> set[str]:
        """Stones that something is going on with."""
        found = {key for key in self.panel.turns if "cgt-busy" in self.panel.items[key][4]["class"]}
        return {key.removeprefix("t:") for key in found}

    @property
    def notice(self) -> str:
        return "" if self.panel.hidden("notice") else self.panel.text("notice_text")

    @property
    def told(self) -> str:
        """The strip about going somewhere."""
        return "" if self.panel.hidden("journey") else self.panel.text("journey_text")

    @property
    def figures(self) -> dict[str, Any]:
        (described,) = self.panel.app.dispatch(self.panel.tab, DescriptionAsked())
        assert isinstance(described, DescribeTree)
        return described.figures

    def only_pagers(self) -> bool:
        """Since the commands were last forgotten: no request, no reload, at least one press."""
        quiet = not self.sent(ReloadPage) and not self.page.requests
        return quiet and bool(self.sent(PressPager))

    def forget_commands(self) -> None:
        self.commands.clear()
        self.page.requests.clear()
