"""The command line: conversations from files, as an outline, as JSON, as an SVG file, as verified exports.

Must not know a site's fields; it reads through the site's adapter and draws through the scene.

Exit codes: 0 when something was read (warnings go to the error stream), 2 with a coded error otherwise;
`export` and `verify` have codes of their own (`cli_export`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

from conversation_tree import __version__, cli_export
from conversation_tree.errors import CodedError
from conversation_tree.layout.tidy import layout_tree
from conversation_tree.model import Conversation
from conversation_tree.scene.outline import outline, printable
from conversation_tree.scene.svg import svg_text
from conversation_tree.sites.chatgpt.adapter import ChatGPT

USAGE_OR_DATA_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Texts are UTF-8 on every system."""
    options = _parser().parse_args(arguments)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by whoever started us; without this, complaints would go where the other stream goes.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code: int = options.run(options) or 0
        sys.stdout.flush()
    except CodedError as error:
        _complain(error)
        return USAGE_OR_DATA_ERROR
    except BrokenPipeError:
        _drop_output()  # Whoever read it has seen enough.
        return 0
    except OSError as error:  # Of the output: files have codes of their own.
        _drop_output()
        _complain(CodedError("CT-FILE-10", _reason(error)))
        return USAGE_OR_DATA_ERROR
    return code


def _drop_output() -> None:
    """What is still buffered must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="conversation-tree",
        description="The branch tree of ChatGPT conversations, from files, and exports that can be verified.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    show = commands.add_parser("show", help="print the tree of every conversation in a file")
    show.add_argument("--json", action="store_true", help="print a JSON list instead of an outline")
    show.set_defaults(run=_show)

    svg = commands.add_parser("svg", help="draw the tree of one conversation as an SVG file")
    svg.add_argument("-o", "--output", metavar="OUT.svg", required=True, help="where to write it")
    svg.set_defaults(run=_svg)

    for command in (show, svg):
        command.add_argument(
            "file", metavar="FILE", help="an API answer, conversations.json or an export's ZIP"
        )
        command.add_argument("--title", metavar="TEXT", help="only the conversation with this title")
    cli_export.add_commands(commands, ChatGPT())
    return parser


def _show(options: argparse.Namespace) -> None:
    conversations = _conversations(options.file, options.title)
    with closing(conversations):
        if options.json:
            _write_json(conversations, sys.stdout)
        else:
            for count, conversation in enumerate(conversations):
                if count:
                    print()
                sys.stdout.writelines(f"{line}\n" for line in outline(conversation))


def _svg(options: argparse.Namespace) -> None:
    with closing(_conversations(options.file, options.title)) as conversations:
        conversation = next(conversations)
    text = svg_text(conversation.tree, layout_tree(conversation.tree), conversation.title)
    try:
        with Path(options.output).open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(text)
    except OSError as error:
        raise CodedError("CT-FILE-10", _reason(error)) from error


def _write_json(conversations: Iterator[Conversation], out: TextIO) -> None:
    """A JSON list, written as it is made: a line for every turn."""
    before = "["
    for conversation in conversations:
        out.write(before)
        out.writelines(_described(conversation))
        before = ",\n"
    out.write("]\n")


def _described(conversation: Conversation) -> Iterator[str]:
    tree = conversation.tree
    head = _json(
        {
            "id": conversation.id,
            "title": conversation.title,
            "completeness": str(conversation.completeness),
            "current": tree.ids[tree.current] if tree.current is not None else None,
            "roots": [tree.ids[root] for root in tree.roots],
        }
    )
    yield head.removesuffix("}") + ',"turns":['
    layout = layout_tree(tree)
    for index in range(len(tree)):
        turn = tree.turn(index)
        yield ",\n" if index else "\n"
        yield _json(
            {
                "id": turn.id,
                "role": turn.role,
                "parent": turn.parent,
                "children": turn.children,
                "turn_number": turn.turn_number,
                "message_ids": turn.message_ids,
                "mid_turn": turn.mid_turn,
                "active": turn.active,
                "create_time": turn.create_time,
                "x": _px(layout.x[index]),
                "y": _px(layout.y[index]),
                "preview": turn.preview,
            }
        )
    warnings = [{"code": w.code, "message": w.message, "node": w.node} for w in conversation.warnings]
    yield f'],"warnings":{_json(warnings)}}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _px(value: float) -> float:
    """Whole numbers without a fraction, and never -0."""
    return int(value) if value == int(value) else value


def _conversations(path: str, title: str | None) -> Generator[Conversation]:
    """The conversations of a file, one by one; their warnings go to the error stream.

    One that cannot be read is reported and passed over. Raises CodedError when there is none to show.
    """
    adapter = ChatGPT()
    shown = False
    failure: CodedError | None = None
    """Of the last one that could not be read; raised in the end if it was the only thing to say."""
    try:
        with Path(path).open("rb") as file:
            for stub in adapter.read_file(path, file):
                if title is not None and stub.title != title:
                    continue
                if failure is not None:
                    _complain(failure)
                    failure = None
                try:
                    conversation = stub.parse()
                except CodedError as error:
                    failure = error
                    continue
                shown = True
                for warning in conversation.warnings:
                    node = f" ({warning.node})" if warning.node is not None else ""
                    _complain(f"{warning.code}: {warning.message}{node}")
                yield conversation
    except OSError as error:
        raise CodedError("CT-FILE-09", _reason(error)) from error
    if shown and failure is not None:
        _complain(failure)
    elif failure is not None:
        raise failure
    elif not shown and title is not None:
        raise CodedError("CT-FILE-08", title)
    elif not shown:
        raise CodedError("CT-FILE-02", "it holds no conversation")


def _complain(text: object) -> None:
    """A line for the error stream; what a file holds may not steer the terminal."""
    print(printable(str(text)), file=sys.stderr)


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
