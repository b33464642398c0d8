"""Loading a conversation: the requests in their order, and a coded error for each way it can go wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, Loader, SiteRequest, Step
from conversation_tree.sites.chatgpt import loader as loading
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import drawn, faults, payload, text

BODY = payload("q user\n  a assistant", conversation_id="abc")
ASK_SESSION = SiteRequest("GET", "/api/auth/session", {"accept": "application/json"})
HTML = {"content-type": "text/html; charset=utf-8"}


def headers(token: str, **more: str) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return {"accept": "application/json", "authorization": f"Bearer {token}", **named}


def ask_conversation(token: str = "t1") -> SiteRequest:
    return SiteRequest("GET", "/backend-api/conversation/abc", headers(token))


def ask_batch(token: str = "t1") -> SiteRequest:
    wanted = headers(token, content_type="application/json")
    return SiteRequest("POST", "/backend-api/conversations/batch", wanted, '{"conversation_ids": ["abc"]}')


def ask_page(cursor: str = "") -> SiteRequest:
    how = "include_has_versions=true&num_turns=50"
    path = f"abc/messages?before={cursor}&{how}" if cursor else f"abc?{how}"
    return SiteRequest("GET", f"/backend-api/conversations/{path}", headers("t1"))


def session(token: object) -> bytes:
    return b'{"user": {}, "accessToken": "%b"}' % str(token).encode()


def signed_in(adapter: ChatGPT | None = None, token: str = "t1") -> Loader:
    """A loader that has asked for the conversation."""
    loader = (adapter or ChatGPT()).loader(ConversationPlace("saved", "abc"))
    assert loader.start() == ASK_SESSION
    assert loader.answer(200, {}, session(token)) == ask_conversation(token)
    return loader


def at_the_pages() -> Loader:
    """A loader whose first two ways have failed."""
    loader = signed_in()
    assert loader.answer(500, {}, b"") == ask_batch()
    assert loader.answer(404, {}, b"") == ask_page()
    return loader


def page(*keys: str, cursor: str | None = None, **more: Any) -> bytes:
    messages = [{"id": k, **text("assistant" if k[0] == "a" else "user", f"{k} words")} for k in keys]
    info = {"has_previous_page": cursor is not None, "start_cursor": cursor}
    return json.dumps({"title": "T", "messages": messages, "page_info": info, **more}).encode()


def code(step: Step) -> tuple[str, str]:
    assert isinstance(step, CodedError)
    return step.code, step.detail


def loaded(step: Step) -> Conversation:
    assert isinstance(step, Conversation), step
    return step


def end(loader: Loader, step: Step) -> Step:
    """What comes when every further way fails, too."""
    for _ in range(2):
        if isinstance(step, SiteRequest):
            step = loader.answer(418, {}, b"")
    return step


# ---------------------------------------------------------------- session


def test_session_then_conversation() -> None:
    conversation = loaded(signed_in().answer(200, {}, BODY))
    assert len(conversation.tree) == 2


def test_the_token_is_remembered_until_the_page_loads_anew() -> None:
    adapter = ChatGPT()
    signed_in(adapter)
    assert adapter.loader(ConversationPlace("saved", "abc")).start() == ask_conversation("t1")
    adapter.forget()
    assert adapter.loader(ConversationPlace("saved", "abc")).start() == ASK_SESSION


@pytest.mark.parametrize(
    ("later", "expected"), [(300, ask_conversation()), (301, ASK_SESSION), (-301, ASK_SESSION)]
)
def test_a_token_is_used_for_five_minutes(later: float, expected: SiteRequest) -> None:
    adapter = ChatGPT()
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    loader.start(1000)
    loader.answer(200, {}, session("t1"), now=1000)
    assert adapter.loader(ConversationPlace("saved", "abc")).start(1000 + later) == expected


def test_a_remembered_token_that_ran_out_is_renewed_once() -> None:
    adapter = ChatGPT()
    signed_in(adapter)
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    assert loader.start() == ask_conversation("t1")
    assert loader.answer(401, {}, b"") == ASK_SESSION
    assert loader.answer(200, {}, session("t2")) == ask_conversation("t2")
    assert code(loader.answer(401, {}, b"")) == ("CT-LOAD-02", "401")


def test_a_token_that_runs_out_between_two_ways_is_renewed_and_the_way_is_taken_again() -> None:
    adapter = ChatGPT()
    signed_in(adapter)
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert loader.answer(500, {}, b"") == ask_batch()
    assert loader.answer(401, {}, b"") == ASK_SESSION
    assert loader.answer(200, {}, session("t2")) == ask_batch("t2")


def test_a_fresh_token_that_is_refused_is_not_renewed() -> None:
    assert code(signed_in().answer(401, {}, b"")) == ("CT-LOAD-02", "401")


@pytest.mark.parametrize(
    "answer",
    [
        b"{}",
        b"null",
        b"[]",
        b"",
        b"no JSON",
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


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (401, b"", "CT-LOAD-02"),
        (403, b"", "CT-LOAD-03"),
        (403, b"<html>", "CT-LOAD-10"),
        (404, b"", "CT-LOAD-04"),
        (500, b"<html>", "CT-LOAD-06"),
        (302, b"", "CT-LOAD-07"),
        (200, b"<!doctype html>", "CT-LOAD-10"),
    ],
)
def test_a_session_that_cannot_be_asked_for(status: int, body: bytes, expected: str) -> None:
    loader = ChatGPT().loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert code(loader.answer(status, {}, body)) == (expected, str(status))


def test_a_token_shows_in_no_representation() -> None:
    adapter = ChatGPT()
    loader = signed_in(adapter, "secret")
    assert "secret" not in repr(ask_conversation("secret"))
    assert "secret" not in repr(adapter._session)
    assert "secret" not in repr(loader)


def test_an_id_that_is_none_is_not_asked_for() -> None:
    for kind in ("saved", "shared"):
        with pytest.raises(ValueError, match="id"):
            ChatGPT().loader(ConversationPlace(kind, "../me"))  # type: ignore[arg-type]


# ---------------------------------------------------------------- what ends it


@pytest.mark.parametrize(
    ("failure", "expected"), [("network", "CT-LOAD-01"), ("", "CT-LOAD-01"), ("timeout", "CT-LOAD-08")]
)
def test_no_answer(failure: str, expected: str) -> None:
    loader = ChatGPT().loader(ConversationPlace("saved", "abc"))
    loader.start()
    assert code(loader.answer(0, {}, b"", failure)) == (expected, failure)
    loader = signed_in()
    assert code(end(loader, loader.answer(0, {}, b"", failure))) == (expected, failure)


@pytest.mark.parametrize(
    ("status", "failure", "expected"),
    [(0, "network", "CT-LOAD-01"), (401, "", "CT-LOAD-02"), (429, "", "CT-LOAD-05")],
)
def test_without_connection_sign_in_or_leave_no_other_way_is_tried(
    status: int, failure: str, expected: str
) -> None:
    assert code(signed_in().answer(status, {}, b"", failure))[0] == expected
    loader = signed_in()
    loader.answer(500, {}, b"")
    assert code(loader.answer(status, {}, b"", failure))[0] == expected
    assert code(at_the_pages().answer(status, {}, b"", failure))[0] == expected


@pytest.mark.parametrize(
    ("asked", "now", "detail"),
    [
        ("30", 0, "30"),
        (" 7 ", 0, "7"),
        ("0", 0, "0"),
        ("Mon, 30 Nov 2026 20:00:30 GMT", 1796068800, "30"),
        ("Mon, 30 Nov 2026 19:00:00 GMT", 1796068800, "0"),
        ("Mon, 30 Nov 2026 20:00:30 GMT", 0, ""),
        ("Mon, 31 Feb 2026 20:00:30 GMT", 1796068800, ""),
        ("Mon, 30 Xyz 2026 20:00:30 GMT", 1796068800, ""),
        ("soon", 1796068800, ""),
        ("-5", 0, ""),
        ("9" * 5000, 0, ""),
        ("", 0, ""),
    ],
)
def test_a_request_to_wait_says_how_many_seconds(asked: str, now: float, detail: str) -> None:
    step = signed_in().answer(429, {"retry-after": asked}, b"", now=now)
    assert code(step) == ("CT-LOAD-05", detail)
    assert code(signed_in().answer(429, {}, b"")) == ("CT-LOAD-05", "")


# ---------------------------------------------------------------- the ways


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (403, "CT-LOAD-03"),
        (404, "CT-LOAD-04"),
        (410, "CT-LOAD-04"),
        (408, "CT-LOAD-08"),
        (500, "CT-LOAD-06"),
        (503, "CT-LOAD-06"),
        (204, "CT-LOAD-07"),
        (302, "CT-LOAD-07"),
        (418, "CT-LOAD-07"),
    ],
)
def test_when_every_way_fails_the_first_one_s_fault_is_told(status: int, expected: str) -> None:
    loader = signed_in()
    assert loader.answer(status, {}, b"") == ask_batch()
    assert loader.answer(500, {}, b"") == ask_page()
    assert code(loader.answer(404, {}, b"")) == (expected, str(status))


@pytest.mark.parametrize(
    ("body", "more", "expected"),
    [
        (b"<html>", {}, ("CT-LOAD-10", "200")),
        (b" \n<!DOCTYPE html>", {}, ("CT-LOAD-10", "200")),
        (b"Please wait", HTML, ("CT-LOAD-10", "200")),
        (b"{}", {}, ("CT-LOAD-07", "CT-FILE-02")),
        (b"3", {}, ("CT-LOAD-07", "CT-FILE-02")),
        (b"", {}, ("CT-LOAD-07", "CT-FILE-04")),
        (b"[" * 100_000, {}, ("CT-LOAD-07", "CT-FILE-03")),
        (b"Please wait", {}, ("CT-LOAD-09", "CT-FILE-01")),
        (b"{} and more", {}, ("CT-LOAD-09", "CT-FILE-01")),
        (b'{"mapping": oops, "and": "much that follows this"}', {}, ("CT-LOAD-09", "CT-FILE-01")),
        *((BODY[:n], {}, ("CT-LOAD-11", "CT-FILE-01")) for n in (1, 40, 200, len(BODY) // 2, len(BODY) - 1)),
        (b'{"mapping": tru', {}, ("CT-LOAD-11", "CT-FILE-01")),
        (b'{"title": "half a word', {}, ("CT-LOAD-11", "CT-FILE-01")),
    ],
)
def test_an_answer_that_is_no_conversation(
    body: bytes, more: dict[str, str], expected: tuple[str, str]
) -> None:
    loader = signed_in()
    step = loader.answer(200, more, body)
    assert step == ask_batch()
    assert code(end(loader, step)) == expected


def test_a_whole_tree_comes_from_the_batch_when_the_first_way_fails() -> None:
    loader = signed_in()
    assert loader.answer(500, {}, b"") == ask_batch()
    conversation = loaded(loader.answer(200, {}, b"[" + BODY + b"]"))
    assert drawn(conversation) == "q\n  a"
    assert not conversation.completeness.partial


def test_of_several_in_a_batch_the_one_asked_for_is_taken() -> None:
    other = payload("x user", conversation_id="other")
    mine = payload("q user", conversation_id="abc")
    loader = signed_in()
    loader.answer(500, {}, b"")
    assert drawn(loaded(loader.answer(200, {}, b"[" + other + b", " + mine + b"]"))) == "q"


@pytest.mark.parametrize(
    "batch",
    [
        b"[]",
        b"{}",
        b"[{}]",
        b"[3]",
        b"[" + payload("x user", conversation_id="x") + b"]",
        b"[" + payload("x user", conversation_id="x") + b"," + payload("y user", conversation_id="y") + b"]",
        b"[" + BODY,
        b"[[[[]]]]",
    ],
)
def test_a_batch_without_it_leads_to_the_pages(batch: bytes) -> None:
    loader = signed_in()
    loader.answer(404, {}, b"")
    assert loader.answer(200, {}, batch) == ask_page()
    assert code(loader.answer(404, {}, b"")) == ("CT-LOAD-04", "404")


def test_a_kept_batch_of_one_is_read_like_its_one() -> None:
    assert drawn(ChatGPT().parse(b" [" + BODY + b"]")) == "q\n  a"


# ---------------------------------------------------------------- pages


def test_older_pages_are_fetched_until_the_beginning() -> None:
    loader = at_the_pages()
    assert loader.answer(200, {}, page("q3", "a3", cursor="c=3", current_node="a3")) == ask_page("c%3D3")
    assert loader.answer(200, {}, page("q2", "a2", cursor="c2", current_node="a3")) == ask_page("c2")
    conversation = loaded(loader.answer(200, {}, page("q1", "a1", current_node="a3")))
    assert conversation.tree.ids == ["q1", "a1", "q2", "a2", "q3", "a3"]
    assert conversation.tree.parents == [-1, 0, 1, 2, 3, 4]
    assert conversation.tree.current == 5
    assert (conversation.id, conversation.title) == ("abc", "T")
    assert str(conversation.completeness) == "partial(paged)"
    assert faults(conversation) == []


def test_pages_that_overlap_say_a_message_once() -> None:
    loader = at_the_pages()
    loader.answer(200, {}, page("q2", "a2", cursor="2", current_node="a2"))
    conversation = loaded(loader.answer(200, {}, page("q1", "a1", "q2", current_node="a2")))
    assert conversation.tree.ids == ["q1", "a1", "q2", "a2"]
    assert faults(conversation) == []


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (500, b"", ""),
        (429, b"", ""),
        (401, b"", ""),
        (0, b"", "network"),
        (0, b"", "timeout"),
        (200, b"{}", ""),
        (200, b"<html>", ""),
        (200, b"{", ""),
    ],
)
def test_a_page_that_cannot_be_had_leaves_those_that_came(status: int, body: bytes, failure: str) -> None:
    loader = at_the_pages()
    loader.answer(200, {}, page("q2", "a2", cursor="2", current_node="a2"))
    conversation = loaded(loader.answer(status, {}, body, failure))
    assert conversation.tree.ids == ["q2", "a2"]
    assert str(conversation.completeness) == "partial(earlier)"
    assert faults(conversation) == [("CT-PARSE-16", None)]


def test_a_page_that_names_itself_is_not_asked_for_again() -> None:
    loader = at_the_pages()
    assert loader.answer(200, {}, page("q3", cursor="3", current_node="q3")) == ask_page("3")
    conversation = loaded(loader.answer(200, {}, page("q2", cursor="3", current_node="q3")))
    assert conversation.tree.ids == ["q2", "q3"]
    assert str(conversation.completeness) == "partial(earlier)"


@pytest.mark.parametrize("cursor", ["", 3, "x" * 5000])
def test_a_page_without_a_name_for_the_one_before_is_the_last(cursor: object) -> None:
    body = page("q3", current_node="q3", page_info={"has_previous_page": True, "start_cursor": cursor})
    assert str(loaded(at_the_pages().answer(200, {}, body)).completeness) == "partial(earlier)"


def test_there_is_an_end_to_asking() -> None:
    loader = at_the_pages()
    for n in range(loading.MOST_PAGES - 1):
        step = loader.answer(200, {}, page(f"q{n}", cursor=f"c{n}", current_node="q0"))
        assert step == ask_page(f"c{n}")
    conversation = loaded(loader.answer(200, {}, page("q", cursor="more", current_node="q0")))
    assert len(conversation.tree) == loading.MOST_PAGES
    assert str(conversation.completeness) == "partial(earlier)"


@pytest.mark.parametrize("odd", [None, 3, ["x"]])
def test_a_message_without_an_id_is_kept_among_pages(odd: object) -> None:
    loader = at_the_pages()
    loader.answer(200, {}, page("q2", cursor="2", current_node="q2"))
    older = json.loads(page("q1", current_node="q2"))
    older["messages"] = [*older["messages"], {"id": odd, **text("user", "words")}, None]
    conversation = loaded(loader.answer(200, {}, json.dumps(older).encode()))
    assert conversation.tree.ids == ["q1", "messages[1]", "q2"]


@pytest.mark.parametrize("odd", [[], None, "words", 7])
def test_a_page_that_begins_with_no_message_is_read(odd: object) -> None:
    loader = at_the_pages()
    newest, older = (json.loads(page(name, cursor=name, current_node="q2")) for name in ("q2", "q1"))
    for each in (newest, older):
        each["messages"].insert(0, odd)
    loader.answer(200, {}, json.dumps(newest).encode())
    older["page_info"] = {"has_previous_page": False}
    conversation = loaded(loader.answer(200, {}, json.dumps(older).encode()))
    assert conversation.tree.ids == ["q1", "q2"]
    assert faults(conversation)


# ---------------------------------------------------------------- shared copies


def shared(adapter: ChatGPT | None = None) -> tuple[Loader, SiteRequest | Step]:
    loader = (adapter or ChatGPT()).loader(ConversationPlace("shared", "s1"))
    return loader, loader.start()


def test_a_shared_copy_is_one_request() -> None:
    loader, step = shared()
    assert step == ASK_SESSION
    assert loader.answer(200, {}, session("t1")) == SiteRequest("GET", "/backend-api/share/s1", headers("t1"))
    conversation = loaded(loader.answer(200, {}, BODY))
    assert (conversation.id, drawn(conversation)) == ("s1", "q\n  a")


@pytest.mark.parametrize(("status", "body"), [(200, b"{}"), (403, b""), (401, b""), (500, b"")])
def test_a_shared_copy_is_there_for_those_who_are_not_signed_in(status: int, body: bytes) -> None:
    loader, _ = shared()
    bare = SiteRequest("GET", "/backend-api/share/s1", {"accept": "application/json"})
    assert loader.answer(status, {}, body) == bare
    assert drawn(loaded(loader.answer(200, {}, BODY))) == "q\n  a"


@pytest.mark.parametrize(("status", "failure"), [(0, "network"), (429, "")])
def test_a_shared_copy_is_not_asked_for_without_connection_or_leave(status: int, failure: str) -> None:
    loader, _ = shared()
    assert isinstance(loader.answer(status, {}, b"", failure), CodedError)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (404, b"", "CT-LOAD-13"),
        (401, b"", "CT-LOAD-02"),
        (403, b"", "CT-LOAD-03"),
        (500, b"", "CT-LOAD-06"),
        (200, b"<html>", "CT-LOAD-10"),
        (200, b"{}", "CT-LOAD-07"),
        (200, b"{", "CT-LOAD-11"),
        (200, b"no JSON", "CT-LOAD-09"),
    ],
)
def test_a_shared_copy_has_no_other_way(status: int, body: bytes, expected: str) -> None:
    loader, _ = shared()
    loader.answer(200, {}, session("t1"))
    assert code(loader.answer(status, {}, body))[0] == expected


@pytest.mark.parametrize("current", [None, "a"])
def test_a_shared_copy_that_is_a_bare_list_is_read_too(current: str | None) -> None:
    whole = json.loads(payload("r\n  q user\n    a assistant"))
    line = [*whole["mapping"].values(), 3, {"id": 4}]
    loader, _ = shared()
    loader.answer(200, {}, session("t1"))
    body = {"title": "T", "linear_conversation": line, "current_node": current}
    conversation = loaded(loader.answer(200, {}, json.dumps(body).encode()))
    assert drawn(conversation) == "q\n  a"
    assert (conversation.title, conversation.tree.current) == ("T", 1)
