"""Every way a journey can go and end, against a simulated page."""

from __future__ import annotations

import itertools

import pytest

from conversation_tree.protocol import (
    LookAtPage,
    PageReported,
    PressPager,
    ReloadPage,
    RequestHost,
    ScrollPage,
    SetTimer,
    ShowMessage,
    TimerFired,
)
from conversation_tree.switching import Journey, Outcome
from tests.builders import chain_parents
from tests.unit.switching.driving import Ride, ride
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


def reasons(outcome: Outcome) -> list[str]:
    return [reason.text_key for reason in outcome.reasons]


def touched(trip: Ride) -> bool:
    """Whether anything was done that a person would have to undo."""
    return bool(trip.sent(PressPager) or trip.sent(RequestHost) or trip.sent(ReloadPage))


# ---------------------------------------------------------------- on the path shown


@pytest.mark.parametrize("target", ["n0", "n3", "n31", "n58", "n59"])
def test_a_message_of_the_path_shown_is_only_scrolled_to(target: str) -> None:
    trip = ride(chain_parents(60), Habits(mounted=15, draft=True, answering=20))
    outcome = trip.go(target, by_reload=True)
    assert outcome.kind == "arrived"
    assert outcome.page == "as_it_was"
    assert target in trip.page.on_screen
    assert not touched(trip)
    assert trip.stages in (["looking", "revealing"], ["looking"])


def test_a_message_that_never_mounts_is_not_searched_for_ever() -> None:
    trip = ride(chain_parents(60), Habits(mounted=6, never_mounts=frozenset({"n30"})))
    outcome = trip.go("n30")
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_target_absent"]
    assert len(trip.sent(ScrollPage)) <= 30


def test_among_messages_the_tree_does_not_know_the_page_is_searched_from_end_to_end() -> None:
    # The page shows nothing the tree knows until it is scrolled to its oldest end.
    trip = ride(chain_parents(60), Habits(mounted=6, unknown=frozenset({"n6"})))
    assert trip.go("n2").kind == "arrived"
    assert not touched(trip)


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_a_page_that_fetches_little_at_a_time_is_scrolled_a_long_way(seconds: float) -> None:
    trip = ride(chain_parents(300), Habits(mounted=6, loaded=10, fetch_seconds=seconds))
    assert trip.go("n2").kind == "arrived"
    assert len(trip.sent(ScrollPage)) <= 3 * 30


def test_a_page_that_fetches_older_messages_is_scrolled_until_it_has_them() -> None:
    trip = ride(chain_parents(60), Habits(mounted=6, loaded=10, fetch_seconds=1.0))
    assert trip.go("n2").kind == "arrived"
    assert not touched(trip)


def test_three_thousand_turns_take_few_scrolls() -> None:
    trip = ride(chain_parents(3_000), Habits(mounted=6))
    assert trip.go("n700").kind == "arrived"
    assert len(trip.sent(ScrollPage)) <= 12


def test_a_message_that_stays_covered_is_no_arrival() -> None:
    trip = ride(chain_parents(9), Habits(covered=frozenset({"n3"})))
    outcome = trip.go("n3")
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_target_hidden"]
    assert not touched(trip)


def test_after_a_failure_the_page_is_scrolled_back() -> None:
    trip = ride(chain_parents(60), Habits(mounted=6, covered=frozenset({"n3"})))
    before = trip.page.on_screen
    assert trip.go("n3").kind == "failed"
    assert set(trip.page.on_screen) & set(before)


def test_a_page_that_reports_the_end_of_nothing_fails_in_time() -> None:
    trip = ride(chain_parents(60), Habits(mounted=6, deaf_to=frozenset({"ShowMessage", "ScrollPage"})))
    outcome = trip.go("n3")
    assert outcome.kind == "failed"
    assert trip.page.clock < 1_000 + 60


def test_a_message_mounted_by_another_of_its_turns_messages_is_found() -> None:
    trip = ride(chain_parents(60), Habits(mounted=6, renamed=True))
    assert trip.go("n3").kind == "arrived"


def test_a_path_that_proves_to_be_another_is_found_out_by_looking() -> None:
    # The panel believes the branch of n3; the page shows n0, n4, n6, n7 and is scrolled to its beginning.
    trip = ride(SMALL, leaf="n7", believed="n3")
    trip.page.habits = Habits(mounted=2)
    trip.page.scroll_to(0)
    outcome = trip.go("n6", by_reload=True)
    assert outcome.kind == "arrived"
    assert "n6" in trip.page.on_screen


