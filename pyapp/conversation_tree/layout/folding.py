"""Folding: the tree as it is displayed, where a run of turns without forks may be one capsule.

Must not know who folded a run, nor how a capsule is drawn.

A *run* is a maximal chain of turns between two ends, each with exactly one turn below it; the ends are a
fork, a root or a leaf, and are no part of it. In preorder the turns of a run are neighbours, so a run is a
range of indices and folding is cutting ranges out of lists. A *node* is what takes one place in the layout:
a turn, or the capsule of a folded run. Nodes are in preorder, too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from conversation_tree.frozen import frozen
from conversation_tree.model import Tree

_CHAIN = re.compile(b"\1+")


@frozen
class Runs:
    """The runs of a tree in reading order."""

    ranges: tuple[range, ...]
    _starts: list[int]

    def at(self, turn: int) -> range | None:
        """The run that a turn is part of."""
        place = bisect_right(self._starts, turn) - 1
        found = self.ranges[place] if place >= 0 else range(0)
        return found if turn in found else None

    def near(self, tree: Tree, turn: int) -> range | None:
        """The run that a turn is part of, else the one that ends at it, else the one that begins below it."""
        below = tree.children[turn]
        at_end = tree.parents[turn], below[0] if len(below) == 1 else -1
        return self.at(turn) or next((run for end in at_end if end >= 0 and (run := self.at(end))), None)


def runs_of(tree: Tree) -> Runs:
    """All runs of a tree. Linear."""
    counts = bytes(map(min, map(len, tree.children), repeat(2)))
    spans = (match.span() for match in _CHAIN.finditer(counts))
    # What stands before a root in preorder is a leaf, so a root can only be the first of its chain.
    cut = (range(start + (tree.parents[start] < 0), end) for start, end in spans)
    ranges = tuple(run for run in cut if run)
    return Runs(ranges, [run.start for run in ranges])


@dataclass(frozen=True, slots=True)
class FoldedTree:
    """The displayed tree; lists are by node. With nothing folded they are the tree's own."""

    tree: Tree
    firsts: Sequence[int]
    """The turn of a node, the first one of a capsule."""
    parents: list[int]
    """-1 for a root."""
    children: list[list[int]]
    roots: list[int]
    active: list[bool]
    current: int | None
    sizes: Mapping[int, int] = field(default_factory=dict)
    """How many turns a capsule holds; nothing for other nodes."""
    _nodes: Sequence[int] = ()
    """The node of every turn, while anything is folded."""

    def __len__(self) -> int:
        return len(self.firsts)

    def node_of(self, turn: int) -> int:
        """The node that shows a turn."""
        return self._nodes[turn] if self.sizes else turn

    def turns(self, node: int) -> range:
        """The turns that a node shows."""
        first = self.firsts[node]
        return range(first, first + self.sizes.get(node, 1))

    def siblings(self, node: int) -> list[int]:
        """The node and its siblings; the roots are siblings of each other."""
        parent = self.parents[node]
        return self.children[parent] if parent >= 0 else self.roots

    def in_run(self, node: int) -> bool:
        """Whether a node is a turn of a run that could be folded."""
        return len(self.children[node]) == 1 and self.parents[node] >= 0 and node not in self.sizes

    def foldable(self, node: int) -> int | None:
        """A turn of the run that the link above a node belongs to; None when that cannot be folded."""
        parent = self.parents[node]
        if parent < 0:
            return None
        if len(self.children[node]) == 1 and node not in self.sizes:
            # Not below a capsule: there hangs the run's end, a fork or a leaf.
            return self.firsts[node]
        return self.firsts[parent] if self.in_run(parent) else None

    def gathered(self, marks: Mapping[int, str]) -> Mapping[int, str]:
        """Classes of turns as classes of nodes: a capsule has all that are inside it, each once."""
        if not self.sizes:
            return marks
        found: dict[int, dict[str, None]] = {}
        for turn, classes in marks.items():
            found.setdefault(self._nodes[turn], {}).update(dict.fromkeys(classes.split()))
        return {node: " ".join(classes) for node, classes in found.items()}

    def counted(self, marks: Mapping[int, str], name: str) -> dict[int, int]:
        """How many turns with a class are in every capsule that has any."""
        found: dict[int, int] = {}
        for turn, classes in marks.items() if self.sizes else ():
            node = self._nodes[turn]
            if node in self.sizes and name in classes.split():
                found[node] = found.get(node, 0) + 1
        return found


def folded(tree: Tree, runs: Iterable[range] = ()) -> FoldedTree:
    """The tree with some of its runs folded, given in reading order. Linear; nothing folded costs nothing."""
    cut = list(runs)
    if not cut:
        return FoldedTree(
            tree, range(len(tree)), tree.parents, tree.children, tree.roots, tree.active, tree.current
        )
    kept: list[range] = []
    """What is left as it is, before each folded run and behind the last."""
    end = 0
    for run in cut:
        kept.append(range(end, run.start))
        end = run.stop
    firsts = list(
        chain.from_iterable(chain(before, (run.start,)) for before, run in zip(kept, cut, strict=True))
    )
    firsts += range(end, len(tree))
    lengths = [1] * len(firsts)
    sizes: dict[int, int] = {}
    place = 0
    for before, run in zip(kept, cut, strict=True):
        place += len(before)
        lengths[place] = sizes[place] = len(run)
        place += 1
    nodes = list(chain.from_iterable(map(repeat, range(len(firsts)), lengths)))
    lasts = [first + length - 1 for first, length in zip(firsts, lengths, strict=True)]
    parent_of = [*nodes, -1]
    """With -1, the parent of a root, standing for itself."""
    return FoldedTree(
        tree,
        firsts,
        [parent_of[tree.parents[turn]] for turn in firsts],
        [[nodes[turn] for turn in tree.children[last]] for last in lasts],
        [nodes[root] for root in tree.roots],
        [tree.active[turn] for turn in firsts],
        None if tree.current is None else nodes[tree.current],
        sizes,
        nodes,
    )
