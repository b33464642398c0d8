"""What every attempt at something begins with: the session's token, then the workspace's id.

Must not know what is attempted. Waits for nothing and sends nothing.

The token is asked for first, because a request without one is answered as if the conversation did not exist.
A token may have been remembered and may have run out: a refusal (401) is answered once with a fresh token.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from conversation_tree.errors import CodedError
from conversation_tree.sites.base import SiteRequest, Step
from conversation_tree.sites.chatgpt import refusals, routes
from conversation_tree.sites.chatgpt.refusals import Answer
from conversation_tree.sites.chatgpt.session import Session

_SESSION, _WORKSPACE, _OURS = "session", "workspace", "ours"


class Attempt(ABC):
    """A `base.Loader` without its subject: `_ask` says what is asked for, `_heard` what to make of it."""

    def __init__(self, session: Session, anonymous: bool = False) -> None:
        """`anonymous`: what is asked for is there for those who are not signed in, too."""
        self._session = session
        self._anonymous = anonymous
        self._asking = _OURS
        self._renewed = False

    def start(self, now: float = 0.0) -> SiteRequest:
        return self._next(now)

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> Step:
        answer = Answer(status, headers, body, failure, now)
        if self._asking == _SESSION:
            return self._session_heard(answer)
        if answer.status == 401 and not self._renewed:
            self._session.drop_token()
            return self._next(now)
        if self._asking == _WORKSPACE:
            return self._workspaces_heard(answer)
        return self._heard(answer)

    @abstractmethod
    def _ask(self) -> SiteRequest:
        """The request that is due; the headers that all have are added to it."""

    @abstractmethod
    def _heard(self, answer: Answer) -> Step:
        """An answer to it."""

    def _next(self, now: float) -> SiteRequest:
        session = self._session
        if not session.has_token(now) and not (self._anonymous and self._renewed):
            self._asking, self._renewed = _SESSION, True
            return SiteRequest("GET", routes.SESSION, {"accept": "application/json"})
        if session.token and not session.knows_workspace:
            self._asking = _WORKSPACE
            return self._signed(SiteRequest("GET", routes.ACCOUNTS))
        self._asking = _OURS
        return self._signed(self._ask())

    def _signed(self, request: SiteRequest) -> SiteRequest:
        session = self._session
        headers = {"accept": "application/json", **request.headers}
        if session.token:
            headers["authorization"] = f"Bearer {session.token}"
        if session.token and session.cookie and session.workspace:
            headers["chatgpt-account-id"] = session.workspace
        return SiteRequest(request.method, request.path, headers, request.body)

    def _session_heard(self, answer: Answer) -> Step:
        wrong = refusals.of_status(answer)
        if wrong is None and not self._session.read(answer.body, answer.now):
            wrong = CodedError(refusals.SIGNED_OUT)
        if wrong is not None and (not self._anonymous or wrong.code in (refusals.NO_ANSWER, refusals.WAIT)):
            return wrong
        return self._next(answer.now)

    def _workspaces_heard(self, answer: Answer) -> Step:
        wrong = refusals.of_status(answer)
        if wrong is None:
            self._session.read_workspaces(answer.body)
        elif wrong.code in refusals.FINAL:
            return wrong
        else:
            self._session.guess_workspace()
        return self._next(answer.now)
