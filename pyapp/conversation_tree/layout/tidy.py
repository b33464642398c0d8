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

**Default ancestor.** The paper makes a child the default when it reaches deeper than all before it and
marks its right contour otherwise. Here one that reaches just as deep becomes the default too: it is then the
whole right contour as well, and only a shallower child has anything to mark.

Invariants, when a segment is done: its subtree is laid out relative to itself; both its contours can be
walked to its lowest row; a right-contour segment's ``ancestor``, if it is a sibling, or else the default
ancestor is the sibling it belongs to.

Complexity: O(n) for reading the counts and writing the result at the speed of list slices, and the
paper's linear bound, on segments, for the rest: never more contour steps than the paper has rows. A
chain of n nodes is one segment.

Why this one: d3's own code is exact but walks every row of every chain (and its ``hierarchy()`` takes
quadratic time on deep ones); van der Ploeg's (2014) is simpler but places other coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from operator import add, sub
from typing import Protocol

from conversation_tree.frozen import frozen

COLUMN = 64.0
"""Least distance of two siblings, px."""
ROW = 36.0
"""Distance of a turn from the one above, px."""


@frozen
class Bounds:
    """What the centres of all nodes span, the virtual root's included; px."""

    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True)
class Layout:
    """Coordinates by turn index, px; the first root, or the virtual root above several, is at 0, 0."""

    x: list[float]
    depth: list[int]
    """Rows below the top one; with a virtual root the roots are at 1."""
    virtual_root: bool
    bounds: Bounds

    @cached_property
    def y(self) -> list[float]:
        """Made when first asked for: drawing a window goes by rows."""
        return [ROW * row for row in self.depth]


class Shape(Protocol):
    """A forest in preorder."""

    @property
    def children(self) -> list[list[int]]: ...

    @property
    def roots(self) -> list[int]: ...


def layout_tree(tree: Shape) -> Layout:
    """The layout of a conversation's tree, folded or not; several roots hang on a virtual root. Linear."""
    counts = list(map(len, tree.children))
    return layout_counts(counts, len(tree.roots))


def layout_counts(counts: list[int], roots: int) -> Layout:
    """The layout of a forest of `roots` trees, given by the child count of every node in preorder."""
    if not counts:
        return Layout([], [], False, Bounds())
    virtual = roots > 1
    layout = tidy([roots, *counts] if virtual else counts)
    if virtual:
        del layout.x[0], layout.depth[0]
    return Layout(layout.x, layout.depth, virtual, layout.bounds)


def tidy(counts: list[int]) -> Layout:
    """The layout of exactly one tree of at least one node, given by child counts in preorder."""
    runs, below = _segments(counts)
    last_row, places = _places(runs, below)
    lengths = map(add, runs, repeat(1))
    rows = map(range, map(sub, last_row, runs), map(add, last_row, repeat(1)))
    return Layout(
        x=list(chain.from_iterable(map(repeat, places, lengths))),
        depth=list(chain.from_iterable(rows)),
        virtual_root=False,
        bounds=Bounds(min(places), max(places), ROW * max(last_row)),
    )


def _segments(counts: list[int]) -> tuple[list[int], Sequence[int]]:
    """For every segment its number of nodes less one, and how many segments hang on its last node.

    A segment's last node is one that has not exactly one child, so the counts, packed into bytes, are split
    at those: cheaper than a look at every node.
    """
    try:
        packed = bytes(counts)
        below: Sequence[int] = packed.translate(None, b"\1")
    except ValueError:  # more than 255 children
        packed = bytes(map(min, counts, repeat(2)))
        below = [count for count in counts if count != 1]
    runs = list(map(len, packed.translate(_ENDS).split(b"\0")))
    runs.pop()
    return runs, below


_ENDS = bytes([0, 1]).ljust(256, b"\0")
"""Translates every count but 1 to 0."""


