"""The turn model once more, by its definitions and without any thought of speed, for comparison.

Shares no code with the core. Everything is asked of the raw JSON, entry by entry, each time anew; only for
small conversations.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Any

HIDDEN_TYPES = {
    "thoughts",
    "reasoning_recap",
    "model_editable_context",
    "user_editable_context",
    "app_pairing_content",
    "sonic_webpage",
    "system_error",
    "stderr",
    "execution_output",
    "citable_code_output",
    "computer_output",
}
CONTEXT = {"model_editable_context", "user_editable_context", "app_pairing_content"}
RECORDINGS = {"audio_asset_pointer", "real_time_user_audio_video_asset_pointer", "audio_transcription"}


def at(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def says_something(text: Any) -> bool:
    return isinstance(text, str) and any(
        not unicodedata.category(c).startswith("Z") and unicodedata.category(c) not in ("Cc", "Cf")
        for c in text
    )


@dataclass(frozen=True)
class OracleTurn:
    id: str
    role: str
    parent: str | None
    number: int
    messages: tuple[str, ...]
    mid_turn: bool
    active: bool


class Oracle:
    def __init__(self, document: dict[str, Any]) -> None:
        self.current_node = document.get("current_node")
        self.entries = {k: e for k, e in document["mapping"].items() if isinstance(e, dict)}
        self.files = list(self.entries)

    # ------------------------------------------------------------ the forest

    def named_parent(self, key: str) -> str | None:
        parent = self.entries[key].get("parent")
        return parent if isinstance(parent, str) and parent in self.entries and parent != key else None

    def in_circle(self, key: str) -> list[str]:
        """The entries of the circle that this entry is part of, from it upwards; empty when it is in none."""
        walked = [key]
        step = self.named_parent(key)
        while step is not None and step not in walked:
            walked.append(step)
            step = self.named_parent(step)
        return walked if step == key else []

    def is_cut(self, key: str) -> bool:
        circle = self.in_circle(key)
        return bool(circle) and key == min(circle, key=self.files.index)

    def parent(self, key: str) -> str | None:
        return None if self.is_cut(key) else self.named_parent(key)

    def children(self, key: str) -> list[str]:
        listed = self.entries[key].get("children")
        mine = [k for k in self.files if self.parent(k) == key]
        first: list[str] = []
        for child in listed if isinstance(listed, list) else []:
            if isinstance(child, str) and child in mine and child not in first:
                first.append(child)
        return first + [k for k in mine if k not in first]

    @cached_property
    def order(self) -> list[str]:
        def below(key: str) -> list[str]:
            return [key] + [k for child in self.children(key) for k in below(child)]

        roots = [k for k in self.files if self.named_parent(k) is None]
        roots += [k for k in self.files if self.is_cut(k)]
        return [k for root in roots for k in below(root)]

    def ancestors(self, key: str) -> list[str]:
        """Nearest first."""
        found: list[str] = []
        step = self.parent(key)
        while step is not None:
            found.append(step)
            step = self.parent(step)
        return found

    # ------------------------------------------------------------ messages

    def message(self, key: str) -> Any:
        return self.entries[key].get("message")

    def kind(self, key: str) -> str:
        kind = at(self.message(key), "content", "content_type")
        return kind if isinstance(kind, str) else ""

    def role(self, key: str) -> Any:
        return at(self.message(key), "author", "role")

    def flagged(self, key: str) -> bool:
        metadata = at(self.message(key), "metadata")
        return (
            at(metadata, "is_visually_hidden_from_conversation") is True
            or at(metadata, "is_visually_hidden") is True
        )

    def parts(self, key: str) -> list[Any]:
        parts = at(self.message(key), "content", "parts")
        return parts if isinstance(parts, list) else []

    def has_image(self, key: str) -> bool:
        drawn = at(self.message(key), "metadata", "aggregate_result", "messages")
        urls = [at(m, "image_url") for m in drawn] if isinstance(drawn, list) else []
        return any(at(p, "content_type") == "image_asset_pointer" for p in self.parts(key)) or any(
            isinstance(u, str) and u for u in urls
        )

    def has_content(self, key: str) -> bool:
        if any(says_something(p) or at(p, "content_type") == "image_asset_pointer" for p in self.parts(key)):
            return True
        if any(isinstance(k := at(p, "content_type"), str) and k in RECORDINGS for p in self.parts(key)):
            return True
        if says_something(at(self.message(key), "content", "text")):
            return True
        attachments = at(self.message(key), "metadata", "attachments")
        return self.role(key) == "user" and isinstance(attachments, list) and len(attachments) > 0

    def never_seen(self, key: str) -> bool:
        return self.kind(key) in HIDDEN_TYPES or self.kind(key).startswith("tether_")

    def to_others(self, key: str) -> bool:
        recipient = at(self.message(key), "recipient")
        return isinstance(recipient, str) and recipient not in ("", "all")

    def visible_as(self, key: str) -> str | None:
        if not isinstance(self.message(key), dict) or self.flagged(key):
            return None
        if self.role(key) == "tool":
            return "assistant" if self.has_image(key) else None
        if self.never_seen(key) or not self.has_content(key):
            return None
        if self.role(key) == "user":
            return "user"
        return "assistant" if self.role(key) == "assistant" and not self.to_others(key) else None

    # ------------------------------------------------------------ answers

    def in_answer(self, key: str) -> bool:
        return (
            isinstance(self.message(key), dict)
            and self.role(key) in ("assistant", "tool")
            and not self.flagged(key)
        )

    def is_work(self, key: str) -> bool:
        if not self.in_answer(key) or self.visible_as(key) or self.kind(key) in CONTEXT:
            return False
        return self.role(key) == "tool" or self.to_others(key) or self.never_seen(key)

    def beginning_of_answer(self, key: str) -> str | None:
        """The topmost message of the answer that this one is part of; None without a question above."""
        top = key
        for above in self.ancestors(key):
            if self.visible_as(above) == "user":
                return top
            if self.in_answer(above):
                top = above
        return None

    @cached_property
    def stand_ins(self) -> set[str]:
        answers: dict[str, list[str]] = {}
        for key in self.order:
            if self.in_answer(key) and (top := self.beginning_of_answer(key)) is not None:
                answers.setdefault(top, []).append(key)
        found = set()
        for messages in answers.values():
            work = [m for m in messages if self.is_work(m)]
            if work and not any(self.visible_as(m) for m in messages):
                found.add(work[0])
        return found

    def shown_as(self, key: str) -> str | None:
        return "assistant" if key in self.stand_ins else self.visible_as(key)

    # ------------------------------------------------------------ turns

    def above(self, key: str) -> str | None:
        return next((a for a in self.ancestors(key) if self.shown_as(a)), None)

    def next_below(self, key: str) -> list[str]:
        """What is shown below, through what is passed through."""
        found: list[str] = []
        for child in self.children(key):
            found += [child] if self.shown_as(child) else self.next_below(child)
        return found

    def continues(self, key: str) -> bool:
        above = self.above(key)
        return (
            above is not None
            and self.shown_as(key) == "assistant"
            and self.shown_as(above) == "assistant"
            and self.next_below(above) == [key]
        )

    def last_of_turn(self, key: str) -> str:
        while len(below := self.next_below(key)) == 1 and self.continues(below[0]):
            key = below[0]
        return key

    def owner(self, key: str) -> str | None:
        """The turn, by its id, that a message belongs to."""
        if self.shown_as(key):
            return self.last_of_turn(key)
        if self.in_answer(key):
            below = self.next_below(key)
            if len(below) == 1 and self.shown_as(below[0]) == "assistant":
                return self.last_of_turn(below[0])
            for above in self.ancestors(key):
                if self.shown_as(above) == "user":
                    return None
                if self.shown_as(above) or self.in_answer(above):
                    return self.owner(above)
        return None

    def forks_before(self, first: str) -> bool:
        above = self.above(first)
        if above is not None and self.shown_as(above) == "assistant":
            return True
        for between in self.ancestors(first):
            if between == above:
                return False
            leading = [c for c in self.children(between) if self.shown_as(c) or self.next_below(c)]
            if self.in_answer(between) and self.kind(between) not in CONTEXT and len(leading) > 1:
                return True
        return False

    @cached_property
    def current(self) -> str | None:
        key = self.current_node
        if not isinstance(key, str) or key not in self.entries:
            return None
        shown = [k for k in [key, *self.ancestors(key)] if self.shown_as(k)]
        return self.last_of_turn(shown[0]) if shown else None

    def turns(self) -> list[OracleTurn]:
        firsts = [k for k in self.order if self.shown_as(k) and not self.continues(k)]
        parents = {
            self.last_of_turn(f): self.last_of_turn(a) if (a := self.above(f)) is not None else None
            for f in firsts
        }
        active = set()
        step = self.current
        while step is not None:
            active.add(step)
            step = parents[step]
        found = []
        for first in firsts:
            key = self.last_of_turn(first)
            path = [first, *self.ancestors(first)]
            found.append(
                OracleTurn(
                    id=key,
                    role=self.shown_as(first) or "",
                    parent=parents[key],
                    number=sum(1 for k in path if self.shown_as(k) == "user"),
                    messages=tuple(k for k in self.order if self.owner(k) == key),
                    mid_turn=self.shown_as(first) == "assistant" and self.forks_before(first),
                    active=key in active,
                )
            )
        return found
