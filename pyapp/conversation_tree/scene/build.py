"""The scenes of one tree: what a viewport shows, as a typed display list.

Must not know the browser, SVG text or patches; words come in as `Labels`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Protocol

from conversation_tree.layout.folding import FoldedTree, folded
from conversation_tree.layout.tidy import COLUMN, ROW, Layout
from conversation_tree.model import Tree, Turn
from conversation_tree.scene import look
from conversation_tree.scene.items import Canvas, Item, Scene, Viewport
from conversation_tree.scene.links import STRAIGHT, links_path
from conversation_tree.scene.nodes import (
    CAPSULE_ELEMENTS,
    NODE_ELEMENTS,
    VIRTUAL_ROOT,
    node_item,
    with_count,
)
from conversation_tree.scene.numbers import number
from conversation_tree.scene.window import Rect, Rows

MOST_ELEMENTS = 1_500 - 60
"""Elements of a scene at most; the sidebar's frame has the rest of the 1,500."""

FOCUSED = "cgt-focused"
BUSY = "cgt-busy"
"""The class of a turn that something is going on with: it is being written, or gone to."""
HIT = "cgt-hit"
"""The class of a turn that a search has found; a capsule counts them."""
HIT_CURRENT = "cgt-hit-current"
"""Added to the former: this one was walked to."""
SEARCHING = "cgt-searching"
"""The class of the whole drawing while something is looked for: what is no hit stands back."""
PINNED = "cgt-pinned"
"""Of a turn whose card is pinned."""
NEW = "cgt-new"
"""The class of a branch that has appeared and was not looked at yet."""
NO_MARKS: Mapping[int, str] = {}
NO_COUNTS: Mapping[int, int] = {}


class Labels(Protocol):
    """Accessible names."""

    def turn(self, turn: Turn, sibling_position: int, sibling_count: int) -> str:
        """What a screen reader says of a turn; positions count from 1."""

    def capsule(self, turns: Sequence[Turn], current: bool, hits: int) -> str:
        """What it says of a folded run, given its first and its last turn."""

    def new(self, name: str) -> str:
        """The name of a branch that was not looked at yet."""


_UNSAFE = re.compile(r"[^A-Za-z0-9_.:-]")


def element_id(key: str) -> str:
    """An item's element id: without blanks, so that `aria-activedescendant` can name it; one to one."""
    return "cgt-" + _UNSAFE.sub(lambda match: f"%{ord(match[0]):x};", key)


def canvas_of(layout: Layout, width: float = 0, height: float = 0) -> Canvas:
    """The canvas of a layout, at least as large as the view it is seen through; a narrow tree is centred.

    A tree that is too high has half a view of room below it, so that its newest nodes can be brought to the
    middle too. Beside it there is none: showing more of the tree says more than showing a node in the middle.
    """
    bounds = layout.bounds
    left = bounds.left - look.MARGIN_LEFT
    wide = bounds.right + look.MARGIN_RIGHT - left
    high = bounds.bottom + look.MARGIN_TOP + look.MARGIN_BOTTOM
    if wide <= width:
        middle = (bounds.left + bounds.right) / 2
        # Centre the tree itself, but never lose the room for the numbers.
        left = min(middle - width / 2, left)
        left = max(left, bounds.right + look.MARGIN_RIGHT - width)
        wide = width
    if high > height:
        high = bounds.bottom + look.MARGIN_TOP + max(look.MARGIN_BOTTOM, height / 2)
    return Canvas(left, -look.MARGIN_TOP, wide, max(high, height))


def link_items(nodes: FoldedTree, layout: Layout, wanted: list[int]) -> list[Item]:
    """The links above some nodes, uppermost first: a path of inactive ones, above it one of active ones."""
    items: list[Item] = []
    for key, active in (("links", False), ("links-active", True)):
        chosen = [i for i in wanted if nodes.active[i] is active]
        if chosen:
            path = links_path(chosen, layout.x, layout.depth, nodes.parents)
            items.append(Item(key, "path", {"class": f"cgt-{key}", "d": path, "aria-hidden": "true"}))
    return items


RUNS_KEY = "runs"
"""The key of what can be clicked to fold: unseen, over the straight links of runs."""


