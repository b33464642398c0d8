"""A conversation as it was received, message by message, for whoever takes it out of the site.

Must not know a site's fields, nor turns: nothing is left out or merged here. A site's adapter makes a
record from its own payload; nobody changes one afterwards, so what is written can be compared with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from conversation_tree.frozen import frozen

SkipReason = Literal["", "system", "hidden", "tool", "reasoning", "context", "empty"]
"""Why a message is not somebody's words on the page; empty when it is."""

_LONE = re.compile("[\ud800-\udfff]")


def canonical(text: str) -> str:
    """Line ends as LF and every lone surrogate as U+FFFD; nothing is trimmed."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else _LONE.sub("\ufffd", text)


def lone_surrogates(text: str) -> int:
    return 0 if text.isascii() else len(_LONE.findall(text))


@frozen
class Asset:
    """An image or another file that a message shows, by name."""

    kind: Literal["image", "audio", "file"]
    pointer: str
    """What the site calls it; never written into a file for people."""
    name: str

    @property
    def placeholder(self) -> str:
        """How it stands in a message's text."""
        return f"[{self.kind}: {self.name}]"


@frozen
class Cited:
    """Something that a message names as its source."""

    title: str
    url: str
    """Empty for a file of the person's own."""


@frozen
class Mark:
    """A place in a message's text where the site shows something else than what is written."""

    start: int
    end: int
    """Characters of the canonical text."""
    shown: str = ""
    """The words that stand there instead; empty when only sources do, or nothing."""
    cited: tuple[Cited, ...] = ()
    lost: bool = False
    """A citation whose source the site did not send."""


@frozen
class Message:
    """One message; its text is the canonical one."""

    role: str
    """As the site gives it: user, assistant, tool, system, or something new."""
    kind: str
    """What the site calls this make of content."""
    text: str
    skip: SkipReason = ""
    form: Literal["prose", "code", "thoughts", "result", "document"] = "prose"
    """How it wants to be shown; a `document` was written beside the conversation and has a title."""
    title: str = ""
    language: str = ""
    time: float | None = None
    """Unix seconds."""
    model: str = ""
    unfinished: bool = False
    """It was still being written when it was received."""
    unknown: str = ""
    """The make of content when nobody knows how to read it; the text is the raw data then."""
    broken: int = 0
    """Characters that cannot be stored and were replaced."""
    assets: tuple[Asset, ...] = ()
    marks: tuple[Mark, ...] = ()
    """In the order of the text, and none overlaps another."""


@frozen
class Node:
    """One entry; links are as received, right or wrong."""

    own_id: str
    """The id it gives itself; empty when it gives none."""
    parent: str | None
    """None at the top."""
    children: tuple[str, ...] | None
    """None where the payload has no such lists."""
    message: Message | None


@frozen
class Record:
    """What one answer or file held."""

    id: str
    title: str
    created: float | None
    updated: float | None
    current: str | None
    nodes: Mapping[str, Node] = field(repr=False)
    """By the id that others use for them, in the order received."""
    partial: str = ""
    """As in `model.Completeness`: why the answer is known not to be the whole."""
    has_map: bool = True
    """The payload has a place for messages; False when its format is another one."""
