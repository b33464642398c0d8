"""The tidy tree: one x per turn, from the shape of the tree alone.

Must not know what a turn is, what is active or how the result is drawn.

Theory of operation
===================

The drawing is the one of Buchheim, Jünger and Leipert, "Improving Walker's Algorithm to Run in Linear
Time" (Graph Drawing 2002), with the spacing of d3-hierarchy's ``tree().nodeSize([64, 36])``: siblings
at least 1 apart, cousins at least 2, a node centred over its first and last child, subtrees of a fork
spread evenly, the root at 0. Nothing but the shape enters, so a branch switch moves nothing.

Names are the paper's. For every node: ``prelim`` is its x relative to its own parent's subtree;
``modifier`` is what its descendants are moved by; ``thread`` leads from the end of a contour to the node
one row below in a neighbouring subtree, so that a contour can be walked without searching; ``ancestor``
is the sibling whose subtree a contour node belongs to; ``shift`` and ``change`` collect the spreading of
the subtrees between two that were pushed apart, to be spent in one pass (``execute shifts``).

**Segments.** Conversations are mostly chains. Below a node with a single child the x does not change, so
a maximal run of single-child nodes is one vertical *segment* with a first and a last row, and the
algorithm runs on segments. Every inner segment then has at least two others below it, and contours are
compared segment by segment: two segments that share rows constrain each other once. Only the first row
of a sibling pair is special (1 apart instead of 2). A contour cursor is a segment plus the sum of the
modifiers above it; it moves on when the row passes the segment's last one.

**Threads into the middle of a segment.** Where a contour ends beside a longer segment, its thread leads
into the middle of that one, whose head may still be spread with its siblings afterwards, head and body
having one prelim. Such a thread is stale and is never followed: a segment is only spread by a subtree
further right that meets something further left, below the thread's rows, and from then on that subtree is
the outer contour of those rows.

**Input.** A tree in preorder is fully told by its child counts, and in preorder a run is a range of
indices. So the counts are the input: no objects, no recursion, one list per quantity.

Invariants, when a segment is done: its subtree is laid out relative to itself; both its contours can be
walked to its lowest row; ``ancestor`` of every right-contour segment names the sibling it belongs to, or
the default ancestor does.

Complexity: O(n) for reading the counts and writing the result at the speed of list slices, and the
paper's linear bound, on segments, for the rest: never more contour steps than the paper has rows. A
chain of n nodes is one segment.

Why this one: d3's own code is exact but walks every row of every chain (and its ``hierarchy()`` takes
quadratic time on deep ones); van der Ploeg's (2014) is simpler but places other coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from conversation_tree.model import Tree

COLUMN = 64.0
"""Least distance of two siblings, px."""
ROW = 36.0
"""Distance of a turn from the one above, px."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the centres of all nodes span, the virtual root's included; px."""

    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Layout:
    """Coordinates by turn index, px; the first root, or the virtual root above several, is at 0, 0."""

    x: list[float]
    y: list[float]
    depth: list[int]
    """Rows below the top one; with a virtual root the roots are at 1."""
    virtual_root: bool
    bounds: Bounds


def layout_tree(tree: Tree) -> Layout:
    """The layout of a conversation's tree; several roots hang on a virtual root. Linear."""
    counts = list(map(len, tree.children))
    return layout_counts(counts, len(tree.roots))


def layout_counts(counts: list[int], roots: int) -> Layout:
    """The layout of a forest of `roots` trees, given by the child count of every node in preorder."""
    if not counts:
        return Layout([], [], [], False, Bounds())
    virtual = roots > 1
    x, depth, bounds = tidy([roots, *counts] if virtual else counts)
    if virtual:
        del x[0], depth[0]
    y = [ROW * d for d in range(max(depth) + 1)]
    return Layout(x, [y[d] for d in depth], depth, virtual, bounds)


def tidy(counts: Sequence[int]) -> tuple[list[float], list[int], Bounds]:
    """x in px and depth in rows of every node, and the bounds, for a tree given by child counts in preorder.

    The counts must be those of exactly one tree with at least one node.
    """
    nodes = len(counts)
    heads = [0, *(i + 1 for i, count in enumerate(counts) if count != 1)]
    heads.pop()
    segments = len(heads)
    lasts = [*(h - 1 for h in heads[1:]), nodes - 1]
    above = [-1] * segments
    """The segment whose last node a segment hangs on."""
    left_sibling = [-1] * segments
    number = [0] * segments
    last_child = [-1] * segments
    first_row = [0] * segments
    last_row = [0] * segments
    open_forks: list[int] = []
    missing: list[int] = []
    """For every open fork how many of its children are still to come."""
    for s in range(segments):
        head, last = heads[s], lasts[s]
        row = 0
        if open_forks:
            fork = open_forks[-1]
            above[s] = fork
            before = last_child[fork]
            if before >= 0:
                left_sibling[s] = before
                number[s] = number[before] + 1
            last_child[fork] = s
            row = last_row[fork] + 1
            missing[-1] -= 1
            if not missing[-1]:
                open_forks.pop()
                missing.pop()
        first_row[s] = row
        last_row[s] = row + last - head
        if counts[last]:
            open_forks.append(s)
            missing.append(counts[last])

    prelim = [0.0] * segments
    modifier = [0.0] * segments
    _first_walk(above, left_sibling, number, last_child, first_row, last_row, prelim, modifier)
    return _second_walk(above, heads, lasts, first_row, prelim, modifier)


