"""What is kept of a conversation beside its turns, so that a later sighting can be merged with it.

Must not know how two of them are merged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from conversation_tree.errors import Warning
from conversation_tree.sites.chatgpt.entries import Forest


@dataclass(slots=True)
class Source:
    """The entries a conversation was made of, and where they do not reach to the beginning."""

    forest: Forest
    current: str | None
    """The key that the site, or the page, gives as the current one."""
    loose: set[str] = field(default_factory=set)
    """Keys of roots with something above them that is not known."""
    above: dict[str, str] = field(default_factory=dict)
    """Of some roots, the key above them that is not here."""
    sighted: dict[str, str] = field(default_factory=dict)
    """Keys known only from what the page shows, and the beginnings of their texts."""

    @classmethod
    def of(cls, forest: Forest, current: object, missing: str, warnings: Iterable[Warning]) -> Source:
        """For a conversation as it was read; `missing` is its reason for being partial."""
        found = cls(forest, current if type(current) is str else None)
        if missing == "parents":
            named = {w.node: w.detail for w in warnings if w.code == "CT-PARSE-03" and w.node is not None}
            found.loose = set(named)
            found.above = named
        elif missing not in {"", "paged"}:
            found.loose = {k for k, p in zip(forest.keys, forest.parents, strict=True) if p < 0}
        return found
