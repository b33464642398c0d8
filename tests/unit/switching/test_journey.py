"""Every way a journey can go, against a simulated page."""

from __future__ import annotations

from conversation_tree.protocol import PressPager, ReloadPage, RequestHost
from tests.builders import chain_parents
from tests.unit.switching.driving import ride
from tests.unit.switching.simulated_page import Habits

# A question with two answers, the second with two follow-ups, the second of those with an answer:
#   n0 - n1 - n2 - n3
#      \ n4 - n5
#           \ n6 - n7
SMALL = [-1, 0, 1, 2, 0, 4, 4, 6]


def comb(rows: int) -> list[int]:
    """A chain n0, n2, n4 … with one leaf before each further turn: the first variant is never the chain."""
    parents = [-1]
    for row in range(rows):
        parents += [2 * row, 2 * row]
    return parents


def test_a_message_of_the_path_shown_is_only_scrolled_to() -> None:
    trip = ride(chain_parents(60), Habits(mounted=15))
    outcome = trip.go("n3", by_reload=True)
    assert outcome.kind == "arrived"
    assert "n3" in trip.page.on_screen
    assert not trip.sent(RequestHost)
    assert not trip.sent(ReloadPage)
    assert not trip.sent(PressPager)
    assert trip.origin == ("n59", trip.origin[1])


def test_a_near_branch_is_reached_by_the_pages_pager() -> None:
    trip = ride(SMALL, leaf="n3")
    outcome = trip.go("n7")
    assert outcome.kind == "arrived"
    assert not outcome.reasons
    assert outcome.page == "moved"
    assert trip.page.pressed == [("n1", 1), ("n5", 1)]
    assert "n7" in trip.page.on_screen
    assert not trip.sent(RequestHost)
    assert trip.stages == ["looking", "stepping", "revealing"]


def test_a_far_branch_is_reached_by_the_site_and_a_reload() -> None:
    trip = ride(comb(5), Habits(patch="honoured"), leaf="n1")
    outcome = trip.go("n10")
    assert outcome.kind == "arrived"
    assert outcome.asked_site
    assert trip.page.asked == ["n10"]
    assert trip.page.reloads == 1
    assert not trip.page.pressed
    assert trip.stages == ["looking", "switching", "reloading", "revealing"]


def test_a_far_branch_is_stepped_to_when_the_site_does_not_listen() -> None:
    trip = ride(comb(5), Habits(patch="ignored"), leaf="n1")
    outcome = trip.go("n10")
    assert outcome.kind == "arrived_otherwise"
    assert [reason.text_key for reason in outcome.reasons] == ["jump_not_taken"]
    assert len(trip.page.pressed) == 5
    assert trip.page.reloads == 0
