"""One tab's panel: events in, commands out.

Must not know the DOM, clocks, the network, or any site's field names; a site is asked through its adapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from conversation_tree.errors import MESSAGES, CodedError
from conversation_tree.model import Conversation
from conversation_tree.panel.drawing import Drawing
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.loading import Loading
from conversation_tree.panel.situation import (
    LOADING,
    NO_CONVERSATION,
    NOT_BEGUN,
    PROVISIONAL,
    Placeholder,
    error_text_key,
    failure,
    frame_elements,
    notice_elements,
    placeholder_elements,
    with_code,
)
from conversation_tree.panel.texts import Texts
from conversation_tree.panel.view_state import ConversationView, ViewState
from conversation_tree.panel.walking import step
from conversation_tree.protocol import (
    AddressChanged,
    CaptureTaken,
    Command,
    ControlActivated,
    ConversationKept,
    DescribeTree,
    DescriptionAsked,
    ElementClicked,
    Event,
    FocusElement,
    KeepBody,
    KeyPressed,
    LogWarning,
    MirrorState,
    PageOpened,
    PageReported,
    PageRequestEnded,
    RequestAnswered,
    SaveRecord,
    ScrollTo,
    TakeCapture,
    ViewportChanged,
)
from conversation_tree.sites.base import ConversationPlace, SiteAdapter

OPEN_RECORD = "open"
"""Durable record: the sidebar's last state, for a tab that has none of its own."""

Commands = Iterator[Command]