def test_a_path_that_seems_to_end_is_looked_at_to_its_end() -> None:
    # The panel believes that the page shows n0 alone; it is scrolled to its beginning.
    trip = ride(chain_parents(60), Habits(mounted=6), believed="n0")
    trip.page.scroll_to(0)
    assert trip.go("n40", by_reload=True).kind == "arrived"
    assert not touched(trip)


# ---------------------------------------------------------------- by the page's pagers


def test_a_near_branch_is_reached_by_the_pages_pager() -> None:
    trip = ride(SMALL, Habits(draft=True), leaf="n3")
    outcome = trip.go("n7")
    assert outcome.kind == "arrived"
    assert outcome.page == "moved"
    assert not outcome.reasons
    assert trip.page.pressed == [("n1", 1), ("n5", 1)]
    assert "n7" in trip.page.on_screen
    assert trip.page.draft
    assert not trip.sent(RequestHost)
    assert trip.stages == ["looking", "stepping", "revealing"]
    steps = [(state.step, state.steps) for state in trip.states if state.stage == "stepping"]
    assert sorted(set(steps)) == [(1, 2), (2, 2)]


def test_the_pager_far_up_an_unmounted_path_is_brought_on_screen_first() -> None:
    parents = [*chain_parents(60), 2]
    trip = ride(parents, Habits(mounted=6), leaf="n59")
    assert trip.go("n60").kind == "arrived"
    assert trip.page.pressed == [("n3", 1)]


def test_where_the_page_shows_another_branch_than_expected_it_is_planned_again() -> None:
    # The app shell shows the last variant below the one stepped to.
    trip = ride([-1, 0, 0, 2, 3, 3, 3], Habits(renderer="shell"), leaf="n1")
    trip.page.tree.roles[:] = ["user", *["assistant"] * 6]
    assert trip.go("n4").kind == "arrived"
    assert trip.page.pressed == [("n1", 1), ("n6", -1), ("n5", -1)]


def test_a_press_that_changes_nothing_is_tried_once_more() -> None:
    trip = ride(SMALL, Habits(stuck_pager=1), leaf="n3")
    assert trip.go("n5").kind == "arrived"
    trip = ride(SMALL, Habits(stuck_pager=2), leaf="n3")
    outcome = trip.go("n5", can_reload=False)
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_pager_unchanged"]
    assert outcome.page == "as_it_was"


def test_while_a_reply_is_written_a_branch_waits_and_a_message_of_the_path_does_not() -> None:
    trip = ride(SMALL, Habits(answering=20), leaf="n3")
    outcome = trip.go("n5")
    assert outcome.kind == "arrived"
    assert trip.stages == ["looking", "waiting", "stepping", "revealing"]
    assert trip.page.clock >= 1_020
    trip = ride(SMALL, Habits(answering=20), leaf="n3")
    assert trip.go("n1").kind == "arrived"
    assert trip.page.clock < 1_001


def test_a_reply_that_never_ends_ends_the_wait() -> None:
    trip = ride(SMALL, Habits(answering=5_000), leaf="n3")
    outcome = trip.go("n5")
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_busy"]
    assert not touched(trip)


def test_variants_that_the_tree_does_not_know_are_stepped_over() -> None:
    # n1, n2, n3 and n4 answer n0; the tree lacks n2 and n3.
    trip = ride([-1, 0, 0, 0, 0], Habits(unknown=frozenset({"n2", "n3"})), leaf="n1")
    assert trip.go("n4").kind == "arrived"
    assert len(trip.page.pressed) == 3


def test_a_variant_that_the_tree_does_not_know_is_left_where_it_stands_in_the_way() -> None:
    # Stepping to n2 shows n4 below n3, because it comes first there; the tree knows n6 alone.
    trip = ride([-1, 0, 0, 2, 3, 1, 3], Habits(unknown=frozenset({"n4"})), leaf="n5")
    assert trip.go("n6").kind == "arrived"
    assert not trip.sent(RequestHost)


