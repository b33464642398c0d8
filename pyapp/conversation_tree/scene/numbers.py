"""Coordinates as text.

Must not know what they are coordinates of.
"""

from __future__ import annotations


def number(value: float) -> str:
    """A coordinate in as few characters as it takes, with at most two decimals; never `-0`."""
    whole = int(value)
    if whole == value:
        return str(whole)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
