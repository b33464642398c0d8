"""Reading a file back: what is in it, and everything that is not as it was written.

Must not know how a file is written beyond its frames and its index, nor have seen the conversation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from conversation_tree.errors import CodedError
from conversation_tree.export.findings import Block, Report
from conversation_tree.export.framing import (
    BEGIN,
    OPENING,
    Entry,
    Index,
    digest,
    parse_index,
    short_digest,
)

_INDEX = re.compile(r"<!-- (ct-index [0-9a-f]{12} .*?\nseal [^\n]*) -->", re.DOTALL)
_NONCE = re.compile(r'(?:^frames: "|<meta name="frames" content=")([0-9a-f]{12})"', re.MULTILINE)
_ANY_NONCE = re.compile(r"<!-- ct ([0-9a-f]{12}) \d+/\d+ ")
_FOREIGN = re.compile(r"<!-- /?ct [0-9a-f]+ ")
_HASHES = re.compile(
    r"(?:sha256=(?P<sha>[0-9a-f]{64})|src=(?P<src>[0-9a-f]{64}) body=(?P<body>[0-9a-f]{64}))\Z"
)
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def cut(text: str, start: int, length: int) -> int:
    """Where a piece of so many UTF-16 units ends that begins at `start`. Linear in the piece."""
    piece = text[start : start + length]
    if piece.isascii() or _ASTRAL.search(piece) is None:
        return start + len(piece)
    units = piece.encode("utf-16-le", "surrogatepass")[: 2 * length]
    return start + len(units.decode("utf-16-le", "ignore"))


@dataclass(slots=True)
class Found:
    """A block and where it stands."""

    block: Block
    start: int
    end: int
    before: str
    """What stands between the block before it and its frame."""


def read_framed(text: str, kind: str) -> tuple[Report, str, Index | None]:
    """A Markdown or an HTML file; also what stands behind the last message, and the index."""
    report = Report(kind)
    match = _INDEX.search(text, max(0, text.rfind("<!-- ct-index ")))
    index, sealed = parse_index(match[1]) if match is not None else (None, False)
    body = text[: match.start()] if match is not None else text
    nonce = _nonce(text, index)
    if not nonce:
        raise CodedError("CT-EXPORT-02", "it has no frames")
    found, rest, head = _blocks(body, nonce, report)
    report.blocks = [each.block for each in found]
    report.expected = (
        len(index.entries) if index is not None else max((b.total for b in report.blocks), default=0)
    )
    if index is None:
        report.add("truncated", 0, f"{report.whole} of {report.expected} messages are whole")
        return report, rest, None
    if not sealed or index.nonce != nonce:
        report.add("index")
    after = text[match.end() :] if match is not None else ""
    if not after:
        report.add("truncated", 0, "its last line end is missing")
    elif after != "\n":
        report.add("foreign", 0, "text after the end")
    if short_digest(head) != index.head:
        report.add("header")
    compare(report, found, rest, index)
    return report, rest, index


def _nonce(text: str, index: Index | None) -> str:
    """The one that frames have: of the index, else of the header, else of the first frame there is."""
    for pattern in (_NONCE, _ANY_NONCE):
        named = pattern.search(text)
        if named is not None and (index is None or named[1] == index.nonce):
            return named[1]
    return index.nonce if index is not None else ""


def _blocks(body: str, nonce: str, report: Report) -> tuple[list[Found], str, str]:
    """Every frame in order, what follows the last one, and what stands before the first heading."""
    opening = re.compile(OPENING.replace("{nonce}", nonce))
    begin = BEGIN.replace("{nonce}", nonce)
    at = body.find(begin)
    reached = at + len(begin) if at >= 0 else 0
    head = body[:reached]
    found: list[Found] = []
    position = reached
    while (match := opening.search(body, position)) is not None:
        start = match.end()
        hashes = _HASHES.match(match[7])
        k = int(match[2])
        end = cut(body, start, int(match[6]))
        closing = f"\n<!-- /ct {nonce} {k} -->\n"
        # A number may be written in another way and still be read as the same.
        sound = all(str(int(match[n])) == match[n] for n in (2, 3, 6))
        if not body.startswith(closing, end):
            sound = False
            end = body.find(closing, start)
            if end < 0:
                position = start
                continue  # Its end is gone; what is there counts to what stands before the next one.
        stated = (hashes["sha"] or hashes["body"]) if hashes and sound else ""
        source = (hashes["sha"] or hashes["src"]) if hashes else ""
        text = body[start:end]
        block = Block(k, int(match[3]), match[4], match[5], text, stated, source, digest(text))
        found.append(Found(block, match.start(), end + len(closing), body[reached : match.start()]))
        position = reached = end + len(closing)
    return found, body[reached:], head


def compare(report: Report, found: list[Found], rest: str, index: Index) -> None:
    """What is there against what should be; adds to the report's findings. Linear."""
    by_id = {entry.id: entry for entry in index.entries}
    by_k = {entry.k: entry for entry in index.entries}
    met: dict[int, None] = {}
    """k of the entries found, in the order of the file."""
    last: Entry | None = None
    clean = True
    """Whether the block before is the one that should be there."""
    for each in found:
        block = each.block
        entry = by_id.get(block.id)
        if entry is None:
            claimed = by_k.get(block.k)
            if claimed is not None and claimed.body == block.found and claimed.k not in met:
                report.add("id", claimed.k)
                entry = claimed
        if entry is None:
            report.add("foreign", 0, f"a message that claims to be {block.k} of {block.total}")
            clean = False
            continue
        if entry.k in met:
            report.add("duplicated", entry.k)
            clean = False
            continue
        met[entry.k] = None
        if block.role != entry.role:
            report.add("role", entry.k, f"{block.role} instead of {entry.role}")
        if (
            block.found != entry.body
            or (block.stated, block.source) != (entry.body, entry.source)
            or block.k != entry.k
            or block.total != len(index.entries)
        ):
            report.add("edited", entry.k)
        expected = clean and (last.k if last is not None else 0) == entry.k - 1
        if short_digest(each.before) != entry.before:
            if _FOREIGN.search(each.before):
                report.add("foreign", 0, f"a frame before message {entry.k}")
            if expected:
                report.add("outside", entry.k)
        last, clean = entry, True
    for k, should in zip(met, sorted(met), strict=True):
        if k != should:
            report.add("reordered", k)
    for entry in index.entries:
        if entry.k not in met:
            report.add("missing", entry.k)
    if short_digest(rest) != index.tail:
        if _FOREIGN.search(rest):
            report.add("foreign", 0, "a frame after the last message")
        if last is not None and last.k == len(index.entries) and clean:
            report.add("outside", last.k)
        elif report.intact:
            report.add("outside", len(index.entries))
