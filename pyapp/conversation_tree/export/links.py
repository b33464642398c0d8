"""How the entries of a record hang together: what is below what, in order, and what is wrong with it.

Must not know messages. Linear, and nothing recurses: real paths are thousands of entries long.

The child's parent decides, the parent's list only gives the order; whatever no list names comes last, in the
order received. This is the same reading that the tree is drawn by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conversation_tree.record import Node


@dataclass(slots=True)
class Links:
    roots: list[str]
    """Entries without a parent, as received."""
    orphans: list[str]
    """Entries that name a parent which is not there."""
    children: dict[str, list[str]]
    """By parent, only of those that have some."""
    disagreeing: int
    """Listed children that are missing, listed twice or hang elsewhere, and children that no list names."""
    looping: list[str]
    """One entry of each loop: the one that the record names first."""
    unreached: int
    """Entries that no root leads to."""

    def below(self, start: str) -> Iterator[str]:
        """An entry and all below it, depth first."""
        waiting = [start]
        while waiting:
            key = waiting.pop()
            yield key
            # Below an entry of a loop stands that entry again.
            waiting += [child for child in reversed(self.children.get(key, ())) if child != start]


def links_of(nodes: Mapping[str, Node]) -> Links:
    roots = [key for key, node in nodes.items() if node.parent is None]
    orphans = [key for key, node in nodes.items() if node.parent is not None and node.parent not in nodes]
    named: dict[str, list[str]] = {}
    for key, node in nodes.items():
        if node.parent is not None and node.parent in nodes:
            named.setdefault(node.parent, []).append(key)
    children: dict[str, list[str]] = {}
    disagreeing = 0
    for key, node in nodes.items():
        mine = named.get(key, [])
        if node.children is None or list(node.children) == mine:
            if mine:
                children[key] = mine
            continue
        listed: dict[str, None] = {}
        for child in node.children:
            if child in nodes and nodes[child].parent == key and child not in listed:
                listed[child] = None
            else:
                disagreeing += 1
        rest = [child for child in mine if child not in listed]
        disagreeing += len(rest)
        if mine:
            children[key] = [*listed, *rest]
    links = Links(roots, orphans, children, disagreeing, [], 0)
    reached: set[str] = set()
    for top in (*roots, *orphans):
        reached.update(links.below(top))
    links.unreached = len(nodes) - sum(1 for root in roots for _ in links.below(root))
    links.looping = _loops(nodes, reached)
    return links


def _loops(nodes: Mapping[str, Node], reached: set[str]) -> list[str]:
    """Whatever nothing leads to hangs below a loop; each is walked once."""
    seen = set(reached)
    order = {key: n for n, key in enumerate(nodes)} if len(reached) < len(nodes) else {}
    found: list[str] = []
    for start in order:
        walk: dict[str, None] = {}
        key: str | None = start
        while key is not None and key not in seen and key not in walk:
            walk[key] = None
            key = nodes[key].parent
        if key in walk:
            path = list(walk)
            found.append(min(path[path.index(key) :], key=order.__getitem__))
        seen.update(walk)
    return found


def path_to(nodes: Mapping[str, Node], key: str) -> tuple[list[str], str]:
    """The entries from the top down to one, and how the walk ended: `root`, `missing` or `loop`."""
    walk: dict[str, None] = {}
    step: str | None = key
    while step is not None:
        if step in walk:
            return list(walk)[::-1], "loop"
        if step not in nodes:
            return list(walk)[::-1], "missing"
        walk[step] = None
        step = nodes[step].parent
    return list(walk)[::-1], "root"
