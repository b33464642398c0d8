"""A report for whoever helps: how the extension and its trees are, without a word of any conversation.

Must not hold titles, texts, names or ids; whoever gives it facts keeps to that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from conversation_tree import __version__
from conversation_tree.panel.settings import Settings

FACTS = ("browser", "language", "engine_start_ms", "boot")
"""What of the outside's facts is taken."""


def report(
    facts: Mapping[str, object], settings: Settings, conditions: Sequence[Mapping[str, object]]
) -> str:
    """A JSON text that a person can read before giving it away."""
    return json.dumps(
        {
            "version": __version__,
            **{name: facts[name] for name in FACTS if isinstance(facts.get(name), str | int | float)},
            "settings": settings.values(),
            "settings_version": settings.version,
            "tabs": list(conditions),
        },
        ensure_ascii=False,
        indent=2,
    )
