"""The tree in its scrolled view: what is drawn, where the view is, which turn has the focus.

Must not know why a tree is shown, nor the words around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conversation_tree.model import Tree
from conversation_tree.panel.drawing import Drawing
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.markers import Markers
from conversation_tree.panel.view_state import ConversationView
from conversation_tree.protocol import Command, ScrollTo, SetTimer, ViewportChanged

Commands = Iterator[Command]

TIMER = "surroundings"
SOON_MS = 30


class TreeView:
    """One tab's drawing, kept where the person looks."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self.drawing = Drawing()
        self.markers = Markers()
        self.tree: Tree | None = None
        self._view = ConversationView()
        self._centred = False
        """The current turn was brought to the middle, and the person has not looked elsewhere since."""

    def rest(self) -> None:
        """The page is gone: keep nothing large."""
        self.drawing = Drawing()
        self.markers = Markers()
        self.tree = None
        self._centred = False

    def page_opened(self) -> None:
        self.drawing.forget_page()
        self.markers.forget_page()
        self.tree = None
        self._centred = False

    def clear(self) -> Commands:
        self.tree = None
        self._centred = False
        yield from self.drawing.clear()
        yield from self.markers.patch(self.drawing)

    def show(
        self,
        tree: Tree,
        labels: TurnLabels,
        view: ConversationView,
        marks: Mapping[int, str],
        searching: bool = False,
    ) -> Commands:
        """Draw a tree; the view stays where it was, unless the current turn was in it: then it follows."""
        follow = self.tree is not None and self.drawing.current_in_view()
        drawing = self.drawing
        self._view = view
        self.tree = tree
        if not len(tree):
            yield from drawing.clear()
            return
        drawing.show(tree, labels)
        drawing.marks, drawing.searching = dict(marks), searching
        focused = tree.index_of(view.focused) if view.focused else None
        drawing.focused = tree.current if focused is None else focused
        if view.left is None or view.top is None or follow:
            self._centred = True
        yield from self._keep_place()

    def mark(self, marks: Mapping[int, str], searching: bool = False) -> Commands:
        """Other turns stand out now, and while `searching` the rest stands back."""
        drawing = self.drawing
        if self.tree is not None and (drawing.marks, drawing.searching) != (marks, searching):
            drawing.marks, drawing.searching = dict(marks), searching
            yield from self._patch()

    def _keep_place(self) -> Commands:
        """Show what was looked at again: the current turn in the middle until the person scrolls."""
        assert self.tree is not None
        drawing, view = self.drawing, self._view
        if self._centred or view.left is None or view.top is None:
            yield from self._move_to(*drawing.centred(self.tree.current))
        else:
            yield from self._move_to(*drawing.on_canvas(view.left, view.top))

    def _move_to(self, left: float, top: float) -> Commands:
        """Draw what will be seen there first, then scroll: never a blank frame."""
        left, top = self.drawing.look_at(left, top)
        self._view.left, self._view.top = self.drawing.from_canvas(left, top)
        yield from self._patch()
        yield ScrollTo(left, top)

    def surround(self) -> Commands:
        """Draw what lies around the view, too."""
        if self.tree is not None:
            yield from self._patch()

    def _patch(self) -> Commands:
        # What is in view first: around it lies as much again or more, and the eye waits for none of that.
        bare = self.drawing.is_empty
        yield from self.drawing.patch(bare)
        yield from self.markers.patch(self.drawing)
        if bare:
            yield SetTimer(TIMER, SOON_MS)
        key = self.drawing.focused_element()
        yield from self._frame.update({"scroller": {"attributes": {"aria-activedescendant": key}}})

    def viewport_changed(self, event: ViewportChanged) -> Commands:
        drawing = self.drawing
        resized = drawing.resize(event.width, event.height)
        if self.tree is None or not len(self.tree):
            return
        if resized:
            # The canvas follows the size of the view, so the page's own scroll position means nothing now.
            yield from self._keep_place()
            return
        if drawing.is_elsewhere(event.left, event.top):
            self._centred = False
        drawing.look_at(event.left, event.top)
        self._view.left, self._view.top = drawing.from_canvas(event.left, event.top)
        yield from self._patch()

    def focus(self, index: int) -> Commands:
        """The keyboard focus moves to a turn, which comes into view."""
        assert self.tree is not None
        self.drawing.focused = index
        self._view.focused = self.tree.ids[index]
        self._centred = False
        yield from self._move_to(*self.drawing.revealed(index))

    def reveal(self, index: int) -> Commands:
        """A turn that something led to comes into view, and the keyboard focus with it."""
        yield from self.focus(index)
