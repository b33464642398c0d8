"""When something was said, in the person's words, order and time zone.

Must not ask any clock or locale: the offsets of the person's clocks come from the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from conversation_tree.panel.texts import Texts

Offsets = Sequence[Sequence[float]]
"""`[Unix seconds, minutes]`, oldest first: from when on the clocks go how far before UTC."""

EARLIEST, LATEST = 0, 253_000_000_000
"""Unix seconds that a calendar has a day for."""


def date_text(when: float | None, offsets: Offsets, say: Texts) -> str:
    """Day and time of a moment in Unix seconds; empty for none, and for what is no date."""
    if when is None or not EARLIEST < when < LATEST:
        return ""
    first = offsets[0][1] if offsets else 0
    minutes = next((offset for since, offset in reversed(offsets) if since <= when), first)
    day = datetime.fromtimestamp(when, UTC) + timedelta(minutes=minutes)
    month = say("months").split(",")[day.month - 1].strip()
    return say("date_and_time", day.day, month, day.year, day.hour, f"{day.minute:02}")
