"""An export from beginning to end: RECEIVE, UNDERSTAND, RECONSTRUCT, VERIFY; to DOWNLOAD is the caller's.

Must not know the panel, a site or a clock: they come in as arguments. Written as a generator, so that whoever
runs it can do other things between two steps, show what is found so far, and give up by closing it: nothing
outside has been touched then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import field

from conversation_tree.export import json_file, markdown
from conversation_tree.export.checks import Check, Ledger, Stage, Stopped
from conversation_tree.export.display import Sources
from conversation_tree.export.document import Material, Steps, hashes_of
from conversation_tree.export.fences import unclosed
from conversation_tree.export.header import header_of, parse_front_matter
from conversation_tree.export.names import file_name
from conversation_tree.export.readback import check_file, differing
from conversation_tree.export.receive import receive
from conversation_tree.export.reconstruct import Selection, reconstruct
from conversation_tree.export.request import Receipt, Request
from conversation_tree.export.understand import understand
from conversation_tree.frozen import frozen
from conversation_tree.record import Record

Read = Callable[[bytes], Record]
WRITERS: dict[str, Callable[[Material], Steps]] = {"md": markdown.write, "json": json_file.write}


@frozen
class Progress:
    """How far it is."""

    stage: Stage
    done: int
    of: int
    checks: tuple[Check, ...] = field(repr=False)


@frozen
class Outcome:
    """What came of it."""

    verdict: str
    """`verified`, `incomplete` or `stopped`."""
    name: str
    """Of the file; empty when there is none."""
    content: bytes | None = field(repr=False)
    """None when it was stopped: there is no file then."""
    checks: tuple[Check, ...] = ()
    notes: int = 0
    transformed: bool = False
    """Verified as transformed: some bodies are not word for word what was received."""
    id: str = ""
    title: str = ""
    messages: int = 0

    @property
    def label(self) -> str:
        """The verdict as people read it, in English."""
        if self.verdict != "verified":
            return self.verdict.upper()
        label = "VERIFIED as transformed" if self.transformed else "VERIFIED"
        return f"{label}, {self.notes} note{'s' if self.notes != 1 else ''}" if self.notes else label


def export(
    receipt: Receipt, request: Request, read: Read, clock: Callable[[], float] = lambda: 0.0
) -> Generator[Progress, None, Outcome]:
    """Yields between steps and returns the outcome; `clock` gives seconds, for the checks' durations."""
    ledger = Ledger(clock)
    record = Record("", "", None, None, None, {})
    try:
        yield Progress("receive", 0, 1, ledger.checks())
        record, raw_sha256 = receive(receipt, read, request.site, ledger)
        yield Progress("understand", 0, 1, ledger.checks())
        links = understand(record, request.site, ledger)
        yield Progress("reconstruct", 0, 1, ledger.checks())
        selection = reconstruct(record, links, receipt, request, ledger)
        yield Progress("verify", 0, len(selection.items), ledger.checks())
        return (yield from _written(receipt, request, record, selection, raw_sha256, ledger))
    except Stopped:
        return Outcome("stopped", "", None, ledger.checks(), ledger.notes, id=record.id, title=record.title)


def run(receipt: Receipt, request: Request, read: Read, clock: Callable[[], float] = lambda: 0.0) -> Outcome:
    """The same without a pause."""
    steps = export(receipt, request, read, clock)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def _written(
    receipt: Receipt,
    request: Request,
    record: Record,
    selection: Selection,
    raw_sha256: str,
    ledger: Ledger,
) -> Generator[Progress, None, Outcome]:
    items = selection.items
    hashes = hashes_of(items)
    _judge_words(selection, request, ledger)
    display = _display(selection, request)
    verified = "incomplete" if ledger.incomplete() else "yes, as transformed" if display else "yes"
    material = Material(
        record=record,
        selection=selection,
        request=request,
        header=header_of(record, selection, request, raw_sha256, verified, display),
        sources=Sources(),
        hashes=hashes,
        incomplete=tuple(ledger.incomplete()),
        raw=receipt.body,
    )
    name = _name(record, request, ledger)
    text = yield from _counted(WRITERS[request.format](material), len(items), ledger)
    if hashes_of(items) != hashes:
        ledger.failed("V1")
    ledger.passed("V1")
    content = text.encode("utf-8")
    if content.decode("utf-8") != text:
        ledger.failed("V10")
    yield Progress("verify", len(items), len(items), ledger.checks())
    report = check_file(content)
    k = differing(report, items, hashes)
    if k is not None:
        ledger.failed("V2", k=k)
    ledger.passed("V2", "V7", "V10")
    _judge_header(request, material, text, ledger)
    return Outcome(
        verdict=ledger.verdict,
        name=name,
        content=content,
        checks=ledger.checks(),
        notes=ledger.notes,
        transformed=any(block.source != block.stated for block in report.blocks),
        id=record.id,
        title=record.title,
        messages=len(items),
    )


def _counted(steps: Steps, of: int, ledger: Ledger) -> Generator[Progress, None, str]:
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            text: str = end.value
            return text
        yield Progress("verify", done, of, ledger.checks())


def _display(selection: Selection, request: Request) -> str:
    """The options that change what is shown, by name."""
    options = request.options
    names = [n for n in ("citations", "dollars", "reasoning", "tools") if getattr(options, n)]
    return ", ".join(names)


def _judge_words(selection: Selection, request: Request, ledger: Ledger) -> None:
    items = selection.items
    if request.format == "md":
        open_ones = [item.k for item in items if item.message.form == "prose" and unclosed(item.message.text)]
        if open_ones:
            ledger.failed("V3", k=open_ones[0])
    ledger.passed("V3")
    shown = request.options.citations or request.format == "html"
    lost = sum(1 for item in items for mark in item.message.marks if mark.lost) if shown else 0
    if lost:
        ledger.failed("V4", n=lost)
    ledger.passed("V4")
    images = sum(1 for item in items for asset in item.message.assets if asset.kind == "image")
    if images:
        ledger.failed("V5-named", "note", n=images)
    ledger.passed("V5", "V6")


def _judge_header(request: Request, material: Material, text: str, ledger: Ledger) -> None:
    if request.format == "md":
        start = text.find("---\n")
        try:
            same = parse_front_matter(text[start:]) == material.header
        except ValueError:
            same = False
        if not same:
            ledger.failed("V8")
    ledger.passed("V8")


def _name(record: Record, request: Request, ledger: Ledger) -> str:
    date = request.zone.written(record.created)[:10] if record.created is not None else ""
    ending = f"incomplete.{request.format}" if ledger.incomplete() else request.format
    name, changed = file_name(record.title, "" if date == "unknown" else date, record.id, ending)
    if changed:
        ledger.failed("V9", name=name)
    ledger.passed("V9")
    return name
