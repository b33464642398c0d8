"""Properties of every journey, on random trees and random pages."""

from __future__ import annotations

from hypothesis import event, given, settings
from hypothesis import strategies as st

from conversation_tree.model import Tree
from conversation_tree.protocol import PressPager, ReloadPage, RequestHost
from conversation_tree.switching import newest_leaf
from tests.builders import tree_from
from tests.unit.switching.driving import Ride, ride
from tests.unit.switching.simulated_page import Habits


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Long runs with forks here and there, or any shape at all; some with several roots."""
    size = draw(st.integers(1, 40))
    parents = [-1]
    for turn in range(1, size):
        parents.append(draw(st.one_of(st.just(turn - 1), st.integers(-1 if turn % 7 == 0 else 0, turn - 1))))
    tree = tree_from(parents)
    tree.create_times = [draw(st.one_of(st.none(), st.floats(0, 9))) for _ in tree.ids]
    return tree


def some(draw: st.DrawFn, names: list[str]) -> frozenset[str]:
    return draw(st.one_of(st.just(frozenset()), st.frozensets(st.sampled_from(names), max_size=4)))


@st.composite
def habits(draw: st.DrawFn, tree: Tree) -> Habits:
    return Habits(
        renderer=draw(st.sampled_from(["legacy", "shell"])),
        mounted=draw(st.sampled_from([0, 6, 15])),
        loaded=draw(st.sampled_from([0, 0, 10])),
        fetch_seconds=draw(st.sampled_from([0.0, 1.0])),
        patch=draw(st.sampled_from(["ignored", "honoured", "refused", "silent", "forgotten"])),
        draft=draw(st.booleans()),
        answering=draw(st.sampled_from([0.0, 0.0, 30.0])),
        without_pager=some(draw, tree.ids),
        mid_turn=some(draw, tree.ids),
        unknown=some(draw, tree.ids),
        covered=some(draw, tree.ids),
        deaf_to=draw(st.one_of(st.just(frozenset()), st.frozensets(st.sampled_from(COMMANDS), max_size=2))),
        stuck_pager=draw(st.sampled_from([0, 0, 1, 3])),
        renamed=draw(st.booleans()),
        reports=draw(st.sampled_from([True, True, True, False])),
    )


COMMANDS = ["LookAtPage", "ShowMessage", "ScrollPage", "PressPager"]


@st.composite
def rides(draw: st.DrawFn) -> Ride:
    tree = draw(trees())
    leaf = draw(st.sampled_from(tree.ids))
    believed = draw(st.one_of(st.none(), st.sampled_from(tree.ids)))
    made = ride(tree, draw(habits(tree)), leaf, believed)
    made.yes = draw(st.booleans())
    made.cancel_after = draw(st.one_of(st.none(), st.integers(1, 60)))
    made.refresh_after = draw(st.one_of(st.none(), st.integers(1, 60)))
    made.page.scroll_to(draw(st.sampled_from([0.0, 5.0, 99.0])))
    return made


@settings(max_examples=40, deadline=None)
@given(rides(), st.data())
def test_every_journey_ends_and_says_truly_how(trip: Ride, data: st.DataObject) -> None:
    page = trip.page
    before = page.path_ids
    target = data.draw(st.sampled_from(page.tree.ids))
    outcome = trip.go(
        target,
        by_reload=data.draw(st.booleans()),
        can_reload=(can_reload := data.draw(st.booleans())),
        blind=data.draw(st.booleans()),
    )
    event(outcome.kind)
    arrived = outcome.kind in {"arrived", "arrived_otherwise"}
    if arrived:
        assert target in page.path_ids
        assert target in page.on_screen
        assert target not in page.habits.covered
        assert bool(outcome.reasons) == (outcome.kind == "arrived_otherwise")
    elif outcome.page == "as_it_was":
        assert page.path_ids == before
    if outcome.kind in {"failed", "impossible"}:
        assert outcome.reasons
    if outcome.kind == "cancelled":
        assert trip.cancel_after is not None
    if not can_reload:
        assert not trip.sent(RequestHost)
        assert not trip.sent(ReloadPage)
    if not page.habits.draft and not page.habits.answering:
        assert "asking" not in trip.stages
    if not trip.yes:
        asked = next((n for n, state in enumerate(trip.states) if state.stage == "asking"), None)
        if asked is not None:
            assert outcome.kind in {"show_here", "cancelled", "failed"}
        if page.habits.draft:
            assert not trip.sent(RequestHost)
            assert page.reloads == 0
    assert outcome.asked_site == bool(trip.sent(RequestHost))


@settings(max_examples=25, deadline=None)
@given(trees(), st.data())
def test_on_the_path_shown_nothing_is_requested_pressed_or_reloaded(tree: Tree, data: st.DataObject) -> None:
    leaf = data.draw(st.sampled_from(tree.ids))
    page_habits = Habits(
        mounted=data.draw(st.sampled_from([0, 6, 15])),
        loaded=data.draw(st.sampled_from([0, 10])),
        fetch_seconds=data.draw(st.sampled_from([0.0, 1.0])),
        draft=data.draw(st.booleans()),
        answering=data.draw(st.sampled_from([0.0, 30.0])),
        renamed=data.draw(st.booleans()),
    )
    trip = ride(tree, page_habits, leaf, data.draw(st.one_of(st.none(), st.sampled_from(tree.ids))))
    target = data.draw(st.sampled_from(trip.page.path_ids))
    outcome = trip.go(target, by_reload=data.draw(st.booleans()))
    assert outcome.kind == "arrived"
    assert outcome.page == "as_it_was"
    assert target in trip.page.on_screen
    for kind in (RequestHost, PressPager, ReloadPage):
        assert not trip.sent(kind)


@settings(max_examples=25, deadline=None)
@given(trees(), st.data())
def test_a_page_with_honest_pagers_is_always_stepped_through(tree: Tree, data: st.DataObject) -> None:
    unknown = frozenset(
        name for turn, name in enumerate(tree.ids) if not tree.children[turn] and data.draw(st.booleans())
    )
    page_habits = Habits(
        mounted=data.draw(st.sampled_from([0, 6, 15])),
        loaded=data.draw(st.sampled_from([0, 10])),
        fetch_seconds=data.draw(st.sampled_from([0.0, 1.0])),
        draft=data.draw(st.booleans()),
        unknown=unknown if data.draw(st.booleans()) else frozenset(),
        stuck_pager=data.draw(st.sampled_from([0, 1])),
        renamed=data.draw(st.booleans()),
    )
    leaf = data.draw(st.sampled_from(tree.ids))
    trip = ride(tree, page_habits, leaf)
    target = data.draw(
        st.sampled_from([name for name in tree.ids if name not in page_habits.unknown] or [leaf])
    )
    outcome = trip.go(target, can_reload=False)
    if target in page_habits.unknown:
        assert outcome.kind == "failed"
    else:
        assert outcome.kind == "arrived"


@settings(max_examples=40, deadline=None)
@given(trees(), st.data())
def test_a_site_that_listens_is_enough(tree: Tree, data: st.DataObject) -> None:
    page_habits = Habits(
        renderer=data.draw(st.sampled_from(["legacy", "shell"])),
        mounted=data.draw(st.sampled_from([0, 6, 15])),
        patch="honoured",
        draft=data.draw(st.booleans()),
        without_pager=frozenset(tree.ids),
    )
    trip = ride(tree, page_habits, data.draw(st.sampled_from(tree.ids)))
    target = data.draw(st.sampled_from(tree.ids))
    assert trip.go(target).kind in {"arrived", "arrived_otherwise"}
    assert target in trip.page.on_screen


@given(trees(), st.data())
def test_the_newest_leaf_is_below_and_as_new_as_any(tree: Tree, data: st.DataObject) -> None:
    turn = data.draw(st.integers(0, len(tree) - 1))
    leaf = newest_leaf(tree, turn)
    below = [at for at in range(len(tree)) if turn in _above(tree, at)]
    times = [time for at in below if at != turn and (time := tree.create_times[at]) is not None]
    assert not tree.children[leaf]
    assert leaf in below
    if times:
        newest = max(times)
        path = [at for at in _above(tree, leaf) if at in below and at != turn]
        assert newest in [tree.create_times[at] for at in path]


def _above(tree: Tree, turn: int) -> list[int]:
    above = []
    while turn >= 0:
        above.append(turn)
        turn = tree.parents[turn]
    return above
