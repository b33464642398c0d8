"""What the sidebar says when there is no tree to show, or not all of it.

Must not know where the words come from; they are what a person reads.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium, fixture_conversation
from tests.extension.conversations import Maker, torn, unbegun
from tests.extension.panel import Panel
from tests.replica.control import Control

EVERY_WAY = ("conversation", "batch", "pages")
"""The stand-in's names of the routes that a conversation can be had from."""


def unknown() -> Maker:
    """A conversation that this browser has not seen, so nothing stored stands in for it."""
    return Maker(str(uuid4()))


@pytest.fixture(autouse=True)
def only_our_own_requests(site: Control) -> None:
    """The page asks for nothing itself; else its own answers would be taken and shown."""
    site.page_uses = "none"


def test_no_conversation_yet(panel: Panel) -> None:
    panel.goto(f"{SITE}/").open().says("No conversation yet")
    expect(panel.nodes).to_have_count(0)


def test_a_conversation_that_is_not_saved_yet(panel: Panel) -> None:
    panel.goto(f"{SITE}/c/WEB:12345678-1234-4123-8123-123456789abc").open().says("not saved yet")


def test_a_conversation_that_has_not_begun(panel: Panel, site: Control) -> None:
    name = site.add(unbegun())
    panel.goto(f"{SITE}/c/{name}").open().says("This conversation has not begun")


def test_loading(panel: Panel, site: Control) -> None:
    name = site.add(unknown().rounds(2).answer())
    site.fail("conversation", "slow", seconds=1.5, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().says("Loading the conversation")
    expect(panel.part("placeholder")).to_have_attribute("aria-busy", "true")
    panel.shows("4 nodes · 1 branch")
    expect(panel.part("placeholder")).to_be_hidden()


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (401, "CT-LOAD-02"),
        (403, "CT-LOAD-03"),
        (404, "CT-LOAD-04"),
        (429, "CT-LOAD-05"),
        (500, "CT-LOAD-06"),
        ("offline", "CT-LOAD-01"),
        ("break_off", "CT-LOAD-01"),
    ],
)
def test_an_error_with_its_code_and_what_to_do(
    panel: Panel, site: Control, fault: str | int, code: str
) -> None:
    name = site.add(unknown().rounds(2).answer())
    for route in EVERY_WAY:
        site.fail(route, fault, of="extension")
    panel.goto(f"{SITE}/c/{name}").open().says("could not be loaded", code)
    again = panel.part("placeholder_action")
    expect(again).to_have_text("Try again")
    site.heal()
    again.click()
    panel.shows("4 nodes · 1 branch")


@pytest.mark.parametrize("fault", ["not_json", "html", "empty"])
def test_an_answer_that_is_no_conversation(panel: Panel, site: Control, fault: str) -> None:
    name = site.add(unknown().rounds(2).answer())
    for route in EVERY_WAY:
        site.fail(route, fault, of="extension")
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("placeholder")).to_contain_text("CT-")
    expect(panel.part("placeholder_action")).to_be_visible()


def test_signed_out(panel: Panel, site: Control) -> None:
    name = site.add(unknown().rounds(2).answer())
    site.signed_in = False
    panel.goto(f"{SITE}/c/{name}").open().says("sign in", "CT-LOAD-02")


def test_an_expired_token_is_renewed_once(panel: Panel, site: Control) -> None:
    first = site.add(Maker("aaaaaaaa-0000-4000-8000-000000000001", "First").rounds(1).answer())
    second = site.add(Maker("aaaaaaaa-0000-4000-8000-000000000002", "Second").rounds(2).answer())
    panel.goto(f"{SITE}/c/{first}").open().shows("2 nodes · 1 branch")
    site.access_token = "another-token"
    panel.page.get_by_role("link", name="Second").click()
    panel.shows("4 nodes · 1 branch")
    assert len(site.asked("GET", f"/backend-api/conversation/{second}", by="extension")) == 2


def test_a_tree_of_which_a_part_is_missing_says_so(panel: Panel, site: Control) -> None:
    name = site.add(torn())
    panel.goto(f"{SITE}/c/{name}").open().shows("5 nodes · 2 branches")
    expect(panel.part("notice")).to_contain_text("missing")


def test_an_answer_with_one_branch_only_says_so(panel: Panel, site: Control) -> None:
    name = site.add(fixture_conversation("paginated_last_page"), "aaaaaaaa-0000-4000-8000-00000000000a")
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("notice")).to_contain_text("other branches may exist")
    expect(panel.nodes.first).to_be_visible()


def test_hostile_json_is_refused_and_the_engine_lives(panel: Panel, site: Control) -> None:
    name = "99999999-0000-4000-8000-000000000000"
    site.conversations[name] = b'{"mapping":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    panel.goto(f"{SITE}/c/{name}").open()
    expect(panel.part("placeholder")).to_contain_text("CT-")
    site.add(Maker(name).rounds(2).answer())
    panel.part("placeholder_action").click()
    panel.shows("4 nodes · 1 branch")


class TestInChinese:
    @pytest.fixture
    def chinese(self, fresh_chromium: Callable[..., Chromium]) -> Chromium:
        return fresh_chromium(language="zh-CN")

    def test_the_placeholders_are_the_specified_ones(self, chinese: Chromium, site: Control) -> None:
        panel = chinese.new_panel().goto(f"{SITE}/").open()
        panel.says("还没有对话")
        name = site.add(unbegun())
        panel.goto(f"{SITE}/c/{name}").open().says("对话还没开始")
        expect(panel.part("panel")).to_have_attribute("lang", "zh-CN")
        name = site.add(unknown().rounds(2).answer())
        panel.goto(f"{SITE}/c/{name}").open().shows("4 个节点 · 1 个分支")
