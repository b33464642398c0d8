"""The tree's picture as an SVG file, with a seal that tells whether it was changed.

Must not know messages: a picture holds none.
"""

from __future__ import annotations

import re

from conversation_tree.export.findings import Report
from conversation_tree.export.framing import digest

_SEAL = re.compile(r"<!-- ct-seal ([0-9]+) ([0-9a-f]{64}) -->\n\Z")
MARK = "<!-- ct-seal "


def sealed(svg: str, turns: int) -> str:
    return f"{svg}{MARK}{turns} {digest(f'{turns} {svg}')} -->\n"


def read_picture(text: str) -> Report:
    report = Report("svg")
    seal = _SEAL.search(text)
    if seal is None:
        report.add("truncated", 0, "its seal is missing")
        return report
    report.expected = int(seal[1])
    if digest(f"{seal[1]} {text[: seal.start()]}") != seal[2]:
        report.add("picture")
    return report
