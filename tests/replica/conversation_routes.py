"""The history routes: one conversation with its whole tree, and the list in the page's own sidebar.

Must not know pages. Later routes of this family (flat pages, batch, change of the current node) go here.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.replica.control import Control
from tests.replica.session_routes import authorised, unauthorised


def title_of(conversation: dict[str, Any] | bytes) -> str | None:
    try:
        found = json.loads(conversation) if isinstance(conversation, bytes) else conversation
        return str(found["title"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def routes(control: Control) -> list[Route]:
    async def conversation(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        found = control.conversations.get(request.path_params["conversation_id"])
        if found is None:
            return JSONResponse(
                {"detail": {"message": "Conversation not found", "code": "conversation_not_found"}}, 404
            )
        if isinstance(found, bytes):
            return Response(found, media_type="application/json")
        return JSONResponse(found)

    async def conversations(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        items: list[dict[str, Any]] = []
        for name, found in control.conversations.items():
            title = title_of(found)
            items.append({"id": name, "title": title, "create_time": "2026-11-02T09:00:00.000000Z"})
        return JSONResponse({"items": items, "total": len(items), "limit": 28, "offset": 0})

    return [
        Route("/backend-api/conversations", conversations, name="conversations"),
        Route("/backend-api/conversation/{conversation_id}", conversation, name="conversation"),
    ]
