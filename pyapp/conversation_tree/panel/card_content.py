"""What stands in a card: who, where, when, the first words or all of them, and what can be done.

Must not know when a card is shown, nor where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from conversation_tree.frozen import frozen
from conversation_tree.model import Tree
from conversation_tree.panel.changes import Change
from conversation_tree.panel.dates import Offsets, date_text
from conversation_tree.panel.texts import Texts
from conversation_tree.scene.items import Item
from conversation_tree.scene.nodes import capsule_key, turn_key

Passage = tuple[str, str, str]
"""What stands before a match, the match, and what stands behind it."""

MOST_BRANCHES = 12
"""A fork's card names so many of what follows it; the others are counted."""
FIRST_WORDS = 60
"""Characters of a branch's name."""
SIGNS = {"previous": "‹", "next": "›"}
HIDDEN = {"hidden": ""}


@frozen
class Shown:
    """How one card is shown."""

    message: str
    """What it is of: a message of a turn, which the turn keeps while it grows."""
    pinned: bool = False
    by_pointer: bool = False
    """It follows the pointer."""
    body: str = ""
    """`whole`: the whole message is shown; `changes`: what is different from its previous sibling."""

    folded: int = 0
    """It is of a capsule of so many turns, whose first one has the message."""

    @property
    def key(self) -> str:
        return f"c:{capsule_key(self.message)}" if self.folded else f"c:{self.message}"


