"""Who may see what: the token every route wants, and the account that a conversation belongs to.

Must not know what is served.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

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


def visible(control: Control, request: Request, name: str) -> bool:
    """Whether a conversation exists for the account that a request names; for the personal one if for none."""
    asked = request.headers.get("chatgpt-account-id") or control.account_id
    return control.saved(name) and asked == control.workspaces.get(name, control.account_id)
