"""What a person would lose by what a journey is about to do to the page, and asking them first.

Must not know how the journey goes on. Agreeing to one loss is agreeing to no other: what is gone meanwhile
and comes again, or comes in addition, is asked about anew.
"""

from __future__ import annotations

from functools import partial

from conversation_tree.switching.trip import Course, Trip

OF_A_RELOAD = frozenset({"draft", "answering"})
OF_A_PRESS = frozenset({"editing"})
"""Another version in the place of a message takes the form away that it is being edited in."""


def consented(trip: Trip, of: frozenset[str]) -> Course[bool]:
    """Ask until the person has agreed to every loss there is now, or does not; at once when there is none."""
    while costs := (trip.costs & of) - trip.agreed:
        name = "both" if len(costs) > 1 else next(iter(costs))
        yes = yield from trip.ask(f"jump_asking_{name}", partial(_is_other, trip, of, costs))
        if yes is False:
            return False
        if yes:
            # Only what can be seen still: the next one that somebody begins is another one.
            trip.agreed |= costs & trip.costs
    return True


def _is_other(trip: Trip, of: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether the question is about something else by now; while nothing would be lost it may stand."""
    costs = (trip.costs & of) - trip.agreed
    return bool(costs) and costs != asked
