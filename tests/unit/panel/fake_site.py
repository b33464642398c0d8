"""A site as small as a site can be, so that the panel is tested without any real one.

An address ends in `/chat/ID`; a conversation is asked for with one GET of `/chat/ID.json`, after one of
`/token` when the site wants it; an answer is `{"id", "turns": [[role, parent index or null, text], ...],
"current", "partial"}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from conversation_tree.errors import CodedError, Warning
from conversation_tree.model import About, Completeness, Conversation, Tree
from conversation_tree.sites.base import EVERY, ConversationPlace, ConversationStub, ShownMessage, SiteRequest


@dataclass
class Words:
    words: list[str]

    def preview(self, index: int) -> str:
        return self.words[index][:120]

    def text(self, index: int) -> str:
        return self.words[index]

    def about(self, index: int) -> About:
        return About()


def answer(
    identifier: str,
    *turns: tuple[str, int | None, str],
    current: int | None = None,
    partial: str = "",
    warn: bool = False,
) -> bytes:
    """The bytes of a conversation; turns are given depth first."""
    fields = {"id": identifier, "turns": turns, "current": current, "partial": partial, "warn": warn}
    return json.dumps(fields).encode()


def conversation(body: bytes) -> Conversation:
    fields = json.loads(body)
    turns = fields["turns"]
    children: list[list[int]] = [[] for _ in turns]
    parents = [-1 if parent is None else parent for _, parent, _ in turns]
    numbers: list[int] = []
    for index, (role, _, _) in enumerate(turns):
        above = parents[index]
        if above >= 0:
            children[above].append(index)
        numbers.append((numbers[above] if above >= 0 else 0) + (role == "user"))
    active = [False] * len(turns)
    at = fields["current"]
    while at is not None and at >= 0:
        active[at] = True
        at = parents[at]
    ids = [f"{fields['id']}-{i}" for i in range(len(turns))]
    tree = Tree(
        ids=ids,
        roles=[role for role, _, _ in turns],
        parents=parents,
        children=children,
        roots=[i for i, parent in enumerate(parents) if parent < 0],
        turn_numbers=numbers,
        message_ids=[(i, f"{i}-tool") for i in ids],
        mid_turn=[False] * len(turns),
        create_times=[None] * len(turns),
        current=fields["current"],
        active=active,
        texts=Words([text for _, _, text in turns]),
    )
    warnings = (Warning("CT-PARSE-03", "x"), Warning("CT-PARSE-03", "y")) if fields["warn"] else ()
    return Conversation(fields["id"], "A chat", tree, Completeness(fields["partial"]), warnings)


@dataclass
class FakeLoader:
    identifier: str
    site: FakeSite | None = None

    def start(self, now: float = 0.0) -> SiteRequest:
        return SiteRequest("GET", "/token")

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> SiteRequest | Conversation | CodedError:
        if failure:
            return CodedError("CT-LOAD-01", failure)
        if status != 200:
            return CodedError(self.site.refuses_with if self.site else "CT-LOAD-04")
        if body == b"a token":
            return SiteRequest("GET", f"/chat/{self.identifier}.json", {"authorization": "Bearer it"})
        return conversation(body)


@dataclass
class FakeSite:
    name: str = "fake"
    forgotten: int = 0
    account: str = ""
    trimmed: bool = False
    refuses_with: str = "CT-LOAD-04"
    facts: dict[str, Any] = field(default_factory=dict)

    def conversation_at(self, address: str) -> ConversationPlace:
        if "/new" in address:
            return ConversationPlace("provisional")
        return (
            ConversationPlace("saved", address.split("/chat/")[1])
            if "/chat/" in address
            else ConversationPlace("none")
        )

    def parse(self, body: bytes) -> Conversation:
        try:
            return conversation(body)
        except ValueError as fault:
            raise CodedError("CT-FILE-01", str(fault)) from None

    def loader(self, place: ConversationPlace) -> FakeLoader:
        return FakeLoader(place.id, self)

    def switcher(self, conversation: str, message: str) -> FakeLoader:
        raise NotImplementedError

    def merge(self, known: Conversation, seen: Conversation) -> Conversation:
        return seen

    def sighted(self, place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
        turns = [(m.role, n - 1 if n else None, m.text) for n, m in enumerate(messages)]
        return conversation(answer("seen", *turns, current=len(turns) - 1, partial="seen"))

    def looks_trimmed(self, known: Conversation | None, seen: Conversation) -> bool:
        return self.trimmed

    def no_pager(self, tree: Tree, turn: int, renderer: str) -> str:
        return ""

    def forget(self, cookies: Mapping[str, str] | None = None) -> None:
        self.forgotten += 1

    def capture_of(self, method: str, address: str, status: int) -> str | None:
        if method == "GET" and status == 200 and address.endswith(".json"):
            return address.split("/chat/")[1].removesuffix(".json")
        return None

    def conversation_in(self, address: str) -> str:
        if address.endswith("/chats"):
            return EVERY
        return address.split("/chat/")[1].removesuffix(".json") if "/chat/" in address else ""

    def is_change(self, method: str, address: str, status: int) -> bool:
        return method == "PATCH" and status == 200

    def page_facts(self) -> dict[str, Any]:
        return self.facts

    def specimen(self) -> bytes:
        return b"{}"

    def read_file(self, name: str, source: bytes | BinaryIO) -> Iterator[ConversationStub]:
        raise NotImplementedError
