"""Living in a page that fights: what it can take from us, and what it cannot.

Must not know how the guard works. Each page script of `tests/fixtures/pages` does one nasty thing.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import FIXTURES, SITE
from tests.extension.conversations import Maker
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

PAGES = FIXTURES / "pages"


def script(name: str) -> str:
    return (PAGES / f"{name}.js").read_text(encoding="utf-8")


def shown(panel: Panel, site: Control) -> Panel:
    name = site.add(Maker().rounds(20).answer())
    return panel.goto(f"{SITE}/c/{name}").open().shows("40 nodes · 1 branch")


def test_a_page_style_for_everything_changes_nothing(panel: Panel, site: Control) -> None:
    plain = shown(panel, site).part("panel").bounding_box()
    site.extra_styles = [(PAGES / "reset.css").read_text(encoding="utf-8")]
    panel.reload().shows("40 nodes · 1 branch")
    assert panel.part("panel").bounding_box() == plain
    expect(panel.part("panel")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(panel.part("panel")).to_have_css("display", "flex")
    panel.close()


def test_no_layer_of_the_page_covers_it(panel: Panel, site: Control) -> None:
    site.late_scripts = [script("layer")]
    shown(panel, site).close()


def test_a_right_to_left_page_does_not_mirror_it(panel: Panel, site: Control) -> None:
    site.late_scripts = [
        "document.documentElement.dir = 'rtl'; document.documentElement.style.fontSize = '40px';"
    ]
    shown(panel, site)
    box = panel.part("panel").bounding_box()
    assert box
    assert (box["x"], box["width"]) == (1280 - 360, 360)


class TestAKeyThief:
    @pytest.fixture
    def robbed(self, panel: Panel, site: Control) -> Panel:
        site.early_scripts = [script("key_thief")]
        shown(panel, site)
        panel.page.evaluate("window.stolen.length = 0")
        return panel

    def test_sees_no_key_of_ours(self, robbed: Panel) -> None:
        robbed.tree.focus()
        for key in ("ArrowUp", "ArrowUp", "Home", "End", "a", "Escape", "ArrowDown"):
            robbed.page.keyboard.press(key)
        robbed.settled()
        assert robbed.page.evaluate("window.stolen.filter(e => !e.startsWith('focus'))") == []

    def test_sees_no_press_of_ours(self, robbed: Panel) -> None:
        robbed.nodes.last.click()
        robbed.page.mouse.wheel(0, 200)
        robbed.settled()
        assert robbed.page.evaluate("window.stolen") == []

    def test_still_gets_its_own_keys(self, robbed: Panel) -> None:
        robbed.nodes.last.click()
        robbed.page.locator("#prompt-textarea").click()
        robbed.page.keyboard.type("hello")
        expect(robbed.page.locator("#prompt-textarea")).to_have_text("hello")
        assert "keydown h" in robbed.page.evaluate("window.stolen")

    def test_typing_in_the_tree_does_not_reach_the_composer(self, robbed: Panel) -> None:
        robbed.tree.focus()
        robbed.page.keyboard.type("not for the composer")
        robbed.settled()
        expect(robbed.page.locator("#prompt-textarea")).to_have_text("")


def test_a_focus_trap_does_not_take_the_focus(panel: Panel, site: Control) -> None:
    site.late_scripts = [script("focus_trap")]
    shown(panel, site)
    panel.nodes.last.click()
    panel.page.keyboard.press("Home")
    expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "1")
    assert panel.content(f"{ROOT}.activeElement?.id") == "cgt-scroller"


class TestARemover:
    def test_it_comes_back_with_scroll_and_focus(self, panel: Panel, site: Control) -> None:
        site.early_scripts = ["window.armed = false;"]
        shown(panel, site)
        panel.tree.focus()
        panel.page.keyboard.press("Home")
        expect(panel.page.locator("cgt-root .cgt-focused")).to_have_attribute("aria-level", "1")
        panel.tree.evaluate("e => e.scrollTo(0, 150)")
        panel.settled()
        panel.page.evaluate("document.querySelector('cgt-root').remove()")
        panel.attach()
        expect(panel.part("panel")).to_be_visible()
        panel.eventually(f"{ROOT}.getElementById('cgt-scroller').scrollTop === 150")
        panel.eventually(f"{ROOT}.activeElement?.id === 'cgt-scroller'")
        expect(panel.nodes.first).to_be_visible()

    def test_it_comes_back_from_a_hidden_popover(self, panel: Panel, site: Control) -> None:
        shown(panel, site)
        panel.page.evaluate("document.querySelector('cgt-root').hidePopover()")
        expect(panel.part("panel")).to_be_visible()
        panel.page.evaluate("document.querySelector('cgt-root').removeAttribute('popover')")
        panel.eventually("document.querySelector('cgt-root').matches(':popover-open')")

    def test_it_comes_back_into_a_new_document_element(self, panel: Panel, site: Control) -> None:
        shown(panel, site)
        panel.page.evaluate(
            """() => {
                const html = document.createElement('html');
                html.append(document.createElement('head'), document.createElement('body'));
                document.documentElement.replaceWith(html);
            }"""
        )
        panel.attach()
        expect(panel.part("panel")).to_be_visible()

    def test_a_page_that_takes_it_away_again_and_again(self, panel: Panel, site: Control) -> None:
        site.early_scripts = [script("remover"), "window.removals = 4;"]
        name = site.add(Maker().rounds(2).answer())
        panel.page.goto(f"{SITE}/c/{name}")
        panel.page.wait_for_function("() => window.removed === 4")
        panel.attach().open().shows("4 nodes · 1 branch")


def test_while_the_page_shows_a_dialog_it_is_paused(panel: Panel, site: Control) -> None:
    site.late_scripts = [script("dialog")]
    shown(panel, site)
    panel.page.evaluate("window.showDialog()")
    expect(panel.part("engine")).to_have_text("Paused while the page shows a dialog")
    panel.page.get_by_text("Close the dialog").click()
    expect(panel.part("engine")).to_be_hidden()
    panel.close()


def test_escape_in_the_sidebar_leaves_the_pages_own_popover(panel: Panel, site: Control) -> None:
    shown(panel, site)
    panel.tree.focus()
    panel.page.evaluate(
        """() => {
            const menu = document.createElement('div');
            menu.popover = 'auto';
            menu.id = 'menu';
            menu.textContent = 'A menu of the page';
            document.body.append(menu);
            menu.showPopover();
        }"""
    )
    panel.page.keyboard.press("Escape")
    panel.settled()
    expect(panel.page.locator("#menu")).to_be_visible()
    expect(panel.part("panel")).to_be_visible()
