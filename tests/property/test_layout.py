"""The tidy tree against d3-hierarchy itself, and what a tidy tree promises, on random trees.

Must not know how the layout is computed.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright._impl._driver import compute_driver_executable

from conversation_tree.layout.tidy import COLUMN, ROW, layout_counts, layout_tree
from tests.builders import tree_from

HERE = Path(__file__).parent
D3 = HERE.parents[1] / "wheels/oracle/d3-hierarchy.mjs"

Counts = list[int]
Place = Callable[[list[Counts]], list[list[list[float]]]]


@pytest.fixture(scope="module")
def d3() -> Iterator[Place]:
    """A running d3; trees in, their x and y out."""
    if not D3.is_file():
        pytest.fail("d3-hierarchy is not in wheels/oracle; `python3 dev.py test` puts it there")
    command = [compute_driver_executable()[0], HERE / "d3_oracle.mjs", D3]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
        assert node.stdin
        assert node.stdout

        def place(trees: list[Counts]) -> list[list[list[float]]]:
            node.stdin.write(json.dumps(trees).encode() + b"\n")
            node.stdin.flush()
            return json.loads(node.stdout.readline())

        yield place
        node.stdin.close()


def counts_of(parents: list[int]) -> Counts:
    return [len(children) for children in tree_from(parents).children]


@st.composite
def forests_of_runs(draw: st.DrawFn) -> list[int]:
    """Parents of a tree of runs with lengths from 1 to many: where contours of unequal segments meet."""
    parents = [-1]
    for _ in range(draw(st.integers(0, 25))):
        at = draw(st.integers(0, len(parents) - 1))
        for _ in range(draw(st.sampled_from([1, 1, 1, 2, 2, 3, 4, 5, 8, 13]))):
            parents.append(at)
            at = len(parents) - 1
    return parents


def grown(random: Random, nodes: int, branching: float) -> list[int]:
    parents = [-1]
    while len(parents) < nodes:
        branches = random.random() < branching
        parents.append(random.randrange(len(parents)) if branches else len(parents) - 1)
    return parents


def every_tree(nodes: int) -> Iterator[Counts]:
    """All ordered trees of so many nodes."""
    unfinished = [((), 1)]
    """Counts so far, and how many nodes they still promise."""
    while unfinished:
        counts, promised = unfinished.pop()
        left = nodes - len(counts)
        if not left and not promised:
            yield list(counts)
        elif promised and promised <= left:
            unfinished += [((*counts, c), promised - 1 + c) for c in range(left)]


def assert_equal(trees: list[Counts], d3: Place) -> None:
    for counts, (x, y) in zip(trees, d3(trees), strict=True):
        layout = layout_counts(counts, 1)
        assert layout.x == pytest.approx(x, abs=1e-9), counts
        assert layout.y == y, counts


def test_every_small_tree_is_placed_as_d3_places_it(d3: Place) -> None:
    assert_equal([counts for nodes in range(1, 10) for counts in every_tree(nodes)], d3)


@given(forests_of_runs())
@settings(deadline=None, max_examples=300)
def test_trees_of_uneven_runs_are_placed_as_d3_places_them(d3: Place, parents: list[int]) -> None:
    assert_equal([counts_of(parents)], d3)


@pytest.mark.parametrize("branching", [0.05, 0.15, 0.3, 0.6, 1])
def test_random_trees_are_placed_as_d3_places_them(d3: Place, branching: float) -> None:
    random = Random(branching)
    trees = [counts_of(grown(random, random.randrange(1, 160), branching)) for _ in range(400)]
    trees.append(counts_of(grown(random, 5_000, branching)))
    assert_equal(trees, d3)


@given(forests_of_runs())
@settings(deadline=None, max_examples=100)
def test_a_tidy_tree_keeps_its_promises(parents: list[int]) -> None:
    tree = tree_from(parents)
    layout = layout_tree(tree)
    rows: dict[int, list[int]] = {}
    for i, parent in enumerate(tree.parents):
        rows.setdefault(layout.depth[i], []).append(i)
        if parent >= 0:
            assert layout.y[i] == layout.y[parent] + ROW
        if children := tree.children[i]:
            middle = (layout.x[children[0]] + layout.x[children[-1]]) / 2
            assert layout.x[i] == pytest.approx(middle, abs=1e-9)
    for row in rows.values():
        for left, right in pairwise(row):
            related = tree.parents[left] == tree.parents[right]
            assert layout.x[right] - layout.x[left] >= (COLUMN if related else 2 * COLUMN) - 1e-9
