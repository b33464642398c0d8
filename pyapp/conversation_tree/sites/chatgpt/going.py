"""Asking the site to make a message the current one, and reading back whether it is.

Must not know which message is wanted nor why, and waits for nothing.

The answer to the change says nothing about what was changed, so the conversation is read anew behind it.
"""

from __future__ import annotations

import json

from conversation_tree.errors import CodedError
from conversation_tree.sites.base import SiteRequest, Step
from conversation_tree.sites.chatgpt import refusals, routes
from conversation_tree.sites.chatgpt.attempts import Attempt
from conversation_tree.sites.chatgpt.loader import ConversationLoader
from conversation_tree.sites.chatgpt.refusals import Answer
from conversation_tree.sites.chatgpt.session import Session

REFUSED, WAIT, FAULT, NO_ANSWER, UNREAD = (f"CT-GO-0{n}" for n in range(1, 6))

_OWN_CODES = {
    refusals.WAIT: WAIT,
    refusals.FAULT: FAULT,
    refusals.NO_ANSWER: NO_ANSWER,
    refusals.TOO_LATE: NO_ANSWER,
    refusals.SIGNED_OUT: refusals.SIGNED_OUT,
}


class Switcher(Attempt):
    """A `base.Loader` that changes something first."""

    def __init__(self, conversation: str, message: str, session: Session) -> None:
        super().__init__(session)
        self._conversation = conversation
        self._path = routes.conversation_path(conversation)
        self._wish = json.dumps({"current_node": message})
        self._reading: ConversationLoader | None = None

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> Step:
        if self._reading is None:
            return super().answer(status, headers, body, failure, now)
        step = self._reading.answer(status, headers, body, failure, now)
        if isinstance(step, CodedError) and step.code != refusals.SIGNED_OUT:
            return CodedError(UNREAD, step.code)
        return step

    def _ask(self) -> SiteRequest:
        return SiteRequest("PATCH", self._path, {"content-type": "application/json"}, self._wish)

    def _heard(self, answer: Answer) -> Step:
        if 200 <= answer.status < 300 and not answer.failure and not _denied(answer.body):
            # A batch may be answered from an older copy; one branch at least says where it ends.
            self._reading = ConversationLoader(self._conversation, self._session, ("whole", "pages"))
            return self._reading.start(answer.now)
        wrong = refusals.of_status(answer)
        if wrong is None:
            return CodedError(REFUSED, str(answer.status))
        return CodedError(_OWN_CODES.get(wrong.code, REFUSED), wrong.detail)


def _denied(body: bytes) -> bool:
    """A change that is answered well and yet says that it did not take place."""
    return b'"success":false' in body[:1000].replace(b" ", b"")
