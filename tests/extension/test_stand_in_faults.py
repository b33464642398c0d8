"""The stand-in fails on demand, each route in each way, and remembers all that it was asked.

Must not need a browser nor anything that the extension is made of.
"""

from __future__ import annotations

import http.client
import json
import time

import pytest

from tests.replica import tree_data
from tests.replica.app import route_name
from tests.replica.client import Client
from tests.replica.control import Control
from tests.replica.server import Replica
from tests.replica.share_routes import shared
from tests.replica.spoil import trimmed

NAME = "aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb"
ONE = f"/backend-api/conversation/{NAME}"
PAGE = {"oai_client_version": "replica-1"}

ASKED = {
    "session": ("GET", "/api/auth/session", None),
    "accounts": ("GET", "/backend-api/accounts/check/v4-2023-04-27", None),
    "conversation": ("GET", ONE, None),
    "patch": ("PATCH", ONE, {"title": "x"}),
    "batch": ("POST", "/backend-api/conversations/batch", {"conversation_ids": [NAME]}),
    "pages": ("GET", f"/backend-api/conversations/{NAME}?num_turns=1", None),
    "list": ("GET", "/backend-api/conversations?limit=28", None),
    "share": ("GET", "/backend-api/share/s", None),
    "stream": ("POST", "/backend-api/f/conversation", {"messages": []}),
}


@pytest.fixture
def client(replica: Replica, site: Control) -> Client:
    made = tree_data.new_conversation(NAME, "Made here", 1793606400.0)
    above = made["current_node"]
    for number in range(12):
        role = "assistant" if number % 2 else "user"
        said = tree_data.message(role, "text", 1793606401.0 + number, id=f"m{number}")
        made, above = tree_data.with_message(made, above, said), said["id"]
    site.add(made)
    site.shares["s"] = shared(made, "s")
    site.stream_gap_seconds = 0.01
    return Client(replica)


@pytest.mark.parametrize("route", ASKED)
def test_a_route_is_spoilt_alone_and_healed(client: Client, site: Control, route: str) -> None:
    site.fail(route, 500)
    statuses = {name: client.ask(*asked).status for name, asked in ASKED.items()}
    assert statuses == {name: 500 if name == route else 200 for name in ASKED}
    site.heal(route)
    assert client.ask(*ASKED[route]).status == 200


def test_older_pages_and_topics_have_their_routes_names() -> None:
    assert route_name("GET", f"/backend-api/conversations/{NAME}/messages") == "pages"
    assert route_name("GET", "/replica/topic/t") == "topic"
    assert route_name("GET", f"/c/{NAME}") == "page"


def test_a_fault_that_is_none_is_refused(site: Control) -> None:
    with pytest.raises(ValueError, match="no such fault"):
        site.fail("conversation", "slwo")


@pytest.mark.parametrize(
    ("given", "told"), [(None, "7"), ("0", "0"), ("Mon, 30 Nov 2026 10:00:00 GMT", ...), ("", None)]
)
def test_too_many_requests_say_when_to_come_back(
    client: Client, site: Control, given: str | None, told: object
) -> None:
    site.fail("conversation", 429, retry_after=given)
    answer = client.get(ONE)
    assert answer.status == 429
    assert answer.headers.get("retry-after") == (given if told is ... else told)


def test_a_fault_may_end_by_itself(client: Client, site: Control) -> None:
    site.fail("conversation", 503, times=2)
    assert [client.get(ONE).status for _ in range(3)] == [503, 503, 200]


def test_a_fault_may_hit_the_page_alone_or_the_extension_alone(client: Client, site: Control) -> None:
    site.fail("conversation", 500, of="page")
    assert [client.get(ONE).status, client.get(ONE, **PAGE).status] == [200, 500]
    site.fail("conversation", 500, of="extension")
    assert [client.get(ONE).status, client.get(ONE, **PAGE).status] == [500, 200]


def test_an_answer_that_is_late(client: Client, site: Control) -> None:
    site.fail("conversation", "slow", seconds=0.3)
    begun = time.monotonic()
    assert client.get(ONE).json["title"] == "Made here"
    assert time.monotonic() - begun > 0.25


def test_a_body_that_ends_in_its_middle(client: Client, site: Control) -> None:
    whole = client.get(ONE).body
    site.fail("conversation", "truncate")
    answer = client.get(ONE)
    assert (answer.status, answer.body) == (200, whole[: len(whole) // 2])
    with pytest.raises(json.JSONDecodeError):
        answer.json  # noqa: B018


def test_a_connection_that_drops_in_the_middle(client: Client, site: Control) -> None:
    site.fail("conversation", "break_off")
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        client.get(ONE)


def test_no_connection_at_all(client: Client, site: Control) -> None:
    site.fail("conversation", "offline")
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        client.get(ONE)


@pytest.mark.parametrize(
    ("kind", "begins"), [("not_json", b"upstream"), ("html", b"<!doctype"), ("empty", b"")]
)
def test_what_is_no_json(client: Client, site: Control, kind: str, begins: bytes) -> None:
    site.fail("batch", kind)
    answer = client.ask(*ASKED["batch"])
    assert answer.status == 200
    assert answer.body.startswith(begins)
    assert (len(answer.body) == 0) == (kind == "empty")


def test_another_extension_trims_what_the_page_gets(client: Client, site: Control) -> None:
    site.fail("conversation", "rewrite", rewrite=trimmed(4), of="page")
    seen = client.get(ONE, **PAGE).json
    assert sorted(seen["mapping"]) == ["m10", "m11", "m8", "m9"]
    assert seen["mapping"]["m8"]["parent"] == "m7"  # which is not there
    assert seen["current_node"] == "m11"
    assert len(client.get(ONE).json["mapping"]) == 13


class TestLog:
    def test_everything_asked_is_kept(self, client: Client, site: Control) -> None:
        client.ask(*ASKED["patch"])
        (kept,) = site.asked("PATCH", ONE)
        assert kept.sent == {"title": "x"}
        assert not kept.by_page
        client.get(ONE, **PAGE)
        client.get(f"/c/{NAME}")
        assert [r.by_page for r in site.requests] == [False, True, True]

    def test_requests_of_a_minute_are_counted(self, client: Client, site: Control) -> None:
        for _ in range(3):
            client.get(ONE)
        client.get(ONE, **PAGE)
        assert site.per_minute() == 4
        assert site.per_minute(by="extension") == 3
        assert site.per_minute(by="page", seconds=30) == 2
        site.forget_requests()
        assert site.per_minute() == 0