def can_fold_at(nodes: FoldedTree, layout: Layout, node: int) -> bool:
    """Whether a click on the link above a node folds the run it belongs to."""
    parent = nodes.parents[node]
    return (
        parent >= 0 and abs(layout.x[parent] - layout.x[node]) < STRAIGHT and nodes.foldable(node) is not None
    )


def run_items(nodes: FoldedTree, layout: Layout, wanted: list[int]) -> list[Item]:
    """What can be clicked to fold, above some nodes."""
    chosen = [node for node in wanted if can_fold_at(nodes, layout, node)]
    if not chosen:
        return []
    path = links_path(chosen, layout.x, layout.depth, nodes.parents)
    return [Item(RUNS_KEY, "path", {"class": "cgt-runs", "d": path, "aria-hidden": "true"})]


_OVERSCANS = [(1.0, 1.0), (0.5, 1.0), (0.25, 1.0), (0.25, 0.5), (0.1, 0.5), (0.0, 0.25), (0.0, 0.0)]
"""Screens drawn beyond each side, across and down; the first that keeps `MOST_ELEMENTS` is taken."""

_REACH = look.RING_RADIUS + look.RING_WIDTH
"""How far a node draws around its centre; its number reaches as far left as the canvas's margin is wide."""

_KEPT_ITEMS = 6_000
"""Made items that are remembered: enough to scroll back and forth without making any twice."""


