"""When cards are shown: the one under the pointer, the pinned ones, and what a press on them does.

Must not know what stands in a card or where it is on screen. The page says what the pointer is on; a card
comes a moment after the pointer, and goes a moment after it has left both the node and the card.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from conversation_tree.panel.card import Cards as Layer
from conversation_tree.panel.card import difference
from conversation_tree.panel.card_content import CardContent, Shown
from conversation_tree.panel.changes import Change, changes
from conversation_tree.panel.settings import Settings
from conversation_tree.panel.tree_view import TreeView
from conversation_tree.panel.view_state import ConversationView
from conversation_tree.protocol import (
    ApplyPatch,
    Command,
    CopyText,
    ElementClicked,
    EndReached,
    FocusElement,
    PointerEntered,
    PointerHeld,
    SetTimer,
    TextCopied,
    TimerFired,
    ViewportChanged,
)
from conversation_tree.scene.nodes import turn_key

Commands = Iterator[Command]
Took = Generator[Command, None, bool]
"""Commands, and whether the event was the cards'."""

SHOW, HIDE = "card_show", "card_hide"
HIDE_MS = 100
PIECE = 4_000
"""Characters of a whole message that are handed out at once; more when its end comes in view."""
REACH = 400
"""A piece ends with a line where one ends so near."""
MOST_PINS = 8
BODIES = {"expand": "whole", "changes": "changes"}
"""What an action shows in a pinned card; pressed again, no longer."""


