"""Asks the stand-in over plain HTTP, as a page of the site would: no browser is needed to judge its routes.

Must not know what the answers mean.
"""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.replica.server import Replica


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def frames(self) -> list[Any]:
        """The data of an event stream, in order; what is no JSON stays text."""
        return [frame_data(line) for line in self.body.decode().splitlines() if line.startswith("data: ")]


def frame_data(line: str) -> Any:
    try:
        return json.loads(line[6:])
    except ValueError:
        return line[6:]


class Client:
    """One who is signed in; `account` is named in each request if it is not empty."""

    def __init__(self, replica: Replica, account: str = "") -> None:
        self._replica = replica
        self.token = replica.control.access_token
        self.account = account

    def _send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Any:
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", self._replica.port, context=context, timeout=10)
        sent = {"host": "chatgpt.com", "authorization": f"Bearer {self.token}", **headers}
        if self.account:
            sent["chatgpt-account-id"] = self.account
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        return connection

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        connection = self._send(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        try:
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def listen(self, method: str, path: str, body: Any = None) -> Iterator[Any]:
        """The frames of an event stream as they come; leaving the loop closes the connection."""
        connection = self._send(method, path, body, {})
        try:
            for line in connection.getresponse():
                text = line.decode().rstrip("\n")
                if text.startswith("data: "):
                    yield frame_data(text)
        finally:
            connection.close()
