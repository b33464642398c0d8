"""The stand-in as one ASGI application: route families put together, with the log and the faults around them.

Must not know ports, certificates or browsers.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.replica import conversation_routes, page_routes, session_routes, stream_routes
from tests.replica.control import Control, Fault, Request


class Gate:
    """Records every request and lets faults happen before a route sees it."""

    def __init__(self, inner: Starlette, control: Control) -> None:
        self.inner = inner
        self.control = control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        request = Request(
            scope["method"],
            headers.get("host", ""),
            scope["path"],
            scope["query_string"].decode("latin-1"),
            headers,
            time.monotonic(),
        )
        self.control.record(request)
        try:
            await self._answer(request, scope, receive, send)
        finally:
            self.control.record_end()

    async def _answer(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self.control.fault_for(route_name(scope["path"]), request.by_page)
        if fault is not None and fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
        elif fault is not None and fault.kind == "trickle":
            send = trickling(send, fault.seconds)
        elif fault is not None and fault.kind == "offline":
            hang_up(send)
            return
        elif fault is not None:
            await answer(fault)(scope, receive, send)
            return
        await self.inner(scope, receive, send)


def route_name(path: str) -> str:
    if path == "/api/auth/session":
        return "session"
    if path.startswith("/backend-api/conversation/"):
        return "conversation"
    return "stream" if path == "/backend-api/f/conversation" else "page"


def answer(fault: Fault) -> ASGIApp:
    if fault.kind == "not_json":
        return Response("upstream said something odd", media_type="application/json")
    if fault.kind == "html":
        return HTMLResponse("<!doctype html><title>Just a moment...</title><p>Checking your browser</p>")
    if fault.kind == "empty":
        return Response(b"", media_type="application/json")
    headers = {"retry-after": "7"} if fault.status == 429 else {}
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


def hang_up(send: Any) -> None:
    """Close the connection without an answer: to a browser that is a network error."""
    send.__self__.transport.abort()


def build(control: Control) -> ASGIApp:
    families = (session_routes, stream_routes, conversation_routes, page_routes)
    return Gate(Starlette(routes=[route for family in families for route in family.routes(control)]), control)
