"""Which turns and links a viewport needs, found without looking at the others.

Must not know roles, texts or how a turn is drawn.

Rows hold their turns from left to right, because the tidy tree lets no two subtrees cross: a row is
searched by bisection, and so are the links between two rows, whose upper and lower ends are both in
order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from math import asin, ceil, floor, sin

from conversation_tree.frozen import frozen
from conversation_tree.layout.tidy import ROW, Layout

MOST_LINKS = 1_400
"""Links a window draws at most: with their coordinates about 50 KB of path."""


@frozen
class Rect:
    """A part of the drawing, px; the edges belong to it."""

    left: float
    top: float
    right: float
    bottom: float


class Rows:
    """The turns of a layout by row, for looking up rectangles; linear but for one stable sort."""

    def __init__(self, layout: Layout, parents: list[int], weights: list[int]) -> None:
        x = self._x = layout.x
        upper = self._upper = list(map([*x, 0.0].__getitem__, parents))
        """x of the upper end of the link above every turn; the virtual root, parent -1, is at 0."""
        self._leftmost = list(map(min, x, upper))
        self._rightmost = list(map(max, x, upper))
        self._first = 1 if layout.virtual_root else 0
        """The first row that holds turns."""
        depth = layout.depth
        self._order = sorted(range(len(depth)), key=depth.__getitem__)
        counts = Counter(depth)
        self._starts = list(accumulate((counts[row] for row in range(max(depth, default=-1) + 1)), initial=0))
        """Where every row begins in the order, and its end."""
        self._weights = list(accumulate(map(weights.__getitem__, self._order), initial=0))
        """Sums over the order, so that a row's part is a difference."""

    def _rows(self, rect: Rect, reach: int) -> range:
        """The rows in a rectangle, and `reach` more below it."""
        first = max(ceil(rect.top / ROW), self._first)
        last = min(floor(rect.bottom / ROW) + reach, len(self._starts) - 2)
        return range(first, last + 1)

    def _span(self, row: int, left: float, right: float) -> tuple[int, int]:
        """Positions in the order of the turns of a row between two x."""
        start, end = self._starts[row], self._starts[row + 1]
        low = bisect_left(self._order, left, start, end, key=self._x.__getitem__)
        return low, bisect_right(self._order, right, low, end, key=self._x.__getitem__)

    def weight(self, rect: Rect) -> int:
        """Sum of the weights of the turns in a rectangle."""
        total = 0
        for row in self._rows(rect, 0):
            low, high = self._span(row, rect.left, rect.right)
            total += self._weights[high] - self._weights[low]
        return total

    def turns(self, rect: Rect) -> list[int]:
        """The turns in a rectangle, row by row."""
        found: list[int] = []
        for row in self._rows(rect, 0):
            low, high = self._span(row, rect.left, rect.right)
            found += self._order[low:high]
        return found

    # ------------------------------------------------------------ links

    def links(self, rect: Rect) -> list[int]:
        """Links that cross a rectangle, each named by its lower turn, row by row.

        All that end in it are there. Of those that only pass through, between far away turns, as many as
        can be told apart: at first to 1 px, coarser while there are more than `MOST_LINKS` in all.
        """
        finest = 1.0
        while True:
            found = list(self._links(rect, finest))
            if len(found) <= MOST_LINKS or finest > ROW:
                return found
            finest *= 2

    def _links(self, rect: Rect, finest: float) -> Iterator[int]:
        for row in self._rows(rect, 1):
            if row == 0:
                continue
            start, end = self._starts[row], self._starts[row + 1]
            low = bisect_left(self._order, rect.left, start, end, key=self._rightmost.__getitem__)
            high = bisect_right(self._order, rect.right, low, end, key=self._leftmost.__getitem__)
            if high - low <= 8:
                yield from self._order[low:high]
                continue
            inner_low, inner_high = self._span(row, rect.left, rect.right)
            yield from self._passing(low, inner_low, rect, finest)
            yield from self._order[inner_low:inner_high]
            yield from self._passing(inner_high, high, rect, finest)

    def _passing(self, low: int, high: int, rect: Rect, finest: float) -> Iterator[int]:
        """Links of one row that leave the rectangle sideways, thinned to those that differ visibly.

        They all leave it to the same side and do not cross, and at most one turn in it has some of them,
        since a turn stands over the middle of its children. So where they meet the edges moves in one
        direction through the row, and the next visibly different one is found by bisection. The last is
        always there, so the bundle keeps its outline.
        """
        if low >= high:
            return
        falling = self._x[self._order[low]] > rect.right
        sign = -1.0 if falling else 1.0

        def place(turn: int) -> float:
            upper, lower = self._upper[turn], self._x[turn]
            inside = min(max(upper, rect.left), rect.right)
            edge = rect.right if falling else rect.left
            return sign * (_fall(upper, lower, edge) + _fall(upper, lower, inside))

        at = low
        while at < high:
            turn = self._order[at]
            yield turn
            at = bisect_left(self._order, place(turn) + finest, at + 1, high, key=place)
        if turn != self._order[high - 1]:
            yield self._order[high - 1]


def _fall(upper: float, lower: float, x: float) -> float:
    """How far below its upper end a link's curve is at an x between its ends, px; they differ.

    The curve's x runs as 3t² - 2t³ from end to end, which has a closed inverse.
    """
    share = min(max((x - upper) / (lower - upper), 0.0), 1.0)
    t = 0.5 - sin(asin(1 - 2 * share) / 3)
    return ROW * (1.5 * t * (1 - t) + t * t * t)
