"""What a format is given to write and what it gives back.

Must not know any format.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from conversation_tree.export.display import Sources
from conversation_tree.export.framing import digest
from conversation_tree.export.reconstruct import Selection
from conversation_tree.export.request import Request
from conversation_tree.export.scope import Item
from conversation_tree.frozen import frozen
from conversation_tree.record import Record

Steps = Generator[int, None, str]
"""Writing a file: yields how many messages are written, in steps short enough to be interrupted."""

EVERY = 64
"""Messages that are written between two steps."""

LABELS = {"user": "User", "assistant": "Assistant", "tool": "Tool", "system": "System"}


@dataclass(slots=True)
class Shown:
    """What a page shows besides words, noted while it is written and compared with what it then holds."""

    code: list[str] = field(default_factory=list)
    """The text of every code block."""
    pictures: int = 0
    placeholders: int = 0


@frozen
class Material:
    """Everything a format may write."""

    record: Record
    selection: Selection
    request: Request
    header: dict[str, str]
    sources: Sources
    hashes: tuple[str, ...]
    """SHA-256 of each item's canonical text, taken before anything is written."""
    incomplete: tuple[str, ...]
    """Why the file is not whole; its first line says so then."""
    raw: bytes
    shown: Shown


def hashes_of(items: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple([digest(item.message.text) for item in items])


def label_of(item: Item) -> str:
    """Who speaks, and in a tree which of how many branches it is."""
    message = item.message
    role = "assistant" if message.role == "tool" and not message.skip else message.role
    label = LABELS.get(role, role)
    if message.title:
        label += f", document “{message.title}”"
    if item.branch[1] > 1:
        label += f" (branch {item.branch[0]} of {item.branch[1]})"
    return label


def warning_line(incomplete: tuple[str, ...]) -> str:
    return "INCOMPLETE: " + " ".join(incomplete).replace("\n", " ")
