"""The scenes of one tree: what a viewport shows, as a typed display list.

Must not know the browser, SVG text or patches; words come in as `Labels`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from conversation_tree.frozen import frozen
from conversation_tree.layout.tidy import ROW, Layout
from conversation_tree.model import Tree, Turn
from conversation_tree.scene import look
from conversation_tree.scene.links import links_path
from conversation_tree.scene.numbers import number
from conversation_tree.scene.window import Rect, Rows

MOST_ELEMENTS = 1_500 - 60
"""Elements of a scene at most; the sidebar's frame has the rest of the 1,500."""

TAGS = frozenset({"g", "circle", "path", "text"})
"""Every element a scene may hold; the page draws no other."""

ATTRIBUTES = frozenset(
    {"id", "class", "role", "transform", "d", "r", "x", "y", "text-anchor"}
    | {
        "aria-level",
        "aria-setsize",
        "aria-posinset",
        "aria-label",
        "aria-current",
        "aria-hidden",
        "aria-busy",
    }
    | {"viewBox", "width", "height"}
)
"""Every attribute a scene may set; the page sets no other."""


FOCUSED = "cgt-focused"
BUSY = "cgt-busy"
"""The class of a turn that something is going on with: it is being written, or gone to."""
HIT = "cgt-hit"
HIT_CURRENT = "cgt-hit-current"
"""Added to the former: this one was walked to."""
SEARCHING = "cgt-searching"
"""The class of the whole drawing while something is looked for: what is no hit stands back."""
PINNED = "cgt-pinned"
"""Of a turn whose card is pinned."""
NO_MARKS: Mapping[int, str] = {}


class Labels(Protocol):
    """Accessible names."""

    def turn(self, turn: Turn, sibling_position: int, sibling_count: int) -> str:
        """What a screen reader says of a turn; positions count from 1."""


class Item(NamedTuple):
    """One element of the drawing. A tuple, because a window holds hundreds and compares them."""

    key: str
    """Unique in its scene; empty for an item inside another."""
    tag: str
    attributes: dict[str, str]
    """Never changed once the item is made."""
    text: str | None = None
    children: tuple[Item, ...] = ()


@frozen
class Canvas:
    """The sheet the tree lies on, px in layout coordinates: what the scrolled content shows."""

    left: float
    top: float
    width: float
    height: float

    def attributes(self) -> dict[str, str]:
        """Attributes of the svg element."""
        width, height = number(self.width), number(self.height)
        return {
            "viewBox": f"{number(self.left)} {number(self.top)} {width} {height}",
            "width": width,
            "height": height,
        }


@frozen
class Viewport:
    """What is on screen, px of the scrolled content: 0, 0 is the canvas's corner."""

    left: float
    top: float
    width: float
    height: float


@frozen
class Scene:
    """What is drawn now; items lie in order, later ones above."""

    items: tuple[Item, ...]
    drawing: dict[str, str]
    """Attributes of the svg element itself."""
    turns: frozenset[int]
    """Indices of the turns in it."""

    @property
    def elements(self) -> int:
        """How many elements it takes."""
        return sum(1 + len(item.children) for item in self.items)


EMPTY = Scene((), {}, frozenset())


_UNSAFE = re.compile(r"[^A-Za-z0-9_.:-]")


def turn_key(turn_id: str) -> str:
    """The key of a turn's item."""
    return f"t:{turn_id}"


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


_DOT = Item("", "circle", {"r": str(look.NODE_RADIUS)})
_RING = Item("", "circle", {"class": "cgt-ring", "r": str(look.RING_RADIUS)})
_NUMBER = {
    "class": "cgt-number",
    "x": f"-{look.NUMBER_DISTANCE}",
    "y": str(look.NUMBER_BASELINE),
    "text-anchor": "end",
}
_R = look.VIRTUAL_ROOT_RADIUS
VIRTUAL_ROOT = Item(
    "root",
    "path",
    {"class": "cgt-virtual-root", "d": f"M0,-{_R}L{_R},0 0,{_R} -{_R},0Z", "aria-hidden": "true"},
)


def turn_item(tree: Tree, layout: Layout, index: int) -> Item:
    """The node of a turn as it looks: circle, ring on the current one, number beside a question."""
    role = tree.roles[index]
    classes = f"cgt-node cgt-{role}"
    if tree.active[index]:
        classes += " cgt-active"
    children = [_DOT]
    if index == tree.current:
        classes += " cgt-current"
        children.append(_RING)
    if role == "user":
        children.append(Item("", "text", _NUMBER, str(tree.turn_numbers[index])))
    place = f"translate({number(layout.x[index])},{number(ROW * layout.depth[index])})"
    return Item(turn_key(tree.ids[index]), "g", {"class": classes, "transform": place}, None, tuple(children))


