"""What a journey to a message tells the panel: where it stands, what it asks, and how it ended.

Must not know the words a person reads: only keys of texts.
"""

from __future__ import annotations

from typing import Literal

from conversation_tree.frozen import frozen

Stage = Literal[
    "looking", "waiting", "stepping", "asking", "switching", "reloading", "revealing", "returning"
]
Kind = Literal["arrived", "arrived_otherwise", "impossible", "cancelled", "failed", "show_here"]
PageNow = Literal["as_it_was", "restored", "moved", "empty"]


@frozen
class Told:
    """A text by its key and what fills its `$1`, `$2`."""

    text_key: str
    values: tuple[object, ...] = ()
    inherent: bool = False
    """Of a reason: the site or its page has no such way, so another try would end the same."""


@frozen
class State:
    """Where a journey stands, for the panel to show."""

    stage: Stage
    text: Told
    """`jump_STAGE`; while asking what a reload would cost: `jump_asking_draft`, `jump_asking_answering` or
    `jump_asking_both`, to be answered "go" (reloads the page) or "show here"; `jump_asking_editing` before a
    step that would take an edit away."""
    step: int = 0
    """While stepping: which press of a pager this is, from 1."""
    steps: int = 0
    """While stepping: how many there will be, by what is known now."""


@frozen
class Place:
    """Where on the page somebody was."""

    leaf: str = ""
    """The lowest message of the branch that was shown."""
    message: str = ""
    """The message in the middle of the screen."""


@frozen
class Outcome:
    """How a journey ended."""

    kind: Kind
    text: Told
    """`jump_arrived`, `jump_arrived_otherwise`, `jump_impossible`, `jump_cancelled`, `jump_failed` or
    `jump_show_here`."""
    reasons: tuple[Told, ...] = ()
    """Why each way that was tried did not lead there, in that order; none when all went well."""
    page: PageNow = "as_it_was"
    """Whether the page shows the branch it showed before, was brought back to it, shows another one now,
    or nothing of the conversation (`jump_page_as_it_was`, `jump_page_restored`, `jump_page_moved`,
    `jump_page_empty`)."""
    asked_site: bool = False
    """The site may have been told to open the conversation at the target the next time."""
