"""What a person has set up in a tab: open or closed, and per conversation the place, the focus and the folds.

Must not know how any of it is drawn. It survives a refresh, a reload and a restart of the engine: the
bridge mirrors it as one opaque text. It goes with the tab.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

REMEMBERED_CONVERSATIONS = 50
"""Oldest first out, so that the mirrored text stays small."""
REMEMBERED_PLACES = 20


@dataclass(slots=True)
class ConversationView:
    """One conversation as the person left it."""

    left: float | None = None
    """Scroll position in the layout's px, None before the first showing; the origin is the first root."""
    top: float | None = None
    focused: str | None = None
    """A message id of the turn that has the keyboard focus; ids of turns change while an answer grows."""
    query: str = ""
    """What stands in the search box."""
    only_questions: bool = False
    """Hits in answers are left out."""
    only_branch: bool = False
    """Hits on other branches are left out."""
    hit: str = ""
    """The message id of the hit that was walked to."""
    all_folded: bool = False
    """Every run of at least two turns is folded, now and as the tree grows."""
    folded: list[str] = field(default_factory=list)
    """Message ids: a run that one of them is in is folded."""
    unfolded: list[str] = field(default_factory=list)
    """Message ids: while all are folded, a run that one of them is in is not."""
    before: dict[str, Any] | None = None
    """While the overview is on: folds and place as they were."""
    unseen: list[str] = field(default_factory=list)
    """Message ids of branches that appeared and were not looked at yet."""
    places: list[list[str]] = field(default_factory=list)
    """Where the person was before each jump, the last one last: the leaf shown and the message on screen."""

    pins: list[str] = field(default_factory=list)
    """Message ids of the turns whose cards are pinned, the last one last."""
    opened: dict[str, str] = field(default_factory=dict)
    """Of these cards, what more than the first words is shown; see `card_content.Shown.body`."""
    going: str = ""
    """The message that a journey under way is to show."""

    def came_from(self, leaf: str, message: str) -> None:
        self.places = [*self.places, [leaf, message]][-REMEMBERED_PLACES:]


@dataclass(slots=True)
class ViewState:
    """Everything a tab remembers."""

    open: bool = False
    journey: str = ""
    """A journey to a message that goes on after the page has been loaded anew."""
    views: dict[str, ConversationView] = field(default_factory=dict)
    """By conversation id, the last one used last."""

    def view(self, conversation: str) -> ConversationView:
        """The view of a conversation, made when new, now the last one used."""
        view = self.views.pop(conversation, None) or ConversationView()
        self.views[conversation] = view
        while len(self.views) > REMEMBERED_CONVERSATIONS:
            del self.views[next(iter(self.views))]
        return view

    def to_text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> ViewState | None:
        """The state written by `to_text`; None for anything else (an older or newer version wrote it)."""
        try:
            fields = json.loads(text)
            views = {key: ConversationView(**view) for key, view in fields["views"].items()}
            return cls(open=bool(fields["open"]), journey=str(fields["journey"]), views=views)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None
