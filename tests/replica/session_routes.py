"""The session route and the accounts route: who is signed in, with which token, and in which workspaces.

Must not know conversations.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.replica.access import authorised, unauthorised
from tests.replica.control import Control


def routes(control: Control) -> list[Route]:
    async def session(_: Request) -> JSONResponse:
        if not control.signed_in:
            return JSONResponse({})
        return JSONResponse(
            {
                "user": {
                    "id": control.user_id,
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
                    "id": control.account_id,
                    "planType": "plus",
                    "structure": control.account_structure,
                },
                "accessToken": control.access_token,
                "authProvider": "openai",
            }
        )

    async def accounts(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        others = {name: name for name in control.workspaces.values()} | control.account_keys
        known = {control.account_id: control.account_id, **others}
        found = {
            key: {
                "account": {
                    "account_id": name,
                    "account_user_id": f"{control.user_id}__{name}",
                    "structure": control.account_structure if name == control.account_id else "workspace",
                    "plan_type": "plus" if name == control.account_id else "team",
                    "is_deactivated": False,
                    "name": None if name == control.account_id else "A workspace",
                },
                "features": [],
                "can_access_with_session": True,
            }
            for key, name in known.items()
        }
        return JSONResponse({"accounts": found, "account_ordering": list(known)})

    return [
        Route("/api/auth/session", session, name="session"),
        Route("/backend-api/accounts/check/v4-2023-04-27", accounts, name="accounts"),
    ]
