"""Shared conversations: one path, frozen when it was shared, for anyone who has its address.

Must not know who is signed in.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.replica import tree_data
from tests.replica.control import Control


def shared(conversation: dict[str, Any], share_id: str, last: str | None = None) -> dict[str, Any]:
    """What the share route answers for the path that ends at the current or a given entry."""
    path = tree_data.active_path(conversation, last)
    kept = {entry["id"] for entry in path}
    mapping = {
        entry["id"]: {**entry, "children": [c for c in entry.get("children") or [] if c in kept]}
        for entry in path
    }
    return {
        "title": conversation.get("title"),
        "create_time": conversation.get("create_time"),
        "update_time": conversation.get("update_time"),
        "mapping": mapping,
        "linear_conversation": list(mapping.values()),
        "current_node": path[-1]["id"] if path else None,
        "conversation_id": share_id,
        "is_public": True,
        "has_user_editable_context": False,
        "moderation_results": [],
    }


def routes(control: Control) -> list[Route]:
    async def share(request: Request) -> JSONResponse:
        found = control.shares.get(request.path_params["share_id"])
        if found is None:
            return JSONResponse({"detail": {"message": "Shared conversation not found"}}, 404)
        return JSONResponse(found)

    return [Route("/backend-api/share/{share_id}", share, name="share")]
