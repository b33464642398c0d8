"""Runs the stand-in on a free port of 127.0.0.1, and says how a browser reaches it under the real names.

Must not know what is tested.
"""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType

import uvicorn

from tests.replica import app, certificate
from tests.replica.control import Control

HOSTS = ("chatgpt.com", "chat.openai.com")


class Replica:
    """A context manager: `with Replica() as replica: browser(args=replica.browser_arguments)`."""

    def __init__(self, control: Control | None = None) -> None:
        self.control = control or Control()
        self._folder = tempfile.TemporaryDirectory(prefix="replica-")
        self._certificate = certificate.make(Path(self._folder.name), HOSTS)
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app.build(self.control),
            ssl_certfile=str(self._certificate.chain),
            ssl_keyfile=str(self._certificate.key),
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="replica", daemon=True
        )

    @property
    def browser_arguments(self) -> list[str]:
        """Chromium's switches: the real names lead here, everything else leads nowhere."""
        rules = [f"MAP {host}:443 127.0.0.1:{self.port}" for host in HOSTS]
        return [
            f"--host-resolver-rules={','.join(rules)},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1",
            f"--ignore-certificate-errors-spki-list={self._certificate.pin}",
        ]

    def __enter__(self) -> Replica:
        self._thread.start()
        end = time.monotonic() + 10
        while not self._server.started:
            if time.monotonic() > end or not self._thread.is_alive():
                raise RuntimeError("the stand-in for chatgpt.com did not start")
            time.sleep(0.01)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(5)
        self._socket.close()
        self._folder.cleanup()
