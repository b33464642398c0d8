"""Going to another branch by the page's own pagers, one press at a time, judging by what the page shows.

Must not know any request: stepping tells the site nothing, and it costs no draft.
"""

from __future__ import annotations

from conversation_tree.protocol import PressPager
from conversation_tree.switching.outcome import Stage, Told
from conversation_tree.switching.plan import Fork, Route, route
from conversation_tree.switching.reveal import bring, mounted_as
from conversation_tree.switching.trip import SILENT, Course, Trip

SPARE_PRESSES = 6
"""Presses beyond twice the planned ones before it is clear that this leads nowhere."""
TRIES = 2
"""So often may one press in a row fail in a way that may pass."""


def route_to(trip: Trip, message: str) -> Route:
    """What pagers would have to do, by what is known now."""
    return route(trip.conversation.tree, trip.path, trip.turn_of(message), trip.no_pager)


def step_to(trip: Trip, message: str, stage: Stage = "stepping") -> Course[Told | None]:
    """Step until the page shows the path with this message; or else the reason why it does not."""
    failed = pressed = 0
    turned = False
    for _ in range(2 * route_to(trip, message).steps + SPARE_PRESSES):
        way = route_to(trip, message)
        if way.hopeless:
            return Told(way.hopeless, inherent=True)
        if not way.forks:
            if (yield from _arrived(trip, message)):
                return None
            continue
        if (yield from trip.until_idle()):
            continue
        trip.stage(stage, pressed + 1, pressed + way.steps)
        fork, tree = way.forks[0], trip.conversation.tree
        stranger = trip.stranger_below(fork.above(tree))
        held = stranger or (yield from _held(trip, fork))
        if isinstance(held, Told):
            return held
        outcome = "elsewhere"
        if held:
            direction = 1 if (fork.steps > 0) != (turned and bool(stranger)) else -1
            outcome = yield from _press(trip, fork, held, direction)
        pressed += outcome == "done"
        failed = 0 if outcome in {"done", "elsewhere"} else failed + 1
        if outcome == "refused" and stranger and not turned:
            # Nobody knows on which side of the wanted turn this one is; to learn it is no failure.
            turned, failed = True, 0
        elif outcome == "refused" or failed >= TRIES:
            return Told(f"jump_pager_{outcome}")
    return Told("jump_pager_astray") if route_to(trip, message).forks else None


def _arrived(trip: Trip, message: str) -> Course[bool]:
    """Whether the page shows the path for certain; where that is only expected, by looking for the message.

    Not finding it is no news about the path: whoever wants to read it will see.
    """
    if trip.path.depth(trip.turn_of(message)) < trip.path.sure:
        return True
    return (yield from bring(trip, message, flash=False)) != "elsewhere"


def _held(trip: Trip, fork: Fork) -> Course[str | Told]:
    """The mounted message whose pager is to be pressed, or why there is none; empty to plan anew."""
    if fork.shown is None:
        return Told("jump_path_ends", inherent=True)
    tree = trip.conversation.tree
    shown = tree.ids[fork.shown]
    found = yield from bring(trip, shown, flash=False)
    if found == "elsewhere" or trip.conversation.tree is not tree or trip.stranger_below(fork.above(tree)):
        return ""
    if found in {"done", "hidden"}:
        return mounted_as(trip, fork.shown) or shown
    return Told("jump_pager_silent" if found == "silent" else "jump_pager_absent")


def _press(trip: Trip, fork: Fork, held: str, direction: int) -> Course[str]:
    """Press the pager of a mounted message once."""
    tree = trip.conversation.tree
    pressed, trip.pressed = trip.pressed, True
    ended = yield from trip.act(lambda action: PressPager(action, held, direction))
    if ended.outcome not in {"done", SILENT}:
        trip.pressed = pressed
    shown = fork.shown
    from_shown = ended.outcome == "done" and tree.index_of(held) == shown
    if shown is None or not from_shown or trip.conversation.tree is not tree:
        return ended.outcome
    # What is mounted has been seen by now. Where it says nothing about the fork, the next variant is expected
    # there, unless it is one that the tree does not know: then the same press is due again.
    if trip.path.shows(shown) and not trip.stranger_below(fork.above(tree)):
        siblings = tree.siblings(shown)
        trip.path.expect(siblings[siblings.index(shown) + direction])
        trip.see(trip.page)
    return ended.outcome
