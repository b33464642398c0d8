"""VERIFY's heart: the file's own bytes, read again and compared with what was received.

Must not know how formats are written. `check_file` is the same reading of a file of which nothing is known.
"""

from __future__ import annotations

import re

from conversation_tree.export.findings import Report
from conversation_tree.export.framing import digest, escaped
from conversation_tree.export.html_reading import read_html
from conversation_tree.export.json_reading import read_json
from conversation_tree.export.picture import read_picture
from conversation_tree.export.reading import read_framed
from conversation_tree.export.request import Format
from conversation_tree.export.scope import Item
from conversation_tree.export.text_reading import read_text

_FRAMED = re.compile(r"^<!-- ct(?:-begin)? [0-9a-f]{12} ", re.MULTILINE)


def check_file(content: bytes) -> Report:
    """An exported file, whatever its format. Raises CodedError when it is none of ours."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("utf-8", "replace")
    start = text.lstrip("\ufeff \r\n")[:200].lower()
    if start.startswith("{"):
        return read_json(text)[0]
    if start.startswith("<svg"):
        return read_picture(text)
    if start.startswith(("<!doctype", "<html")):
        return read_html(text)[0]
    if start.startswith(("---\n", "<!--")):
        return read_framed(text, "md")[0]
    if start.startswith(("title: ", "incomplete: ")) or not _FRAMED.search(text):
        return read_text(text)
    return read_framed(text, "md")[0]


def read_as(form: Format, text: str) -> Report:
    """A file whose format is known: what is in its messages cannot make it another one."""
    if form == "json":
        return read_json(text)[0]
    if form == "svg":
        return read_picture(text)
    if form == "html":
        return read_html(text)[0]
    return read_text(text) if form == "txt" else read_framed(text, "md")[0]


def differing(report: Report, items: tuple[Item, ...], hashes: tuple[str, ...]) -> int | None:
    """k of the first message that does not read back as it was received; None when all do.

    `hashes` are those of the source, taken before anything was written.
    """
    for k, (item, source) in enumerate(zip(items, hashes, strict=True), 1):
        if k > len(report.blocks):
            return k
        block = report.blocks[k - 1]
        role, name = item.message.role, item.id
        if report.format != "json":
            role, name = escaped(role), escaped(name)
        if (block.k, block.total, block.id, block.role) != (k, len(items), name, role):
            return k
        if block.found != block.stated or block.source != source or digest(item.message.text) != source:
            return k
    return None if len(report.blocks) == len(items) and report.intact else len(items)
