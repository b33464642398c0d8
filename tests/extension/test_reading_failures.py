"""A read that fails keeps the last good tree, says what was wrong and how old that is, and can be repeated.

Must not know by which ways a conversation is asked for beyond their routes; `test_ways_of_loading.py` does.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.extension.chat_page import own_requests, reads
from tests.extension.conftest import SITE
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica import spoil
from tests.replica.control import Control

EVERY_WAY = ("conversation", "batch", "pages")
TEAM = "7d1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"
FAULTS: dict[str | int, tuple[str, str]] = {
    401: ("sign in again", "CT-LOAD-02"),
    403: ("refuses to show this conversation", "CT-LOAD-03"),
    404: ("does not know this conversation", "CT-LOAD-04"),
    500: ("has a fault of its own", "CT-LOAD-06"),
    "slow": ("took too long to answer", "CT-LOAD-08"),
    "offline": ("did not answer", "CT-LOAD-01"),
    "not_json": ("not data that can be read", "CT-LOAD-09"),
    "html": ("a web page instead of the conversation", "CT-LOAD-10"),
    "truncate": ("breaks off in the middle", "CT-LOAD-11"),
}
LATER = "(real => { Date.now = () => real() + %d * 1000; })(Date.now.bind(Date)), 0"
"""The content script's own clock is put forward."""
IMPATIENT = "(real => { setTimeout = (f, ms) => real(f, ms === 30_000 ? 500 : ms); })(setTimeout), 0"


