"""Serves the benchmark's page, the staged extension, the oracle and the data on 127.0.0.1.

Must not know what is measured.
"""

from __future__ import annotations

import json
import mimetypes
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from devtools.paths import ROOT

SERVED = ("tests/bench/page/", "dist/extension/", "wheels/oracle/")
"""Folders of the work tree, under their own names."""
TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
ISOLATION = {
    # With these two the clock of the page ticks in 5 µs instead of 100.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-store",
}


def _locales() -> bytes:
    found = (ROOT / "_locales").glob("*/messages.json")
    return json.dumps({p.parent.name: json.loads(p.read_text(encoding="utf-8")) for p in found}).encode()


class Serving:
    """A context manager; `address` is the page's. `data` may be filled at any time."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, name="bench", daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/tests/bench/page/index.html"

    def _find(self, path: str) -> tuple[bytes, str] | None:
        name = path.removeprefix("/")
        if name == "locales.json":
            return _locales(), "application/json"
        if name.startswith("data/"):
            found = self.data.get(name.removeprefix("data/").removesuffix(".json"))
            return (found, "application/json") if found is not None else None
        file = ROOT / name
        if not name.startswith(SERVED) or ".." in name or not file.is_file():
            return None
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return file.read_bytes(), kind

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        find = self._find

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                found = find(self.path.partition("?")[0])
                body, kind = found or (b"", "text/plain")
                self.send_response(200 if found else 404)
                for name, value in {
                    **ISOLATION,
                    "Content-Type": kind,
                    "Content-Length": str(len(body)),
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def handle(self) -> None:
                # A browser that is closed takes no more.
                with suppress(ConnectionError):
                    super().handle()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        return Handler

    def __enter__(self) -> Serving:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
