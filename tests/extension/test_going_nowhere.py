"""Forks for which a page has no pager: the site may lead there; otherwise it is said why not, and shown here.

Must not know how a fork is told apart.
"""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.extension.conversations import Maker
from tests.extension.journeys import LEFT, WHOLE, Traveller, crossroads
from tests.extension.panel import Panel
from tests.replica.control import Control

IMPOSSIBLE = "is not possible on ChatGPT’s page"
MID_TURN = "these versions part in the middle of an answer"
LIST = "it keeps the versions of a question in a list of its own"


@pytest.fixture
def traveller(panel: Panel, site: Control) -> Traveller:
    return Traveller(panel, site)


def parted(channel: str | None) -> Maker:
    """An answer that begins once and ends twice; the page is behind the second end, `there` is the first."""
    made = Maker(str(uuid4()), "Parted").rounds(2)
    made.ask("Tell me")
    begun = made.say("assistant", "I begin", name="begun", channel=channel)
    made.say("assistant", "It ends well", begun, name="there")
    made.say("assistant", "It ends badly", begun, name="here")
    return made.rounds(2)


def asked_twice() -> Maker:
    """A question in two versions; the page is behind the second, `there` answers the first."""
    made = Maker(str(uuid4()), "Asked twice").rounds(2)
    above = made.current
    made.ask("Asked so", above)
    made.say("assistant", "Answered so", name="there")
    made.ask("Asked otherwise", above)
    return made.rounds(2)


class TestInsideAnAnswer:
    def test_the_older_page_has_no_pager_and_it_is_said(self, traveller: Traveller) -> None:
        made = parted(None)
        traveller.at(made, "legacy", made.current)
        before = traveller.scrolled_to
        traveller.go("there").ends(IMPOSSIBLE, MID_TURN, LEFT)
        assert traveller.stayed
        assert traveller.scrolled_to == pytest.approx(before, abs=2)
        traveller.shows_here("It ends well")

    def test_the_site_leads_there(self, traveller: Traveller, site: Control) -> None:
        site.switching = "honoured"
        made = parted(None)
        traveller.at(made, "legacy", made.current)
        traveller.go("there").arrives("there").after_the_reload()

    def test_the_newer_page_steps_there_where_it_counts_such_versions(self, traveller: Traveller) -> None:
        made = parted("commentary")
        traveller.at(made, "shell", made.current)
        traveller.go("there").arrives("there")
        assert traveller.stayed

    def test_the_newer_page_may_count_none(self, traveller: Traveller) -> None:
        made = parted(None)
        traveller.at(made, "shell", made.current)
        traveller.go("there").ends("could not be reached", "shows no arrows", LEFT)
        traveller.shows_here("It ends well")


class TestVersionsOfAQuestion:
    def test_the_newer_page_has_no_pager_and_it_is_said(self, traveller: Traveller) -> None:
        made = asked_twice()
        traveller.at(made, "shell", made.current)
        traveller.go("there").ends(IMPOSSIBLE, LIST, LEFT)
        assert traveller.stayed
        traveller.shows_here("Answered so")

    def test_the_site_leads_there(self, traveller: Traveller, site: Control) -> None:
        site.switching = "honoured"
        made = asked_twice()
        traveller.at(made, "shell", made.current)
        traveller.go("there").arrives("there").after_the_reload()


def test_a_message_that_something_covers_is_not_called_shown(traveller: Traveller) -> None:
    traveller.at(crossroads(), "legacy", "shore-end", WHOLE)
    traveller.page.evaluate(
        """() => {
            const layer = document.createElement('div');
            Object.assign(layer.style, {position: 'fixed', inset: 0, zIndex: 9});
            document.body.append(layer);
        }"""
    )
    traveller.go("first").ends("could not be reached", "something covers it", LEFT)
    traveller.shows_here("The first question")
