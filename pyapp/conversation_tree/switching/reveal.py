"""Bringing a message of the path shown onto the screen, though the page may have unmounted it.

Must not know branches that are not shown, nor how to get to them.

A page keeps 5 to 15 turns mounted and may fetch older ones only when scrolled to its oldest end. So: jump to
where the message should be by its place on the path, correct by where that led, then go on in steps of a
little less than a screen, judging by the mounted messages which way to go.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from conversation_tree.protocol import ScrollPage, ShowMessage
from conversation_tree.switching.path import shown_turns
from conversation_tree.switching.trip import SILENT, Course, Trip

Found = Literal["done", "elsewhere", "absent", "hidden", "silent"]
"""`elsewhere`: the page turned out to show another path, without the message. `absent`: it is on the path and
not to be found. `hidden`: it is mounted, and something keeps it from the screen."""

SCREENS = 0.8
JUMPS = 5
"""By fraction; later ones correct the first."""
PATIENCE = 80
"""Actions in which the message must come nearer."""
LONGEST = 600
TRIES = {"hidden": 2, SILENT: 2, "absent": 5}
"""So often may showing it fail, by outcome; mounted messages may be unmounted at any time."""
ENDS = 2
"""So often may there be nowhere to scroll to, without anything new meanwhile."""
PAUSE_MS = 1_200
"""For a page that fetches older messages."""


def bring(trip: Trip, message: str, flash: bool) -> Course[Found]:
    """Bring the turn of a message onto the screen."""
    search = _Search(trip)
    failures: Counter[str] = Counter()
    for attempt in range(LONGEST):
        turn = trip.turn_of(message)
        if not trip.path.shows(turn):
            return "elsewhere"
        mounted = mounted_as(trip, turn, message)
        if mounted or attempt == 0:
            outcome = yield from _show(trip, mounted or message, flash)
            if outcome == "done":
                return "done"
            failures[outcome] += 1
            if failures[outcome] >= TRIES.get(outcome, 1):
                return "hidden" if outcome == "hidden" else "silent" if outcome == SILENT else "absent"
        elif not (yield from search.scroll(turn)):
            return "absent"
    return "absent"


def _show(trip: Trip, message: str, flash: bool) -> Course[str]:
    ended = yield from trip.act(lambda action: ShowMessage(action, message, flash))
    return ended.outcome


def mounted_as(trip: Trip, turn: int, message: str = "") -> str:
    """The message by which a turn can be shown: the one asked for, its own, any other; empty if unmounted."""
    tree = trip.conversation.tree
    mounted = set(trip.mounted)
    candidates = (message, tree.ids[turn], *tree.message_ids[turn])
    return next((each for each in candidates if each in mounted), "")


class _Search:
    """Scrolling towards one turn."""

    def __init__(self, trip: Trip) -> None:
        self._trip = trip
        self._jumps: list[tuple[float, float]] = []
        """Fraction scrolled to, and the depth that was in the middle there."""
        self._ends = 0
        self._nearest: int | None = None
        self.patience = PATIENCE

    def scroll(self, turn: int) -> Course[bool]:
        """One move towards the turn; False when there is no hope left."""
        trip = self._trip
        wanted = trip.path.depth(turn)
        depths = self._mounted_depths()
        distance = _distance(wanted, depths)
        if self._nearest is None or distance < self._nearest:
            self._nearest = distance
            self.patience = PATIENCE
            self._ends = 0
        self.patience -= 1
        if self.patience < 0:
            return False
        span = depths[-1] - depths[0] + 1 if depths else 0
        if not depths or (distance > span and len(self._jumps) < JUMPS):
            if len(self._jumps) >= JUMPS:
                return False
            return (yield from self._jump(wanted))
        if distance == 0:
            # Between mounted turns, and not among them: the page may still be about to mount it.
            self._ends += 1
            yield from self._pause()
            return self._ends <= ENDS
        direction = -SCREENS if wanted < depths[0] else SCREENS
        ended = yield from trip.act(lambda action: ScrollPage(action, direction))
        if ended.outcome != "done":
            self._ends += 1
            yield from self._pause()
        return self._ends <= ENDS

    def _jump(self, wanted: int) -> Course[bool]:
        trip = self._trip
        fraction = self._guess(wanted, len(trip.path.turns) - 1)
        ended = yield from trip.act(lambda action: ScrollPage(action, fraction=fraction))
        depths = self._mounted_depths()
        middle = (depths[0] + depths[-1]) / 2 if depths else float("nan")
        self._jumps.append((fraction, middle))
        return ended.outcome != SILENT or len(self._jumps) < ENDS

    def _guess(self, wanted: int, last: int) -> float:
        """The fraction to try next: by even heights at first, then by what the last jumps showed."""
        known = [jump for jump in self._jumps if jump[1] == jump[1]]
        if not known:
            # Nothing known is mounted: try the place itself, then the newest end, then the oldest.
            return (wanted / max(last, 1), 1.0, 0.0)[min(len(self._jumps), 2)]
        below = max((j for j in known if j[1] <= wanted), default=(0.0, 0.0), key=lambda j: j[1])
        above = min((j for j in known if j[1] > wanted), default=(1.0, float(last)), key=lambda j: j[1])
        if above[1] <= below[1]:
            return min(max(below[0], 0.0), 1.0)
        share = (wanted - below[1]) / (above[1] - below[1])
        return min(max(below[0] + share * (above[0] - below[0]), 0.0), 1.0)

    def _mounted_depths(self) -> list[int]:
        trip = self._trip
        turns = shown_turns(trip.conversation.tree, trip.page.messages if trip.page is not None else [])
        return sorted(trip.path.depth(turn) for turn in turns if trip.path.shows(turn))

    def _pause(self) -> Course[None]:
        """Give the page time to fetch or mount; anything new ends the pause."""
        before = self._trip.mounted
        yield from self._trip.until(lambda: self._trip.mounted != before, PAUSE_MS)


def _distance(wanted: int, depths: list[int]) -> int:
    if not depths:
        return 1 << 30
    return max(depths[0] - wanted, wanted - depths[-1], 0)
