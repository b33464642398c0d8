"""A conversation comes by whichever way the site serves it, and says what is missing when that is not all.

Must not know what the ways are made of; only which routes of the stand-in are up.
"""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control

TEAM = "7d1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"


@pytest.fixture(autouse=True)
def only_our_own_requests(site: Control) -> None:
    site.page_uses = "none"


def sent(site: Control) -> list[str]:
    """What the extension asked for, without ids; who is signed in, the page asks just like it."""
    own = [r for r in site.requests if not r.by_page and r.path.startswith("/backend-api/")]
    return [f"{r.method} {r.path.split('/')[2]}" for r in own]


@pytest.mark.parametrize("fault", [404, 500, "html", "truncate"])
def test_the_whole_tree_comes_in_a_batch(panel: Panel, site: Control, fault: int | str) -> None:
    name = site.add(Maker(str(uuid4())).rounds(3).answer())
    site.fail("conversation", fault, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
    expect(panel.part("notice")).to_be_hidden()
    assert sent(site) == ["GET conversation", "POST conversations"]


def test_one_branch_comes_in_pages_and_says_so(panel: Panel, site: Control) -> None:
    name = site.add(Maker(str(uuid4())).rounds(120).answer())
    for route in ("conversation", "batch"):
        site.fail(route, 500, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().shows("240 nodes · 1 branch")
    expect(panel.part("notice")).to_contain_text("Only the branch on screen is known")
    assert sent(site)[-3:] == ["GET conversations"] * 3


def test_an_older_page_that_is_not_to_be_had_is_said_to_be_missing(panel: Panel, site: Control) -> None:
    name = site.add(Maker(str(uuid4())).rounds(120).answer())
    for route in ("conversation", "batch"):
        site.fail(route, 500, of="extension")
    # The newest page is an answer like any other; what it says of an older one leads nowhere.
    site.fail("pages", "rewrite", of="extension", rewrite=without_cursor)
    panel.goto(f"{SITE}/c/{name}").open().shows("100 nodes · 1 branch")
    expect(panel.part("notice")).to_contain_text("earlier messages")


def without_cursor(page: object) -> object:
    assert isinstance(page, dict)
    return {**page, "page_info": {"has_previous_page": True, "start_cursor": None}}


@pytest.mark.parametrize(
    ("fault", "code"), [("html", "CT-LOAD-10"), ("not_json", "CT-LOAD-09"), ("truncate", "CT-LOAD-11")]
)
def test_when_every_way_fails_the_first_one_s_fault_is_told(
    panel: Panel, site: Control, fault: str, code: str
) -> None:
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    site.fail("conversation", fault, of="extension")
    site.fail("batch", 500, of="extension")
    site.fail("pages", 404, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().says(code)


def test_a_site_that_asks_to_wait_is_asked_once(panel: Panel, site: Control) -> None:
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    site.fail("conversation", 429, of="extension", retry_after="20")
    panel.goto(f"{SITE}/c/{name}").open().says("CT-LOAD-05")
    assert sent(site) == ["GET conversation"]


@pytest.mark.parametrize("key", [TEAM, "team-key"])
def test_a_conversation_of_a_workspace(panel: Panel, site: Control, key: str) -> None:
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    site.workspaces[name] = TEAM
    site.account_cookie = key
    site.account_keys[key] = TEAM
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    assert [
        r.headers.get("chatgpt-account-id") for r in site.asked("GET", f"/backend-api/conversation/{name}")
    ] == [TEAM]


def test_a_workspace_that_cannot_be_named_is_a_fault_of_its_own(panel: Panel, site: Control) -> None:
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    site.workspaces[name] = TEAM
    site.account_cookie = "unknown-key"
    panel.goto(f"{SITE}/c/{name}").open().says("workspace", "CT-LOAD-12")


def test_no_token_and_no_words_leave_the_page_s_own_origin(panel: Panel, site: Control) -> None:
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    site.fail("conversation", 500, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    batch = site.asked("POST", "/backend-api/conversations/batch", by="extension")
    assert [json.loads(r.body) for r in batch] == [{"conversation_ids": [name]}]
