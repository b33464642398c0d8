"""What a test sets and reads: conversations served, faults on demand, the log of requests.

Must not know how requests are transported.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.replica.fault import KINDS, Fault

if TYPE_CHECKING:
    from tests.replica.exchange import Exchange

ACCESS_TOKEN = "replica-access-token"
ACCOUNT_ID = "5b0c7a52-5c35-4f4f-9c63-2d1f0a3b9d10"
USER_ID = "user-0000000000000000replica"


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
    body: bytes = b""

    @property
    def by_page(self) -> bool:
        """Sent by the page's own code, which names its build in a header; an extension does not.

        What is not of the site's API is the page itself: documents, assets, topics.
        """
        return "oai-client-version" in self.headers or not self.path.startswith(("/backend-api/", "/api/"))

    @property
    def sent(self) -> Any:
        """The body, where it is JSON."""
        return json.loads(self.body)


@dataclass(slots=True)
class Control:
    """The stand-in as a test holds it. Set anything at any time; the next request sees it."""

    conversations: dict[str, dict[str, Any] | bytes] = field(default_factory=dict)
    """Conversation id to the answer of the singular route: an object, or bytes served as they are."""
    temporary: set[str] = field(default_factory=set)
    """Conversations that are served by their id, and never listed."""
    unsaved: dict[str, float] = field(default_factory=dict)
    """Conversations that cannot be read before a moment of the monotonic clock."""
    shares: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Share id to the answer of the share route; `share_routes.shared` makes one."""
    signed_in: bool = True
    access_token: str = ACCESS_TOKEN
    user_id: str = USER_ID
    account_id: str = ACCOUNT_ID
    """The account that a request without a workspace header means."""
    account_structure: str = "personal"
    workspaces: dict[str, str] = field(default_factory=dict)
    """Conversation id to the account id that its requests must name in `Chatgpt-Account-Id`."""
    account_keys: dict[str, str] = field(default_factory=dict)
    """Further keys of the accounts answer, with the account id found there; an own id is a key anyway."""
    account_cookie: str = ""
    """The value of the cookie `_account` that pages set; empty takes it away."""
    switching: str = "ignored"
    """A change of the current node: `ignored` (told to be done), `honoured` or `refused`."""
    switching_status: int = 403
    hand_off: bool = False
    """An answer's event stream ends after its first step; see `topic_routes`."""
    hand_off_seconds: float = 0.6
    """How long the rest of a handed-off answer takes."""
    answer_messages: int = 1
    """Of how many messages an answer is made: calls, results, and the final text."""
    tool_gap_seconds: float = 0.005
    """How long each message before the final text takes."""
    saved_after_seconds: float = 0.3
    """When a new conversation can be read; the end of its first answer makes it readable in any case."""
    generated_title: str = "A title made up"
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    """Answers by their turn exchange id."""
    theme: str = "light"
    language: str = "en-US"
    page_language: str = "en"
    """The language of the page's own labels; pagers are localised."""
    page_uses: str = "singular"
    """Which history route the page's own code asks: `singular`, `paged` or `none`."""
    renderer: str = "legacy"
    """Which of the two pages there is: `legacy` or `shell`."""
    unmount: bool = True
    """Whether turns far from the view leave the document; small conversations lose none."""
    mounted_turns: int = 0
    """How many turns stay in the document; 0 is what the renderer usually keeps (15, or 6 in the shell)."""
    pager_mounts: str = "hover"
    """When a turn's controls are there: `hover` (and focus) or `always`."""
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

    def saved(self, name: str) -> bool:
        """Whether a conversation is there to be read."""
        return name in self.conversations and self.unsaved.get(name, 0.0) <= time.monotonic()

    def tree(self, name: str) -> dict[str, Any] | None:
        """A conversation as an object that has a mapping, if it is one."""
        found = self.conversations.get(name)
        if isinstance(found, bytes):
            try:
                found = json.loads(found)
            except (ValueError, RecursionError):
                return None
        return found if isinstance(found, dict) and isinstance(found.get("mapping"), dict) else None

    def expire_token(self) -> str:
        """From now on the old token is refused and the session route gives a new one, which is returned."""
        self.access_token = f"{ACCESS_TOKEN}-{time.monotonic_ns()}"
        return self.access_token

    # ------------------------------------------------------------ faults

    def fail(
        self,
        route: str,
        kind: str | int,
        *,
        seconds: float = 0.0,
        times: int | None = None,
        of: str = "all",
        retry_after: str | None = None,
        rewrite: Callable[[Any], Any] | None = None,
    ) -> None:
        """Spoil a route of `app.route_name` until `heal`, or so many times; a number is a status."""
        status = kind if isinstance(kind, int) else 0
        name = "status" if isinstance(kind, int) else kind
        if name not in KINDS:
            raise ValueError(f"no such fault: {name}")
        with self._lock:
            self._faults[route] = Fault(name, status, seconds, times, of, retry_after, rewrite)

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

    def per_minute(self, *, by: str = "all", seconds: float = 60) -> float:
        """How many requests a minute came during so many last seconds."""
        since = time.monotonic() - seconds
        with self._lock:
            found = [
                r for r in self.requests if r.time >= since and (by == "all" or (by == "page") == r.by_page)
            ]
        return len(found) * 60 / seconds

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
