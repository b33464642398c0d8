"""A conversation's bytes cut into portions of a few entries each, without parsing.

Must not know how a portion is decoded, nor what an entry holds beside its last field.

Why: a decoder must not see JSON nested too deep, and looking for brackets outside texts costs several
times the decoding. A portion of a few kilobytes rarely holds as many brackets as levels are allowed, which
a count tells. So a conversation is cut between entries, each portion is checked and decoded by itself, and
the entries are put together again.

A cut is a guess from what the site writes (`children` comes last in an entry), and the decoder is its judge.
If every portion is the inside of a JSON object, and the frame with the last portion in it is JSON with that
portion where the mapping is, then the whole is JSON, and its mapping is the portions' entries in their order.
If any of it fails, the whole is read in one piece as if nothing had been cut.
"""

from __future__ import annotations

from dataclasses import dataclass

MARK = "conversation-tree: the mapping goes on here"
"""A key put before the frame's own entries, to see that they are the mapping."""

_HEAD = 1 << 16
"""The mapping begins within so many bytes, or the text is of another make."""
_PORTION = 1 << 13
"""Bytes of a portion at least: some entries, some hundred brackets."""
_TRIES = 8
"""Places looked at for one cut: a message may quote such JSON."""
_STYLES = (
    (b'"mapping":{', b'"children":[', b']},"'),
    (b'"mapping": {', b'"children": [', b']}, "'),
)
"""How the site writes, and how its export does."""


@dataclass(frozen=True, slots=True)
class Portions:
    entries: list[bytes]
    """JSON objects of entries, in file order."""
    frame: bytes
    """The conversation with `MARK` and the last entries in its mapping."""


def cut(body: bytes) -> Portions | None:
    """The portions, or None when the text is too short or does not look as expected."""
    for mapping, children, end in _STYLES:
        start = body.find(mapping, 0, _HEAD)
        if start >= 0:
            return _cut(body, start + len(mapping), children, end)
    return None


def _cut(body: bytes, start: int, children: bytes, end: bytes) -> Portions | None:
    entries: list[bytes] = []
    done = start
    while (close := _end_of_entry(body, done + _PORTION, children, end)) >= 0:
        entries.append(b"{%b}" % body[done:close])
        done = close + len(end) - 3
    if not entries:
        return None
    return Portions(entries, b'%b"%b":null,%b' % (body[:start], MARK.encode(), body[done:]))


def _end_of_entry(body: bytes, at: int, children: bytes, end: bytes) -> int:
    """Behind the first entry that ends after `at` and is followed by another; -1 when there is none."""
    for _ in range(_TRIES):
        found = body.find(children, at)
        close = body.find(b"]", found) if found >= 0 else -1
        if close < 0:
            break
        if body.startswith(end, close):
            return close + 2
        at = found + 1
    return -1
