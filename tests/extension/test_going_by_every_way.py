"""However the site gives a conversation, on both of its pages: every way to a message, or a word why not.

Must not know how a way is chosen; `tests/unit/switching` does.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE
from tests.extension.journeys import RENDERERS, WHOLE, Traveller, crossroads
from tests.extension.panel import Panel
from tests.replica.control import Control

BRANCH = "42 nodes · 1 branch"
ONLY_A_BRANCH = "Only the branch on screen is known"


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    return Traveller(panel, site)


def serve(site: Control, api: str) -> None:
    """The site gives whole trees, whole trees in a batch only, or one branch in pages only."""
    if api != "whole":
        site.fail("conversation", 500, of="extension")
        site.page_uses = "paged"
    if api == "pages":
        site.fail("batch", 500)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("api", ["whole", "batch", "pages"])
class TestAMessage:
    def test_of_the_same_path_is_revealed(
        self, traveller: Traveller, site: Control, api: str, renderer: str
    ) -> None:
        serve(site, api)
        traveller.at(crossroads(), renderer, "shore-end", BRANCH if api == "pages" else WHOLE)
        traveller.go("first").arrives("first")
        assert traveller.stayed
        assert [r.path for r in site.requests if not r.by_page] == []

    def test_of_a_near_branch_is_stepped_to(
        self, traveller: Traveller, site: Control, api: str, renderer: str
    ) -> None:
        serve(site, api)
        if api == "pages":
            traveller.at(crossroads(), renderer, "shore-end", BRANCH)
            expect(traveller.panel.part("notice")).to_contain_text(ONLY_A_BRANCH)
            expect(traveller.node("hills-end")).to_have_count(0)
            return
        # A page that has only pages itself has no pagers either.
        site.page_uses = "singular"
        traveller.panel.goto(f"{SITE}/").open().close()
        traveller.site.renderer = renderer
        traveller.name = site.add(crossroads().answer())
        traveller.panel.goto(f"{SITE}/c/{traveller.name}")
        expect(traveller.on_page("shore-end")).to_be_visible()
        # What the page got meanwhile nobody saw: the sidebar was closed.
        traveller.panel.open()
        traveller.settled("shore-end", WHOLE)
        traveller.go("hills-end").arrives("hills-end")
        expect(traveller.panel.page.locator("cgt-root .cgt-current")).to_have_id("cgt-t:hills-end")
        assert traveller.stayed
        assert traveller.asked("PATCH") == 0

    def test_of_a_far_branch_is_gone_to_by_the_site(
        self, traveller: Traveller, site: Control, api: str, renderer: str
    ) -> None:
        serve(site, api)
        site.switching = "honoured"
        traveller.at(crossroads(), renderer, "shore-end", BRANCH if api == "pages" else WHOLE)
        if api == "pages":
            expect(traveller.panel.part("notice")).to_contain_text(ONLY_A_BRANCH)
            expect(traveller.node("woods-end")).to_have_count(0)
            return
        traveller.go("woods-end").arrives("woods-end").after_the_reload()
        assert traveller.asked("PATCH") == 1
