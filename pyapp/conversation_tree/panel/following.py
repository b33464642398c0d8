"""When to ask the site again: once for every change on the page, never while nothing changes.

Must not know what a request looks like, nor what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from conversation_tree.errors import CodedError
from conversation_tree.model import Tree
from conversation_tree.panel.loading import WAIT, Loading
from conversation_tree.panel.page_view import PageView
from conversation_tree.protocol import ActionEnded, Command, LookAtPage, PageReported, SetTimer, TimerFired

TIMER = "load"
BEHIND_TIMER = "behind"
BEHIND_PAUSE_MS = 700
"""How long the end of the request behind a message that nobody knows is waited for: a page shows an answer
as complete a moment before that ends, and both are one change."""
FOCUS_PAUSE = 10.0
"""Seconds after a load in which a return to the tab asks nothing."""
NOT_SAVED_YET = "CT-LOAD-04"
SAVING_PAUSES = (1.5, 3.0, 6.0, 12.0)
"""Seconds between the tries for a conversation that has just begun and that the site does not know yet."""
RETRIES = 3
"""Loads that are begun without anybody asking after the site asked to wait."""


class Following:
    """Decides; whoever holds it loads when told to. Actions are numbered away from those of journeys."""

    def __init__(self, page: PageView, loading: Loading) -> None:
        self._page = page
        self._loading = loading
        self._actions = count(1)
        self._look = 0
        """The action after which a change that just ended is judged."""
        self._due = False
        """Something changed, and the page is still answering."""
        self._asked_for: set[str] = set()
        """Messages that the page showed and nobody knew: each is a reason to ask once."""
        self._behind = False
        """The page shows what nobody knows, and no request of its own has told of it yet."""
        self._begun_here = False
        self._tries = 0
        self._waiting = False
        self.unread = False
        """The page changed the conversation, and nobody has read it since."""

    def begin(self, begun_here: bool) -> None:
        """The page is at another place; `begun_here` when the conversation began before our eyes."""
        self._look = 0
        self._due = False
        self._behind = False
        self._asked_for.clear()
        self._begun_here = begun_here
        self._tries = 0
        self.unread = False

    def changed(self, watched: bool) -> Iterator[Command]:
        """A request of the page that may have changed the conversation has ended. Whether the answer goes
        on by another way, only the page shows; so it is looked at first, if anybody is `watched` for."""
        self.unread = True
        self._behind = False
        if not watched:
            return
        if self._loading.busy:
            self._loading.once_more()
            return
        self._look = next(self._actions)
        yield LookAtPage(self._look)

    def action_ended(self, event: ActionEnded) -> bool:
        """Whether to load now."""
        if event.action != self._look:
            return False
        self._look = 0
        self._due = self._page.answering
        return not self._due

    def page_reported(self, event: PageReported) -> bool:
        """Whether to load now: an answer that went on by another way is complete."""
        due = self._due and not event.answering and not self._look
        if due:
            self._due = False
        return due

    def missing(self, event: PageReported, tree: Tree | None) -> Iterator[Command]:
        """The page shows what nobody knows: a reason to ask, unless it is told of in a moment."""
        if event.answering or self._look or tree is None or self._loading.busy:
            return
        new = {m.id for m in self._page.grown(tree)[1:]} - self._asked_for
        self._asked_for |= new
        if new:
            self._behind = True
            yield SetTimer(BEHIND_TIMER, BEHIND_PAUSE_MS)

    def timer_fired(self, event: TimerFired) -> bool:
        """Whether to load now."""
        behind = self._behind and event.timer == BEHIND_TIMER
        if behind:
            self._behind = False
        if behind and self._loading.busy:
            self._loading.once_more()
        return (behind or event.timer == TIMER) and not self._loading.busy

    def focused(self, now: float) -> bool:
        """Whether to load now that the person came back: another tab or device may have changed it."""
        return not self._loading.busy and now - self._loading.asked_at > FOCUS_PAUSE

    def loaded(self) -> Iterator[Command]:
        self.unread = False
        self._behind = False
        self._tries = 0
        self._begun_here = False
        if self._waiting:
            self._waiting = False
            yield SetTimer(TIMER, -1)

    def failed(self, error: CodedError, now: float) -> Iterator[Command]:
        """The timer for another try, where waiting may help."""
        if error.code == WAIT and self._tries < RETRIES:
            seconds = max(1.0, self._loading.waits_until - now)
        elif self.is_being_saved(error):
            seconds = SAVING_PAUSES[self._tries]
        else:
            return
        self._tries += 1
        self._waiting = True
        yield SetTimer(TIMER, round(seconds * 1000))

    def is_being_saved(self, error: CodedError) -> bool:
        """Whether the site will know this conversation soon."""
        return self._begun_here and error.code == NOT_SAVED_YET and self._tries < len(SAVING_PAUSES)
