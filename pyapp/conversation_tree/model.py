"""The conversation as the panel sees it: turns in a tree, whole or partial.

Must not know where a conversation came from, how it is drawn, or any site's field names.

A tree of 50,000 turns is built in one go and mostly never looked at, so its facts lie in parallel
lists indexed by *turn number in depth-first order* (raw order, a parent always before its children),
and a `Turn` is made only for whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from conversation_tree.errors import Warning
from conversation_tree.frozen import frozen

Role = Literal["user", "assistant"]

PREVIEW_LENGTH = 120
"""Characters of the last visible message that a preview holds, blanks collapsed."""


@frozen
class About:
    """What there is to say of a turn besides its words."""

    kinds: tuple[str, ...] = ()
    """What else than words it holds, and how it ended, as keys of texts behind `kind_`: `image`, `audio`,
    `canvas`, `tool`, `file`, `stopped`, `thoughts`."""
    model: str = ""
    """The model that wrote it, by the site's name; empty when not known."""


class TurnTexts(Protocol):
    """Where the words of turns are read from, only when somebody asks."""

    def preview(self, index: int) -> str:
        """First `PREVIEW_LENGTH` characters of the turn's last visible message, blanks collapsed."""

    def text(self, index: int) -> str:
        """All visible messages of the turn in order, with the names of images and attachments."""

    def about(self, index: int) -> About:
        """What there is to say of the turn besides its words."""


@frozen
class Turn:
    """What the page shows as one bubble and the panel draws as one node."""

    index: int
    id: str
    """Key of its last visible message; a jump and the current node mean this one."""
    role: Role
    parent: str | None
    children: tuple[str, ...]
    turn_number: int
    """User turns on the path from the root, itself included; 0 before the first question."""
    message_ids: tuple[str, ...]
    mid_turn: bool
    """Its fork lies inside an answer, where the site may offer no way to switch."""
    active: bool
    create_time: float | None
    """Unix seconds of its first visible message."""
    preview: str


@dataclass(slots=True)
class Tree:
    """Turns by index: depth first in raw order, so `parents[i] < i`; nothing is ever sorted."""

    ids: list[str]
    roles: list[Role]
    parents: list[int]
    """Index of the turn above, -1 for a root."""
    children: list[list[int]]
    roots: list[int]
    turn_numbers: list[int]
    message_ids: list[Sequence[str]]
    mid_turn: list[bool]
    create_times: list[float | None]
    current: int | None
    active: list[bool]
    """True for the current turn and those above it."""
    texts: TurnTexts
    _index_of: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def index_of(self, message_id: str) -> int | None:
        """The turn that a message belongs to, by any of its `message_ids`; built on first use, linear."""
        if not self._index_of:
            self._index_of = {m: i for i, ids in enumerate(self.message_ids) for m in ids}
        return self._index_of.get(message_id)

    def at(self, current: int | None) -> Tree:
        """The same tree with another current turn. Linear."""
        active = [False] * len(self)
        step = -1 if current is None else current
        while step >= 0:
            active[step] = True
            step = self.parents[step]
        return replace(self, current=current, active=active)

    def turn(self, index: int) -> Turn:
        parent = self.parents[index]
        return Turn(
            index=index,
            id=self.ids[index],
            role=self.roles[index],
            parent=self.ids[parent] if parent >= 0 else None,
            children=tuple(self.ids[c] for c in self.children[index]),
            turn_number=self.turn_numbers[index],
            message_ids=tuple(self.message_ids[index]),
            mid_turn=self.mid_turn[index],
            active=self.active[index],
            create_time=self.create_times[index],
            preview=self.texts.preview(index),
        )

    def siblings(self, index: int) -> list[int]:
        """The turn and its visible siblings in raw order; the roots are siblings of each other."""
        parent = self.parents[index]
        return self.children[parent] if parent >= 0 else self.roots

    @property
    def leaves(self) -> int:
        """Branches in the status line: turns with nothing below them."""
        return sum(1 for c in self.children if not c)

    @property
    def forks(self) -> int:
        """Turns with two or more children; the virtual root is not counted."""
        return sum(1 for c in self.children if len(c) > 1)

    @property
    def questions(self) -> int:
        return sum(1 for r in self.roles if r == "user")


@frozen
class Completeness:
    """Whether the whole tree is known, and if not, why: nothing is shown as whole that is not."""

    partial: str = ""
    """Empty when whole; else the reason: `paged` (one branch of a paged answer), `earlier` (one branch
    without its beginning), `parents` (ids that resolve to nothing) or `seen` (what the page has shown)."""

    def __str__(self) -> str:
        return f"partial({self.partial})" if self.partial else "complete"


@frozen
class Conversation:
    """One parsed conversation."""

    id: str
    title: str
    tree: Tree
    completeness: Completeness
    warnings: tuple[Warning, ...]
    source: object = field(default=None, repr=False, compare=False)
    """What the site's adapter keeps to merge this with a later sighting; nobody else looks at it."""

    def figures(self) -> dict[str, int | str]:
        """How large the tree is and how far to trust it, for the diagnostics."""
        return {
            "turns": len(self.tree),
            "questions": self.tree.questions,
            "roots": len(self.tree.roots),
            "forks": self.tree.forks,
            "completeness": str(self.completeness),
            "warnings": len(self.warnings),
        }