@pytest.mark.parametrize("slow_presses", [0, 1])
@pytest.mark.parametrize("shown", ["n1", "n4"])
def test_from_a_variant_that_the_tree_does_not_know_either_direction_is_found(
    shown: str, slow_presses: int
) -> None:
    page_habits = Habits(unknown=frozenset({shown}), stuck_pager=slow_presses)
    trip = ride([-1, 0, 0, 0, 0], page_habits, leaf=shown)
    assert trip.go("n2").kind == "arrived"
    assert not trip.sent(RequestHost)


def test_a_page_that_reports_no_messages_is_stepped_by_what_is_expected() -> None:
    trip = ride(SMALL, Habits(reports=False), leaf="n3")
    assert trip.go("n7").kind == "arrived"
    assert trip.page.pressed == [("n1", 1), ("n5", 1)]


def test_a_pager_that_refuses_a_step_is_not_pressed_again() -> None:
    trip = ride(SMALL, Habits(refuses=True), leaf="n3")
    outcome = trip.go("n4", can_reload=False)
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_pager_refused"]
    assert len(trip.sent(PressPager)) == 1


def test_a_pager_that_leads_elsewhere_every_time_is_given_up() -> None:
    trip = ride([-1, *[0] * 9], leaf="n1")
    press = trip.page.press_lands
    trip.page.press_lands = lambda variants, place: press(variants, 0 if place else 1)
    outcome = trip.go("n4", can_reload=False)
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_pager_astray"]
    assert len(trip.page.pressed) <= 2 * 3 + 6 + 8


def test_a_fork_that_cannot_be_found_is_no_place_to_press() -> None:
    trip = ride(SMALL, Habits(deaf_to=frozenset({"ShowMessage"})), leaf="n3")
    outcome = trip.go("n5", can_reload=False)
    assert reasons(outcome) == ["jump_pager_silent"]
    assert not trip.page.pressed


def test_where_the_path_ends_above_the_fork_there_is_nothing_to_step() -> None:
    trip = ride([-1, 0, 1], Habits(reports=False), leaf="n2", believed="n0")
    trip.page.site_current = 0
    outcome = trip.go("n2")
    assert outcome.kind == "impossible"
    assert reasons(outcome) == ["jump_path_ends", "jump_not_taken"]
    assert not trip.page.pressed


def test_a_branch_that_cannot_be_reached_to_its_end_is_left_again() -> None:
    # Two forks on the way; the page has a pager for the first only.
    trip = ride(SMALL, Habits(without_pager=frozenset({"n5", "n6"})), leaf="n3")
    outcome = trip.go("n7")
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_pager_absent", "jump_not_taken"]
    assert outcome.page == "restored"
    assert trip.page.path_ids == ["n0", "n1", "n2", "n3"]
    assert trip.stages[-1] == "returning"


def test_a_page_that_cannot_be_brought_back_is_said_to_show_another_branch() -> None:
    # Leaving the second variant below n1 loses it: the pager there is missing.
    trip = ride([-1, 0, 1, 1, 0, 4, 4], Habits(without_pager=frozenset({"n2", "n3", "n5", "n6"})), leaf="n3")
    outcome = trip.go("n6", can_reload=False)
    assert outcome.kind == "failed"
    assert outcome.page == "moved"


# ---------------------------------------------------------------- by the site


def test_a_far_branch_is_reached_by_the_site_and_a_reload() -> None:
    trip = ride(comb(5), Habits(patch="honoured"), leaf="n1")
    outcome = trip.go("n10")
    assert outcome.kind == "arrived"
    assert outcome.asked_site
    assert trip.page.asked == ["n10"]
    assert trip.page.reloads == 1
    assert not trip.page.pressed
    assert trip.stages == ["looking", "switching", "reloading", "revealing"]
    assert trip.origin[0] == "n1"


def test_the_site_is_asked_first_where_the_person_wants_it_so() -> None:
    trip = ride(SMALL, Habits(patch="honoured"), leaf="n3")
    assert trip.go("n4", by_reload=True).kind == "arrived"
    assert trip.page.asked == ["n7"], "the newest leaf below"
    assert trip.page.reloads == 1


def test_a_far_branch_is_stepped_to_when_the_site_does_not_listen() -> None:
    trip = ride(comb(5), Habits(patch="ignored"), leaf="n1")
    outcome = trip.go("n10")
    assert outcome.kind == "arrived_otherwise"
    assert reasons(outcome) == ["jump_not_taken"]
    assert len(trip.page.pressed) == 5
    assert trip.page.reloads == 0


