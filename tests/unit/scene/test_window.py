"""Which turns and links a rectangle holds, against looking at all of them.

Must not know how rows are searched.
"""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from conversation_tree.layout.tidy import Layout, layout_tree
from conversation_tree.model import Tree
from conversation_tree.scene.window import MOST_LINKS, Rect, Rows
from tests.builders import chain_parents, chat_parents, comb_parents, star_parents, tree_from

SHAPES = {
    "single": [-1],
    "chat": chat_parents(1_500, seed=2),
    "bushy": chat_parents(1_500, seed=3, fork_every=1),
    "two roots": [-1, -1, *chat_parents(400, seed=5, fork_every=4)[2:]],
    "chain": chain_parents(500),
    "star": star_parents(900),
    "comb": comb_parents(800),
}


def rows_of(parents: list[int]) -> tuple[Tree, Layout, Rows]:
    tree = tree_from(parents)
    layout = layout_tree(tree)
    return tree, layout, Rows(layout, tree.parents, [2 + (r == "user") for r in tree.roles])


def rectangles(layout: Layout, seed: int) -> list[Rect]:
    random = Random(seed)
    bounds = layout.bounds
    found = [Rect(-inf, 0, inf, bounds.bottom), Rect(bounds.right + 9, 0, bounds.right + 99, bounds.bottom)]
    for _ in range(40):
        left = random.uniform(bounds.left - 100, bounds.right + 100)
        top = random.uniform(-100, bounds.bottom + 100)
        found.append(Rect(left, top, left + random.choice([0, 200, 900]), top + random.choice([0, 200, 900])))
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_the_turns_of_a_rectangle_are_those_whose_centres_lie_in_it(name: str) -> None:
    tree, layout, rows = rows_of(SHAPES[name])
    for rect in rectangles(layout, seed=1):
        expected = [
            i
            for i in range(len(tree))
            if rect.left <= layout.x[i] <= rect.right and rect.top <= layout.y[i] <= rect.bottom
        ]
        assert sorted(rows.turns(rect)) == expected
        assert rows.weight(rect) == sum(2 + (tree.roles[i] == "user") for i in expected)


def test_the_edges_belong_to_a_rectangle() -> None:
    *_, rows = rows_of([-1, 0, 0, 1, 2])
    assert sorted(rows.turns(Rect(-64, 36, 64, 72))) == [1, 2, 3, 4]
    assert sorted(rows.turns(Rect(-63, 36, 63, 72))) == []
    assert sorted(rows.turns(Rect(-64, 37, 64, 71))) == []
    assert sorted(rows.links(Rect(64, 36, 99, 36))) == [3, 4]


@pytest.mark.parametrize("name", SHAPES)
def test_every_link_that_ends_in_a_rectangle_is_in_it(name: str) -> None:
    tree, layout, rows = rows_of(SHAPES[name])
    for rect in rectangles(layout, seed=2)[1:]:
        links = rows.links(rect)
        assert len(links) == len(set(links))
        ends = {i for i in rows.turns(rect) if tree.parents[i] >= 0 or layout.virtual_root}
        assert ends <= set(links)


@pytest.mark.parametrize("name", SHAPES)
def test_every_node_in_a_rectangle_keeps_a_link_below(name: str) -> None:
    tree, layout, rows = rows_of(SHAPES[name])
    for rect in rectangles(layout, seed=3)[1:]:
        above = {tree.parents[i] for i in rows.links(rect)}
        assert above.issuperset(i for i in rows.turns(rect) if tree.children[i])


@pytest.mark.parametrize("name", SHAPES)
def test_links_beside_a_rectangle_are_not_in_it(name: str) -> None:
    tree, layout, rows = rows_of(SHAPES[name])
    for rect in rectangles(layout, seed=4):
        for i in rows.links(rect):
            upper = layout.x[tree.parents[i]] if tree.parents[i] >= 0 else 0
            assert min(upper, layout.x[i]) <= rect.right
            assert max(upper, layout.x[i]) >= rect.left
            assert rect.top <= layout.y[i] <= rect.bottom + 36


def height(upper: float, lower: float, x: float) -> float:
    """y of a link's curve below its upper end, px, by halving; x lies between its ends."""
    low, high = 0.0, 1.0
    for _ in range(60):
        t = (low + high) / 2
        past = 3 * t * t - 2 * t**3 > (x - upper) / (lower - upper)
        low, high = (low, t) if past else (t, high)
    return 36 * (1.5 * low * (1 - low) + low**3)


@pytest.mark.parametrize("left", [-500_000, -180, 0, 3_000, 300_000])
def test_thinning_a_bundle_leaves_nothing_out_that_could_be_told_apart(left: float) -> None:
    tree, layout, rows = rows_of(star_parents(20_000))
    rect = Rect(left, 0, left + 360, 800)
    drawn = rows.links(rect)
    assert len(drawn) <= 160
    for edge in (rect.left, rect.right):

        def heights(turns: list[int], edge: float = edge) -> list[float]:
            crossing = [i for i in turns if min(0, layout.x[i]) < edge < max(0, layout.x[i])]
            return sorted(height(0, layout.x[i], edge) for i in crossing)

        left_out = set(range(1, len(tree))) - set(drawn)
        shown = heights(drawn)
        for y in heights([i for i in left_out if i % 50 == 0]):
            assert min(abs(y - other) for other in shown) <= 1.01


def test_a_window_never_draws_more_links_than_it_may() -> None:
    """Rows so wide and many that even those that can be told apart are too many."""
    parents = [-1]
    spine = 0
    for _ in range(120):
        parents += [spine] * 151
        spine = len(parents) - 76
    *_, layout, rows = rows_of(parents)
    drawn = [
        len(rows.links(Rect(left, 0, left + 400, layout.bounds.bottom))) for left in range(-4_000, 4_000, 500)
    ]
    assert MOST_LINKS / 2 < max(drawn) <= MOST_LINKS
