"""Moving the keyboard focus through a tree, by the keys of the WAI-ARIA tree pattern.

Must not know where anything is on screen. Source: WAI-ARIA Authoring Practices, tree view.
"""

from __future__ import annotations

from conversation_tree.model import Tree


def step(tree: Tree, focused: int, key: str) -> int | None:
    """The turn that a key leads to from the focused one; None when the key means nothing here.

    Down and Up follow the reading order (depth first, raw order), Right enters the first turn below,
    Left goes to the turn above; Home and End are the first and the last in reading order.
    """
    last = len(tree) - 1
    if key == "ArrowDown":
        return min(focused + 1, last)
    if key == "ArrowUp":
        return max(focused - 1, 0)
    if key == "ArrowRight":
        below = tree.children[focused]
        return below[0] if below else focused
    if key == "ArrowLeft":
        above = tree.parents[focused]
        return above if above >= 0 else focused
    if key == "Home":
        return 0
    if key == "End":
        return last
    return None
