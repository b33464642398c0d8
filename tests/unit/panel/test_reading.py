"""What comes while something else is under way: nothing of it is lost, nothing is taken twice."""

from __future__ import annotations

import pytest

from conversation_tree.protocol import (
    ActionEnded,
    CaptureTaken,
    ControlActivated,
    DropSnapshots,
    KeyPressed,
    LookAtPage,
    PageReported,
    PageRequestEnded,
    ReadSnapshot,
    ReloadPage,
    RequestAnswered,
    RequestHost,
    SaveSnapshot,
    SnapshotRead,
    TakeCapture,
)
from tests.unit.panel.fake_site import answer
from tests.unit.panel.test_session import FORKED, Panel, shown

CAPTURED = PageRequestEnded(7, "GET", "https://fake/chat/a.json", 200)
PART = answer("a", ("user", None, "Where to?"), ("assistant", 0, "The sea."), current=1, partial="paged")


def opened() -> tuple[Panel, int]:
    """An open panel that has asked for its conversation, and the request's number."""
    panel = Panel(open_record="1").opened()
    (token,) = panel.commands(RequestHost)
    panel.send(RequestAnswered(token.request, 200, {}, "", b"a token"))
    (request,) = panel.commands(RequestHost)
    return panel, request.request


def captured(panel: Panel, body: bytes) -> None:
    panel.send(CAPTURED)
    (capture,) = panel.commands(TakeCapture)
    panel.send(CaptureTaken(capture.capture, body))


def test_a_part_that_the_page_was_given_is_shown_when_our_own_read_fails() -> None:
    panel, request = opened()
    captured(panel, PART)
    assert panel.turns == []
    panel.send(RequestAnswered(request, 500))
    assert len(panel.turns) == 2
    assert "(CT-LOAD-04)" in panel.text("notice_text")
    assert not panel.hidden("notice_action")


def test_who_tries_again_while_the_site_asks_to_wait_is_told_how_long_that_is_still() -> None:
    panel, request = opened()
    panel.send(RequestAnswered(request, 200, {}, "", FORKED, time=100.0))
    panel.send(RequestAnswered(999, 429, {"retry-after": "60"}, time=100.0))
    panel.send(ControlActivated("retry", time=115.5))
    assert panel.commands(RequestHost) == []
    assert "45" in panel.text("notice_text")
    assert "(CT-LOAD-05)" in panel.text("notice_text")
    assert len(panel.turns) > 2
    panel.send(ControlActivated("retry", time=161.0))
    assert len(panel.commands(RequestHost)) == 1


def test_the_same_bytes_as_a_part_that_was_put_aside_are_taken() -> None:
    panel, request = opened()
    captured(panel, PART)
    panel.send(RequestAnswered(request, 200, {}, "", PART))
    assert len(panel.turns) == 2


def test_the_same_bytes_as_an_answer_that_looked_cut_down_are_taken_from_the_site_itself() -> None:
    panel, request = opened()
    panel.site.trimmed = True
    captured(panel, FORKED)
    assert panel.turns == []
    panel.send(RequestAnswered(request, 200, {}, "", FORKED))
    assert len(panel.turns) == 5


def test_an_answer_that_looks_cut_down_is_asked_for_once_however_often_it_comes() -> None:
    panel = shown()
    panel.site.trimmed = True
    captured(panel, PART)
    assert len(panel.commands(RequestHost)) == 1
    panel.answered(FORKED)
    captured(panel, PART)
    assert panel.commands(RequestHost) == []
    assert len(panel.turns) == 5


def test_what_the_page_shows_of_an_answer_stays_until_the_site_has_given_it() -> None:
    panel = shown()
    panel.site.merge = lambda known, seen: seen  # type: ignore[method-assign]
    messages = [["a-3", "assistant", ""], ["new", "user", "And?"], ["newer", "assistant", "So."]]
    panel.send(PageReported(messages, answering=True))
    grown = len(panel.turns)
    panel.send(PageReported(messages, answering=False))
    assert len(panel.turns) == grown
    panel.send(ControlActivated("retry"))
    (request,) = panel.commands(RequestHost)
    panel.send(RequestAnswered(request.request, 500))
    assert len(panel.turns) == grown


class TestWhatIsStored:
    def test_it_is_looked_for_although_the_page_shows_a_part(self) -> None:
        panel = Panel(open_record="1").opened()
        (token,) = panel.commands(RequestHost)
        panel.send(PageReported([["a-0", "user", "Where to?"]]))
        panel.site.account = "me"
        panel.send(RequestAnswered(token.request, 200, {}, "", b"a token"))
        assert panel.commands(ReadSnapshot) == [ReadSnapshot("me", "a")]

    def test_it_is_stored_as_soon_as_it_is_known_whose_it_is(self) -> None:
        panel, request = opened()
        captured(panel, FORKED)
        assert panel.commands(SaveSnapshot) == []
        panel.site.account = "me"
        panel.send(RequestAnswered(request, 200, {}, "", FORKED))
        assert panel.commands(SaveSnapshot) == [SaveSnapshot("me", "a")]

    def test_it_goes_off_screen_when_nobody_is_signed_in(self) -> None:
        panel, request = opened()
        panel.send(SnapshotRead("a", 1.0, FORKED))
        assert len(panel.turns) == 5
        panel.site.refuses_with = "CT-LOAD-02"
        panel.send(RequestAnswered(request, 401))
        assert panel.turns == []
        assert "(CT-LOAD-02)" in panel.text("placeholder_text")

    def test_a_change_of_every_conversation_drops_all_of_it(self) -> None:
        panel = shown()
        panel.send(PageRequestEnded(8, "PATCH", "https://fake/chats", 200))
        assert panel.commands(DropSnapshots) == [DropSnapshots()]

    def test_bytes_that_cannot_be_read_any_more_are_told_and_left(self) -> None:
        panel, _ = opened()
        panel.send(SnapshotRead("a", 1.0, b"?"))
        assert panel.turns == []


class TestEndsOfJourneys:
    @pytest.fixture
    def going(self) -> Panel:
        panel = shown()
        panel.send(PageReported([[f"a-{i}", "user", ""] for i in range(4)], renderer="any"))
        panel.send(KeyPressed("Home"))
        panel.send(KeyPressed("Enter"))
        assert panel.commands(LookAtPage)
        return panel

    def test_closing_the_sidebar_is_one(self, going: Panel) -> None:
        (look,) = going.commands(LookAtPage)
        going.send(ControlActivated("close"))
        assert going.send(ActionEnded(look.action, "done")) == []
        assert going.commands(ReloadPage) == []

    def test_a_fault_of_ours_is_one(self, going: Panel, monkeypatch: pytest.MonkeyPatch) -> None:
        (look,) = going.commands(LookAtPage)
        monkeypatch.setattr("conversation_tree.switching.Journey.action_ended", lambda *_: 1 / 0)
        going.send(ActionEnded(look.action, "done"))
        assert going.hidden("journey")
        assert "(CT-ENGINE-03)" in going.text("notice_text")
        assert not any("cgt-busy" in item[4].get("class", "") for item in going.items.values())
