"""The words of every turn of a tree, folded as far as they were read, and the turns that hold what is wanted.

Must not know what is done with hits. Reading 20 MB takes longer than a person should wait for a key to be
answered, and so can looking for two rare letters in them; there is no clock here, so `go_on` does a piece of
work of a bounded size, first of looking, then of reading, and everything else answers for what was done so
far.

Words are kept as UTF-8, turn by turn: a part of a text is found in UTF-8 exactly where it is found in the
text, and one emoji does not make all other letters take four bytes.
"""

from __future__ import annotations

from bisect import bisect_left

from conversation_tree.model import Tree
from conversation_tree.search.matching import folded

LOOK_BYTES = 5_000_000
"""Looked through at once at most, about: 10 ms at worst."""
SLICE_CHARACTERS = 300_000
SLICE_TURNS = 400
"""Read at once at most: some ms."""


def utf8(text: str) -> bytes:
    """Damaged texts hold halves of surrogate pairs, which have no UTF-8 of their own."""
    return text.encode("utf-8", "surrogatepass")


class SearchIndex:
    """What of one tree was read, and the hits of the last query."""

    def __init__(self, tree: Tree, before: SearchIndex | None = None) -> None:
        """`before` is the index of the same conversation as it was: its words stand in until they are read
        anew, so that hits stay where they were while the tree is refreshed."""
        self._tree = tree
        self._words: list[bytes | None] = [None] * len(tree)
        if before is not None:
            known = dict(zip(before._tree.ids, before._words, strict=True))
            self._words = [known.get(turn) for turn in tree.ids]
        self._next = 0
        known_words = [words for words in self._words if words is not None]
        self._known, self._bytes = len(known_words), sum(map(len, known_words))
        self._wanted = b""
        self._hits: list[int] = []
        self._left: list[int] = []
        """Turns that are still to be looked through, all behind the hits."""

    @property
    def complete(self) -> bool:
        return not self._left and self._next == len(self._words)

    @property
    def looking(self) -> bool:
        """Whether some of what is known was not looked through yet."""
        return bool(self._left)

    @property
    def known(self) -> int:
        """Turns that hits can be in by now."""
        return self._known

    @property
    def hits(self) -> list[int]:
        """The turns that hold what was wanted last, in reading order. Never changed in place."""
        return self._hits

    def fits(self, tree: Tree) -> bool:
        """Whether this is the index of that tree, too: another current turn changes no words."""
        return tree.texts is self._tree.texts and tree.ids is self._tree.ids

    def find(self, wanted: str) -> None:
        """Begin to look for a folded text in all that is known. When it goes on from what was wanted before,
        only the hits are looked through. Linear in what is looked through."""
        needle = utf8(wanted)
        if self._wanted and self._wanted in needle:
            self._left = self._hits + self._left
        elif needle:
            self._left = [i for i, words in enumerate(self._words) if words is not None]
        else:
            self._left = []
        self._hits = []
        self._wanted = needle
        self._look_on()

    def go_on(self) -> None:
        """The next piece of work."""
        if self._left:
            self._look_on()
        else:
            self._read_on()

    def _look_on(self) -> None:
        words, wanted = self._words, self._wanted
        count = LOOK_BYTES * self._known // max(1, self._bytes) + 1
        self._hits = self._hits + [i for i in self._left[:count] if wanted in (words[i] or b"")]
        self._left = self._left[count:]

    def _read_on(self) -> None:
        """Read the next slice, and look for what is wanted in it."""
        words, text = self._words, self._tree.texts.text
        first = at = self._next
        budget = SLICE_CHARACTERS
        last = min(len(words), first + SLICE_TURNS)
        while at < last and budget > 0:
            said = text(at)
            budget -= len(said)
            former, words[at] = words[at], (now := utf8(folded(said)))
            self._known += former is None
            self._bytes += len(now) - len(former or b"")
            at += 1
        self._next = at
        if self._wanted:
            found = [i for i in range(first, at) if self._wanted in (words[i] or b"")]
            before, behind = bisect_left(self._hits, first), bisect_left(self._hits, at)
            self._hits = [*self._hits[:before], *found, *self._hits[behind:]]
