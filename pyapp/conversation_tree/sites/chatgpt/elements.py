"""A JSON text of many conversations, cut into them by its brackets alone.

Must not know what a conversation holds. Works on text of any depth and on a text that breaks off: what is
cut out is judged by whoever parses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from conversation_tree.sites.chatgpt import lenient, nesting
from conversation_tree.sites.chatgpt.faults import Faults

_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A text or a bracket. A text that breaks off is one to the end: a search begun anew behind each quotation
mark in it would take the square of its length."""
_START = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*")
_VALUE_IS_LIST = re.compile(rb"[ \t\r\n]*:[ \t\r\n]*\[")
_WRAPPER = "conversations"


def conversations_of(body: bytes) -> Iterator[bytes] | None:
    """The elements of the list that the text is, or of its list `conversations`; None when there is none.

    Objects and lists only: an element that is a bare text or number is no conversation and is left out.
    Raises CodedError CT-FILE-01 behind the last element when what is around the elements is no JSON, so
    that a file that breaks off between two of them is not taken for a whole one.
    """
    start = _START.match(body)
    at = start.end() if start else 0
    if body[at : at + 1] == b"[":
        return _elements(body, at, at + 1)
    if body[at : at + 1] == b"{" and _WRAPPER.encode() in body:
        inside = _list_under(_WRAPPER, body, at + 1)
        if inside is not None:
            return _elements(body, at, inside)
    return None


def _elements(body: bytes, begin: int, at: int) -> Iterator[bytes]:
    depth = start = 0
    around = [body[begin:at]]
    """What is not in an element; with a number in each element's place it must be JSON."""
    for token in _TOKEN.finditer(body, at):
        mark = body[token.start()]
        if mark in b"[{":
            if depth == 0:
                start = token.start()
                around.append(body[at:start])
            depth += 1
        elif mark in b"]}":
            if depth == 0:
                break
            depth -= 1
            if depth == 0:
                at = token.end()
                around.append(b"0")
                yield body[start:at]
    if depth:
        # The last element breaks off: whoever reads it says so.
        yield body[start:]
        return
    around.append(body[at:])
    frame = b"".join(around)
    nesting.check(frame)
    lenient.json_value(frame, Faults())


def first_of(body: bytes, name: str) -> bytes:
    """The first object in the list under a key of the outermost object; empty when there is none."""
    start = _START.match(body)
    at = start.end() if start else 0
    inside = _list_under(name, body, at + 1) if body[at : at + 1] == b"{" else None
    depth = 0
    for token in _TOKEN.finditer(body, inside if inside is not None else len(body)):
        mark = body[token.start()]
        if mark in b"[{":
            if depth == 0:
                at = token.start()
            depth += 1
        elif mark in b"]}":
            depth -= 1
            if depth <= 0:
                return body[at : token.end()] if depth == 0 else b""
    return b""


def _list_under(name: str, body: bytes, at: int) -> int | None:
    """Where the list under a key of the outermost object begins."""
    key = f'"{name}"'.encode()
    depth = 0
    for token in _TOKEN.finditer(body, at):
        mark = body[token.start()]
        if mark in b"[{":
            depth += 1
        elif mark in b"]}":
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and token.group() == key:
            value = _VALUE_IS_LIST.match(body, token.end())
            if value:
                return value.end()
    return None
