"""Reading an HTML export back: its frames, and besides what a browser would make of it.

Must not know how it is written.
"""

from __future__ import annotations

import json
from typing import Any

from conversation_tree.export.findings import Report
from conversation_tree.export.framing import digest, escaped
from conversation_tree.export.html_scan import Scan, scan
from conversation_tree.export.reading import read_framed


def read_html(text: str) -> tuple[Report, Scan]:
    """Raises CodedError when it has no frames at all."""
    report, _, index = read_framed(text, "html")
    found = scan(text)
    for load in dict.fromkeys(found.loads):
        report.add("loads", 0, load)
    if index is None:
        return report, found
    _judge_island(report, found.island)
    expected = [(str(block.k), block.id, block.role) for block in report.blocks]
    if report.intact and found.sections != expected:
        report.add("outside", 1)
    return report, found


def _judge_island(report: Report, island: str) -> None:
    """The sources beside what is shown; what is shown was judged by its frame."""
    try:
        value: Any = json.loads(island)
        messages = value["messages"]
        texts = [(each["n"], escaped(each["id"]), digest(each["text"])) for each in messages]
    except (ValueError, KeyError, TypeError, RecursionError, UnicodeEncodeError, AttributeError):
        report.add("raw")
        return
    shown = {block.id: block.source for block in report.blocks}
    for k, name, found in texts:
        if name in shown and shown[name] != found:
            report.add("raw", k if isinstance(k, int) else 0)
    if report.intact and [name for _, name, _ in texts] != list(shown):
        report.add("raw")
