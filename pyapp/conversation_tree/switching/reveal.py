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
BLIND_JUMPS = (0.5, 1.0, 0.0)
"""Fractions to try while nothing known is mounted; the first is replaced by the turn's own place."""
PATIENCE = 80
"""Actions in which the message must come nearer."""
LONGEST = 2_000
"""Actions in all, for a path whose older messages are fetched a few at a time."""
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
                return _in_vain(trip, message, outcome)
        elif not (yield from search.scroll(turn)):
            break
    return _in_vain(trip, message, "absent")


def _in_vain(trip: Trip, message: str, outcome: str) -> Found:
    """Why a message was not found. When something the tree does not know stands in its stead, the path ends
    there."""
    if outcome in {"hidden", SILENT}:
        return "hidden" if outcome == "hidden" else "silent"
    turn = trip.turn_of(message)
    lowest, stranger = trip.lowest_known()
    path = trip.path
    both = stranger and path.shows(lowest) and path.shows(turn)
    if both and path.depth(lowest) < path.depth(turn):
        path.end_at(lowest)
    return "absent" if path.shows(turn) else "elsewhere"


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
        """Fraction scrolled to, and the depth that was in the middle of what was mounted there."""
        self._blind = 0
        """Jumps to where nothing known was mounted."""
        self._short = False
        """The page has not fetched as much as is needed: its oldest end is newer than the turn."""
        self._ends = 0
        self._patience = PATIENCE
        self._nearest: int | None = None

    def scroll(self, turn: int) -> Course[bool]:
        """One move towards the turn; False when there is no hope left."""
        wanted = self._trip.path.depth(turn)
        depths = self._mounted_depths()
        distance = max(depths[0] - wanted, wanted - depths[-1], 0) if depths else len(self._trip.path.turns)
        if self._nearest is None or distance < self._nearest:
            self._nearest = distance
            self._patience = PATIENCE
            self._ends = 0
        self._patience -= 1
        far = not depths or distance > depths[-1] - depths[0] + 1
        if not depths and self._blind >= len(BLIND_JUMPS):
            return False
        if far and (self._short or len(self._jumps) < JUMPS):
            yield from self._jump(wanted)
        elif distance == 0:
            # Between mounted turns, and not among them: the page may still be about to mount it.
            yield from self._pause()
        else:
            direction = -SCREENS if wanted < depths[0] else SCREENS
            ended = yield from self._trip.act(lambda action: ScrollPage(action, direction))
            if ended.outcome != "done":
                yield from self._pause()
        return self._ends <= ENDS and self._patience > 0

    def _jump(self, wanted: int) -> Course[None]:
        fraction = self._guess(wanted)
        ended = yield from self._trip.act(lambda action: ScrollPage(action, fraction=fraction))
        depths = self._mounted_depths()
        self._short = bool(depths) and fraction == 0 and wanted < depths[0]
        if self._short:
            # What earlier jumps showed was of a shorter strip.
            self._jumps.clear()
        elif depths:
            self._jumps.append((fraction, (depths[0] + depths[-1]) / 2))
        else:
            self._blind += 1
        if ended.outcome == SILENT or (self._short and ended.outcome != "done"):
            yield from self._pause()

    def _guess(self, wanted: int) -> float:
        """The fraction to try next: by even heights at first, then by what the last jumps showed."""
        if self._blind and not self._jumps:
            return BLIND_JUMPS[self._blind]
        before = [jump for jump in self._jumps if jump[1] <= wanted]
        behind = [jump for jump in self._jumps if jump[1] > wanted]
        if self._short or (len(behind) > 1 and not before):
            # Where two guesses fell short on the same side, the strip may end there.
            return 0.0
        if len(before) > 1 and not behind:
            return 1.0
        last = max(len(self._trip.path.turns) - 1, 1)
        low = max(before, default=(0.0, 0.0), key=lambda jump: jump[1])
        high = min(behind, default=(1.0, float(last)), key=lambda jump: jump[1])
        share = (wanted - low[1]) / max(high[1] - low[1], 1.0)
        return low[0] + min(share, 1.0) * (high[0] - low[0])

    def _mounted_depths(self) -> list[int]:
        trip = self._trip
        turns = shown_turns(trip.conversation.tree, trip.page.messages if trip.page is not None else [])
        return sorted(trip.path.depth(turn) for turn in turns if trip.path.shows(turn))

    def _pause(self) -> Course[None]:
        """Give the page time to fetch or mount; anything new ends the pause."""
        self._ends += 1
        before = self._trip.mounted
        yield from self._trip.until(lambda: self._trip.mounted != before, PAUSE_MS)
