"""Making a message the current one: one change, then what the site says of it when asked anew."""

from __future__ import annotations

import json

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import Loader, SiteRequest, Step
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import payload, text

BEARER = {"accept": "application/json", "authorization": "Bearer t"}
CHANGE = SiteRequest(
    "PATCH",
    "/backend-api/conversation/abc",
    {**BEARER, "content-type": "application/json"},
    '{"current_node": "m\\"1"}',
)
READ = SiteRequest("GET", "/backend-api/conversation/abc", BEARER)
READ_PAGE = SiteRequest(
    "GET", "/backend-api/conversations/abc?include_has_versions=true&num_turns=50", BEARER
)
TOKEN = b'{"accessToken": "t"}'
DONE = b'{"success": true}'


def asked(now: float = 0.0) -> Loader:
    """A switcher that has asked for the change."""
    switcher = ChatGPT().switcher("abc", 'm"1')
    assert switcher.start(now).path == "/api/auth/session"
    assert switcher.answer(200, {}, TOKEN, now=now) == CHANGE
    return switcher


def code(step: Step) -> tuple[str, str]:
    assert isinstance(step, CodedError)
    return step.code, step.detail


@pytest.mark.parametrize(("status", "body"), [(200, DONE), (200, b""), (204, b""), (200, b"{}")])
def test_the_conversation_is_read_anew_behind_the_change(status: int, body: bytes) -> None:
    switcher = asked()
    assert switcher.answer(status, {}, body) == READ
    conversation = switcher.answer(200, {}, payload("q user\n  a assistant\n  b assistant", "a"))
    assert isinstance(conversation, Conversation)
    assert conversation.tree.current == 1


def test_what_came_of_it_is_for_the_caller_to_see() -> None:
    switcher = asked()
    switcher.answer(200, {}, DONE)
    conversation = switcher.answer(200, {}, payload("q user\n  a assistant\n  b assistant", "b"))
    assert isinstance(conversation, Conversation)
    assert conversation.tree.current == 2


def test_a_branch_is_read_when_the_whole_cannot_be() -> None:
    switcher = asked()
    switcher.answer(200, {}, DONE)
    assert switcher.answer(500, {}, b"") == READ_PAGE
    page = {"messages": [{"id": "q", **text("user", "words")}], "current_node": "q"}
    conversation = switcher.answer(200, {}, json.dumps(page).encode())
    assert isinstance(conversation, Conversation)
    assert conversation.completeness.partial == "paged"


def test_a_token_that_ran_out_is_renewed_once_and_the_change_asked_for_again() -> None:
    adapter = ChatGPT()
    first = adapter.switcher("abc", 'm"1')
    first.start()
    first.answer(200, {}, TOKEN)
    switcher = adapter.switcher("abc", 'm"1')
    assert switcher.start() == CHANGE
    step = switcher.answer(401, {}, b"")
    assert isinstance(step, SiteRequest)
    assert step.path == "/api/auth/session"
    assert switcher.answer(200, {}, TOKEN) == CHANGE
    assert code(switcher.answer(401, {}, b"")) == ("CT-LOAD-02", "401")


@pytest.mark.parametrize(
    ("status", "body", "failure", "expected"),
    [
        (403, b"", "", ("CT-GO-01", "403")),
        (404, b"", "", ("CT-GO-01", "404")),
        (405, b"", "", ("CT-GO-01", "405")),
        (422, b"{}", "", ("CT-GO-01", "422")),
        (302, b"", "", ("CT-GO-01", "302")),
        (403, b"<html>", "", ("CT-GO-01", "403")),
        (200, b'{"success": false}', "", ("CT-GO-01", "200")),
        (429, b"", "", ("CT-GO-02", "12")),
        (500, b"", "", ("CT-GO-03", "500")),
        (0, b"", "network", ("CT-GO-04", "network")),
        (0, b"", "timeout", ("CT-GO-04", "timeout")),
    ],
)
def test_a_change_that_is_refused_reads_nothing(
    status: int, body: bytes, failure: str, expected: tuple[str, str]
) -> None:
    assert code(asked().answer(status, {"retry-after": "12"}, body, failure)) == expected


@pytest.mark.parametrize(
    ("status", "failure", "detail"),
    [(404, "", "CT-LOAD-04"), (429, "", "CT-LOAD-05"), (0, "network", "CT-LOAD-01"), (500, "", "CT-LOAD-06")],
)
def test_a_change_that_cannot_be_read_back_says_so(status: int, failure: str, detail: str) -> None:
    switcher = asked()
    switcher.answer(200, {}, DONE)
    step = switcher.answer(status, {}, b"", failure)
    if isinstance(step, SiteRequest):
        step = switcher.answer(418, {}, b"")
    assert code(step) == ("CT-GO-05", detail)


def test_whoever_is_signed_out_meanwhile_is_told_so() -> None:
    switcher = asked()
    switcher.answer(200, {}, DONE)
    step = switcher.answer(401, {}, b"")
    while isinstance(step, SiteRequest):
        step = switcher.answer(401, {}, b"")
    assert code(step)[0] == "CT-LOAD-02"


def test_nobody_signed_in_goes_nowhere() -> None:
    switcher = ChatGPT().switcher("abc", "m")
    switcher.start()
    assert code(switcher.answer(200, {}, b"{}")) == ("CT-LOAD-02", "")


def test_an_id_that_is_none_is_not_asked_about() -> None:
    with pytest.raises(ValueError, match="id"):
        ChatGPT().switcher("../me", "m")
