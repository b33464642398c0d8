"""Loading one conversation: the session's token, then the conversation, then what to make of the answers.

Must not know who sends the requests, and waits for nothing.

The token is asked for first, because a request without one is answered as if the conversation did not exist.
A token may have been remembered and may have run out: a refusal (401) is answered once with a fresh token.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import SiteRequest, Step
from conversation_tree.sites.chatgpt import nesting, routes

_REFUSALS = {401: "CT-LOAD-02", 403: "CT-LOAD-03", 404: "CT-LOAD-04", 410: "CT-LOAD-04"}


@dataclass(slots=True)
class Session:
    """What is remembered of the person's session while the page is loaded; never written anywhere."""

    token: str = field(default="", repr=False)


class ConversationLoader:
    """A `base.Loader`."""

    def __init__(self, conversation: str, session: Session, parse: Callable[[bytes], Conversation]) -> None:
        self._path = routes.conversation_path(conversation)
        self._session = session
        self._parse = parse
        self._asked_session = False
        self._renewed = False

    def start(self, now: float = 0.0) -> SiteRequest:
        return self._ask_conversation() if self._session.token else self._ask_session()

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> Step:
        if failure or status == 0:
            return CodedError("CT-LOAD-01", failure)
        if not self._asked_session and status == 401 and not self._renewed:
            self._session.token = ""
            return self._ask_session()
        if status != 200:
            return _refusal(status, headers)
        if self._asked_session:
            self._session.token = _token(body)
            return self._ask_conversation() if self._session.token else CodedError("CT-LOAD-02")
        try:
            return self._parse(body)
        except CodedError as error:
            return CodedError("CT-LOAD-07", error.code)

    def _ask_session(self) -> SiteRequest:
        self._asked_session = self._renewed = True
        return SiteRequest("GET", routes.SESSION, {"accept": "application/json"})

    def _ask_conversation(self) -> SiteRequest:
        self._asked_session = False
        bearer = f"Bearer {self._session.token}"
        return SiteRequest("GET", self._path, {"accept": "application/json", "authorization": bearer})


def _refusal(status: int, headers: dict[str, str]) -> CodedError:
    if status == 429:
        return CodedError("CT-LOAD-05", headers.get("retry-after", ""))
    if status >= 500:
        return CodedError("CT-LOAD-06", str(status))
    return CodedError(_REFUSALS.get(status, "CT-LOAD-07"), str(status))


def _token(body: bytes) -> str:
    """The session's bearer token; empty when nobody is signed in or the answer is something else."""
    try:
        nesting.check(body)
        token = json.loads(body)["accessToken"]
    except (CodedError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    # It becomes a header, so whatever could end one makes it no token.
    return (
        token if type(token) is str and token.isascii() and token.isprintable() and " " not in token else ""
    )
