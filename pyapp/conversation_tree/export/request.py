"""What is asked of an export, and what it has to go on: the received bytes, the scope, the format, the time.

Must not know how any of it is carried out. Clock, zone and randomness come from outside, so an export can be
made again byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime, timedelta, timezone
from typing import Literal

from conversation_tree.frozen import frozen

Format = Literal["md", "html", "json", "txt", "svg"]
FORMATS: tuple[Format, ...] = ("md", "html", "json", "txt", "svg")
SCHEMA = "conversation-tree-export/1"


@frozen
class Receipt:
    """An answer of the site, or a piece of a file, and how it came."""

    body: bytes = field(repr=False)
    source: Literal["api", "file"] = "file"
    status: int = 200
    wanted: str = ""
    """The conversation that was asked for; of a file, empty when it does not matter."""
    open_now: str = ""
    """The one that the address named when the answer came; empty when it was not looked at."""
    auth_code: bool = False
    """A 404 that says in its text that it is about access, as a request without a token gets."""
    retry_after: int = 0
    """Seconds."""
    waited: float | None = None
    """Seconds after which the request was given up; None when an answer came."""
    leaf_on_page: str = ""
    """The last message that the page shows; empty when it cannot be read."""
    took_ms: float = 0.0
    at: float | None = None
    """Unix seconds."""
    partial: str = ""
    """As in `model.Completeness`, when it is known from elsewhere."""


@frozen
class Picture:
    """What became of an image that was asked for: its data, or why there is none."""

    data: bytes = field(default=b"", repr=False)
    mime: str = ""
    reason: str = ""
    """`expired`, `refused`, `too large`, …"""


@frozen
class Options:
    """What is shown beside or instead of the words as they were received; nothing is by default."""

    citations: bool = False
    """Citation marks become numbered footnotes."""
    dollars: bool = False
    """Formulas get dollar signs, outside code."""
    reasoning: bool = False
    tools: bool = False
    times: bool = True
    raw_only: bool = False
    """JSON: the received bytes and nothing else."""


@frozen
class Zone:
    """The zone that times are written in."""

    name: str = "UTC"
    offset: Callable[[float], int] = lambda _: 0
    """Minutes east of UTC at a time in Unix seconds."""

    def written(self, time: float | None) -> str:
        """ISO 8601 with the offset; `unknown` when there is no time, never now."""
        if time is None:
            return "unknown"
        try:
            return datetime.fromtimestamp(time, timezone(timedelta(minutes=self.offset(time)))).isoformat(
                timespec="seconds"
            )
        except (ValueError, OverflowError, OSError):
            return "unknown"


@frozen
class Request:
    """What is wanted."""

    format: Format = "md"
    scope: str = "path"
    """`path`, `path:ID`, `subtree:ID` or `tree`."""
    options: Options = field(default_factory=Options)
    zone: Zone = field(default_factory=Zone)
    now: float | None = None
    """Unix seconds."""
    nonce: str = "000000000000"
    """Twelve random hexadecimal digits."""
    pictures: Mapping[str, Picture] | None = field(default=None, repr=False)
    """By pointer; None when images are named only."""
    site: str = "The site"
    """Its name, for messages."""
    version: str = ""
    """Of the extension."""
    address: str = ""
    """Where the conversation is; `source` in a file's header."""
