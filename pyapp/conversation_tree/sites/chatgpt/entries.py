"""The entries of a mapping as a forest: who hangs below whom, in which order, and where it begins.

Must not know what a message says or who sees it.

The child's parent decides an edge, the parent's list of children only the order, because the site itself
writes lists with entries that have moved. Nothing is sorted. All walks are iterative and linear: a real
conversation is over 5,000 entries deep.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Entry, Message


@dataclass(slots=True)
class Forest:
    """Entries by their place in the file; the lists are parallel."""

    keys: list[str]
    messages: list[Message | None]
    parents: list[int]
    """The entry above, -1 at the top; circles are cut."""
    children: list[list[int]]
    order: list[int]
    """Every entry once, depth first from the roots: the parentless ones in file order, then the cut ones."""
    place: dict[str, int]
    """Key to entry."""
    orphaned: bool
    """Some entry names a parent that is not here, so part of the conversation is missing."""


def forest(mapping: dict[str, Entry | None], faults: Faults) -> Forest:
    """The forest of a mapping; every fault in it becomes a warning and a default."""
    entries: list[Entry] = []
    place: dict[str, int] = {}
    for key, entry in mapping.items():
        if entry is None:
            faults.add("CT-PARSE-01", key)
        else:
            place[key] = len(entries)
            entries.append(entry)
    keys = list(place)
    parents, orphaned = _parents(entries, keys, place, faults)
    for i, entry in enumerate(entries):
        if entry.message is None and parents[i] >= 0 and not faults.has("CT-PARSE-13", keys[i], "message"):
            faults.add("CT-PARSE-02", keys[i])
    children = _children(entries, keys, place, parents, faults)
    order = _depth_first([i for i, p in enumerate(parents) if p < 0], children)
    if len(order) < len(entries):
        cut = _cut_circles(parents, children, order)
        for i in cut:
            faults.add("CT-PARSE-11", keys[i])
        order += _depth_first(cut, children)
    return Forest(keys, [e.message for e in entries], parents, children, order, place, orphaned)


def _parents(
    entries: list[Entry], keys: list[str], place: dict[str, int], faults: Faults
) -> tuple[list[int], bool]:
    parents = [-1] * len(entries)
    orphaned = False
    for i, entry in enumerate(entries):
        parent = entry.parent
        if parent is None:
            continue
        if type(parent) is not str:
            faults.add("CT-PARSE-05", keys[i])
            continue
        found = place.get(parent, -1)
        if found == i:
            faults.add("CT-PARSE-04", keys[i])
        elif found >= 0:
            parents[i] = found
        elif parent != "":
            faults.add("CT-PARSE-03", keys[i], parent)
            orphaned = True
    return parents, orphaned


def _children(
    entries: list[Entry], keys: list[str], place: dict[str, int], parents: list[int], faults: Faults
) -> list[list[int]]:
    children: list[list[int]] = []
    listed = bytearray(len(entries))
    for i, entry in enumerate(entries):
        mine: list[int] = []
        children.append(mine)
        if type(entry.children) is not list:
            faults.add("CT-PARSE-06", keys[i])
            continue
        strangers: set[str] = set()
        for child in entry.children:
            found = place.get(child, -1) if type(child) is str else -1
            if found >= 0 and parents[found] == i and not listed[found]:
                listed[found] = 1
                mine.append(found)
            elif type(child) is not str or (found >= 0 and parents[found] == i) or child in strangers:
                faults.add("CT-PARSE-07", keys[i])
            else:
                strangers.add(child)
                if found < 0:
                    faults.add("CT-PARSE-08", keys[i], child)
                elif found != i or entry.parent != keys[i]:
                    faults.add("CT-PARSE-09", child, keys[i])
    for i, parent in enumerate(parents):
        if parent >= 0 and not listed[i]:
            faults.add("CT-PARSE-10", keys[i])
            children[parent].append(i)
    return children


def _depth_first(roots: list[int], children: list[list[int]]) -> list[int]:
    order: list[int] = []
    waiting = roots[::-1]
    while waiting:
        i = waiting.pop()
        order.append(i)
        below = children[i]
        while len(below) == 1:
            i = below[0]
            order.append(i)
            below = children[i]
        waiting.extend(reversed(below))
    return order


def _cut_circles(parents: list[int], children: list[list[int]], reached: list[int]) -> list[int]:
    """Cut each circle above that one of its entries which comes first in the file; these, in file order.

    Whatever no root leads to hangs below a circle, so walking up from it ends in one. A walk stops where an
    earlier one passed: each entry is passed once.
    """
    walk_of = [0] * len(parents)
    for i in reached:
        walk_of[i] = -1
    cut: list[int] = []
    for start in range(len(parents)):
        i = start
        while walk_of[i] == 0:
            walk_of[i] = start + 1
            i = parents[i]
        if walk_of[i] != start + 1:
            continue
        first = i
        step = parents[i]
        while step != i:
            first = min(first, step)
            step = parents[step]
        cut.append(first)
    for first in cut:
        children[parents[first]].remove(first)
        parents[first] = -1
    return sorted(cut)
