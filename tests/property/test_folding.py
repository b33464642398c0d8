"""Folding on any tree: nothing is lost, nothing is twice, and unfolding gives the tree back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conversation_tree.layout.folding import FoldedTree, folded, runs_of
from conversation_tree.layout.tidy import layout_tree
from conversation_tree.model import Tree
from tests.property.test_switching import trees


@st.composite
def folded_trees(draw: st.DrawFn) -> tuple[Tree, list[range], FoldedTree]:
    tree = draw(trees())
    chosen = [run for run in runs_of(tree).ranges if draw(st.booleans())]
    return tree, chosen, folded(tree, chosen)


@given(folded_trees())
def test_every_turn_is_in_exactly_one_node(drawn: tuple[Tree, list[range], FoldedTree]) -> None:
    tree, chosen, nodes = drawn
    shown = [turn for node in range(len(nodes)) for turn in nodes.turns(node)]
    assert shown == list(range(len(tree)))
    assert all(turn in nodes.turns(nodes.node_of(turn)) for turn in range(len(tree)))
    assert len(nodes) == len(tree) - sum(len(run) - 1 for run in chosen)
    assert sorted(nodes.sizes.values()) == sorted(map(len, chosen))


@given(folded_trees())
def test_the_ends_of_runs_stay_and_forks_with_them(drawn: tuple[Tree, list[range], FoldedTree]) -> None:
    tree, _, nodes = drawn
    inside = {turn for node in nodes.sizes for turn in nodes.turns(node)}
    assert all(len(tree.children[turn]) == 1 and tree.parents[turn] >= 0 for turn in inside)
    assert sum(not below for below in nodes.children) == tree.leaves
    assert sum(len(below) > 1 for below in nodes.children) == tree.forks
    assert len(nodes.roots) == len(tree.roots)


@given(trees())
def test_all_turns_of_runs_are_the_inner_ones_with_one_below(tree: Tree) -> None:
    inside = [turn for run in runs_of(tree).ranges for turn in run]
    assert inside == [t for t in range(len(tree)) if tree.parents[t] >= 0 and len(tree.children[t]) == 1]
    for run, behind in zip(runs_of(tree).ranges, runs_of(tree).ranges[1:], strict=False):
        assert run.stop < behind.start, "two runs would be one"


@given(folded_trees())
def test_the_displayed_tree_is_a_tree_in_preorder_that_the_layout_takes(
    drawn: tuple[Tree, list[range], FoldedTree],
) -> None:
    _, _, nodes = drawn
    for node, parent in enumerate(nodes.parents):
        assert parent < node
        assert node in (nodes.children[parent] if parent >= 0 else nodes.roots)
    assert sum(map(len, nodes.children)) + len(nodes.roots) == len(nodes)
    layout = layout_tree(nodes)
    assert len(layout.x) == len(nodes)
    assert all(layout.depth[n] == layout.depth[p] + 1 for n, p in enumerate(nodes.parents) if p >= 0)


@given(folded_trees())
def test_unfolding_gives_the_tree_back(drawn: tuple[Tree, list[range], FoldedTree]) -> None:
    tree, _, nodes = drawn
    parents: list[int] = []
    children: list[list[int]] = []
    for node in range(len(nodes)):
        turns = nodes.turns(node)
        for turn in turns:
            above = nodes.parents[node]
            first = nodes.turns(above)[-1] if above >= 0 else -1
            parents.append(first if turn == turns[0] else turn - 1)
            below = [nodes.firsts[child] for child in nodes.children[node]]
            children.append(below if turn == turns[-1] else [turn + 1])
    assert parents == tree.parents
    assert children == tree.children
    again = folded(tree)
    assert (again.parents, again.children, again.active) == (tree.parents, tree.children, tree.active)


@given(folded_trees())
def test_what_is_active_and_current_stays_so(drawn: tuple[Tree, list[range], FoldedTree]) -> None:
    tree, _, nodes = drawn
    for node in range(len(nodes)):
        assert nodes.active[node] == any(tree.active[turn] for turn in nodes.turns(node))
    assert nodes.current == (None if tree.current is None else nodes.node_of(tree.current))
