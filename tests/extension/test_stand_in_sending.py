"""The stand-in answers what is sent: branches that stay, streams to their end, handed off, or broken off.

Must not need a browser nor anything that the extension is made of.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.replica import tree_data
from tests.replica.client import Client
from tests.replica.control import Control
from tests.replica.server import Replica

NAME = "aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb"
ONE = f"/backend-api/conversation/{NAME}"
SEND = "/backend-api/f/conversation"
WHOLE = "Three small pieces of text."


@pytest.fixture
def client(replica: Replica, site: Control) -> Client:
    """Two questions with their answers: q0, a0, q1, a1."""
    site.stream_gap_seconds = 0.01
    made = tree_data.new_conversation(NAME, "Made here", 1793606400.0)
    above = made["current_node"]
    for number, name in enumerate(("q0", "a0", "q1", "a1")):
        role = "assistant" if number % 2 else "user"
        said = tree_data.message(role, f"text of {name}", 1793606401.0 + number, id=name)
        made, above = tree_data.with_message(made, above, said), name
    site.add(made)
    return Client(replica)


def question(name: str, below: str, **more: Any) -> dict[str, Any]:
    said = {"id": name, "author": {"role": "user"}, "content": {"content_type": "text", "parts": [name]}}
    return {"action": "next", "messages": [said], "parent_message_id": below, **more}


def of_chat(sent: dict[str, Any]) -> dict[str, Any]:
    return {**sent, "conversation_id": NAME}


def typed(frames: list[Any], kind: str) -> dict[str, Any]:
    found = [f for f in frames if isinstance(f, dict) and f.get("type") == kind]
    assert len(found) == 1, f"{len(found)} frames of {kind}"
    return dict(found[0])


def written(frames: list[Any]) -> dict[str, str]:
    """Message id to the text that the changes of a stream make: delta encoding v1, as far as it is used."""
    texts: dict[str, str] = {}
    last = ""
    for frame in frames:
        if not isinstance(frame, dict) or "v" not in frame:
            continue
        if frame.get("o") == "add":
            last = frame["v"]["message"]["id"]
            texts[last] = "".join(frame["v"]["message"]["content"].get("parts") or [])
        elif isinstance(frame["v"], str):
            assert frame.get("p", "/message/content/parts/0") == "/message/content/parts/0"
            texts[last] += frame["v"]
    return texts


def until(true: Callable[[], bool], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


class TestBranches:
    def test_a_question_and_its_answer_hang_below_the_last_message(self, client: Client) -> None:
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        found = client.get(ONE).json
        (answer,) = found["mapping"]["q2"]["children"]
        assert found["mapping"]["a1"]["children"] == ["q2"]
        assert found["mapping"][answer]["message"]["content"]["parts"] == [WHOLE]
        assert found["current_node"] == answer
        assert written(frames) == {answer: WHOLE}
        assert frames[-1] == "[DONE]"
        assert typed(frames, "message_stream_complete")["conversation_id"] == NAME

    def test_an_edit_is_a_sibling_of_the_edited_question(self, client: Client) -> None:
        client.ask("POST", SEND, of_chat(question("q1b", "a0")))
        found = client.get(ONE).json
        assert found["mapping"]["a0"]["children"] == ["q1", "q1b"]
        assert found["mapping"][found["current_node"]]["parent"] == "q1b"

    @pytest.mark.parametrize("named", ["q1", "a1"])
    def test_another_answer_hangs_below_the_question(self, client: Client, named: str) -> None:
        client.ask("POST", SEND, of_chat({"action": "variant", "parent_message_id": named}))
        found = client.get(ONE).json
        assert found["mapping"]["q1"]["children"] == ["a1", found["current_node"]]
        made = found["mapping"][found["current_node"]]["message"]
        assert made["metadata"]["message_type"] == "variant"
        assert made["create_time"] > found["mapping"]["a1"]["message"]["create_time"]

    def test_another_answer_may_name_its_question_as_the_message(self, client: Client) -> None:
        sent = {"action": "variant", "messages": [{"id": "q1"}], "parent_message_id": "a0"}
        client.ask("POST", SEND, of_chat(sent))
        assert len(client.get(ONE).json["mapping"]["q1"]["children"]) == 2
        assert client.get(ONE).json["mapping"]["a0"]["children"] == ["q1"]

    def test_more_of_the_same_goes_on_below_the_answer(self, client: Client) -> None:
        client.ask("POST", SEND, of_chat({"action": "continue", "parent_message_id": "a1"}))
        found = client.get(ONE).json
        assert found["mapping"]["a1"]["children"] == [found["current_node"]]

    def test_the_messages_of_one_exchange_say_so(self, client: Client) -> None:
        client.ask("POST", SEND, of_chat(question("q2", "a1")))
        mapping = client.get(ONE).json["mapping"]
        turns = {
            mapping[n]["message"]["metadata"]["turn_exchange_id"] for n in ("q2", *mapping["q2"]["children"])
        }
        assert len(turns) == 1

    def test_an_unknown_place_is_refused_and_nothing_changes(self, client: Client) -> None:
        before = client.get(ONE).json
        assert client.ask("POST", SEND, of_chat(question("q2", "unknown"))).status == 404
        assert client.ask("POST", SEND, {**question("q2", "a1"), "conversation_id": "x"}).status == 404
        assert client.get(ONE).json == before


class TestAnswers:
    def test_it_is_in_progress_until_its_end(self, client: Client, site: Control) -> None:
        site.stream_gap_seconds = 0.1
        seen = []
        for frame in client.listen("POST", SEND, of_chat(question("q2", "a1"))):
            if isinstance(frame, dict) and isinstance(frame.get("v"), str):
                found = client.get(ONE).json
                made = found["mapping"][found["current_node"]]["message"]
                seen.append((made["status"], made["content"]["parts"][0] != "", found["async_status"]))
        assert set(seen[:-1]) == {("in_progress", True, 3)}  # the end follows the last piece at once
        found = client.get(ONE).json
        assert found["mapping"][found["current_node"]]["message"]["status"] == "finished_successfully"
        assert found["async_status"] is None

    def test_it_may_be_made_of_many_messages(self, client: Client, site: Control) -> None:
        site.answer_messages = 200
        site.tool_gap_seconds = 0.001
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        added = [f["v"]["message"] for f in frames if isinstance(f, dict) and f.get("o") == "add"]
        assert len(added) == 200
        assert [m["content"]["content_type"] for m in added[:3]] == ["thoughts", "code", "execution_output"]
        found = client.get(ONE).json
        path = [e["id"] for e in tree_data.active_path(found)]
        assert path[-201:] == ["q2", *(m["id"] for m in added)]
        assert {e["message"]["status"] for e in tree_data.active_path(found)[1:]} == {"finished_successfully"}
        assert {m["author"]["role"] for m in added[2::2]} == {"tool"}
        assert {m["recipient"] for m in added[1:-1:2]} == {"python"}

    def test_a_page_that_hangs_up_stops_it(self, client: Client, site: Control) -> None:
        site.stream_gap_seconds = 0.1
        for frame in client.listen("POST", SEND, of_chat(question("q2", "a1"))):
            if isinstance(frame, dict) and frame.get("v") == "small ":
                break

        def last() -> dict[str, Any]:
            found = client.get(ONE).json
            return dict(found["mapping"][found["current_node"]]["message"])

        until(lambda: last()["status"] != "in_progress")
        assert last()["status"] == "finished_partial_completion"
        assert last()["content"]["parts"][0] in {"Three small ", "Three small pieces "}
        assert last()["metadata"]["finish_details"]["type"] == "interrupted"
        assert client.get(ONE).json["async_status"] is None


class TestHandOff:
    @pytest.fixture(autouse=True)
    def _handed_off(self, site: Control) -> None:
        site.hand_off = True
        site.hand_off_seconds = 0.4

    def test_the_stream_ends_and_the_data_goes_on(self, client: Client) -> None:
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        assert frames[-1]["type"] == "stream_handoff"
        ((name, text),) = written(frames).items()
        assert text == "Three "
        now = client.get(ONE).json["mapping"][name]["message"]
        assert now["status"] == "in_progress"
        until(lambda: client.get(ONE).json["async_status"] is None)
        assert client.get(ONE).json["mapping"][name]["message"]["content"]["parts"] == [WHOLE]

    def test_the_topic_tells_the_rest(self, client: Client) -> None:
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        turn = typed(frames, "stream_handoff")["turn_exchange_id"]
        client.token = ""  # as with the site's socket, no header is wanted
        begun = time.monotonic()
        rest = client.get(f"/replica/topic/{turn}").frames
        assert time.monotonic() - begun > 0.25
        assert rest[-1] == "[DONE]"
        assert list(written(frames + rest).values()) == [WHOLE]
        assert client.get(f"/replica/topic/{turn}").frames == rest  # late is not too late
        assert client.get("/replica/topic/unknown").status == 404

    def test_the_stop_button_stops_it(self, client: Client, site: Control) -> None:
        site.hand_off_seconds = 30
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        turn = typed(frames, "stream_handoff")["turn_exchange_id"]
        assert client.ask("POST", f"/replica/topic/{turn}/stop").status == 200
        found = client.get(ONE).json
        made = found["mapping"][found["current_node"]]["message"]
        assert (made["status"], made["content"]["parts"]) == ("finished_partial_completion", ["Three "])
        assert client.get(f"/replica/topic/{turn}").frames == []

    def test_an_answer_of_many_messages_is_handed_off_after_its_first(
        self, client: Client, site: Control
    ) -> None:
        site.answer_messages = 5
        frames = client.ask("POST", SEND, of_chat(question("q2", "a1"))).frames
        assert len(written(frames)) == 1
        until(lambda: client.get(ONE).json["async_status"] is None)
        assert len(tree_data.active_path(client.get(ONE).json)) == 1 + 4 + 1 + 5


class TestNewChats:
    @pytest.fixture
    def fresh(self, client: Client, site: Control) -> Callable[..., dict[str, Any]]:
        """Begins a chat; the answer has the frames and what reading it gave after the first of them."""

        def begin(**more: Any) -> dict[str, Any]:
            sent = question("first", "client-created-root", **more)
            frames: list[Any] = []
            name, early = "", 0
            for frame in client.listen("POST", SEND, sent):
                frames.append(frame)
                if not name and isinstance(frame, dict):
                    name = frame["conversation_id"]
                    early = client.get(f"/backend-api/conversation/{name}").status
            return {"name": name, "early": early, "frames": frames}

        return begin

    def test_it_cannot_be_read_before_it_is_saved(
        self, client: Client, site: Control, fresh: Callable[..., dict[str, Any]]
    ) -> None:
        site.saved_after_seconds = 60
        got = fresh()
        assert got["early"] == 404
        found = client.get(f"/backend-api/conversation/{got['name']}").json
        assert [tree_data.role(e) for e in tree_data.active_path(found)] == ["root", "user", "assistant"]
        assert found["title"] == typed(got["frames"], "title_generation")["title"] == "A title made up"

    def test_it_may_be_saved_while_the_answer_comes(
        self, client: Client, site: Control, fresh: Callable[..., dict[str, Any]]
    ) -> None:
        site.saved_after_seconds = 0
        assert fresh()["early"] == 200

    def test_it_is_listed_once_it_is_saved(
        self, client: Client, fresh: Callable[..., dict[str, Any]]
    ) -> None:
        name = fresh()["name"]
        listed = {i["id"]: i["title"] for i in client.get("/backend-api/conversations").json["items"]}
        assert listed[name] == "A title made up"

    def test_a_second_question_goes_below_the_first_answer(
        self, client: Client, fresh: Callable[..., dict[str, Any]]
    ) -> None:
        name = fresh()["name"]
        path = f"/backend-api/conversation/{name}"
        above = client.get(path).json["current_node"]
        client.ask("POST", SEND, {**question("second", above), "conversation_id": name})
        assert len(tree_data.active_path(client.get(path).json)) == 5

    def test_a_temporary_one_is_never_listed(
        self, client: Client, fresh: Callable[..., dict[str, Any]]
    ) -> None:
        name = fresh(history_and_training_disabled=True)["name"]
        assert client.get(f"/backend-api/conversation/{name}").json["is_temporary_chat"] is True
        assert name not in {i["id"] for i in client.get("/backend-api/conversations").json["items"]}
