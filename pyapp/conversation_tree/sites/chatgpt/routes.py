"""Addresses: which conversation one names, and where the site answers for it.

Must not know what is in an answer. The one place that spells an endpoint.
"""

from __future__ import annotations

import re

from conversation_tree.sites.base import ConversationPlace

SESSION = "/api/auth/session"
_CONVERSATION = "/backend-api/conversation/"

_ID = r"[A-Za-z0-9_-]{1,128}"
CONVERSATION_PATTERN = f"^{_CONVERSATION}({_ID})/?$"
"""The path that answers with a whole conversation; the group is its id. Read by Python and by JavaScript."""
SENDING_PATTERN = r"^/backend-api(?:/f)?/conversation/?$"
"""The path a new message is sent to."""

_SAVED = re.compile(rf"^(?:/u/\d+)?(?:/g/[^/]+)?/c/({_ID})/?$")
_BEGUN = re.compile(r"^(?:/u/\d+)?(?:/g/[^/]+)?/c/[^/]+/?$")
_PROVISIONAL = re.compile(r"^(?:WEB:|local-|request-)", re.IGNORECASE)
_ANSWER = re.compile(CONVERSATION_PATTERN)
_SENDING = re.compile(SENDING_PATTERN)
_ORIGIN = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#]*", re.IGNORECASE)


def conversation_path(conversation: str) -> str:
    """Raises ValueError for what `place_of` would never call an id: no path is built from anything else."""
    if not re.fullmatch(_ID, conversation):
        raise ValueError("not a conversation's id")
    return _CONVERSATION + conversation


def place_of(address: str) -> ConversationPlace:
    path = path_of(address)
    if not _BEGUN.match(path):
        return ConversationPlace("none")
    saved = _SAVED.match(path)
    if saved is None or _PROVISIONAL.match(saved[1]):
        return ConversationPlace("provisional")
    return ConversationPlace("saved", saved[1])


def conversation_of(address: str) -> str | None:
    """The conversation that this address answers with, or None when it is no such address."""
    found = _ANSWER.match(path_of(address))
    return found[1] if found else None


def is_change(method: str, address: str) -> bool:
    """A message sent, or the conversation itself altered."""
    pattern = {"POST": _SENDING, "PATCH": _ANSWER}.get(method)
    return pattern is not None and pattern.match(path_of(address)) is not None


def path_of(address: str) -> str:
    """The path of an absolute or a relative address, without query and fragment."""
    return re.split("[?#]", _ORIGIN.sub("", address.strip(), count=1), maxsplit=1)[0] or "/"
