"""Frames: how each message stands in a file so that it can be found again whatever it says.

Must not know a format beyond the comments it writes; `reading` is the other half.

    <!-- ct NONCE k/N id=ID role=ROLE length=UNITS sha256=HEX -->
    the body, exactly UNITS long in UTF-16
    <!-- /ct NONCE k -->

A reader cuts by length and then wants the closing comment, so a body may hold anything, comments like these
included. A body that is not the source word for word has two hashes, `src` and `body`. At the end stands an
index of all messages: with it a reader can tell what is missing, moved, doubled, foreign or changed, and it
holds hashes of everything between the bodies too.
"""

from __future__ import annotations

import re
from hashlib import sha256

from conversation_tree.frozen import frozen

NONCE = re.compile("[0-9a-f]{12}")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+\Z")


def digest(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def short_digest(text: str) -> str:
    """Enough to notice a change that nobody has made on purpose."""
    return digest(text)[:16]


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + len(_ASTRAL.findall(text))


def escaped(name: str) -> str:
    """A name that is safe inside a comment: other characters become their UTF-8 bytes as `%XX`."""
    if _PLAIN.match(name):
        return name
    safe = "".join(c if _PLAIN.match(c) else "".join(f"%{b:02X}" for b in c.encode()) for c in name)
    return safe or "%"


@frozen
class Entry:
    """What the index says of one message."""

    k: int
    id: str
    role: str
    above: int
    """k of the message above it in the file, 0 for none."""
    length: int
    body: str
    """SHA-256 of the body as written."""
    source: str
    """SHA-256 of the canonical text."""
    before: str
    """Short digest of what stands between the message before and this one."""
    width: int
    """UTF-16 units of that."""

    def line(self) -> str:
        same = "=" if self.source == self.body else self.source
        return (
            f"{self.k} {self.id} {self.role} {self.above} {self.length} {self.body} {same}"
            f" {self.before} {self.width}"
        )


def parse_entry(line: str) -> Entry | None:
    part = line.split(" ")
    if len(part) != 9:
        return None
    try:
        k, above, length, width = int(part[0]), int(part[3]), int(part[4]), int(part[8])
    except ValueError:
        return None
    source = part[5] if part[6] == "=" else part[6]
    return Entry(k, part[1], part[2], above, length, part[5], source, part[7], width)


@frozen
class Index:
    """The list at the end of a file."""

    nonce: str
    head: str
    """Short digest of what stands before the first message's own heading."""
    tail: str
    """Of what stands between the last message and the index."""
    entries: tuple[Entry, ...]

    def text(self) -> str:
        lines = [f"ct-index {self.nonce} {len(self.entries)} {self.head} {self.tail}"]
        lines += [entry.line() for entry in self.entries]
        lines.append(f"seal {digest(chr(10).join(lines))}")
        return "\n".join(lines)


def parse_index(text: str) -> tuple[Index | None, bool]:
    """The index, and whether its seal is whole."""
    lines = text.split("\n")
    first = lines[0].split(" ")
    if len(first) != 5 or first[0] != "ct-index":
        return None, False
    entries = [entry for line in lines[1:-1] if (entry := parse_entry(line)) is not None]
    sealed = (
        lines[-1] == f"seal {digest(chr(10).join(lines[:-1]))}"
        and first[2] == str(len(entries))
        and len(entries) == len(lines) - 2
    )
    return Index(first[1], first[3], first[4], tuple(entries)), sealed


OPENING = (
    r"<!-- ct ({nonce}) ([0-9]{1,9})/([0-9]{1,9}) id=(\S+) role=(\S+) length=([0-9]{1,9}) ([^\n]*?) -->\n"
)
BEGIN = "<!-- ct-begin {nonce} -->\n"


class Writer:
    """A file made of framed messages, put together once and in order."""

    def __init__(self, nonce: str, total: int, comments: bool = True) -> None:
        """`comments`: whether frames are written at all; plain text has only the index."""
        self.nonce = nonce
        self.total = total
        self._comments = comments
        self._pieces: list[str] = []
        self._entries: list[Entry] = []
        self._head = ""
        self._carried = ""
        """What follows a body outside its frame; it is counted to what stands before the next one."""

    def head(self, text: str) -> None:
        if self._comments:
            text += BEGIN.replace("{nonce}", self.nonce)
        self._head = short_digest(text)
        self._pieces.append(text)

    def message(
        self, heading: str, name: str, role: str, body: str, source: str, above: int = 0, after: str = ""
    ) -> None:
        """`source` is the SHA-256 of the canonical text; `after` follows outside the frame."""
        k = len(self._entries) + 1
        name, role = escaped(name), escaped(role)
        before = self._carried + heading
        written = digest(body)
        length = units(body)
        self._entries.append(
            Entry(k, name, role, above, length, written, source, short_digest(before), units(before))
        )
        self._pieces.append(before)
        if self._comments:
            hashes = f"sha256={written}" if source == written else f"src={source} body={written}"
            self._pieces.append(
                f"<!-- ct {self.nonce} {k}/{self.total} id={name} role={role} length={length} {hashes} -->\n"
            )
        self._pieces.append(body)
        if self._comments:
            self._pieces.append(f"\n<!-- /ct {self.nonce} {k} -->\n")
        self._carried = after

    def finish(self, tail: str = "") -> str:
        tail = self._carried + tail
        index = Index(self.nonce, self._head, short_digest(tail), tuple(self._entries)).text()
        self._pieces.append(tail)
        self._pieces.append(f"<!-- {index} -->\n" if self._comments else index + "\n")
        return "".join(self._pieces)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)
