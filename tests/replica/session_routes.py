"""The session route: who is signed in, and the token that the other routes want.

Must not know conversations.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.replica.control import Control


def authorised(control: Control, request: Request) -> bool:
    return request.headers.get("authorization") == f"Bearer {control.access_token}"


def unauthorised() -> JSONResponse:
    return JSONResponse(
        {"detail": {"message": "Could not validate your token.", "code": "token_expired"}}, 401
    )


def routes(control: Control) -> list[Route]:
    async def session(_: Request) -> JSONResponse:
        if not control.signed_in:
            return JSONResponse({})
        return JSONResponse(
            {
                "user": {
                    "id": "user-0000000000000000replica",
                    "name": "Robin Example",
                    "email": "robin@example.org",
                    "image": "",
                    "picture": "",
                    "idp": "auth0",
                    "iat": 1790000000,
                    "mfa": False,
                    "groups": [],
                },
                "expires": "2027-03-01T00:00:00.000Z",
                "account": {
                    "id": "5b0c7a52-5c35-4f4f-9c63-2d1f0a3b9d10",
                    "planType": "plus",
                    "structure": "personal",
                },
                "accessToken": control.access_token,
                "authProvider": "openai",
            }
        )

    return [Route("/api/auth/session", session, name="session")]
