"""The history as one flat list of the active path, page by page from its end, cut by turns.

Must not know whole trees: siblings are never in these answers.

A turn begins with a question that a person sees; what stands before the first one belongs to it. A page holds
`num_turns` turns (10 if not asked for, at most 100). Where `include_has_versions=true` asks for it, a message
that is one of several variants has `has_versions`.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.replica import tree_data
from tests.replica.access import authorised, not_found, unauthorised, visible
from tests.replica.control import Control

MOST_TURNS = 100


def cursor_of(message_id: str) -> str:
    return base64.urlsafe_b64encode(message_id.encode()).decode()


def message_of(cursor: str) -> str:
    try:
        return base64.urlsafe_b64decode(cursor).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""


def first_of_page(path: list[dict[str, Any]], end: int, turns: int) -> int:
    """Where the page of so many turns begins that ends before an index of the path."""
    questions = [i for i in range(end) if tree_data.is_question(path[i])]
    return questions[-turns] if len(questions) > turns else 0


def flat(conversation: dict[str, Any], entry: dict[str, Any], *, versions: bool) -> dict[str, Any]:
    above = conversation["mapping"].get(entry.get("parent")) or {}
    several = versions and len(above.get("children") or []) > 1
    return {**entry["message"], "has_versions": True} if several else entry["message"]


def page(conversation: dict[str, Any], request: Request, end: int | None = None) -> dict[str, Any]:
    """The page that ends before an index of the active path; the last page by default."""
    asked = request.query_params
    turns = min(max(int(asked.get("num_turns", "10")), 1), MOST_TURNS)
    path = [entry for entry in tree_data.active_path(conversation) if entry.get("message")]
    end = len(path) if end is None else end
    start = first_of_page(path, end, turns)
    wanted = asked.get("include_message_id")
    if wanted:
        at = [i for i in range(start) if path[i]["message"]["id"] == wanted]
        start = first_of_page(path, at[0] + 1, 1) if at else start
    versions = asked.get("include_has_versions") == "true"
    messages = [flat(conversation, entry, versions=versions) for entry in path[start:end]]
    return {
        "title": conversation.get("title"),
        "messages": messages,
        "current_node": conversation.get("current_node"),
        "page_info": {
            "has_previous_page": start > 0,
            "start_cursor": cursor_of(path[start]["id"]) if start > 0 else None,
        },
        "moderation_results": conversation.get("moderation_results") or [],
        "safe_urls": conversation.get("safe_urls") or [],
        "blocked_urls": conversation.get("blocked_urls") or [],
    }


def routes(control: Control) -> list[Route]:
    def found_for(request: Request) -> dict[str, Any] | Response:
        if not authorised(control, request):
            return unauthorised()
        name = request.path_params["conversation_id"]
        found = control.tree(name) if visible(control, request, name) else None
        if found is None:
            return not_found()
        if not request.query_params.get("num_turns", "10").isdigit():
            return JSONResponse({"detail": "num_turns is no number"}, 422)
        return found

    async def newest(request: Request) -> Response:
        found = found_for(request)
        return found if isinstance(found, Response) else JSONResponse(page(found, request))

    async def older(request: Request) -> Response:
        found = found_for(request)
        if isinstance(found, Response):
            return found
        before = message_of(request.query_params.get("before", ""))
        path = [entry for entry in tree_data.active_path(found) if entry.get("message")]
        at = [index for index, entry in enumerate(path) if entry["id"] == before]
        if not at:
            return JSONResponse({"detail": "Unknown cursor"}, 400)
        return JSONResponse(page(found, request, at[0]))

    return [
        Route("/backend-api/conversations/{conversation_id}", newest, name="pages"),
        Route("/backend-api/conversations/{conversation_id}/messages", older, name="pages"),
    ]