class Session:
    """The panel of one tab; lives as long as the engine remembers the tab."""

    def __init__(self, adapter: SiteAdapter, texts_in: Callable[[str], Texts], open_at_first: bool) -> None:
        self._adapter = adapter
        self._texts_in = texts_in
        self._texts = texts_in("en")
        self._state = ViewState(open=open_at_first)
        self._restored = False
        self._mirrored = ""
        self._place = ConversationPlace("none")
        self._loading = Loading(adapter)
        self._served: Conversation | None = None
        """The conversation as the site gave it."""
        self._message_on_page = ""
        self._conversation: Conversation | None = None
        """The same as the page shows it: its current turn is where the page is, if that can be told."""
        self._error: CodedError | None = None
        self._drawing = Drawing()
        self._centred = False
        """The current turn was brought to the middle, and the person has not looked elsewhere since."""
        self._frame = Frame()
        self._handlers: dict[type[Event], Callable[..., Commands]] = {
            PageOpened: self._page_opened,
            AddressChanged: self._address_changed,
            PageReported: self._page_reported,
            ControlActivated: self._control_activated,
            ElementClicked: self._element_clicked,
            KeyPressed: self._key_pressed,
            ViewportChanged: self._viewport_changed,
            RequestAnswered: self._request_answered,
            PageRequestEnded: self._page_request_ended,
            CaptureTaken: self._capture_taken,
            ConversationKept: self._conversation_kept,
            DescriptionAsked: self._description_asked,
        }

    def dispatch(self, event: Event) -> Commands:
        """Everything that follows from one event, in order.

        What has been given out counts as sent, so it must be sent even if a fault ends the rest.
        """
        handler = self._handlers.get(type(event))
        if handler:
            yield from handler(event)
        state = self._state.to_text()
        if state != self._mirrored:
            self._mirrored = state
            yield MirrorState(state)

    def rest(self) -> None:
        """The tab's page is gone for now: keep what the person set up, drop what is large or secret."""
        self._forget_conversation()
        self._adapter.forget()
        self._drawing = Drawing()

    def fault(self) -> list[Command]:
        """A fault of ours was caught while handling an event: say so, keep what is shown."""
        text = with_code(self._texts(error_text_key("CT-ENGINE-03")), "CT-ENGINE-03")
        return list(self._frame.update(notice_elements(text, retry=True, texts=self._texts)))

    # ------------------------------------------------------------ the page

    def _page_opened(self, event: PageOpened) -> Commands:
        if event.state and not self._restored:
            self._state = ViewState.from_text(event.state) or self._state
        self._restored = True
        self._mirrored = event.state
        self._texts = self._texts_in(event.language)
        self._frame.forget()
        self._drawing.forget_page()
        self._forget_conversation()
        self._adapter.forget()
        self._place = self._adapter.conversation_at(event.address)
        yield from self._show_frame()
        yield from self._begin()

    def _address_changed(self, event: AddressChanged) -> Commands:
        place = self._adapter.conversation_at(event.address)
        if place == self._place:
            return
        self._place = place
        self._forget_conversation()
        yield from self._begin()

    def _page_reported(self, event: PageReported) -> Commands:
        self._message_on_page = event.messages[-1][0] if event.messages else ""
        if self._served is None or self._conversation is None:
            return
        before = self._conversation.tree.current
        in_view = self._drawing.current_in_view()
        self._conversation = self._as_shown(self._served)
        if self._conversation.tree.current != before:
            yield from self._draw(follow=in_view)

    def _as_shown(self, served: Conversation) -> Conversation:
        """The current turn moved to where the page is; a pager of the page tells the site nothing.

        The page may hold only a part of its path, so a message on the path to the served current turn
        moves nothing.
        """
        tree = served.tree
        turn = tree.index_of(self._message_on_page)
        return served if turn is None or tree.active[turn] else replace(served, tree=tree.at(turn))

    def _forget_conversation(self) -> None:
        self._served = self._conversation = None
        self._error = None
        self._centred = False
        self._loading.stop()

    # ------------------------------------------------------------ the frame

    def _control_activated(self, event: ControlActivated) -> Commands:
        if event.control in {"open", "close"}:
            self._state.open = event.control == "open"
            yield SaveRecord(OPEN_RECORD, "1" if self._state.open else "")
            yield from self._show_frame()
            yield FocusElement("scroller" if self._state.open else "button")
            yield from self._begin(refresh=True)
        elif event.control == "retry":
            yield from self._load()

    def _show_frame(self) -> Commands:
        yield from self._frame.update(frame_elements(self._state.open, self._texts))

    def _show_situation(self) -> Commands:
        """The placeholder, the notices and the status line, from what is known now."""
        say, conversation = self._texts, self._conversation
        placeholder, status, notice, retry = self._placeholder(), "", "", False
        if conversation is not None and placeholder is None:
            tree = conversation.tree
            status = f"{say.count('nodes', len(tree))} · {say.count('branches', tree.leaves)}"
            if conversation.completeness.partial:
                notice, retry = say(f"partial_{conversation.completeness.partial}"), True
            if self._error:
                text = f"{say(error_text_key(self._error.code))} {say('refresh_failed')}"
                notice, retry = with_code(text, self._error.code), True
        words = "" if placeholder is None else f"{say(placeholder.title)}. {say(placeholder.text)}"
        yield from self._frame.update(
            placeholder_elements(placeholder, say)
            | notice_elements(notice, retry, say)
            | {"status": {"text": status}, "live": {"text": words or notice or status}},
        )

    def _placeholder(self) -> Placeholder | None:
        if self._place.kind == "none":
            return NO_CONVERSATION
        if self._place.kind == "provisional":
            return PROVISIONAL
        if self._conversation is not None:
            return None if len(self._conversation.tree) else NOT_BEGUN
        return failure(self._error) if self._error else LOADING

    # ------------------------------------------------------------ getting the conversation

    def _begin(self, refresh: bool = False) -> Commands:
        """Show the place we are at; ask for its conversation when somebody is looking and it is unknown.

        `refresh`: also when it is known, since nobody followed it while the sidebar was closed.
        """
        if not self._state.open:
            return
        if self._conversation is None:
            yield from self._draw()
        yield from self._show_situation()
        if (refresh or self._conversation is None) and not self._loading.busy:
            yield from self._load()

    def _load(self) -> Commands:
        if self._place.kind != "saved":
            return
        self._error = None
        yield from self._show_situation()
        yield self._loading.start(self._place)

    def _request_answered(self, event: RequestAnswered) -> Commands:
        answer = self._loading.answered(event)
        if isinstance(answer, CodedError):
            yield from self._failed(answer)
        elif isinstance(answer, Conversation):
            yield from self._received(answer)
        elif answer is not None:
            yield answer
        if self._loading.due:
            yield from self._load()

    def _page_request_ended(self, event: PageRequestEnded) -> Commands:
        request = event.method, event.address, event.status
        conversation = self._adapter.capture_of(*request)
        if not self._state.open or self._place.kind != "saved":
            return
        if conversation == self._place.id:
            yield TakeCapture(event.capture)
        elif self._adapter.is_change(*request):
            if self._loading.busy:
                self._loading.once_more()
            else:
                yield from self._load()

    def _capture_taken(self, event: CaptureTaken) -> Commands:
        yield from self._read(event.body)

    def _conversation_kept(self, event: ConversationKept) -> Commands:
        if event.conversation == self._place.id and self._conversation is None:
            yield from self._read(event.body, fresh=False)

    def _read(self, body: bytes, fresh: bool = True) -> Commands:
        """Bytes that came from elsewhere than our own request; bad ones are left to that request."""
        if not body or self._place.kind != "saved" or self._loading.is_known(body):
            return
        try:
            conversation = self._adapter.parse(body)
        except CodedError:
            return
        if conversation.id and conversation.id != self._place.id:
            return
        self._loading.note(body, fresh)
        yield from self._received(conversation)

    def _failed(self, error: CodedError) -> Commands:
        self._error = error
        yield LogWarning(f"{error.code}: {MESSAGES[error.code].replace('{detail}', '…')}")
        yield from self._show_situation()

    def _received(self, conversation: Conversation) -> Commands:
        before = self._drawing.current_in_view() if self._conversation is not None else None
        self._served, self._error = conversation, None
        self._conversation = self._as_shown(conversation)
        yield KeepBody(self._place.id)
        for code, times in Counter(w.code for w in conversation.warnings).items():
            yield LogWarning(f"{code} ({times}×): {MESSAGES[code].replace('{detail}', '…')}")
        yield from self._show_situation()
        yield from self._draw(follow=before)

    # ------------------------------------------------------------ the drawing

    @property
    def _view(self) -> ConversationView:
        return self._state.view(self._place.id)

    def _draw(self, follow: bool | None = None) -> Commands:
        """Draw the conversation, or nothing; `follow` says whether the last current turn was on screen."""
        if self._conversation is None:
            yield from self._drawing.clear()
            return
        drawing, view, tree = self._drawing, self._view, self._conversation.tree
        drawing.show(tree, TurnLabels(self._texts))
        focused = tree.index_of(view.focused) if view.focused else None
        drawing.focused = tree.current if focused is None else focused
        if not len(tree):
            yield from drawing.clear()
            return
        if view.left is None or view.top is None or follow:
            self._centred = True
        yield from self._keep_place()

    def _keep_place(self) -> Commands:
        """Show what was looked at again: the current turn in the middle until the person scrolls."""
        drawing, view = self._drawing, self._view
        assert self._conversation is not None
        if self._centred or view.left is None or view.top is None:
            yield from self._move_to(*drawing.centred(self._conversation.tree.current))
        else:
            yield from self._move_to(*drawing.on_canvas(view.left, view.top))

    def _move_to(self, left: float, top: float, smooth: bool = False) -> Commands:
        """Draw what will be seen there first, then scroll: never a blank frame."""
        left, top = self._drawing.look_at(left, top)
        self._view.left, self._view.top = self._drawing.from_canvas(left, top)
        yield from self._patch()
        yield ScrollTo(left, top, smooth)

    def _patch(self) -> Commands:
        yield from self._drawing.patch()
        key = self._drawing.focused_element()
        yield from self._frame.update({"scroller": {"attributes": {"aria-activedescendant": key}}})

    def _viewport_changed(self, event: ViewportChanged) -> Commands:
        drawing = self._drawing
        resized = drawing.resize(event.width, event.height)
        if self._conversation is None or not len(self._conversation.tree):
            return
        if resized:
            # The canvas follows the size of the view, so the page's own scroll position means nothing now.
            yield from self._keep_place()
            return
        if drawing.is_elsewhere(event.left, event.top):
            self._centred = False
        drawing.look_at(event.left, event.top)
        self._view.left, self._view.top = drawing.from_canvas(event.left, event.top)
        yield from self._patch()

    def _element_clicked(self, event: ElementClicked) -> Commands:
        index = self._drawing.turn_of(event.key)
        if index is not None:
            yield from self._focus(index)

    def _key_pressed(self, event: KeyPressed) -> Commands:
        if self._conversation is None or event.element != "scroller" or event.ctrl or event.alt:
            return
        tree = self._conversation.tree
        if not len(tree):
            return
        index = step(tree, self._drawing.focused or 0, event.key)
        if index is not None:
            yield from self._focus(index)

    def _focus(self, index: int) -> Commands:
        assert self._conversation is not None
        self._drawing.focused = index
        self._view.focused = self._conversation.tree.ids[index]
        self._centred = False
        yield from self._move_to(*self._drawing.revealed(index))

    # ------------------------------------------------------------ figures

    def _description_asked(self, event: DescriptionAsked) -> Commands:
        if self._conversation is not None:
            yield DescribeTree(self._conversation.figures())
        else:
            yield DescribeTree({"error": self._error.code if self._error else "", "place": self._place.kind})
