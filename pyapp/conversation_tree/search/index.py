"""The words of every turn of a tree, folded as far as they were read, and the turns that hold what is wanted.

Must not know what is done with hits. Reading 20 MB takes longer than a person should wait for a key to be
answered, and there is no clock here: `read_on` reads a slice of a bounded size, and everything else answers
for what was read so far.

Words are kept as UTF-8, turn by turn: a part of a text is found in UTF-8 exactly where it is found in the
text, and one emoji does not make all other letters take four bytes.
"""

from __future__ import annotations

from bisect import bisect_left

from conversation_tree.model import Tree
from conversation_tree.search.matching import folded

SLICE_CHARACTERS = 200_000
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
        self._known = sum(words is not None for words in self._words)
        self._wanted = b""
        self._hits: list[int] = []

    @property
    def complete(self) -> bool:
        return self._next == len(self._words)

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
        """Look for a folded text in all that is known. When it goes on from what was wanted before, only the
        hits are looked through. Linear in what is looked through."""
        needle = utf8(wanted)
        words = self._words
        if self._wanted and self._wanted in needle:
            self._hits = [i for i in self._hits if needle in (words[i] or b"")]
        elif needle:
            self._hits = [i for i, text in enumerate(words) if text and needle in text]
        else:
            self._hits = []
        self._wanted = needle

    def read_on(self) -> None:
        """Read the next slice, and look for what is wanted in it."""
        words, text = self._words, self._tree.texts.text
        first = at = self._next
        budget = SLICE_CHARACTERS
        last = min(len(words), first + SLICE_TURNS)
        while at < last and budget > 0:
            said = text(at)
            budget -= len(said)
            self._known += words[at] is None
            words[at] = utf8(folded(said))
            at += 1
        self._next = at
        if self._wanted:
            found = [i for i in range(first, at) if self._wanted in (words[i] or b"")]
            before, behind = bisect_left(self._hits, first), bisect_left(self._hits, at)
            self._hits = [*self._hits[:before], *found, *self._hits[behind:]]
