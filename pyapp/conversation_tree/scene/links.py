"""The path data of links.

Must not know which links are wanted or how they are coloured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conversation_tree.scene.numbers import number

STRAIGHT = 0.005
"""Ends that differ by less are above each other, px: half of what a coordinate is rounded to."""


def links_path(turns: Iterable[int], x: Sequence[float], y: Sequence[float], parents: Sequence[int]) -> str:
    """One path for the links above some turns, rows from top to bottom; a link above a root begins at 0, 0.

    A link is the cubic curve whose control points lie at half its height; straight where both ends have one
    x, and straight links below each other are one line.
    """
    pieces: list[str] = []
    straight: dict[int, float] = {}
    """By lowest turn, where the straight line that ends there begins."""
    for turn in turns:
        parent = parents[turn]
        upper_x, upper_y = (x[parent], y[parent]) if parent >= 0 else (0.0, 0.0)
        lower_x, lower_y = x[turn], y[turn]
        if -STRAIGHT < upper_x - lower_x < STRAIGHT:
            straight[turn] = straight.pop(parent, upper_y)
        else:
            start, end = number(upper_x), number(lower_x)
            top, middle, bottom = number(upper_y), number((upper_y + lower_y) / 2), number(lower_y)
            pieces.append(f"M{start},{top}C{start},{middle} {end},{middle} {end},{bottom}")
    pieces += [f"M{number(x[turn])},{number(begin)}V{number(y[turn])}" for turn, begin in straight.items()]
    return "".join(pieces)
