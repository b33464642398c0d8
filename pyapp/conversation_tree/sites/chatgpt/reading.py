"""Bytes to a conversation: a whole answer, a page, one of a batch, a shared copy, one of an export.

Must not know how the bytes were asked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from conversation_tree.errors import CodedError
from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.chatgpt import elements, entries, lenient, pages, turns
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.sources import Source

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Document


def parse(body: bytes, careful: bool = False) -> Conversation:
    """One conversation: a whole answer, a page of one, a batch of one, or one element of an export.

    `careful` is for bytes that did not come from the site itself. Raises CodedError.
    """
    if not careful and body.lstrip()[:1] == b"[":
        return one_of(body)
    return _parse(body, careful)


def _parse(body: bytes, careful: bool = False) -> Conversation:
    from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

    faults = Faults()
    document = payload.read(body, faults, careful)
    found = conversation(document, faults)
    if found is None:
        raise CodedError("CT-FILE-02", _what_it_is(body))
    if document.mapping is None:
        pages.note_what_is_above(found, body)
    return found


def conversation(document: Document, faults: Faults) -> Conversation | None:
    """The conversation in a document; None when it has no messages in either form."""
    if document.mapping is not None:
        forest = entries.forest(document.mapping, faults)
        missing = "parents" if forest.orphaned else ""
    elif document.messages is not None:
        forest = pages.chain(document.messages, document.page_info, faults)
        missing = "earlier" if pages.has_earlier(document.page_info) else "paged"
    else:
        return None
    current = document.current_node if document.current_node is not None else document.current_node_id
    tree = turns.tree(forest, current, faults)
    warnings = faults.warnings()
    return Conversation(
        id=_identity(document, faults),
        title=_text(document.title, "title", faults),
        tree=tree,
        completeness=Completeness(missing),
        warnings=faults.warnings(),
        source=Source.of(forest, current, missing, warnings),
    )


def one_of(body: bytes, conversation_id: str = "") -> Conversation:
    """The conversation of that id in a list of them, or the only one if none is named. Raises CodedError."""
    try:
        # Usually there is one, and cutting it out by its brackets would take longer than reading it.
        found = [_parse(body.strip()[1:-1])]
    except CodedError:
        found = _each(body, conversation_id)
    for one in found:
        if not conversation_id or one.id in {"", conversation_id}:
            return one
    raise CodedError("CT-FILE-02", "it is a list without this conversation in it")


def _each(body: bytes, conversation_id: str) -> list[Conversation]:
    """Those of a list that may be meant. Raises CodedError when it is none, or one cannot be read."""
    from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

    found = list(elements.conversations_of(body) or ())
    if len(found) > 1:
        found = [element for element in found if payload.names(element)[0] == conversation_id]
    if not found:
        lenient.json_value(body, Faults())
    return [_parse(element) for element in found]


def shared(body: bytes) -> Conversation:
    """A shared copy, whose entries may be in a list only. Raises CodedError."""
    try:
        return _parse(body)
    except CodedError as error:
        if error.code != "CT-FILE-02":
            raise
        value = lenient.json_object(body, Faults())
        line = value.get("linear_conversation")
        if type(line) is not list:
            raise
        found = {e["id"]: e for e in line if type(e) is dict and type(e.get("id")) is str}
        copy = {"title": value.get("title"), "current_node": value.get("current_node"), "mapping": found}
        if type(copy["current_node"]) is not str and found:
            copy["current_node"] = list(found)[-1]
        return _parse(json.dumps(copy).encode())


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
