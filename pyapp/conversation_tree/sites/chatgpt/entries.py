"""The entries of a mapping as a forest: who hangs below whom, in which order, and where it begins.

Must not know what a message says or who sees it.

The child's parent decides an edge, the parent's list of children only the order, because the site itself
writes lists with entries that have moved. Nothing is sorted. All walks are iterative and linear: a real
conversation is over 5,000 entries deep.

Each pass takes what the site usually writes in one comprehension, and goes into the few entries that stand
out: tens of thousands of entries are read while somebody waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Entry, Message


@dataclass(slots=True)
class Forest:
    """Entries, depth first from the roots: the parentless ones in file order, then the cut ones.

    The lists are parallel, so the number of an entry is its place, and a parent's is less than its own.
    """

    keys: list[str]
    messages: list[Message | None]
    parents: list[int]
    """The entry above, -1 at the top; circles are cut."""
    orphaned: bool
    """Some entry names a parent that is not here, so part of the conversation is missing."""
    file_order: Iterable[int]
    """The entries as the file names them."""


def forest(mapping: dict[str, Entry | None], faults: Faults) -> Forest:
    """The forest of a mapping; every fault in it becomes a warning and a default."""
    kept = {key: entry for key, entry in mapping.items() if entry is not None}
    if len(kept) < len(mapping):
        for key, entry in mapping.items():
            if entry is None:
                faults.add("CT-PARSE-01", key)
    keys, entries = list(kept), list(kept.values())
    place = dict(zip(keys, range(len(keys)), strict=True))
    messages = [entry.message for entry in entries]
    parents, orphaned = _parents(entries, keys, place, faults)
    for i in [i for i, message in enumerate(messages) if message is None]:
        if parents[i] >= 0 and not faults.has("CT-PARSE-13", keys[i], "message"):
            faults.add("CT-PARSE-02", keys[i])
    children = _children(entries, keys, place, parents, faults)
    order = _depth_first([i for i, p in enumerate(parents) if p < 0], children)
    if len(order) < len(entries):
        cut = _cut_circles(parents, children, order)
        for i in cut:
            faults.add("CT-PARSE-11", keys[i])
        order += _depth_first(cut, children)
    number = [0] * (len(order) + 1)
    number[-1] = -1  # what the parent -1 of a root becomes
    for n, i in enumerate(order):
        number[i] = n
    return Forest(
        keys=[keys[i] for i in order],
        messages=[messages[i] for i in order],
        parents=[number[parents[i]] for i in order],
        orphaned=orphaned,
        file_order=number[:-1],
    )


def _parents(
    entries: list[Entry], keys: list[str], place: dict[str, int], faults: Faults
) -> tuple[list[int], bool]:
    get = place.get
    try:
        parents = [get(entry.parent, -1) for entry in entries]
    except TypeError:  # a list or an object
        parents = [get(e.parent, -1) if type(e.parent) is str else -1 for e in entries]
    orphaned = False
    for i in [i for i, parent in enumerate(parents) if parent < 0 or parent == i]:
        parent = entries[i].parent
        if parents[i] == i:
            faults.add("CT-PARSE-04", keys[i])
            parents[i] = -1
        elif type(parent) is str:
            if parent != "":
                faults.add("CT-PARSE-03", keys[i], parent)
                orphaned = True
        elif parent is not None:
            faults.add("CT-PARSE-05", keys[i])
    return parents, orphaned


def _children(
    entries: list[Entry], keys: list[str], place: dict[str, int], parents: list[int], faults: Faults
) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in entries]
    for i, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(i)
    # Usually an entry lists just those that name it, in the order of the file.
    odd = [
        i
        for i, (entry, mine) in enumerate(zip(entries, children, strict=True))
        if entry.children != [keys[c] for c in mine]
    ]
    unlisted: list[int] = []
    for i in odd:
        listed = _listed(i, entries[i], keys, place, parents, faults)
        unlisted += (rest := [c for c in children[i] if c not in listed])
        children[i] = [*listed, *rest]
    for i in sorted(unlisted):
        faults.add("CT-PARSE-10", keys[i])
    return children


def _listed(
    i: int, entry: Entry, keys: list[str], place: dict[str, int], parents: list[int], faults: Faults
) -> dict[int, None]:
    """The children of an entry that it lists itself, in that order."""
    found: dict[int, None] = {}
    if type(entry.children) is not list:
        faults.add("CT-PARSE-06", keys[i])
        return found
    strangers: set[str] = set()
    for child in entry.children:
        at = place.get(child, -1) if type(child) is str else -1
        if at >= 0 and parents[at] == i and at not in found:
            found[at] = None
        elif type(child) is not str or at in found or child in strangers:
            faults.add("CT-PARSE-07", keys[i])
        else:
            strangers.add(child)
            if at < 0:
                faults.add("CT-PARSE-08", keys[i], child)
            elif at != i or entry.parent != keys[i]:
                faults.add("CT-PARSE-09", child, keys[i])
    return found


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
