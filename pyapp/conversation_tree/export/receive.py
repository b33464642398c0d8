"""RECEIVE: whether what came is an answer to what was asked, and can be read.

Must not know links or messages beyond the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from conversation_tree.errors import CodedError
from conversation_tree.export.checks import Ledger
from conversation_tree.export.request import Receipt
from conversation_tree.record import Record


def receive(
    receipt: Receipt, read: Callable[[bytes], Record], site: str, ledger: Ledger
) -> tuple[Record, str]:
    """The record and the SHA-256 of its bytes. Raises `checks.Stopped`."""
    if receipt.source == "api" and not receipt.wanted:
        ledger.failed("R1")
    ledger.passed("R1")
    if receipt.waited is not None:
        ledger.failed("R8", s=round(receipt.waited))
    _judge_status(receipt, site, ledger)
    ledger.passed("R2")
    digest = sha256(receipt.body).hexdigest()
    try:
        record = read(receipt.body)
    except CodedError:
        ledger.failed("R3", n=len(receipt.body), type=_type_of(receipt.body))
        raise AssertionError("a stop was passed over") from None
    ledger.passed("R3")
    wanted = receipt.wanted
    moved = bool(wanted and record.id and record.id != wanted)
    if moved or (wanted and receipt.open_now and receipt.open_now != wanted):
        ledger.failed("R4")
    ledger.passed("R4")
    ledger.recorded("R7", n=len(receipt.body), sha256=digest)
    ledger.passed("R8")
    return record, digest


def _judge_status(receipt: Receipt, site: str, ledger: Ledger) -> None:
    status = receipt.status
    if status == 200:
        return
    if status in {401, 403} or (status == 404 and receipt.auth_code):
        ledger.failed("R2-access")
    if status == 404:
        ledger.failed("R2-missing")
    if status == 429:
        ledger.failed("R2-limit", s=receipt.retry_after or 60)
    ledger.failed("R2", code=status, site=site)


def _type_of(body: bytes) -> str:
    start = body.lstrip()[:1]
    if not start:
        return "empty"
    return "a web page" if start == b"<" else "data" if start in b'{["' else "text"