@dataclass(slots=True)
class CardContent:
    """Writes the cards of one tree."""

    say: Texts
    tree: Tree
    offsets: Offsets = ()
    no_pager: Callable[[Tree, int], str] = lambda tree, index: ""
    """Why the page offers no way to step between a turn and its siblings, as the key of a text."""
    passage: Callable[[int], Passage | None] = lambda index: None
    """Where in a turn the present search is found."""
    copied: dict[str, str] = field(default_factory=dict)
    """By card, the key of what is to be said of the last copying."""

    def card(self, shown: Shown, index: int, pieces: tuple[str, ...], changes: tuple[Change, ...]) -> Item:
        """One card; `pieces` are as much of the whole message as is wanted, `changes` those to be shown."""
        key, say = shown.key, self.say
        if shown.folded:
            return self._capsule(shown, index)
        attributes = {
            "class": "cgt-card cgt-card-pinned" if shown.pinned else "cgt-card",
            "role": "group" if shown.pinned else "tooltip",
            "lang": say.tag,
            "data-cgt-at": turn_key(self.tree.ids[index]),
            "data-cgt-place": "pointer" if shown.by_pointer and not shown.pinned else "beside",
        }
        if shown.pinned:
            attributes["aria-label"] = say("card_name", self.title(index))
        opened = bool(shown.body)
        return Item(
            key,
            "div",
            attributes,
            None,
            (
                _line(key, "title", self.title(index)),
                _line(key, "meta", self._meta(index)),
                _line(key, "kinds", self._kinds(index)),
                self._words(key, index, hidden=opened),
                self._whole(shown, index, pieces, changes),
                _line(key, "note", self._note(index)),
                self._branches(shown, index),
                self._actions(shown, index),
                _line(key, "told", say(self.copied[key]) if key in self.copied else ""),
                _line(key, "hint", "" if shown.pinned else say("card_hint")),
            ),
        )

    def _capsule(self, shown: Shown, first: int) -> Item:
        """The card of a capsule: how much is in it, and its first and last question."""
        tree, say, key = self.tree, self.say, shown.key
        questions = [i for i in range(first, first + shown.folded) if tree.roles[i] == "user"]
        ends = questions[:1] + questions[1:][-1:]
        attributes = {
            "class": "cgt-card",
            "role": "tooltip",
            "lang": say.tag,
            "data-cgt-at": capsule_key(tree.ids[first]),
            "data-cgt-place": "pointer",
        }
        lines = [Item("", "div", {"class": "cgt-card-words", "dir": "auto"}, self._named(i)) for i in ends]
        title = _line(key, "title", say.count("label_folded", shown.folded))
        hint = _line(key, "hint", say("card_hint_folded"))
        return Item(key, "div", attributes, None, (title, *lines, hint))

    def _named(self, index: int) -> str:
        """A question by its number and its first words."""
        words = self.tree.texts.preview(index) or self.say("label_empty")
        return f"{self.tree.turn_numbers[index]} · {words}"

    def title(self, index: int) -> str:
        """Who, and which branch of how many; a turn that is alone has none."""
        tree, say = self.tree, self.say
        who = say(f"role_{tree.roles[index]}")
        siblings = tree.siblings(index)
        if len(siblings) < 2:
            return who
        return f"{who} · {say('label_branch', siblings.index(index) + 1, len(siblings))}"

    def _meta(self, index: int) -> str:
        about = self.tree.texts.about(index)
        parts = (date_text(self.tree.create_times[index], self.offsets, self.say), about.model)
        return " · ".join(part for part in parts if part)

    def _kinds(self, index: int) -> str:
        """What else than words there is, so that no card is blank."""
        kinds = [self.say(f"kind_{kind}") for kind in self.tree.texts.about(index).kinds]
        if not kinds and not self.tree.texts.preview(index).strip():
            kinds = [self.say("label_empty")]
        return " · ".join(kinds)

    def _words(self, key: str, index: int, hidden: bool) -> Item:
        passage = self.passage(index)
        words = self.tree.texts.preview(index)
        attributes = {"class": "cgt-card-words", "dir": "auto"}
        if hidden or not (words or passage):
            attributes |= HIDDEN
        inside: tuple[Item, ...] = ()
        if passage is not None:
            before, match, after = passage
            inside = (_span(before), Item("", "mark", {}, match), _span(after))
        return Item(f"{key}/words", "div", attributes, words if not inside else None, inside)

    def _whole(self, shown: Shown, index: int, pieces: tuple[str, ...], changes: tuple[Change, ...]) -> Item:
        say = self.say
        attributes = {"class": "cgt-card-whole", "dir": "auto", "tabindex": "0", "role": "region"}
        attributes["aria-label"] = say("card_changes_name" if shown.body == "changes" else "card_whole_name")
        inside = [_span(piece) for piece in pieces] if shown.body == "whole" else []
        if shown.body == "changes":
            inside = [_changed(change) for change in changes] or [_span(say("card_no_changes"))]
        if not shown.body:
            attributes |= HIDDEN
        return Item(f"{shown.key}/whole", "div", attributes, None, tuple(inside))

    def _note(self, index: int) -> str:
        why = self.no_pager(self.tree, index)
        if not why:
            why = next((w for c in self.tree.children[index][:2] if (w := self.no_pager(self.tree, c))), "")
        return self.say(why) if why else ""

    def _branches(self, shown: Shown, index: int) -> Item:
        """What follows a fork, by its first words."""
        tree, say = self.tree, self.say
        children = tree.children[index] if len(tree.children[index]) > 1 else []
        attributes = {"class": "cgt-card-branches", "role": "group", "aria-label": say("card_branches")}
        if not children:
            return Item(f"{shown.key}/branches", "div", attributes | HIDDEN)
        items = [
            _button(
                f"{shown.key}/to:{tree.ids[child]}",
                f"{number} · {tree.texts.preview(child)[:FIRST_WORDS] or say('label_empty')}",
                shown.pinned,
                {"dir": "auto"},
            )
            for number, child in enumerate(children[:MOST_BRANCHES], 1)
        ]
        if len(children) > MOST_BRANCHES:
            items.append(Item("", "span", {}, say("card_more_branches", len(children) - MOST_BRANCHES)))
        return Item(f"{shown.key}/branches", "div", attributes, None, tuple(items))

    def _actions(self, shown: Shown, index: int) -> Item:
        """An open set: the names are what `Cards` does on them."""
        siblings = self.tree.siblings(index)
        place = siblings.index(index)
        items = [
            self._action(shown, "pin", "unpin" if shown.pinned else "pin"),
            self._action(shown, "copy"),
        ]
        if shown.pinned:
            whole, changes = shown.body == "whole", shown.body == "changes"
            items.append(self._action(shown, "expand", "less" if whole else "expand", _expanded(whole)))
            if place > 0:
                items.append(
                    self._action(shown, "changes", "same" if changes else "changes", _expanded(changes))
                )
        if place > 0:
            items.append(self._action(shown, "previous"))
        if place + 1 < len(siblings):
            items.append(self._action(shown, "next"))
        attributes = {"class": "cgt-card-actions", "role": "group", "aria-label": self.say("card_actions")}
        return Item(f"{shown.key}/actions", "div", attributes, None, tuple(items))

    def _action(
        self, shown: Shown, action: str, label: str = "", attributes: dict[str, str] | None = None
    ) -> Item:
        """A button; it stays the same one while its label changes, so it keeps the focus."""
        name = self.say(f"card_{label or action}")
        more = attributes or {}
        if action in SIGNS:
            more = {**more, "aria-label": name, "title": name}
        return _button(f"{shown.key}/{action}", SIGNS.get(action, name), shown.pinned, more)


def _expanded(value: bool) -> dict[str, str]:
    return {"aria-expanded": "true" if value else "false"}


def _span(text: str) -> Item:
    return Item("", "span", {}, text)


def _changed(change: Change) -> Item:
    return Item("", {"=": "span", "+": "ins", "-": "del"}[change.kind], {}, change.text)


def _line(key: str, name: str, text: str) -> Item:
    """One line of a card; hidden when nothing is to be said."""
    attributes = {"class": f"cgt-card-{name}"}
    return Item(f"{key}/{name}", "div", attributes if text else attributes | HIDDEN, text)


def _button(key: str, text: str, in_tab_order: bool, more: dict[str, str] | None = None) -> Item:
    attributes = {"type": "button", **(more or {})}
    if not in_tab_order:
        attributes["tabindex"] = "-1"
    return Item(key, "button", attributes, text)
