"""The wire: an event in as a JSON header and bytes, commands out as JSON for one target at a time."""

from __future__ import annotations

import json

import pytest

from conversation_tree import protocol
from conversation_tree.protocol import (
    ApplyPatch,
    KeepBody,
    PageOpened,
    RequestAnswered,
    RequestHost,
    SaveRecord,
    decode_event,
    encode_commands,
    wire_name,
)


def test_names_on_the_wire_are_lower_case_with_underscores() -> None:
    assert wire_name(PageOpened) == "page_opened"
    assert protocol.EVENTS["request_answered"] is RequestAnswered
    assert protocol.COMMANDS["apply_patch"] is ApplyPatch


def test_events_and_commands_have_no_name_in_common() -> None:
    assert not set(protocol.EVENTS) & set(protocol.COMMANDS)


def test_an_event_is_its_fields() -> None:
    header = b'{"type": "page_opened", "address": "https://example.org/", "language": "fr"}'
    assert decode_event(header, None) == PageOpened("https://example.org/", language="fr")


def test_the_body_crosses_beside_the_header() -> None:
    header = b'{"type": "request_answered", "request": 1, "status": 200, "headers": {}}'
    assert decode_event(header, b"\xff").body == b"\xff"  # type: ignore[attr-defined]
    assert decode_event(header, None).body == b""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "header", [b"", b"[]", b"{}", b'{"type": "gone"}', b'{"type": "page_opened", "other": 1}']
)
def test_what_is_no_event_is_a_fault_of_ours(header: bytes) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        decode_event(header, None)


def test_commands_go_to_their_target_in_order() -> None:
    commands = [RequestHost(1, "GET", "/x", {"a": "b"}), SaveRecord("k", "v"), ApplyPatch([]), KeepBody("c")]
    page = json.loads(encode_commands(commands, "page"))
    assert page == [
        {
            "type": "request_host",
            "request": 1,
            "method": "GET",
            "path": "/x",
            "headers": {"a": "b"},
            "body": "",
            "timeout_ms": 30_000,
        },
        {"type": "apply_patch", "operations": [], "layer": "drawing"},
    ]
    engine = json.loads(encode_commands(commands, "engine"))
    assert [c["type"] for c in engine] == ["save_record", "keep_body"]


def test_no_commands_are_no_bytes() -> None:
    assert encode_commands([], "page") == encode_commands([KeepBody("c")], "page") == b""


def test_text_leaves_as_utf_8_and_a_lone_surrogate_harms_nothing() -> None:
    assert "对话".encode() in encode_commands([SaveRecord("k", "对话")], "engine")
    assert json.loads(encode_commands([SaveRecord("k", "\ud800")], "engine"))[0]["value"] == "?"
