"""Trees by hand, for tests: from parent numbers, without any site's payload.

Must not know a site's fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from conversation_tree.model import PREVIEW_LENGTH, About, Role, Tree, Turn


@dataclass(frozen=True, slots=True)
class HandWrittenTexts:
    """The words of turns, by index."""

    words: Sequence[str]

    def preview(self, index: int) -> str:
        return " ".join(self.words[index].split())[:PREVIEW_LENGTH]

    def text(self, index: int) -> str:
        return self.words[index]

    def about(self, index: int) -> About:
        return About()


@dataclass(frozen=True, slots=True)
class PlainLabels:
    """Labels that show what they were given."""

    def turn(self, turn: Turn, sibling_position: int, sibling_count: int) -> str:
        return f"{turn.role} {turn.turn_number} {sibling_position}/{sibling_count}: {turn.preview}"

    def capsule(self, turns: Sequence[Turn], current: bool, hits: int) -> str:
        return f"capsule {turns[0].id} to {turns[-1].id}{' current' * current} {hits}"

    def new(self, name: str) -> str:
        return f"new {name}"


def tree_from(
    parents: Sequence[int],
    roles: Sequence[Role] | None = None,
    current: int | None = None,
    ids: Sequence[str] | None = None,
    words: Sequence[str] | None = None,
) -> Tree:
    """A tree from each turn's parent (-1 for a root); children in the order they are named.

    Turns are renumbered in depth-first order, as a `Tree` has them; `roles`, `current`, `ids` and `words`
    follow the order of `parents`. By default roles alternate from a user root, ids are `n0`, `n1`, ... in
    the order of `parents`, and the current turn is the last leaf named.
    """
    count = len(parents)
    below: list[list[int]] = [[] for _ in parents]
    roots = [i for i, p in enumerate(parents) if p < 0]
    for i, p in enumerate(parents):
        if p >= 0:
            below[p].append(i)
    order: list[int] = []
    waiting = roots[::-1]
    while waiting:
        i = waiting.pop()
        order.append(i)
        waiting += below[i][::-1]
    if len(order) != count:
        raise ValueError("parents do not form a forest")
    place = {i: k for k, i in enumerate(order)}
    tree_parents = [place[parents[i]] if parents[i] >= 0 else -1 for i in order]
    tree_roles: list[Role] = []
    numbers: list[int] = []
    for k, i in enumerate(order):
        above = tree_parents[k]
        other: Role = "assistant" if above >= 0 and tree_roles[above] == "user" else "user"
        tree_roles.append(roles[i] if roles is not None else other)
        numbers.append((numbers[above] if above >= 0 else 0) + (tree_roles[k] == "user"))
    if current is None:
        current = max((i for i in range(count) if not below[i]), default=None)
    active = [False] * count
    at = place[current] if current is not None else -1
    here = at
    while at >= 0:
        active[at] = True
        at = tree_parents[at]
    names = [ids[i] if ids is not None else f"n{i}" for i in order]
    return Tree(
        ids=names,
        roles=tree_roles,
        parents=tree_parents,
        children=[[place[c] for c in below[i]] for i in order],
        roots=[place[r] for r in roots],
        turn_numbers=numbers,
        message_ids=[(name,) for name in names],
        mid_turn=[False] * count,
        create_times=[None] * count,
        current=here if count else None,
        active=active,
        texts=HandWrittenTexts([words[i] if words is not None else f"Words of n{i}" for i in order]),
    )


def chat_parents(turns: int, seed: int = 0, fork_every: float = 12) -> list[int]:
    """Parents of a tree shaped like conversations: long runs, now and then an edit or a regeneration."""
    random = Random(seed)
    parents = [-1]
    while len(parents) < turns:
        jump = random.random() < 1 / fork_every
        parents.append(random.randrange(len(parents)) if jump else len(parents) - 1)
    return parents[:turns]


def chain_parents(turns: int) -> list[int]:
    return list(range(-1, turns - 1))


def star_parents(turns: int) -> list[int]:
    """One turn with all others below it."""
    return [-1, *([0] * (turns - 1))]


def comb_parents(turns: int) -> list[int]:
    """A chain with one leaf beside every turn of it."""
    parents = [-1]
    spine = 0
    while len(parents) < turns:
        parents += [spine, spine]
        spine = len(parents) - 1
    return parents[:turns]
