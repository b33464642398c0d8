"""What a site must answer: which conversation an address names, how to ask for it, and payload to tree.

Must not know any particular site, nor the panel, the DOM or the network: requests are described, not sent.

A site is one folder with one adapter. Everything that is peculiar to it (endpoints, field names, selectors)
stays in there; whoever uses an adapter sees only what is declared here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol

from conversation_tree.errors import CodedError
from conversation_tree.frozen import frozen
from conversation_tree.model import Conversation, Role, Tree

if TYPE_CHECKING:
    from conversation_tree.record import Record

EVERY = "*"
"""Stands for all conversations where one is named."""


@frozen
class ConversationPlace:
    """What an address of the site shows."""

    kind: Literal["none", "provisional", "temporary", "shared", "saved"]
    """`none`: no conversation (the home page, a list). `provisional`: one that has begun and that the site
    does not know by this address yet. `temporary`: one that the site keeps nowhere. `shared`: a copy that can
    be asked for and only be read. `saved`: one that can be asked for."""
    id: str = ""
    """The id to ask for; empty unless `saved` or `shared`."""

    @property
    def loadable(self) -> bool:
        return self.kind in {"saved", "shared"}


@frozen
class ShownMessage:
    """One message as the page shows it."""

    id: str
    role: Role
    text: str
    """Its beginning."""


@frozen
class SiteRequest:
    """A request to the page's own origin that somebody else sends."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    """Not shown in a representation: they may hold a bearer token."""
    body: str = ""
    """JSON text; empty for none."""


Step = SiteRequest | Conversation | CodedError
"""What a loader wants next: another request, or it is done, with a conversation or with a coded error."""


class Loader(Protocol):
    """One attempt to load one conversation, as a state machine without waiting.

    `start` gives the first request; each answer goes to `answer`, which gives the next request or the end.
    `now` is Unix seconds.
    """

    def start(self, now: float = 0.0) -> SiteRequest: ...

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> Step:
        """`status` is 0 and `failure` says why (`network`, `timeout`) when there was no answer."""
        ...


class ConversationStub(Protocol):
    """One conversation of a file: known by name, not yet parsed."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def body(self) -> bytes:
        """Its own bytes of the file. Raises CodedError as `parse` does."""
        ...

    def parse(self) -> Conversation:
        """Raises CodedError when this one cannot be read; the others of the file still can."""
        ...


class SiteAdapter(Protocol):
    """One site, for one tab: an instance may remember what one page load has shown (a token)."""

    name: str

    def conversation_at(self, address: str) -> ConversationPlace:
        """What this address shows; an address of another shape is `none`, never an error."""
        ...

    def parse(self, body: bytes) -> Conversation:
        """One conversation from the bytes of the site's answer, linear in their number. Raises CodedError."""
        ...

    def record(self, body: bytes) -> Record:
        """Every message of the same bytes with all its words, for taking them out. Raises CodedError."""
        ...

    def loader(self, place: ConversationPlace) -> Loader:
        """How to load what a `loadable` place names, by every way the site has, the best one first."""
        ...

    def switcher(self, conversation: str, message: str) -> Loader:
        """How to ask the site to make a message the current one. It ends with the conversation read back:
        whether its current turn is the wanted one is for the caller to see. Raises CodedError when the site
        has no such way; nothing is sent then."""
        ...

    def forget(self, cookies: Mapping[str, str] | None = None) -> None:
        """The page was loaded anew: whatever was remembered of the person's session is dropped. `cookies`
        are those of the page that `page_facts` names."""
        ...

    @property
    def account(self) -> str:
        """A key of the account that the last answered request belonged to; empty while unknown."""
        ...

    def merge(self, known: Conversation, seen: Conversation) -> Conversation:
        """What is known of a conversation together with what was seen later, either of them partial."""
        ...

    def sighted(self, place: ConversationPlace, messages: Sequence[ShownMessage]) -> Conversation:
        """What the page shows, one below the other, as a partial conversation."""
        ...

    def looks_trimmed(self, known: Conversation | None, seen: Conversation) -> bool:
        """Whether something between the site and us took parts out of what was seen: it should be asked for
        directly then, and not be kept as the truth."""
        ...

    def no_pager(self, tree: Tree, turn: int, renderer: str) -> str:
        """Why the page has no way to step between this turn and its siblings, as the key of a text
        (`no_pager_mid_turn`, `no_pager_edit`, …); empty when it has one."""
        ...

    def capture_of(self, method: str, address: str, status: int) -> str | None:
        """The conversation that one of the page's own requests answered with, whole or in part, or None."""
        ...

    def conversation_in(self, address: str) -> str:
        """The conversation that the address of a request is about; `EVERY` for all of them, empty for
        none."""
        ...

    def is_change(self, method: str, address: str, status: int) -> bool:
        """Whether one of the page's own requests may have changed the conversation on screen."""
        ...

    def page_facts(self) -> dict[str, Any]:
        """Selectors and watched routes as plain data for the page side."""
        ...

    def specimen(self) -> bytes:
        """A small made-up conversation as the site would send it, to run the engine in with."""
        ...

    def read_file(self, name: str, source: bytes | BinaryIO) -> Iterator[ConversationStub]:
        """The conversations of a saved file or official export, one by one. Raises CodedError."""
        ...
