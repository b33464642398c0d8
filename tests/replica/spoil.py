"""How an answer is spoilt: instead of the route's answer, or on its way out.

Must not know which route is spoilt nor when. `trimmed` is what other extensions do to a history in the page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Send

from tests.replica import tree_data
from tests.replica.fault import Fault


def instead(fault: Fault) -> ASGIApp:
    """What is answered in the route's place."""
    if fault.kind == "not_json":
        return Response("upstream said something odd", media_type="application/json")
    if fault.kind == "html":
        return HTMLResponse("<!doctype html><title>Just a moment...</title><p>Checking your browser</p>")
    if fault.kind == "empty":
        return Response(b"", media_type="application/json")
    retry_after = "7" if fault.retry_after is None and fault.status == 429 else fault.retry_after
    headers = {"retry-after": retry_after} if retry_after else {}
    if fault.status == 403:
        headers["cf-mitigated"] = "challenge"
    return JSONResponse({"detail": f"status {fault.status} on demand"}, fault.status, headers)


def trickling(send: Send, seconds: float) -> Send:
    """Sends the head of an answer at once and its body so much later."""

    async def slowly(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(seconds)
        await send(message)

    return slowly


def changing(send: Send, change: Callable[[bytes], bytes], *, promised: bool = False) -> Send:
    """Sends an answer when it is whole, with its body changed; `promised` keeps the length it had before."""
    held: list[bytes] = []
    head: Message = {}

    async def at_the_end(message: Message) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
            return
        held.append(message.get("body", b""))
        if message.get("more_body"):
            return
        whole = b"".join(held)
        body = change(whole)
        length = len(whole) if promised else len(body)
        others = [(k, v) for k, v in head["headers"] if k.lower() != b"content-length"]
        await send({**head, "headers": [*others, (b"content-length", str(length).encode())]})
        await send({"type": "http.response.body", "body": body, "more_body": promised})
        if promised:
            await asyncio.sleep(0.05)  # let what there is reach the other side
            hang_up(send)

    return at_the_end


def half(body: bytes) -> bytes:
    return body[: len(body) // 2]


def rewritten(fault: Fault) -> Callable[[bytes], bytes]:
    """The body changed by a function of the JSON; what is no JSON stays."""

    def change(body: bytes) -> bytes:
        try:
            found = json.loads(body)
        except ValueError:
            return body
        return json.dumps(fault.rewrite(found) if fault.rewrite else found).encode()

    return change


def trimmed(keep: int) -> Callable[[Any], Any]:
    """Only the last entries of the active path stay; the first one's parent is not there any more."""

    def trim(answer: Any) -> Any:
        if not isinstance(answer, dict) or not answer.get("mapping"):
            return answer
        kept = {entry["id"]: entry for entry in tree_data.active_path(answer)[-keep:]}
        mapping = {
            name: {**entry, "children": [c for c in entry.get("children") or [] if c in kept]}
            for name, entry in kept.items()
        }
        return {**answer, "mapping": mapping}

    return trim


def hang_up(send: Any) -> None:
    """Close the connection without an answer: to a browser that is a network error."""
    send.__self__.transport.abort()