def _first_walk(
    above: list[int],
    left_sibling: list[int],
    number: list[int],
    last_child: list[int],
    first_row: list[int],
    last_row: list[int],
    prelim: list[float],
    modifier: list[float],
) -> None:
    """The paper's FirstWalk with Apportion, in postorder: fills `prelim` and `modifier`.

    In preorder the first child of a fork is the segment after it.
    """
    segments = len(above)
    next_left = [s + 1 if last >= 0 else -1 for s, last in enumerate(last_child)]
    """One step down the left contour: the first child, or at a leaf its thread, or -1."""
    next_right = last_child[:]
    """The same down the right contour."""
    ancestor = list(range(segments))
    default_ancestor = [s + 1 for s in range(segments)]
    """Of the fork's children; before anything is deeper, the first."""
    shift = [0.0] * segments
    change = [0.0] * segments
    uneven = [False] * segments
    """Forks with shifts to execute; the others need no pass."""

    for leaf in range(segments):
        if last_child[leaf] >= 0:
            continue
        v = leaf
        while True:
            # FirstWalk: centre v over its children, or put it beside its left sibling.
            p = above[v]
            w = left_sibling[v]
            last = last_child[v]
            if last >= 0:
                if uneven[v]:
                    moved = changed = 0.0
                    c = last
                    while c >= 0:
                        prelim[c] += moved
                        modifier[c] += moved
                        changed += change[c]
                        moved += shift[c] + changed
                        c = left_sibling[c]
                midpoint = (prelim[v + 1] + prelim[last]) / 2
                if w < 0:
                    prelim[v] = midpoint
                else:
                    prelim[v] = prelim[w] + 1
                    modifier[v] = prelim[v] - midpoint
            elif w >= 0:
                prelim[v] = prelim[w] + 1

            # Apportion: push v's subtree right of everything left of it. i is inside, o outside, the
            # trailing m (minus) is the left forest, p (plus) is v's subtree.
            if w >= 0:
                vip = vop = v
                vim = w
                vom = p + 1
                sip = sop = sim = som = 0.0
                row = first_row[v]
                while True:
                    if last_row[vim] == row:
                        sim += modifier[vim]
                        vim = next_right[vim]
                    if last_row[vip] == row:
                        sip += modifier[vip]
                        vip = next_left[vip]
                    if vim < 0 or vip < 0:
                        break
                    while last_row[vop] <= row:
                        sop += modifier[vop]
                        vop = next_right[vop]
                        ancestor[vop] = v
                    while last_row[vom] <= row:
                        som += modifier[vom]
                        vom = next_left[vom]
                    push = prelim[vim] + sim - prelim[vip] - sip + 2
                    if push > 0:
                        whose = ancestor[vim]
                        if above[whose] != p:
                            whose = default_ancestor[p]
                        prelim[v] += push
                        modifier[v] += push
                        if vip != v:
                            sip += push
                        if vop != v:
                            sop += push
                        gaps = number[v] - number[whose]
                        if gaps > 1:
                            change[v] -= push / gaps
                            shift[v] += push
                            change[whose] += push / gaps
                            uneven[p] = True
                    below_left = last_row[vim]
                    below_right = last_row[vip]
                    row = below_left if below_left < below_right else below_right
                while last_row[vop] < row:
                    sop += modifier[vop]
                    vop = next_right[vop]
                    ancestor[vop] = v
                if vim >= 0:
                    # v's subtree ended first: its right contour goes on in the left forest.
                    next_left[vop] = next_right[vop] = vim
                    modifier[vop] = sim - sop
                elif vip >= 0:
                    # The left forest ended first: its left contour goes on in v's subtree.
                    while last_row[vom] < row:
                        som += modifier[vom]
                        vom = next_left[vom]
                    next_left[vom] = next_right[vom] = vip
                    modifier[vom] = sip - som
                    default_ancestor[p] = v

            if p < 0 or last_child[p] != v:
                break
            v = p


def _second_walk(
    above: list[int],
    heads: list[int],
    lasts: list[int],
    first_row: list[int],
    prelim: list[float],
    modifier: list[float],
) -> tuple[list[float], list[int], Bounds]:
    """The paper's SecondWalk: sums the modifiers downwards and writes every node's place."""
    segments = len(above)
    x: list[float] = []
    depth: list[int] = []
    total = [0.0] * segments
    """Sum of the modifiers down to and including the segment."""
    total[0] = -prelim[0]
    left = right = 0.0
    bottom = 0
    for s in range(segments):
        p = above[s]
        if p < 0:
            place = 0.0
        else:
            outer = total[p]
            place = (prelim[s] + outer) * COLUMN
            total[s] = modifier[s] + outer
            if place < left:
                left = place
            elif place > right:
                right = place
        length = lasts[s] - heads[s] + 1
        row = first_row[s]
        if length == 1:
            x.append(place)
            depth.append(row)
        else:
            x += [place] * length
            depth += range(row, row + length)
        bottom = max(bottom, row + length)
    return x, depth, Bounds(left, right, (bottom - 1) * ROW)
