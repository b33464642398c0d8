"""The stand-in as one ASGI application: route families put together, with the log and the faults around them.

Must not know ports, certificates or browsers.
"""

from __future__ import annotations

import asyncio
import time

from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.replica import (
    conversation_routes,
    page_routes,
    paged_routes,
    session_routes,
    share_routes,
    spoil,
    stream_routes,
    topic_routes,
)
from tests.replica.access import telling_account
from tests.replica.control import Control, Request
from tests.replica.fault import ON_THE_WAY, Fault

FAMILIES = (
    session_routes,
    stream_routes,
    topic_routes,
    conversation_routes,
    paged_routes,
    share_routes,
    page_routes,
)


class Gate:
    """Records every request and lets faults happen before or after a route sees it."""

    def __init__(self, inner: Starlette, control: Control) -> None:
        self.inner = inner
        self.control = control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        body, receive = (
            await read_ahead(receive) if scope["method"] not in {"GET", "HEAD"} else (b"", receive)
        )
        request = Request(
            scope["method"],
            headers.get("host", ""),
            scope["path"],
            scope["query_string"].decode("latin-1"),
            headers,
            time.monotonic(),
            body,
        )
        self.control.record(request)
        try:
            await self._answer(request, scope, receive, send)
        finally:
            self.control.record_end()

    async def _answer(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self.control.fault_for(route_name(request.method, request.path), request.by_page)
        if fault is not None and fault.kind == "offline":
            spoil.hang_up(send)
        elif fault is None or fault.kind in ON_THE_WAY:
            if fault is not None and fault.kind == "slow":
                await asyncio.sleep(fault.seconds)
            if is_document(request.path):
                told = "_account=" in request.headers.get("cookie", "")
                send = telling_account(send, self.control, told=told)
            await self.inner(scope, receive, spoilt(send, fault))
        else:
            await spoil.instead(fault)(scope, receive, send)


def spoilt(send: Send, fault: Fault | None) -> Send:
    if fault is None or fault.kind == "slow":
        return send
    if fault.kind == "trickle":
        return spoil.trickling(send, fault.seconds)
    if fault.kind == "rewrite":
        return spoil.changing(send, spoil.rewritten(fault))
    return spoil.changing(send, spoil.half, promised=fault.kind == "break_off")


async def read_ahead(receive: Receive) -> tuple[bytes, Receive]:
    """The whole body of a request, and a `receive` that gives it once more."""
    pieces: list[Message] = []
    while True:
        pieces.append(await receive())
        if not pieces[-1].get("more_body"):
            break
    body = b"".join(piece.get("body", b"") for piece in pieces)

    async def again() -> Message:
        return pieces.pop(0) if pieces else await receive()

    return body, again


def is_document(path: str) -> bool:
    return not path.startswith(("/backend-api/", "/api/", "/replica/"))


def route_name(method: str, path: str) -> str:
    """The name by which a test spoils a route; `page` is all that has no name of its own."""
    start, _, rest = path.removeprefix("/backend-api/").partition("/")
    if path == "/api/auth/session":
        return "session"
    if path.startswith("/replica/topic/"):
        return "topic"
    if not path.startswith("/backend-api/"):
        return "page"
    if start == "conversation":
        return "patch" if method == "PATCH" else "conversation"
    if start == "conversations":
        return "batch" if rest == "batch" else "pages" if rest else "list"
    return {"accounts": "accounts", "f": "stream", "share": "share"}.get(start, "page")


def build(control: Control) -> ASGIApp:
    return Gate(Starlette(routes=[route for family in FAMILIES for route in family.routes(control)]), control)
