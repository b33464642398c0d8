"""A second site: no request and no view of its page ever gives more than one path of a conversation.

Must not know any other site's adapter, nor the core beyond `base` and the model.

An address is `https://trails.test/walk/ID`; a walk that has just begun is at `/begin`. Asked for, the site
gives the way that it thinks the page shows, and how many variants each stone of it has:

    {"walk": ID, "name": ...,
     "way": [{"key": ..., "by": "guest" | "guide", "says": ..., "at": 2, "of": 3}, ...]}

So a variant is known by its number before anybody has seen it, and a tree is whole once each is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from conversation_tree.errors import CodedError
from conversation_tree.model import Completeness, Conversation, Role, Tree
from conversation_tree.sites.base import (
    ConversationPlace,
    ConversationStub,
    Loader,
    ShownMessage,
    SiteRequest,
    Step,
)
from tests.builders import tree_from

HOST = "https://trails.test"
START = ""
"""What is above the first stone of a walk."""


@dataclass(frozen=True, slots=True)
class Stone:
    """One message, and what is known of its place."""

    by: Role
    says: str
    above: str | None
    """The key of the stone above, `START`, or None while nobody has seen it."""
    at: int = 0
    """Which of its variants this is, from 1; 0 while unknown."""
    told: bool = False
    """The site gave it; it is not made up from what the page shows."""
    last: bool = False
    """The site gave it as the end of a way: there is nothing below that is not known."""


@dataclass(frozen=True, slots=True)
class Known:
    """`Conversation.source` of this site."""

    stones: dict[str, Stone]
    """By key, in the order in which they became known."""
    variants: dict[str, int]
    """How many stones there are right below one, as the site said last."""
    end: str
    """The key of the last stone of the way shown; empty for none."""


def walk_of(address: str) -> str:
    """The id in an address; empty for another one."""
    found = address.partition("/walk/")[2]
    return found.partition("/")[0]


def parse(body: bytes) -> Conversation:
    try:
        fields = json.loads(body)
        way = fields["way"]
        stones: dict[str, Stone] = {}
        variants: dict[str, int] = {}
        above = START
        for number, each in enumerate(way, 1):
            by: Role = "user" if each["by"] == "guest" else "assistant"
            stones[each["key"]] = Stone(by, each["says"], above, each["at"], True, number == len(way))
            variants[above] = each["of"]
            above = each["key"]
        return as_conversation(fields["walk"], fields["name"], Known(stones, variants, above))
    except (ValueError, KeyError, TypeError) as fault:
        raise CodedError("CT-FILE-02", str(fault)) from None


def sighted(place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
    stones: dict[str, Stone] = {}
    above: str | None = None
    for message in messages:
        stones[message.id] = Stone(message.role, message.text, above)
        above = message.id
    return as_conversation(place.id, "", Known(stones, {}, above or ""))


def merge(known: Conversation, seen: Conversation) -> Conversation:
    """The union. What the site said of a stone is kept where the page only showed it, and a stone whose place
    is known stays there."""
    old, new = known.source, seen.source
    assert isinstance(old, Known)
    assert isinstance(new, Known)
    stones = dict(old.stones)
    for key, stone in new.stones.items():
        stones[key] = _merged(stones.get(key), stone)
    told = any(stone.told for stone in new.stones.values())
    end = new.end if told or not _leads_to(stones, old.end, new.end) else old.end
    union = Known(stones, old.variants | new.variants, end)
    identifier, name = seen.id or known.id, seen.title or known.title
    if union == old and (identifier, name) == (known.id, known.title):
        return known
    return as_conversation(identifier, name, union)


def _merged(old: Stone | None, new: Stone) -> Stone:
    if old is None:
        return new
    best = old if old.told and not new.told else new
    return replace(
        best,
        says=best.says or old.says,
        above=old.above if old.above is not None else new.above,
        at=new.at or old.at,
        last=old.last or new.last,
    )


def _leads_to(stones: Mapping[str, Stone], end: str, key: str) -> bool:
    """Whether a stone is on the way to this end: a page may show only a part of it."""
    at: str | None = end
    while at and at != key:
        at = stones[at].above
    return at == key


def as_conversation(identifier: str, name: str, known: Known) -> Conversation:
    stones = known.stones
    # Variants by number; those without one come last, as they were seen.
    keys = sorted(stones, key=lambda key: stones[key].at or len(stones) + 1)
    place = {key: number for number, key in enumerate(keys)}
    tree = tree_from(
        [place.get(stones[key].above or START, -1) for key in keys],
        [stones[key].by for key in keys],
        place.get(known.end),
        keys,
        [stones[key].says for key in keys],
    )
    return Conversation(identifier, name, tree, Completeness("" if is_whole(known) else "seen"), (), known)


def is_whole(known: Known) -> bool:
    """Whether every variant has been seen, and every way to its end."""
    below: dict[str | None, int] = {}
    for stone in known.stones.values():
        below[stone.above] = below.get(stone.above, 0) + 1
    counted = all(known.variants.get(above or START) == number for above, number in below.items())
    ended = all(key in below or stone.last for key, stone in known.stones.items())
    return None not in below and counted and ended


@dataclass
class WayLoader:
    """One GET, which gives the way that the site thinks is shown."""

    walk: str

    def start(self, now: float = 0.0) -> SiteRequest:
        return SiteRequest("GET", f"/walk/{self.walk}/way")

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> Step:
        if failure:
            return CodedError("CT-LOAD-01", failure)
        if status != 200:
            return CodedError("CT-LOAD-04")
        try:
            return parse(body)
        except CodedError:
            return CodedError("CT-LOAD-07")


class PathSite:
    """A `base.SiteAdapter`."""

    name = "Trails"
    account = ""
    """Nobody signs in there."""

    def conversation_at(self, address: str) -> ConversationPlace:
        if address.endswith("/begin"):
            return ConversationPlace("provisional")
        walk = walk_of(address)
        return ConversationPlace("saved", walk) if walk else ConversationPlace("none")

    def parse(self, body: bytes) -> Conversation:
        return parse(body)

    def loader(self, place: ConversationPlace) -> Loader:
        return WayLoader(place.id)

    def switcher(self, conversation: str, message: str) -> Loader:
        raise CodedError("CT-GO-01")

    def forget(self, cookies: Mapping[str, str] | None = None) -> None:
        """There is nothing to forget."""

    def merge(self, known: Conversation, seen: Conversation) -> Conversation:
        return merge(known, seen)

    def sighted(self, place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
        return sighted(place, messages)

    def looks_trimmed(self, known: Conversation | None, seen: Conversation) -> bool:
        return False

    def no_pager(self, tree: Tree, turn: int, renderer: str) -> str:
        return ""

    def capture_of(self, method: str, address: str, status: int) -> str | None:
        return walk_of(address) or None if status == 200 and address.endswith(("/way", "/step")) else None

    def conversation_in(self, address: str) -> str:
        return walk_of(address)

    def is_change(self, method: str, address: str, status: int) -> bool:
        return method == "POST" and status == 200 and address.endswith("/say")

    def page_facts(self) -> dict[str, Any]:
        return {
            "watched": [
                {"method": "GET", "path": r"^/walk/[\w-]+/way$", "body": True},
                {"method": "POST", "path": r"^/walk/[\w-]+/step$", "body": True},
                {"method": "POST", "path": r"^/walk/[\w-]+/say$", "body": False},
            ],
            "cookies": [],
            "dark": ".night",
            "theme_attributes": ["class"],
            "renderers": [
                {
                    "name": "trail",
                    "detect": "",
                    "scope": "",
                    "messages": [
                        {"selector": "[data-stone].guest", "attribute": "data-stone", "role": "user"},
                        {"selector": "[data-stone].guide", "attribute": "data-stone", "role": "assistant"},
                    ],
                    "text": "p",
                    "turn": "li",
                    "scroller": "main",
                    "composer": "textarea",
                    "editor": ":not(*)",
                    "answering": ".walking",
                }
            ],
        }

    def specimen(self) -> bytes:
        stone = {"key": "s", "by": "guest", "says": "Where to?", "at": 1, "of": 1}
        return json.dumps({"walk": "specimen", "name": "", "way": [stone]}).encode()

    def read_file(self, name: str, source: bytes | BinaryIO) -> Iterator[ConversationStub]:
        raise CodedError("CT-FILE-02", name)
