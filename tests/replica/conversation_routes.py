"""The history routes that deal in whole trees: one, a batch, a change, and the list in the page's sidebar.

Must not know pages. The flat, paged form of a history is in `paged_routes`.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.replica.access import authorised, not_found, unauthorised, visible
from tests.replica.control import Control

MOST_IN_A_BATCH = 10


def head_of(conversation: dict[str, Any] | bytes) -> dict[str, Any]:
    """What a list shows of a conversation; nothing of one that is no conversation."""
    try:
        found = json.loads(conversation) if isinstance(conversation, bytes) else conversation
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def routes(control: Control) -> list[Route]:
    async def conversation(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        name = request.path_params["conversation_id"]
        if not visible(control, request, name):
            return not_found()
        found = control.conversations[name]
        if isinstance(found, bytes):
            return Response(found, media_type="application/json")
        return JSONResponse(found)

    async def change(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        name = request.path_params["conversation_id"]
        found = control.tree(name)
        if not visible(control, request, name) or found is None:
            return not_found()
        wanted = await request.json()
        if "current_node" in wanted:
            if control.switching == "refused":
                return JSONResponse({"detail": "Not allowed"}, control.switching_status)
            if control.switching == "honoured":
                if wanted["current_node"] not in found["mapping"]:
                    return JSONResponse({"detail": "No such message"}, 404)
                found = {**found, "current_node": wanted["current_node"]}
        if wanted.get("is_visible") is False:
            del control.conversations[name]
            return JSONResponse({"success": True})
        kept = {field: wanted[field] for field in ("title", "is_archived") if field in wanted}
        control.conversations[name] = {**found, **kept}
        return JSONResponse({"success": True})

    async def batch(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        names = (await request.json()).get("conversation_ids")
        if not isinstance(names, list) or len(names) > MOST_IN_A_BATCH:
            return JSONResponse({"detail": f"At most {MOST_IN_A_BATCH} conversations"}, 400)
        known = [name for name in names if isinstance(name, str) and visible(control, request, name)]
        found = [control.tree(name) for name in known]
        return JSONResponse([one for one in found if one is not None])

    async def conversations(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        archived = request.query_params.get("is_archived") == "true"
        items: list[dict[str, Any]] = []
        for name, found in list(control.conversations.items()):
            if name in control.temporary or not visible(control, request, name):
                continue
            head = head_of(found)
            if bool(head.get("is_archived")) == archived:
                title = head.get("title")
                items.append({"id": name, "title": title, "create_time": "2026-11-02T09:00:00.000000Z"})
        return JSONResponse({"items": items, "total": len(items), "limit": 28, "offset": 0})

    one = "/backend-api/conversation/{conversation_id}"
    return [
        Route("/backend-api/conversations", conversations, name="list"),
        Route("/backend-api/conversations/batch", batch, methods=["POST"], name="batch"),
        Route(one, conversation, name="conversation"),
        Route(one, change, methods=["PATCH"], name="patch"),
    ]
