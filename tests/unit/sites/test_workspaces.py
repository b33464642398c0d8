"""Whose conversations are asked for: the workspace's name in the header, and the key of the account."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.sites.base import ConversationPlace, Loader, SiteRequest
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import payload

TEAM = "6a1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"
OTHER = "00000000-8d2b-4c55-9b1e-0f7d2a3b4c5d"
ACCOUNTS = "/backend-api/accounts/check/v4-2023-04-27"
TOKEN = json.dumps({"accessToken": "t", "user": {"id": "user-1", "email": "a@b.example"}}).encode()


def site(cookie: str | None) -> ChatGPT:
    adapter = ChatGPT()
    adapter.forget({} if cookie is None else {"_account": cookie})
    return adapter


def begun(adapter: ChatGPT) -> tuple[Loader, Any]:
    """A loader, and what it wants once somebody is signed in."""
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    loader.start()
    return loader, loader.answer(200, {}, TOKEN)


def accounts(*pairs: tuple[str, Any]) -> bytes:
    return json.dumps({"accounts": {key: {"account": {"account_id": name}} for key, name in pairs}}).encode()


def workspace(request: Any) -> str | None:
    assert isinstance(request, SiteRequest)
    assert request.path == "/backend-api/conversation/abc"
    return request.headers.get("chatgpt-account-id")


@pytest.mark.parametrize("cookie", [None, "", "personal", '"personal"', "a b", "a\r\nb"])
def test_the_personal_account_is_not_named(cookie: str | None) -> None:
    _, request = begun(site(cookie))
    assert workspace(request) is None


@pytest.mark.parametrize("cookie", [TEAM, f'"{TEAM}"', "team-key"])
def test_a_workspace_is_looked_up_and_named(cookie: str) -> None:
    loader, request = begun(site(cookie))
    assert request == SiteRequest(
        "GET", ACCOUNTS, {"accept": "application/json", "authorization": "Bearer t"}
    )
    listed = accounts(("default", OTHER), ("team-key", TEAM))
    assert workspace(loader.answer(200, {}, listed)) == TEAM


def test_a_workspace_is_looked_up_once_while_the_page_is_loaded() -> None:
    adapter = site(TEAM)
    loader, _ = begun(adapter)
    loader.answer(200, {}, accounts((TEAM, TEAM)))
    assert workspace(adapter.loader(ConversationPlace("saved", "abc")).start()) == TEAM
    adapter.forget({"_account": TEAM})
    _, request = begun(adapter)
    assert request.path == ACCOUNTS


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (500, b"", ""),
        (404, b"", ""),
        (403, b"<html>", ""),
        (0, b"", "timeout"),
        (200, b"no JSON", ""),
        (200, b"[]", ""),
        (200, b'{"accounts": []}', ""),
        (200, b'{"accounts": {"x": 3, "y": {"account": null}, "z": {"account": {"account_id": 3}}}}', ""),
        (200, accounts(("default", OTHER)), ""),
        (200, accounts((TEAM, "a\r\nb")), ""),
    ],
)
def test_a_look_up_that_fails_leaves_the_cookie_if_it_looks_like_an_id(
    status: int, body: bytes, failure: str
) -> None:
    loader, _ = begun(site(TEAM))
    assert workspace(loader.answer(status, {}, body, failure)) == TEAM
    loader, _ = begun(site("team-key"))
    assert workspace(loader.answer(status, {}, body, failure)) is None


@pytest.mark.parametrize(
    ("status", "failure", "code"), [(0, "network", "CT-LOAD-01"), (429, "", "CT-LOAD-05")]
)
def test_a_look_up_without_connection_or_leave_ends_the_load(status: int, failure: str, code: str) -> None:
    loader, _ = begun(site(TEAM))
    step = loader.answer(status, {}, b"", failure)
    assert isinstance(step, CodedError)
    assert step.code == code


def test_a_token_that_ran_out_before_the_look_up_is_renewed() -> None:
    adapter = site(TEAM)
    loader, _ = begun(adapter)
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    assert loader.start().path == ACCOUNTS
    step = loader.answer(401, {}, b"")
    assert isinstance(step, SiteRequest)
    assert step.path == "/api/auth/session"
    step = loader.answer(200, {}, TOKEN)
    assert isinstance(step, SiteRequest)
    assert step.path == ACCOUNTS


def ends(loader: Loader, status: int) -> CodedError:
    step: Any = None
    for _ in range(3):
        step = loader.answer(status, {}, b"")
    assert isinstance(step, CodedError)
    return step


def test_not_known_for_want_of_a_workspace_s_name_is_a_fault_of_its_own() -> None:
    loader, _ = begun(site("team-key"))
    loader.answer(500, {}, b"")
    assert ends(loader, 404).code == "CT-LOAD-12"
    loader, _ = begun(site("team-key"))
    loader.answer(500, {}, b"")
    assert ends(loader, 403).code == "CT-LOAD-03"
    loader, _ = begun(site(TEAM))
    loader.answer(500, {}, b"")
    assert ends(loader, 404).code == "CT-LOAD-04"


def test_every_way_and_a_change_name_the_workspace() -> None:
    adapter = site(TEAM)
    loader, _ = begun(adapter)
    step = loader.answer(500, {}, b"")
    for _ in range(3):
        assert isinstance(step, SiteRequest)
        assert step.headers["chatgpt-account-id"] == TEAM
        step = loader.answer(500, {}, b"")
    assert adapter.switcher("abc", "m").start().headers["chatgpt-account-id"] == TEAM


def test_a_shared_copy_asked_for_without_a_token_names_no_workspace() -> None:
    loader = site(TEAM).loader(ConversationPlace("shared", "s"))
    loader.start()
    assert loader.answer(200, {}, b"{}") == SiteRequest(
        "GET", "/backend-api/share/s", {"accept": "application/json"}
    )


# ---------------------------------------------------------------- the account's key


def test_the_account_is_unknown_until_the_session_is() -> None:
    adapter = site(None)
    assert adapter.account == ""
    loader, _ = begun(adapter)
    assert adapter.account == "user-1/"
    loader.answer(200, {}, payload("q user"))
    assert adapter.account == "user-1/"
    adapter.forget()
    assert adapter.account == ""


def test_the_key_tells_workspaces_apart_and_holds_no_secret() -> None:
    adapter = site(TEAM)
    loader, _ = begun(adapter)
    loader.answer(200, {}, accounts((TEAM, TEAM)))
    assert adapter.account == f"user-1/{TEAM}"


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ({"user": {"id": "u"}, "account": {"id": "acc"}}, "u/acc"),
        ({"user": {"id": "auth0|u-1"}, "account": None}, "auth0|u-1/"),
        ({"user": {"id": "a@b.example"}}, ""),
        ({"user": {"id": 3}, "account": {"id": "acc"}}, ""),
        ({"user": "u"}, ""),
        ({}, ""),
    ],
)
def test_the_key_is_made_of_ids_only(answer: dict[str, Any], key: str) -> None:
    adapter = site(None)
    loader = adapter.loader(ConversationPlace("saved", "abc"))
    loader.start()
    loader.answer(200, {}, json.dumps({"accessToken": "t", **answer}).encode())
    assert adapter.account == key
