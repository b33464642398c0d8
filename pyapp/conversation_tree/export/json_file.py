"""The JSON file: what was checked, the messages as they were read, and the bytes as they were received.

Must not know frames. The received text is put in as it came, not written anew. The last member seals all
that stands before it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

from conversation_tree.export.document import EVERY, Material, Steps, warning_line
from conversation_tree.export.framing import digest

RAW = ',\n"raw":'
SEAL = ',\n"seal":'


def write(material: Material) -> Steps:
    items = material.selection.items
    zone = material.request.zone
    head: dict[str, Any] = {"incomplete": warning_line(material.incomplete)} if material.incomplete else {}
    head |= {"schema": material.header["schema"], "exported": material.header["exported"]}
    head["header"] = material.header
    index = [
        [item.k, item.id, item.message.role, item.above, source]
        for item, source in zip(items, material.hashes, strict=True)
    ]
    head["integrity"] = {
        "raw_sha256": sha256(material.raw).hexdigest(),
        "counts": {
            "entries": material.selection.entries,
            "messages": len(items),
            "skipped": material.selection.skipped,
        },
        "index": index,
        "index_sha256": digest(_dumped(index)),
    }
    pieces = [_dumped(head).removesuffix("}"), ',\n"normalised":{"messages":[']
    for item, source in zip(items, material.hashes, strict=True):
        if item.k % EVERY == 0:
            yield item.k
        message = item.message
        described: dict[str, Any] = {
            "n": item.k,
            "id": item.id,
            "parent": items[item.above - 1].id if item.above else None,
            "role": message.role,
            "time": zone.written(message.time),
            "model": message.model,
            "kind": message.kind,
            "assets": [{"kind": asset.kind, "name": asset.name} for asset in message.assets],
            "sources": [
                {"title": cited.title, "url": cited.url} for mark in message.marks for cited in mark.cited
            ],
            "text": message.text,
            "sha256": source,
        }
        if message.skip:
            described["skipped"] = message.skip
        pieces += (",\n" if item.k > 1 else "\n", _dumped(described))
    pieces += (f'],"threads":[]}}{RAW}', raw_text(material.raw))
    text = "".join(pieces)
    return f"{text}{SEAL}{_dumped(digest(text))}}}\n"


def raw_text(raw: bytes) -> str:
    """The received text itself; bytes that cannot stand in a JSON text are given as base64."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = "\ufeff"
    return _dumped({"base64": b64encode(raw).decode()}) if text.startswith("\ufeff") else text


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
