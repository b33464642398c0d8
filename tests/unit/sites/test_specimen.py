"""The made-up conversation that the engine is run in with."""

from __future__ import annotations

from conversation_tree.app import App
from conversation_tree.protocol import DescribeTree, DescriptionAsked
from conversation_tree.sites.chatgpt.adapter import ChatGPT


def test_it_goes_the_way_of_a_conversation_without_a_fault() -> None:
    conversation = ChatGPT().parse(ChatGPT().specimen())
    assert conversation.warnings == ()
    assert len(conversation.tree) == 210
    assert conversation.tree.forks == 10


def test_running_in_leaves_nothing_behind() -> None:
    app = App(ChatGPT, {"en": {}})
    app.warm_up()
    (described,) = [c for c in app.dispatch(1, DescriptionAsked()) if isinstance(c, DescribeTree)]
    assert described.figures == {"error": "", "place": "none"}
