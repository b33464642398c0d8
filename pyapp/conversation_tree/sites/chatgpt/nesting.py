"""How deep JSON is nested, told from its bytes before anything parses it.

Must not know what the JSON means. A decoder recurses, and in WebAssembly a few thousand levels end the
interpreter, with no exception to catch.

The depth is exact for well-formed JSON; on other text it is exact up to the first fault, and no parser gets
beyond that. It is found without a loop over the bytes, in passes that run in C:

1. Escapes are removed, then all but brackets and quotation marks.
2. Two adjacent quotation marks are removed: whether they enclosed a text or a gap between two, what stands
   before and behind keeps its side. The few left enclose texts with brackets; every other piece is dropped.
3. Innermost pairs are removed, level by level. After some levels, or when a pair does not match, the rest is
   summed up bracket by bracket, so a hostile text costs no more than its length.

Whoever has counted the levels of some bytes already says so (`counted`): the engine does while they arrive.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

from conversation_tree.errors import CodedError

LIMIT = 500

_QUICK_LEVELS = 24
_OTHERS = bytes(c for c in range(256) if c not in b'[]{}"')
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_STEPS = bytes(1 if c in b"[{" else 255 if c in b"]}" else 0 for c in range(256))


_counted: tuple[bytes | None, int] = (None, 0)


@contextmanager
def counted(body: bytes | None, levels: int) -> Iterator[None]:
    """Within this context these very bytes are known to be nested so deep."""
    global _counted  # noqa: PLW0603 - known of one body at a time, by whoever hands it in
    _counted = body, levels
    try:
        yield
    finally:
        _counted = None, 0


def check(body: bytes) -> None:
    """Raises CodedError CT-FILE-03 when the JSON is nested over `LIMIT` levels."""
    known, levels = _counted
    if (levels if body is known else depth(body)) > LIMIT:
        raise CodedError("CT-FILE-03")


def depth(body: bytes) -> int:
    """Levels of lists and objects; 0 for a bare value."""
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in body else body
    marks = plain.translate(None, _OTHERS).replace(b'""', b"")
    if b'"' in marks:
        marks = b"".join(marks.split(b'"')[::2])
    brackets = marks.translate(_ONE_KIND)
    levels = 0
    inner = brackets
    while inner and levels < _QUICK_LEVELS:
        outer = inner.replace(b"[]", b"")
        if len(outer) == len(inner):
            return _summed(brackets)
        inner = outer
        levels += 1
    return levels + _summed(inner)


def _summed(brackets: bytes) -> int:
    return max(accumulate(array("b", brackets.translate(_STEPS)), initial=0))
