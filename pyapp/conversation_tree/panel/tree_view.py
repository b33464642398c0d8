"""The tree in its scrolled view: what is drawn and folded, where the view is, which turn has the focus.

Must not know why a tree is shown, nor the words around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conversation_tree.model import Tree
from conversation_tree.panel import unseen
from conversation_tree.panel.drawing import Drawing, Point
from conversation_tree.panel.folds import Folds
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.markers import Markers
from conversation_tree.panel.view_state import ConversationView
from conversation_tree.panel.walking import TypeAhead, step
from conversation_tree.protocol import (
    Command,
    ElementClicked,
    KeyPressed,
    ScrollTo,
    SetTimer,
    ViewportChanged,
)
from conversation_tree.scene.build import NEW, RUNS_KEY

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
        self._whole = False
        """All of the tree is known."""
        self._view = ConversationView()
        self._folds: Folds | None = None
        self._labels: TurnLabels | None = None
        self._marks: Mapping[int, str] = {}
        self._type_ahead = TypeAhead()
        self._leaving: tuple[ConversationView, str | None] | None = None
        """Since a journey began: whose it is, and the turn that was current."""
        self._more = False
        """In a narrow sidebar: the buttons of the footer are shown."""
        self._centred = False
        """The current turn was brought to the middle, and the person has not looked elsewhere since."""

    def rest(self) -> None:
        """The page is gone: keep nothing large."""
        self.drawing = Drawing()
        self.markers = Markers()
        self._forget_tree()

    def page_opened(self) -> None:
        self.drawing.forget_page()
        self.markers.forget_page()
        self._forget_tree()

    def _forget_tree(self) -> None:
        self.tree = self._folds = None
        self._centred = False

    def clear(self) -> Commands:
        self._forget_tree()
        yield from self.drawing.clear()
        yield from self.markers.patch(self.drawing)

    def show(
        self,
        tree: Tree,
        labels: TurnLabels,
        view: ConversationView,
        marks: Mapping[int, str],
        searching: bool = False,
        whole: bool = True,
    ) -> Commands:
        """Draw a tree; the view stays where it was, unless the current turn was in it: then it follows.

        `whole` says that all of it is known: what such a tree has and the one before had not is new.
        """
        drawing = self.drawing
        follow = self.tree is not None and drawing.current_in_view()
        if self._leaving is not None and self._leaving != (view, _current_id(tree)):
            # After a jump, wherever one was looking; but not when it was another conversation's.
            follow = follow or self._leaving[0] is view
            self._leaving = None
        if self.tree is not None and view is self._view and whole and self._whole:
            view.unseen = unseen.grown(view.unseen, self.tree, tree)
        view.unseen = unseen.still(view.unseen, tree)
        self._view, self._labels, self._whole = view, labels, whole
        self.tree = tree
        if not len(tree):
            yield from drawing.clear()
            return
        self._folds = Folds(tree, view)
        drawing.fitted = view.before is not None
        drawing.show(tree, labels, self._folds.chosen())
        self._marks = marks
        drawing.marks, drawing.searching = self._all_marks(), searching
        focused = tree.index_of(view.focused) if view.focused else None
        drawing.focused = tree.current if focused is None else focused
        if view.left is None or view.top is None or follow:
            self._centred = True
        yield from self._keep_place()
        yield from self._tell_controls()

    # ------------------------------------------------------------ marks

    def mark(self, marks: Mapping[int, str], searching: bool = False) -> Commands:
        """Other turns stand out now, and while `searching` the rest stands back."""
        self._marks = marks
        yield from self._remark(searching)

    def _remark(self, searching: bool) -> Commands:
        drawing = self.drawing
        if self.tree is None:
            return
        marks = self._all_marks()
        if (drawing.marks, drawing.searching) != (marks, searching):
            drawing.marks, drawing.searching = marks, searching
            yield from self._patch()

    def _all_marks(self) -> dict[int, str]:
        """Those given, and the branches that were not looked at yet."""
        marks = dict(self._marks)
        for message in self._view.unseen if self.tree is not None else ():
            turn = self.tree.index_of(message) if self.tree else None
            if turn is not None:
                marks[turn] = f"{marks.get(turn, '')} {NEW}".strip()
        return marks

    def visited(self, index: int) -> Commands:
        """The person looks at a turn: a branch that begins with it is not new any more."""
        if self.tree is not None and self._view.unseen:
            self._view.unseen = unseen.without(self._view.unseen, self.tree, index)
            yield from self._remark(self.drawing.searching)

    def pointed(self, key: str) -> Commands:
        """The pointer is on something drawn."""
        inside = self.drawing.capsule_of(key)
        turn = inside[0] if inside else self.drawing.turn_of(key)
        if turn is not None and self._view.unseen:
            yield from self.visited(turn)

    # ------------------------------------------------------------ the place

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
        yield from self.visited(index)

    def leave_for(self, index: int) -> Commands:
        """A journey to a turn begins: where it leads the view follows, to the turn that is current then."""
        assert self.tree is not None
        self._leaving = self._view, _current_id(self.tree)
        yield from self.reveal(index)

    def reveal(self, index: int) -> Commands:
        """The same, after unfolding the run that hides the turn."""
        if self._folds and self.drawing.hides(index):
            self._folds.unfold(index)
            yield from self._refold(index)
        yield from self.focus(index)

    def to_current(self) -> Commands:
        """The current turn comes to the middle of the view and gets the focus."""
        if self.tree is not None and self.tree.current is not None:
            yield from self.focus(self.tree.current)
            self._centred = True
            yield from self._keep_place()

    # ------------------------------------------------------------ folding

    def clicked(self, event: ElementClicked) -> Commands:
        """A capsule unfolds; a straight link folds the run it belongs to."""
        drawing = self.drawing
        inside = drawing.capsule_of(event.key)
        if inside:
            yield from self._unfold(inside[0])
        elif event.key == RUNS_KEY:
            turn = drawing.foldable_at(event.x, event.y)
            run = None if turn is None or self._folds is None else self._folds.near(turn)
            if run:
                yield from self._fold(run, drawing.place_in_view(run[0], event.y))

    def _fold(self, run: range, place: Point | None = None) -> Commands:
        assert self._folds is not None
        self._folds.fold(run[0])
        yield from self._refold(run[0], place)
        yield from self._say("folded_count", len(run))

    def _unfold(self, turn: int) -> Commands:
        assert self._folds is not None
        run = self._folds.near(turn)
        self._folds.unfold(turn)
        yield from self._refold(turn)
        yield from self._say("unfolded_count", len(run or ()))

    def _toggle(self, turn: int) -> Commands:
        """Fold or unfold the run that a turn is in or at the end of."""
        run = self._folds.near(turn) if self._folds else None
        if run and self.drawing.hides(run[0]):
            yield from self._unfold(run[0])
        elif run:
            yield from self._fold(run, None if turn in run else self.drawing.on_screen(turn))

    def toggle_all(self) -> Commands:
        """Fold all runs of at least two turns; unfold everything when they are folded."""
        folds = self._folds
        if folds is None:
            return
        if folds.complete:
            yield from self._unfold_all()
        elif folds.fold_all():
            yield from self._refold(self._anchor())
            yield from self._say("all_folded")
        else:
            yield from self._say("nothing_to_fold")

    def _unfold_all(self) -> Commands:
        if self._folds is not None and self._folds.any:
            self._folds.unfold_all()
            yield from self._refold(self._anchor())
            yield from self._say("all_unfolded")

    def overview(self) -> Commands:
        """Fold everything and make it fit into the view; again: as it was before."""
        folds, view, drawing = self._folds, self._view, self.drawing
        if folds is None or self.tree is None:
            return
        if view.before is None:
            view.before = {
                **{name: getattr(view, name) for name in ("all_folded", "folded", "unfolded", "left", "top")},
                "centred": self._centred,
            }
            folds.fold_all()
            drawing.fitted = True
            drawing.fold(folds.chosen())
            self._centred = True
            yield from self._keep_place()
            yield from self._say("overview_on")
        else:
            before, view.before = view.before, None
            self._centred = before.pop("centred")
            for name, value in before.items():
                setattr(view, name, value)
            drawing.fitted = False
            drawing.fold(folds.chosen())
            yield from self._keep_place()
            yield from self._say("overview_off")
        yield from self._tell_controls()

    def _anchor(self) -> int:
        """The turn that stays where it is on screen: focused or current if seen, else in the middle."""
        drawing = self.drawing
        current = self.tree.current if self.tree else None
        seen = [turn for turn in (drawing.focused, current) if turn is not None and drawing.in_view(turn)]
        middle = drawing.middle()
        return seen[0] if seen else middle if middle is not None else 0

    def _refold(self, anchor: int, place: Point | None = None) -> Commands:
        """Draw the folds as they are now, with one turn in the same place of the view as before, or there."""
        assert self._folds is not None
        if place is None:
            place = self.drawing.on_screen(anchor)
        self.drawing.fold(self._folds.chosen())
        self._centred = False
        yield from self._move_to(*self.drawing.moved_to(anchor, place))
        yield from self._tell_controls()

    # ------------------------------------------------------------ keys

    def key_pressed(self, event: KeyPressed) -> Commands:
        """A key while the tree has the focus; what goes to a message is not in here."""
        nodes, focused, folds = self.drawing.nodes, self.drawing.focused, self._folds
        if nodes is None or folds is None or not len(nodes):
            return
        turn = focused or 0
        node, key = nodes.node_of(turn), event.key
        if key.lower() == "f":
            yield from self._toggle(turn)
        elif key.lower() == "o":
            yield from self.overview()
        elif key == "*":
            yield from self._unfold_all()
        elif node in nodes.sizes and (key == "Enter" or (key == "ArrowRight" and not event.shift)):
            yield from self._unfold(nodes.firsts[node])
        else:
            target = step(nodes, node, key, event.shift)
            if target is None and len(key) == 1 and key.isalnum():
                target = self._type_ahead.find(nodes, node, key, event.time, self.drawing.name_of)
            if target is not None:
                yield from self.focus(nodes.firsts[target])

    # ------------------------------------------------------------ controls

    def control(self, name: str) -> Commands:
        """A button for the drawing was pressed."""
        if name == "current":
            yield from self.to_current()
        elif name == "overview":
            yield from self.overview()
        elif name == "fold":
            yield from self.toggle_all()
        elif name == "more":
            self._more = not self._more
            yield from self._tell_controls()

    def _say(self, key: str, number: int | None = None) -> Commands:
        if self._labels:
            say = self._labels.texts
            yield from self._frame.update(
                {"live": {"text": say(key) if number is None else say.count(key, number)}}
            )

    def _tell_controls(self) -> Commands:
        """What the buttons for folding do now."""
        if self._labels is None or self._folds is None:
            return
        say = self._labels.texts
        name = say("unfold_all" if self._folds.any and self._folds.complete else "fold_all")
        on = "true" if self._view.before is not None else "false"
        yield from self._frame.update(
            {
                "fold": {"attributes": {"aria-label": name, "title": name}},
                "overview": {"attributes": {"aria-pressed": on}},
                "more": {"attributes": {"aria-expanded": "true" if self._more else "false"}},
                "tools": {"attributes": {"data-cgt-shown": "true" if self._more else None}},
            }
        )


def _current_id(tree: Tree) -> str | None:
    return None if tree.current is None else tree.ids[tree.current]
