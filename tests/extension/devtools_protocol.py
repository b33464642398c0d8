"""The whole browser over the DevTools protocol: pages, background, engine document and its worker at once.

Must not know what is tested. Playwright shows pages; this shows what belongs to an extension besides, and
hears what every one of them logs and asks for, from its first moment on.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


@dataclass(eq=False, slots=True)
class Target:
    """One thing that runs code: a page, the background, the engine document, a worker."""

    session: str
    id: str
    kind: str
    url: str
    alive: bool = True
    contexts: dict[int, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that an extension in order would not have logged."""

    where: str
    what: str


@dataclass(frozen=True, slots=True)
class Sent:
    """One request that left a target."""

    by: Target
    url: str
    initiator: str
    """Where the code that asked lies, as far as the browser says."""


class ProtocolError(Exception):
    """The browser refused a command, or the target is gone."""


class Browser:
    """A connection to the browser; every target attaches by itself and is watched before it runs."""

    def __init__(self, profile: Path, ours: Callable[[str], bool]) -> None:
        self._ours = ours
        self._lock = threading.Lock()
        self._pending: dict[int, Future[dict[str, Any]]] = {}
        self._number = 0
        self.targets: dict[str, Target] = {}
        self.problems: list[Problem] = []
        self.sent: list[Sent] = []
        self.logged: list[str] = []
        """Every line that our files wrote to a console."""
        self._open = ExitStack()
        # Pings would be numbered by the random generator that random tests beside this watch over.
        how: dict[str, Any] = {
            "max_size": None,
            "open_timeout": 10,
            "compression": None,
            "ping_interval": None,
        }
        self._socket = self._open.enter_context(connect(self._address(profile), **how))
        self._reader = threading.Thread(target=self._read, name="devtools-protocol", daemon=True)
        self._reader.start()
        self.call("Target.setAutoAttach", self._from_browser)
        self.call("Target.setDiscoverTargets", {"discover": True})

    _attach_how = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
    _from_browser = {
        **_attach_how,
        "filter": [*({"type": kind, "exclude": True} for kind in ("browser", "browser_ui", "tab")), {}],
    }
    _from_target = {**_attach_how, "filter": [{"type": "worker"}, {"type": "iframe"}]}
    """A service worker would attach again from every page of its origin."""

    @staticmethod
    def _address(profile: Path) -> str:
        file, end = profile / "DevToolsActivePort", time.monotonic() + 20
        while True:
            lines = file.read_text().split() if file.exists() else []
            if len(lines) >= 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            if time.monotonic() > end:
                raise ProtocolError("the browser opened no port for the DevTools protocol")
            time.sleep(0.02)

    # ------------------------------------------------------------ commands

    def post(
        self, method: str, params: dict[str, Any] | None = None, session: str = ""
    ) -> Future[dict[str, Any]]:
        """Send a command without waiting."""
        with self._lock:
            self._number += 1
            number, future = self._number, Future[dict[str, Any]]()
            self._pending[number] = future
        message = {"id": number, "method": method, "params": params or {}}
        try:
            self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        except ConnectionClosed as closed:
            raise ProtocolError("the browser is gone") from closed
        return future

    def call(
        self, method: str, params: dict[str, Any] | None = None, session: str = "", seconds: float = 20
    ) -> dict[str, Any]:
        answer = self.post(method, params, session).result(seconds)
        if "error" in answer:
            raise ProtocolError(f"{method}: {answer['error'].get('message')}")
        return dict(answer.get("result", {}))

    def evaluate(
        self, target: Target, expression: str, context: int | None = None, seconds: float = 20
    ) -> Any:
        """The value of an expression there; a promise is waited for."""
        params: dict[str, Any] = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        if context is not None:
            params["contextId"] = context
        answer = self.call("Runtime.evaluate", params, target.session, seconds)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ProtocolError(details.get("exception", {}).get("description") or details.get("text"))
        return answer["result"].get("value")

    def wait_for_target(self, wanted: Callable[[Target], bool], seconds: float = 20) -> Target:
        end = time.monotonic() + seconds
        while True:
            with self._lock:
                found = [t for t in self.targets.values() if t.alive and wanted(t)]
            if found:
                return found[-1]
            if time.monotonic() > end:
                raise ProtocolError(
                    f"no such target among {[(t.kind, t.url) for t in self.targets.values()]}"
                )
            time.sleep(0.02)

    def close(self) -> None:
        self._open.close()
        self._reader.join(5)

    # ------------------------------------------------------------ events

    def _read(self) -> None:
        try:
            for text in self._socket:
                message = json.loads(text)
                if "id" in message:
                    with self._lock:
                        future = self._pending.pop(message["id"], None)
                    if future:
                        future.set_result(message)
                else:
                    self._heard(message["method"], message["params"], message.get("sessionId", ""))
        except ConnectionClosed:
            pass

    def _heard(self, method: str, params: dict[str, Any], session: str) -> None:
        if method == "Target.attachedToTarget":
            self._attached(params)
            return
        if method == "Target.detachedFromTarget":
            if gone := self.targets.get(params["sessionId"]):
                gone.alive = False
            return
        if method == "Target.targetInfoChanged":
            for known in self.targets.values():
                if known.id == params["targetInfo"]["targetId"]:
                    known.url = params["targetInfo"]["url"]
            return
        target = self.targets.get(session)
        if target is None:
            return
        match method:
            case "Runtime.executionContextCreated":
                target.contexts[params["context"]["id"]] = params["context"]
            case "Runtime.executionContextDestroyed":
                target.contexts.pop(params["executionContextId"], None)
            case "Runtime.executionContextsCleared":
                target.contexts.clear()
            case "Runtime.consoleAPICalled":
                self._console(target, params)
            case "Runtime.exceptionThrown":
                self._exception(target, params["exceptionDetails"])
            case "Log.entryAdded":
                self._entry(target, params["entry"])
            case "Network.requestWillBeSent":
                self._request(target, params)

    def _attached(self, params: dict[str, Any]) -> None:
        info, session = params["targetInfo"], params["sessionId"]
        target = Target(session, info["targetId"], info["type"], info["url"])
        with self._lock:
            self.targets[session] = target
        for method in ("Runtime.enable", "Log.enable"):
            self.post(method, session=session)
        # Bodies are never asked for; to keep them would cost the watched page time.
        self.post("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}, session)
        self.post("Target.setAutoAttach", self._from_target, session)
        self.post("Runtime.runIfWaitingForDebugger", session=session)

    def _sources(self, details: dict[str, Any]) -> list[str]:
        """Where code lay when it happened, innermost first."""
        trace: dict[str, Any] | None = details.get("stackTrace")
        urls = [details.get("url") or ""]
        while trace:
            urls += [frame.get("url") or "" for frame in trace.get("callFrames", [])]
            trace = trace.get("parent")
        return urls

    def _is_ours(self, target: Target, urls: list[str]) -> bool:
        return any(self._ours(url) for url in urls) or self._ours(target.url)

    def _console(self, target: Target, event: dict[str, Any]) -> None:
        said = " ".join(str(a.get("value", a.get("description", a.get("type")))) for a in event["args"])
        context = target.contexts.get(event["executionContextId"], {})
        if not self._is_ours(target, [*self._sources(event), context.get("origin", "")]):
            return
        self.logged.append(said)
        if event["type"] in {"error", "assert"}:
            self.problems.append(Problem(f"{target.kind} {target.url}", f"console.{event['type']}: {said}"))

    def _exception(self, target: Target, details: dict[str, Any]) -> None:
        context = target.contexts.get(details.get("executionContextId", -1), {})
        if self._is_ours(target, [*self._sources(details), context.get("origin", "")]):
            said = details.get("exception", {}).get("description") or details.get("text", "")
            self.problems.append(Problem(f"{target.kind} {target.url}", f"uncaught: {said}"))

    def _entry(self, target: Target, entry: dict[str, Any]) -> None:
        urls = self._sources(entry)
        violation = entry["source"] == "security" or "Content Security Policy" in entry["text"]
        # A refused answer of the page's own origin is the site's to log, whoever asked.
        refused = entry["source"] == "network" and not self._ours(entry.get("url", ""))
        if entry["level"] == "error" and not refused and (violation or self._is_ours(target, urls)):
            self.problems.append(
                Problem(f"{target.kind} {target.url}", f"{entry['source']}: {entry['text']}")
            )

    def _request(self, target: Target, params: dict[str, Any]) -> None:
        initiator = params.get("initiator", {})
        where = next((u for u in self._sources({"stackTrace": initiator.get("stack")}) if u), "")
        self.sent.append(Sent(target, params["request"]["url"], where or initiator.get("url", "")))
