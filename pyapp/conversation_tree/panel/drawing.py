"""The drawing as the page shows it now: a tree, the view on it, and what of it has been sent.

Must not know why something is shown or focused, nor any words.

Two coordinate systems meet here, both in px: the layout's, whose origin is the first root and which a
growing tree leaves alone, and the canvas's, whose origin is the top left corner of the scrolled content.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conversation_tree.layout.tidy import ROW, Layout, layout_tree
from conversation_tree.model import Tree
from conversation_tree.protocol import ApplyPatch, Command
from conversation_tree.scene import look
from conversation_tree.scene.build import (
    EMPTY,
    SEARCHING,
    Canvas,
    Labels,
    Scene,
    TreeScenes,
    Viewport,
    canvas_of,
    element_id,
    turn_key,
)
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
        """Index of the turn that has the keyboard focus."""
        self.marks: dict[int, str] = {}
        """Turns that stand out, and the class that says why."""
        self.searching = False
        """Turns without a mark of a hit stand back."""
        self._scenes: TreeScenes | None = None
        self._canvas = Canvas(0, 0, 0, 0)
        self._view = Viewport(0, 0, look.PANEL_WIDTH, USUAL_HEIGHT)
        self._ahead = 0
        self._drawn: Scene = EMPTY

    def show(self, tree: Tree, labels: Labels) -> None:
        """Take a tree; nothing is drawn yet. Linear in the tree."""
        self._scenes = TreeScenes(tree, layout_tree(tree), labels)
        self.focused = None
        self.marks = {}
        self._fit()

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
        self._fit()
        return True

    def _fit(self) -> None:
        if self._scenes is not None:
            self._canvas = canvas_of(self._scenes.layout, self._view.width, self._view.height)

    # ------------------------------------------------------------ where things are

    def look_at(self, left: float, top: float) -> Point:
        """The view is there on the canvas now; returns the place after keeping it on the canvas."""
        canvas, view = self._canvas, self._view
        left = max(0.0, min(left, canvas.width - view.width))
        top = max(0.0, min(top, canvas.height - view.height))
        moved = top - view.top
        self._ahead = 0 if abs(moved) < view.height / 2 else (1 if moved > 0 else -1)
        self._view = Viewport(left, top, view.width, view.height)
        return left, top

    def is_elsewhere(self, left: float, top: float) -> bool:
        """Whether the page has scrolled away from where the view was last; it rounds to whole px."""
        return abs(left - self._view.left) > 1.5 or abs(top - self._view.top) > 1.5

    def on_canvas(self, left: float, top: float) -> Point:
        """A point of the layout on the canvas."""
        return left - self._canvas.left, top - self._canvas.top

    def from_canvas(self, left: float, top: float) -> Point:
        """A point of the canvas in the layout."""
        return left + self._canvas.left, top + self._canvas.top

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
        if self._scenes is None or self._scenes.tree.current is None:
            return False
        x, y = self._position(self._scenes.tree.current)
        view = self._view
        return 0 <= x - view.left <= view.width and 0 <= y - view.top <= view.height

    @property
    def ground(self) -> tuple[Layout | None, float, float]:
        """What says where turns are down the scrollbar: the layout, the height of it all and of the view."""
        layout = self._scenes.layout if self._scenes is not None else None
        return layout, self._canvas.height, self._view.height

    def down(self, index: int) -> float:
        """How far down the canvas a turn is."""
        return self._position(index)[1]

    def _position(self, index: int | None) -> Point:
        assert self._scenes is not None
        layout: Layout = self._scenes.layout
        return self.on_canvas(*((layout.x[index], layout.y[index]) if index is not None else (0.0, 0.0)))

    # ------------------------------------------------------------ names of what is drawn

    def turn_of(self, key: str) -> int | None:
        """The turn that the item of this key draws."""
        if self._scenes is None or not key.startswith(turn_key("")):
            return None
        return self._scenes.tree.index_of(key.removeprefix(turn_key("")))

    def focused_element(self) -> str | None:
        """The element id of the focused turn, which is always drawn."""
        if self._scenes is None or self.focused is None:
            return None
        return element_id(turn_key(self._scenes.tree.ids[self.focused]))

    # ------------------------------------------------------------ what the page is told

    @property
    def is_empty(self) -> bool:
        """Whether the page shows nothing yet."""
        return not self._drawn.items

    def patch(self, bare: bool = False) -> Iterator[Command]:
        """What is new in view and around it, as one command, or none; `bare`: only what is in view."""
        if self._scenes is not None:
            scene = self._scenes.scene(self._canvas, self._view, self.focused, self._ahead, self.marks, bare)
            if self.searching:
                scene = replace(scene, drawing={**scene.drawing, "class": SEARCHING})
            yield from self._send(scene)

    def _send(self, scene: Scene) -> Iterator[Command]:
        operations = difference(self._drawn, scene)
        self._drawn = scene
        if operations:
            yield ApplyPatch(operations)