@pytest.fixture
def name(panel: Panel, site: Control) -> str:
    """A conversation that is shown, on a page that asks for nothing itself."""
    site.page_uses = "none"
    name = site.add(Maker(str(uuid4())).rounds(2).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
    return name


def look_again(panel: Panel) -> None:
    """Opening it reads what changed while it was closed."""
    panel.close()
    panel.open()


def test_the_last_good_tree_stays_with_its_age_and_trying_again_helps(
    panel: Panel, site: Control, name: str
) -> None:
    """On one page, each fault after the other; the tree has one round more each time it was read."""
    panel.content(IMPATIENT)
    for rounds, (fault, (words, code)) in enumerate(FAULTS.items(), start=2):
        panel.content(LATER % 300)
        for way in EVERY_WAY:
            site.fail(way, fault, of="extension", seconds=1)
        look_again(panel)
        for text in (words, "The tree shown was read 5 minutes ago.", f"({code})"):
            expect(panel.part("notice_text")).to_contain_text(text)
        panel.shows(f"{2 * rounds} nodes · 1 branch")
        expect(panel.part("placeholder")).to_be_hidden()
        site.heal()
        site.add(Maker(name).rounds(rounds + 1).answer(), name)
        panel.part("notice_action").click()
        panel.shows(f"{2 * rounds + 2} nodes · 1 branch")
        expect(panel.part("notice")).to_be_hidden()


def test_a_refused_token_is_renewed_once_and_then_one_is_asked_to_sign_in(
    panel: Panel, site: Control, name: str
) -> None:
    site.expire_token()
    site.forget_requests()
    look_again(panel)
    site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension", count=2)
    panel.settled()
    expect(panel.part("notice")).to_be_hidden()
    assert reads(site, name) == 2
    # Nothing helps any more: the session gives a token that nobody takes.
    for way in EVERY_WAY:
        site.fail(way, 401, of="extension")
    site.forget_requests()
    look_again(panel)
    expect(panel.part("notice_text")).to_contain_text("Sign in on this page")
    assert own_requests(site) == [f"GET /backend-api/conversation/{name}"] * 2
    assert len(site.asked("GET", "/api/auth/session", by="extension")) == 1


class TestAskedToWait:
    def test_no_request_before_it_is_over_and_one_then(self, panel: Panel, site: Control, name: str) -> None:
        path = f"/backend-api/conversation/{name}"
        site.forget_requests()
        site.fail("conversation", 429, of="extension", retry_after="3", times=1)
        look_again(panel)
        for text in ("asks to wait 3 seconds", "The tree shown was read", "(CT-LOAD-05)"):
            expect(panel.part("notice_text")).to_contain_text(text)
        site.add(Maker(name).rounds(3).answer(), name)
        for _ in range(3):
            panel.part("notice_action").click()
        look_again(panel)
        panel.settled()
        assert reads(site, name) == 1
        panel.shows("6 nodes · 1 branch")
        expect(panel.part("notice")).to_be_hidden()
        first, then = site.asked("GET", path, by="extension")
        assert then.time - first.time >= 3
        assert own_requests(site) == [f"GET {path}"] * 2

    def test_at_first_sight_it_says_how_long_and_shows_the_tree_afterwards(
        self, panel: Panel, site: Control
    ) -> None:
        site.page_uses = "none"
        name = site.add(Maker(str(uuid4())).rounds(2).answer())
        site.fail("conversation", 429, of="extension", retry_after="2", times=1)
        panel.goto(f"{SITE}/c/{name}").open().says("asks to wait 2 seconds", "CT-LOAD-05")
        panel.part("placeholder_action").click()
        panel.shows("4 nodes · 1 branch")
        assert reads(site, name) == 2

    def test_what_the_page_itself_gets_is_taken_meanwhile(self, panel: Panel, site: Control) -> None:
        name = site.add(Maker(str(uuid4())).rounds(2).answer())
        site.fail("conversation", 429, of="extension", retry_after="60")
        panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")
        assert reads(site, name) <= 1


class TestAWorkspace:
    def test_its_header_is_sent_when_reading_and_when_switching(self, panel: Panel, site: Control) -> None:
        site.switching = "honoured"
        site.account_cookie = TEAM
        made = Maker(str(uuid4())).rounds(1)
        asked = made.ask("Which way?")
        # The page has no pager inside of an answer, so the site is asked to switch.
        remark = made.say("assistant", "Let me see.", asked, channel="commentary")
        made.reply("The way through the woods", remark)
        made.reply("The way along the shore", remark)
        name = site.add(made.answer())
        site.workspaces[name] = TEAM
        panel.goto(f"{SITE}/g/g-p-0123456789abcdef0123456789abcdef/c/{name}").open()
        panel.shows("6 nodes · 2 branches")
        # Until the load that ends the journey: closing a page in the midst of one may hang.
        with panel.page.expect_navigation():
            panel.page.locator("cgt-root [id='cgt-t:m5'] circle").click()
        path = f"/backend-api/conversation/{name}"
        site.wait_for("PATCH", path, by="extension")
        site.wait_for("GET", path, by="extension", count=2)
        for request in [*site.asked("PATCH", path), *site.asked("GET", path, by="extension")]:
            assert request.headers.get("chatgpt-account-id") == TEAM


class TestAnAnswerCutDownByAnotherExtension:
    @pytest.fixture
    def trimmed(self, site: Control) -> Callable[..., str]:
        def make(rounds: int = 20) -> str:
            site.fail("conversation", "rewrite", of="page", rewrite=spoil.trimmed(4))
            return site.add(Maker(str(uuid4())).rounds(rounds).answer())

        return make

    def test_the_tree_is_whole_all_the_same(
        self, panel: Panel, site: Control, trimmed: Callable[..., str]
    ) -> None:
        name = trimmed()
        panel.goto(f"{SITE}/c/{name}").open().shows("40 nodes · 1 branch")
        site.wait_until_idle()
        panel.settled().shows("40 nodes · 1 branch")
        expect(panel.part("notice")).to_be_hidden()

    def test_a_known_tree_is_read_again_directly_and_the_rest_is_not_stored(
        self, panel: Panel, site: Control, trimmed: Callable[..., str]
    ) -> None:
        name = trimmed()
        panel.goto(f"{SITE}/c/{name}").open().shows("40 nodes · 1 branch")
        site.wait_until_idle()
        panel.settled()
        site.forget_requests()
        # Another cut, so that its bytes are new.
        site.fail("conversation", "rewrite", of="page", rewrite=spoil.trimmed(6))
        as_the_page_asks(panel, f"/backend-api/conversation/{name}")
        site.wait_for("GET", f"/backend-api/conversation/{name}", by="extension")
        site.wait_until_idle()
        panel.settled().shows("40 nodes · 1 branch")
        assert reads(site, name) == 1
        site.heal()
        site.page_uses = "none"
        site.fail("conversation", "slow", of="extension", seconds=2)
        panel.reload().shows("40 nodes · 1 branch", seconds=1.9)


def as_the_page_asks(panel: Panel, path: str) -> None:
    """A request as the page's own code sends it."""
    panel.page.evaluate(
        """async path => {
            const own = { 'oai-client-version': 'replica-1' };
            const { accessToken } = await (await fetch('/api/auth/session', { headers: own })).json();
            const headers = { ...own, authorization: `Bearer ${accessToken}` };
            await (await fetch(path, { headers })).arrayBuffer();
        }""",
        path,
    )
