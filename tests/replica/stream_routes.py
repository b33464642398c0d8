"""Sending a message: an event stream in delta encoding v1, with gaps between its frames.

Must not know how a page shows it. The conversation served afterwards holds what was sent.
"""

from __future__ import annotations

import asyncio
import copy
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tests.replica.control import Control
from tests.replica.session_routes import authorised, unauthorised


def message(role: str, text: str, create_time: float, **more: Any) -> dict[str, Any]:
    """One message in the site's shape."""
    return {
        "id": str(uuid.uuid4()),
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": create_time,
        "update_time": None,
        "content": {"content_type": "text", "parts": [text]},
        "status": "finished_successfully",
        "end_turn": None,
        "weight": 1.0,
        "metadata": {"can_save": True},
        "recipient": "all",
        "channel": None,
        **more,
    }


def hang_below(conversation: dict[str, Any], parent: str, added: dict[str, Any]) -> None:
    mapping = conversation["mapping"]
    mapping[added["id"]] = {"id": added["id"], "message": added, "parent": parent, "children": []}
    mapping[parent]["children"].append(added["id"])
    conversation["current_node"] = added["id"]


def routes(control: Control) -> list[Route]:
    async def send(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        sent = await request.json()
        name = sent.get("conversation_id") or ""
        conversation = control.conversations.get(name)
        reply = message("assistant", "", 1790900000.0, status="in_progress", channel="final")
        if isinstance(conversation, dict):
            conversation = control.conversations[name] = copy.deepcopy(conversation)
            question = sent["messages"][0]
            hang_below(conversation, sent["parent_message_id"], question)
            hang_below(conversation, question["id"], reply)

        async def frames() -> AsyncIterator[bytes]:
            def delta(value: Any) -> bytes:
                return f"event: delta\ndata: {json.dumps(value)}\n\n".encode()

            def typed(value: Any) -> bytes:
                return f"data: {json.dumps(value)}\n\n".encode()

            yield b'event: delta_encoding\ndata: "v1"\n\n'
            yield typed({"type": "resume_conversation_token", "token": "t", "conversation_id": name})
            yield delta(
                {"p": "", "o": "add", "v": {"message": reply, "conversation_id": name, "error": None}, "c": 0}
            )
            for index, piece in enumerate(control.stream_pieces):
                await asyncio.sleep(control.stream_gap_seconds)
                reply["content"]["parts"][0] += piece
                value = {"v": piece}
                yield delta(
                    {"p": "/message/content/parts/0", "o": "append", **value} if index == 0 else value
                )
            reply["status"] = "finished_successfully"
            reply["end_turn"] = True
            done = [
                {"p": "/message/status", "o": "replace", "v": "finished_successfully"},
                {"p": "/message/metadata", "o": "append", "v": {"is_complete": True}},
            ]
            yield delta({"p": "", "o": "patch", "v": done})
            yield typed({"type": "message_stream_complete", "conversation_id": name})
            yield b"data: [DONE]\n\n"

        return StreamingResponse(
            frames(), media_type="text/event-stream", headers={"cache-control": "no-cache"}
        )

    return [Route("/backend-api/f/conversation", send, methods=["POST"], name="stream")]
