"""What is different between two texts, by words where they are short and by lines where they are long.

Must not know whose texts they are. Finding the fewest changes takes time in the product of both lengths, so
that is done only where the product is small; what both begin and end with is taken off before, and texts too
different for lines as well are one change. So the whole is linear in long texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

LARGEST = 400 * 400
"""Product of the words, or the lines, of both that are compared."""
MOST_SHOWN = 20_000
"""Characters of one change that are given; nobody reads more of it in a card."""
MOST_PARTS = 200
"""Parts that are given; each is an element of the page."""
CONTEXT = 80
"""Characters around changes that are given; what is the same further away is left out."""

_WORDS = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uac00-\ud7af]|[^\s\u2e80-\u9fff\uf900-\ufaff\uac00-\ud7af]+\s*|\s+"
)
"""A word with the blanks behind it; of scripts without blanks, a character."""


class Change(NamedTuple):
    """A part that is in both, or only in the newer one, or only in the older one."""

    kind: Literal["=", "+", "-"]
    text: str


def changes(old: str, new: str) -> tuple[Change, ...]:
    """From the older text to the newer one; what stays the same is shortened. Empty when nothing changed."""
    if old == new:
        return ()
    return tuple(_shortened(_joined(_compare(old, new))))


def _compare(old: str, new: str) -> Iterator[Change]:
    by_words = len(old) < 20 * LARGEST**0.5 and len(new) < 20 * LARGEST**0.5
    parts_of = _WORDS.findall if by_words else _lines
    a, b = parts_of(old), parts_of(new)
    for kind, left, right in _blocks(a, b):
        if kind == "=":
            yield Change("=", left)
        elif not by_words and left and right and len(left) + len(right) < 4_000:
            yield from _compare_words(left, right)
        else:
            yield from _replaced(left, right)


def _compare_words(old: str, new: str) -> Iterator[Change]:
    for kind, left, right in _blocks(_WORDS.findall(old), _WORDS.findall(new)):
        if kind == "=":
            yield Change("=", left)
        else:
            yield from _replaced(left, right)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _replaced(left: str, right: str) -> Iterator[Change]:
    if left:
        yield Change("-", _bounded(left))
    if right:
        yield Change("+", _bounded(right))


def _bounded(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


def _blocks(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Runs of parts: `=` with what is the same, or `!` with what was and what is."""
    most = min(len(a), len(b))
    head = next((i for i in range(most) if a[i] != b[i]), most)
    tail = next((i for i in range(most - head) if a[-1 - i] != b[-1 - i]), most - head)
    if head:
        same = "".join(a[:head])
        yield "=", same, same
    left, right = a[head : len(a) - tail], b[head : len(b) - tail]
    if len(left) * len(right) <= LARGEST:
        for tag, i, j, k, m in SequenceMatcher(None, left, right).get_opcodes():
            yield "=" if tag == "equal" else "!", "".join(left[i:j]), "".join(right[k:m])
    elif left or right:
        yield "!", "".join(left), "".join(right)
    if tail:
        same = "".join(a[len(a) - tail :])
        yield "=", same, same


def _joined(found: Iterator[Change]) -> list[Change]:
    """Neighbours of one kind as one."""
    joined: list[Change] = []
    for change in found:
        if joined and joined[-1].kind == change.kind:
            joined[-1] = Change(change.kind, joined[-1].text + change.text)
        else:
            joined.append(change)
    return joined


def _shortened(found: list[Change]) -> Iterator[Change]:
    """What is the same far from any change is left out."""
    for place, (kind, text) in enumerate(found):
        if place == MOST_PARTS:
            yield Change("=", "…")
            return
        if kind != "=" or len(text) <= 3 * CONTEXT:
            yield Change(kind, text)
            continue
        before = "" if place == 0 else text[:CONTEXT]
        after = "" if place + 1 == len(found) else text[-CONTEXT:]
        yield Change("=", f"{before}…{after}")
