"""What is a run, and what is left of a tree when some are folded."""

from __future__ import annotations

import pytest

from conversation_tree.layout.folding import folded, runs_of
from conversation_tree.layout.tidy import layout_tree
from tests.builders import chain_parents, star_parents, tree_from

#  0 - 1 - 2 - 3 - 4 - 5      3 is a fork: 4, 5 and 6, 7, 8
#              `-- 6 - 7 - 8
FORKED = [-1, 0, 1, 2, 3, 4, 3, 6, 7]


@pytest.mark.parametrize(
    ("what", "parents", "runs"),
    [
        ("nothing", [], []),
        ("one turn", [-1], []),
        ("a root and a leaf are both ends", [-1, 0], []),
        ("one turn between two ends", chain_parents(3), [(1, 2)]),
        ("a long chain", chain_parents(9), [(1, 8)]),
        ("between a root and a fork, and from the fork to each leaf", FORKED, [(1, 3), (4, 5), (6, 8)]),
        ("leaves right below a fork", star_parents(5), []),
        ("a root that is a fork", [-1, 0, 1, 0, 3], [(1, 2), (3, 4)]),
        ("several roots are ends, each", [-1, 0, 1, -1, 3, 4], [(1, 2), (4, 5)]),
    ],
)
def test_runs(what: str, parents: list[int], runs: list[tuple[int, int]]) -> None:
    assert [(run.start, run.stop) for run in runs_of(tree_from(parents)).ranges] == runs, what


def test_more_children_than_a_byte_holds() -> None:
    assert runs_of(tree_from([*star_parents(302), 301, 302])).ranges == (range(301, 303),)


def test_a_turn_belongs_to_its_run_or_to_none() -> None:
    runs = runs_of(tree_from(FORKED))
    assert [runs.at(turn) for turn in range(9)] == [
        *(None, range(1, 3), range(1, 3), None),
        *(range(4, 5), None, range(6, 8), range(6, 8), None),
    ]


def test_the_end_of_a_run_leads_to_it() -> None:
    tree = tree_from(FORKED)
    runs = runs_of(tree)
    assert runs.near(tree, 0) == range(1, 3), "a root to what begins below it"
    assert runs.near(tree, 3) == range(1, 3), "a fork to what ends at it"
    assert runs.near(tree, 5) == range(4, 5)
    assert runs.near(tree, 8) == range(6, 8)
    fork_at_once = tree_from([-1, 0, 0, 2, 3])
    assert runs_of(fork_at_once).near(fork_at_once, 0) is None, "of two branches it is neither"
    assert runs_of(fork_at_once).near(fork_at_once, 1) is None


def test_nothing_folded_is_the_tree_itself() -> None:
    tree = tree_from(FORKED)
    nodes = folded(tree)
    assert nodes.parents is tree.parents
    assert nodes.children is tree.children
    assert nodes.active is tree.active
    assert nodes.roots is tree.roots
    assert list(nodes.firsts) == list(range(9))


def test_a_folded_run_is_one_node_between_its_ends() -> None:
    nodes = folded(tree_from(FORKED), [range(1, 3), range(6, 8)])
    assert list(nodes.firsts) == [0, 1, 3, 4, 5, 6, 8]
    assert nodes.parents == [-1, 0, 1, 2, 3, 2, 5]
    assert nodes.children == [[1], [2], [3, 5], [4], [], [6], []]
    assert nodes.sizes == {1: 2, 5: 2}
    assert [nodes.node_of(turn) for turn in range(9)] == [0, 1, 1, 2, 3, 4, 5, 5, 6]
    assert layout_tree(nodes).depth == [0, 1, 2, 3, 4, 3, 4]


def test_a_capsule_is_active_and_current_when_such_a_turn_is_inside() -> None:
    nodes = folded(tree_from(FORKED, current=6), [range(1, 3), range(4, 5), range(6, 8)])
    assert nodes.active == [True, True, True, False, False, True, False]
    assert nodes.current == 5


def test_marks_inside_are_gathered_each_once_and_counted() -> None:
    nodes = folded(tree_from(FORKED), [range(6, 8)])
    marks = {6: "cgt-hit", 7: "cgt-hit cgt-hit-current", 8: "cgt-hit", 3: "cgt-busy"}
    assert nodes.gathered(marks) == {6: "cgt-hit cgt-hit-current", 7: "cgt-hit", 3: "cgt-busy"}
    assert nodes.counted(marks, "cgt-hit") == {6: 2}


def test_a_link_is_foldable_when_a_run_has_it() -> None:
    nodes = folded(tree_from(FORKED), [range(1, 3)])
    # 0, the capsule, 3, 4, 5, 6, 7, 8 by node
    assert [nodes.foldable(node) for node in range(8)] == [None, None, None, 4, 4, 6, 7, 7]


def test_hundred_thousand_turns_are_folded_without_recursion() -> None:
    tree = tree_from(chain_parents(100_000))
    nodes = folded(tree, runs_of(tree).ranges)
    assert (len(nodes), nodes.sizes) == (3, {1: 99_998})