def _places(runs: list[int], below: Sequence[int]) -> tuple[list[int], list[float]]:
    """Last row, and x in px, of every segment: the paper's two walks.

    FirstWalk takes the segments in postorder, so it follows the preorder and, at every leaf, goes up as long
    as it has come from a last child. What concerns the fork that is being filled is in local variables; those
    of the forks around it wait on a stack. The first child of a fork is the segment after it.
    """
    segments = len(runs)
    above = [-1] * segments
    """The fork a segment hangs on."""
    left_sibling = [-1] * segments
    number = [0] * segments
    """Among its siblings."""
    last_row = [0] * segments
    prelim = [0.0] * segments
    modifier = [0.0] * segments
    shift = [0.0] * segments
    change = [0.0] * segments
    next_left = [-1] * segments
    """One step down the left contour: the first child, or at a leaf its thread, or -1."""
    next_right = [-1] * segments
    """The same down the right contour."""
    ancestor = list(range(segments))

    p = -1
    """The fork being filled; above the root there is none."""
    w = -1
    """Its last child so far."""
    count = 0
    """Of its children so far."""
    missing = 2
    """Children still to come; above the root more than one, so that it is never full."""
    top = 0
    """Its children's first row."""
    default_ancestor = 0
    """Its last child that reached at least as deep as those before."""
    uneven = False
    """Whether there are shifts to execute."""
    around: list[tuple[int, int, int, int, int, int, bool]] = []

    for s, run, children in zip(range(segments), runs, below, strict=True):
        above[s] = p
        left_sibling[s] = w
        number[s] = count
        last_row[s] = end = top + run
        if children:
            around.append((p, w, count, missing, top, default_ancestor, uneven))
            p, w, count, missing, top, default_ancestor, uneven = s, -1, 0, children, end + 1, s + 1, False
            next_left[s] = s + 1
            continue
        v = s
        midpoint = 0.0
        while True:
            if w < 0:
                prelim[v] = midpoint
            else:
                # Beside the left sibling: as siblings in the first row, as cousins where both have rows below
                # it. Then Apportion: push v's subtree right of everything left of it. Of the contours' names,
                # i is the inner and o the outer one, m (minus) belongs to the left forest and p (plus) to v's
                # subtree. While v is being pushed, only `sip` and `pushed` know.
                vim, vip = w, v
                sim = sip = pushed = 0.0
                end_vim, end_vip = last_row[w], end
                at_vim = prelim[w]
                at_vip = at_vim + 2 if end_vim > top < end_vip else at_vim + 1
                prelim[v] = at_vip
                modifier[v] = at_vip - midpoint
                while True:
                    if end_vim < end_vip:
                        row = end_vim
                        sim += modifier[vim]
                        vim = next_right[vim]
                        if vim < 0:
                            break
                        at_vim = prelim[vim] + sim
                        end_vim = last_row[vim]
                    else:
                        row = end_vip
                        sip += modifier[vip]
                        vip = next_left[vip]
                        if end_vim == row:
                            sim += modifier[vim]
                            vim = next_right[vim]
                            if vim < 0:
                                break
                            at_vim = prelim[vim] + sim
                            end_vim = last_row[vim]
                        if vip < 0:
                            break
                        at_vip = prelim[vip] + sip
                        end_vip = last_row[vip]
                    push = at_vim - at_vip + 2
                    if push > 0:
                        at_vip += push
                        sip += push
                        pushed += push
                        if count > 1:
                            whose = ancestor[vim]
                            if above[whose] != p:
                                whose = default_ancestor
                            gaps = count - number[whose]
                            if gaps > 1:
                                change[v] -= push / gaps
                                shift[v] += push
                                change[whose] += push / gaps
                                uneven = True
                if pushed:
                    prelim[v] += pushed
                    modifier[v] += pushed
                if vim >= 0:
                    # v's subtree ended first: its right contour goes on in the left forest.
                    vop, sop = v, 0.0
                    while last_row[vop] < row:
                        sop += modifier[vop]
                        vop = next_right[vop]
                        ancestor[vop] = v
                    next_left[vop] = next_right[vop] = vim
                    modifier[vop] = sim - sop
                else:
                    # v's subtree reaches at least as deep: it alone is the right contour now.
                    default_ancestor = v
                    if vip >= 0:
                        # And the left contour of the left forest goes on in it.
                        vom, som = p + 1, 0.0
                        while last_row[vom] < row:
                            som += modifier[vom]
                            vom = next_left[vom]
                        next_left[vom] = next_right[vom] = vip
                        modifier[vom] = (sip if vip != v else 0.0) - som

            missing -= 1
            if missing:
                w = v
                count += 1
                break

            # The fork is full.
            if uneven:
                # ExecuteShifts: spread the children between those that were pushed apart.
                moved = changed = 0.0
                c = v
                while c >= 0:
                    prelim[c] += moved
                    modifier[c] += moved
                    changed += change[c]
                    moved += shift[c] + changed
                    c = left_sibling[c]
            midpoint = (prelim[p + 1] + prelim[v]) / 2
            next_right[p] = v
            v = p
            end = top - 1
            p, w, count, missing, top, default_ancestor, uneven = around.pop()

    # SecondWalk: sum the modifiers downwards; the root is moved to 0.
    total: list[float] = []
    places: list[float] = []
    for p, z, m in zip(above, prelim, modifier, strict=True):
        outer = total[p] if p >= 0 else -z
        places.append((z + outer) * COLUMN)
        total.append(m + outer)
    return last_row, places
