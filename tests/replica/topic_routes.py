"""The rest of an answer whose event stream was handed off, for the page alone to follow.

Must not know how an answer is written. The real site uses a WebSocket here; this route is the stand-in's own.

With `control.hand_off` the answer to `POST /backend-api/f/conversation` ends right after a frame
`{"type": "stream_handoff", "turn_exchange_id": ID, ...}`. From there:

- `GET /replica/topic/{ID}` is an event stream of the frames that follow (no authorisation, so that an
  `EventSource` can read it). Frames are the same as in the answer: changes have the event name `delta`, all
  others none (`message`). The last one is `[DONE]`: close the `EventSource` then, or it connects again.
  Whoever comes late gets everything since the hand-off. An interrupted answer ends without `[DONE]`.
- `POST /replica/topic/{ID}/stop` is the stop button's: what was written so far stays.

Without a hand-off the stop button aborts the request itself; closing this stream stops nothing.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.replica.control import Control


def routes(control: Control) -> list[Route]:
    async def topic(request: Request) -> Response:
        exchange = control.exchanges.get(request.path_params["turn"])
        if exchange is None:
            return JSONResponse({"detail": "No such topic"}, 404)
        return StreamingResponse(
            exchange.follow(exchange.handed_off_at or 0),
            media_type="text/event-stream",
            headers={"cache-control": "no-cache"},
        )

    async def stop(request: Request) -> Response:
        exchange = control.exchanges.get(request.path_params["turn"])
        if exchange is None:
            return JSONResponse({"detail": "No such topic"}, 404)
        exchange.interrupt()
        return JSONResponse({"success": True})

    return [
        Route("/replica/topic/{turn}", topic, name="topic"),
        Route("/replica/topic/{turn}/stop", stop, methods=["POST"], name="stop"),
    ]
