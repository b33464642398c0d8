"""Getting a conversation from the site: one loader at a time, each request numbered.

Must not know which requests a site needs; its adapter's loader says so.
"""

from __future__ import annotations

from zlib import adler32

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.protocol import RequestAnswered, RequestHost
from conversation_tree.sites.base import Loader, SiteAdapter, SiteRequest


class Loading:
    """The load in progress, if any; an answer to an overtaken request is dropped."""

    def __init__(self, adapter: SiteAdapter) -> None:
        self._adapter = adapter
        self._loader: Loader | None = None
        self._request = 0
        self._known: tuple[int, int] | None = None
        """Length and checksum of the bytes shown, so that the same answer is not read twice."""

    @property
    def busy(self) -> bool:
        return self._loader is not None

    def start(self, conversation: str) -> RequestHost:
        """Begin to load a conversation; one in progress is given up."""
        self._loader = self._adapter.loader(conversation)
        return self._send(self._loader.start())

    def stop(self) -> None:
        """Give up the load and forget which bytes are shown."""
        self._loader = None
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
        return answer

    def is_known(self, body: bytes) -> bool:
        return self._known is not None and self._known[0] == len(body) and self._known[1] == adler32(body)

    def note(self, body: bytes) -> None:
        """These bytes are what is shown now."""
        self._known = len(body), adler32(body)

    def _send(self, request: SiteRequest) -> RequestHost:
        self._request += 1
        return RequestHost(self._request, request.method, request.path, dict(request.headers))
