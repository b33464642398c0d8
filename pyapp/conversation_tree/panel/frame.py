"""What the sidebar's frame shows now, so that only differences are sent.

Must not know what any element means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conversation_tree.protocol import Command, UpdateFrame

_UNKNOWN = object()
"""What an element shows in a page that this frame has told nothing yet: it may be one it knew before."""


class Frame:
    """The last state sent of every named element of the frame."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], Any] = {}

    def forget(self) -> None:
        """A new page: its frame shows nothing of ours yet."""
        self._shown.clear()

    def changed_itself(self, name: str, text: str) -> None:
        """The page has changed this text already: a person typed it."""
        self._shown[name, "text"] = text

    def update(self, elements: Mapping[str, Mapping[str, Any]]) -> Iterator[Command]:
        """One command with what is new in `elements`, or none."""
        changes: dict[str, dict[str, Any]] = {}
        for name, wanted in elements.items():
            new = {
                key: wanted[key]
                for key in ("text", "hidden")
                if key in wanted and self._shown.get((name, key), _UNKNOWN) != wanted[key]
            }
            self._shown.update({(name, key): value for key, value in new.items()})
            attributes = {
                key: value
                for key, value in wanted.get("attributes", {}).items()
                if self._shown.get((name, "@" + key), _UNKNOWN) != value
            }
            self._shown.update({(name, "@" + key): value for key, value in attributes.items()})
            if attributes:
                new["attributes"] = attributes
            if new:
                changes[name] = new
        if changes:
            yield UpdateFrame(changes)
