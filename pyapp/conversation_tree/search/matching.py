"""When a text holds what was typed, and where in it.

Must not know turns or trees.

Both sides are folded: NFKC, then casefold, then every i is one i, dotted or not. So `STRASSE` finds `Straße`
and `fi` finds the ligature in `ﬁne`, and a place in the folded text is not the same place in the original.
Where it is in the original is worked out only for the line that holds it: folding never looks across a line
feed, so lines can be folded one by one, and inside the line in *segments*, the shortest pieces that fold the
same alone as they do together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import combining, normalize

_DOTLESS = "\u0131"
_DOTTED = "i\u0307"
"""What casefold makes of a capital I with a dot."""


class Span(NamedTuple):
    """A part of a text, in characters."""

    start: int
    end: int


def folded(text: str) -> str:
    """The text as it is compared. Linear."""
    if text.isascii():
        return text.lower()
    text = normalize("NFKC", text).casefold()
    return text.replace(_DOTLESS, "i").replace(_DOTTED, "i")


def first_match(text: str, wanted: str) -> Span | None:
    """The first place that holds `wanted`, which is folded already; None when there is none or it is empty.

    Where the match begins or ends inside of what one letter folds to, that letter belongs to it as a whole.
    """
    whole = folded(text)
    at = whole.find(wanted) if wanted else -1
    if at < 0:
        return None
    if text.isascii():
        return Span(at, at + len(wanted))
    return Span(_original(text, whole, at, ends=False), _original(text, whole, at + len(wanted), ends=True))


def _original(text: str, whole: str, place: int, *, ends: bool) -> int:
    """Where in a text a match begins or ends that does so at `place` in the folded text."""
    start = 0
    for _ in range(whole.count("\n", 0, place)):
        start = text.index("\n", start) + 1
    feed = text.find("\n", start)
    line = text[start:] if feed < 0 else text[start:feed]
    return start + _in_line(line, place - whole.rfind("\n", 0, place) - 1, ends=ends)


def _in_line(line: str, place: int, *, ends: bool) -> int:
    before = 0
    for start, end in segments(line):
        after = before + len(folded(line[start:end]))
        if ends and place <= after:
            return end if place > before else start
        if not ends and place < after:
            return start
        before = after
    return len(line)


def segments(text: str) -> Iterator[Span]:
    """The shortest pieces of a text that can be folded one by one, in order.

    A piece begins with a character that starts a new letter and does not melt into the one before it.
    """
    start = 0
    for at in range(1, len(text)):
        if text[at].isascii() or _begins(text[start:at], text[at]):
            yield Span(start, at)
            start = at
    if text:
        yield Span(start, len(text))


def _begins(before: str, character: str) -> bool:
    if combining(character):
        return False
    alone = normalize("NFKC", character)
    return not combining(alone[0]) and normalize("NFKC", before + character) == (
        normalize("NFKC", before) + alone
    )
