"""Who may see what: the token every route wants, and the account that a conversation belongs to.

Must not know what is served.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Message, Send

from tests.replica.control import Control


def authorised(control: Control, request: Request) -> bool:
    given = request.headers.get("authorization")
    return control.signed_in and given == f"Bearer {control.access_token}"


def unauthorised() -> JSONResponse:
    return JSONResponse(
        {"detail": {"message": "Could not validate your token.", "code": "token_expired"}}, 401
    )


def not_found() -> JSONResponse:
    return JSONResponse(
        {"detail": {"message": "Conversation not found", "code": "conversation_not_found"}}, 404
    )


def reachable(control: Control, request: Request, name: str) -> bool:
    """Whether a conversation belongs to the account that a request names, by default to the personal one."""
    asked = request.headers.get("chatgpt-account-id") or control.account_id
    return name in control.conversations and asked == control.workspaces.get(name, control.account_id)


def visible(control: Control, request: Request, name: str) -> bool:
    """Whether a conversation can be read: it is saved, and the request names its account."""
    return control.saved(name) and reachable(control, request, name)


def telling_account(send: Send, control: Control, *, told: bool) -> Send:
    """Sends a page with the cookie that says which workspace it shows, or takes an earlier one away."""
    if not control.account_cookie and not told:
        return send
    lasting = "" if control.account_cookie else "; Max-Age=0"
    cookie = f"_account={control.account_cookie}; Path=/; Secure; SameSite=Lax{lasting}"

    async def with_cookie(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"set-cookie", cookie.encode())]}
        await send(message)

    return with_cookie
