"""The commands `export` and `verify`: files that can prove what is in them, and the proof.

Must not know a site's fields, nor how an export is made.

`export` ends with 0 when all that was written is verified, 1 when some of it is incomplete or was stopped,
2 when nothing was written; `verify` with 0 only when the file is intact, with 1 when it is not, and with 2
when it is no export at all.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conversation_tree import __version__
from conversation_tree.errors import CodedError
from conversation_tree.export.pipeline import Outcome, run
from conversation_tree.export.readback import check_file
from conversation_tree.export.request import FORMATS, Options, Receipt, Request, Zone
from conversation_tree.export.scope import scope_of
from conversation_tree.layout.tidy import layout_tree
from conversation_tree.scene.outline import printable
from conversation_tree.scene.svg import svg_text
from conversation_tree.sites.base import ConversationStub, SiteAdapter

VERIFIED, NOT_ALL, NONE = 0, 1, 2


def add_commands(commands: Any, adapter: SiteAdapter) -> None:
    """Declare both to the command line's parser; files are read through the adapter."""
    export = commands.add_parser("export", help="write conversations to files that can be verified")
    export.add_argument(
        "file", metavar="FILE", help="an answer of the site, conversations.json or an export's ZIP"
    )
    export.add_argument("--format", choices=FORMATS, default="md")
    export.add_argument(
        "--scope",
        default="path",
        metavar="SCOPE",
        help="path (the current one), path:ID, subtree:ID or tree",
    )
    export.add_argument("--title", metavar="TEXT", help="only the conversation with this title")
    export.add_argument("-o", "--output", metavar="OUT", help="where to write it; - for the output stream")
    export.add_argument("--all", metavar="DIR", help="every conversation of the file, each as a file in DIR")
    for name, what in (
        ("citations", "show citations as numbered footnotes"),
        ("dollars", "write formulas between dollar signs"),
        ("reasoning", "write what the model thought, folded"),
        ("tools", "write calls of tools and what they gave"),
        ("raw-only", "JSON: the received data and nothing else"),
    ):
        export.add_argument(f"--{name}", action="store_true", help=what)
    export.add_argument("--no-times", action="store_true", help="leave out when each message was written")
    export.set_defaults(run=_export, adapter=adapter)

    verify = commands.add_parser("verify", help="tell whether an exported file is as it was written")
    verify.add_argument("file", metavar="EXPORTED")
    verify.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    try:
        content = Path(options.file).read_bytes()
    except OSError as error:
        raise CodedError("CT-FILE-09", error.strerror or type(error).__name__) from error
    report = check_file(content)
    for line in report.lines():
        print(printable(line))
    return VERIFIED if report.intact else NOT_ALL


def _export(options: argparse.Namespace) -> int:
    try:
        scope_of(options.scope)
    except ValueError as error:
        raise CodedError("CT-EXPORT-03", options.scope) from error
    if options.raw_only and options.format != "json":
        raise CodedError("CT-EXPORT-01", "only JSON can be the received data alone")
    return _export_all(options) if options.all else _export_one(options)


def _export_one(options: argparse.Namespace) -> int:
    for stub in _stubs(options):
        outcome = _made(stub, options)
        for check in outcome.checks:
            if check.outcome not in {"pass", "not run"}:
                print(printable(f"{check.id} {check.outcome}: {check.message}"), file=sys.stderr)
        if outcome.content is None:
            print("STOPPED: nothing was written", file=sys.stderr)
            return NONE
        if options.output == "-":
            sys.stdout.buffer.write(outcome.content)
        else:
            path = _target(options.output, outcome)
            _write(path, outcome.content)
            print(printable(f"{outcome.label}: {path}"))
        return VERIFIED if outcome.verdict == "verified" else NOT_ALL
    raise (
        CodedError("CT-FILE-08", options.title)
        if options.title
        else CodedError("CT-FILE-02", "it holds no conversation")
    )


def _target(output: str | None, outcome: Outcome) -> Path:
    """What is incomplete says so in its name, whoever chose that."""
    if output is None:
        return _free(Path(outcome.name))
    path = Path(output)
    if outcome.verdict != "incomplete" or ".incomplete" in path.suffixes:
        return path
    return path.with_name(f"{path.stem}.incomplete{path.suffix}")


def _export_all(options: argparse.Namespace) -> int:
    """Each conversation by itself: one that cannot be read or exported stops no other."""
    folder = Path(options.all)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CodedError("CT-FILE-10", error.strerror or type(error).__name__) from error
    verdicts: list[str] = []
    for stub in _stubs(options):
        line: dict[str, Any] = {"id": stub.id, "title": stub.title, "file": None}
        try:
            outcome = _made(stub, options)
        except CodedError as error:
            line |= {"verdict": "stopped", "notes": [str(error)]}
        else:
            found = [c.message for c in outcome.checks if c.outcome not in {"pass", "not run"}]
            line |= {"id": outcome.id or stub.id, "verdict": outcome.verdict, "notes": found}
            if outcome.content is not None:
                path = _free(folder / outcome.name)
                _write(path, outcome.content)
                line["file"] = path.name
        verdicts.append(line["verdict"])
        print(json.dumps(line, ensure_ascii=False), flush=True)
    if not any(verdict in {"verified", "incomplete"} for verdict in verdicts):
        return NONE
    return VERIFIED if set(verdicts) == {"verified"} else NOT_ALL


def _stubs(options: argparse.Namespace) -> Iterator[ConversationStub]:
    try:
        with Path(options.file).open("rb") as file:
            for stub in options.adapter.read_file(options.file, file):
                if options.title is None or stub.title == options.title:
                    yield stub
    except OSError as error:
        raise CodedError("CT-FILE-09", error.strerror or type(error).__name__) from error


def _made(stub: ConversationStub, options: argparse.Namespace) -> Outcome:
    request = Request(
        format=options.format,
        scope=options.scope,
        options=Options(
            citations=options.citations,
            dollars=options.dollars,
            reasoning=options.reasoning,
            tools=options.tools,
            times=not options.no_times,
            raw_only=options.raw_only,
        ),
        zone=Zone(time.strftime("%Z"), _minutes_east),
        now=time.time(),
        nonce=secrets.token_hex(6),
        site=options.adapter.name,
        version=__version__,
    )
    receipt = Receipt(stub.body, at=request.now)
    return run(receipt, request, options.adapter.record, time.perf_counter, lambda _: _drawn(stub))


def _drawn(stub: ConversationStub) -> tuple[str, int]:
    conversation = stub.parse()
    layout = layout_tree(conversation.tree)
    return "".join(svg_text(conversation.tree, layout, conversation.title)), len(conversation.tree)


def _minutes_east(moment: float) -> int:
    return time.localtime(moment).tm_gmtoff // 60


def _free(path: Path) -> Path:
    """The path, or one with a number behind it when something is there already."""
    free, n = path, 1
    while free.exists():
        n += 1
        stem, _, ending = path.name.partition(".incomplete.") if ".incomplete." in path.name else (
            path.stem, "", path.suffix[1:]
        )  # fmt: skip
        middle = ".incomplete" if ".incomplete." in path.name else ""
        free = path.with_name(f"{stem} ({n}){middle}.{ending}")
    return free


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CodedError("CT-FILE-10", error.strerror or type(error).__name__) from error