@pytest.mark.parametrize(
    ("patch", "reason"),
    [("refused", "error_CT_LOAD_03"), ("silent", "error_CT_LOAD_01"), ("forgotten", "jump_not_shown")],
)
def test_a_site_that_fails_is_followed_by_the_pagers(patch: str, reason: str) -> None:
    trip = ride(comb(5), Habits(patch=patch), leaf="n1")
    outcome = trip.go("n10")
    assert outcome.kind == "arrived_otherwise"
    assert reasons(outcome) == [reason]
    assert trip.page.reloads == (patch == "forgotten")


def test_pagers_that_fail_are_followed_by_the_site() -> None:
    trip = ride(SMALL, Habits(patch="honoured", without_pager=frozenset({"n1", "n4"})), leaf="n3")
    outcome = trip.go("n5")
    assert outcome.kind == "arrived_otherwise"
    assert reasons(outcome) == ["jump_pager_absent"], "the reason outlives the reload"
    assert trip.page.reloads == 1


def test_a_fork_inside_an_answer_is_reached_by_the_site_only() -> None:
    middle = frozenset({"n1", "n4"})
    trip = ride(SMALL, Habits(patch="honoured", mid_turn=middle), leaf="n3")
    assert trip.go("n5").kind == "arrived"
    trip = ride(SMALL, Habits(patch="ignored", mid_turn=middle), leaf="n3")
    outcome = trip.go("n5")
    assert outcome.kind == "impossible"
    assert reasons(outcome) == ["jump_not_taken", "no_pager_mid_turn"]
    assert outcome.page == "as_it_was"
    assert not trip.page.pressed


def test_versions_of_a_question_have_no_pager_in_the_shell() -> None:
    trip = ride(SMALL, Habits(renderer="shell"), leaf="n5")
    outcome = trip.go("n7")
    assert outcome.kind == "impossible"
    assert reasons(outcome) == ["jump_not_taken", "no_pager_edit"]


def test_a_version_that_the_shell_may_show_of_itself_is_worth_a_press() -> None:
    trip = ride(SMALL, Habits(renderer="shell"), leaf="n3")
    outcome = trip.go("n7")
    assert outcome.kind == "arrived_otherwise"
    assert trip.page.pressed == [("n1", 1)]


def test_where_a_reload_would_lose_the_chat_the_site_is_never_asked() -> None:
    trip = ride(comb(5), Habits(patch="honoured"), leaf="n1")
    assert trip.go("n10", by_reload=True, can_reload=False).kind == "arrived"
    assert not trip.sent(RequestHost)


# ---------------------------------------------------------------- what a reload would cost


@pytest.mark.parametrize(
    ("habits", "text"),
    [
        (Habits(patch="honoured", draft=True), "jump_asking_draft"),
        (Habits(patch="honoured", answering=90), "jump_asking_answering"),
        (Habits(patch="honoured", draft=True, answering=90), "jump_asking_both"),
    ],
)
def test_a_reload_that_costs_something_asks_before_anything_is_done(habits: Habits, text: str) -> None:
    trip = ride(comb(5), habits, leaf="n1")
    assert trip.go("n10").kind == "arrived"
    assert next(state.text.text_key for state in trip.states if state.stage == "asking") == text
    assert trip.stages.count("asking") == 1
    assert trip.page.reloads == 1
    trip = ride(comb(5), habits, leaf="n1")
    trip.yes = False
    outcome = trip.go("n10")
    assert outcome.kind == "show_here"
    assert outcome.page == "as_it_was"
    assert not outcome.asked_site
    assert trip.page.draft == habits.draft
    assert not touched(trip)


def test_a_draft_begun_while_the_site_is_asked_is_asked_about_too() -> None:
    trip = ride(comb(5), Habits(patch="honoured", types_meanwhile=True), leaf="n1")
    trip.yes = False
    outcome = trip.go("n10")
    assert outcome.kind == "show_here"
    assert outcome.asked_site
    assert trip.page.draft
    assert trip.page.reloads == 0


def asked_about(trip: Ride) -> list[str]:
    texts = [state.text.text_key for state in trip.states if state.stage == "asking"]
    return [text for text, _ in itertools.groupby(texts)]


def test_a_question_is_put_anew_when_something_else_would_be_lost() -> None:
    trip = ride(comb(5), Habits(patch="honoured", draft=True), leaf="n1")
    trip.before_answer = lambda: trip.page.send(90) if trip.page.draft else None
    assert trip.go("n10").kind == "arrived"
    assert asked_about(trip) == ["jump_asking_draft", "jump_asking_answering"]


