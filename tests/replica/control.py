"""What a test sets and reads: conversations served, faults on demand, the log of requests.

Must not know how requests are transported.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ACCESS_TOKEN = "replica-access-token"


@dataclass(frozen=True, slots=True)
class Request:
    """One request that reached the stand-in."""

    method: str
    host: str
    path: str
    query: str
    headers: Mapping[str, str]
    time: float
    """Seconds of a monotonic clock."""

    @property
    def by_page(self) -> bool:
        """Sent by the page's own code, which names its build in a header; an extension does not."""
        return "oai-client-version" in self.headers


@dataclass(slots=True)
class Fault:
    """How a route misbehaves."""

    kind: str
    """`status`, `not_json`, `html`, `empty`, `slow`, `trickle` (the body late) or `offline`."""
    status: int = 0
    seconds: float = 0.0
    remaining: int | None = None
    """How many more requests it spoils; None is all."""
    of: str = "all"
    """`page`, `extension` or `all`: whose requests it spoils."""


@dataclass(slots=True)
class Control:
    """The stand-in as a test holds it. Set anything at any time; the next request sees it."""

    conversations: dict[str, dict[str, Any] | bytes] = field(default_factory=dict)
    """Conversation id to the answer of the singular route: an object, or bytes served as they are."""
    signed_in: bool = True
    access_token: str = ACCESS_TOKEN
    theme: str = "light"
    language: str = "en-US"
    page_language: str = "en"
    """The language of the page's own labels; pagers are localised."""
    page_uses: str = "singular"
    """Which history route the page's own code asks: `singular` or `none`."""
    trusted_types: bool = False
    """Adds Trusted Types to the policy."""
    early_scripts: list[str] = field(default_factory=list)
    """Page scripts that run before the page's own code, first thing in the head."""
    late_scripts: list[str] = field(default_factory=list)
    """Page scripts that run after the page's own code."""
    extra_styles: list[str] = field(default_factory=list)
    stream_gap_seconds: float = 0.15
    stream_pieces: tuple[str, ...] = ("Three ", "small ", "pieces ", "of ", "text.")
    requests: list[Request] = field(default_factory=list)
    unanswered: int = 0
    _faults: dict[str, Fault] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    # ------------------------------------------------------------ conversations

    def add(self, conversation: dict[str, Any], conversation_id: str | None = None) -> str:
        """Serve a conversation; returns the id under which it is served."""
        name = conversation_id or conversation.get("conversation_id") or conversation["id"]
        self.conversations[name] = conversation
        return str(name)

    # ------------------------------------------------------------ faults

    def fail(
        self,
        route: str,
        kind: str | int,
        *,
        seconds: float = 0.0,
        times: int | None = None,
        of: str = "all",
    ) -> None:
        """Spoil a route (`session`, `conversation`, `stream`) until `heal`, or so many times."""
        status = kind if isinstance(kind, int) else 0
        name = "status" if isinstance(kind, int) else kind
        with self._lock:
            self._faults[route] = Fault(name, status, seconds, times, of)

    def heal(self, route: str | None = None) -> None:
        with self._lock:
            if route is None:
                self._faults.clear()
            else:
                self._faults.pop(route, None)

    def fault_for(self, route: str, by_page: bool) -> Fault | None:
        with self._lock:
            fault = self._faults.get(route)
            if fault is None or fault.remaining == 0:
                return None
            if fault.of != "all" and (fault.of == "page") != by_page:
                return None
            if fault.remaining is not None:
                fault.remaining -= 1
            return fault

    # ------------------------------------------------------------ the log

    def record(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)
            self.unanswered += 1

    def record_end(self) -> None:
        with self._lock:
            self.unanswered -= 1

    def wait_until_idle(self, seconds: float = 10) -> None:
        """Wait until no request is being answered, slow and overtaken ones included."""
        end = time.monotonic() + seconds
        while self.unanswered:
            if time.monotonic() > end:
                raise TimeoutError(f"{self.unanswered} requests are still being answered")
            time.sleep(0.02)

    def asked(self, method: str, path: str, *, by: str = "all") -> list[Request]:
        """The requests of a method for a path; `by` is `page`, `extension` or `all`."""
        with self._lock:
            return [
                r
                for r in self.requests
                if r.method == method and r.path == path and (by == "all" or (by == "page") == r.by_page)
            ]

    def forget_requests(self) -> None:
        with self._lock:
            self.requests.clear()

    def wait_for(
        self, method: str, path: str, *, by: str = "all", count: int = 1, seconds: float = 10
    ) -> None:
        """Wait until so many such requests were seen; raises TimeoutError."""
        end = time.monotonic() + seconds
        while len(self.asked(method, path, by=by)) < count:
            if time.monotonic() > end:
                raise TimeoutError(f"{method} {path} was asked {len(self.asked(method, path, by=by))} times")
            time.sleep(0.02)
