"""RECONSTRUCT: the messages of the wanted scope, none lost without a reason.

Must not know formats.
"""

from __future__ import annotations

from collections import Counter

from conversation_tree.export.checks import Ledger
from conversation_tree.export.links import Links, path_to
from conversation_tree.export.request import Options, Receipt, Request
from conversation_tree.export.scope import Item, Scope, entries_of, items_of, scope_of
from conversation_tree.frozen import frozen
from conversation_tree.record import Record


@frozen
class Selection:
    """What goes into the file."""

    scope: Scope
    leaf: str
    """The entry that the path leads to, or the one that a subtree hangs on."""
    items: tuple[Item, ...]
    skipped: dict[str, int]
    """Entries of the scope that are not written, by reason."""
    entries: int
    others: int
    """Messages that would have been written in a whole tree and are not in the scope."""
    other_branches: int
    depth: int


def wanted_of(record: Record, options: Options) -> dict[str, None]:
    """The entries that are written wherever they are in the scope."""
    reasons = {""}
    if options.reasoning:
        reasons.add("reasoning")
    if options.tools:
        reasons.add("tool")
    return {
        key: None
        for key, node in record.nodes.items()
        if node.message is not None and node.message.skip in reasons
    }


def reconstruct(
    record: Record, links: Links, receipt: Receipt, request: Request, ledger: Ledger
) -> Selection:
    """Raises `checks.Stopped`."""
    scope = scope_of(request.scope)
    partial = receipt.partial or record.partial
    leaf = _leaf(scope, record, receipt, ledger)
    path, end = path_to(record.nodes, leaf) if leaf else ([], "root")
    _judge_path(scope, path, end, partial, links, ledger)
    wanted = wanted_of(record, request.options)
    entries = entries_of(scope, record, links, path, wanted)
    items = items_of(entries, record, wanted, tree=scope.kind != "path")
    if scope == Scope("path"):
        newer = sum(1 for key in links.below(leaf) if key != leaf and key in wanted)
        if newer:
            ledger.failed("C3", n=newer)
        message = record.nodes[leaf].message
        if message is not None and message.unfinished:
            ledger.failed("R5")
    ledger.passed("C3", "R5")
    skipped = _account(entries, items, record, ledger)
    if not items:
        ledger.failed("C5")
    ledger.passed("C5")
    _judge_times(items, ledger)
    inside = set(entries)
    others = sum(1 for key in wanted if key not in inside)
    branches = sum(1 for key in record.nodes if key not in inside and key not in links.children)
    _judge_others(scope, others, branches, partial, links, ledger)
    _judge_words(items, ledger)
    return Selection(scope, leaf, items, skipped, len(entries), others, branches, len(path))


def _leaf(scope: Scope, record: Record, receipt: Receipt, ledger: Ledger) -> str:
    current, shown = record.current, receipt.leaf_on_page
    if scope.id:
        if scope.id not in record.nodes:
            ledger.failed("C1-scope", id=scope.id)
        ledger.passed("C1", "R6")
        return scope.id
    if shown and shown in record.nodes:
        known = current is not None and current in record.nodes
        if not known or current is None or shown not in set(path_to(record.nodes, current)[0]):
            ledger.failed("R6", which="what the page shows")
        elif current != shown:
            current_message = record.nodes[current].message
            # The last message on the page may well be followed by entries that nobody sees.
            if current_message is None or current_message.skip:
                shown = current
            else:
                ledger.failed("R6", which="what the page shows")
        ledger.passed("C1", "R6")
        return shown
    if shown:
        ledger.failed("R6", which="the data")
    if current is None or current not in record.nodes:
        if scope.kind == "tree":
            ledger.failed("C1", "note")
            ledger.passed("R6")
            return ""
        ledger.failed("C1")
    ledger.passed("C1", "R6")
    return current or ""


def _judge_path(scope: Scope, path: list[str], end: str, partial: str, links: Links, ledger: Ledger) -> None:
    stops = scope.kind == "path"
    if end == "missing" and path:
        if stops and partial not in {"earlier", "parents", "seen"}:
            ledger.failed("U4", id=path[0])
        ledger.failed("U4-earlier" if stops else "U4", "incomplete" if stops else "note", id=path[0])
    elif stops and partial in {"earlier", "seen"} and path:
        ledger.failed("U4-earlier", "incomplete", id=path[0])
    elif links.orphans:
        ledger.failed("U4", "note", id=links.orphans[0])
    ledger.passed("U4")
    if end == "loop" and stops:
        ledger.failed("U6", id=path[0])
    if links.looping:
        ledger.failed("U6", "note", id=links.looping[0])
    ledger.passed("U6")
    if stops and len(path) != len(set(path)):
        ledger.failed("C2", n=len(path))
    ledger.passed("C2")


def _account(entries: list[str], items: tuple[Item, ...], record: Record, ledger: Ledger) -> dict[str, int]:
    """Every entry of the scope is written or has a reason why not."""
    written = {item.id for item in items}
    reasons: Counter[str] = Counter()
    for key in entries:
        if key not in written:
            message = record.nodes[key].message
            reasons[message.skip if message is not None else "empty"] += 1
    unexplained = reasons.pop("", 0) + abs(len(entries) - len(items) - reasons.total())
    if unexplained:
        ledger.failed("C4", n=unexplained)
    ledger.passed("C4")
    return dict(reasons)


def _judge_times(items: tuple[Item, ...], ledger: Ledger) -> None:
    latest = [float("-inf")] * (len(items) + 1)
    back = 0
    for item in items:
        before, time = latest[item.above], item.message.time
        if time is not None and time < before:
            back += 1
        latest[item.k] = before if time is None else max(before, time)
    if back:
        ledger.failed("C6", n=back)
    ledger.passed("C6")


def _judge_others(
    scope: Scope, others: int, branches: int, partial: str, links: Links, ledger: Ledger
) -> None:
    if scope.kind == "tree" and (partial or links.orphans):
        ledger.failed("C7-tree", "incomplete")
    elif partial:
        ledger.failed("C7-unknown")
    elif others:
        ledger.failed("C7", n=others, m=branches)
    ledger.passed("C7")


def _judge_words(items: tuple[Item, ...], ledger: Ledger) -> None:
    unknown = [item for item in items if item.message.unknown]
    if unknown:
        ledger.failed("U8", type=_short(unknown[0].message.unknown), k=unknown[0].k)
        ledger.failed("V6", n=len(unknown))
    broken = sum(item.message.broken for item in items)
    if broken:
        ledger.failed("U9", n=broken)
    ledger.passed("U8", "U9")


def _short(name: str) -> str:
    """Names of contents are the site's words; a long one is somebody's."""
    return "".join(c for c in name[:40] if c.isascii() and (c.isalnum() or c in "_-./"))
