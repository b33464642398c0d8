"""The options page and the welcome page: native controls, in the person's language, at once in every tab.

Must not know what the core makes of a setting beyond what a person sees.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from conversation_tree.panel.settings import NAMES
from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.extension.test_accessibility import AXE
from tests.replica.control import Control


@pytest.fixture
def shown(panel: Panel, site: Control) -> Iterator[Panel]:
    """A tab with an open sidebar; what is set outlives it and is taken back."""
    name = site.add(Maker().rounds(3).answer())
    yield panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 1 branch")
    panel.restore()


@pytest.fixture
def options(shown: Panel, watched: Chromium) -> Iterator[Page]:
    page = watched.context.new_page()
    page.goto(f"{watched.extension_origin}/panel/options.html")
    expect(page.get_by_label("Width")).to_be_enabled(timeout=20_000)
    yield page
    page.close()


def judged(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    return list(
        page.evaluate(
            """axe.run().then(r => [...r.violations, ...r.incomplete].map(x => x.id + ': '
                + x.nodes.map(n => n.target.join(' ')).join(' | ')))"""
        )
    )


def test_the_footer_opens_it(shown: Panel, watched: Chromium) -> None:
    with watched.context.expect_page() as opened:
        shown.part("settings").click()
    page = opened.value
    expect(page.get_by_role("heading")).to_have_text("Settings of ChatGPT Conversation Tree")
    expect(page).to_have_title("Settings of ChatGPT Conversation Tree")
    page.close()


def test_there_is_a_control_for_every_setting(options: Page) -> None:
    named = set(options.evaluate("[...document.querySelectorAll('[name]')].map(e => e.name)"))
    assert {*named, "button"} - {"viewport"} == set(NAMES)
    expect(options.get_by_role("button", name="Put the round button back")).to_be_enabled()


class TestAtOnceInOpenTabs:
    def test_the_width(self, options: Page, shown: Panel) -> None:
        slider = options.get_by_role("slider", name="Width")
        slider.focus()
        for _ in range(5):
            slider.press("ArrowRight")
        expect(options.get_by_text("365 pixels")).to_be_visible()
        expect(shown.part("edge")).to_have_attribute("aria-valuenow", "365")
        assert shown.part("panel").bounding_box() == {"x": 915, "y": 0, "width": 365, "height": 800}

    def test_making_room(self, options: Page, shown: Panel) -> None:
        options.get_by_label("Make room").uncheck()
        expect(shown.part("panel")).not_to_have_attribute("data-cgt-room", "true")
        assert shown.page.evaluate("document.documentElement.getBoundingClientRect().width") == 1280

    def test_shapes(self, options: Page, shown: Panel) -> None:
        answer = shown.page.locator("cgt-root .cgt-assistant > circle").first
        assert shown.style(answer, "fill") == "rgb(15, 110, 86)"
        options.get_by_label("apart by shape").check()
        expect(answer).to_have_css("fill", "rgb(255, 255, 255)")
        expect(answer).to_have_css("stroke", "rgb(15, 110, 86)")

    def test_the_language_of_both(self, options: Page, shown: Panel) -> None:
        options.get_by_label("Language").select_option("zh_CN")
        expect(options.get_by_role("heading")).to_have_text("ChatGPT Conversation Tree 的设置")
        expect(options.locator("html")).to_have_attribute("lang", "zh-CN")
        shown.shows("6 个节点 · 1 个分支")
        options.get_by_label("语言").select_option("")
        shown.shows("6 nodes · 1 branch")

    def test_the_other_way_round(self, options: Page, shown: Panel) -> None:
        shown.part("edge").focus()
        shown.page.keyboard.press("End")
        expect(options.get_by_role("slider", name="Width")).to_have_value("240")

    def test_the_round_button_goes_back(self, options: Page, shown: Panel) -> None:
        shown.set("button", [300, 300]).close()
        assert (shown.part("button").bounding_box() or {})["x"] == 980
        options.get_by_role("button", name="Put the round button back").click()
        shown.settled()
        expect(shown.part("button")).to_have_css("inset-inline-end", "20px")


def test_what_is_set_is_there_when_the_page_is_opened_again(options: Page, shown: Panel) -> None:
    options.get_by_label("Always by reloading").check()
    options.get_by_label("In a new tab").select_option("closed")
    options.get_by_label("Keep a copy").uncheck()
    shown.settled()
    options.reload()
    expect(options.get_by_label("Always by reloading")).to_be_checked()
    expect(options.get_by_label("In a new tab")).to_have_value("closed")
    expect(options.get_by_label("Keep a copy")).not_to_be_checked()


def test_a_new_tab_opens_as_wished(options: Page, shown: Panel, watched: Chromium) -> None:
    options.get_by_label("In a new tab").select_option("closed")
    shown.settled()
    second = watched.new_panel().goto(shown.page.url)
    expect(second.part("button")).to_be_visible()
    second.settled()
    expect(second.part("panel")).to_be_hidden()
    second.page.close()


def test_stored_conversations_are_deleted(options: Page) -> None:
    options.get_by_role("button", name="Delete the conversations stored").click()
    expect(options.locator("#status")).to_have_text("The stored conversations were deleted.")


def test_the_report_can_be_read_and_is_copied(options: Page, shown: Panel, watched: Chromium) -> None:
    options.bring_to_front()
    options.get_by_role("button", name="Copy a report").click()
    expect(options.locator("#status")).to_have_text("Copied. This is what it says:")
    text = options.get_by_role("textbox").input_value()
    watched.context.grant_permissions(["clipboard-read"], origin=SITE)
    shown.page.bring_to_front()
    assert shown.page.evaluate("navigator.clipboard.readText()") == text
    watched.context.clear_permissions()
    said = json.loads(text)
    assert said["boot"] in {"snapshot", "plain"}
    assert said["engine_start_ms"] > 0
    assert {"turns": 6, "forks": 0, "place": "saved"}.items() <= said["tabs"][-1].items()
    assert "chatgpt.com" not in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(options: Page, scheme: str) -> None:
    options.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert judged(options) == []
    options.set_viewport_size({"width": 320, "height": 700})
    assert (
        options.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    )


def test_a_person_is_welcomed_once(fresh_chromium: Callable[..., Chromium]) -> None:
    context = fresh_chromium(welcome=True).context
    for _ in range(250):
        if found := [p for p in context.pages if p.url.endswith("/panel/welcome.html")]:
            break
        context.pages[0].wait_for_timeout(20)
    (page,) = found
    expect(page.get_by_role("heading")).to_have_text("The whole tree of a conversation")
    expect(page.locator("p:not(:has(button))")).to_have_count(5)
    assert page.evaluate("[...document.querySelectorAll('[data-text]')].every(e => e.textContent.trim())")
    assert judged(page) == []
    with context.expect_page() as opened:
        page.get_by_role("button", name="Settings").click()
    expect(opened.value.get_by_role("heading")).to_have_text("Settings of ChatGPT Conversation Tree")
