"""Conversations with something odd in them, and pages that load them oddly: all that is there is in the tree.

Must not know how an entry is read; `tests/unit/sites` does.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import ChatPage, reads
from tests.extension.conftest import SITE, Chromium, fixture_conversation
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

HIDDEN = {"metadata": {"is_visually_hidden_from_conversation": True}}
THOUGHTS = {"content": {"content_type": "thoughts", "thoughts": []}}
CALL = {"content": {"content_type": "code", "language": "unknown", "text": "step()"}, "recipient": "python"}


def made(rounds: int = 0) -> Maker:
    """A conversation that this browser has not seen."""
    return Maker(str(uuid4())).rounds(rounds)


def names(panel: Panel) -> list[str]:
    """What a screen reader says of each turn."""
    return [node.get_attribute("aria-label") or "" for node in panel.nodes.all()]


def test_a_first_question_asked_again_begins_a_second_tree_under_one_diamond(
    panel: Panel, site: Control
) -> None:
    conversation = made()
    conversation.reply("An answer", conversation.ask("First question", "top"))
    conversation.reply("Another answer", conversation.ask("First question, asked again", "top"))
    panel.goto(f"{SITE}/c/{site.add(conversation.answer())}").open().shows("4 nodes · 2 branches")
    assert names(panel)[::2] == [
        "You, question 1, branch 1 of 2: First question",
        "You, question 1, branch 2 of 2: First question, asked again",
    ]


def test_what_the_page_hides_is_passed_through(panel: Panel, site: Control) -> None:
    conversation = made()
    conversation.say("system", "", **HIDDEN)
    conversation.ask("A question")
    conversation.say("assistant", "", **THOUGHTS)
    conversation.say("assistant", "", **CALL)
    conversation.say("tool", "a result")
    conversation.reply("An answer")
    panel.goto(f"{SITE}/c/{site.add(conversation.answer())}").open().shows("2 nodes · 1 branch")
    assert names(panel) == ["You, question 1: A question", "ChatGPT, answer to question 1: An answer"]


def test_a_message_that_is_not_there_any_more_is_skipped_and_told_to_the_console(
    panel: Panel, site: Control, watched: Chromium
) -> None:
    answer = made(3).answer()
    answer["mapping"]["m4"]["message"] = None
    panel.goto(f"{SITE}/c/{site.add(answer)}").open().shows("5 nodes · 1 branch")
    panel.settled()
    assert any("CT-PARSE-02 (1×)" in line for line in watched.browser.logged)
    assert not any("Answer" in line for line in watched.browser.logged)


def test_images_are_turns_and_are_called_by_their_names(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("odd_image_only_turns"))
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
    said = names(panel)
    assert said[0] == "You, question 1: file_1"
    assert said[3] == "ChatGPT, answer to question 2: file_2"


@pytest.mark.parametrize("renderer", ["legacy", "shell"])
def test_a_page_that_loads_only_pages_costs_no_branch(panel: Panel, site: Control, renderer: str) -> None:
    site.renderer = renderer
    site.page_uses = "paged"
    conversation = made(15)
    conversation.reply("Another answer", "m29")
    name = site.add(conversation.answer())
    panel.page.set_viewport_size({"width": 1700, "height": 900})
    panel.goto(f"{SITE}/c/{name}").open().shows("31 nodes · 2 branches")
    chat = ChatPage(panel.page)
    expect(chat.message("m31")).to_be_visible()
    site.wait_until_idle()
    panel.settled().shows("31 nodes · 2 branches")
    expect(panel.part("notice")).to_be_hidden()
    before = reads(site, name)
    chat.send("And then?")
    panel.shows("33 nodes · 2 branches")
    chat.answered()
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension", count=before + 1)
    site.wait_until_idle()
    panel.settled().shows("33 nodes · 2 branches")
    assert reads(site, name) == before + 1


def test_the_path_drawn_as_active_is_the_one_on_screen_after_an_older_answer_was_chosen(
    panel: Panel, site: Control
) -> None:
    site.mounted_turns = 100
    panel.page.set_viewport_size({"width": 1700, "height": 900})
    panel.goto(f"{SITE}/c/{site.add(fixture_conversation('regen_forks'))}").open()
    panel.shows("13 nodes · 7 branches")
    current = panel.page.locator("cgt-root .cgt-current")
    at_first = current.get_attribute("id") or ""
    chat = ChatPage(panel.page)
    chat.step("Q2", "Previous response")
    expect(current).not_to_have_id(at_first)
    panel.settled()
    on_page = panel.page.locator("[data-message-id]").evaluate_all("all => all.map(e => e.dataset.messageId)")
    drawn = panel.content(f"[...{ROOT}.querySelectorAll('.cgt-node.cgt-active')].map(e => e.id)")
    assert drawn
    assert {name.removeprefix("cgt-t:") for name in drawn} <= set(on_page)


def test_a_slash_in_the_pages_own_field_stays_there(panel: Panel, site: Control) -> None:
    panel.goto(f"{SITE}/c/{site.add(made(2).answer())}").open().shows("4 nodes · 1 branch")
    field = ChatPage(panel.page).field
    field.click()
    panel.page.keyboard.type("/search and ? and j")
    expect(field).to_have_text("/search and ? and j")
    expect(field).to_be_focused()
