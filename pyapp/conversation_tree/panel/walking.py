"""Moving the keyboard focus through the displayed tree, by the keys of the WAI-ARIA tree pattern.

Must not know where anything is on screen. Source: WAI-ARIA Authoring Practices, tree view.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from conversation_tree.layout.folding import FoldedTree

PAUSE = 0.5
"""Seconds after which typing begins a new word."""

_WORDS = re.compile(r"\w+")


def step(nodes: FoldedTree, focused: int, key: str, shift: bool = False) -> int | None:
    """The node that a key leads to from the focused one; None when the key means nothing here.

    Down and Up follow the reading order (depth first, raw order), Right enters the first node below,
    Left goes to the node above; with Shift, or as `]` and `[`, they lead to the next and the previous
    sibling. Home and End are the first and the last in reading order.
    """
    last = len(nodes) - 1
    if key in {"[", "]"} or (shift and key in {"ArrowLeft", "ArrowRight"}):
        siblings = nodes.siblings(focused)
        place = siblings.index(focused) + (1 if key in {"]", "ArrowRight"} else -1)
        return siblings[min(max(place, 0), len(siblings) - 1)]
    if key == "ArrowDown":
        return min(focused + 1, last)
    if key == "ArrowUp":
        return max(focused - 1, 0)
    if key == "ArrowRight":
        below = nodes.children[focused]
        return below[0] if below else focused
    if key == "ArrowLeft":
        above = nodes.parents[focused]
        return above if above >= 0 else focused
    if key == "Home":
        return 0
    if key == "End":
        return last
    return None


class TypeAhead:
    """Typing the beginning of a word leads to the next node whose spoken name has such a word."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = 0.0

    def find(
        self, nodes: FoldedTree, focused: int, key: str, time: float, name_of: Callable[[int], str]
    ) -> int | None:
        """The node that one more typed letter leads to; None when there is none.

        The first letter looks from the next node on, further ones from the focused node on; the same letter
        again and again walks through all words that begin with it. Linear in the nodes it passes.
        """
        if time - self._last > PAUSE:
            self._typed = ""
        self._last = time
        self._typed += key.casefold()
        same = len(set(self._typed)) == 1
        wanted = self._typed[0] if same else self._typed
        count = len(nodes)
        for ahead in range(1 if same else 0, count + 1):
            node = (focused + ahead) % count
            if any(word.startswith(wanted) for word in _WORDS.findall(name_of(node).casefold())):
                return node
        return None
