"""The stand-in's routes by plain HTTP: histories whole and paged, batches, changes, accounts, shares.

Must not need a browser nor anything that the extension is made of.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.replica import tree_data
from tests.replica.client import Client
from tests.replica.control import Control
from tests.replica.server import Replica
from tests.replica.share_routes import shared

NAME = "aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb"
TEAM = "cccccccc-1111-4222-8333-dddddddddddd"
ONE = f"/backend-api/conversation/{NAME}"
FLAT = f"/backend-api/conversations/{NAME}"
BATCH = "/backend-api/conversations/batch"
ACCOUNTS = "/backend-api/accounts/check/v4-2023-04-27"


@pytest.fixture
def client(replica: Replica, site: Control) -> Client:
    return Client(replica)


def say(chat: dict[str, Any], parent: str, name: str, role: str, **more: Any) -> dict[str, Any]:
    time = tree_data.latest_time(chat) + 1
    return tree_data.with_message(
        chat, parent, tree_data.message(role, f"text of {name}", time, id=name, **more)
    )


def chat(turns: int, *, below: str = "client-created-root") -> dict[str, Any]:
    """Questions q0, q1, … with answers a0, a1, … in one line."""
    made = tree_data.new_conversation(NAME, "Made here", 1793606400.0)
    for number in range(turns):
        made = say(made, below, f"q{number}", "user")
        made = say(made, f"q{number}", f"a{number}", "assistant")
        below = f"a{number}"
    return made


def forked() -> dict[str, Any]:
    """Two turns; the second question was edited, and the edited one (q1b) is current."""
    made = chat(2)
    return say(say(made, "a0", "q1b", "user"), "q1b", "a1b", "assistant")


def ids(page: dict[str, Any]) -> list[str]:
    return [m["id"] for m in page["messages"]]


class TestFlatPages:
    def test_the_newest_page_holds_so_many_turns_oldest_first(self, client: Client, site: Control) -> None:
        site.add(chat(5))
        page = client.get(f"{FLAT}?include_has_versions=true&num_turns=2").json
        assert ids(page) == ["q3", "a3", "q4", "a4"]
        assert (page["title"], page["current_node"]) == ("Made here", "a4")
        assert page["page_info"]["has_previous_page"] is True
        assert "mapping" not in page

    def test_older_pages_lead_to_the_beginning(self, client: Client, site: Control) -> None:
        site.add(chat(7))
        page = client.get(f"{FLAT}?num_turns=3").json
        got, asked = ids(page), 1
        while page["page_info"]["has_previous_page"]:
            cursor = page["page_info"]["start_cursor"]
            page = client.get(f"{FLAT}/messages?before={cursor}&num_turns=3").json
            got, asked = ids(page) + got, asked + 1
        assert got == [f"{letter}{number}" for number in range(7) for letter in "qa"]
        assert asked == 3
        assert page["page_info"]["start_cursor"] is None

    def test_what_stands_before_the_first_question_comes_with_it(self, client: Client, site: Control) -> None:
        hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}
        made = say(chat(0), "client-created-root", "s", "system", **hidden)
        made = say(made, "s", "instructions", "user", **hidden)
        made = say(say(made, "instructions", "q", "user"), "q", "a", "assistant")
        site.add(made)
        page = client.get(f"{FLAT}?num_turns=1").json
        assert ids(page) == ["s", "instructions", "q", "a"]
        assert page["page_info"]["has_previous_page"] is False

    def test_no_page_holds_more_than_a_hundred_turns(self, client: Client, site: Control) -> None:
        site.add(chat(130))
        assert len(ids(client.get(f"{FLAT}?num_turns=1000").json)) == 200
        assert len(ids(client.get(FLAT).json)) == 20

    def test_siblings_are_never_in_it(self, client: Client, site: Control) -> None:
        site.add(forked())
        page = client.get(f"{FLAT}?include_has_versions=true").json
        assert ids(page) == ["q0", "a0", "q1b", "a1b"]
        assert [m["id"] for m in page["messages"] if m.get("has_versions")] == ["q1b"]
        assert not any("has_versions" in m for m in client.get(FLAT).json["messages"])

    def test_a_wanted_message_makes_the_page_longer(self, client: Client, site: Control) -> None:
        site.add(chat(9))
        page = client.get(f"{FLAT}?num_turns=1&include_message_id=a6").json
        assert ids(page)[0] == "q6"

    def test_cursors_and_numbers_that_are_none_are_refused(self, client: Client, site: Control) -> None:
        site.add(chat(2))
        assert client.get(f"{FLAT}/messages?before=nonsense").status == 400
        assert client.get(f"{FLAT}/messages").status == 400
        assert client.get(f"{FLAT}?num_turns=many").status == 422

    def test_a_current_node_that_is_none_gives_an_empty_page(self, client: Client, site: Control) -> None:
        site.add({**chat(2), "current_node": "gone"})
        assert ids(client.get(FLAT).json) == []

    def test_a_circle_of_parents_ends(self, client: Client, site: Control) -> None:
        made = chat(1)
        made["mapping"]["q0"] = {**made["mapping"]["q0"], "parent": "a0"}
        site.add(made)
        assert ids(client.get(FLAT).json) == ["q0", "a0"]


class TestBatch:
    def test_whole_trees_come_in_the_order_asked_for(self, client: Client, site: Control) -> None:
        for name in ("one", "two", "three"):
            site.add({**forked(), "conversation_id": name})
        answer = client.ask("POST", BATCH, {"conversation_ids": ["three", "unknown", "one"]})
        assert [c["conversation_id"] for c in answer.json] == ["three", "one"]
        assert set(answer.json[0]["mapping"]) == set(forked()["mapping"])

    def test_more_than_ten_are_refused(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        assert len(client.ask("POST", BATCH, {"conversation_ids": [NAME] * 10}).json) == 10
        assert client.ask("POST", BATCH, {"conversation_ids": [NAME] * 11}).status == 400
        assert client.ask("POST", BATCH, {}).status == 400

    def test_one_that_is_no_conversation_does_not_spoil_the_others(
        self, client: Client, site: Control
    ) -> None:
        site.add(chat(1))
        site.conversations["odd"] = b"{ not json"
        assert len(client.ask("POST", BATCH, {"conversation_ids": ["odd", NAME]}).json) == 1


class TestChanges:
    def test_a_new_title_and_the_archive_show_from_then_on(self, client: Client, site: Control) -> None:
        given = chat(1)
        site.add(given)
        assert client.ask("PATCH", ONE, {"title": "Another"}).json == {"success": True}
        assert client.ask("PATCH", ONE, {"is_archived": True}).json == {"success": True}
        found = client.get(ONE).json
        assert (found["title"], found["is_archived"]) == ("Another", True)
        assert client.get("/backend-api/conversations").json["items"] == []
        assert client.get("/backend-api/conversations?is_archived=true").json["total"] == 1
        assert given["title"] == "Made here"  # what a test gave stays as it was

    def test_a_deleted_conversation_is_gone_everywhere(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        assert client.ask("PATCH", ONE, {"is_visible": False}).json == {"success": True}
        assert client.get(ONE).status == 404
        assert client.get(FLAT).status == 404
        assert client.ask("POST", BATCH, {"conversation_ids": [NAME]}).json == []
        assert client.ask("PATCH", ONE, {"title": "x"}).status == 404

    def test_another_current_node_is_taken_and_forgotten(self, client: Client, site: Control) -> None:
        site.add(forked())
        answer = client.ask("PATCH", ONE, {"current_node": "a1"})
        assert (answer.status, answer.json) == (200, {"success": True})
        assert client.get(ONE).json["current_node"] == "a1b"

    def test_another_current_node_is_kept_where_that_is_wanted(self, client: Client, site: Control) -> None:
        site.add(forked())
        site.switching = "honoured"
        assert client.ask("PATCH", ONE, {"current_node": "a1"}).json == {"success": True}
        assert client.get(ONE).json["current_node"] == "a1"
        assert ids(client.get(FLAT).json) == ["q0", "a0", "q1", "a1"]
        assert client.ask("PATCH", ONE, {"current_node": "unknown"}).status == 404

    @pytest.mark.parametrize("status", [403, 405, 422, 500])
    def test_another_current_node_is_refused_where_that_is_wanted(
        self, client: Client, site: Control, status: int
    ) -> None:
        site.add(forked())
        site.switching, site.switching_status = "refused", status
        assert client.ask("PATCH", ONE, {"current_node": "a1"}).status == status
        assert client.get(ONE).json["current_node"] == "a1b"
        assert client.ask("PATCH", ONE, {"title": "Another"}).status == 200

    def test_bytes_are_served_as_they_are_and_can_be_changed(self, client: Client, site: Control) -> None:
        given = b'{"title": "b", "current_node": "a", "mapping": {"a": {"id": "a", "parent": null}}}'
        site.conversations[NAME] = given
        assert client.get(ONE).body == given
        assert client.ask("PATCH", ONE, {"title": "c"}).status == 200
        assert client.get(ONE).json["title"] == "c"


class TestWhoAsks:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", ONE),
            ("PATCH", ONE),
            ("GET", FLAT),
            ("GET", f"{FLAT}/messages"),
            ("POST", BATCH),
            ("GET", ACCOUNTS),
            ("GET", "/backend-api/conversations"),
            ("POST", "/backend-api/f/conversation"),
        ],
    )
    def test_without_the_token_there_is_nothing(
        self, client: Client, site: Control, method: str, path: str
    ) -> None:
        site.add(chat(1))
        client.token = "not-it"
        assert client.ask(method, path, {} if method != "GET" else None).status == 401

    def test_an_expired_token_is_followed_by_another(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        before = client.get("/api/auth/session").json["accessToken"]
        site.expire_token()
        assert client.get(ONE).status == 401
        client.token = client.get("/api/auth/session").json["accessToken"]
        assert client.token != before
        assert client.get(ONE).status == 200

    def test_signed_out_means_no_token_and_no_answer(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        site.signed_in = False
        assert client.get("/api/auth/session").json == {}
        assert client.get(ONE).status == 401

    def test_the_session_says_who_and_which_account(self, client: Client, site: Control) -> None:
        first = client.get("/api/auth/session").json
        site.account_id, site.user_id = "another-account", "another-user"
        second = client.get("/api/auth/session").json
        assert first["account"]["id"] != second["account"]["id"] == "another-account"
        assert first["user"]["id"] != second["user"]["id"] == "another-user"

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [("GET", ONE, None), ("PATCH", ONE, {"title": "x"}), ("GET", FLAT, None)],
    )
    def test_a_workspaces_conversation_wants_its_account(
        self, client: Client, site: Control, method: str, path: str, body: Any
    ) -> None:
        site.add(chat(1))
        site.workspaces[NAME] = TEAM
        statuses = []
        for account in ("", "another", TEAM):
            client.account = account
            statuses.append(client.ask(method, path, body).status)
        assert statuses == [404, 404, 200]

    def test_a_personal_conversation_is_not_in_a_workspace(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        client.account = TEAM
        assert client.get(ONE).status == 404
        client.account = site.account_id
        assert client.get(ONE).status == 200

    def test_a_batch_leaves_other_accounts_out(self, client: Client, site: Control) -> None:
        site.add(chat(1))
        site.add(chat(1), "teams")
        site.workspaces["teams"] = TEAM
        both = {"conversation_ids": [NAME, "teams"]}
        assert len(client.ask("POST", BATCH, both).json) == 1
        assert [i["id"] for i in client.get("/backend-api/conversations").json["items"]] == [NAME]

    def test_the_accounts_are_found_by_their_keys(self, client: Client, site: Control) -> None:
        site.workspaces[NAME] = TEAM
        site.account_keys["a-key"] = TEAM
        found = client.get(ACCOUNTS).json["accounts"]
        assert {key: one["account"]["account_id"] for key, one in found.items()} == {
            site.account_id: site.account_id,
            TEAM: TEAM,
            "a-key": TEAM,
        }
        assert found[TEAM]["account"]["structure"] == "workspace"
        assert found[site.account_id]["account"]["structure"] == "personal"

    def test_pages_tell_the_workspace_by_a_cookie(self, client: Client, site: Control) -> None:
        assert "set-cookie" not in client.get(f"/c/{NAME}").headers
        site.account_cookie = TEAM
        assert client.get(f"/c/{NAME}").headers["set-cookie"].startswith(f"_account={TEAM};")
        assert "set-cookie" not in client.get("/api/auth/session").headers
        site.account_cookie = ""
        assert "Max-Age=0" in client.get("/", cookie=f"_account={TEAM}").headers["set-cookie"]


def test_a_temporary_chat_is_served_but_never_listed(client: Client, site: Control) -> None:
    site.temporary.add(site.add(chat(1)))
    assert client.get(ONE).status == 200
    assert client.get("/backend-api/conversations").json["items"] == []


def test_a_share_is_one_path_for_anyone(client: Client, site: Control) -> None:
    site.shares["s1"] = shared(forked(), "s1", "a1")
    client.token = ""
    found = client.get("/backend-api/share/s1").json
    assert found["current_node"] == "a1"
    assert [e["id"] for e in found["linear_conversation"]] == ["client-created-root", "q0", "a0", "q1", "a1"]
    assert found["mapping"]["a0"]["children"] == ["q1"]
    assert client.get("/backend-api/share/unknown").status == 404
