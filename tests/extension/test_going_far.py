"""Messages that the page has unmounted, up and down a long path; and turns of several messages.

Must not know how the page is scrolled.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.conversations import Maker
from tests.extension.journeys import RENDERERS, Traveller
from tests.extension.panel import Panel
from tests.replica.control import Control


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    return Traveller(panel, site)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("turns", [60, 300])
def test_an_unmounted_message_is_shown_up_and_down_the_path(
    traveller: Traveller, site: Control, renderer: str, turns: int
) -> None:
    made = Maker(str(uuid4())).rounds(turns // 2)
    # An exchange of the newer page is a question with its answer.
    site.mounted_turns = 15 if renderer == "legacy" else 8
    traveller.at(made, renderer, made.current, f"{turns} nodes · 1 branch")
    for goal in ("m1", made.current, f"m{turns // 3}", f"m{turns * 3 // 4}"):
        expect(traveller.on_page(goal)).to_have_count(0)
        assert traveller.mounted() <= 16
        traveller.go(goal).arrives(goal)
    assert traveller.stayed
    assert [r.path for r in site.requests if not r.by_page] == []


@pytest.mark.parametrize("renderer", RENDERERS)
def test_several_messages_in_one_answer_are_one_node(traveller: Traveller, renderer: str) -> None:
    made = Maker(str(uuid4()))
    made.ask("A question")
    made.say("assistant", "I look it up", name="first-words")
    made.say("assistant", "", content={"content_type": "thoughts", "thoughts": []}, name="thoughts")
    made.say("assistant", "It is so", name="last-words")
    made.rounds(12)
    traveller.at(made, renderer, made.current, "26 nodes · 1 branch")
    traveller.go("last-words").arrives("last-words")
    expect(traveller.node("first-words")).to_have_count(0)
