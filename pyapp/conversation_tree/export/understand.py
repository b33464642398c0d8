"""UNDERSTAND: whether the entries make a conversation, whatever is asked of it.

Must not know scopes; what depends on the path that is wanted is judged in `reconstruct`.
"""

from __future__ import annotations

from conversation_tree.export.checks import Ledger
from conversation_tree.export.links import Links, links_of
from conversation_tree.record import Record


def understand(record: Record, site: str, ledger: Ledger) -> Links:
    """How the entries hang together. Raises `checks.Stopped`."""
    if not record.has_map or not record.nodes:
        ledger.failed("U1", site=site)
    ledger.passed("U1")
    odd = sum(1 for key, node in record.nodes.items() if node.own_id and node.own_id != key)
    if odd:
        ledger.failed("U2", n=odd)
    ledger.passed("U2")
    links = links_of(record.nodes)
    if not links.roots:
        ledger.failed("U3")
    if len(links.roots) > 1:
        ledger.failed("U3-several", "note", n=len(links.roots))
    ledger.passed("U3")
    if links.disagreeing:
        ledger.failed("U5", n=links.disagreeing)
    ledger.passed("U5")
    if links.unreached:
        ledger.failed("U7", n=links.unreached)
    ledger.passed("U7")
    return links
