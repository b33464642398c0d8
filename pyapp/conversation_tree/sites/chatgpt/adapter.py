"""ChatGPT behind the site-neutral interface.

Must not know the panel; everything peculiar to the site is in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from conversation_tree.model import Conversation, Tree
from conversation_tree.sites.base import EVERY, ConversationPlace, ShownMessage
from conversation_tree.sites.chatgpt import (
    archive,
    loader,
    merging,
    page,
    pagers,
    reading,
    routes,
    sightings,
    specimen,
    trimming,
)
from conversation_tree.sites.chatgpt.attempts import Attempt
from conversation_tree.sites.chatgpt.going import Switcher
from conversation_tree.sites.chatgpt.session import Session, workspace_in

if TYPE_CHECKING:
    from conversation_tree.record import Record


class ChatGPT:
    """A `base.SiteAdapter`; one instance per tab, since it remembers the person's session until `forget`."""

    name = "ChatGPT"

    def __init__(self) -> None:
        self._session = Session()

    def conversation_at(self, address: str) -> ConversationPlace:
        return routes.place_of(address)

    def parse(self, body: bytes) -> Conversation:
        return reading.parse(body)

    def record(self, body: bytes) -> Record:
        from conversation_tree.sites.chatgpt import records  # noqa: PLC0415 - only an export needs it

        return records.read(body)

    def loader(self, place: ConversationPlace) -> Attempt:
        return loader.loader(place, self._session)

    def switcher(self, conversation: str, message: str) -> Switcher:
        return Switcher(conversation, message, self._session)

    def forget(self, cookies: Mapping[str, str] | None = None) -> None:
        self._session = Session(workspace_in(cookies or {}))

    @property
    def account(self) -> str:
        return self._session.key

    def merge(self, known: Conversation, seen: Conversation) -> Conversation:
        return merging.merge(known, seen)

    def sighted(self, place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
        return sightings.sighted(place, messages)

    def looks_trimmed(self, known: Conversation | None, seen: Conversation) -> bool:
        return trimming.looks_trimmed(known, seen)

    def no_pager(self, tree: Tree, turn: int, renderer: str) -> str:
        return pagers.why_none(tree, turn, renderer)

    def capture_of(self, method: str, address: str, status: int) -> str | None:
        return routes.conversation_of(address) if method.upper() == "GET" and status == 200 else None

    def conversation_in(self, address: str) -> str:
        return EVERY if routes.is_about_all(address) else routes.conversation_of(address) or ""

    def is_change(self, method: str, address: str, status: int) -> bool:
        return 200 <= status < 300 and routes.is_change(method.upper(), address)

    def page_facts(self) -> dict[str, Any]:
        return page.facts()

    def specimen(self) -> bytes:
        return specimen.conversation(exchanges=100)

    def read_file(self, name: str, source: bytes | BinaryIO) -> Iterator[archive.Stub]:
        return archive.conversations(name, source, partial(reading.parse, careful=True))
