"""The path that the page shows, as far as it can be told from the messages it has mounted.

Must not know how anything is switched. A page mounts only a part of its path, so the rest is believed: it
is what was shown before, until a mounted message proves otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from conversation_tree.model import Tree

Mounted = Sequence[Sequence[str]]
"""`PageReported.messages`: `[id, role, text]` each, from the oldest to the newest."""


def path_to(tree: Tree, turn: int) -> list[int]:
    """The turns from a root down to this one."""
    path: list[int] = []
    while turn >= 0:
        path.append(turn)
        turn = tree.parents[turn]
    return path[::-1]


def shown_turns(tree: Tree, messages: Mounted) -> list[int]:
    """The turns with a message mounted, in the page's order, each once. Unknown messages are left out."""
    turns = (tree.index_of(message[0]) for message in messages)
    return list(dict.fromkeys(turn for turn in turns if turn is not None))


class ShownPath:
    """The path shown, from a root to a leaf, by turn number."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.turns: list[int] = []
        self.sure = 0
        """So many turns from the top are known to be shown; what is below is only expected."""
        self._assume([] if tree.current is None else path_to(tree, tree.current))
        self.sure = len(self.turns)

    @property
    def leaf(self) -> str:
        """The lowest message of the path; empty when nothing is known."""
        return self.tree.ids[self.turns[-1]] if self.turns else ""

    def shows(self, turn: int) -> bool:
        return turn in self._depths

    def depth(self, turn: int) -> int:
        """How many turns are above a turn of this path."""
        return self._depths[turn]

    def see(self, messages: Mounted) -> None:
        """Learn from what is mounted: the lowest turn that the tree knows decides.

        What the page shows below a turn that was not expected is taken to be the first variant everywhere.
        """
        turns = shown_turns(self.tree, messages)
        if not turns:
            return
        if self.shows(turns[-1]):
            self.sure = max(self.sure, self.depth(turns[-1]) + 1)
        else:
            self.expect(turns[-1])
            self.sure = self.depth(turns[-1]) + 1

    def expect(self, turn: int) -> None:
        """Take it that the page now shows this turn, and the first variant everywhere below it."""
        path = path_to(self.tree, turn)
        shared = next((depth for depth, each in enumerate(path) if not self.shows(each)), len(path))
        while self.tree.children[path[-1]]:
            path.append(self.tree.children[path[-1]][0])
        self._assume(path)
        self.sure = min(self.sure, shared)

    def end_at(self, turn: int) -> None:
        """The page shows something else than expected below this turn of the path."""
        self._assume(self.turns[: self.depth(turn) + 1])
        self.sure = len(self.turns)

    def onto(self, tree: Tree) -> ShownPath:
        """The same path in a newer tree: down to the lowest turn that is still there."""
        moved = ShownPath(tree)
        ids = (self.tree.ids[turn] for turn in reversed(self.turns))
        known = next((turn for turn in map(tree.index_of, ids) if turn is not None), None)
        if known is not None and not moved.shows(known):
            moved.expect(known)
            moved.sure = min(moved.depth(known) + 1, self.sure)
        return moved

    def _assume(self, path: list[int]) -> None:
        self.turns = path
        self._depths = {turn: depth for depth, turn in enumerate(path)}
