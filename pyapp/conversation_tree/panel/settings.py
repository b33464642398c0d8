"""What a person has set for every tab, and how it is kept: one durable record with a version.

Must not know where a setting is shown, nor what follows from it.

A record of an older version is brought up to date step by step. One of a newer version of the extension is
read as far as it is understood and never written over. What a record holds that is not known here is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from conversation_tree.scene.look import BUTTON_NEAREST, PANEL_WIDTH, PANEL_WIDTHS

RECORD = "settings"

Fields = dict[str, Any]


def _way_has_a_name(fields: Fields) -> Fields:
    """1 to 2: there may be more than two ways one day."""
    by_reload = fields.pop("by_reload", False)
    return {**fields, "way": "reload" if by_reload is True else "near"}


MIGRATIONS: tuple[Callable[[Fields], Fields], ...] = (_way_has_a_name,)
"""The first makes a record of version 2 out of one of version 1, and so on."""
VERSION = len(MIGRATIONS) + 1

CHOICES: dict[str, tuple[object, ...]] = {
    "open_at_start": ("last", "open", "closed"),
    "way": ("near", "reload"),
    "language": ("", "en", "zh_CN", "fr"),
    "snapshots": (True, False),
    "by_shape": (True, False),
    "make_room": (True, False),
}
RANGES = {"width": PANEL_WIDTHS, "hover_delay_ms": (0, 2_000)}
FARTHEST = 10_000
"""px; no window is larger."""


@dataclass(slots=True)
class Settings:
    """Shared by the sessions of all tabs."""

    width: int = PANEL_WIDTH
    """Of the sidebar, px."""
    open_at_start: str = "last"
    """How the sidebar is in a new tab: as it was `last` left, `open` or `closed`."""
    hover_delay_ms: int = 200
    """From the pointer's coming to the preview."""
    way: str = "near"
    """To other branches: `near` ones by the page's own arrows, or always by `reload`."""
    snapshots: bool = True
    """Keep a copy of the conversations that were opened."""
    language: str = ""
    """A catalogue's name; empty for the browser's language."""
    by_shape: bool = False
    """Tell questions and answers apart by more than their colour."""
    make_room: bool = True
    """Narrow the page while the sidebar is open, instead of covering it."""
    button: list[int] = field(default_factory=list)
    """Where the round button's left and top are, in px from the window's right and bottom; empty for where
    it is at first."""
    unknown: Fields = field(default_factory=dict)
    """What the record holds besides."""
    version: int = VERSION
    """Of the record; above ours it must not be written over."""

    @property
    def by_reload(self) -> bool:
        return self.way == "reload"

    def values(self) -> Fields:
        """All that can be set, by name."""
        return {name: getattr(self, name) for name in NAMES}

    def change(self, name: str, value: object) -> bool:
        """Set one; whether anything is different now. What cannot be meant changes nothing."""
        wanted = accepted(name, value)
        if wanted is None or wanted == getattr(self, name):
            return False
        setattr(self, name, wanted)
        return True

    def to_text(self) -> str:
        """The record; empty when it must be left alone."""
        if self.version > VERSION:
            return ""
        return json.dumps({**self.unknown, **self.values(), "version": VERSION}, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Settings:
        """The settings in a record; defaults for what is missing or odd."""
        try:
            fields = json.loads(text)
        except ValueError:
            return cls()
        if not isinstance(fields, dict):
            return cls()
        version = fields.pop("version", 1)
        version = version if isinstance(version, int) and version > 0 else 1
        for migrate in MIGRATIONS[version - 1 :]:
            fields = migrate(fields)
        settings = cls(version=max(version, VERSION))
        for name in NAMES:
            settings.change(name, fields.pop(name, None))
        settings.unknown = fields
        return settings


NAMES = tuple(name for name in Settings.__dataclass_fields__ if name not in {"unknown", "version"})


def accepted(name: str, value: Any) -> object:
    """The value as it may be set, numbers brought into their range; None for what cannot be meant."""
    if name in CHOICES:
        return next((c for c in CHOICES[name] if type(c) is type(value) and c == value), None)
    if name in RANGES and _is_number(value):
        low, high = RANGES[name]
        return int(min(max(value, low), high))
    if name == "button" and isinstance(value, list) and len(value) in {0, 2} and all(map(_is_number, value)):
        return [int(min(max(part, BUTTON_NEAREST), FARTHEST)) for part in value]
    return None


def _is_number(value: Any) -> bool:
    """JSON knows no infinity, but Python's reader does."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9
