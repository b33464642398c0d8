"""Getting a conversation from the site: one loader at a time, each request numbered.

Must not know which requests a site needs; its adapter's loader says so.
"""

from __future__ import annotations

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.protocol import RequestAnswered, RequestHost
from conversation_tree.sites.base import ConversationPlace, Loader, SiteAdapter, SiteRequest


class Loading:
    """The load in progress, if any; an answer to an overtaken request is dropped."""

    def __init__(self, adapter: SiteAdapter) -> None:
        self._adapter = adapter
        self._loader: Loader | None = None
        self._request = 0
        self._known: int | None = None
        """Fingerprint of the bytes shown, so that the same answer is not read twice."""
        self._overtaken = False
        """The page's own answer came while this load was under way; its failure is no news then."""
        self._again = False
        """Something changed while this load was under way."""

    @property
    def busy(self) -> bool:
        return self._loader is not None

    def start(self, place: ConversationPlace) -> RequestHost:
        """Begin to load what a place names; a load in progress is given up."""
        self._loader = self._adapter.loader(place)
        self._overtaken = self._again = False
        return self._send(self._loader.start())

    def stop(self) -> None:
        """Give up the load and forget which bytes are shown."""
        self._loader = None
        self._again = False
        self._known = None

    def answered(self, event: RequestAnswered) -> RequestHost | Conversation | CodedError | None:
        """The next request, the outcome, or None for an answer that no longer matters."""
        if self._loader is None or event.request != self._request:
            return None
        if event.status == 200 and self.is_known(event.body):
            self._loader = None
            return None
        answer = self._loader.answer(event.status, event.headers, event.body, event.failure)
        if isinstance(answer, SiteRequest):
            return self._send(answer)
        self._loader = None
        if isinstance(answer, Conversation):
            self.note(event.body)
        elif self._overtaken:
            return None
        return answer

    def once_more(self) -> None:
        """What is under way may be out of date when it comes: load again behind it."""
        self._again = True

    @property
    def due(self) -> bool:
        """Whether to load again now."""
        return self._again and self._loader is None

    def is_known(self, body: bytes) -> bool:
        return self._known is not None and self._known == _fingerprint(body)

    def note(self, body: bytes, fresh: bool = True) -> None:
        """These bytes are what is shown now; `fresh` when the site has just sent them."""
        self._known = _fingerprint(body)
        self._overtaken = fresh

    def _send(self, request: SiteRequest) -> RequestHost:
        self._request += 1
        return RequestHost(self._request, request.method, request.path, dict(request.headers), request.body)


def _fingerprint(body: bytes) -> int:
    """Tells answers apart that differ in length, near an end, or in a sample of the rest.

    An answer says near its beginning when its conversation was changed, and near its end where it stands;
    reading tens of megabytes through would take a tenth of the time to the first picture.
    """
    return hash((len(body), body[:4096], body[-65536:], body[::997]))
