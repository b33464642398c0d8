"""What the layout promises for known trees.

Must not know how it is computed; random trees are compared with d3 in `tests/property`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conversation_tree.layout.tidy import COLUMN, ROW, layout_tree
from tests.builders import chain_parents, chat_parents, comb_parents, star_parents, tree_from

VECTORS = json.loads((Path(__file__).parents[2] / "fixtures/tidy-tree.json").read_text())["cases"]


@pytest.mark.parametrize("case", VECTORS, ids=[case["name"] for case in VECTORS])
def test_coordinates_are_those_of_d3(case: dict) -> None:
    tree = tree_from(case["parents"])
    layout = layout_tree(tree)
    for i, name in enumerate(tree.ids):
        named = int(name.removeprefix("n"))
        assert layout.x[i] == pytest.approx(case["x"][named], abs=1e-9)
        assert layout.y[i] == pytest.approx(case["y"][named], abs=1e-9)


def test_a_column_is_64_and_a_row_36() -> None:
    assert (COLUMN, ROW) == (64, 36)


def test_the_only_root_is_at_the_origin() -> None:
    layout = layout_tree(tree_from([-1, 0, 0, 1]))
    assert (layout.x[0], layout.y[0], layout.depth[0]) == (0, 0, 0)
    assert not layout.virtual_root


def test_several_roots_hang_on_a_virtual_root_at_the_origin() -> None:
    layout = layout_tree(tree_from([-1, -1, -1, 1]))
    assert layout.virtual_root
    assert layout.x == [-64, 0, 0, 64]
    assert layout.y == [36, 36, 72, 36]
    assert layout.depth == [1, 1, 2, 1]


def test_a_tree_of_no_turns_has_no_places() -> None:
    layout = layout_tree(tree_from([]))
    assert (layout.x, layout.y, layout.depth) == ([], [], [])
    assert (layout.bounds.left, layout.bounds.right, layout.bounds.bottom) == (0, 0, 0)


def test_children_keep_their_order_from_left_to_right() -> None:
    layout = layout_tree(tree_from([-1, 0, 0, 0]))
    assert layout.x[1:] == sorted(layout.x[1:])


def test_a_branch_switch_moves_nothing() -> None:
    parents = chat_parents(300, seed=4, fork_every=5)
    assert layout_tree(tree_from(parents, current=3)) == layout_tree(tree_from(parents, current=250))


@pytest.mark.parametrize("parents", [chat_parents(500, fork_every=4), star_parents(40), [-1, -1, 0, 1, 3]])
def test_the_bounds_hold_every_node_and_the_virtual_root(parents: list[int]) -> None:
    layout = layout_tree(tree_from(parents))
    assert layout.bounds.left == min(*layout.x, 0)
    assert layout.bounds.right == max(*layout.x, 0)
    assert layout.bounds.bottom == max(layout.y)


@pytest.mark.parametrize("shape", [chain_parents, star_parents, comb_parents, chat_parents])
def test_no_size_or_depth_is_too_much(shape) -> None:
    layout = layout_tree(tree_from(shape(20_000)))
    assert len(layout.x) == len(layout.y) == len(layout.depth) == 20_000


def test_a_chain_is_one_straight_line() -> None:
    layout = layout_tree(tree_from(chain_parents(5_000)))
    assert set(layout.x) == {0}
    assert layout.y[-1] == 4_999 * 36
