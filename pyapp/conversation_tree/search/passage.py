"""What stands around a match, short enough for a card.

Must not know where it is shown.
"""

from __future__ import annotations

from typing import NamedTuple

from conversation_tree.search.matching import first_match

BEFORE = 40
AFTER = 100
"""Characters around the match at most."""
LONGEST = 200
"""Characters of the match itself at most; what is typed is seldom that long."""
CUT = "…"


class Passage(NamedTuple):
    """A match and its surroundings, blanks collapsed; what is cut off is told by an ellipsis."""

    before: str
    match: str
    after: str


def passage(text: str, wanted: str) -> Passage | None:
    """The first match of `wanted`, which is folded already, with what stands around it."""
    span = first_match(text, wanted)
    if span is None:
        return None
    # A few more than are shown, since blanks will be collapsed; never the whole of a long text.
    left = text[max(0, span.start - 4 * BEFORE) : span.start]
    right = text[span.end : span.end + 4 * AFTER]
    match = _collapsed(text[span.start : span.end])
    before, after = _collapsed(left), _collapsed(right)
    cut_before = len(before) > BEFORE or span.start > len(left)
    cut_after = len(after) > AFTER or span.end + len(right) < len(text)
    if len(before) > BEFORE:
        before = _from_a_word(before[-BEFORE:])
    if len(after) > AFTER:
        after = _to_a_word(after[:AFTER])
    return Passage(
        CUT + before.lstrip() if cut_before else before.lstrip(),
        match if len(match) <= LONGEST else match[:LONGEST] + CUT,
        after.rstrip() + CUT if cut_after else after.rstrip(),
    )


def _collapsed(text: str) -> str:
    """Blanks collapsed to one each, also at the ends."""
    words = " ".join(text.split())
    if not words:
        return " " if text else ""
    return f"{' ' * text[0].isspace()}{words}{' ' * text[-1].isspace()}"


def _from_a_word(text: str) -> str:
    """Without the rest of a word at its beginning, unless that is most of it."""
    blank = text.find(" ")
    return text[blank + 1 :] if 0 <= blank < len(text) // 2 else text


def _to_a_word(text: str) -> str:
    blank = text.rfind(" ")
    return text[:blank] if blank > len(text) // 2 else text
