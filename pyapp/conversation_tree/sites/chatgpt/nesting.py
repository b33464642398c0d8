"""How deep JSON is nested, told from its bytes before anything parses it.

Must not know what the JSON means.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

from conversation_tree.errors import CodedError

LIMIT = 500


def check(body: bytes) -> None:
    """Raises CodedError CT-FILE-03 when the JSON is nested over `LIMIT` levels."""
    if depth(body) > LIMIT:
        raise CodedError("CT-FILE-03")


def depth(body: bytes) -> int:
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside = b"".join(plain.split(b'"')[::2])
    brackets = outside.translate(_STEP, _OTHER)
    return max(accumulate(array("b", brackets)), default=0)


_STEP = bytes(1 if c in b"[{" else 255 if c in b"]}" else 0 for c in range(256))
_OTHER = bytes(c for c in range(256) if c not in b"[]{}")
