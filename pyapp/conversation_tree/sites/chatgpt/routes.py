"""Addresses: which conversation one names, and where the site answers for it.

Must not know what is in an answer. The one place that spells an endpoint.
"""

from __future__ import annotations

import re

from conversation_tree.sites.base import ConversationPlace

SESSION = "/api/auth/session"
ACCOUNTS = "/backend-api/accounts/check/v4-2023-04-27"
"""The accounts and workspaces of whoever is signed in."""
BATCH = "/backend-api/conversations/batch"
"""Whole conversations by their ids, at most ten in one request."""
_CONVERSATION = "/backend-api/conversation/"
_PAGES = "/backend-api/conversations/"
_SHARE = "/backend-api/share/"

TURNS_OF_A_PAGE = 50
"""Asked for; the site takes it for a hint, and for a hundred of a very long conversation it fails."""

_ID = r"[A-Za-z0-9_-]{1,128}"
CONVERSATION_PATTERN = f"^{_CONVERSATION}({_ID})/?$"
"""The path that answers with a whole conversation; the group is its id. Read by Python and by JavaScript."""
PAGES_PATTERN = rf"^{_PAGES}(?!(?:search|batch)(?:/|$))({_ID})(?:/messages)?/?$"
"""The path that answers with one page of one branch: the newest, or with `/messages` an older one."""
SHARE_PATTERN = f"^{_SHARE}({_ID})/?$"
"""The path that answers with a shared copy; the group is the share's id."""
ALL_PATTERN = r"^/backend-api/conversations/?$"
"""The path that changes every conversation at once."""
SENDING_PATTERN = r"^/backend-api(?:/f)?/conversation/?$"
"""The path a new message is sent to."""

_PREFIX = r"^(?:/u/\d+)?"
_SAVED = re.compile(rf"{_PREFIX}(?:/g/[^/]+)?/c/({_ID})/?$")
_BEGUN = re.compile(rf"{_PREFIX}(?:/g/[^/]+)?/c/[^/]+/?$")
_SHARED = re.compile(rf"{_PREFIX}/share/({_ID})(?:/continue)?/?$")
_TEMPORARY = "temporary-chat=true"
_PROVISIONAL = re.compile(r"^(?:WEB:|local-|request-)", re.IGNORECASE)
_ANSWERS = [re.compile(pattern) for pattern in (CONVERSATION_PATTERN, PAGES_PATTERN, SHARE_PATTERN)]
_SENDING = re.compile(SENDING_PATTERN)
_ORIGIN = re.compile(r"^[a-z][a-z0-9+.-]*://[^/?#]*", re.IGNORECASE)


def conversation_path(conversation: str) -> str:
    """Raises ValueError for what `place_of` would never call an id: no path is built from anything else."""
    return _CONVERSATION + _checked(conversation)


def page_path(conversation: str, cursor: str) -> str:
    """The newest page, or the one before a cursor. Raises ValueError like `conversation_path`."""
    how_much = f"include_has_versions=true&num_turns={TURNS_OF_A_PAGE}"
    if not cursor:
        return f"{_PAGES}{_checked(conversation)}?{how_much}"
    from urllib.parse import quote  # noqa: PLC0415 - slow to import and rarely needed

    before = quote(cursor, safe="", errors="replace")
    return f"{_PAGES}{_checked(conversation)}/messages?before={before}&{how_much}"


def share_path(share: str) -> str:
    """Raises ValueError like `conversation_path`."""
    return _SHARE + _checked(share)


def place_of(address: str) -> ConversationPlace:
    path = path_of(address)
    if _TEMPORARY in address.strip().partition("#")[0].partition("?")[2].split("&"):
        # Whatever the path says: no chat that the site keeps must be taken for this one.
        return ConversationPlace("temporary")
    if shared := _SHARED.match(path):
        return ConversationPlace("shared", shared[1])
    if not _BEGUN.match(path):
        return ConversationPlace("none")
    saved = _SAVED.match(path)
    if saved is None or _PROVISIONAL.match(saved[1]):
        return ConversationPlace("provisional")
    return ConversationPlace("saved", saved[1])


def conversation_of(address: str) -> str | None:
    """The conversation or share that this address answers with, whole or in part, or None."""
    path = path_of(address)
    found = next((m for pattern in _ANSWERS if (m := pattern.match(path))), None)
    return found[1] if found else None


def is_change(method: str, address: str) -> bool:
    """A message sent, or the conversation itself altered."""
    if method == "PATCH" and is_about_all(address):
        return True
    pattern = {"POST": _SENDING, "PATCH": _ANSWERS[0]}.get(method)
    return pattern is not None and pattern.match(path_of(address)) is not None


def is_about_all(address: str) -> bool:
    """Whether a change there is one of every conversation: archived or deleted all at once."""
    return re.match(ALL_PATTERN, path_of(address)) is not None


def path_of(address: str) -> str:
    """The path of an absolute or a relative address, without query and fragment."""
    return re.split("[?#]", _ORIGIN.sub("", address.strip(), count=1), maxsplit=1)[0] or "/"


def _checked(identity: str) -> str:
    if not re.fullmatch(_ID, identity):
        raise ValueError("not a conversation's id")
    return identity
