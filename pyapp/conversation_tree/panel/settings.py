"""What a person has set for every tab; kept as one durable record.

Must not know where it is shown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

RECORD = "settings"


@dataclass(slots=True)
class Settings:
    """Shared by the sessions of all tabs."""

    by_reload: bool = False
    """Go to other branches by loading the page anew, even when they are near."""

    def to_text(self) -> str:
        return json.dumps({"version": 1, "by_reload": self.by_reload})

    @classmethod
    def from_text(cls, text: str) -> Settings:
        """The settings in a record; defaults for what is missing or odd."""
        try:
            fields = json.loads(text)
            return cls(by_reload=fields.get("by_reload") is True)
        except (ValueError, AttributeError):
            return cls()
