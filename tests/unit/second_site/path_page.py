"""The second site's page and server: one path, whose pagers reveal what is beside it.

Must not know the adapter, nor any code of ours but the events and commands that cross the boundary.

The page is a `SimulatedPage` (a strip of turns of which a part is mounted, with n/m pagers) that shows below
a variant what was looked at there last. A `telling` page asks the site for each step of a pager, and that
answer can be read along; any other page steps by itself, and only what it shows tells of it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count

from conversation_tree.model import Tree
from conversation_tree.protocol import (
    CaptureTaken,
    Command,
    Event,
    PageReported,
    PageRequestEnded,
    RequestAnswered,
    RequestHost,
    TakeCapture,
)
from tests.builders import tree_from
from tests.unit.switching.simulated_page import Habits, SimulatedPage

SITE = "https://trails.test"


@dataclass(frozen=True)
class Walk:
    """All that the site has of one conversation, and nobody is ever given."""

    id: str
    tree: Tree

    def way(self, path: list[int]) -> bytes:
        """The one answer there is."""
        tree, way = self.tree, []
        for turn in path:
            variants = tree.siblings(turn)
            by = "guest" if tree.roles[turn] == "user" else "guide"
            says, at = tree.texts.text(turn), variants.index(turn) + 1
            way.append({"key": tree.ids[turn], "by": by, "says": says, "at": at, "of": len(variants)})
        return json.dumps({"walk": self.id, "name": f"Walk {self.id}", "way": way}).encode()

    def with_turns(self, above: str, *words: str) -> Walk:
        """Turns one below the other, under the turn of this key, or at the beginning for an empty one."""
        tree = self.tree
        ids, parents = list(tree.ids), list(tree.parents)
        texts = [tree.texts.text(turn) for turn in range(len(tree))]
        at = ids.index(above) if above else -1
        for each in words:
            parents.append(at)
            at = len(ids)
            ids.append(f"{self.id}-{at}")
            texts.append(each)
        return Walk(self.id, tree_from(parents, ids=ids, words=texts))


def walk(identifier: str, parents: list[int]) -> Walk:
    """A walk from parent numbers given depth first; its keys are numbered in that order."""
    ids = [f"{identifier}-{number}" for number in range(len(parents))]
    made = tree_from(parents, ids=ids, words=[f"Stone {number}" for number in range(len(parents))])
    assert made.ids == ids, "not depth first"
    return Walk(identifier, made)


class PathPage(SimulatedPage):
    """The page at one walk, and the server behind it."""

    def __init__(self, shown: Walk, leaf: int = 0, *, telling: bool = False, mounted: int = 0) -> None:
        self.walk = shown
        self.telling = telling
        self.saved = True
        """The site knows the walk by its address."""
        self.requests: list[str] = []
        """Paths that the extension asked for."""
        self._visited: dict[str, str] = {}
        """The turn looked at last below each."""
        self._captures: dict[int, bytes] = {}
        self._numbers = count(1)
        self._spoken: set[str] = set()
        super().__init__(shown.tree, Habits("trail", mounted), leaf)
        self.told = list(self.path)
        """The path that the site believes to be shown."""

    # ------------------------------------------------------------ what a person does

    def step(self, message: str, step: int) -> list[Event]:
        """Press the page's pager at a message of the path."""
        before = list(self.path)
        depth = self.path_ids.index(message)
        variants = self.tree.siblings(self.path[depth])
        # Nobody presses what is not in view.
        self._move(self._start(depth))
        self._show(variants[variants.index(self.path[depth]) + step])
        self._move(self._start(depth))
        return [*self._steps_told(before), *self._news()]

    def visit(self, turn: int) -> list[Event]:
        """Step pagers, from the top down, until the path leads through this turn."""
        events: list[Event] = []
        wanted = [turn]
        while self.tree.parents[wanted[0]] >= 0:
            wanted.insert(0, self.tree.parents[wanted[0]])
        for depth, each in enumerate(wanted):
            while self.path[depth] != each:
                step = 1 if each > self.path[depth] else -1
                events += self.step(self.path_ids[depth], step)
        return events

    def says(self, above: str, *words: str) -> list[Event]:
        """The person sends something below a message, and the guide answers; both are there at once."""
        self.walk = self.walk.with_turns(above, *words)
        self.tree = self.walk.tree
        self._show(self.tree.ids.index(f"{self.walk.id}-{len(self.tree) - 1}"))
        self._open()
        self.told = list(self.path)
        return [PageRequestEnded(0, "POST", f"{SITE}/walk/{self.walk.id}/say", 200), *self._news()]

    # ------------------------------------------------------------ what it answers

    def report(self) -> PageReported:
        """Words come with the first report of a message only."""
        bare = super().report()
        for message in bare.messages:
            turn = self.tree.ids.index(message[0])
            message[1] = self.tree.roles[turn]
            message[2] = "" if message[0] in self._spoken else self.tree.texts.text(turn)
        return bare

    def carry_out(self, command: Command) -> list[Event]:
        if isinstance(command, TakeCapture):
            return [CaptureTaken(command.capture, self._captures.pop(command.capture, b""))]
        before = list(self.path)
        events = super().carry_out(command)
        return [*self._steps_told(before), *events]

    def _answer(self, command: RequestHost) -> list[Event]:
        self.requests.append(command.path)
        known = self.saved and command.path == f"/walk/{self.walk.id}/way"
        body = self.walk.way(self.told) if known else b""
        return [RequestAnswered(command.request, 200 if known else 404, body=body, time=self.clock)]

    def _steps_told(self, before: list[int]) -> list[Event]:
        if not self.telling or self.path == before:
            return []
        self.told = list(self.path)
        capture = next(self._numbers)
        self._captures[capture] = self.walk.way(self.told)
        return [PageRequestEnded(capture, "POST", f"{SITE}/walk/{self.walk.id}/step", 200)]

    def _news(self) -> list[Event]:
        news = super()._news()
        for report in news:
            assert isinstance(report, PageReported)
            self._spoken |= {message[0] for message in report.messages}
        return news

    def _show(self, turn: int) -> None:
        """The path through a turn, and below it the way that was looked at last."""
        tree = self.tree
        while tree.children[turn]:
            below = tree.children[turn]
            last = self._visited.get(tree.ids[turn])
            turn = next((each for each in below if tree.ids[each] == last), below[0])
        super()._show(turn)
        for above, below_it in zip(self.path, self.path[1:], strict=False):
            self._visited[tree.ids[above]] = tree.ids[below_it]
