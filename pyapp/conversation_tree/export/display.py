"""The words of a message as they are shown: word for word, or as the options say.

Must not know HTML. What is changed here is recorded: a file then holds two hashes of the message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from conversation_tree.export.fences import fenced
from conversation_tree.export.request import Options
from conversation_tree.record import Cited, Mark, Message

PRIVATE = re.compile("[\ue200-\ue20f]")
_CODE = re.compile(
    r"^(?P<indent> {0,3})(?P<fence>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??(?: {0,3}(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?<!`)(?P<run>`+)(?!`)(?:(?!\n\n).)*?(?<!`)(?P=run)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_FORMULA = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)


class Sources:
    """What the messages of one file cite, numbered in the order of first mention."""

    def __init__(self) -> None:
        self._numbers: dict[Cited, int] = {}

    def number(self, cited: Cited) -> int:
        return self._numbers.setdefault(cited, len(self._numbers) + 1)

    def listed(self) -> Iterable[tuple[int, Cited]]:
        return ((n, cited) for cited, n in self._numbers.items())

    def __len__(self) -> int:
        return len(self._numbers)


def without_marks(text: str, marks: tuple[Mark, ...], sources: Sources, note: str) -> str:
    """The text with each mark replaced; `note` has `{n}` for a number.

    The marks are in order and none overlaps, so one pass does what replacing from the right would.
    """
    pieces: list[str] = []
    reached = 0
    for mark in marks:
        numbers = dict.fromkeys(sources.number(cited) for cited in mark.cited)
        pieces += (text[reached : mark.start], mark.shown)
        pieces += (note.replace("{n}", str(n)) for n in numbers)
        reached = mark.end
    pieces.append(text[reached:])
    return PRIVATE.sub("", "".join(pieces))


def with_dollars(text: str) -> str:
    """Formulas between dollar signs, outside fenced and inline code."""
    if "\\(" not in text and "\\[" not in text:
        return text
    pieces: list[str] = []
    reached = 0
    for code in _CODE.finditer(text):
        pieces += (_FORMULA.sub(_in_dollars, text[reached : code.start()]), code[0])
        reached = code.end()
    pieces.append(_FORMULA.sub(_in_dollars, text[reached:]))
    return "".join(pieces)


def _in_dollars(match: re.Match[str]) -> str:
    return f"${match[1].strip()}$" if match[1] is not None else f"$${match[2]}$$"


def markdown_body(message: Message, options: Options, sources: Sources, note: str) -> str:
    """As it stands in a Markdown file; the text itself unless something asks for more."""
    text = message.text
    if options.citations and (message.marks or PRIVATE.search(text)):
        text = without_marks(text, message.marks, sources, note)
    if message.form in {"code", "result"}:
        return fenced(text, message.language)
    if options.dollars and message.role != "user":
        text = with_dollars(text)
    if message.form == "thoughts":
        return f"<details><summary>Reasoning</summary>\n\n{text}\n\n</details>"
    return text