def test_who_agreed_to_lose_one_draft_is_asked_about_the_next() -> None:
    trip = ride(comb(5), Habits(patch="honoured", draft=True, types_meanwhile=True), leaf="n1")
    trip.before_answer = lambda: setattr(trip.page, "draft", bool(trip.page.asked))
    assert trip.go("n10").kind == "arrived"
    assert trip.stages.count("asking") == 2
    assert trip.page.reloads == 1


def test_a_draft_begun_anew_is_another_one() -> None:
    trip = ride(comb(5), Habits(patch="honoured", draft=True, begins_anew=True), leaf="n1")
    assert trip.go("n10").kind == "arrived"
    assert trip.stages.count("asking") == 2


def test_who_agreed_to_end_a_reply_is_asked_about_a_draft() -> None:
    trip = ride(comb(5), Habits(patch="honoured", answering=90, types_meanwhile=True), leaf="n1")
    assert trip.go("n10").kind == "arrived"
    assert asked_about(trip) == ["jump_asking_answering", "jump_asking_draft"]


def test_a_question_stands_while_there_is_nothing_to_lose() -> None:
    trip = ride(comb(5), Habits(patch="honoured", draft=True), leaf="n1")
    trip.before_answer = lambda: setattr(trip.page, "draft", False)
    trip.yes = False
    assert trip.go("n10").kind == "show_here"


def test_an_edit_begun_on_the_page_is_not_stepped_away_unasked() -> None:
    habits = Habits(editing=True)
    trip = ride(SMALL, habits, leaf="n3")
    assert trip.go("n7").kind == "arrived"
    assert asked_about(trip) == ["jump_asking_editing"]
    trip = ride(SMALL, habits, leaf="n3")
    trip.yes = False
    assert trip.go("n7").kind == "show_here"
    assert not touched(trip)
    trip = ride(SMALL, habits, leaf="n3")
    assert trip.go("n1").kind == "arrived"
    assert "asking" not in trip.stages


def test_an_answer_to_no_question_means_nothing() -> None:
    trip = ride(SMALL)
    journey = Journey(trip.site, "n3", itertools.count(1))  # type: ignore[arg-type]
    journey.start()
    assert journey.answered(True) == []


# ---------------------------------------------------------------- ending early


def test_cancelling_stops_at_once_and_says_where_the_page_is() -> None:
    trip = ride(comb(5), Habits(), leaf="n1")
    trip.cancel_after = 1
    outcome = trip.go("n10")
    assert outcome.kind == "cancelled"
    assert outcome.page == "as_it_was"
    trip = ride(comb(5), Habits(), leaf="n1")
    trip.cancel_after = next(
        number for number, command in enumerate(_whole(comb(5), "n1", "n10").commands) if _is_press(command)
    )
    trip.cancel_after += 2
    outcome = trip.go("n10")
    assert outcome.kind == "cancelled"
    assert outcome.page == "moved"
    assert outcome.asked_site


def _whole(parents: list[int], leaf: str, target: str) -> Ride:
    trip = ride(parents, Habits(), leaf=leaf)
    trip.go(target)
    return trip


def _is_press(command: object) -> bool:
    return isinstance(command, PressPager)


def test_an_ended_journey_does_nothing_any_more() -> None:
    trip = ride(SMALL)
    journey = Journey(trip.site, "n3", itertools.count(1))  # type: ignore[arg-type]
    assert [type(command) for command in journey.start()] == [SetTimer, SetTimer, LookAtPage]
    assert journey.cancel()
    assert journey.cancel() == []
    assert journey.page_reported(PageReported()) == []
    assert journey.timer_fired(TimerFired("jump_limit")) == []
    assert journey.to_text() == ""


def test_a_journey_cancelled_before_it_began_is_over() -> None:
    trip = ride(SMALL)
    journey = Journey(trip.site, "n3", itertools.count(1))  # type: ignore[arg-type]
    journey.cancel()
    assert journey.outcome is not None
    assert journey.outcome.kind == "cancelled"


def test_a_message_that_is_in_the_tree_no_more_is_told() -> None:
    trip = ride(SMALL, Habits(unknown=frozenset({"n6"})), leaf="n3")
    outcome = trip.go("n7")
    assert outcome.kind == "failed"
    assert reasons(outcome) == ["jump_gone"]


