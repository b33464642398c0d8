"""The checks that an export goes through, and what they found.

Must not know how a check is made. A message holds no words of a conversation but a title's new file name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Literal

from conversation_tree.frozen import frozen

Stage = Literal["receive", "understand", "reconstruct", "verify"]
Severity = Literal["stop", "incomplete", "note"]
Outcome = Literal["pass", "note", "incomplete", "fail", "not run"]
STAGES: tuple[Stage, ...] = ("receive", "understand", "reconstruct", "verify")

MESSAGES: dict[str, str] = {
    "R1": "No conversation is open. Open one and try again.",
    "R2": "{site} answered {code}",
    "R2-access": "Signed out or no access",
    "R2-missing": "The conversation was not found",
    "R2-limit": "Rate limited, try again in {s} s",
    "R3": "The answer was not readable data ({n} bytes, {type}).",
    "R4": "The page moved to another conversation during the export.",
    "R5": "The last answer is still being written.",
    "R6": "The page shows another version than the data; exporting {which}.",
    "R7": "{n} bytes were received.",
    "R8": "No answer after {s} s. Nothing was exported.",
    "U1": "The data has no message map. {site} may have changed its format.",
    "U2": "{n} nodes carry a different id.",
    "U3": "No start of the conversation",
    "U3-several": "{n} starts; using the one above the current message.",
    "U4": "Message {id} points to a missing one: the beginning would be lost.",
    "U4-earlier": "The conversation begins before message {id}, on a part that was not received.",
    "U5": "{n} links disagree.",
    "U6": "The message links form a loop at {id}.",
    "U7": "{n} messages are not connected.",
    "U8": 'Unknown content "{type}" in message {k}: raw data kept.',
    "U9": "{n} broken characters replaced.",
    "C1": "The data does not say which branch is current. Choose one.",
    "C1-scope": "The message {id} is not in this conversation.",
    "C2": "The path breaks after {n} messages.",
    "C3": "Newer messages exist below the current one ({n}).",
    "C4": "{n} messages are unaccounted for.",
    "C5": "Nothing to export.",
    "C6": "{n} messages are out of time order; link order kept.",
    "C7": "{n} messages on {m} other branches are not in this file.",
    "C7-unknown": "Other branches are not known: only one was received.",
    "C7-tree": "Only part of the tree was received.",
    "V1": "Internal error: the source changed while exporting.",
    "V2": "Message {k} reads back differently.",
    "V3": "An unclosed code block was closed in message {k}.",
    "V4": "{n} citation marks could not be resolved.",
    "V5": "{n} of {m} images could not be saved: {reasons}.",
    "V5-named": "{n} images are named, not saved in this file.",
    "V6": "{n} messages hold unknown content.",
    "V7": "The page would load external content.",
    "V8": "The header reads back differently.",
    "V9": 'The name was changed to "{name}".',
    "V10": "The file could not be encoded.",
}
"""English texts by id; a variant of a check has its word behind a dash."""

SEVERITY: dict[str, Severity] = {
    "R1": "stop", "R2": "stop", "R3": "stop", "R4": "stop", "R5": "incomplete", "R6": "note", "R7": "note",
    "R8": "stop", "U1": "stop", "U2": "note", "U3": "stop", "U4": "stop", "U5": "note", "U6": "stop",
    "U7": "note", "U8": "incomplete", "U9": "note", "C1": "stop", "C2": "stop", "C3": "note", "C4": "stop",
    "C5": "stop", "C6": "note", "C7": "note", "V1": "stop", "V2": "stop", "V3": "note", "V4": "incomplete",
    "V5": "incomplete", "V6": "incomplete", "V7": "stop", "V8": "stop", "V9": "note", "V10": "stop",
}  # fmt: skip
"""What a failed check does unless whoever makes it says that it weighs less there."""

ORDER: tuple[str, ...] = tuple(SEVERITY)
_STAGE_OF: dict[str, Stage] = {"R": "receive", "U": "understand", "C": "reconstruct", "V": "verify"}
_OUTCOME: dict[Severity, Outcome] = {"stop": "fail", "incomplete": "incomplete", "note": "note"}


@frozen
class Check:
    """What one check found."""

    id: str
    outcome: Outcome
    text: str = ""
    """A key of `MESSAGES`; empty when it passed."""
    facts: dict[str, str] = field(default_factory=dict)
    ms: float = 0.0

    @property
    def stage(self) -> Stage:
        return _STAGE_OF[self.id[0]]

    @property
    def message(self) -> str:
        """In English; the panel has its own words for `text` and `facts`."""
        text = MESSAGES[self.text] if self.text else ""
        for name, value in self.facts.items():
            text = text.replace("{" + name + "}", value)
        return text


class Stopped(Exception):
    """A check has failed that nothing may follow; whoever runs the stages catches it."""


class Ledger:
    """The checks made so far, in the order of the specification."""

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        """`clock` gives seconds from any start."""
        self._clock = clock
        self._found: dict[str, Check] = {}
        self._since = clock()

    def passed(self, *ids: str) -> None:
        """Those that found nothing, unless they have already found something."""
        for each in ids:
            self._found.setdefault(each, Check(each, "pass", ms=self._took()))

    def failed(self, text: str, severity: Severity | None = None, **facts: object) -> None:
        """A check that found something; `text` is a key of `MESSAGES`. Raises `Stopped` when it stops."""
        identity = text.partition("-")[0]
        outcome = _OUTCOME[severity or SEVERITY[identity]]
        said = {name: str(value) for name, value in facts.items()}
        known = self._found.get(identity)
        if known is None or ORDER_OF_WEIGHT[outcome] > ORDER_OF_WEIGHT[known.outcome]:
            self._found[identity] = Check(identity, outcome, text, said, self._took())
        if outcome == "fail":
            raise Stopped(identity)

    def recorded(self, identity: str, **facts: object) -> None:
        """Something that is no judgement, kept for the report."""
        self._found[identity] = Check(
            identity, "pass", identity, {n: str(v) for n, v in facts.items()}, self._took()
        )

    @contextmanager
    def guarding(self, *ids: str) -> Iterator[None]:
        """These pass when nothing inside says otherwise."""
        yield
        self.passed(*ids)

    def checks(self) -> tuple[Check, ...]:
        return tuple(self._found.get(each) or Check(each, "not run") for each in ORDER)

    @property
    def verdict(self) -> str:
        """`stopped`, `incomplete`, or `verified`."""
        outcomes = {check.outcome for check in self._found.values()}
        return "stopped" if "fail" in outcomes else "incomplete" if "incomplete" in outcomes else "verified"

    @property
    def notes(self) -> int:
        return sum(1 for check in self._found.values() if check.outcome == "note")

    def incomplete(self) -> list[str]:
        """Why the file is not whole, in English."""
        return [check.message for check in self.checks() if check.outcome == "incomplete"]

    def _took(self) -> float:
        now = self._clock()
        took, self._since = (now - self._since) * 1000, now
        return round(took, 2)


ORDER_OF_WEIGHT: dict[Outcome, int] = {"not run": 0, "pass": 1, "note": 2, "incomplete": 3, "fail": 4}
