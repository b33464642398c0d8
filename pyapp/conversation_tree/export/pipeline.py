"""An export from beginning to end: RECEIVE, UNDERSTAND, RECONSTRUCT, VERIFY; to DOWNLOAD is the caller's.

Must not know the panel, a site or a clock: they come in as arguments. Written as a generator, so that whoever
runs it can do other things between two steps, show what is found so far, and give up by closing it: nothing
outside has been touched then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import field, replace

from conversation_tree.export import figures, json_file, markdown, text
from conversation_tree.export.checks import ORDER, Check, Ledger, Stage, Stopped
from conversation_tree.export.display import Sources
from conversation_tree.export.document import Material, Shown, Steps, hashes_of
from conversation_tree.export.fences import unclosed
from conversation_tree.export.findings import Report
from conversation_tree.export.header import header_of, parse_front_matter
from conversation_tree.export.html_reading import read_html
from conversation_tree.export.names import file_name
from conversation_tree.export.picture import sealed
from conversation_tree.export.pictures import judged
from conversation_tree.export.readback import differing, read_as
from conversation_tree.export.receive import receive
from conversation_tree.export.reconstruct import Selection, reconstruct
from conversation_tree.export.request import Receipt, Request
from conversation_tree.export.scope import Item
from conversation_tree.export.understand import understand
from conversation_tree.frozen import frozen
from conversation_tree.record import Record

Read = Callable[[bytes], Record]
Draw = Callable[[bytes], tuple[str, int]]
"""The picture of a conversation's tree as SVG text, and how many turns it shows."""


def writer_for(form: str) -> Callable[[Material], Steps]:
    """What one format alone needs is imported when it is asked for."""
    if form == "html":
        from conversation_tree.export import html  # noqa: PLC0415

        return html.write
    return {"md": markdown.write, "json": json_file.write, "txt": text.write}[form]


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
    figures: dict[str, str] = field(default_factory=dict)
    """For the diagnostics, as far as it came."""

    @property
    def label(self) -> str:
        """The verdict as people read it, in English."""
        if self.verdict != "verified":
            return self.verdict.upper()
        label = "VERIFIED as transformed" if self.transformed else "VERIFIED"
        return f"{label}, {self.notes} note{'s' if self.notes != 1 else ''}" if self.notes else label


def export(
    receipt: Receipt,
    request: Request,
    read: Read,
    clock: Callable[[], float] = lambda: 0.0,
    draw: Draw | None = None,
) -> Generator[Progress, None, Outcome]:
    """Yields between steps and returns the outcome; `clock` gives seconds, for the checks' durations.

    `draw` is needed for a picture alone, which is always of the whole tree.
    """
    if request.format == "svg":
        request = replace(request, scope="tree")
    ledger = Ledger(clock)
    known: dict[str, str] = {}
    record = Record("", "", None, None, None, {})
    try:
        yield Progress("receive", 0, 1, ledger.checks())
        record, raw_sha256 = receive(receipt, read, request.site, ledger)
        known |= figures.received(receipt, request, raw_sha256)
        yield Progress("understand", 0, 1, ledger.checks())
        links = understand(record, request.site, ledger)
        known |= figures.understood(record, links)
        yield Progress("reconstruct", 0, 1, ledger.checks())
        selection = reconstruct(record, links, receipt, request, ledger)
        known |= figures.selected(selection)
        yield Progress("verify", 0, len(selection.items), ledger.checks())
        if request.format == "svg" and draw is not None:
            made = _drawn(receipt, request, record, selection, draw, ledger)
        else:
            made = yield from _written(receipt, request, record, selection, raw_sha256, ledger)
        return replace(made, figures=known)
    except Stopped:
        return Outcome(
            verdict="stopped",
            name="",
            content=None,
            checks=ledger.checks(),
            notes=ledger.notes,
            id=record.id,
            title=record.title,
            figures=known,
        )


def run(
    receipt: Receipt,
    request: Request,
    read: Read,
    clock: Callable[[], float] = lambda: 0.0,
    draw: Draw | None = None,
) -> Outcome:
    """The same without a pause."""
    steps = export(receipt, request, read, clock, draw)
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
        shown=Shown(),
    )
    name = _name(record, request, ledger)
    raw_only = request.options.raw_only and request.format == "json"
    if raw_only:
        content = receipt.body
        ledger.passed("V2", "V10")
    else:
        written = yield from _counted(writer_for(request.format)(material), len(items), ledger)
        content = written.encode("utf-8")
        if content.decode("utf-8") != written:
            ledger.failed("V10")
    if hashes_of(items) != hashes:
        ledger.failed("V1")
    ledger.passed("V1")
    transformed = False
    if not raw_only:
        yield Progress("verify", len(items), len(items), ledger.checks())
        report, differs = _read_again(request, material, content)
        if report.of("loads"):
            ledger.failed("V7")
        _judge_header(request, material, written, ledger)
        k = differing(report, items, hashes)
        if k is not None or differs:
            ledger.failed("V2", k=k or 0)
        transformed = any(block.source != block.stated for block in report.blocks)
    ledger.passed("V2", "V7", "V8", "V10")
    return Outcome(
        verdict=ledger.verdict,
        name=name,
        content=content,
        checks=ledger.checks(),
        notes=ledger.notes,
        transformed=transformed and request.format != "html",
        id=record.id,
        title=record.title,
        messages=len(items),
    )


def _read_again(request: Request, material: Material, content: bytes) -> tuple[Report, bool]:
    """The file's own bytes, read; and whether a page shows other code or other images than were written."""
    written = content.decode("utf-8")
    if request.format != "html":
        return read_as(request.format, written), False
    report, scan = read_html(written)
    shown = Shown(scan.code, scan.pictures, scan.placeholders)
    return report, shown != material.shown


def _drawn(
    receipt: Receipt, request: Request, record: Record, selection: Selection, draw: Draw, ledger: Ledger
) -> Outcome:
    name = _name(record, request, ledger)
    svg, turns = draw(receipt.body)
    content = sealed(svg, turns).encode("utf-8")
    report = read_as("svg", content.decode("utf-8"))
    if not report.intact or report.expected != turns:
        ledger.failed("V2", k=0)
    ledger.passed(*(each for each in ORDER if each.startswith("V")))
    return Outcome(
        verdict=ledger.verdict,
        name=name,
        content=content,
        checks=ledger.checks(),
        notes=ledger.notes,
        id=record.id,
        title=record.title,
        messages=len(selection.items),
    )


def _counted(steps: Steps, of: int, ledger: Ledger) -> Generator[Progress, None, str]:
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            written: str = end.value
            return written
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
    _judge_images(items, request, ledger)
    ledger.passed("V6")


def _judge_images(items: tuple[Item, ...], request: Request, ledger: Ledger) -> None:
    images = [asset for item in items for asset in item.message.assets if asset.kind == "image"]
    if images and (request.pictures is None or request.format != "html"):
        ledger.failed("V5-named", "note", n=len(images))
    elif images and request.pictures is not None:
        missing, reasons = judged(images, request.pictures)
        if missing:
            said = ", ".join(f"{reason} {n}" for reason, n in reasons.items())
            ledger.failed("V5", n=missing, m=len(images), reasons=said)
    ledger.passed("V5")


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
