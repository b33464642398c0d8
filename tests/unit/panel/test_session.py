"""What the panel does, event by event, on a site that is no real site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

import pytest

from conversation_tree.app import REMEMBERED_TABS, App
from conversation_tree.panel.drawing import Drawing
from conversation_tree.protocol import (
    ActionEnded,
    AddressChanged,
    ApplyPatch,
    CaptureTaken,
    Command,
    ControlActivated,
    ConversationKept,
    DescribeTree,
    DescriptionAsked,
    DropSnapshots,
    ElementClicked,
    Event,
    FocusElement,
    KeepBody,
    KeyPressed,
    LogWarning,
    LookAtPage,
    MirrorState,
    PageOpened,
    PageReported,
    PageRequestEnded,
    RequestAnswered,
    RequestHost,
    SaveRecord,
    ScrollTo,
    SetTimer,
    TakeCapture,
    TimerFired,
    UpdateFrame,
    ViewportChanged,
)
from tests.unit.panel.fake_site import FakeSite, answer

LOCALES = {p.parent.name: json.loads(p.read_text("utf-8")) for p in Path("_locales").glob("*/messages.json")}
FORKED = answer(
    "a",
    ("user", None, "Where to?"),
    ("assistant", 0, "The sea."),
    ("user", 1, "Which one?"),
    ("assistant", 2, "The near one."),
    ("assistant", 0, "The hills."),
    current=3,
)
LONG = answer(
    "a",
    *[("user" if i % 2 == 0 else "assistant", i - 1 if i else None, f"n{i}") for i in range(200)],
    current=199,
)
C = TypeVar("C", bound=Command)


class Panel:
    """A page and an engine around one tab: keeps what is on screen from the commands."""

    def __init__(
        self,
        *,
        open_record: str = "",
        tab: int = 1,
        app: App | None = None,
        records: dict[str, str] | None = None,
    ) -> None:
        self.site = FakeSite()
        self.app = app or App(lambda: self.site, LOCALES, {"open": open_record, **(records or {})})
        self.tab = tab
        self.frame: dict[str, dict[str, Any]] = {}
        self.items: dict[str, list[Any]] = {}
        self.canvas: dict[str, Any] = {}
        self.scroll = (0.0, 0.0)
        self.state = ""
        self.last: list[Command] = []

    def send(self, event: Event) -> list[Command]:
        self.last = self.app.dispatch(self.tab, event)
        for command in self.last:
            if isinstance(command, UpdateFrame):
                for name, change in command.elements.items():
                    element = self.frame.setdefault(name, {"attributes": {}})
                    attributes = element["attributes"] | change.get("attributes", {})
                    element.update(change)
                    element["attributes"] = attributes
            elif isinstance(command, ApplyPatch) and command.layer == "drawing":
                self._apply(command.operations)
            elif isinstance(command, ScrollTo):
                self.scroll = command.left, command.top
            elif isinstance(command, MirrorState):
                self.state = command.state
        return self.last

    def _apply(self, operations: list[list[Any]]) -> None:
        for operation in json.loads(json.dumps(operations)):
            if operation[0] == "set" and operation[1] == "drawing":
                self.canvas |= operation[2]
            elif operation[0] == "put":
                rest = {key: item for key, item in self.items.items() if key != operation[1]}
                place = list(rest).index(operation[2]) if operation[2] is not None else len(rest)
                listed = list(rest.items())
                self.items = dict([*listed[:place], (operation[1], operation), *listed[place:]])
            elif operation[0] == "del":
                del self.items[operation[1]]
            else:
                attributes = self.items[operation[1]][4]
                attributes |= operation[2]

    def commands(self, kind: type[C]) -> list[C]:
        return [c for c in self.last if isinstance(c, kind)]

    def opened(self, address: str = "https://fake/chat/a", **more: Any) -> Panel:
        self.frame, self.items, self.canvas = {}, {}, {}
        self.send(PageOpened(address, **more))
        return self

    def answered(self, *bodies: bytes) -> Panel:
        """Answer the requests under way: the token first, then the conversation."""
        for body in (b"a token", *bodies):
            (request,) = self.commands(RequestHost)
            self.send(RequestAnswered(request.request, 200, {}, "", body))
        return self

    def answered_again(self, body: bytes) -> None:
        """The person wants it read again, and this comes."""
        self.send(ControlActivated("retry"))
        self.answered(body)

    def text(self, name: str) -> str:
        return str(self.frame.get(name, {}).get("text", ""))

    def hidden(self, name: str) -> bool:
        return bool(self.frame[name]["hidden"])

    @property
    def turns(self) -> list[str]:
        return [key for key in self.items if key.startswith("t:")]

    @property
    def active_descendant(self) -> str | None:
        value = self.frame["scroller"]["attributes"].get("aria-activedescendant")
        return None if value is None else str(value)


def shown(body: bytes = FORKED) -> Panel:
    """An open panel with a conversation in it."""
    panel = Panel(open_record="1").opened()
    panel_commands = panel.last
    panel.send(ViewportChanged(0, 0, 360, 720))
    panel.last = panel_commands
    return panel.answered(body)


# ---------------------------------------------------------------- opening and closing


def test_on_first_install_the_sidebar_is_closed_and_nothing_is_asked() -> None:
    panel = Panel().opened()
    assert panel.hidden("panel")
    assert not panel.hidden("button")
    assert panel.commands(RequestHost) == []


def test_the_button_opens_remembers_and_loads() -> None:
    panel = Panel().opened()
    panel.send(ControlActivated("open"))
    assert not panel.hidden("panel")
    assert panel.hidden("button")
    assert panel.commands(SaveRecord) == [SaveRecord("open", "1")]
    assert panel.commands(FocusElement) == [FocusElement("scroller")]
    assert [r.path for r in panel.commands(RequestHost)] == ["/token"]
    assert panel.text("placeholder_title") == "Loading the conversation…"


def test_closing_gives_the_focus_to_the_button() -> None:
    panel = shown()
    panel.send(ControlActivated("close"))
    assert panel.hidden("panel")
    assert panel.commands(FocusElement) == [FocusElement("button")]
    assert panel.commands(SaveRecord) == [SaveRecord("open", "")]


def test_opening_again_shows_the_tree_at_once_and_asks_whether_it_grew() -> None:
    panel = shown()
    panel.send(ControlActivated("close"))
    panel.send(ControlActivated("open"))
    assert len(panel.turns) == 5
    panel.answered(answer("a", ("user", None, "Where to?"), ("assistant", 0, "The sea."), current=1))
    assert len(panel.turns) == 2


def test_opening_again_with_nothing_new_changes_nothing() -> None:
    panel = shown()
    panel.send(ControlActivated("close"))
    panel.send(ControlActivated("open"))
    panel.answered(FORKED)
    assert panel.last == []


def test_a_new_tab_opens_as_the_last_one_was_left() -> None:
    panel = shown()
    other = Panel(app=panel.app, tab=2).opened()
    assert not other.hidden("panel")


def test_an_unknown_control_does_nothing() -> None:
    assert Panel().opened().send(ControlActivated("launch")) == []


# ---------------------------------------------------------------- placeholders and notices


def test_the_home_page_has_no_conversation() -> None:
    panel = Panel(open_record="1").opened("https://fake/")
    assert panel.text("placeholder_title") == "No conversation yet"
    assert panel.frame["scroller"]["attributes"]["data-cgt-covered"] == "true"
    assert panel.commands(RequestHost) == []
    panel.send(ControlActivated("retry"))
    assert panel.commands(RequestHost) == []


def test_the_placeholders_speak_the_language_of_the_browser() -> None:
    panel = Panel(open_record="1").opened("https://fake/", language="zh-CN")
    assert panel.text("placeholder_title") == "还没有对话"
    assert panel.frame["panel"]["attributes"]["lang"] == "zh-CN"


def test_a_conversation_that_is_not_saved_says_so() -> None:
    assert Panel(open_record="1").opened("https://fake/new").text("placeholder_title") == (
        "This conversation is not saved yet"
    )


def test_an_empty_conversation_has_not_begun() -> None:
    panel = shown(answer("a"))
    assert panel.text("placeholder_title") == "This conversation has not begun"
    assert panel.turns == []
    assert panel.text("status") == ""
    assert panel.send(KeyPressed("ArrowDown")) == []
    assert panel.commands(ScrollTo) == []


def test_a_failure_shows_its_code_and_retry_asks_again() -> None:
    panel = Panel(open_record="1").opened()
    (request,) = panel.commands(RequestHost)
    panel.send(RequestAnswered(request.request, 0, {}, "network"))
    assert panel.text("placeholder_text").endswith("(CT-LOAD-01)")
    assert not panel.hidden("placeholder_action")
    assert panel.commands(LogWarning) == [LogWarning("CT-LOAD-01: The site did not answer.")]
    panel.send(ControlActivated("retry"))
    panel.answered(FORKED)
    assert panel.hidden("placeholder")
    assert len(panel.turns) == 5


def test_a_failed_refresh_keeps_the_tree_and_says_that_it_may_be_old() -> None:
    panel = shown()
    panel.send(ControlActivated("retry", time=300.0))
    (request,) = panel.commands(RequestHost)
    panel.send(RequestAnswered(request.request, 404))
    assert len(panel.turns) == 5
    assert panel.text("notice_text").endswith("The tree shown was read 5 minutes ago. (CT-LOAD-04)")
    assert not panel.hidden("notice")
    panel.send(ControlActivated("retry"))
    panel.answered(FORKED)
    assert panel.hidden("notice")


def test_a_partial_tree_says_so() -> None:
    panel = shown(answer("a", ("user", None, "Hi"), partial="paged"))
    assert not panel.hidden("notice")
    assert panel.text("notice_text").startswith("Only the branch on screen is known")


def test_warnings_are_counted_and_logged_once_a_load() -> None:
    panel = shown(answer("a", ("user", None, "Hi"), warn=True))
    (line,) = panel.commands(LogWarning)
    assert line.text.startswith("CT-PARSE-03 (2×): ")


# ---------------------------------------------------------------- getting the conversation


def test_a_conversation_is_asked_for_drawn_and_kept() -> None:
    panel = shown()
    assert panel.text("status") == "5 nodes · 2 branches"
    assert panel.turns == [f"t:a-{i}" for i in range(5)]
    assert panel.commands(KeepBody) == [KeepBody("a")]
    assert panel.text("live") == "5 nodes · 2 branches"


def test_an_overtaken_answer_is_dropped() -> None:
    panel = Panel(open_record="1").opened()
    (old,) = panel.commands(RequestHost)
    panel.send(AddressChanged("https://fake/chat/b"))
    (new,) = panel.commands(RequestHost)
    assert panel.send(RequestAnswered(old.request, 200, {}, "", FORKED)) == []
    panel.send(RequestAnswered(new.request, 200, {}, "", answer("b", ("user", None, "Hi"))))
    assert panel.turns == ["t:b-0"]


def test_the_pages_own_answer_is_taken_once() -> None:
    panel = Panel(open_record="1").opened()
    panel.send(PageRequestEnded(7, "GET", "https://fake/chat/a.json", 200))
    assert panel.commands(TakeCapture) == [TakeCapture(7)]
    panel.send(CaptureTaken(7, FORKED))
    assert len(panel.turns) == 5
    assert panel.send(CaptureTaken(7, FORKED)) == []


def test_our_own_answer_with_the_same_bytes_changes_nothing() -> None:
    panel = Panel(open_record="1").opened()
    started = panel.last
    panel.send(CaptureTaken(7, FORKED))
    panel.last = started
    panel.answered(FORKED)
    assert panel.commands(ApplyPatch) == []


@pytest.mark.parametrize("body", [b"", b"{", answer("other", ("user", None, "Hi"))])
def test_a_capture_that_is_not_this_conversation_is_left_alone(body: bytes) -> None:
    panel = Panel(open_record="1").opened()
    panel.send(CaptureTaken(7, body))
    assert panel.turns == []
    assert panel.text("placeholder_title") == "Loading the conversation…"


@pytest.mark.parametrize(
    "event",
    [
        PageRequestEnded(7, "GET", "https://fake/chat/b.json", 200),
        PageRequestEnded(7, "GET", "https://fake/chat/a.json", 500),
        PageRequestEnded(7, "POST", "https://fake/chat/a.json", 200),
    ],
)
def test_other_requests_of_the_page_are_ignored(event: PageRequestEnded) -> None:
    assert Panel(open_record="1").opened().send(event) == []


def test_a_closed_panel_takes_nothing() -> None:
    assert Panel().opened().send(PageRequestEnded(7, "GET", "https://fake/chat/a.json", 200)) == []


def test_after_a_restart_of_the_engine_the_kept_bytes_bring_the_tree_back() -> None:
    before = shown(LONG)
    before.send(KeyPressed("Home"))
    before.send(ViewportChanged(before.scroll[0], 100, 360, 720))
    after = Panel().opened(state=before.state)
    after.send(ViewportChanged(0, 0, 360, 720))
    assert not after.hidden("panel")
    after.send(ConversationKept("b", FORKED))
    assert after.turns == []
    after.send(ConversationKept("a", LONG))
    assert after.active_descendant == before.active_descendant
    assert after.scroll[1] == 100


@pytest.mark.parametrize("ours_first", [True, False])
def test_a_failure_of_ours_is_no_news_when_the_pages_own_answer_came(ours_first: bool) -> None:
    panel = Panel(open_record="1").opened()
    (request,) = panel.commands(RequestHost)
    refusal, capture = RequestAnswered(request.request, 403), CaptureTaken(7, FORKED)
    for event in (refusal, capture) if ours_first else (capture, refusal):
        panel.send(event)
    assert len(panel.turns) == 5
    assert panel.hidden("placeholder")
    assert panel.hidden("notice")


def test_a_failure_behind_kept_bytes_is_news() -> None:
    panel = Panel(open_record="1").opened()
    (request,) = panel.commands(RequestHost)
    panel.send(ConversationKept("a", FORKED))
    panel.send(RequestAnswered(request.request, 0, {}, "network"))
    assert panel.text("notice_text").endswith("(CT-LOAD-01)")


# ---------------------------------------------------------------- following the page

CHANGE = PageRequestEnded(8, "PATCH", "https://fake/chat/a", 200)


def test_a_change_on_the_page_is_followed_by_one_read() -> None:
    panel = shown()
    panel.send(CHANGE)
    (look,) = panel.commands(LookAtPage)
    panel.send(ActionEnded(look.action, "done"))
    assert len(panel.commands(RequestHost)) == 1
    panel.answered(answer("a", ("user", None, "Where to?"), current=0))
    assert len(panel.turns) == 1
    assert panel.commands(RequestHost) == []


def test_changes_during_a_read_are_followed_by_one_more() -> None:
    panel = Panel(open_record="1").opened()
    started = panel.last
    assert panel.send(CHANGE) == panel.send(CHANGE) == []
    panel.last = started
    panel.answered(FORKED)
    assert len(panel.commands(RequestHost)) == 1
    panel.answered(FORKED)
    assert panel.commands(RequestHost) == []


def test_a_change_is_no_business_of_a_closed_panel_or_of_another_conversation() -> None:
    assert Panel().opened().send(CHANGE) == []
    elsewhere = Panel(open_record="1").opened("https://fake/")
    assert elsewhere.send(CHANGE) == [DropSnapshots("", "a")]


def ringed(panel: Panel) -> list[str]:
    return [key for key, item in panel.items.items() if "aria-current" in item[4]]


def test_the_ring_is_where_the_page_is() -> None:
    panel = shown()
    assert ringed(panel) == ["t:a-3"]
    panel.send(PageReported([["a-4", "", ""]]))
    assert ringed(panel) == ["t:a-4"]
    assert "cgt-active" not in panel.items["t:a-1"][4]["class"]
    panel.send(PageReported([["a-3", "", ""]]))
    assert ringed(panel) == ["t:a-3"]


@pytest.mark.parametrize("message", ["", "unknown", "a-1", "a-0-tool"])
def test_a_page_that_shows_a_part_of_the_served_path_moves_nothing(message: str) -> None:
    panel = shown()
    assert panel.send(PageReported([[message, "", ""]])) == []


def test_where_the_page_is_may_be_known_before_the_tree() -> None:
    panel = Panel(open_record="1").opened()
    started = panel.last
    panel.send(PageReported([["a-4", "", ""]]))
    panel.last = started
    panel.answered(FORKED)
    assert ringed(panel) == ["t:a-4"]


# ---------------------------------------------------------------- moving about


def test_another_conversation_never_shows_the_one_before() -> None:
    panel = shown()
    panel.send(AddressChanged("https://fake/chat/b"))
    assert panel.turns == []
    assert panel.text("placeholder_title") == "Loading the conversation…"
    assert panel.text("status") == ""
    panel.answered(answer("b", ("user", None, "Hi")))
    assert panel.turns == ["t:b-0"]
    panel.send(AddressChanged("https://fake/"))
    assert panel.turns == []
    assert panel.text("placeholder_title") == "No conversation yet"


def test_the_same_conversation_under_another_address_changes_nothing() -> None:
    panel = shown()
    assert panel.send(AddressChanged("https://fake/project/chat/a")) == []


def test_coming_back_to_a_conversation_finds_it_as_it_was_left() -> None:
    panel = shown(LONG)
    panel.send(ViewportChanged(panel.scroll[0], 1000, 360, 720))
    panel.send(AddressChanged("https://fake/chat/b"))
    panel.answered(answer("b", ("user", None, "Hi")))
    panel.send(AddressChanged("https://fake/chat/a"))
    panel.answered(LONG)
    assert panel.scroll[1] == 1000


def test_a_reload_keeps_what_the_person_set_up() -> None:
    panel = shown(LONG)
    panel.send(KeyPressed("Home"))
    top = panel.scroll[1]
    panel.app.close(1)
    assert panel.site.forgotten == 2, "the token goes with the page"
    panel.opened()
    started = panel.last
    panel.send(ViewportChanged(0, 0, 360, 720))
    panel.last = started
    panel.answered(LONG)
    assert panel.scroll[1] == top
    assert panel.active_descendant == "cgt-t:a-0"
    assert panel.site.forgotten == 3


# ---------------------------------------------------------------- the drawing


def test_the_current_turn_is_in_the_middle_at_first() -> None:
    panel = shown(LONG)
    canvas_top = float(panel.canvas["viewBox"].split()[1])
    current_y = 199 * 36 - canvas_top
    assert panel.scroll[1] > 0
    assert current_y == panel.scroll[1] + 720 / 2
    assert "t:a-199" in panel.items


def test_a_small_tree_is_centred_in_a_canvas_as_large_as_the_view() -> None:
    panel = shown()
    left, _top, width, height = map(float, panel.canvas["viewBox"].split())
    assert (width, height) == (360, 720)
    assert left < 0 < left + width


def test_scrolling_draws_what_comes_into_view_only() -> None:
    panel = shown(LONG)
    panel.send(ViewportChanged(panel.scroll[0], 0, 360, 720))
    assert "t:a-0" in panel.items
    assert len(panel.turns) < 100
    assert panel.commands(ScrollTo) == []


def test_the_current_turn_stays_in_the_middle_until_the_person_scrolls() -> None:
    panel = shown(LONG)
    panel.send(ViewportChanged(*panel.scroll, 360, 720))
    panel.send(ViewportChanged(*panel.scroll, 360, 400))
    assert 199 * 36 - float(panel.canvas["viewBox"].split()[1]) == panel.scroll[1] + 400 / 2


def test_what_is_in_view_is_drawn_first_and_its_surroundings_soon_after() -> None:
    panel = shown(LONG)
    in_view = len(panel.turns)
    assert in_view < 720 / 36 + 2
    (timer,) = panel.commands(SetTimer)
    panel.send(TimerFired(timer.timer))
    assert len(panel.turns) > in_view
    panel.answered_again(LONG.replace(b"n199", b"end!"))
    assert panel.commands(SetTimer) == []


def test_a_narrower_view_keeps_what_was_looked_at() -> None:
    panel = shown(LONG)
    panel.send(ViewportChanged(panel.scroll[0], 3000, 360, 720))
    panel.send(ViewportChanged(panel.scroll[0], 3000, 240, 700))
    assert panel.scroll[1] == 3000
    assert panel.canvas["width"] == "240"


def test_the_view_follows_the_current_turn_when_it_was_in_view() -> None:
    panel = shown(LONG)
    panel.send(ControlActivated("retry"))
    longer = [("user" if i % 2 == 0 else "assistant", i - 1 if i else None, f"n{i}") for i in range(240)]
    top = panel.scroll[1]
    panel.answered(answer("a", *longer, current=239))
    assert panel.scroll[1] > top
    assert "t:a-239" in panel.items


def test_the_view_stays_when_the_current_turn_was_out_of_it() -> None:
    panel = shown(LONG)
    panel.send(ViewportChanged(panel.scroll[0], 500, 360, 720))
    panel.send(ControlActivated("retry"))
    longer = [("user" if i % 2 == 0 else "assistant", i - 1 if i else None, f"n{i}") for i in range(240)]
    panel.answered(answer("a", *longer, current=239))
    assert panel.scroll[1] == 500


# ---------------------------------------------------------------- keys and clicks


def test_at_first_the_current_turn_has_the_focus() -> None:
    assert shown().active_descendant == "cgt-t:a-3"


@pytest.mark.parametrize(
    ("keys", "turn"),
    [
        ("ArrowUp", 2),
        ("ArrowDown", 4),
        ("ArrowDown ArrowDown", 4),
        ("ArrowLeft", 2),
        ("ArrowRight", 3),
        ("Home", 0),
        ("Home ArrowUp", 0),
        ("Home ArrowLeft", 0),
        ("Home ArrowRight", 1),
        ("End", 4),
    ],
)
def test_arrow_keys_walk_the_tree(keys: str, turn: int) -> None:
    panel = shown()
    for key in keys.split():
        panel.send(KeyPressed(key))
    assert panel.active_descendant == f"cgt-t:a-{turn}"
    assert f"t:a-{turn}" in panel.items


@pytest.mark.parametrize(
    "event",
    [
        KeyPressed("x"),
        KeyPressed("ArrowUp", ctrl=True),
        KeyPressed("ArrowUp", alt=True),
        KeyPressed("ArrowUp", element="search"),
    ],
)
def test_other_keys_mean_nothing(event: KeyPressed) -> None:
    assert shown().send(event) == []


def test_keys_without_a_tree_mean_nothing() -> None:
    assert Panel(open_record="1").opened("https://fake/").send(KeyPressed("ArrowDown")) == []


def test_a_click_gives_a_node_the_focus() -> None:
    panel = shown()
    panel.send(ElementClicked("t:a-1"))
    assert panel.active_descendant == "cgt-t:a-1"
    assert panel.send(ElementClicked("")) == []
    assert panel.send(ElementClicked("t:gone")) == []


def test_the_focused_node_scrolls_into_view() -> None:
    panel = shown(LONG)
    panel.send(KeyPressed("Home"))
    assert panel.scroll[1] == 0
    assert "t:a-0" in panel.items


def test_the_focus_follows_its_message_when_the_turns_id_changes() -> None:
    panel = shown()
    panel.send(KeyPressed("Home"))
    state = panel.state.replace('"a-0"', '"a-0-tool"')
    other = Panel().opened(state=state)
    other.send(ViewportChanged(0, 0, 360, 720))
    other.send(ConversationKept("a", FORKED))
    assert other.active_descendant == "cgt-t:a-0"


# ---------------------------------------------------------------- figures and faults


def test_the_figures_describe_the_tree() -> None:
    panel = shown()
    panel.send(DescriptionAsked())
    (described,) = panel.commands(DescribeTree)
    assert described.figures == {
        "turns": 5,
        "questions": 2,
        "roots": 1,
        "forks": 1,
        "completeness": "complete",
        "warnings": 0,
    }


def test_without_a_tree_the_figures_say_why() -> None:
    panel = Panel(open_record="1").opened()
    (request,) = panel.commands(RequestHost)
    panel.send(RequestAnswered(request.request, 404))
    panel.send(DescriptionAsked())
    assert panel.commands(DescribeTree) == [DescribeTree({"error": "CT-LOAD-04", "place": "saved"})]


def test_a_fault_of_ours_is_caught_shown_and_told_without_content() -> None:
    panel = shown()
    panel.site.capture_of = None  # type: ignore[method-assign, assignment]
    panel.send(PageRequestEnded(7, "GET", "https://fake/secret words", 200))
    (line,) = panel.commands(LogWarning)
    assert line.text.startswith("CT-ENGINE-03: ")
    assert "TypeError at " in line.text
    assert "secret words" not in line.text
    assert panel.text("notice_text").endswith("(CT-ENGINE-03)")
    assert len(panel.turns) == 5


def test_a_fault_does_not_cost_the_commands_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel(open_record="1").opened()
    panel.send(ViewportChanged(0, 0, 360, 720))
    with monkeypatch.context() as broken:
        broken.setattr(Drawing, "look_at", None)
        panel.send(CaptureTaken(7, FORKED))
    assert panel.text("status") == "5 nodes · 2 branches"
    assert panel.text("notice_text").endswith("(CT-ENGINE-03)")
    panel.send(KeyPressed("End"))
    assert len(panel.turns) == 5


def test_an_event_without_a_meaning_here_does_nothing() -> None:
    assert shown().send(Event()) == []


def test_only_so_many_tabs_are_remembered() -> None:
    panel = shown()
    panel.app.close(99)
    for tab in range(2, REMEMBERED_TABS + 2):
        panel.app.dispatch(tab, Event())
    panel.send(DescriptionAsked())
    assert panel.commands(DescribeTree) == [DescribeTree({"error": "", "place": "none"})]
