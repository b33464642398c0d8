"""What the diagnostics say of an export: figures, short ids, and each check. No words, no title, no token.

Must not know the panel; it shows these names and values as they are.
"""

from __future__ import annotations

from collections import Counter

from conversation_tree.export.checks import Check
from conversation_tree.export.links import Links
from conversation_tree.export.reconstruct import Selection
from conversation_tree.export.request import SCHEMA, Receipt, Request
from conversation_tree.record import Record

Figures = dict[str, str]


def received(receipt: Receipt, request: Request, raw_sha256: str) -> Figures:
    return {
        "source": receipt.source,
        "status": str(receipt.status),
        "bytes": str(len(receipt.body)),
        "ms": str(round(receipt.took_ms)),
        "received": request.zone.written(receipt.at),
        "raw_sha256": raw_sha256,
        "version": request.version,
        "schema": SCHEMA,
        "format": request.format,
        "scope": request.scope.partition(":")[0],
    }


def understood(record: Record, links: Links) -> Figures:
    messages = [node.message for node in record.nodes.values() if node.message is not None]
    kinds = Counter(f"{'unknown ' if m.unknown else ''}{_word(m.kind)}" for m in messages)
    return {
        "conversation": record.id[:8],
        "entries": str(len(record.nodes)),
        "with_message": str(len(messages)),
        "roots": str(len(links.roots)),
        "leaves": str(sum(1 for key in record.nodes if key not in links.children)),
        "forks": str(sum(1 for below in links.children.values() if len(below) > 1)),
        "orphans": str(len(links.orphans)),
        "broken_links": str(links.disagreeing),
        "loops": str(len(links.looping)),
        "content_types": _listed(kinds),
    }


def selected(selection: Selection) -> Figures:
    marks = [mark for item in selection.items for mark in item.message.marks]
    cited = [mark for mark in marks if mark.cited or mark.lost]
    assets = Counter(asset.kind for item in selection.items for asset in item.message.assets)
    return {
        "current": selection.leaf[:8],
        "depth": str(selection.depth),
        "path_entries": str(selection.entries),
        "exported": _listed(Counter(_word(item.message.role) for item in selection.items)),
        "skipped": _listed(Counter(selection.skipped)),
        "other_branches": f"{selection.others} messages on {selection.other_branches}",
        "assets": _listed(Counter(assets)),
        "citations": f"{sum(1 for mark in cited if mark.cited)} of {len(cited)} resolved",
    }


def lines(figures: Figures, checks: tuple[Check, ...]) -> list[str]:
    """The report as it is copied. What a check says is left out where it names the new file."""
    found = [f"{name}: {value}" for name, value in figures.items()]
    for check in checks:
        message = check.message if check.id != "V9" and check.text else ""
        found.append(f"{check.id} {check.outcome} {check.ms} ms{': ' if message else ''}{message}")
    return found


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _word(name: str) -> str:
    """Names of roles and contents are the site's; anything longer or other could be somebody's words."""
    return "".join(c for c in name[:40] if c.isascii() and (c.isalnum() or c in "_-./")) or "none"