class TreeScenes:
    """The scenes of one tree in one layout; what is the same in every scene is made once."""

    def __init__(self, tree: Tree | FoldedTree, layout: Layout, labels: Labels) -> None:
        nodes = self.nodes = tree if isinstance(tree, FoldedTree) else folded(tree)
        self.layout = layout
        self._labels = labels
        roles = nodes.tree.roles
        shown = map(roles.__getitem__, nodes.firsts) if nodes.sizes else roles
        weights = [NODE_ELEMENTS[role] for role in shown]
        for node in nodes.sizes:
            weights[node] = CAPSULE_ELEMENTS
        self._rows = Rows(layout, nodes.parents, weights)
        self._positions: dict[int, int] = {}
        """Position among siblings, for the nodes below forks."""
        for siblings in (nodes.roots, *(c for c in nodes.children if len(c) > 1)):
            self._positions.update(zip(siblings, range(1, len(siblings) + 1), strict=True))
        self._items: dict[int, Item] = {}

    def scene(
        self,
        canvas: Canvas,
        viewport: Viewport,
        focused: int | None = None,
        ahead: int = 0,
        marks: Mapping[int, str] = NO_MARKS,
        bare: bool = False,
        counts: Mapping[int, int] = NO_COUNTS,
    ) -> Scene:
        """What a viewport shows, with its overscan: one screen on every side, two towards `ahead`.

        `ahead` is -1 while scrolling up fast, 1 while scrolling down fast; `marks` gives some nodes one more
        class and `counts` some capsules a number of hits; `bare` leaves out the overscan and what is only
        for the pointer. The focused node is always in the scene, and the whole stays within `MOST_ELEMENTS`.
        Cost: the nodes in the window, and the logarithm of its rows' lengths.
        """
        rect = self._window(canvas, viewport, ahead, _OVERSCANS[-1:] if bare else _OVERSCANS)
        found = self._rows.turns(rect)
        if focused is not None:
            found.append(focused)
        shown = sorted(set(found))
        links = self._rows.links(rect)
        items = [] if bare else run_items(self.nodes, self.layout, links)
        items += link_items(self.nodes, self.layout, links)
        if self.layout.virtual_root and rect.top <= _R and rect.left <= _R and rect.right >= -_R:
            items.append(VIRTUAL_ROOT)
        special = dict(marks)
        if focused is not None:
            special[focused] = f"{special.get(focused, '')} {FOCUSED}".strip()
        items += [
            self._item(i) if i not in special else self._special_item(i, special[i], counts.get(i, 0))
            for i in shown
        ]
        drawing = {**canvas.attributes(), "stroke-width": _unseen_stroke(canvas.scale)}
        return Scene(tuple(items), drawing, frozenset(shown))

    def straight_link_at(self, x: float, y: float) -> int | None:
        """The node below the foldable link nearest to a point of the layout; None when none is near."""
        below = ceil(y / ROW) * ROW
        near = self._rows.turns(Rect(x - COLUMN / 2, below, x + COLUMN / 2, below))
        chosen = [node for node in near if can_fold_at(self.nodes, self.layout, node)]
        return min(chosen, key=lambda node: abs(self.layout.x[node] - x), default=None)

    def _window(
        self, canvas: Canvas, viewport: Viewport, ahead: int, overscans: Sequence[tuple[float, float]]
    ) -> Rect:
        left, top = canvas.left + viewport.left, canvas.top + viewport.top
        # Besides the nodes: three paths and the virtual root, a focused node elsewhere, the ring.
        budget = MOST_ELEMENTS - 4 - CAPSULE_ELEMENTS - 1
        rect = Rect(left, top, left, top)
        for across, down in overscans:
            above = 2 * down if ahead < 0 else down
            below = 2 * down if ahead > 0 else down
            rect = Rect(
                left - across * viewport.width - _REACH,
                top - above * viewport.height - _REACH,
                left + (1 + across) * viewport.width + look.MARGIN_LEFT,
                top + (1 + below) * viewport.height + _REACH,
            )
            if self._rows.weight(rect) <= budget:
                return rect
        # The screen itself holds more than may be drawn: then the middle of what there is.
        bounds = self.layout.bounds
        rect = Rect(
            max(rect.left, bounds.left),
            max(rect.top, 0),
            min(rect.right, bounds.right),
            min(rect.bottom, bounds.bottom),
        )
        while self._rows.weight(rect) > budget:
            across, down = (rect.right - rect.left) / 20, (rect.bottom - rect.top) / 20
            rect = Rect(rect.left + across, rect.top + down, rect.right - across, rect.bottom - down)
        return rect

    def _item(self, index: int) -> Item:
        item = self._items.get(index)
        if item is None:
            if len(self._items) >= _KEPT_ITEMS:
                self._items.clear()
            item = self._items[index] = self._make_item(index)
        return item

    def _make_item(self, node: int) -> Item:
        nodes, layout = self.nodes, self.layout
        item = node_item(nodes, layout, node)
        count = len(nodes.siblings(node))
        position = self._positions.get(node, 1)
        attributes = {
            "id": element_id(item.key),
            **item.attributes,
            "role": "treeitem",
            "aria-level": str(layout.depth[node] + (0 if layout.virtual_root else 1)),
            "aria-setsize": str(count),
            "aria-posinset": str(position),
            "aria-label": self.name(node),
        }
        if node in nodes.sizes:
            attributes["aria-expanded"] = "false"
        if node == nodes.current:
            attributes["aria-current"] = "true"
        return item._replace(attributes=attributes)

    def name(self, node: int, hits: int = 0) -> str:
        """What a screen reader says of a node."""
        nodes, tree = self.nodes, self.nodes.tree
        turns = nodes.turns(node)
        if node in nodes.sizes:
            ends = [tree.turn(turns[0]), tree.turn(turns[-1])]
            return self._labels.capsule(ends, node == nodes.current, hits)
        position = self._positions.get(node, 1)
        return self._labels.turn(tree.turn(turns[0]), position, len(nodes.siblings(node)))

    def _special_item(self, node: int, classes: str, hits: int) -> Item:
        item = self._item(node)
        attributes = {**item.attributes, "class": f"{item.attributes['class']} {classes}"}
        if hits:
            item = with_count(item, self.nodes.sizes[node], hits)
            attributes["aria-label"] = self.name(node, hits)
        if NEW in classes.split():
            attributes["aria-label"] = self._labels.new(attributes["aria-label"])
        if BUSY in classes:
            attributes["aria-busy"] = "true"
        return item._replace(attributes=attributes)


_R = look.VIRTUAL_ROOT_RADIUS


def _unseen_stroke(scale: float) -> str:
    """The unseen line around nodes, which the drawing's scale shrinks with them, px of the layout."""
    return number(look.HIT_SIZE / scale - 2 * look.NODE_RADIUS)
