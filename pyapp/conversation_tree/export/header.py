"""What a file says of itself at its top, the same in every format.

Must not know how a format writes it.
"""

from __future__ import annotations

import json
import re

from conversation_tree.export.reconstruct import Selection
from conversation_tree.export.request import SCHEMA, Request
from conversation_tree.record import Record

_NOT_PRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ufdd0-\ufdef]")
"""What JSON may hold and YAML wants escaped."""


def header_of(
    record: Record, selection: Selection, request: Request, raw_sha256: str, verified: str, transformed: str
) -> dict[str, str]:
    """Names and values in order; every value is a text."""
    zone = request.zone
    models = dict.fromkeys(item.message.model for item in selection.items if item.message.model)
    return {
        "title": record.title,
        "conversation_id": record.id,
        "source": request.address,
        "created": zone.written(record.created),
        "updated": zone.written(record.updated),
        "exported": zone.written(request.now),
        "timezone": zone.name,
        "models": ", ".join(models) or "unknown",
        "scope": request.scope,
        "branch_leaf": selection.leaf,
        "messages": str(len(selection.items)),
        "skipped": ", ".join(f"{reason} {n}" for reason, n in selection.skipped.items()) or "none",
        "other_branch_messages": str(selection.others),
        "display": transformed or "as received",
        "verified": verified,
        "raw_sha256": raw_sha256,
        "frames": request.nonce,
        "schema": SCHEMA,
    }


def front_matter(header: dict[str, str]) -> str:
    """YAML, all texts in double quotes: JSON's are YAML's but for some characters."""
    lines = [f"{name}: {quoted(value)}" for name, value in header.items()]
    return "\n".join(["---", *lines, "---", ""])


def quoted(text: str) -> str:
    return _NOT_PRINTABLE.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(text, ensure_ascii=False))


def parse_front_matter(text: str) -> dict[str, str]:
    """The values of a front matter as this module writes it. Raises ValueError on anything else."""
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        raise ValueError("no front matter")
    found: dict[str, str] = {}
    for line in lines[1 : lines.index("---", 1)]:
        name, _, value = line.partition(": ")
        read = json.loads(value)
        if not isinstance(read, str) or name in found:
            raise ValueError(name)
        found[name] = read
    return found
