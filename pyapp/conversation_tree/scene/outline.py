"""A conversation as lines of text for a terminal.

Must not know the terminal's width, files or any site.
"""

from __future__ import annotations

from collections.abc import Iterator

from conversation_tree.model import Conversation, Tree

DEEPEST_INDENT = 12
"""Levels of forks that are shown by indenting; below, a number says how many there are."""

NAMES = {"user": "You", "assistant": "Assistant"}

_HARMLESS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"


def outline(conversation: Conversation) -> Iterator[str]:
    """Title, figures, and one line a turn in reading order.

    Only a fork indents: `2/3` is the second of three branches. `*` marks the current turn, `+` those above
    it. Linear in the tree.
    """
    tree = conversation.tree
    yield printable(conversation.title) or "(no title)"
    yield ", ".join(
        [
            _count(len(tree), "turn"),
            _count(tree.questions, "question"),
            _count(len(tree.roots), "root"),
            _count(tree.forks, "fork"),
            _count(tree.leaves, "branch", "branches"),
            str(conversation.completeness),
        ]
    )
    if not len(tree):
        return
    yield ""
    yield from _lines(tree)


def _lines(tree: Tree) -> Iterator[str]:
    width = len(str(max(tree.turn_numbers)))
    levels: list[int] = []
    place_of: dict[int, str] = {}
    """For turns that have siblings, which of them each is."""
    for siblings in (tree.roots, *tree.children):
        if len(siblings) > 1:
            place_of.update((turn, f"{n}/{len(siblings)} ") for n, turn in enumerate(siblings, 1))
    for index, parent in enumerate(tree.parents):
        place = place_of.get(index, "")
        level = (levels[parent] if parent >= 0 else 0) + bool(place)
        levels.append(level)
        mark = "*" if index == tree.current else "+" if tree.active[index] else " "
        role = tree.roles[index]
        number = str(tree.turn_numbers[index]) if role == "user" else ""
        indent = "  " * level if level <= DEEPEST_INDENT else f"{'  ' * DEEPEST_INDENT}[{level}] "
        words = printable(tree.texts.preview(index)) or "(no text)"
        yield f"{mark} {number:>{width}} {indent}{place}{NAMES[role]}: {words}"


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def printable(text: str) -> str:
    """Without characters that steer a terminal or turn its writing direction; joiners of emoji stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _HARMLESS else "\N{REPLACEMENT CHARACTER}" for c in text)
