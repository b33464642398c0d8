"""Getting a conversation from the site: one loader at a time, and none while the site asks to wait.

Must not know which requests a site needs; its adapter's loader says so.
"""

from __future__ import annotations

from conversation_tree.errors import CodedError
from conversation_tree.frozen import frozen
from conversation_tree.model import Conversation
from conversation_tree.protocol import RequestAnswered, RequestHost
from conversation_tree.sites.base import ConversationPlace, Loader, SiteAdapter, SiteRequest

WAIT = "CT-LOAD-05"
"""The site asks to wait; the detail holds the seconds, if it says how many."""
TOO_MANY = 429
"""The HTTP status that says so."""
FIRST_WAIT = 30.0
LONGEST_WAIT = 600.0
"""Seconds, where the site does not say; twice as long each time."""
REMEMBERED_BODIES = 8


@frozen
class Unchanged:
    """The site gave the very bytes that are known."""


class Loading:
    """The load in progress, if any; an answer to an overtaken request is dropped."""

    def __init__(self, adapter: SiteAdapter) -> None:
        self.asked_at = 0.0
        """When the last load began, Unix seconds."""
        self.waits_until = 0.0
        """Not a request before, since the site asked for that."""
        self._adapter = adapter
        self._loader: Loader | None = None
        self._request = 0
        self._known: dict[int, bool] = {}
        """Fingerprints of bytes already read, so that the same answer is not read twice; true for a part."""
        self._seen: dict[int, None] = {}
        """Fingerprints of bytes that were looked at and not taken."""
        self._overtaken = False
        """The page's own answer came while this load was under way; its failure is no news then."""
        self._again = False
        """Something changed while this load was under way."""
        self._refusals = 0
        """Requests to wait in a row."""

    @property
    def busy(self) -> bool:
        return self._loader is not None

    def start(self, place: ConversationPlace, now: float) -> RequestHost:
        """Begin to load what a place names; a load in progress is given up."""
        self._loader = self._adapter.loader(place)
        self._overtaken = self._again = False
        self.asked_at = now
        return self._send(self._loader.start(now))

    def stop(self) -> None:
        """Give up the load and forget which bytes are known."""
        self._loader = None
        self._again = False
        self._known.clear()
        self._seen.clear()

    def answered(self, event: RequestAnswered) -> RequestHost | Conversation | CodedError | Unchanged | None:
        """The next request, the outcome, or None for an answer that no longer matters."""
        if self._loader is None or event.request != self._request:
            return None
        # A part is no end: older parts may follow.
        if event.status == 200 and self._known.get(_fingerprint(event.body)) is False:
            self._loader = None
            return Unchanged()
        answer = self._loader.answer(event.status, event.headers, event.body, event.failure, event.time)
        if isinstance(answer, SiteRequest):
            return self._send(answer)
        self._loader = None
        if isinstance(answer, Conversation):
            self._refusals = 0
            self.note(event.body, part=bool(answer.completeness.partial))
        else:
            if answer.code == WAIT:
                self.waits_until = event.time + self._wait(answer.detail)
            if self._overtaken:
                return None
        return answer

    def refused_elsewhere(self, event: RequestAnswered) -> None:
        """A request that is not this one's was answered: whoever asked, the site means everybody."""
        if event.status == TOO_MANY and event.request != self._request:
            self.waits_until = max(
                self.waits_until, event.time + self._wait(event.headers.get("retry-after", ""))
            )

    def _wait(self, asked: str) -> float:
        self._refusals += 1
        if asked.isdecimal():
            return min(float(asked), 3600.0)
        return float(min(FIRST_WAIT * 2 ** (self._refusals - 1), LONGEST_WAIT))

    def once_more(self) -> None:
        """What is under way may be out of date when it comes: load again behind it."""
        self._again = True

    @property
    def due(self) -> bool:
        """Whether to load again now."""
        return self._again and self._loader is None

    def is_known(self, body: bytes) -> bool:
        """Whether these bytes were read already, or looked at and not taken."""
        fingerprint = _fingerprint(body)
        return fingerprint in self._known or fingerprint in self._seen

    def note_seen(self, body: bytes) -> None:
        """These bytes came from elsewhere and are not taken: the same again are no reason to do anything."""
        self._seen[_fingerprint(body)] = None
        while len(self._seen) > REMEMBERED_BODIES:
            del self._seen[next(iter(self._seen))]

    def note(self, body: bytes, fresh: bool = True, part: bool = False) -> None:
        """These bytes were read; `fresh` when the site has just sent them. A `part` tells which path is
        shown, so it is news again as soon as something else was read."""
        fingerprint = _fingerprint(body)
        self._known = {known: False for known, of_part in self._known.items() if not of_part}
        self._known[fingerprint] = part
        while len(self._known) > REMEMBERED_BODIES:
            del self._known[next(iter(self._known))]
        self._overtaken = fresh and not part

    def forget_bodies(self) -> None:
        """What was read is out of date: the same bytes would be news."""
        self._known.clear()
        self._seen.clear()

    def _send(self, request: SiteRequest) -> RequestHost:
        self._request += 1
        return RequestHost(self._request, request.method, request.path, dict(request.headers), request.body)


def _fingerprint(body: bytes) -> int:
    """Tells answers apart that differ in length, near an end, or in a sample of the rest.

    An answer says near its beginning when its conversation was changed, and near its end where it stands;
    reading tens of megabytes through would take a tenth of the time to the first picture.
    """
    return hash((len(body), body[:4096], body[-65536:], body[::997]))
