"""What reading a file back has found.

Must not know how it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from conversation_tree.frozen import frozen

Kind = Literal[
    "edited", "missing", "reordered", "duplicated", "foreign", "truncated", "header", "role", "id",
    "outside", "index", "raw", "loads", "picture",
]  # fmt: skip

_SENTENCES: dict[Kind, str] = {
    "edited": "message {k} was edited",
    "missing": "message {k} is missing",
    "reordered": "message {k} is not in its place",
    "duplicated": "message {k} is there more than once",
    "foreign": "something that was not exported stands here: {detail}",
    "truncated": "the file breaks off: {detail}",
    "header": "the header was edited",
    "role": "the role of message {k} was changed: {detail}",
    "id": "the id of message {k} was changed",
    "outside": "the text around message {k} was edited",
    "index": "the list of messages at the end was edited",
    "raw": "the received data were edited",
    "picture": "the picture was edited",
    "loads": "the page would load something from elsewhere: {detail}",
}


@frozen
class Finding:
    """One thing that is not as it was written."""

    kind: Kind
    k: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return _SENTENCES[self.kind].replace("{k}", str(self.k)).replace("{detail}", self.detail)


@frozen
class Block:
    """A message as it was found in a file."""

    k: int
    total: int
    id: str
    role: str
    body: str
    stated: str
    """The SHA-256 of the body that the frame names."""
    source: str
    """That of the canonical text."""
    found: str
    """That of the body which is there."""


@dataclass(slots=True)
class Report:
    """A file, read."""

    format: str
    expected: int = 0
    """Messages that it says it holds."""
    blocks: list[Block] = field(default_factory=list)
    """Those found, in order."""
    findings: list[Finding] = field(default_factory=list)

    def add(self, kind: Kind, k: int = 0, detail: str = "") -> None:
        finding = Finding(kind, k, detail)
        if finding not in self.findings[-50:]:
            self.findings.append(finding)

    def of(self, kind: Kind) -> list[int]:
        return [finding.k for finding in self.findings if finding.kind == kind]

    @property
    def intact(self) -> bool:
        return not self.findings

    @property
    def whole(self) -> int:
        """Messages that are as they were written."""
        return sum(1 for block in self.blocks if block.found == block.stated)

    def lines(self) -> list[str]:
        """For people, in English."""
        if self.intact:
            return [f"intact: {self.expected} of {self.expected} messages are as they were exported"]
        missing = len(self.of("missing"))
        first = f"{self.expected - missing} of {self.expected} messages" if missing else "not intact"
        return [first, *map(str, self.findings)]
