"""Fenced code blocks in Markdown: whether one is left open, and a fence that holds any text.

Must not know what is inside.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_RUN = re.compile(r"`+")


def unclosed(text: str) -> str:
    """The fence that would close the block that a text leaves open; empty when it leaves none."""
    if "```" not in text and "~~~" not in text:
        return ""
    opened = ""
    for match in _FENCE.finditer(text):
        fence, rest = match[1], match[2]
        if not opened:
            if fence[0] == "~" or "`" not in rest:
                opened = fence
        elif fence[0] == opened[0] and len(fence) >= len(opened) and not rest.strip(" \t"):
            opened = ""
    return opened


def fenced(text: str, language: str = "") -> str:
    """A text as a code block, the fence one longer than the longest run inside."""
    longest = max((len(run) for run in _RUN.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
