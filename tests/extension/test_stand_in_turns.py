"""The stand-in's legacy page shows turns and pagers as the client of 2024 did: each step of its table.

Must not have the extension do anything, nor use anything that it is made of. The steps are those of the table
at the head of `tests/replica/pages/turns.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.conftest import SITE, fixture_conversation
from tests.extension.conversations import Maker
from tests.replica.control import Control

HIDDEN = {"metadata": {"is_visually_hidden_from_conversation": True}}
THOUGHTS = {"content": {"content_type": "thoughts", "thoughts": []}}
CALL = {"content": {"content_type": "code", "language": "unknown", "text": "step()"}, "recipient": "python"}
RESULT = {"content": {"content_type": "execution_output", "text": "done"}}
CONTEXT = {"content": {"content_type": "model_editable_context", "model_set_context": ""}}
PICTURE = {
    "content": {
        "content_type": "multimodal_text",
        "parts": [{"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_1"}, "A picture"],
    }
}

TURNS = """() => [...document.querySelectorAll('[data-testid^=conversation-turn-]')].map(turn => [
    Number(turn.dataset.testid.split('-').pop()), turn.dataset.turn,
    [...turn.querySelectorAll('[data-message-id]')].map(message => message.innerText)])"""

Shown = list[list[Any]]


@pytest.fixture
def show(page: Page, site: Control) -> Callable[[Maker], Shown]:
    """Opens a conversation with its controls mounted; gives number, role and texts of each turn."""
    site.pager_mounts = "always"

    def opened(made: Maker) -> Shown:
        page.set_viewport_size({"width": 1900, "height": 1200})
        page.goto(f"{SITE}/c/{site.add(made.answer())}")
        expect(page.locator("[data-turn]").last).to_be_visible()
        found: Shown = page.evaluate(TURNS)
        return found

    return opened


def texts(shown: Shown) -> list[str]:
    return [text for turn in shown for text in turn[2]]


def pagers(page: Page) -> list[str]:
    return page.locator(".tabular-nums").all_inner_texts()


class TestStep1ThePath:
    def test_it_leads_from_the_current_node_to_the_root(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        first = made.ask("asked")
        made.reply("an answer left", first)
        made.reply("the answer", first)
        assert texts(show(made)) == ["asked", "the answer"]

    def test_it_visits_no_node_twice(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker().rounds(2)
        made.mapping["m1"]["parent"] = "m4"
        assert texts(show(made)) == ["Question 0", "Answer 0", "Question 1", "Answer 1"]


class TestStep2Turns:
    def test_a_nodes_of_the_same_role_are_one_turn(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.ask("asked")
        made.reply("before")
        made.reply("after")
        assert show(made) == [[0, "user", ["asked"]], [1, "assistant", ["before", "after"]]]

    def test_b_what_follows_the_models_context_joins_it(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.ask("asked")
        made.say("assistant", "", **CONTEXT)
        made.say("system", "", **HIDDEN)
        made.reply("answered")
        assert show(made) == [[0, "user", ["asked"]], [1, "assistant", ["answered"]]]

    def test_c_a_tool_joins_any_turn_but_the_users(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.ask("asked")
        made.say("assistant", "", **CALL)
        made.say("tool", "", **RESULT)
        made.reply("answered")
        made.ask("asked again")
        made.say("tool", "", **RESULT)
        assert show(made) == [
            [0, "user", ["asked"]],
            [1, "assistant", ["answered"]],
            [2, "user", ["asked again"]],
            [3, "assistant", []],
        ]

    def test_d_an_answer_joins_a_tools_turn(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.ask("asked")
        made.say("tool", "", **RESULT)
        made.reply("answered")
        assert show(made) == [[0, "user", ["asked"]], [1, "assistant", ["answered"]]]

    def test_e_an_answer_joins_the_systems_turn_which_takes_its_role(
        self, show: Callable[[Maker], Shown]
    ) -> None:
        made = Maker()
        made.say("system", "", **HIDDEN)
        made.reply("welcome")
        made.reply("and more")
        assert show(made) == [[0, "assistant", ["welcome", "and more"]]]

    def test_e_but_not_where_the_system_began_the_conversation(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        author = {"role": "system", "name": None, "metadata": {"is_system_initiated_conversation": True}}
        made.say("system", "", author=author, **HIDDEN)
        made.reply("welcome")
        assert show(made) == [[1, "assistant", ["welcome"]]]

    def test_hidden_nodes_are_not_skipped(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.say("user", "", content={"content_type": "user_editable_context"}, **HIDDEN)
        made.ask("asked")
        made.reply("answered")
        made.say("system", "", **HIDDEN)
        made.ask("asked again")
        assert [turn[0] for turn in show(made)] == [0, 1, 3]


class TestStep3Variants:
    def test_they_are_what_hangs_beside_the_turns_first_node(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.say("assistant", "", asked, **THOUGHTS)
        made.reply("the first answer")
        made.say("assistant", "", asked, **CALL)
        made.say("tool", "", **RESULT)
        made.reply("the second answer")
        show(made)
        assert pagers(page) == ["2/2"]

    def test_single_context_above_is_climbed(self, show: Callable[[Maker], Shown], page: Page) -> None:
        made = Maker()
        made.ask("asked otherwise", "top")
        made.reply("answered otherwise")
        made.say("system", "", "top", **HIDDEN)
        made.ask("asked")
        show(made)
        assert pagers(page) == ["2/2"]

    def test_context_with_two_below_it_is_not_climbed(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        made = Maker()
        made.ask("elsewhere", "top")
        context = made.say("system", "", "top", **HIDDEN)
        made.ask("asked", context)
        made.ask("asked otherwise", context)
        made.ask("asked a third time", context)
        show(made)
        assert pagers(page) == ["3/3"]

    def test_single_context_below_is_descended_and_bare_system_left_out(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.say("system", "", asked, **HIDDEN)  # leads nowhere
        made.say("system", "", asked, **HIDDEN)
        made.reply("the first answer")
        made.reply("the second answer", asked)
        show(made)
        assert pagers(page) == ["2/2"]
        page.get_by_role("button", name="Previous response").click()
        expect(page.get_by_text("the first answer")).to_be_visible()

    def test_questions_and_answers_count_together(self, show: Callable[[Maker], Shown], page: Page) -> None:
        made = Maker()
        asked = made.ask("asked")
        made.ask("asked on, with no answer", asked)
        made.reply("answered", asked)
        show(made)
        assert pagers(page) == ["2/2"]

    def test_a_fork_inside_a_turn_has_no_pager(self, show: Callable[[Maker], Shown], page: Page) -> None:
        made = Maker()
        made.ask("asked")
        remark = made.say("assistant", "a remark", channel="commentary")
        made.reply("one end", remark)
        made.reply("another end", remark)
        assert texts(show(made)) == ["asked", "a remark", "another end"]
        assert pagers(page) == []

    def test_an_edited_first_question_below_instructions_has_no_pager(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        """The instructions are a user node: the turn begins there, one level above the edit."""
        made = Maker()
        context = made.say("user", "", content={"content_type": "user_editable_context"}, **HIDDEN)
        made.ask("asked", context)
        made.ask("asked otherwise", context)
        assert texts(show(made)) == ["asked otherwise"]
        assert pagers(page) == []


class TestStep4Index:
    @pytest.fixture
    def three(self, show: Callable[[Maker], Shown], page: Page) -> Page:
        made = Maker()
        asked = made.ask("asked")
        for number in range(3):
            made.reply(f"answer {number}", asked)
        show(made)
        return page

    def test_the_pager_counts_from_one_and_stops_at_both_ends(self, three: Page) -> None:
        before = three.get_by_role("button", name="Previous response")
        behind = three.get_by_role("button", name="Next response")
        assert pagers(three) == ["3/3"]
        expect(behind).to_be_disabled()
        before.click()
        assert pagers(three) == ["2/3"]
        expect(behind).to_be_enabled()
        before.click()
        assert pagers(three) == ["1/3"]
        expect(before).to_be_disabled()

    def test_one_variant_has_none(self, show: Callable[[Maker], Shown], page: Page) -> None:
        show(Maker().rounds(2))
        assert pagers(page) == []


class TestStep5Switching:
    @pytest.fixture
    def forks(self, show: Callable[[Maker], Shown], page: Page) -> Page:
        """Two answers; below the first one two questions, the later one current."""
        made = Maker()
        asked = made.ask("asked")
        first = made.reply("first answer", asked)
        made.reply("second answer", asked)
        made.ask("older question", first)
        made.reply("its answer")
        made.ask("newer question", first)
        show(made)
        return page

    def test_it_goes_down_to_the_oldest_leaf(self, forks: Page) -> None:
        expect(forks.get_by_text("newer question")).to_be_visible()
        forks.get_by_role("button", name="Next response").first.click()
        expect(forks.get_by_text("second answer")).to_be_visible()
        forks.get_by_role("button", name="Previous response").first.click()
        expect(forks.get_by_text("older question")).to_be_visible()
        expect(forks.get_by_text("its answer")).to_be_visible()
        expect(forks.get_by_text("newer question")).to_have_count(0)

    def test_the_server_is_told_nothing_and_a_reload_goes_back(self, forks: Page, site: Control) -> None:
        site.wait_until_idle()
        before = [r for r in site.requests if r.by_page]
        forks.get_by_role("button", name="Next response").first.click()
        expect(forks.get_by_text("second answer")).to_be_visible()
        assert [r for r in site.requests if r.by_page] == before
        forks.reload()
        expect(forks.get_by_text("newer question")).to_be_visible()


class TestStep6RegeneratingAndEditing:
    def test_another_answer_hangs_below_the_question_wherever_the_first_began(
        self, show: Callable[[Maker], Shown], page: Page, site: Control
    ) -> None:
        made = Maker()
        asked = made.ask("asked")
        thoughts = made.say("assistant", "", **THOUGHTS)
        made.reply("answered")
        show(made)
        page.get_by_test_id("regenerate-turn-action-button").click()
        expect(page.get_by_text("Three small pieces of text.")).to_be_visible()
        expect(page.locator(".tabular-nums")).to_have_text(["2/2"])
        tree = site.tree(made.name)
        assert tree
        children = tree["mapping"][asked]["children"]
        assert children[0] == thoughts
        assert children[1:] == [tree["current_node"]]

    def test_an_edit_hangs_beside_the_edited_question(
        self, show: Callable[[Maker], Shown], page: Page, site: Control
    ) -> None:
        made = Maker().rounds(2)
        show(made)
        page.get_by_test_id("edit-turn-action-button").last.click()
        page.get_by_role("textbox", name="Edit message").fill("Another question")
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text("Three small pieces of text.")).to_be_visible()
        expect(page.locator(".tabular-nums")).to_have_text(["2/2"])
        tree = site.tree(made.name)
        assert tree
        older, newer = tree["mapping"]["m2"]["children"]
        assert older == "m3"
        assert tree["mapping"][newer]["message"]["content"]["parts"] == ["Another question"]
        assert tree["mapping"][newer]["children"] == [tree["current_node"]]

    def test_only_a_turn_of_one_written_message_can_be_edited(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        made = Maker()
        made.ask("said in")
        made.ask("two messages")
        made.reply("answered")
        made.say("user", "", **PICTURE)
        made.reply("answered")
        made.ask("in one")
        show(made)
        expect(page.locator("[data-turn=user]")).to_have_count(3)
        expect(page.get_by_test_id("edit-turn-action-button")).to_have_count(1)


class TestStep7WhatIsShown:
    def test_no_system_turn_and_none_that_is_hidden(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.say("system", "not for eyes")
        made.ask("not for eyes either")
        made.mapping[made.current]["message"]["metadata"] = dict(HIDDEN["metadata"])
        made.say("system", "nor this")
        made.ask("asked")
        assert texts(show(made)) == ["asked"]

    def test_hidden_messages_of_a_shown_turn_are_left_out(self, show: Callable[[Maker], Shown]) -> None:
        made = Maker()
        made.ask("asked")
        made.say("assistant", "kept back", **HIDDEN)
        made.say("tool", "noted", author={"role": "tool", "name": "bio", "metadata": {}})
        made.reply("answered")
        assert texts(show(made)) == ["asked", "answered"]

    def test_calls_and_results_are_one_group(self, show: Callable[[Maker], Shown], page: Page) -> None:
        made = Maker()
        made.ask("asked")
        for _ in range(3):
            made.say("assistant", "", **CALL)
            made.say("tool", "", **RESULT)
        made.reply("answered")
        assert texts(show(made)) == ["asked", "answered"]
        expect(page.locator("[data-run]")).to_have_attribute("data-run", "6")

    def test_a_tools_picture_is_shown(self, show: Callable[[Maker], Shown], page: Page) -> None:
        made = Maker()
        made.ask("draw")
        made.say("assistant", "", **CALL)
        made.say("tool", "", **PICTURE)
        show(made)
        expect(page.get_by_role("img", name="Image")).to_be_visible()

    def test_a_text_that_goes_on_is_in_the_same_bubble(
        self, show: Callable[[Maker], Shown], page: Page
    ) -> None:
        made = Maker()
        made.ask("asked")
        made.say("assistant", "It begins", metadata={"finish_details": {"type": "max_tokens"}})
        made.say("assistant", " and goes on", metadata={"message_type": "continue"})
        assert texts(show(made)) == ["asked", "It begins and goes on"]


def test_a_conversation_with_forks_of_every_kind(page: Page, site: Control) -> None:
    site.pager_mounts = "always"
    page.set_viewport_size({"width": 1900, "height": 900})
    page.goto(f"{SITE}/c/{site.add(fixture_conversation('regen_forks'))}")
    expect(page.locator(".tabular-nums")).to_have_text(["2/3", "2/2"])
