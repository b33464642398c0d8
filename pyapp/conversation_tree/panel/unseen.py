"""Branches that appeared and that nobody has looked at yet.

Must not know how they are marked, nor what counts as looking.
"""

from __future__ import annotations

from conversation_tree.model import Tree

REMEMBERED = 200
"""Branches at most; the oldest go first."""


def still(unseen: list[str], tree: Tree) -> list[str]:
    """What is unseen in a tree whose active path the page shows; what the tree has not may come back."""
    turns = [(message, tree.index_of(message)) for message in unseen]
    return [message for message, turn in turns if turn is None or not tree.active[turn]]


def grown(unseen: list[str], old: Tree, new: Tree) -> list[str]:
    """What is unseen when a tree has become another one: also the siblings that are new in it.

    Not those on the active path, which the page itself shows, and of what hangs together only the uppermost
    turn. Linear in the turns that have siblings, and in the old tree.
    """
    known = set(old.ids)

    def is_known(turn: int) -> bool:
        return not known.isdisjoint(new.message_ids[turn])

    found = [
        new.ids[turn]
        for siblings in (new.roots, *new.children)
        if len(siblings) > 1
        for turn in siblings
        if not new.active[turn]
        and not is_known(turn)
        and (new.parents[turn] < 0 or is_known(new.parents[turn]))
    ]
    return list(dict.fromkeys([*unseen, *found]))[-REMEMBERED:]


def without(unseen: list[str], tree: Tree, turn: int) -> list[str]:
    """What stays unseen when somebody has looked at a turn: not the branch it is on. Linear in its depth."""
    above = {turn}
    while (turn := tree.parents[turn]) >= 0:
        above.add(turn)
    return [message for message in unseen if tree.index_of(message) not in above]
