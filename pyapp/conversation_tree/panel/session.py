"""One tab's panel: events in, commands out.

Must not know the DOM, clocks, the network, or any site's field names; a site is asked through its adapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from conversation_tree.model import Tree
from conversation_tree.panel import moving
from conversation_tree.panel.card_content import CardContent
from conversation_tree.panel.cards import Cards
from conversation_tree.panel.finding import BOX, FILTERS, Finding
from conversation_tree.panel.finding import TIMER as SEARCH
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.going import Going
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.options import saved
from conversation_tree.panel.page_view import PageView
from conversation_tree.panel.reading import Reading
from conversation_tree.panel.settings import Settings
from conversation_tree.panel.situation import (
    error_text_key,
    frame_elements,
    message_elements,
    notice_elements,
    situation_elements,
    with_code,
)
from conversation_tree.panel.texts import Texts
from conversation_tree.panel.tree_view import TIMER as SURROUNDINGS
from conversation_tree.panel.tree_view import TreeView
from conversation_tree.panel.view_state import ConversationView, ViewState
from conversation_tree.protocol import (
    ActionEnded,
    AddressChanged,
    CaptureTaken,
    Command,
    ControlActivated,
    ConversationKept,
    DescribeTree,
    DescriptionAsked,
    ElementClicked,
    EndReached,
    Event,
    FocusElement,
    KeyPressed,
    MirrorState,
    OpenOptions,
    PageFocused,
    PageOpened,
    PagePressed,
    PageReported,
    PageRequestEnded,
    PartDragged,
    PointerEntered,
    PointerHeld,
    RequestAnswered,
    SaveRecord,
    SettingsChanged,
    SnapshotRead,
    TextCopied,
    TextEntered,
    TimerFired,
    ViewportChanged,
)
from conversation_tree.scene.build import BUSY, PINNED
from conversation_tree.sites.base import SiteAdapter

OPEN_RECORD = "open"
"""Durable record: the sidebar's last state, for a tab that has none of its own."""

Commands = Iterator[Command]


