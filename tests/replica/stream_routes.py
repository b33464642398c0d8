"""Sending: a question, a changed question, another answer, or more of the same; answered as an event stream.

Must not know how a page shows it. The conversation served from then on holds what was sent.

`POST /backend-api/f/conversation` `{action, messages, parent_message_id, conversation_id?, ...}`:

- `next`: the message goes below `parent_message_id`, the answer below it. An edit is a `next` with the parent
  of the edited message. Without `conversation_id` a conversation begins below `client-created-root`; its id
  is in the first frames, and it can be read once it is saved. `history_and_training_disabled`: temporary.
- `variant`: another answer to the user message at or above `parent_message_id` (or to `messages[0].id`).
- `continue`: one more assistant message below `parent_message_id`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.replica import tree_data
from tests.replica.access import authorised, not_found, reachable, unauthorised
from tests.replica.control import Control
from tests.replica.exchange import Exchange


def begun(control: Control, sent: dict[str, Any]) -> str:
    """A new conversation that holds nothing yet; the id it got."""
    name = str(uuid.uuid4())
    made = tree_data.new_conversation(name, "New chat", time.time())
    if sent.get("history_and_training_disabled"):
        made["is_temporary_chat"] = True
        control.temporary.add(name)
    control.conversations[name] = made
    control.unsaved[name] = time.monotonic() + control.saved_after_seconds
    return name


def place(conversation: tree_data.Conversation, sent: dict[str, Any]) -> str | None:
    """Below which message the sent or the written one goes."""
    parent = str(sent.get("parent_message_id"))
    if sent.get("action") == "variant":
        asked = [m["id"] for m in sent.get("messages") or [] if m.get("id") in conversation["mapping"]]
        return tree_data.prompt_of(conversation, asked[0] if asked else parent)
    return parent if parent in conversation["mapping"] else None


def routes(control: Control) -> list[Route]:
    async def send(request: Request) -> Response:
        if not authorised(control, request):
            return unauthorised()
        sent = await request.json()
        action = sent.get("action") or "next"
        questions = list(sent.get("messages") or []) if action == "next" else []
        name = sent.get("conversation_id") or ""
        if not name and questions:
            name = begun(control, sent)
        elif name and not reachable(control, request, name):
            return not_found()
        conversation = control.tree(name) if name else None
        turn, below = str(uuid.uuid4()), ""
        if conversation is not None:
            found = place(conversation, sent)
            if found is None:
                return JSONResponse({"detail": {"message": "Parent message not found"}}, 404)
            below = found
            for question in questions:
                metadata = {**(question.get("metadata") or {}), "turn_exchange_id": turn}
                said = {**tree_data.message("user", "", 0.0), **question, "metadata": metadata}
                said["create_time"] = tree_data.latest_time(conversation) + 1
                conversation = tree_data.with_message(conversation, below, said)
                below = said["id"]
            control.conversations[name] = conversation
        exchange = Exchange(control, name, turn, below, action, kept=conversation is not None)
        control.exchanges[turn] = exchange

        async def frames() -> AsyncIterator[bytes]:
            try:
                async for frame in exchange.follow(to_hand_off=True):
                    yield frame
            finally:
                # The page took its hands off: an answer that nobody else follows is not written on.
                if exchange.handed_off_at is None:
                    exchange.interrupt()

        return StreamingResponse(
            frames(), media_type="text/event-stream", headers={"cache-control": "no-cache"}
        )

    return [Route("/backend-api/f/conversation", send, methods=["POST"], name="stream")]
