"""The faults found while one conversation is read, as warnings.

Must not know what a fault means; keeps the list short enough to be read.
"""

from __future__ import annotations

from conversation_tree.errors import Warning

LIMIT = 100
"""Warnings of one code that are listed; the rest of a code is counted in one more."""


class Faults:
    def __init__(self) -> None:
        self._found: dict[Warning, None] = {}
        self._counts: dict[str, int] = {}

    def add(self, code: str, node: str | None = None, detail: str = "") -> None:
        """The same fault of the same entry counts once as long as it is listed."""
        warning = Warning(code, node, detail)
        if warning in self._found:
            return
        count = self._counts.get(code, 0) + 1
        self._counts[code] = count
        if count <= LIMIT:
            self._found[warning] = None

    def has(self, code: str, node: str | None, detail: str = "") -> bool:
        return Warning(code, node, detail) in self._found

    def warnings(self) -> tuple[Warning, ...]:
        """In the order found; what was left out comes last, one warning per code."""
        more = [
            Warning("CT-PARSE-17", None, f"{c}, {n - LIMIT} times")
            for c, n in self._counts.items()
            if n > LIMIT
        ]
        return (*self._found, *more)
