"""Two partial views of one conversation as one: what is known, and what was seen later.

Must not know where either came from. Linear in the entries of both, and nothing recurses.

A whole answer is the truth by itself. Anything else is added, entry by entry:

1. What is known keeps its place, and takes over the newer message. A message made up from what the page
   shows never stands in for a real one.
2. What is new hangs below the entry that is above it in what was seen, as the last one there.
3. A root that something is known to be above (an older page came, or the page of which it is the first
   message names its parent) goes there, unless it stands above that itself.
4. A root for which nothing like that is known stays one, and the whole stays partial.

`_Groups` tells the entries that hang together, so that step 3 never closes a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from conversation_tree.errors import Warning
from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.chatgpt import turns
from conversation_tree.sites.chatgpt.content import Texts
from conversation_tree.sites.chatgpt.entries import Forest
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.sources import Source

_COMPUTED_ANEW = frozenset({"CT-PARSE-12", "CT-PARSE-16", "CT-PARSE-17"})
"""Warnings about the whole, which may no longer be true of both together."""


def merge(known: Conversation, seen: Conversation) -> Conversation:
    """A `base.SiteAdapter.merge`; what comes back is one of the two where nothing is to be added."""
    if not seen.completeness.partial:
        return seen
    old, new = known.source, seen.source
    if not isinstance(old, Source) or not isinstance(new, Source):
        return seen
    if not new.forest.keys:
        return known
    union = _Union(old, new, whole=not known.completeness.partial)
    current = union.current(old.current, new.current, only_a_part=seen.completeness.partial == "seen")
    if not union.changed:
        if union.retold:
            known = _retold(known, union)
        return known if current == old.current else _moved(known, current)
    source = Source(union.forest(), current, union.loose, union.above, union.sighted)
    faults = Faults()
    for warning in _still_true(known.warnings + seen.warnings, union):
        faults.add(warning.code, warning.node, warning.detail)
    partial = _partial(known.completeness.partial, seen.completeness.partial, bool(union.loose))
    tree = turns.tree(source.forest, current, faults)
    if partial == "earlier":
        faults.add("CT-PARSE-16", None, "earlier messages are on another page")
    return Conversation(
        id=seen.id or known.id,
        title=seen.title or known.title,
        tree=tree,
        completeness=Completeness(partial),
        warnings=faults.warnings(),
        source=source,
    )


class _Groups:
    """Which entries hang together (disjoint sets with path halving)."""

    def __init__(self) -> None:
        self._above: list[int] = []

    def add(self, group: int | None = None) -> None:
        """One more entry, in the group of another or in one of its own."""
        self._above.append(len(self._above) if group is None else self.of(group))

    def of(self, entry: int) -> int:
        above = self._above
        while above[entry] != entry:
            above[entry] = above[above[entry]]
            entry = above[entry]
        return entry

    def join(self, lower: int, upper: int) -> None:
        self._above[self.of(lower)] = self.of(upper)


class _Union:
    """The entries of both; those of `old` come first and keep their numbers."""

    def __init__(self, old: Source, new: Source, whole: bool) -> None:
        """`whole`: the old ones are all there were, so there is no other beginning than theirs."""
        self.keys = list(old.forest.keys)
        self.messages = list(old.forest.messages)
        self.parents = list(old.forest.parents)
        self.place = {key: i for i, key in enumerate(self.keys)}
        self.above = old.above | new.above
        self.sighted = dict(old.sighted)
        self.changed = False
        """Something was added or moved, or a real message may be another."""
        self.retold = False
        """A message made up from what the page shows says something else."""
        self._groups = _Groups()
        for parent in self.parents:
            self._groups.add(parent if parent >= 0 else None)
        self._added_roots: set[str] = set()
        self._take_in(old, new)
        self.loose = self._loose(old, new, whole)
        self.above = {key: self.above[key] for key in self.loose if key in self.above}

    def _take_in(self, old: Source, new: Source) -> None:
        forest = new.forest
        hung: list[tuple[int, int]] = []
        """Entries that are known as roots, and what was seen above each."""
        for i, key in enumerate(forest.keys):
            parent = forest.parents[i]
            upper = self.place[forest.keys[parent]] if parent >= 0 else -1
            at = self.place.get(key)
            if at is None:
                self._add(key, i, upper, new)
                continue
            self._replace(at, key, i, new)
            if upper >= 0 and self.parents[at] < 0 and key in old.loose:
                hung.append((at, upper))
        for at, upper in hung:
            self._hang(at, upper)
        for key, name in self.above.items():
            at, upper = self.place[key], self.place.get(name, -1)
            if upper >= 0 and self.parents[at] < 0:
                self._hang(at, upper)

    def _add(self, key: str, i: int, upper: int, new: Source) -> None:
        self.changed = True
        self.place[key] = len(self.keys)
        self.keys.append(key)
        self.messages.append(new.forest.messages[i])
        self.parents.append(upper)
        self._groups.add(upper if upper >= 0 else None)
        if key in new.sighted:
            self.sighted[key] = new.sighted[key]
        if upper < 0:
            self._added_roots.add(key)

    def _replace(self, at: int, key: str, i: int, new: Source) -> None:
        if key not in new.sighted:
            self.sighted.pop(key, None)
            self.changed = True
        elif key in self.sighted and new.sighted[key].strip() and new.sighted[key] != self.sighted[key]:
            self.sighted[key] = new.sighted[key]
            self.retold = True
        else:
            return
        self.messages[at] = new.forest.messages[i]

    def _hang(self, at: int, upper: int) -> None:
        if self._groups.of(upper) != self._groups.of(at):
            self.changed = True
            self.parents[at] = upper
            self._groups.join(at, upper)

    def _loose(self, old: Source, new: Source, whole: bool) -> set[str]:
        """Roots that neither side knows to be a beginning."""
        begins = {key for key in _roots(old) if key not in old.loose}
        if not whole:
            begins |= {key for key in _roots(new) if key not in new.loose}
        loose = (old.loose | new.loose | self._added_roots) - begins
        return {key for key in loose if self.parents[self.place[key]] < 0}

    def current(self, old: str | None, new: str | None, only_a_part: bool) -> str | None:
        """The new one; or the old one where what was seen is `only_a_part` of the path that leads there."""
        if new is None:
            return old
        at = self.place.get(old, -1) if only_a_part and old is not None else -1
        end = self.place.get(new)
        while at >= 0 and at != end:
            at = self.parents[at]
        return old if at >= 0 else new

    def forest(self) -> Forest:
        """All entries, depth first; what is new comes last below its parent."""
        children: list[list[int]] = [[] for _ in self.keys]
        roots: list[int] = []
        for i, parent in enumerate(self.parents):
            (children[parent] if parent >= 0 else roots).append(i)
        order: list[int] = []
        waiting = roots[::-1]
        while waiting:
            i = waiting.pop()
            order.append(i)
            waiting.extend(reversed(children[i]))
        number = [0] * (len(order) + 1)
        number[-1] = -1  # what the parent -1 of a root becomes
        for n, i in enumerate(order):
            number[i] = n
        return Forest(
            keys=[self.keys[i] for i in order],
            messages=[self.messages[i] for i in order],
            parents=[number[self.parents[i]] for i in order],
            orphaned=bool(self.loose),
            file_order=range(len(order)),
        )


def _roots(source: Source) -> list[str]:
    forest = source.forest
    return [key for key, parent in zip(forest.keys, forest.parents, strict=True) if parent < 0]


def _retold(known: Conversation, union: _Union) -> Conversation:
    """The same entries, some with other words: an answer that grows does so many times."""
    source, texts = known.source, known.tree.texts
    assert isinstance(source, Source)
    assert isinstance(texts, Texts)
    forest = replace(source.forest, messages=union.messages)
    tree = replace(known.tree, texts=texts.with_messages(union.messages))
    return replace(known, tree=tree, source=replace(source, forest=forest, sighted=union.sighted))


def _moved(known: Conversation, current: str | None) -> Conversation:
    """The same entries with another current one."""
    source, tree = known.source, known.tree
    assert isinstance(source, Source)
    keys, parents = source.forest.keys, source.forest.parents
    step = keys.index(current) if current in keys else -1
    turn = None
    while step >= 0 and turn is None:
        turn = tree.index_of(keys[step])
        step = parents[step]
    return replace(known, tree=tree.at(turn), source=replace(source, current=current))


def _still_true(warnings: Iterable[Warning], union: _Union) -> Iterator[Warning]:
    """Those about single entries, unless both together have what one of them lacked."""
    for warning in warnings:
        found = warning.code == "CT-PARSE-03" and warning.node not in union.loose
        found = found or (warning.code == "CT-PARSE-08" and warning.detail in union.place)
        if not found and warning.code not in _COMPUTED_ANEW:
            yield warning


def _partial(known: str, seen: str, loose: bool) -> str:
    """Why both together are not the whole; see `model.Completeness`."""
    reasons = (known, seen)
    if loose:
        return next((why for why in ("parents", "earlier", "seen") if why in reasons), "parents")
    if not known:
        return ""
    return "parents" if "parents" in reasons else "paged"
