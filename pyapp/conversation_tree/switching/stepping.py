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
        yield from trip.until_idle()
        trip.stage(stage, pressed + 1, pressed + way.steps)
        fork = way.forks[0]
        stranger = _stranger(trip, fork)
        held = stranger or (yield from _held(trip, fork))
        if isinstance(held, Told):
            return held
        outcome = (yield from _press(trip, fork, held, turned)) if held else "elsewhere"
        pressed += outcome == "done"
        failed = 0 if outcome in {"done", "elsewhere"} else failed + 1
        if outcome == "refused" and stranger and not turned:
            # Nobody knows on which side of the wanted turn this one is.
            turned = True
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
    shown = trip.conversation.tree.ids[fork.shown]
    found = yield from bring(trip, shown, flash=False)
    if found == "elsewhere" or _stranger(trip, fork):
        return ""
    held = mounted_as(trip, trip.turn_of(shown))
    if held and found in {"done", "hidden"}:
        return held
    return Told("jump_pager_silent" if found == "silent" else "jump_pager_absent")


def _stranger(trip: Trip, fork: Fork) -> str:
    """The message that the page shows at a fork when the tree does not know it; empty when it does.

    It follows right behind the turn above the fork, and no turn of the tree is mounted below.
    """
    tree = trip.conversation.tree
    above = fork.above(tree)
    if above < 0:
        return ""
    mounted = trip.mounted
    turns = [tree.index_of(each) for each in mounted]
    last = max((place for place, turn in enumerate(turns) if turn is not None), default=len(turns))
    return mounted[last + 1] if last + 1 < len(turns) and turns[last] == above else ""


def _press(trip: Trip, fork: Fork, held: str, turned: bool) -> Course[str]:
    """Press once towards the wanted turn; the other way when `turned`."""
    tree = trip.conversation.tree
    siblings = tree.siblings(fork.wanted)
    direction = 1 if (fork.steps > 0) != turned else -1
    shown = "" if fork.shown is None else tree.ids[fork.shown]
    place = len(siblings) if fork.shown is None else siblings.index(fork.shown)
    expected = tree.ids[siblings[min(max(place + direction, 0), len(siblings) - 1)]]
    pressed, trip.pressed = trip.pressed, True
    ended = yield from trip.act(lambda action: PressPager(action, held, direction))
    if ended.outcome not in {"done", SILENT}:
        trip.pressed = pressed
    # What is mounted has been seen by now. Where it says nothing about the fork, the next variant is expected
    # there, unless it is one that the tree does not know: then the same press is due again.
    if ended.outcome == "done" and not _stranger(trip, fork):
        tree = trip.conversation.tree
        before, after = tree.index_of(shown), tree.index_of(expected)
        if before is not None and after is not None and trip.path.shows(before):
            trip.path.expect(after)
            trip.see(trip.page)
    return ended.outcome