class Cards:
    """The cards of one tab."""

    def __init__(self, settings: Settings, tree_view: TreeView, busy: Callable[[], bool]) -> None:
        """`busy`: a journey is under way, so nothing pops up."""
        self._settings = settings
        self._tree_view = tree_view
        self._busy = busy
        self._content: CardContent | None = None
        self._view = ConversationView()
        self._drawn: Layer = ()
        self._waiting: Shown | None = None
        """The card of what is under the pointer, which will come."""
        self._hover: Shown | None = None
        self._asked = False
        """The card that is not pinned was asked for, not brought by the pointer."""
        self._over = False
        """The pointer is in that card."""
        self._hit: int | None = None
        """The turn that a search was walked to last."""
        self._texts: dict[str, str] = {}
        """By card: the whole message, while it is shown."""
        self._given: dict[str, list[str]] = {}
        """By card: the pieces of it that the page has."""
        self._changes: dict[str, tuple[Change, ...]] = {}
        self._copying = ""
        """The card whose words are being copied."""
        self.to_go: int | None = None
        """The turn that a press on a card wants to go to; whoever goes there resets it."""
        self.to_focus: int | None = None
        """The turn that a press on a card wants to look at."""
        self.told = ""
        """The key of what the live region should say; whoever says it resets it."""

    # ------------------------------------------------------------ the tree behind them

    def forget_page(self) -> None:
        """A new page: it shows no card yet."""
        self._drawn = ()
        self._content = None
        self._drop_hover()
        self._forget_bodies()

    def show(self, content: CardContent | None, view: ConversationView) -> Commands:
        """The tree as it is known now, or none; pins are kept by message, so they survive a refresh."""
        if view is not self._view or content is None:
            self._drop_hover()
        if content is not None and self._content is not None:
            content.copied = self._content.copied
        self._forget_bodies(keep_reach=True)
        self._content, self._view = content, view
        yield from self._send()

    @property
    def pinned(self) -> list[int]:
        """The turns with pinned cards."""
        found = (self._index(message) for message in self._view.pins)
        return [index for index in found if index is not None]

    @property
    def open(self) -> bool:
        """Whether a card is shown that Esc would close."""
        return self._hover is not None

    def _index(self, message: str) -> int | None:
        return self._content.tree.index_of(message) if self._content is not None else None

    # ------------------------------------------------------------ the pointer

    def entered(self, event: PointerEntered) -> Commands:
        """The pointer is on a node, in a card, or on nothing of either."""
        node, hover = self._node(event.key), self._hover
        self._over = hover is not None and event.key == hover.key
        if hover is not None and not self._asked:
            stays = self._over or (node is not None and self._same(node, hover))
            yield SetTimer(HIDE, -1 if stays else HIDE_MS)
        wanted = node if node is not None and not self._has_card(node) else None
        if wanted or self._waiting:
            self._waiting = wanted
            yield SetTimer(SHOW, self._settings.hover_delay_ms if wanted else -1)

    def held(self, event: PointerHeld) -> Commands:
        """A finger was held on a node: its card, until something else is pressed."""
        node = self._node(event.key)
        if node is not None and not self._has_card(node):
            yield from self._show_hover(node, asked=True)

    def hit(self, index: int | None) -> Commands:
        """A search was walked to this turn, or to none: its card shows the passage."""
        former, self._hit = self._hit, index
        if index == former or self._content is None:
            yield from self._send()
        elif index is None:
            if self._asked:
                yield from self.close()
        elif not self._has_card(shown := Shown(self._content.tree.ids[index])):
            yield from self._show_hover(shown, asked=True)

    def timer_fired(self, event: TimerFired) -> Took:
        if event.timer == SHOW:
            node, self._waiting = self._waiting, None
            if node is not None and not self._busy() and not self._has_card(node):
                yield from self._show_hover(node, asked=False)
        elif event.timer == HIDE:
            yield from self.close()
        else:
            return False
        return True

    def viewport_changed(self, event: ViewportChanged) -> Commands:
        """While the drawing moves under the pointer nothing pops up, and what stood at a node goes."""
        if self._waiting:
            yield SetTimer(SHOW, self._settings.hover_delay_ms)
        if self._hover is not None and not self._asked and not self._over:
            yield from self.close()

    def close(self) -> Commands:
        """Take away the card that is not pinned."""
        if self._hover is not None or self._waiting:
            self._drop_hover()
            yield SetTimer(SHOW, -1)
            yield from self._send()

    def _drop_hover(self) -> None:
        self._hover = self._waiting = None
        self._asked = self._over = False

    def _show_hover(self, shown: Shown, asked: bool) -> Commands:
        self._hover = shown
        self._asked, self._over, self._waiting = asked, False, None
        yield SetTimer(HIDE, -1)
        yield from self._send()

    def _node(self, key: str) -> Shown | None:
        """The card of the node or the capsule of this key; None for what is neither."""
        run = self._tree_view.drawing.capsule_of(key)
        if run and self._content is not None:
            return Shown(self._content.tree.ids[run[0]], by_pointer=True, folded=len(run))
        prefix = turn_key("")
        message = key.removeprefix(prefix) if key.startswith(prefix) else ""
        known = message and self._index(message) is not None
        return Shown(message, by_pointer=True) if known else None

    def _same(self, one: Shown, other: Shown) -> bool:
        """Whether both are cards of the same turn, or of the same capsule."""
        if bool(one.folded) != bool(other.folded):
            return False
        index = self._index(one.message)
        return one.message == other.message or (index is not None and index == self._index(other.message))

    def _has_card(self, node: Shown) -> bool:
        return any(self._same(node, other) for other in self._shown())

    # ------------------------------------------------------------ pinning

    def toggle_pin(self, index: int, add: bool = False) -> Commands:
        """Pin the card of a turn, instead of those pinned or besides them; again for no longer."""
        if self._content is None:
            return
        pins = [m for m in self._view.pins if self._index(m) != index]
        if len(pins) < len(self._view.pins):
            self.told = "card_told_unpinned"
        else:
            message = self._content.tree.ids[index]
            if self._hover is not None and self._same(Shown(message), self._hover):
                message = self._hover.message  # the card stays the same one
            pins = [*(pins[-MOST_PINS + 1 :] if add else []), message]
            self.told = "card_told_pinned"
        if self._hover is not None and self._index(self._hover.message) == index:
            self._drop_hover()
        yield from self._pin(pins)

    def unpin_all(self) -> Commands:
        if self._view.pins:
            self.told = "card_told_unpinned"
            yield from self._pin([])

    def _pin(self, pins: list[str]) -> Commands:
        self._view.pins = pins
        self._view.opened = {m: body for m, body in self._view.opened.items() if m in pins}
        self._waiting = None
        yield SetTimer(SHOW, -1)
        yield from self._send()

    def elsewhere(self) -> Commands:
        """The page or the empty drawing was pressed: no card stays."""
        yield from self.close()
        yield from self.unpin_all()

    def escape(self) -> Took:
        """One step of Esc: close the card, else unpin; the focus goes back to the tree if it was in one."""
        if self.open:
            yield from self.close()
        elif self.pinned:
            yield from self.unpin_all()
        else:
            return False
        yield FocusElement("scroller")
        return True

    # ------------------------------------------------------------ presses

    def clicked(self, event: ElementClicked) -> Took:
        """A press on a card, on empty drawing, or one that pins."""
        shown = next(
            (s for s in self._shown() if event.key.split("/")[0] and self._is_of(event.key, s)), None
        )
        if shown is not None:
            action = event.key.removeprefix(shown.key).removeprefix("/")
            index = self._index(shown.message)
            if action and index is not None:
                yield from self._act(shown, index, action)
            return True
        node = self._node(event.key)
        index = self._index(node.message) if node is not None and not node.folded else None
        if index is not None and event.shift:
            yield from self.toggle_pin(index, add=event.ctrl)
            return True
        if not event.key:
            yield from self.elsewhere()
            return True
        return False

    def _is_of(self, key: str, shown: Shown) -> bool:
        return key == shown.key or key.startswith(f"{shown.key}/")

    def _act(self, shown: Shown, index: int, action: str) -> Commands:
        assert self._content is not None
        tree = self._content.tree
        if action == "pin":
            yield from self.toggle_pin(index, add=True)
            yield FocusElement("scroller")
        elif action == "copy":
            self._copying = shown.key
            yield CopyText(tree.texts.text(index))
        elif action in BODIES and shown.pinned:
            body = BODIES[action]
            self._view.opened = {**self._view.opened, shown.message: body if shown.body != body else ""}
            self._forget_body(shown.key)
            yield from self._send()
        elif action in {"previous", "next"}:
            siblings = tree.siblings(index)
            place = siblings.index(index) + (1 if action == "next" else -1)
            if 0 <= place < len(siblings):
                yield from self._move(shown, siblings[place])
        elif action.startswith("to:"):
            self.to_go = tree.index_of(action.removeprefix("to:"))

    def _move(self, shown: Shown, index: int) -> Commands:
        """The card of a sibling in place of this one."""
        assert self._content is not None
        self.to_focus = index
        message = self._content.tree.ids[index]
        if not shown.pinned:
            yield from self._show_hover(Shown(message), asked=True)
            return
        others = [m for m in self._view.pins if self._index(m) != index]
        yield from self._pin([message if m == shown.message else m for m in others])

    def copied(self, event: TextCopied) -> Commands:
        key, self._copying = self._copying, ""
        if self._content is not None and key:
            self.told = "card_told_copied" if event.done else "card_told_not_copied"
            self._content.copied = {key: self.told}
            yield from self._send()

    def end_reached(self, event: EndReached) -> Commands:
        """The end of a whole message came in view: its next piece."""
        shown = next((s for s in self._shown() if self._is_of(event.key, s)), None)
        if shown is not None and shown.body == "whole" and self._give(shown.key):
            yield from self._send()

    # ------------------------------------------------------------ whole messages

    def _pieces(self, shown: Shown, index: int) -> tuple[str, ...]:
        """As much of the whole message as the page has been given."""
        assert self._content is not None
        if shown.body != "whole":
            return ()
        key = shown.key
        if key not in self._texts:
            had = sum(map(len, self._given.get(key, [])))
            self._texts[key] = self._content.tree.texts.text(index)
            self._given[key] = []
            while self._give(key) and sum(map(len, self._given[key])) < had:
                pass
        return tuple(self._given[key])

    def _give(self, key: str) -> bool:
        """One piece more; false when there is none."""
        text, given = self._texts.get(key, ""), self._given.setdefault(key, [])
        start = sum(map(len, given))
        if start >= len(text):
            return False
        end = start + PIECE
        line = text.find("\n", end, end + REACH)
        given.append(text[start : line + 1 if line >= 0 else end])
        return True

    def _changes_of(self, shown: Shown, index: int) -> tuple[Change, ...]:
        assert self._content is not None
        if shown.body != "changes":
            return ()
        if shown.key not in self._changes:
            tree = self._content.tree
            siblings = tree.siblings(index)
            before = siblings[max(0, siblings.index(index) - 1)]
            self._changes[shown.key] = changes(tree.texts.text(before), tree.texts.text(index))
        return self._changes[shown.key]

    def _forget_body(self, key: str) -> None:
        for kept in (self._texts, self._given, self._changes):
            kept.pop(key, None)

    def _forget_bodies(self, keep_reach: bool = False) -> None:
        self._texts.clear()
        self._changes.clear()
        if not keep_reach:
            self._given.clear()

    # ------------------------------------------------------------ what the page is told

    def _shown(self) -> list[Shown]:
        """Every card, the one that is not pinned on top."""
        view = self._view
        pinned = [Shown(m, pinned=True, body=view.opened.get(m, "")) for m in view.pins]
        return [*pinned, *([self._hover] if self._hover is not None else [])]

    def _send(self) -> Commands:
        content = self._content
        cards: Layer = ()
        if content is not None:
            shown = [(s, index) for s in self._shown() if (index := self._index(s.message)) is not None]
            cards = tuple(content.card(s, i, self._pieces(s, i), self._changes_of(s, i)) for s, i in shown)
        operations = difference(self._drawn, cards)
        self._drawn = cards
        if operations:
            yield ApplyPatch(operations, layer="cards")
