"""What is remembered of the person's session while a page is loaded, and what its two answers say.

Must not know which requests are sent when. Nothing in here is ever written anywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conversation_tree.errors import CodedError
from conversation_tree.sites.chatgpt import nesting

TOKEN_SECONDS = 300.0
"""So long a token is used without asking for it again."""
COOKIE = "_account"
"""The page's cookie that names the workspace it shows."""

_ID = re.compile(r"[A-Za-z0-9_.|:-]{1,128}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(slots=True)
class Session:
    """Of one page load; another one begins with nothing but the page's cookie."""

    cookie: str = ""
    """The value of `COOKIE`; empty for the personal account."""
    token: str = field(default="", repr=False)
    token_from: float = 0.0
    """When the token came, Unix seconds."""
    user: str = ""
    account: str = ""
    """The account that the session answer names, often nothing."""
    workspace: str | None = None
    """What to name in the header: an id, empty for nothing, None while not looked up."""

    def has_token(self, now: float) -> bool:
        # A clock that was put back makes a token neither older nor younger.
        return bool(self.token) and abs(now - self.token_from) <= TOKEN_SECONDS

    @property
    def knows_workspace(self) -> bool:
        return not self.cookie or self.workspace is not None

    @property
    def lacks_workspace(self) -> bool:
        """A workspace is meant, and what to call it could not be found out."""
        return bool(self.cookie) and self.workspace == ""

    @property
    def key(self) -> str:
        """Tells accounts apart and holds neither a name nor a secret; empty while nobody is known."""
        account = self.workspace or self.account
        return f"{self.user}/{account}" if self.user and self.knows_workspace else ""

    def read(self, body: bytes, now: float) -> bool:
        """Take the session's answer in; whether somebody is signed in."""
        answer = _object(body)
        token = answer.get("accessToken")
        # It becomes a header, so whatever could end one makes it no token.
        if type(token) is not str or not token.isascii() or not token.isprintable() or " " in token:
            token = ""
        self.token = token
        self.token_from = now
        self.user, self.account = _id_in(answer.get("user")), _id_in(answer.get("account"))
        return bool(self.token)

    def drop_token(self) -> None:
        self.token = ""

    def read_workspaces(self, body: bytes) -> None:
        """Take the list of accounts in; any other answer is as good as none."""
        accounts = _object(body).get("accounts")
        self.workspace = _listed(accounts, self.cookie) if type(accounts) is dict else ""
        if not self.workspace:
            self.guess_workspace()

    def guess_workspace(self) -> None:
        """The list of accounts cannot be had: the cookie's own value, if it can be an account's id."""
        self.workspace = self.cookie if _UUID.fullmatch(self.cookie) else ""


def workspace_in(cookies: Mapping[str, str]) -> str:
    """The workspace that the page's cookies name, as they name it; empty for the personal account."""
    value = cookies.get(COOKIE, "").strip('"')
    return value if value != "personal" and _ID.fullmatch(value) else ""


def _listed(accounts: dict[str, Any], name: str) -> str:
    """The id of the account listed under a name, or with it as its id."""
    for key, entry in accounts.items():
        account = entry.get("account") if type(entry) is dict else None
        identity = account.get("account_id") if type(account) is dict else None
        if type(identity) is str and _ID.fullmatch(identity) and name in (key, identity):
            return identity
    return ""


def _id_in(value: object) -> str:
    identity = value.get("id") if type(value) is dict else None
    return identity if type(identity) is str and _ID.fullmatch(identity) else ""


def _object(body: bytes) -> dict[str, Any]:
    try:
        nesting.check(body)
        value = json.loads(body)
    except (CodedError, ValueError, RecursionError):
        return {}
    return value if type(value) is dict else {}
