"""Reading a plain text export back.

Must not know how it is written beyond the line above each message and the index.

Nothing in the text is a frame, so bodies are cut by the lengths of the index. Where one does not fit any
more, the next line that could stand above a message is looked for.
"""

from __future__ import annotations

import re

from conversation_tree.errors import CodedError
from conversation_tree.export.findings import Block, Report
from conversation_tree.export.framing import digest, parse_index, short_digest
from conversation_tree.export.reading import Found, compare, cut

_HEADING = re.compile(r"^\[([0-9]{1,9})/([0-9]{1,9})\] ([A-Za-z0-9_%-]+)[^\n]*\n", re.MULTILINE)
_INDEX = re.compile(r"^ct-index [0-9a-f]{12} ", re.MULTILINE)
_END = re.compile(r"\nseal [^\n]*")


def read_text(text: str) -> Report:
    """Raises CodedError when it is no such file at all."""
    report = Report("txt")
    starts = [match.start() for match in _INDEX.finditer(text)]
    end = _END.search(text, starts[-1]) if starts else None
    index, sealed = parse_index(text[starts[-1] : end.end()]) if end is not None else (None, False)
    if index is None or end is None:
        found = list(_HEADING.finditer(text))
        if not found or "\nschema: conversation-tree-export/" not in text:
            raise CodedError("CT-EXPORT-02", "it has no list of messages")
        report.expected = int(found[0][2])
        report.add("truncated", 0, f"{max(0, len(found) - 1)} of {report.expected} messages may be whole")
        return report
    report.expected = len(index.entries)
    body, after = text[: starts[-1]], text[end.end() :]
    if not sealed:
        report.add("index")
    if not after:
        report.add("truncated", 0, "its last line end is missing")
    elif after != "\n":
        report.add("foreign", 0, "text after the end")
    first = _HEADING.search(body)
    position = first.start() if first is not None else len(body)
    if short_digest(body[:position]) != index.head:
        report.add("header")
    by_k = {entry.k: entry for entry in index.entries}
    found_blocks: list[Found] = []
    reached = position
    while (match := _HEADING.search(body, position)) is not None:
        start = match.end()
        entry = by_k.get(int(match[1]))
        stop = cut(body, start, entry.length) if entry is not None else start
        if entry is None or digest(body[start:stop]) != entry.body:
            following = _HEADING.search(body, start)
            stop = following.start() if following is not None else len(body)
            stop -= 2 if body.endswith("\n\n", start, stop) else 0
        words = body[start:stop]
        block = Block(
            int(match[1]),
            int(match[2]),
            entry.id if entry is not None else "",
            match[3],
            words,
            entry.body if entry is not None else "",
            entry.source if entry is not None else "",
            digest(words),
        )
        found_blocks.append(Found(block, match.start(), stop, body[reached:start]))
        position = reached = stop
    report.blocks = [each.block for each in found_blocks]
    compare(report, found_blocks, body[reached:], index)
    return report
