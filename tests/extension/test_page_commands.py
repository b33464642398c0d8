"""What the page does when it is told: timers, requests with a body, a reload, and the frame's own buttons.

Must not know when the core says any of it.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.engine_document import EngineDocument
from tests.extension.panel import Panel
from tests.replica.control import Control


@pytest.fixture
def engine(watched: Chromium, panel: Panel, site: Control) -> EngineDocument:
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    engine = EngineDocument(watched)
    engine.listen()
    return engine


def timer(name: str, ms: int) -> dict[str, Any]:
    return {"type": "set_timer", "timer": name, "ms": ms}


def test_a_timer_fires_once(engine: EngineDocument) -> None:
    engine.say(timer("test", 20))
    engine.hears("timer_fired", timer="test")
    engine.say(timer("later", 200))
    engine.hears("timer_fired", timer="later")
    assert [e["timer"] for e in engine.heard("timer_fired") if e["timer"] in {"test", "later"}] == [
        "test",
        "later",
    ]


def test_a_timer_set_anew_forgets_what_it_was_set_to(engine: EngineDocument) -> None:
    engine.say(timer("test", 50), timer("dropped", 50), timer("test", 300), timer("dropped", -1))
    engine.say(timer("between", 150))
    engine.hears("timer_fired", timer="test")
    wanted = {"test", "dropped", "between"}
    assert [e["timer"] for e in engine.heard("timer_fired") if e["timer"] in wanted] == ["between", "test"]


def test_a_request_has_the_body_it_was_given(engine: EngineDocument, site: Control) -> None:
    path = "/backend-api/conversations/batch"
    body = '{"conversation_ids": ["é"]}'
    request = {"request": 7001, "method": "POST", "path": path, "body": body, "timeout_ms": 5000}
    engine.say({"type": "request_host", "headers": {"content-type": "application/json"}, **request})
    engine.hears("request_answered", request=7001)
    sent = site.asked("POST", path, by="extension")[-1]
    assert sent.body.decode() == body
    assert sent.headers["content-type"] == "application/json"


def test_the_page_is_loaded_anew(engine: EngineDocument, panel: Panel) -> None:
    panel.page.evaluate("window.before = true")
    engine.say({"type": "reload_page"})
    panel.page.wait_for_function("window.before === undefined")
    panel.attach().shows("4 nodes · 1 branch")


@pytest.mark.parametrize(
    ("inside", "name"),
    [
        ("journey", "journey_yes"),
        ("journey", "journey_no"),
        ("footer", "back"),
        ("message", "message_close"),
    ],
)
def test_a_button_of_the_frame_is_told_by_its_name(
    engine: EngineDocument, panel: Panel, inside: str, name: str
) -> None:
    label = {"attributes": {"aria-label": "Press me"}}
    engine.say(
        {"type": "update_frame", "elements": {inside: {"hidden": False}, name: {"hidden": False} | label}}
    )
    button = panel.part(name)
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    button.click()
    engine.hears("control_activated", control=name)
