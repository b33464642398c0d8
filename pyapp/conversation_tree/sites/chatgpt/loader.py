"""Loading one conversation by every way the site has: the whole tree, a batch of one, pages of one branch.

Must not know who sends the requests, and waits for nothing.

A way that fails leads to the next one, unless the next would fail as well (no connection, nobody signed in)
or must not be tried (the site asks to wait). When all have failed, the first one's fault is told: it is the
one that says why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, SiteRequest, Step
from conversation_tree.sites.chatgpt import reading, refusals, routes
from conversation_tree.sites.chatgpt.attempts import Attempt
from conversation_tree.sites.chatgpt.paging import Pages
from conversation_tree.sites.chatgpt.refusals import Answer
from conversation_tree.sites.chatgpt.session import Session

Way = Literal["whole", "batch", "pages"]
EVERY_WAY: tuple[Way, ...] = ("whole", "batch", "pages")

MOST_PAGES = 20
"""Requests for one conversation; with `routes.TURNS_OF_A_PAGE` that is a thousand questions."""


class ConversationLoader(Attempt):
    """A `base.Loader` for a saved conversation."""

    def __init__(self, conversation: str, session: Session, ways: Sequence[Way] = EVERY_WAY) -> None:
        super().__init__(session)
        routes.conversation_path(conversation)  # raises on what is no id
        self._id = conversation
        self._ways = list(ways)
        self._pages = Pages()
        self._first: CodedError | None = None
        """What was wrong with the first way."""

    def _ask(self) -> SiteRequest:
        way = self._ways[0]
        if way == "whole":
            return SiteRequest("GET", routes.conversation_path(self._id))
        if way == "batch":
            headers = {"content-type": "application/json"}
            return SiteRequest("POST", routes.BATCH, headers, json.dumps({"conversation_ids": [self._id]}))
        return SiteRequest("GET", routes.page_path(self._id, self._pages.cursor))

    def _heard(self, answer: Answer) -> Step:
        wrong = refusals.of_status(answer)
        if wrong is None:
            try:
                return self._read(answer)
            except CodedError as error:
                wrong = refusals.of_body(error)
        return self._gone_wrong(wrong, answer.now)

    def _read(self, answer: Answer) -> Step:
        way = self._ways[0]
        if way == "whole":
            return self._named(reading.parse(answer.body))
        if way == "batch":
            return self._named(reading.one_of(answer.body, self._id))
        self._pages.add(answer.body)
        if self._pages.cursor and len(self._pages) < MOST_PAGES:
            return self._next(answer.now)
        return self._named(self._pages.conversation())

    def _gone_wrong(self, error: CodedError, now: float) -> Step:
        if len(self._pages):
            # What came before is worth more than an error; it says itself that its beginning is missing.
            return self._named(self._pages.conversation())
        if self._first is None:
            self._first = self._explained(error)
        if error.code in refusals.FINAL:
            return error
        del self._ways[0]
        return self._next(now) if self._ways else self._first

    def _explained(self, error: CodedError) -> CodedError:
        unnamed = error.code == refusals.UNKNOWN and self._session.lacks_workspace
        return CodedError(refusals.NO_WORKSPACE, error.detail) if unnamed else error

    def _named(self, conversation: Conversation) -> Conversation:
        return conversation if conversation.id else replace(conversation, id=self._id)


class SharedLoader(Attempt):
    """A `base.Loader` for a shared copy: one request, which needs nobody to be signed in."""

    def __init__(self, share: str, session: Session) -> None:
        super().__init__(session, anonymous=True)
        self._id = share
        self._path = routes.share_path(share)

    def _ask(self) -> SiteRequest:
        return SiteRequest("GET", self._path)

    def _heard(self, answer: Answer) -> Step:
        wrong = refusals.of_status(answer)
        if wrong is not None:
            return CodedError(refusals.NOT_SHARED, wrong.detail) if wrong.code == refusals.UNKNOWN else wrong
        try:
            # Its own id is the conversation's, or the share's; asked for and shown is the share.
            return replace(reading.shared(answer.body), id=self._id)
        except CodedError as error:
            return refusals.of_body(error)


def loader(place: ConversationPlace, session: Session) -> Attempt:
    """For a `loadable` place. Raises ValueError for any other."""
    if place.kind == "shared":
        return SharedLoader(place.id, session)
    return ConversationLoader(place.id, session)
