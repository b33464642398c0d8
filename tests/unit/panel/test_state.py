"""What the panel remembers: the view of each conversation, the frame as last sent."""

import pytest

from conversation_tree.panel.frame import Frame
from conversation_tree.panel.view_state import REMEMBERED_CONVERSATIONS, ConversationView, ViewState
from conversation_tree.protocol import UpdateFrame


def test_the_state_comes_back_from_its_text() -> None:
    state = ViewState(open=True)
    state.view("c1").focused = "m1"
    state.view("c2").left = -3.5
    assert ViewState.from_text(state.to_text()) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"open":1}',
        '{"open":true,"views":{"c":{"new":1}}}',
        '{"open":true,"views":[]}',
    ],
)
def test_a_text_of_another_version_is_no_state(text: str) -> None:
    assert ViewState.from_text(text) is None


def test_only_the_last_conversations_are_remembered() -> None:
    state = ViewState()
    for number in range(REMEMBERED_CONVERSATIONS + 1):
        state.view(f"c{number}")
        state.view("c0").focused = "kept because it is used again and again"
    assert len(state.views) == REMEMBERED_CONVERSATIONS
    assert "c0" in state.views
    assert "c1" not in state.views
    assert state.view("new") == ConversationView()


def sent(frame: Frame, elements: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    commands = list(frame.update(elements))
    assert len(commands) <= 1
    return commands[0].elements if commands and isinstance(commands[0], UpdateFrame) else {}


def test_the_frame_sends_only_what_is_new() -> None:
    frame = Frame()
    assert sent(frame, {"status": {"text": "1 node"}}) == {"status": {"text": "1 node"}}
    assert sent(frame, {"status": {"text": "1 node"}}) == {}
    assert sent(frame, {"status": {"text": "1 node", "hidden": False}}) == {"status": {"hidden": False}}
    assert sent(frame, {"close": {"attributes": {"title": "x"}}}) == {"close": {"attributes": {"title": "x"}}}
    taken = {"close": {"attributes": {"lang": None}}}
    # The page may have had it before this frame began to tell.
    assert sent(frame, {"close": {"attributes": {"title": "x", "lang": None}}}) == taken
    assert sent(frame, {"close": {"attributes": {"title": "x", "lang": None}}}) == {}
    assert sent(frame, {"close": {"attributes": {"title": None}}}) == {
        "close": {"attributes": {"title": None}}
    }


def test_a_new_page_is_told_everything_again() -> None:
    frame = Frame()
    sent(frame, {"status": {"text": "1 node"}})
    frame.forget()
    assert sent(frame, {"status": {"text": "1 node"}}) == {"status": {"text": "1 node"}}
