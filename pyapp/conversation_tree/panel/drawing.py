"""The drawing as the page shows it now: a tree, the view on it, and what of it has been sent.

Must not know why something is shown or focused, nor any words.

Two coordinate systems meet here, both in px: the layout's, whose origin is the first root and which a
growing tree leaves alone, and the canvas's, whose origin is the top left corner of the scrolled content and
which is smaller by the scale.

Everybody outside names *turns*; that a folded run is one node is known in here only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import dist, floor

from conversation_tree.layout.folding import FoldedTree, folded
from conversation_tree.layout.tidy import ROW, Layout, layout_tree
from conversation_tree.model import Tree
from conversation_tree.protocol import ApplyPatch, Command
from conversation_tree.scene import look
from conversation_tree.scene.build import HIT, NO_MARKS, SEARCHING, Labels, TreeScenes, canvas_of, element_id
from conversation_tree.scene.items import EMPTY, Canvas, Scene, Viewport
from conversation_tree.scene.nodes import capsule_key, node_key, turn_key
from conversation_tree.scene.patch import difference

USUAL_HEIGHT = 720
"""px; stands in until the page has said how high the view is."""

REVEAL_MARGIN = 2 * ROW
"""px that stay free around a node that was scrolled into view."""

Point = tuple[float, float]
"""Left and top, px."""


class Drawing:
    """One tree in one view; `patch` tells the page what is new since it was last asked."""

    def __init__(self) -> None:
        self.focused: int | None = None
        """Index of the turn that has the keyboard focus; in a folded run its capsule shows it."""
        self.fitted = False
        """The whole tree is scaled to fit into the view, as far as `LEAST_SCALE` allows."""
        self.searching = False
        """Turns without a mark of a hit stand back."""
        self._marks: Mapping[int, str] = NO_MARKS
        self._node_marks: Mapping[int, str] = NO_MARKS
        self._counts: Mapping[int, int] = {}
        self._scenes: TreeScenes | None = None
        self._labels: Labels | None = None
        self._canvas = Canvas(0, 0, 0, 0)
        self._view = Viewport(0, 0, look.PANEL_WIDTH, USUAL_HEIGHT)
        self._ahead = 0
        self._drawn: Scene = EMPTY

    def show(self, tree: Tree, labels: Labels, runs: Iterable[range] = ()) -> None:
        """Take a tree with some runs folded; nothing is drawn yet. Linear in the tree."""
        nodes = folded(tree, runs)
        self._labels = labels
        self._scenes = TreeScenes(nodes, layout_tree(nodes), labels)
        self.focused = None
        self._marks = self._node_marks = NO_MARKS
        self.fit()

    def fold(self, runs: Iterable[range]) -> None:
        """Fold these runs of the same tree and no others. Linear in the tree."""
        assert self._scenes is not None
        assert self._labels is not None
        nodes = folded(self._scenes.nodes.tree, runs)
        self._scenes = TreeScenes(nodes, layout_tree(nodes), self._labels)
        self._gather()
        self.fit()

    @property
    def nodes(self) -> FoldedTree | None:
        """What is displayed."""
        return self._scenes.nodes if self._scenes else None

    @property
    def marks(self) -> Mapping[int, str]:
        """Turns that stand out, and the classes that say why."""
        return self._marks

    @marks.setter
    def marks(self, marks: Mapping[int, str]) -> None:
        self._marks = dict(marks)
        self._gather()

    def _gather(self) -> None:
        nodes = self.nodes
        if nodes is not None:
            self._node_marks = nodes.gathered(self._marks)
            self._counts = nodes.counted(self._marks, HIT)

    def clear(self) -> Iterator[Command]:
        """Take the tree away."""
        self._scenes = None
        self.focused = None
        yield from self._send(EMPTY)

    def forget_page(self) -> None:
        """A new page: nothing is drawn there yet."""
        self._scenes = None
        self._drawn = EMPTY

    def resize(self, width: float, height: float) -> bool:
        """The view has this size now; true when that is new."""
        if (width, height) == (self._view.width, self._view.height) or not width or not height:
            return False
        self._view = Viewport(self._view.left, self._view.top, width, height)
        self.fit()
        return True

    def fit(self) -> None:
        """The canvas for the tree, the view and whether all of it shall fit."""
        if self._scenes is None:
            return
        layout, view = self._scenes.layout, self._view
        scale = 1.0
        if self.fitted:
            bare = canvas_of(layout)
            wanted = min(view.width / bare.width, view.height / bare.height, 1.0)
            # Rounded down, so that no fraction of a px makes a scroll bar.
            scale = max(floor(wanted * 1000) / 1000, look.LEAST_SCALE)
        canvas = canvas_of(layout, view.width / scale, view.height / scale)
        self._canvas = Canvas(canvas.left, canvas.top, canvas.width, canvas.height, scale)

    # ------------------------------------------------------------ where things are

    def look_at(self, left: float, top: float) -> Point:
        """The view is there on the canvas now; returns the place after keeping it on the canvas."""
        canvas, view = self._canvas, self._view
        left = max(0.0, min(left, canvas.width * canvas.scale - view.width))
        top = max(0.0, min(top, canvas.height * canvas.scale - view.height))
        moved = top - view.top
        self._ahead = 0 if abs(moved) < view.height / 2 else (1 if moved > 0 else -1)
        self._view = Viewport(left, top, view.width, view.height)
        return left, top

    def is_elsewhere(self, left: float, top: float) -> bool:
        """Whether the page has scrolled away from where the view was last; it rounds to whole px."""
        return abs(left - self._view.left) > 1.5 or abs(top - self._view.top) > 1.5

    def on_canvas(self, left: float, top: float) -> Point:
        """A point of the layout on the canvas."""
        canvas = self._canvas
        return (left - canvas.left) * canvas.scale, (top - canvas.top) * canvas.scale

    def from_canvas(self, left: float, top: float) -> Point:
        """A point of the canvas in the layout."""
        canvas = self._canvas
        return left / canvas.scale + canvas.left, top / canvas.scale + canvas.top

    def centred(self, index: int | None) -> Point:
        """Where on the canvas the view has a turn in its middle; the top of the tree for None."""
        x, y = self._position(index)
        return x - self._view.width / 2, y - self._view.height / 2

    def revealed(self, index: int) -> Point:
        """The place on the canvas nearest to the present one that has a turn well in view."""
        x, y = self._position(index)
        view = self._view
        across = min(REVEAL_MARGIN, view.width / 3)
        down = min(REVEAL_MARGIN, view.height / 3)
        left = min(max(view.left, x + across - view.width), x - across)
        top = min(max(view.top, y + down - view.height), y - down)
        return left, top

    def current_in_view(self) -> bool:
        """Whether the current turn is on screen."""
        nodes = self.nodes
        return nodes is not None and nodes.tree.current is not None and self.in_view(nodes.tree.current)

    def in_view(self, index: int) -> bool:
        """Whether a turn, or the capsule it is in, is on screen."""
        left, top = self.on_screen(index)
        return 0 <= left <= self._view.width and 0 <= top <= self._view.height

    def on_screen(self, index: int) -> Point:
        """Where in the view a turn is, or the capsule it is in."""
        x, y = self._position(index)
        return x - self._view.left, y - self._view.top

    def place_in_view(self, index: int, y: float) -> Point:
        """The place in the view with the x of a turn and the height of a point of the canvas."""
        return self.on_screen(index)[0], y - self._view.top

    def moved_to(self, index: int, place: Point) -> Point:
        """Where on the canvas the view has a turn at that place in it."""
        x, y = self._position(index)
        return x - place[0], y - place[1]

    def middle(self) -> int | None:
        """The turn nearest to the middle of the view."""
        nodes = self.nodes
        if nodes is None or not self._drawn.nodes:
            return None
        view = self._view
        # What was drawn last is around the view; it may have been another tree's.
        near = [nodes.firsts[node] for node in self._drawn.nodes if node < len(nodes)]
        return min(
            near, key=lambda turn: dist(self.on_screen(turn), (view.width / 2, view.height / 2)), default=None
        )

    @property
    def ground(self) -> tuple[Layout | None, float, float]:
        """What says where turns are down the scrollbar: the layout, the height of it all and of the view."""
        layout = self._scenes.layout if self._scenes is not None else None
        return layout, self._canvas.height * self._canvas.scale, self._view.height

    def rows(self, turns: Iterable[int]) -> set[int]:
        """The rows of the layout that these turns are in."""
        assert self._scenes is not None
        layout, nodes = self._scenes.layout, self._scenes.nodes
        shown = map(nodes.node_of, turns) if nodes.sizes else turns
        return set(map(layout.depth.__getitem__, shown))

    def down(self) -> list[float]:
        """How far down the canvas every row of the layout is."""
        assert self._scenes is not None
        return [self.on_canvas(0.0, ROW * row)[1] for row in range(max(self._scenes.layout.depth) + 1)]

    def _position(self, index: int | None) -> Point:
        assert self._scenes is not None
        if index is None:
            return self.on_canvas(0.0, 0.0)
        layout, node = self._scenes.layout, self._scenes.nodes.node_of(index)
        return self.on_canvas(layout.x[node], ROW * layout.depth[node])

    # ------------------------------------------------------------ names of what is drawn

    def turn_of(self, key: str) -> int | None:
        """The turn that the item of this key draws."""
        if self._scenes is None or not key.startswith(turn_key("")):
            return None
        return self._scenes.nodes.tree.index_of(key.removeprefix(turn_key("")))

    def capsule_of(self, key: str) -> range | None:
        """The turns in the capsule that the item of this key draws."""
        nodes = self.nodes
        if nodes is None or not key.startswith(capsule_key("")):
            return None
        first = nodes.tree.index_of(key.removeprefix(capsule_key("")))
        return None if first is None else nodes.turns(nodes.node_of(first))

    def hides(self, index: int) -> bool:
        """Whether a turn is in a capsule."""
        nodes = self.nodes
        return nodes is not None and nodes.node_of(index) in nodes.sizes

    def foldable_at(self, x: float, y: float) -> int | None:
        """A turn of the run whose straight link is at a place on the canvas."""
        if self._scenes is None:
            return None
        node = self._scenes.straight_link_at(*self.from_canvas(x, y))
        return None if node is None else self._scenes.nodes.foldable(node)

    def name_of(self, node: int) -> str:
        """What a screen reader says of a node."""
        return self._scenes.name(node) if self._scenes else ""

    def focused_element(self) -> str | None:
        """The element id of the focused node, which is always drawn."""
        nodes = self.nodes
        if nodes is None or self.focused is None:
            return None
        return element_id(node_key(nodes, nodes.node_of(self.focused)))

    # ------------------------------------------------------------ what the page is told

    @property
    def is_empty(self) -> bool:
        """Whether the page shows nothing yet."""
        return not self._drawn.items

    def patch(self, bare: bool = False) -> Iterator[Command]:
        """What is new in view and around it, as one command, or none; `bare`: only what is in view."""
        scenes = self._scenes
        if scenes is None:
            return
        view, scale = self._view, self._canvas.scale
        scene = scenes.scene(
            self._canvas,
            Viewport(view.left / scale, view.top / scale, view.width / scale, view.height / scale),
            None if self.focused is None else scenes.nodes.node_of(self.focused),
            self._ahead,
            self._node_marks,
            bare,
            self._counts,
        )
        if self.searching:
            scene = replace(scene, drawing={**scene.drawing, "class": SEARCHING})
        yield from self._send(scene)

    def _send(self, scene: Scene) -> Iterator[Command]:
        operations = difference(self._drawn, scene)
        self._drawn = scene
        if operations:
            yield ApplyPatch(operations)
