"""The tree of the page's conversation in the sidebar: opening, navigating, coming back.

Must not know how the tree is drawn; `test_look` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.extension.conftest import OLD_SITE, SITE, Chromium, chromium, fixture_conversation, third_party
from tests.extension.conversations import Maker, large
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control
from tests.replica.server import Replica


def test_the_button_opens_the_tree_of_the_conversation(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("regen_forks"))
    panel.goto(f"{SITE}/c/{name}").open().shows("13 nodes · 7 branches")
    expect(panel.nodes).to_have_count(13)
    expect(panel.part("panel")).to_be_visible()
    expect(panel.part("button")).to_be_hidden()


def test_the_engine_describes_what_is_shown(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("regen_forks"))
    panel.goto(f"{SITE}/c/{name}").open().shows("13 nodes · 7 branches")
    panel.content("conversationTree.send({type: 'description_asked'})")
    figures = panel.eventually("conversationTree.facts.description")
    assert {k: figures[k] for k in ("turns", "questions", "roots", "forks", "completeness")} == {
        "turns": 13,
        "questions": 4,
        "roots": 2,
        "forks": 4,
        "completeness": "complete",
    }


def test_a_real_conversation_of_another_project_is_shown(panel: Panel, site: Control) -> None:
    conversation = third_party("real_python_tool_2024")
    name = site.add(conversation)
    panel.goto(f"{SITE}/c/{name}").open().shows("16 nodes · 1 branch")
    expect(panel.nodes).to_have_count(16)
    expect(panel.page.locator("cgt-root .cgt-number")).to_have_text([str(n) for n in range(1, 9)])


def test_the_older_host_name_works_too(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("regen_forks"))
    panel.goto(f"{OLD_SITE}/c/{name}").open().shows("13 nodes · 7 branches")


def test_it_is_closed_after_the_first_install(fresh_chromium: Callable[..., Chromium], site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    panel = fresh_chromium().new_panel().goto(f"{SITE}/c/{name}")
    expect(panel.part("button")).to_be_visible()
    expect(panel.part("panel")).to_be_hidden()
    assert site.asked("GET", f"/backend-api/conversation/{name}", by="extension") == []


def test_the_next_tab_opens_as_the_last_one_was_left(panel: Panel, watched: Chromium, site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    second = watched.new_panel().goto(f"{SITE}/c/{name}")
    second.shows("4 nodes · 1 branch").close()
    third = watched.new_panel().goto(f"{SITE}/c/{name}")
    expect(third.part("button")).to_be_visible()
    expect(third.part("panel")).to_be_hidden()
    second.page.close()
    third.page.close()


def test_the_last_state_outlives_the_browser(
    fresh_chromium: Callable[..., Chromium],
    playwright: Playwright,
    replica: Replica,
    extension: Path,
    site: Control,
    tmp_path: Path,
) -> None:
    name = site.add(Maker().rounds(2).answer())
    with chromium(playwright, replica, extension, profile=tmp_path) as first:
        first.new_panel().goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch").settled()
    again = fresh_chromium(profile=tmp_path).new_panel().goto(f"{SITE}/c/{name}")
    again.shows("4 nodes · 1 branch")
    expect(again.part("panel")).to_be_visible()


def test_the_toolbar_button_opens_and_closes_it(panel: Panel, watched: Chromium, site: Control) -> None:
    name = site.add(Maker().rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    background = watched.browser.wait_for_target(lambda t: t.kind == "service_worker")
    press = "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.onClicked.dispatch(tab))"
    watched.browser.evaluate(background, press)
    expect(panel.part("button")).to_be_visible()
    watched.browser.evaluate(background, press)
    expect(panel.part("panel")).to_be_visible()


def test_after_an_update_of_the_extension_it_asks_for_a_reload(
    fresh_chromium: Callable[..., Chromium], site: Control
) -> None:
    name = site.add(Maker().rounds(2).answer())
    running = fresh_chromium()
    panel = running.new_panel().goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    background = running.browser.wait_for_target(lambda t: t.kind == "service_worker")
    running.browser.post("Runtime.evaluate", {"expression": "chrome.runtime.reload()"}, background.session)
    expect(panel.part("engine")).to_have_text("The extension was updated: reload the page to go on.")
    expect(panel.nodes).to_have_count(4)
    panel.tree.focus()
    panel.page.keyboard.press("Home")


def test_the_drawing_holds_no_text_but_turn_numbers(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("demo_conversation"))
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.nodes.first).to_be_visible()
    assert re.fullmatch(r"[\d\s]+", panel.drawing.evaluate("e => e.textContent"))


def test_the_current_node_is_in_the_middle_when_first_shown(panel: Panel, site: Control) -> None:
    made = Maker().rounds(40)
    middle = made.mapping["m40"]["id"]
    name = site.add({**made.answer(), "current_node": middle})
    panel.goto(f"{SITE}/c/{name}").open().shows("80 nodes · 1 branch")
    current = panel.page.locator("cgt-root .cgt-current").bounding_box()
    view = panel.tree.bounding_box()
    assert current
    assert view
    assert abs((current["y"] + current["height"] / 2) - (view["y"] + view["height"] / 2)) < 20


class TestAfterAReload:
    """Open, scroll position and selection come back, and nothing is fetched twice."""

    @pytest.fixture
    def scrolled(self, panel: Panel, site: Control) -> Panel:
        name = site.add(Maker().rounds(60).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("120 nodes · 1 branch")
        panel.tree.focus()
        panel.page.keyboard.press("Home")
        expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "1")
        for _ in range(3):
            panel.page.keyboard.press("ArrowDown")
        expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "4")
        box = panel.tree.bounding_box()
        assert box
        panel.page.mouse.move(box["x"] + 100, box["y"] + 300)
        panel.page.mouse.wheel(0, 400)
        panel.page.wait_for_function("e => e.scrollTop > 300", arg=panel.tree.element_handle())
        return panel.settled()

    def test_the_sidebar_is_open_at_the_same_place(self, scrolled: Panel) -> None:
        before = scrolled.tree.evaluate("e => e.scrollTop")
        scrolled.reload().shows("120 nodes · 1 branch")
        scrolled.page.wait_for_function(
            "([e, top]) => Math.abs(e.scrollTop - top) < 2", arg=[scrolled.tree.element_handle(), before]
        )

    def test_the_selection_is_the_same(self, scrolled: Panel) -> None:
        scrolled.reload().shows("120 nodes · 1 branch")
        expect(scrolled.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "4")

    def test_the_engine_is_the_same(self, scrolled: Panel, watched: Chromium) -> None:
        engines = {t.id for t in watched.browser.targets.values() if t.alive and t.kind == "worker"}
        scrolled.reload().shows("120 nodes · 1 branch")
        assert {t.id for t in watched.browser.targets.values() if t.alive and t.kind == "worker"} == engines


class TestMovingThroughThePage:
    """Only the address changes; the tree shown is always that of the address."""

    @pytest.fixture
    def two(self, panel: Panel, site: Control) -> Panel:
        site.add(Maker("aaaaaaaa-0000-4000-8000-000000000001", "First of two").rounds(2).answer())
        site.add(Maker("aaaaaaaa-0000-4000-8000-000000000002", "Second of two").rounds(3).answer())
        panel.goto(f"{SITE}/c/aaaaaaaa-0000-4000-8000-000000000001").open().shows("4 nodes · 1 branch")
        return panel

    def test_to_another_conversation(self, two: Panel) -> None:
        two.page.get_by_text("Second of two").click()
        two.shows("6 nodes · 1 branch")
        expect(two.nodes).to_have_count(6)

    def test_the_previous_tree_is_gone_while_the_next_one_loads(self, two: Panel, site: Control) -> None:
        site.fail("conversation", "slow", seconds=2)
        two.page.get_by_text("Second of two").click()
        two.says("Loading")
        expect(two.nodes).to_have_count(0)
        expect(two.part("status")).to_have_text("")
        two.shows("6 nodes · 1 branch")

    def test_to_the_home_page_and_back(self, two: Panel) -> None:
        two.page.get_by_test_id("create-new-chat-button").click()
        two.says("No conversation yet")
        expect(two.nodes).to_have_count(0)
        two.page.go_back()
        two.shows("4 nodes · 1 branch")

    def test_quickly_back_and_forth_ends_at_the_last_address(self, two: Panel, site: Control) -> None:
        site.fail("conversation", "slow", seconds=0.3)
        for title in ("Second of two", "First of two", "Second of two", "First of two", "Second of two"):
            two.page.get_by_text(title).click()
        two.shows("6 nodes · 1 branch")
        site.wait_until_idle()
        two.settled().shows("6 nodes · 1 branch")


def test_the_theme_follows_the_page(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(1).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("2 nodes · 1 branch")
    expect(panel.part("panel")).to_have_css("background-color", "rgb(255, 255, 255)")
    panel.page.get_by_test_id("accounts-profile-button").click()
    expect(panel.part("panel")).to_have_css("background-color", "rgb(33, 33, 33)")
    panel.page.get_by_test_id("accounts-profile-button").click()
    expect(panel.part("panel")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_a_dark_page_is_met_in_dark(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(1).answer())
    site.theme = "dark"
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("panel")).to_have_css("background-color", "rgb(33, 33, 33)")


def test_scrolling_draws_what_comes_into_view(panel: Panel, site: Control) -> None:
    name = site.add(Maker().rounds(400).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("800 nodes · 1 branch")
    assert panel.nodes.count() < 300
    panel.tree.evaluate("e => e.scrollTo(0, 9000)")
    panel.eventually(
        f"""(() => {{
            const view = {ROOT}.getElementById('cgt-scroller').getBoundingClientRect();
            const seen = [...{ROOT}.querySelectorAll('[role=treeitem]')].map(e => e.getBoundingClientRect())
                .filter(r => r.top > view.top && r.bottom < view.bottom);
            return seen.length >= Math.floor(view.height / 36) - 2;
        }})()"""
    )


@pytest.mark.parametrize("turns", [5000])
def test_a_large_tree_stays_within_its_elements(panel: Panel, site: Control, turns: int) -> None:
    name = site.add(large(turns))
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("status")).to_contain_text(re.compile(r"^5,?000 nodes"), timeout=30_000)
    assert panel.elements <= 1500
    height = panel.tree.evaluate("e => e.scrollHeight")
    for part in (0.1, 0.5, 0.9, 0.3):
        panel.tree.evaluate("(e, top) => e.scrollTo(e.scrollWidth / 3, top)", height * part)
        panel.settled()
        assert panel.elements <= 1500
