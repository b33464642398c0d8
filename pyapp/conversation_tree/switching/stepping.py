"""Going to another branch by the page's own pagers, one press at a time, judging by what the page shows.

Must not know any request: stepping tells the site nothing, and it costs no draft.
"""

from __future__ import annotations

from conversation_tree.protocol import PressPager
from conversation_tree.switching.outcome import Told
from conversation_tree.switching.plan import Fork, Route, route
from conversation_tree.switching.reveal import bring, mounted_as
from conversation_tree.switching.trip import Course, Trip

SPARE_PRESSES = 6
"""Presses beyond twice the planned ones before it is clear that this leads nowhere."""
TRIES = 2
"""So often may one press in a row fail in a way that may pass."""


def route_to(trip: Trip, message: str) -> Route:
    """What pagers would have to do, by what is known now."""
    return route(trip.conversation.tree, trip.path, trip.turn_of(message), trip.no_pager)


def step_to(trip: Trip, message: str) -> Course[Told | None]:
    """Step until the page shows the path with this message; or else the reason why it does not."""
    failed = pressed = 0
    for _ in range(2 * route_to(trip, message).steps + SPARE_PRESSES):
        way = route_to(trip, message)
        if way.no_pager:
            return Told(way.no_pager, inherent=True)
        if not way.forks:
            return None
        yield from trip.until_idle()
        trip.stage("stepping", pressed + 1, pressed + way.steps)
        held = yield from _held(trip, way.forks[0])
        if isinstance(held, Told):
            return held
        outcome = (yield from _press(trip, way.forks[0], held)) if held else "elsewhere"
        pressed += outcome == "done"
        failed = 0 if outcome in {"done", "elsewhere"} else failed + 1
        if outcome == "refused" or failed >= TRIES:
            return Told(f"jump_pager_{outcome}")
    return Told("jump_pager_astray") if route_to(trip, message).forks else None


def _held(trip: Trip, fork: Fork) -> Course[str | Told]:
    """The mounted message whose pager is to be pressed, or why there is none; empty to plan anew."""
    shown = trip.conversation.tree.ids[fork.shown]
    stand_in = _stand_in(trip, fork)
    if stand_in:
        return stand_in
    found = yield from bring(trip, shown, flash=False)
    if found == "elsewhere":
        return ""
    held = mounted_as(trip, trip.turn_of(shown))
    if held and found in {"done", "hidden"}:
        return held
    return Told("jump_pager_silent" if found == "silent" else "jump_pager_absent")


def _stand_in(trip: Trip, fork: Fork) -> str:
    """The message that the page shows at a fork when the tree does not know it; empty when it does.

    It follows right behind the turn above the fork, and no turn of the tree is mounted below.
    """
    tree = trip.conversation.tree
    above = tree.parents[fork.shown]
    if trip.page is None or above < 0:
        return ""
    mounted = [message[0] for message in trip.page.messages]
    turns = [tree.index_of(each) for each in mounted]
    last = max((place for place, turn in enumerate(turns) if turn is not None), default=len(turns))
    return mounted[last + 1] if last + 1 < len(turns) and turns[last] == above else ""


def _press(trip: Trip, fork: Fork, held: str) -> Course[str]:
    """Press once towards the wanted turn."""
    tree = trip.conversation.tree
    siblings = tree.siblings(fork.shown)
    direction = 1 if fork.steps > 0 else -1
    shown, expected = tree.ids[fork.shown], tree.ids[siblings[siblings.index(fork.shown) + direction]]
    ended = yield from trip.act(lambda action: PressPager(action, held, direction))
    if ended.outcome == "done":
        trip.moved = True
        # What is mounted has been seen by now. Where it says nothing about the fork, the next variant is
        # expected there, unless it is one that the tree does not know: then the same press is due again.
        if trip.path.shows(trip.turn_of(shown)) and not _stand_in(trip, fork):
            trip.path.expect(trip.turn_of(expected))
            trip.see(trip.page)
    return ended.outcome
