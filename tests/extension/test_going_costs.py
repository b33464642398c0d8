"""What a reload would cost is asked about first, and nothing that a person has written is lost unasked.

Must not know how a draft or an answer under way is noticed.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.chat_page import ChatPage
from tests.extension.journeys import OTHERWISE, RENDERERS, WHOLE, Traveller, crossroads
from tests.extension.panel import Panel
from tests.replica.control import Control

DRAFT = "What I have been thinking about for a long time. " * 4 + "Now!"


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    return Traveller(panel, site)


def composer(traveller: Traveller) -> Locator:
    return traveller.page.locator(
        "#prompt-textarea, [data-app-shell-active-page=true] [data-composer-markdown]"
    )


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_draft_survives_all_but_a_reload_that_was_agreed_to(
    traveller: Traveller, site: Control, renderer: str
) -> None:
    assert len(DRAFT) == 200
    traveller.at(crossroads(), renderer, "shore-end", WHOLE)
    composer(traveller).click()
    traveller.page.keyboard.insert_text(DRAFT)

    def still_there() -> None:
        expect(composer(traveller)).to_have_text(DRAFT)
        assert traveller.stayed

    # A message of the same path, then one of a near branch, and back.
    for goal in ("first", "hills-end", "shore-end"):
        traveller.go(goal).arrives(goal)
        still_there()
    # By the site: asked first, and shown in the panel instead.
    traveller.go("woods-end")
    expect(traveller.text).to_contain_text("the text in its message box would be lost")
    assert traveller.asked("PATCH") == 0
    traveller.shows_here("The last one after woods")
    still_there()
    traveller.panel.part("message_close").click()
    # Asked first, and given up.
    traveller.go("woods-end")
    expect(traveller.text).to_contain_text("would be lost")
    traveller.page.keyboard.press("Escape")
    expect(traveller.strip).to_be_hidden()
    assert traveller.asked("PATCH") == 0
    still_there()
    # Agreed to, and refused by the site.
    site.switching = "refused"
    traveller.go("woods-end").panel.part("journey_yes").click()
    traveller.arrives("woods-end", told=OTHERWISE)
    still_there()
    # Agreed to, and done.
    site.switching = "honoured"
    traveller.go("shore-end").panel.part("journey_yes").click()
    traveller.arrives("shore-end").after_the_reload()


class TestWhileAnAnswerIsWritten:
    @pytest.fixture
    def answering(self, traveller: Traveller, site: Control, request: pytest.FixtureRequest) -> Traveller:
        """A question was sent, and its answer takes its time."""
        site.stream_pieces, site.stream_gap_seconds = ("word ",) * 400, 0.1
        # So wide that the sidebar leaves the stop button free.
        traveller.page.set_viewport_size({"width": 1700, "height": 800})
        traveller.at(crossroads(), getattr(request, "param", "legacy"), "shore-end", WHOLE)
        composer(traveller).click()
        traveller.page.keyboard.type("Go on")
        traveller.page.keyboard.press("Enter")
        expect(traveller.panel.part("status")).to_have_text("61 nodes · 6 branches")
        return traveller

    def test_one_of_the_same_path_is_shown_at_once(self, answering: Traveller) -> None:
        answering.go("first").arrives("first")
        expect(answering.page.get_by_test_id("stop-button")).to_be_visible()

    @pytest.mark.parametrize("answering", RENDERERS, indirect=True)
    def test_a_near_one_is_gone_to_when_it_has_ended(self, answering: Traveller) -> None:
        answering.go("hills-end")
        expect(answering.text).to_contain_text("still answering; going there when it has finished")
        answering.page.get_by_test_id("stop-button").click()
        answering.arrives("hills-end")
        assert answering.stayed

    def test_waiting_is_given_up_with_escape(self, answering: Traveller) -> None:
        answering.go("hills-end")
        expect(answering.text).to_contain_text("still answering")
        answering.page.keyboard.press("Escape")
        expect(answering.strip).to_be_hidden()
        expect(answering.page.get_by_test_id("stop-button")).to_be_visible()
        answering.page.get_by_test_id("stop-button").click()
        expect(answering.page.get_by_test_id("stop-button")).to_be_hidden()
        answering.panel.settled()
        expect(answering.on_page("hills-end")).to_have_count(0)

    def test_a_reload_is_asked_about(self, answering: Traveller, site: Control) -> None:
        answering.go("woods-end")
        expect(answering.text).to_contain_text("reloads the page, and ChatGPT is still answering")
        answering.shows_here("The last one after woods")
        assert answering.asked("PATCH") == 0
        expect(answering.page.get_by_test_id("stop-button")).to_be_visible()

    def test_a_message_sent_while_one_is_asked_changes_the_question(
        self, traveller: Traveller, site: Control
    ) -> None:
        site.switching = "honoured"
        site.stream_pieces, site.stream_gap_seconds = ("word ",) * 400, 0.1
        traveller.page.set_viewport_size({"width": 1700, "height": 800})
        traveller.at(crossroads(), "legacy", "shore-end", WHOLE)
        composer(traveller).click()
        traveller.page.keyboard.type("Go on")
        traveller.go("woods-end")
        expect(traveller.text).to_contain_text("the text in its message box would be lost")
        composer(traveller).click()
        traveller.page.keyboard.press("Enter")
        expect(traveller.text).to_contain_text("ChatGPT is still answering")
        traveller.shows_here("The last one after woods")
        assert traveller.asked("PATCH") == 0
        expect(traveller.page.get_by_test_id("stop-button")).to_be_visible()


def test_a_question_being_edited_is_not_stepped_away_unasked(traveller: Traveller) -> None:
    traveller.page.set_viewport_size({"width": 1700, "height": 800})
    traveller.at(crossroads(), "legacy", "shore-end", WHOLE)
    turn = ChatPage(traveller.page).turn("The end of shore?")
    turn.hover(position={"x": 8, "y": 8})
    turn.get_by_test_id("edit-turn-action-button").first.click()
    edit = traveller.page.locator("form.editor textarea")
    edit.fill("A long careful edit")
    traveller.go("hills-end")
    expect(traveller.text).to_contain_text("the edit would be lost")
    traveller.shows_here("The last one after hills")
    expect(edit).to_have_value("A long careful edit")
    traveller.go("hills-end")
    expect(traveller.panel.part("journey_yes")).to_have_text("Go")
    traveller.panel.part("journey_yes").click()
    traveller.arrives("hills-end")
    assert traveller.stayed
