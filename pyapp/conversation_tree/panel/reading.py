"""Reading the conversation at one place: from the site, from the page's own requests, from what was stored.

Must not know how anything is drawn or said; whoever holds it draws when there is `news`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from conversation_tree.errors import MESSAGES, CodedError
from conversation_tree.model import Conversation
from conversation_tree.panel.following import NOT_SAVED_YET, Following
from conversation_tree.panel.knowledge import Knowledge
from conversation_tree.panel.loading import WAIT, Loading, Unchanged
from conversation_tree.panel.page_view import PageView
from conversation_tree.panel.settings import Settings
from conversation_tree.panel.situation import Situation
from conversation_tree.protocol import (
    ActionEnded,
    CaptureTaken,
    Command,
    ConversationKept,
    DropSnapshots,
    KeepBody,
    LogWarning,
    PageReported,
    PageRequestEnded,
    ReadSnapshot,
    RequestAnswered,
    SaveSnapshot,
    SnapshotRead,
    TakeCapture,
    TimerFired,
)
from conversation_tree.sites.base import EVERY, ConversationPlace, SiteAdapter

Commands = Iterator[Command]

SIGNED_OUT = "CT-LOAD-02"


class Reading:
    """What is known at the place where the page is, and what is under way to know more."""

    def __init__(self, adapter: SiteAdapter, page: PageView, settings: Settings) -> None:
        self.place = ConversationPlace("none")
        self.watched = False
        """Somebody looks: while the sidebar is closed nothing is asked for."""
        self.now = 0.0
        """Unix seconds of the event being handled."""
        self.knowledge = Knowledge(adapter, page)
        self.error: CodedError | None = None
        self.news = False
        """The conversation is to be drawn anew."""
        self.brought = False
        """It is another one than before, not only seen from another place on the page."""
        self._adapter = adapter
        self._page = page
        self._settings = settings
        self._loading = Loading(adapter)
        self._following = Following(page, self._loading)
        self._asked_snapshot = False
        self._stored = False
        """What the site gave last is stored."""
        self._spare: Conversation | None = None
        """A part that the page was given while all of it was asked for: better than nothing."""

    @property
    def may_ask(self) -> bool:
        """The site does not ask to wait."""
        return self.now >= self._loading.waits_until

    @property
    def shown(self) -> Conversation | None:
        """The conversation as the page shows it."""
        return self.knowledge.shown

    def situation(self) -> Situation:
        """What is known, and how well."""
        knowledge = self.knowledge
        return Situation(
            self.place,
            knowledge.shown,
            self.error,
            saving=self.error is not None and self._following.is_being_saved(self.error),
            age=self.now - knowledge.read_at if knowledge.read_at is not None else None,
            stored=knowledge.stored,
            loading=self._loading.busy,
        )

    # ------------------------------------------------------------ places

    def open(self, place: ConversationPlace) -> None:
        """A page was loaded there: nothing of another one counts."""
        self.forget()
        self.place = place
        self._following.begin(begun_here=False)

    def forget(self) -> None:
        self.knowledge.forget()
        self._forget_load()

    def move(self, place: ConversationPlace) -> Commands:
        """The page went there without a load."""
        before = self.place
        if self._following.unread and before.kind == "saved":
            # Deleted, perhaps: what is stored may be all that is left of it.
            yield DropSnapshots(self._adapter.account, before.id)
        self.place = place
        begun_here = place.kind == "saved" and before.kind in {"none", "provisional"}
        self._following.begin(begun_here)
        if before.kind == "provisional" and begun_here:
            # The same conversation under its lasting name: what was seen of it stays.
            self._loading.stop()
            self._asked_snapshot = False
        else:
            self._page.leave()
            self._forget_load()
            self.knowledge.move(before, place)

    def _forget_load(self) -> None:
        self.error = None
        self._loading.stop()
        self._asked_snapshot = self._stored = False
        self._spare = None

    # ------------------------------------------------------------ asking

    def begin(self, refresh: bool = False) -> Commands:
        """Ask for the conversation when it is unknown.

        `refresh`: also when it is known, since nobody followed it while the sidebar was closed.
        """
        self._look()
        self.news = True
        if (refresh or self.knowledge.read_at is None) and not self._loading.busy:
            yield from self._load()

    def retry(self) -> Commands:
        """A person wants it read again; while the site asks to wait they are told how long that is still."""
        if not self.may_ask:
            self.error = CodedError(WAIT, str(math.ceil(self._loading.waits_until - self.now)))
            return
        self._loading.forget_bodies()
        yield from self._load()

    def focused(self) -> Commands:
        """The person came back to the page."""
        if self.watched and self.place.loadable and self._following.focused(self.now):
            yield from self._load()

    def _load(self) -> Commands:
        if self.place.loadable and self.may_ask:
            yield self._loading.start(self.place, self.now)

    # ------------------------------------------------------------ what the page does

    def page_reported(self, event: PageReported) -> Commands:
        self._look()
        known = self.knowledge.known
        if not self.place.loadable:
            return
        if self._following.page_reported(event):
            yield from self._load()
        else:
            yield from self._following.missing(event, known.tree if known else None)

    def page_request_ended(self, event: PageRequestEnded) -> Commands:
        request = event.method, event.address, event.status
        watched = self.watched and self.place.loadable
        if self._adapter.is_change(*request):
            name = self._adapter.conversation_in(event.address)
            if name == EVERY:
                yield DropSnapshots()
            if name in {"", EVERY, self.place.id}:
                yield from self._following.changed(watched)
            else:
                yield DropSnapshots(self._adapter.account, name)
        elif watched and self._adapter.capture_of(*request) == self.place.id:
            yield TakeCapture(event.capture)

    def action_ended(self, event: ActionEnded) -> Commands:
        if self._following.action_ended(event) and self.watched and not self._loading.busy:
            yield from self._load()

    def timer_fired(self, event: TimerFired) -> Commands:
        if self._following.timer_fired(event) and self.watched:
            yield from self._load()

    # ------------------------------------------------------------ what comes

    def request_answered(self, event: RequestAnswered) -> Commands:
        self._loading.refused_elsewhere(event)
        answer = self._loading.answered(event)
        if isinstance(answer, Unchanged):
            self.knowledge.read_at, self.knowledge.stored, self.error = self.now, False, None
            yield from self._following.loaded()
            yield from self._store()
        elif isinstance(answer, CodedError):
            yield from self._failed(answer)
        elif isinstance(answer, Conversation):
            yield from self._following.loaded()
            # Asked for directly, so this is what the site has.
            yield from self._received(answer, keep=True)
        elif answer is not None:
            yield answer
            yield from self._ask_snapshot()
        if self._loading.due:
            yield from self._load()

    def _ask_snapshot(self) -> Commands:
        """As soon as the site has said who is signed in: what is stored belongs to one account."""
        if self._asked_snapshot or self.knowledge.read_at is not None or self.place.kind != "saved":
            return
        if self._adapter.account and self._settings.snapshots:
            self._asked_snapshot = True
            yield ReadSnapshot(self._adapter.account, self.place.id)

    def snapshot_read(self, event: SnapshotRead) -> Commands:
        """What was stored at an earlier visit."""
        if event.conversation != self.place.id or self.knowledge.read_at is not None or not event.body:
            return
        try:
            conversation = self._adapter.parse(event.body)
        except CodedError as error:
            yield LogWarning(f"{error.code}: {MESSAGES[error.code].replace('{detail}', '…')}")
            return
        # Not noted as known: the same bytes from the site are the news that it is up to date.
        self.knowledge.take(conversation, event.saved, stored=True)
        self.brought = True
        self._look()

    def capture_taken(self, event: CaptureTaken) -> Commands:
        """The page's own answer. Bad ones are left to our own request; one that something else has cut down
        is a reason to ask directly."""
        conversation = self._of_this_place(event.body)
        if conversation is None:
            return
        partial = bool(conversation.completeness.partial)
        if self.knowledge.is_trimmed(conversation):
            self._loading.note_seen(event.body)
            if not self._loading.busy:
                yield from self._load()
            return
        if partial and self._loading.busy and self.knowledge.read_at is None:
            # All of it is on its way.
            self._loading.note_seen(event.body)
            self._spare = conversation
            return
        self._loading.note(event.body, part=partial)
        yield from self._received(conversation, keep=True)

    def conversation_kept(self, event: ConversationKept) -> Commands:
        if event.conversation == self.place.id and self.knowledge.known is None:
            conversation = self._of_this_place(event.body)
            if conversation is not None:
                self._loading.note(event.body, fresh=False)
                yield from self._received(conversation, keep=False)
                yield KeepBody(self.place.id)

    def _of_this_place(self, body: bytes) -> Conversation | None:
        """A conversation from bytes that are no answer to us; None when they are none or another one."""
        if not body or not self.watched or not self.place.loadable or self._loading.is_known(body):
            return None
        try:
            conversation = self._adapter.parse(body)
        except CodedError:
            return None
        return conversation if conversation.id in {"", self.place.id} else None

    def _failed(self, error: CodedError) -> Commands:
        spare, self._spare = self._spare, None
        if error.code == SIGNED_OUT and self.knowledge.stored:
            # What is stored is for whoever is signed in.
            self.knowledge.forget()
            self.news = True
        elif spare is not None and self.knowledge.read_at is None:
            yield from self._received(spare, keep=False)
        self.error = error
        self._look()
        yield LogWarning(f"{error.code}: {MESSAGES[error.code].replace('{detail}', '…')}")
        if error.code == NOT_SAVED_YET and self._following.unread:
            yield DropSnapshots(self._adapter.account, self.place.id)
        yield from self._following.failed(error, self.now)

    def _received(self, conversation: Conversation, keep: bool) -> Commands:
        """The site gave this. `keep`: it is the truth, to be stored when it is the whole of it."""
        self.error = None
        self._spare = None
        self._stored = False
        self.knowledge.take(conversation, self.now)
        if keep and not conversation.completeness.partial:
            yield KeepBody(self.place.id)
            yield from self._store()
        for code, times in Counter(w.code for w in conversation.warnings).items():
            yield LogWarning(f"{code} ({times}×): {MESSAGES[code].replace('{detail}', '…')}")
        self.brought = True
        self._look()

    def _store(self) -> Commands:
        """Keep the whole conversation that just came for the next visit, once it is known whose it is."""
        known = self.knowledge.known
        whole = known is not None and not known.completeness.partial and self._settings.snapshots
        if whole and not self._stored and self.place.kind == "saved" and self._adapter.account:
            self._stored = True
            yield SaveSnapshot(self._adapter.account, self.place.id)

    def _look(self) -> None:
        """See the conversation through what the page shows now."""
        on_its_way = self.place.loadable and self.error is None
        if self.knowledge.see(self.place, on_its_way):
            self.news = True
