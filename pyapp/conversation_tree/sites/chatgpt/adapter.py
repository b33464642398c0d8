"""ChatGPT behind the site-neutral interface.

Must not know the panel; everything peculiar to the site is in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

from conversation_tree.errors import CodedError
from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.base import ConversationPlace
from conversation_tree.sites.chatgpt import archive, entries, lenient, page, pages, routes, specimen, turns
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.loader import ConversationLoader, Session

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Document


class ChatGPT:
    """A `base.SiteAdapter`; one instance per tab, since it remembers the session's token until `forget`."""

    name = "ChatGPT"

    def __init__(self) -> None:
        self._session = Session()

    def conversation_at(self, address: str) -> ConversationPlace:
        return routes.place_of(address)

    def parse(self, body: bytes) -> Conversation:
        return parse(body)

    def loader(self, place: ConversationPlace) -> ConversationLoader:
        return ConversationLoader(place.id, self._session, parse)

    def forget(self, cookies: Mapping[str, str] | None = None) -> None:
        self._session = Session()

    def capture_of(self, method: str, address: str, status: int) -> str | None:
        return routes.conversation_of(address) if method.upper() == "GET" and status == 200 else None

    def is_change(self, method: str, address: str, status: int) -> bool:
        return 200 <= status < 300 and routes.is_change(method.upper(), address)

    def page_facts(self) -> dict[str, Any]:
        return page.facts()

    def specimen(self) -> bytes:
        return specimen.conversation(exchanges=100)

    def read_file(self, name: str, source: bytes | BinaryIO) -> Iterator[archive.Stub]:
        return archive.conversations(name, source, partial(parse, careful=True))


def parse(body: bytes, careful: bool = False) -> Conversation:
    """One conversation: a whole answer, a page of one, or one element of an export. Raises CodedError.

    `careful` is for bytes that did not come from the site itself.
    """
    from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

    faults = Faults()
    found = conversation(payload.read(body, faults, careful), faults)
    if found is None:
        raise CodedError("CT-FILE-02", _what_it_is(body))
    return found


def conversation(document: Document, faults: Faults) -> Conversation | None:
    """The conversation in a document; None when it has no messages in either form."""
    if document.mapping is not None:
        forest = entries.forest(document.mapping, faults)
        missing = "parents" if forest.orphaned else ""
    elif document.messages is not None:
        forest = pages.chain(document.messages, document.page_info, faults)
        missing = "paged"
    else:
        return None
    current = document.current_node if document.current_node is not None else document.current_node_id
    return Conversation(
        id=_identity(document, faults),
        title=_text(document.title, "title", faults),
        tree=turns.tree(forest, current, faults),
        completeness=Completeness(missing),
        warnings=faults.warnings(),
    )


def _identity(document: Document, faults: Faults) -> str:
    """An answer of the site has `conversation_id`, an export both, other tools' files often only `id`."""
    return _text(document.conversation_id, "conversation_id", faults) or _text(document.id, "id", faults)


def _text(value: object, field: str, faults: Faults) -> str:
    if type(value) is str:
        return value
    if value is not None:
        faults.add("CT-PARSE-13", None, field)
    return ""


def _what_it_is(body: bytes) -> str:
    """Names the other answers of the site that end up here, so that a person sees what went wrong."""
    value = lenient.json_object(body, Faults())
    if "mapping" in value or "messages" in value:
        return "its messages are not where they should be"
    if "items" in value:
        return "it is a list of conversations without their messages"
    if "accessToken" in value or "user" in value:
        return "it describes a signed-in session"
    return "it holds no messages"
