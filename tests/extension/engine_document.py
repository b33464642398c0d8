"""The engine's document as a test holds it: what tabs tell it, and commands said in its name.

Must not change what the core does: it only listens in, and adds commands.
"""

from __future__ import annotations

import json
import time
from typing import Any

from tests.extension.conftest import Chromium
from tests.extension.devtools_protocol import Target

TAB = "[...engine.tabs.keys()].at(-1)"
"""The number of the newest tab."""


class EngineDocument:
    """Its newest tab is the one that everything is for."""

    def __init__(self, running: Chromium) -> None:
        self._running = running

    @property
    def target(self) -> Target:
        return self._running.browser.wait_for_target(lambda t: t.url.endswith("/engine.html"))

    def run(self, script: str) -> Any:
        """What the body of an async function returns there."""
        return self._running.browser.evaluate(self.target, f"(async () => {{ {script} }})()")

    def listen(self) -> None:
        """From now on remember every event on its way to the core."""
        self.run(
            """const { supervisor } = engine;
            engine.heard = [];
            supervisor.call = function (call, done) {
                engine.heard.push({ ...JSON.parse(call.header), tab: call.tab });
                return Object.getPrototypeOf(supervisor).call.call(supervisor, call, done);
            };"""
        )

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The events of one type that this tab has sent."""
        found = self.run(
            f"return engine.heard.filter(e => e.type === {json.dumps(kind)} && e.tab === {TAB});"
        )
        assert isinstance(found, list)
        return found

    def hears(self, kind: str, seconds: float = 10, **fields: Any) -> dict[str, Any]:
        """Wait for an event with these fields."""
        end = time.monotonic() + seconds
        while True:
            for event in self.heard(kind):
                if fields.items() <= event.items():
                    return event
            assert time.monotonic() < end, f"never heard: {kind} {fields}"
            time.sleep(0.05)

    def say(self, *commands: dict[str, Any]) -> None:
        """Give the page commands, as the core would."""
        text = json.dumps(json.dumps(commands))
        self.run(f"engine.tabs.get({TAB}).port.postMessage({{ kind: 'batch', seq: 0, commands: {text} }});")
