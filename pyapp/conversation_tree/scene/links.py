"""The path data of links.

Must not know which links are wanted or how they are coloured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conversation_tree.layout.tidy import ROW
from conversation_tree.scene.numbers import number

STRAIGHT = 0.005
"""Ends that differ by less are above each other, px: half of what a coordinate is rounded to."""


def links_path(turns: Iterable[int], x: Sequence[float], depth: Sequence[int], parents: Sequence[int]) -> str:
    """One path for the links above some turns, rows from top to bottom; a link above a root begins at 0, 0.

    A link is the cubic curve whose control points lie at half its height; straight where both ends have one
    x, and straight links below each other are one line.
    """
    pieces: list[str] = []
    straight: dict[int, int] = {}
    """By lowest turn, the row where the straight line that ends there begins."""
    for turn in turns:
        parent = parents[turn]
        upper = x[parent] if parent >= 0 else 0.0
        lower = x[turn]
        row = depth[turn]
        if -STRAIGHT < upper - lower < STRAIGHT:
            straight[turn] = straight.pop(parent, row - 1)
        else:
            start, end = number(upper), number(lower)
            top, middle, bottom = (number(ROW * (row - up)) for up in (1, 0.5, 0))
            pieces.append(f"M{start},{top}C{start},{middle} {end},{middle} {end},{bottom}")
    pieces += [
        f"M{number(x[turn])},{number(ROW * first)}V{number(ROW * depth[turn])}"
        for turn, first in straight.items()
    ]
    return "".join(pieces)
