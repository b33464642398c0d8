"""How a route may misbehave.

Must not know how it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

INSTEAD = frozenset({"status", "not_json", "html", "empty", "offline"})
"""Faults that take the place of an answer."""
ON_THE_WAY = frozenset({"slow", "trickle", "truncate", "break_off", "rewrite"})
"""Faults that let a route answer."""
KINDS = INSTEAD | ON_THE_WAY


@dataclass(slots=True)
class Fault:
    """How a route misbehaves."""

    kind: str
    """`status`, `not_json`, `html`, `empty`, `offline`: instead of the answer.

    `slow` (the answer late), `trickle` (the body late), `truncate` (the body ends in its middle), `break_off`
    (the connection drops in the middle of the body), `rewrite` (the JSON changed): with the answer.
    """
    status: int = 0
    seconds: float = 0.0
    remaining: int | None = None
    """How many more requests it spoils; None is all."""
    of: str = "all"
    """`page`, `extension` or `all`: whose requests it spoils."""
    retry_after: str | None = None
    """The header's value; empty is no header, None is 7 with status 429 and else no header."""
    rewrite: Callable[[Any], Any] | None = None
