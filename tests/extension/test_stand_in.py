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


def test_pagers_appear_on_hover_only(regenerated: Page) -> None:
    expect(regenerated.locator(".tabular-nums")).to_have_count(0)
    regenerated.locator("[data-turn=assistant]").first.hover()
    expect(regenerated.locator(".tabular-nums")).to_have_text(["2/3"])
    regenerated.locator("[data-turn=user]").nth(1).hover()
    expect(regenerated.locator(".tabular-nums")).to_have_text(["2/2"])


def test_pagers_can_be_there_always(page: Page, site: Control) -> None:
    site.pager_mounts = "always"
    page.goto(f"{SITE}/c/{site.add(fixture_conversation('regen_forks'))}")
    expect(page.locator(".tabular-nums")).to_have_text(["2/3", "2/2"])


@pytest.mark.parametrize("renderer", ["legacy", "shell"])
@pytest.mark.parametrize(
    ("language", "previous", "following", "numbers"),
    [
        ("en", "Previous response", "Next response", "2/3"),
        ("zh", "上一回复", "下一回复", "2/3"),
        ("ru", "Предыдущий ответ", "Следующий ответ", "2/3"),
        ("ar", "الرد السابق", "الرد التالي", "\u2068٢\u2069/\u2068٣\u2069"),
    ],
)
def test_pagers_speak_the_pages_language(
    page: Page, site: Control, renderer: str, language: str, previous: str, following: str, numbers: str
) -> None:
    site.renderer, site.page_language = renderer, language
    page.goto(f"{SITE}/c/{site.add(fixture_conversation('regen_forks'))}")
    page.get_by_text("A2: answer after search").hover()
    expect(page.locator(".tabular-nums")).to_have_text([numbers])
    expect(page.get_by_role("button", name=previous)).to_be_enabled()
    expect(page.get_by_role("button", name=following)).to_be_enabled()
    expect(page.locator("html")).to_have_css("direction", "rtl" if language == "ar" else "ltr")


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
