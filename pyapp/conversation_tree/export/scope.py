"""Which entries a scope names, in the order they are written.

Must not know formats. Scopes are an open set: `path`, `path:ID`, `subtree:ID`, `tree`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from conversation_tree.export.links import Links
from conversation_tree.frozen import frozen
from conversation_tree.record import Message, Record

Kind = Literal["path", "subtree", "tree"]


@frozen
class Scope:
    kind: Kind
    id: str = ""
    """Empty for the current path and the whole tree."""


def scope_of(text: str) -> Scope:
    """Raises ValueError on anything that is no scope."""
    kind, _, identity = text.partition(":")
    if kind == "path":
        return Scope("path", identity)
    if kind == "subtree" and identity:
        return Scope("subtree", identity)
    if text == "tree":
        return Scope("tree")
    raise ValueError(f"{text!r} is no scope: path, path:ID, subtree:ID or tree")


@frozen
class Item:
    """One message that is written."""

    k: int
    id: str
    message: Message
    above: int
    """k of the written message it hangs on, 0 for none."""
    branch: tuple[int, int] = (1, 1)
    """Its place among those that hang on the same one, and how many these are."""
    below: tuple[int, ...] = ()
    """In a tree, k of those that hang on it, where there are several."""


def entries_of(
    scope: Scope, record: Record, links: Links, path: list[str], wanted: Collection[str]
) -> list[str]:
    """The entries of a scope; `path` leads to the one it names, `wanted` are the entries that are written."""
    if scope.kind == "path":
        return path
    if scope.kind == "subtree":
        return list(links.below(_first_of_answer(scope.id, record, links, wanted)))
    top = {*links.roots, *links.orphans}
    tops = [key for key in record.nodes if key in top] + links.looping
    return [key for start in tops for key in links.below(start)]


def _first_of_answer(key: str, record: Record, links: Links, wanted: Collection[str]) -> str:
    """Where the answer begins that a message ends: an answer is often several messages in a row."""
    first, step = key, record.nodes[key].parent
    message = record.nodes[key].message
    if message is None or message.role == "user":
        return key
    seen = {key}
    while step is not None and step in record.nodes and step not in seen:
        seen.add(step)
        if len(links.children.get(step, ())) != 1:
            break
        above = record.nodes[step].message
        if above is not None and (above.role == "user" or above.skip in {"system", "context", "hidden"}):
            break
        if step in wanted:
            first = step
        step = record.nodes[step].parent
    return first


def items_of(entries: list[str], record: Record, wanted: Collection[str], tree: bool) -> tuple[Item, ...]:
    """The messages among the entries that are written, numbered. Linear."""
    number: dict[str, int] = {}
    """Per entry, k of the nearest written message at or above it."""
    plain: list[tuple[int, str, Message, int]] = []
    below: dict[int, list[int]] = {}
    for key in entries:
        node = record.nodes[key]
        above = number.get(node.parent, 0) if node.parent is not None else 0
        if key in wanted and node.message is not None:
            k = len(plain) + 1
            plain.append((k, key, node.message, above))
            below.setdefault(above, []).append(k)
            number[key] = k
        else:
            number[key] = above
    if not tree:
        return tuple([Item(*each) for each in plain])
    place = {k: (n, len(mine)) for mine in below.values() for n, k in enumerate(mine, 1)}
    return tuple(
        [
            Item(*each, branch=place[each[0]], below=tuple(mine) if len(mine) > 1 else ())
            for each in plain
            for mine in (below.get(each[0], []),)
        ]
    )
