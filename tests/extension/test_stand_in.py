"""The stand-in for chatgpt.com behaves as the facts say: policy, authorisation, turns and pagers.

Must not have the extension do anything: it is the page alone that is judged here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.extension.conftest import FIXTURES, SITE, Chromium, fixture_conversation
from tests.extension.conversations import Maker
from tests.replica import demo_conversation
from tests.replica.control import Control

AUTHORISED = {"authorization": "Bearer replica-access-token"}


@pytest.fixture
def regenerated(page: Page, site: Control) -> Page:
    page.set_viewport_size({"width": 1900, "height": 900})  # nothing lies under the sidebar
    name = site.add(fixture_conversation("regen_forks"))
    page.goto(f"{SITE}/c/{name}")
    expect(page.get_by_text("B3: answer to the edited question")).to_be_visible()
    return page


TRY_EVERYTHING = """
    window.refused = (async () => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.head.append(script);
        const outcome = [window.ran === undefined];
        try { new Function('return 1')(); outcome.push(false); } catch { outcome.push(true); }
        const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
        outcome.push(await WebAssembly.compile(empty).then(() => false, () => true));
        outcome.push(await fetch('https://elsewhere.example/').then(() => false, () => true));
        return outcome;
    })();
"""


def test_the_policy_forbids_inline_script_eval_and_webassembly(
    page: Page, site: Control, watched: Chromium
) -> None:
    watched.expected.append("Content Security Policy")  # the page's own attempts
    site.late_scripts = [TRY_EVERYTHING]
    page.goto(f"{SITE}/")
    assert page.evaluate("window.refused") == [True, True, True, True]


def test_a_conversation_wants_authorisation(page: Page, site: Control) -> None:
    name = site.add(Maker().rounds(1).answer())
    page.goto(f"{SITE}/")
    ask = "([path, headers]) => fetch(path, {headers}).then(answer => answer.status)"
    assert page.evaluate(ask, [f"/backend-api/conversation/{name}", {}]) == 401
    assert page.evaluate(ask, [f"/backend-api/conversation/{name}", AUTHORISED]) == 200
    assert page.evaluate(ask, ["/backend-api/conversation/unknown", AUTHORISED]) == 404


def test_only_the_active_path_is_shown(regenerated: Page) -> None:
    texts = regenerated.locator("[data-message-id]").all_inner_texts()
    assert texts == [
        "Q1: compare A and B",
        "A2: answer after search",
        "Q2 edited",
        "B3: answer to the edited question",
    ]


def test_pagers_appear_on_hover_only(regenerated: Page) -> None:
    expect(regenerated.locator(".tabular-nums")).to_have_count(0)
    regenerated.locator("[data-turn=assistant]").first.hover()
    expect(regenerated.locator(".tabular-nums")).to_have_text(["2/3"])
    regenerated.locator("[data-turn=user]").nth(1).hover()
    expect(regenerated.locator(".tabular-nums")).to_have_text(["2/2"])


def test_a_pager_goes_down_to_the_oldest_leaf(regenerated: Page) -> None:
    regenerated.locator("[data-turn=user]").nth(1).hover()
    regenerated.get_by_role("button", name="Previous response").click()
    expect(regenerated.get_by_text("B1: final under preamble")).to_be_visible()
    expect(regenerated.get_by_text("MID-TURN")).to_have_count(0)


def test_an_edited_first_question_under_instructions_has_no_pager(regenerated: Page) -> None:
    """The 2024 client counts from the instructions' entry, one level too high."""
    regenerated.locator("[data-turn=user]").first.hover()
    expect(regenerated.locator(".tabular-nums")).to_have_count(0)


def test_pager_labels_are_localised(page: Page, site: Control) -> None:
    site.page_language = "zh"
    name = site.add(fixture_conversation("regen_forks"))
    page.goto(f"{SITE}/c/{name}")
    page.locator("[data-turn=assistant]").first.hover()
    expect(page.get_by_role("button", name="上一回复")).to_be_enabled()


def test_a_project_address_leads_to_its_conversation(page: Page, site: Control) -> None:
    name = site.add(Maker().rounds(1).answer())
    page.goto(f"{SITE}/g/g-p-00000000000000000000000000000000-garden/c/{name}")
    expect(page.get_by_text("Answer 0")).to_be_visible()


def test_the_demo_conversation_is_what_its_writer_writes() -> None:
    assert Path(FIXTURES / "demo_conversation.json").read_text(encoding="utf-8") == demo_conversation.text()


def test_the_demo_conversation_has_something_of_everything() -> None:
    mapping = json.loads(demo_conversation.text())["mapping"]
    messages = [entry["message"] for entry in mapping.values() if entry["message"]]
    kinds = {m["content"]["content_type"] for m in messages}
    assert {"thoughts", "reasoning_recap", "code", "execution_output", "multimodal_text"} <= kinds
    words = " ".join(str(m["content"].get("parts")) for m in messages)
    assert "修" in words
    assert "مقهى" in words
    forks = [e for e in mapping.values() if len(e["children"]) > 1]
    assert sorted(len(e["children"]) for e in forks)[-1] == 3
    users = {name for name, e in mapping.items() if e["message"] and e["message"]["author"]["role"] == "user"}
    assert any(mapping[name]["parent"] in users for name in users if "Sorry" in str(mapping[name]))
    assert "lorem" not in words.lower()