def link_items(tree: Tree, layout: Layout, turns: list[int]) -> list[Item]:
    """The links above some turns, uppermost first: a path of inactive ones, above it one of active ones."""
    items: list[Item] = []
    for key, wanted in (("links", False), ("links-active", True)):
        chosen = [i for i in turns if tree.active[i] is wanted]
        if chosen:
            path = links_path(chosen, layout.x, layout.depth, tree.parents)
            items.append(Item(key, "path", {"class": f"cgt-{key}", "d": path, "aria-hidden": "true"}))
    return items


_OVERSCANS = [(1.0, 1.0), (0.5, 1.0), (0.25, 1.0), (0.25, 0.5), (0.1, 0.5), (0.0, 0.25), (0.0, 0.0)]
"""Screens drawn beyond each side, across and down; the first that keeps `MOST_ELEMENTS` is taken."""

_REACH = look.RING_RADIUS + look.RING_WIDTH
"""How far a node draws around its centre; its number reaches as far left as the canvas's margin is wide."""

_ELEMENTS = {"user": 3, "assistant": 2}
"""Of one node: group, circle, and the number of a question."""

_KEPT_ITEMS = 6_000
"""Made items that are remembered: enough to scroll back and forth without making any twice."""


class TreeScenes:
    """The scenes of one tree in one layout; what is the same in every scene is made once."""

    def __init__(self, tree: Tree, layout: Layout, labels: Labels) -> None:
        self.tree = tree
        self.layout = layout
        self._labels = labels
        self._rows = Rows(layout, tree.parents, [_ELEMENTS[role] for role in tree.roles])
        self._positions: dict[int, int] = {}
        """Position among siblings, for the turns of forks."""
        for siblings in (tree.roots, *(c for c in tree.children if len(c) > 1)):
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
    ) -> Scene:
        """What a viewport shows, with its overscan: one screen on every side, two towards `ahead`.

        `ahead` is -1 while scrolling up fast, 1 while scrolling down fast; `marks` gives some turns one more
        class; `bare` leaves the overscan out. The focused turn is always in the scene, and the whole stays
        within `MOST_ELEMENTS`. Cost: the turns in the window, and the logarithm of its rows' lengths.
        """
        rect = self._window(canvas, viewport, ahead, _OVERSCANS[-1:] if bare else _OVERSCANS)
        turns = self._rows.turns(rect)
        if focused is not None:
            turns.append(focused)
        shown = sorted(set(turns))
        items = link_items(self.tree, self.layout, self._rows.links(rect))
        if self.layout.virtual_root and rect.top <= _R and rect.left <= _R and rect.right >= -_R:
            items.append(VIRTUAL_ROOT)
        special = dict(marks)
        if focused is not None:
            special[focused] = f"{special.get(focused, '')} {FOCUSED}".strip()
        items += [self._item(i) if i not in special else self._special_item(i, special[i]) for i in shown]
        return Scene(tuple(items), canvas.attributes(), frozenset(shown))

    def _window(
        self, canvas: Canvas, viewport: Viewport, ahead: int, overscans: Sequence[tuple[float, float]]
    ) -> Rect:
        left, top = canvas.left + viewport.left, canvas.top + viewport.top
        # Besides the turns: two paths and the virtual root, a focused turn elsewhere, the ring.
        budget = MOST_ELEMENTS - 3 - 4 - 1
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

    def _make_item(self, index: int) -> Item:
        tree, layout = self.tree, self.layout
        item = turn_item(tree, layout, index)
        count = len(tree.siblings(index))
        position = self._positions.get(index, 1)
        attributes = {
            "id": element_id(item.key),
            **item.attributes,
            "role": "treeitem",
            "aria-level": str(layout.depth[index] + (0 if layout.virtual_root else 1)),
            "aria-setsize": str(count),
            "aria-posinset": str(position),
            "aria-label": self._labels.turn(tree.turn(index), position, count),
        }
        if index == tree.current:
            attributes["aria-current"] = "true"
        return item._replace(attributes=attributes)

    def _special_item(self, index: int, classes: str) -> Item:
        item = self._item(index)
        attributes = {**item.attributes, "class": f"{item.attributes['class']} {classes}"}
        if BUSY in classes:
            attributes["aria-busy"] = "true"
        return item._replace(attributes=attributes)
