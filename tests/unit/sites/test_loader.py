"""Loading a conversation: the requests in their order, and a coded error for each way it can go wrong."""

from __future__ import annotations

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, SiteRequest
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import payload

BODY = payload("q user\n  a assistant")
ASK_SESSION = SiteRequest("GET", "/api/auth/session", {"accept": "application/json"})


def ask_conversation(token: str) -> SiteRequest:
    headers = {"accept": "application/json", "authorization": f"Bearer {token}"}
    return SiteRequest("GET", "/backend-api/conversation/abc", headers)


def session(token: object) -> bytes:
    return b'{"user": {}, "accessToken": "%b"}' % str(token).encode()


def signed_in(adapter: ChatGPT | None = None, token: str = "t1") -> Loader:
    """A loader that has asked for the conversation."""
    loader = (adapter or ChatGPT()).loader(ConversationPlace("saved", "abc"))
    assert loader.start() == ASK_SESSION
    assert loader.answer(200, {}, session(token)) == ask_conversation(token)
    return loader


def code(step: Step) -> tuple[str, str]:
    assert isinstance(step, CodedError)
    return step.code, step.detail


def test_session_then_conversation() -> None:
    conversation = signed_in().answer(200, {}, BODY)
    assert isinstance(conversation, Conversation)
    assert len(conversation.tree) == 2


def test_the_token_is_remembered_until_the_page_loads_anew() -> None:
    adapter = ChatGPT()
    signed_in(adapter)
    assert adapter.loader(ConversationPlace("saved", "abc")).start() == ask_conversation("t1")
    adapter.forget()
    assert adapter.loader(ConversationPlace("saved", "abc")).start() == ASK_SESSION


def test_a_remembered_token_that_ran_out_is_renewed_once() -> None:
    adapter = ChatGPT()
    signed_in(adapter)
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    assert loader.start() == ask_conversation("t1")
    assert loader.answer(401, {}, b"") == ASK_SESSION
    assert loader.answer(200, {}, session("t2")) == ask_conversation("t2")
    assert code(loader.answer(401, {}, b"")) == ("CT-LOAD-02", "401")


def test_a_fresh_token_that_is_refused_is_not_renewed() -> None:
    assert code(signed_in().answer(401, {}, b"")) == ("CT-LOAD-02", "401")


@pytest.mark.parametrize(
    "answer",
    [
        b"{}",
        b"null",
        b"[]",
        b"",
        b"<html>",
        b'{"accessToken": null}',
        b'{"accessToken": ""}',
        b'{"accessToken": "a b"}',
        b'{"accessToken": "a\\r\\nx: y"}',
        '{"accessToken": "\u00e9"}'.encode(),
        b"[" * 100_000,
    ],
)
def test_without_a_token_nobody_is_signed_in(answer: bytes) -> None:
    loader = ChatGPT().loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert code(loader.answer(200, {}, answer)) == ("CT-LOAD-02", "")


@pytest.mark.parametrize("failure", ["network", "timeout"])
def test_no_answer(failure: str) -> None:
    loader = ChatGPT().loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert code(loader.answer(0, {}, b"", failure)) == ("CT-LOAD-01", failure)
    assert code(signed_in().answer(0, {}, b"", failure)) == ("CT-LOAD-01", failure)
    assert code(signed_in().answer(0, {}, b"")) == ("CT-LOAD-01", "")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (403, "CT-LOAD-03"),
        (404, "CT-LOAD-04"),
        (410, "CT-LOAD-04"),
        (500, "CT-LOAD-06"),
        (503, "CT-LOAD-06"),
        (204, "CT-LOAD-07"),
        (302, "CT-LOAD-07"),
        (418, "CT-LOAD-07"),
    ],
)
def test_a_refusal(status: int, expected: str) -> None:
    assert code(signed_in().answer(status, {}, b"")) == (expected, str(status))
    loader = ChatGPT().loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert code(loader.answer(status, {}, b"")) == (expected, str(status))


def test_a_request_to_wait_says_how_long() -> None:
    assert code(signed_in().answer(429, {"retry-after": "30"}, b"")) == ("CT-LOAD-05", "30")
    assert code(signed_in().answer(429, {}, b"")) == ("CT-LOAD-05", "")


@pytest.mark.parametrize(
    ("body", "detail"), [(b"<html>", "CT-FILE-01"), (b"{}", "CT-FILE-02"), (b"", "CT-FILE-04")]
)
def test_an_answer_that_is_no_conversation(body: bytes, detail: str) -> None:
    assert code(signed_in().answer(200, {}, body)) == ("CT-LOAD-07", detail)


def test_a_token_shows_in_no_representation() -> None:
    adapter = ChatGPT()
    loader = signed_in(adapter, "secret")
    assert "secret" not in repr(ask_conversation("secret"))
    assert "secret" not in repr(adapter._session)
    assert "secret" not in repr(loader)


def test_an_id_that_is_none_is_not_asked_for() -> None:
    with pytest.raises(ValueError, match="id"):
        ChatGPT().loader(ConversationPlace("saved", "../me"))
