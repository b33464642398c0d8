"""Where on the way down the tree the hits are: marks beside the scrollbar, in a layer of their own.

Must not know what makes a turn a hit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conversation_tree.panel.drawing import Drawing
from conversation_tree.protocol import ApplyPatch, Command
from conversation_tree.scene.items import EMPTY, Item, Scene
from conversation_tree.scene.look import MARKER_HEIGHT, MARKER_WIDTH
from conversation_tree.scene.patch import difference

LAYER = "markers"


class Markers:
    """At most two elements, however many hits there are."""

    def __init__(self) -> None:
        self.hits: Sequence[int] = ()
        """Turns in reading order; replaced, never changed in place."""
        self.current: int | None = None
        self._drawn: Scene = EMPTY
        self._drawn_for: tuple[Any, ...] = ()
        self._ground: tuple[Any, ...] = ()
        self._steps: list[int] = []
        """The place of each row of the layout on that ground, in heights of a mark: there are far more turns
        than rows, and they are asked for with every letter typed."""

    def forget_page(self) -> None:
        """A new page: nothing is drawn there yet."""
        self._drawn = EMPTY
        self._drawn_for = ()

    def patch(self, drawing: Drawing) -> Iterator[Command]:
        """What is new since the last time; linear in the hits when anything is."""
        wanted = (self.hits, self.current, drawing.ground)
        known = self._drawn_for
        if known and known[0] is wanted[0] and known[1:] == wanted[1:]:
            return
        self._drawn_for = wanted
        scene = Scene(tuple(self._items(drawing)), {}, frozenset())
        operations = difference(self._drawn, scene)
        self._drawn = scene
        if operations:
            yield ApplyPatch(operations, LAYER)

    def _items(self, drawing: Drawing) -> Iterator[Item]:
        _, whole, seen = drawing.ground
        if not self.hits or whole <= seen:
            return
        if self._ground != drawing.ground:
            self._ground = drawing.ground
            self._steps = [int(down / whole * seen) // MARKER_HEIGHT for down in drawing.down()]

        def steps(turns: Sequence[int]) -> list[int]:
            return sorted(set(map(self._steps.__getitem__, drawing.rows(turns))))

        yield Item("hits", "path", {"class": "cgt-marker", "d": _bars(steps(self.hits))})
        if self.current is not None:
            yield Item("current", "path", {"class": "cgt-marker-current", "d": _bars(steps([self.current]))})


def _bars(steps: Sequence[int]) -> str:
    """A path of bars, one for each series of steps with no gap to see."""
    bars: list[list[int]] = []
    for step in steps:
        if bars and step <= bars[-1][1] + 1:
            bars[-1][1] = step + 1
        else:
            bars.append([step, step + 1])
    return "".join(f"M0,{a * MARKER_HEIGHT}H{MARKER_WIDTH}V{b * MARKER_HEIGHT}H0Z" for a, b in bars)
