"""Any bytes that a site may send, to a JSON value that can be stored: nothing raises but a coded refusal.

Must not know what a conversation is made of.

Three things a strict reader stumbles over are put right here: bytes that are no UTF-8, characters that have
no UTF-8 (lone surrogates), and numbers beyond any range.
"""

from __future__ import annotations

import json
import re
from typing import Any

from conversation_tree.errors import CodedError
from conversation_tree.sites.chatgpt.faults import Faults

_UNSTORABLE = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
_LONGEST_INTEGER = 4000
"""Python refuses to read integers of more than 4,300 digits."""


def json_object(body: bytes, faults: Faults) -> dict[str, Any]:
    """The JSON object in these bytes. Raises CodedError CT-FILE-01, 02 or 04."""
    value = json_value(body, faults)
    if type(value) is not dict:
        raise CodedError("CT-FILE-02", f"it is {_kind(value)}, not an object")
    return value


def json_value(body: bytes, faults: Faults) -> Any:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = body.decode("utf-8-sig", "replace")
        faults.add("CT-PARSE-15")
    if not text.strip():
        raise CodedError("CT-FILE-04")
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            return json.loads(text, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise CodedError("CT-FILE-01", str(error)) from error
    except RecursionError as error:
        raise CodedError("CT-FILE-03") from error


def storable(value: Any, node: str | None, faults: Faults) -> Any:
    """The value with every character that cannot be stored replaced, and a warning if there was one."""
    clean, changed = _storable(value)
    if changed:
        faults.add("CT-PARSE-14", node)
    return clean


def storable_keys(value: dict[str, Any], faults: Faults) -> dict[str, Any]:
    """Keys that become equal by the replacement count as one key written twice: the last one wins."""
    clean: dict[str, Any] = {}
    for key, item in value.items():
        clean[storable(key, None, faults)] = item
    return clean


def _storable(value: Any) -> tuple[Any, bool]:
    if type(value) is str:
        if _UNSTORABLE.search(value):
            return _UNSTORABLE.sub(_REPLACEMENT, value), True
        return value, False
    if type(value) is not list and type(value) is not dict:
        return value, False
    # In place and without recursion: every container inside, then the texts of each.
    met: list[Any] = [value]
    for container in met:
        inner = container if type(container) is list else container.values()
        met.extend(v for v in inner if type(v) is list or type(v) is dict)
    changed = False
    for container in met:
        places = range(len(container)) if type(container) is list else list(container)
        for place in places:
            item = container[place]
            if type(item) is str and _UNSTORABLE.search(item):
                container[place] = _UNSTORABLE.sub(_REPLACEMENT, item)
                changed = True
    return value, changed


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)


def _kind(value: Any) -> str:
    kinds = {list: "a list", str: "a text", bool: "a truth value", type(None): "null", int: "a number"}
    return kinds.get(type(value), "a number")
