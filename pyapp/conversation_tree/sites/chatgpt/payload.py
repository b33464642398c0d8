"""The site's JSON as records: bytes to `Document`, by a typed decoder or, where that refuses, value by value.

Must not know what a turn is. The only module that imports msgspec, so it is imported late: a memory
snapshot of the runtime cannot hold a compiled module.

The records name only the fields that are read; the decoder skips all else without building it. A field that
may hold a surprise is typed `Any` and judged by whoever reads it, so that an oddity there does not cost the
fast way. Only the skeleton (which objects contain which) is typed, and a surprise in it leads to the
tolerant way, which puts None where an object should be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from conversation_tree.sites.chatgpt import lenient, nesting
from conversation_tree.sites.chatgpt.faults import Faults

Record = TypeVar("Record")

_decode_any = msgspec.json.Decoder().decode


def piece(part: msgspec.Raw) -> Any:
    """One part as a JSON value."""
    try:
        return _decode_any(part)
    except msgspec.DecodeError:
        return lenient.json_value(bytes(part), Faults())


class Author(msgspec.Struct, gc=False):
    role: Any = None


class Content(msgspec.Struct, gc=False):
    content_type: Any = None
    parts: list[msgspec.Raw] | None = None
    """Undecoded: most of the bytes of a conversation are in here, and few are ever looked at."""
    text: Any = None

    def pieces(self) -> list[Any]:
        """The parts as JSON values."""
        return [piece(part) for part in self.parts or ()]


class Metadata(msgspec.Struct, gc=False):
    is_visually_hidden_from_conversation: Any = None
    is_visually_hidden: Any = None
    attachments: Any = None
    aggregate_result: Any = None
    model_slug: Any = None


class Message(msgspec.Struct, gc=False):
    author: Author | None = None
    content: Content | None = None
    create_time: Any = None
    metadata: Metadata | None = None
    recipient: Any = None


class PagedMessage(Message, gc=False):
    """In a page the message's own id is all there is; in a mapping it says nothing."""

    id: Any = None


class Entry(msgspec.Struct, gc=False):
    message: Message | None = None
    parent: Any = None
    children: Any = None


class Document(msgspec.Struct, gc=False):
    """One conversation: with a `mapping` the whole tree, with `messages` one page of one branch."""

    title: Any = None
    conversation_id: Any = None
    id: Any = None
    current_node: Any = None
    current_node_id: Any = None
    mapping: dict[str, Entry | None] | None = None
    messages: list[PagedMessage | None] | None = None
    page_info: Any = None


class Names(msgspec.Struct, gc=False):
    """What a conversation in a file is called; all else is skipped."""

    title: Any = None
    conversation_id: Any = None
    id: Any = None


_decode = msgspec.json.Decoder(Document).decode
_decode_names = msgspec.json.Decoder(Names).decode


def read(body: bytes, faults: Faults, careful: bool = False) -> Document:
    """The document of one conversation. Raises CodedError when the bytes are no JSON object.

    Nothing is decoded before its depth is known; CT-FILE-03 when it is nested too deep. What the site sends
    is UTF-8; a file that went through other hands may not be, even where nothing is decoded at first, so
    `careful` looks at all of it.
    """
    nesting.check(body)
    document = None if careful and not _is_utf8(body) else typed(body)
    return document if document is not None else tolerant(body, faults)


def _is_utf8(body: bytes) -> bool:
    try:
        return body.isascii() or body.decode() is not None
    except UnicodeDecodeError:
        return False


def untyped(body: bytes) -> Any:
    """All of a JSON value, quickly; None when the bytes need the tolerant way."""
    return _typed(body, _decode_any)


def names(body: bytes) -> tuple[str, str]:
    """Id and title, empty where there is none. Raises CodedError when the bytes are no JSON object."""
    found: Names | Document | None = _typed(body, _decode_names)
    if found is None:
        found = tolerant(body, Faults())
    identity = (
        found.conversation_id if found.conversation_id and type(found.conversation_id) is str else found.id
    )
    return identity if type(identity) is str else "", found.title if type(found.title) is str else ""


def typed(body: bytes) -> Document | None:
    """The fast way; None when the bytes need the other one."""
    return _typed(body, _decode)


def _typed(body: bytes, decode: Callable[[bytes], Record]) -> Record | None:
    try:
        return decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None


def tolerant(body: bytes, faults: Faults) -> Document:
    """The other way: any JSON value, about three times slower. Raises CodedError on what is no object."""
    return _document(lenient.json_object(body, faults), faults)


def _document(value: dict[str, Any], faults: Faults) -> Document:
    mapping, messages = value.get("mapping"), value.get("messages")
    return Document(
        title=lenient.storable(value.get("title"), None, faults),
        conversation_id=lenient.storable(value.get("conversation_id"), None, faults),
        id=lenient.storable(value.get("id"), None, faults),
        current_node=lenient.storable(value.get("current_node"), None, faults),
        current_node_id=lenient.storable(value.get("current_node_id"), None, faults),
        mapping={k: _entry(e, k, faults) for k, e in lenient.storable_keys(mapping, faults).items()}
        if type(mapping) is dict
        else None,
        messages=[_paged(m, faults) for m in messages] if type(messages) is list else None,
        page_info=value.get("page_info"),
    )


def _entry(value: Any, node: str, faults: Faults) -> Entry | None:
    if type(value) is not dict:
        return None
    clean = _cleaner(value, node, faults)
    message = value.get("message")
    record: Message | None = None
    if type(message) is dict:
        record = Message()
        _fill(record, message, node, faults)
    elif message is not None:
        faults.add("CT-PARSE-13", node, "message")
    return Entry(record, clean("parent"), clean("children"))


def _paged(value: Any, faults: Faults) -> PagedMessage | None:
    if type(value) is not dict:
        return None
    node = lenient.storable(value.get("id"), None, faults)
    record = PagedMessage(id=node)
    _fill(record, value, node if type(node) is str else None, faults)
    return record


def _fill(record: Message, value: dict[str, Any], node: str | None, faults: Faults) -> None:
    author, content, metadata = value.get("author"), value.get("content"), value.get("metadata")
    clean = _cleaner(value, node, faults)
    record.create_time = value.get("create_time")
    record.recipient = clean("recipient")
    if type(author) is dict:
        record.author = Author(_cleaner(author, node, faults)("role"))
    if type(content) is dict:
        clean = _cleaner(content, node, faults)
        record.content = Content(clean("content_type"), None, clean("text"))
        parts = clean("parts")
        if type(parts) is list:
            record.content.parts = [msgspec.Raw(_written(p)) for p in parts]
        elif parts is not None:
            faults.add("CT-PARSE-13", node, "content.parts")
    if type(metadata) is dict:
        clean = _cleaner(metadata, node, faults)
        record.metadata = Metadata(
            metadata.get("is_visually_hidden_from_conversation"),
            metadata.get("is_visually_hidden"),
            clean("attachments"),
            clean("aggregate_result"),
            clean("model_slug"),
        )
    elif metadata is not None:
        faults.add("CT-PARSE-13", node, "metadata")


def _written(part: Any) -> bytes:
    """As JSON again. A key may still hold a lone surrogate, whose escape in Python is JSON's."""
    return json.dumps(part, ensure_ascii=False).encode(errors="backslashreplace")


def _cleaner(value: dict[str, Any], node: str | None, faults: Faults) -> Callable[[str], Any]:
    return lambda name: lenient.storable(value.get(name), node, faults)