class Session:
    """The panel of one tab; lives as long as the engine remembers the tab."""

    def __init__(
        self,
        adapter: SiteAdapter,
        texts_in: Callable[[str], Texts],
        open_at_first: bool,
        settings: Settings,
    ) -> None:
        self._adapter = adapter
        self._texts_in = texts_in
        self._texts = texts_in("en")
        self._settings = settings
        self._state = ViewState(open=open_at_first)
        self._restored = False
        self._mirrored = ""
        self._frame = Frame()
        self._tree_view = TreeView(self._frame)
        self._finding = Finding(self._frame, self._tree_view)
        self._page = PageView()
        self._reading = Reading(adapter, self._page, settings)
        self._going = Going(adapter, self._page, self._frame, settings)
        self._cards = Cards(settings, self._tree_view, lambda: bool(self._going.target))
        self._offsets: list[list[float]] = []
        """Of the person's clocks; see `PageOpened`."""
        self._language = "en"
        """The browser's."""
        self._told: dict[str, object] = {}
        """What the live region said of the situation last."""
        self._message_open = False
        """The words of a message are shown in the panel."""
        self._handlers: dict[type[Event], Callable[..., Commands]] = {
            PageOpened: self._page_opened,
            AddressChanged: self._address_changed,
            PageReported: self._page_reported,
            PageFocused: self._page_focused,
            ControlActivated: self._control_activated,
            ElementClicked: self._element_clicked,
            KeyPressed: self._key_pressed,
            PartDragged: self._part_dragged,
            TextEntered: self._text_entered,
            PointerEntered: self._pointer_entered,
            PointerHeld: lambda event: self._cards_did(self._cards.held(event)),
            PagePressed: lambda event: self._cards_did(self._cards.elsewhere()),
            TextCopied: lambda event: self._cards_did(self._cards.copied(event)),
            EndReached: lambda event: self._cards_did(self._cards.end_reached(event)),
            ViewportChanged: self._viewport_changed,
            RequestAnswered: self._request_answered,
            PageRequestEnded: self._page_request_ended,
            CaptureTaken: self._capture_taken,
            ActionEnded: self._action_ended,
            TimerFired: self._timer_fired,
            SnapshotRead: self._snapshot_read,
            ConversationKept: self._conversation_kept,
            DescriptionAsked: self._description_asked,
            SettingsChanged: self._settings_changed,
        }

    def dispatch(self, event: Event) -> Commands:
        """Everything that follows from one event, in order.

        What has been given out counts as sent, so it must be sent even if a fault ends the rest.
        """
        self._reading.now = max(self._reading.now, event.time)
        self._reading.watched = self._state.open
        handler = self._handlers.get(type(event))
        if handler:
            yield from handler(event)
        state = self._state.to_text()
        if state != self._mirrored:
            self._mirrored = state
            yield MirrorState(state)

    def rest(self) -> None:
        """The tab's page is gone for now: keep what the person set up, drop what is large or secret."""
        self._reading.forget()
        self._adapter.forget()
        self._going.forget()
        self._tree_view.rest()
        self._cards.forget_page()
        self._finding.rest()

    def fault(self) -> list[Command]:
        """A fault of ours was caught while handling an event: say so, keep what is shown, go nowhere."""
        self._going.forget()
        text = with_code(self._texts(error_text_key("CT-ENGINE-03")), "CT-ENGINE-03")
        said = self._frame.update(notice_elements(text, retry=True, texts=self._texts))
        return [*said, *self._going.clear(self._texts), *self._tree_view.mark({})]

    # ------------------------------------------------------------ the page

    def _page_opened(self, event: PageOpened) -> Commands:
        if event.state and not self._restored:
            self._state = ViewState.from_text(event.state) or self._state
        self._restored = True
        self._reading.watched = self._state.open
        self._mirrored = event.state
        self._language = event.language
        self._texts = self._texts_in(self._settings.language or self._language)
        self._frame.forget()
        self._tree_view.page_opened()
        self._cards.forget_page()
        self._offsets = event.utc_offsets
        self._page.report = None
        self._told = {}
        self._adapter.forget(event.cookies)
        self._going.forget()
        self._message_open = False
        self._reading.open(self._adapter.conversation_at(event.address))
        journey, self._state.journey = self._state.journey, ""
        yield from self._show_frame()
        # The page may be one that knew us before: nothing that is over stays on screen.
        yield from self._going.clear(self._texts)
        yield from self._frame.update(message_elements("", "", self._texts))
        yield from self._finding.open(self._view, self._texts)
        yield from self._begin()
        if journey and self._state.open and self._reading.place.kind == "saved":
            yield from self._go(self._going.resume(journey, self._reading.now))
        elif self._view.going:
            yield from self._going.interrupted(self._view, self._texts)

    def _address_changed(self, event: AddressChanged) -> Commands:
        place = self._adapter.conversation_at(event.address)
        if place == self._reading.place:
            return
        yield from self._reading.move(place)
        yield from self._finding.open(self._view, self._texts)
        yield from self._go(self._going.cancel())
        yield from self._going.clear(self._texts)
        self._message_open = False
        yield from self._frame.update(message_elements("", "", self._texts))
        yield from self._begin()

    def _page_reported(self, event: PageReported) -> Commands:
        self._page.take(event)
        if self._state.open:
            yield from self._read(self._reading.page_reported(event))
            yield from self._go(self._going.happened(event))

    def _page_focused(self, event: PageFocused) -> Commands:
        yield from self._read(self._reading.focused())

    # ------------------------------------------------------------ the conversation

    def _begin(self, refresh: bool = False) -> Commands:
        """Show the place we are at, when somebody is looking."""
        if self._state.open:
            yield from self._read(self._reading.begin(refresh))

    def _read(self, commands: Commands) -> Commands:
        """Give out what reading wants, then show what it has brought."""
        yield from commands
        if not self._state.open:
            return
        yield from self._show_situation()
        if self._reading.news:
            self._reading.news = False
            yield from self._draw()
        if self._reading.brought and self._reading.shown is not None:
            self._reading.brought = False
            yield from self._go(self._going.conversation_changed(self._reading.shown))

    def _request_answered(self, event: RequestAnswered) -> Commands:
        yield from self._read(self._reading.request_answered(event))
        yield from self._go(self._going.happened(event))

    def _action_ended(self, event: ActionEnded) -> Commands:
        yield from self._read(self._reading.action_ended(event))
        yield from self._go(self._going.happened(event))

    def _timer_fired(self, event: TimerFired) -> Commands:
        if event.timer == SURROUNDINGS:
            yield from self._tree_view.surround()
            return
        if event.timer == SEARCH:
            yield from self._find(self._finding.go_on(event.time, self._texts))
            return
        if (yield from self._cards.timer_fired(event)):
            return
        yield from self._read(self._reading.timer_fired(event))
        yield from self._go(self._going.happened(event))

    def _page_request_ended(self, event: PageRequestEnded) -> Commands:
        yield from self._read(self._reading.page_request_ended(event))
        named = self._adapter.conversation_in(event.address)
        if event.method == "GET" and event.status >= 400 and named == self._reading.place.id:
            yield from self._go(self._going.page_refused())

    def _capture_taken(self, event: CaptureTaken) -> Commands:
        yield from self._read(self._reading.capture_taken(event))

    def _snapshot_read(self, event: SnapshotRead) -> Commands:
        yield from self._read(self._reading.snapshot_read(event))

    def _conversation_kept(self, event: ConversationKept) -> Commands:
        yield from self._read(self._reading.conversation_kept(event))

    # ------------------------------------------------------------ the frame

    def _control_activated(self, event: ControlActivated) -> Commands:
        control = event.control
        if control in {"open", "close"}:
            self._state.open = self._reading.watched = control == "open"
            if control == "close":
                yield from self._go(self._going.cancel())
                yield from self._going.clear(self._texts)
            yield SaveRecord(OPEN_RECORD, "1" if self._state.open else "")
            yield from self._show_frame()
            yield FocusElement("scroller" if self._state.open else "button")
            yield from self._begin(refresh=True)
        elif control == "retry":
            yield from self._read(self._reading.retry())
        elif control in {"current", "overview", "fold", "more"}:
            yield from self._tree_view.control(control)
        elif control == "back":
            yield from self._go_back()
        elif control in {"journey_yes", "journey_no"}:
            yield from self._strip_answered(yes=control == "journey_yes")
        elif control == "message_close":
            yield from self._close_message()
        elif control in FILTERS:
            yield from self._find(self._finding.filter_pressed(control, self._texts))
        elif control == "settings":
            yield OpenOptions()

    def _show_frame(self) -> Commands:
        yield from self._frame.update(frame_elements(self._state.open, self._texts))
        yield from self._frame.update(moving.place_elements(self._settings, self._texts))

    def _settings_changed(self, _event: SettingsChanged) -> Commands:
        texts = self._texts_in(self._settings.language or self._language)
        if texts.locale == self._texts.locale:
            yield from self._show_frame()
            return
        self._texts = texts
        yield from self._show_frame()
        if self._state.open:
            yield from self._show_situation()
            yield from self._draw()

    def _show_situation(self) -> Commands:
        """The placeholder, the notices and the status line, from what is known now."""
        elements = situation_elements(self._reading.situation(), self._texts)
        told = elements.pop("live")
        if told != self._told:
            # Only news is told: what was said of a journey meanwhile is not talked over.
            self._told = elements["live"] = told
        yield from self._frame.update(elements)
        yield from self._show_back()

    def _show_back(self) -> Commands:
        yield from self._frame.update({"back": {"hidden": not self._view.places}})

    # ------------------------------------------------------------ the drawing

    @property
    def _view(self) -> ConversationView:
        return self._state.view(self._reading.place.id)

    def _draw(self) -> Commands:
        """Draw the conversation as it is known now, or nothing."""
        conversation = self._reading.shown
        tree = conversation.tree if conversation else None
        yield from self._finding.take(tree, self._reading.now, self._texts)
        if conversation is None:
            yield from self._tree_view.clear()
            yield from self._cards.show(None, self._view)
        else:
            labels, searching = TurnLabels(self._texts), self._finding.searching
            whole = not conversation.completeness.partial
            marks = self._marks()
            yield from self._tree_view.show(conversation.tree, labels, self._view, marks, searching, whole)
            why, passage = self._why_no_pager, self._finding.passage
            content = CardContent(self._texts, conversation.tree, self._offsets, why, passage)
            yield from self._cards.show(content, self._view)

    def _marks(self) -> dict[int, str]:
        """The turns that something is going on with."""
        conversation = self._reading.shown
        if conversation is None:
            return {}
        messages = (self._reading.knowledge.growing, self._going.target)
        turns = [conversation.tree.index_of(message) for message in messages if message]
        pins = map(conversation.tree.index_of, self._view.pins)
        marks = dict(self._finding.marks)
        for turn, mark in [*((t, BUSY) for t in turns), *((t, PINNED) for t in pins)]:
            if turn is not None:
                marks[turn] = f"{marks.get(turn, '')} {mark}".strip()
        return marks

    def _mark(self) -> Commands:
        yield from self._tree_view.mark(self._marks(), self._finding.searching)

    def _cards_did(self, commands: Commands) -> Commands:
        """Give out what the cards want, then go, look and say what follows from it."""
        yield from commands
        cards = self._cards
        index, cards.to_focus = cards.to_focus, None
        if index is not None:
            yield from self._tree_view.reveal(index)
        index, cards.to_go = cards.to_go, None
        if index is not None:
            yield from self._go_to(index)
        yield from self._mark()
        told, cards.told = cards.told, ""
        if told:
            yield from self._frame.update({"live": {"text": self._texts(told)}})

    def _why_no_pager(self, tree: Tree, index: int) -> str:
        report = self._page.report
        return self._adapter.no_pager(tree, index, report.renderer) if report is not None else ""

    def _viewport_changed(self, event: ViewportChanged) -> Commands:
        yield from self._tree_view.viewport_changed(event)
        yield from self._cards.viewport_changed(event)

    # ------------------------------------------------------------ going to a message

    def _go(self, commands: list[Command]) -> Commands:
        """Carry out what a journey wants, say how it stands, mark where it leads."""
        yield from self._going.settle(commands, self._state, self._view, self._texts)
        if self._going.to_show:
            message, self._going.to_show = self._going.to_show, ""
            yield from self._show_message(message)
        yield from self._mark()
        yield from self._show_back()

    @property
    def _can_reload(self) -> bool:
        """Whether the site may be asked to make another message the current one."""
        return self._reading.place.kind == "saved" and self._reading.may_ask

    def _go_to(self, index: int) -> Commands:
        conversation = self._reading.shown
        if conversation is None:
            return
        yield from self._tree_view.leave_for(index)
        message = conversation.tree.ids[index]
        if self._message_open:
            self._message_open = False
            yield from self._frame.update(message_elements("", "", self._texts))
        yield from self._go(self._going.go(message, conversation, self._can_reload))

    def _go_back(self) -> Commands:
        conversation = self._reading.shown
        if conversation is not None:
            yield from self._go(self._going.back(self._view, conversation, self._can_reload))

    def _strip_answered(self, yes: bool) -> Commands:
        """A button of the strip: an answer to the journey under way, or to what was said of the last one."""
        going = self._going
        if going.target:
            yield from self._go(going.answered(yes))
        else:
            yield from going.clear(self._texts)
            if not yes:
                going.missed = ""
                yield FocusElement("scroller")
                return
            if going.missed:
                yield from self._show_message(going.missed)

    def _show_message(self, message: str) -> Commands:
        """The words of a message that the page does not show, in the panel."""
        conversation = self._reading.shown
        index = conversation.tree.index_of(message) if conversation else None
        if conversation is None or index is None:
            return
        tree = conversation.tree
        siblings = tree.siblings(index)
        title = TurnLabels(self._texts).place(tree.turn(index), siblings.index(index) + 1, len(siblings))
        yield from self._frame.update(message_elements(title, tree.texts.text(index), self._texts))
        self._message_open = True
        yield FocusElement("message_text")

    def _close_message(self) -> Commands:
        self._message_open = False
        yield from self._frame.update(message_elements("", "", self._texts))
        yield FocusElement("scroller")

    # ------------------------------------------------------------ search

    def _find(self, commands: Commands) -> Commands:
        """Give out what the search wants, then mark what it found, and show the card of the current hit."""
        yield from commands
        yield from self._mark()
        yield from self._cards.hit(self._finding.current)

    def _text_entered(self, event: TextEntered) -> Commands:
        if event.element == BOX:
            yield from self._find(self._finding.text_entered(event.text, event.time, self._texts))

    # ------------------------------------------------------------ pointer and keyboard

    def _element_clicked(self, event: ElementClicked) -> Commands:
        done = yield from self._cards.clicked(event)
        yield from self._cards_did(iter(()))
        index = self._tree_view.drawing.turn_of(event.key)
        if index is not None and not done:
            yield from self._go_to(index)
        elif not done:
            yield from self._tree_view.clicked(event)
            yield from self._cards.close()

    def _pointer_entered(self, event: PointerEntered) -> Commands:
        yield from self._tree_view.pointed(event.key)
        yield from self._cards_did(self._cards.entered(event))

    def _part_dragged(self, event: PartDragged) -> Commands:
        if moving.dragged(event, self._settings):
            yield from self._moved()

    def _moved(self) -> Commands:
        yield from self._show_frame()
        yield from saved(self._settings)

    def _key_pressed(self, event: KeyPressed) -> Commands:
        if moving.key(event, self._settings):
            yield from self._moved()
            return
        if event.key == "Escape":
            if self._going.target:
                yield from self._go(self._going.cancel())
            elif self._view.query:
                yield from self._find(self._finding.clear(event.element, self._texts))
            elif self._message_open:
                yield from self._close_message()
            elif self._going.said:
                yield from self._strip_answered(yes=False)
            elif (yield from self._cards.escape()):
                yield from self._cards_did(iter(()))
        elif event.key == "ArrowLeft" and event.alt:
            yield from self._go_back()
        elif event.element == BOX:
            yield from self._find(self._finding.key(event.key, event.shift, self._texts))
        elif event.key == "/" and not event.ctrl and not event.alt:
            yield FocusElement(BOX)
        elif (
            self._tree_view.tree is not None
            and event.element == "scroller"
            and not event.ctrl
            and not event.alt
        ):
            yield from self._tree_key(event)

    def _tree_key(self, event: KeyPressed) -> Commands:
        drawing = self._tree_view.drawing
        focused = drawing.focused
        if event.key == "Enter" and focused is not None and not drawing.hides(focused):
            yield from self._go_to(focused)
        elif event.key == " " and focused is not None:
            yield from self._cards_did(self._cards.toggle_pin(focused))
        else:
            yield from self._tree_view.key_pressed(event)

    # ------------------------------------------------------------ figures

    def condition(self) -> Mapping[str, object]:
        """How this tab is, without a word of its conversation."""
        shown, error = self._reading.shown, self._reading.error
        codes = Counter(w.code for w in shown.warnings) if shown else Counter[str]()
        known = {**shown.figures(), "warnings": dict(codes)} if shown else {}
        error_code = error.code if error else ""
        return {"open": self._state.open, "place": self._reading.place.kind, "error": error_code, **known}

    def _description_asked(self, event: DescriptionAsked) -> Commands:
        if self._reading.shown is not None:
            yield DescribeTree(self._reading.shown.figures())
        else:
            error = self._reading.error
            yield DescribeTree({"error": error.code if error else "", "place": self._reading.place.kind})
