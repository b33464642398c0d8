"""Reading a JSON export back.

Must not know how it is written beyond its members.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from conversation_tree.errors import CodedError
from conversation_tree.export.findings import Block, Report
from conversation_tree.export.framing import digest
from conversation_tree.export.json_file import RAW, SEAL


def read_json(text: str) -> tuple[Report, dict[str, Any]]:
    """The report, and the file's value. Raises CodedError when it is no such file at all."""
    report = Report("json")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        if '"schema":"conversation-tree-export/' not in text[:4000]:
            raise CodedError("CT-EXPORT-02", "it is no JSON") from None
        report.expected = text.count('"sha256":"')
        report.add("truncated", 0, "it is no whole JSON")
        return report, {}
    integrity = value.get("integrity") if isinstance(value, dict) else None
    messages = _at(value, "normalised", "messages")
    if not isinstance(integrity, dict) or not isinstance(messages, list):
        raise CodedError("CT-EXPORT-02", "it has no list of messages")
    index = [each for each in _list(integrity.get("index")) if isinstance(each, list) and len(each) == 5]
    report.expected = len(index)
    if digest(json.dumps(integrity.get("index"), ensure_ascii=False, separators=(",", ":"))) != integrity.get(
        "index_sha256"
    ):
        report.add("index")
    for each in messages:
        if isinstance(each, dict):
            report.blocks.append(_block(each, len(index), messages))
    _compare(report, index)
    _judge_rest(report, text, value, integrity)
    return report, value


def _block(value: dict[str, Any], total: int, messages: list[Any]) -> Block:
    text, stated = value.get("text"), str(value.get("sha256"))
    found = digest(text) if isinstance(text, str) and text.isascii() else digest(_storable(str(text)))
    k = value.get("n")
    return Block(k if isinstance(k, int) else 0, total, str(value.get("id")), str(value.get("role")),
                 str(text), stated, stated, found)  # fmt: skip


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _compare(report: Report, index: list[Any]) -> None:
    by_id = {str(entry[1]): n for n, entry in enumerate(index, 1)}
    by_k = {entry[0]: n for n, entry in enumerate(index, 1)}
    met: dict[int, None] = {}
    for block in report.blocks:
        k = by_id.get(block.id)
        if k is None:
            claimed = by_k.get(block.k)
            if claimed is not None and claimed not in met and index[claimed - 1][4] == block.found:
                report.add("id", claimed)
                met[claimed] = None
            else:
                report.add("foreign", 0, f"a message that claims to be {block.k} of {block.total}")
            continue
        if k in met:
            report.add("duplicated", k)
            continue
        met[k] = None
        entry = index[k - 1]
        if block.role != entry[2]:
            report.add("role", k, f"{block.role} instead of {entry[2]}")
        if block.found != entry[4] or block.stated != entry[4] or block.k != entry[0]:
            report.add("edited", k)
    for k, should in zip(met, sorted(met), strict=True):
        if k != should:
            report.add("reordered", k)
    for k in range(1, len(index) + 1):
        if k not in met:
            report.add("missing", k)


def _judge_rest(report: Report, text: str, value: dict[str, Any], integrity: dict[str, Any]) -> None:
    start, end = text.find(RAW), text.rfind(SEAL)
    if start < 0 or end < start:
        report.add("raw")
        return
    received = value.get("raw")
    raw = text[start + len(RAW) : end]
    # Bytes that are no text stand as base64 and cannot be hashed as they are; the seal holds them.
    coded = isinstance(received, dict) and set(received) == {"base64"}
    if not coded and integrity.get("raw_sha256") != sha256(raw.encode()).hexdigest():
        report.add("raw")
    sealed = value.get("seal") == digest(text[:end]) and text[end:] == f'{SEAL}"{value.get("seal")}"}}\n'
    if report.intact and not sealed:
        report.add("header")
    if not isinstance(value.get("header"), dict):
        report.add("header")


def _at(value: object, *names: str) -> object:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