def test_a_journey_without_a_conversation_gives_up() -> None:
    trip = ride(SMALL)
    journey = Journey(trip.site, "n3", itertools.count(1))  # type: ignore[arg-type]
    journey.start()
    for _ in range(2):
        timers = [c.timer for c in journey.timer_fired(TimerFired("?")) if isinstance(c, SetTimer)]
        assert not timers, "not a timer of this journey"
    journey.timer_fired(TimerFired("jump_wait_2"))
    journey.timer_fired(TimerFired("jump_wait_3"))
    assert journey.outcome is not None
    assert reasons(journey.outcome) == ["jump_silent"]


# ---------------------------------------------------------------- meanwhile and afterwards


@pytest.mark.parametrize("after", range(2, 40))
def test_a_tree_read_again_meanwhile_changes_nothing(after: int) -> None:
    trip = ride(comb(5), Habits(unknown=frozenset({"n1", "n3"})), leaf="n5")
    trip.refresh_after = after
    outcome = trip.go("n10")
    assert outcome.kind in {"arrived", "arrived_otherwise"}


def test_one_can_go_back_to_where_one_was() -> None:
    trip = ride(SMALL, leaf="n3")
    trip.go("n7")
    leaf, message = trip.origin
    trip.believed = trip.page.path[-1]
    outcome = trip.go(leaf, show=message)
    assert outcome.kind == "arrived"
    assert trip.page.path_ids[-1] == "n3"
    assert message in trip.page.on_screen


def test_a_message_to_show_that_is_on_another_branch_gives_way_to_the_target() -> None:
    trip = ride(SMALL, leaf="n3")
    assert trip.go("n2", show="n7").kind == "arrived"
    assert "n2" in trip.page.on_screen


def test_after_a_reload_the_site_is_silent() -> None:
    trip = ride(SMALL)
    text = '["n5", "n5", "n3", "n3", true, [["jump_pager_absent"]]]'
    journey = Journey.from_text(trip.site, text, itertools.count(1))  # type: ignore[arg-type]
    journey.start(5.0)
    assert journey.state.stage == "reloading"
    journey.timer_fired(TimerFired("jump_wait_1"))
    assert journey.outcome is not None
    assert reasons(journey.outcome) == ["jump_pager_absent", "jump_silent"]


@pytest.mark.parametrize("told", [True, False])
def test_after_a_reload_the_page_shows_nothing(told: bool) -> None:
    """It may be told why: then there is little to wait for."""
    trip = ride(SMALL)
    text = '["n5", "n5", "n3", "n3", true, []]'
    journey = Journey.from_text(trip.site, text, itertools.count(1))  # type: ignore[arg-type]
    journey.start(5.0)
    journey.conversation_changed(trip.site.conversation(None))
    commands = journey.page_refused() if told else []
    (wait,) = [c for c in commands if isinstance(c, SetTimer) and c.ms > 0] or [SetTimer("jump_wait_1", 0)]
    assert wait.ms < 5_000
    assert journey.outcome is None
    journey.timer_fired(TimerFired(wait.timer))
    assert journey.outcome is not None
    assert (journey.outcome.kind, journey.outcome.page) == ("failed", "empty")


def test_a_page_that_gets_the_conversation_by_another_way_is_waited_for() -> None:
    trip = ride(SMALL, leaf="n5")
    text = '["n5", "n5", "n3", "n3", true, []]'
    journey = Journey.from_text(trip.site, text, itertools.count(1))  # type: ignore[arg-type]
    journey.start(5.0)
    journey.conversation_changed(trip.site.conversation(None))
    journey.page_refused()
    commands = journey.page_reported(trip.page.report())
    assert [c for c in commands if isinstance(c, ShowMessage)]


def test_a_reload_that_does_not_happen_is_noticed() -> None:
    trip = ride(SMALL, Habits(patch="honoured"), leaf="n3")
    trip.reloads_fail = True
    outcome = trip.go("n7", by_reload=True)
    assert outcome.kind == "arrived_otherwise"
    assert reasons(outcome) == ["jump_no_reload"]


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "[1, 2]", '{"a": 1}', '["a", "b", "c", "d", true, 5]']
)
def test_what_was_not_kept_by_a_journey_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Journey.from_text(ride(SMALL).site, text, itertools.count(1))  # type: ignore[arg-type]
