"""Going to a message as the panel shows it: strip, question, way back, and what survives a reload."""

from __future__ import annotations

from typing import Any

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.protocol import (
    ActionEnded,
    AddressChanged,
    ApplyPatch,
    Command,
    ControlActivated,
    ElementClicked,
    FocusElement,
    KeyPressed,
    LookAtPage,
    MirrorState,
    PageReported,
    PressPager,
    ReloadPage,
    RequestAnswered,
    RequestHost,
    SettingChanged,
    ShowMessage,
    UpdateFrame,
)
from conversation_tree.sites.base import SiteRequest
from tests.unit.panel import fake_site
from tests.unit.panel.test_session import FORKED, Panel, shown

ON_PATH, ELSEWHERE = "a-0", "a-4"
"""In `FORKED` a-0 to a-3 are a path; a-4 is another answer to a-0."""


class Switch:
    """A change of the current turn that takes one request, and is read back as it was asked for, or not."""

    def __init__(self, outcome: Conversation | CodedError) -> None:
        self.outcome = outcome

    def start(self, now: float = 0.0) -> SiteRequest:
        return SiteRequest("PATCH", "/chat/a.json", {}, "{}")

    def answer(self, *_: Any, **__: Any) -> Conversation | CodedError:
        return self.outcome


def report(*messages: str, **more: Any) -> PageReported:
    return PageReported([[m, "user", ""] for m in messages], renderer="any", **more)


class Page:
    """A page that shows the path of `FORKED`, and reports and answers as it is told."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.reports = report("a-0", "a-1", "a-2", "a-3")
        panel.send(self.reports)

    def click(self, message: str) -> None:
        self.panel.send(ElementClicked(f"t:{message}"))

    def report(self, *messages: str, **more: Any) -> None:
        self.reports = report(*messages, **more)

    def answer(self, kind: type[Command], outcome: str = "done", message: str = "") -> Any:
        """What the panel asks the page for is of this kind; it ends with this outcome."""
        (command,) = [c for c in self.panel.last if isinstance(c, kind)]
        before = self.panel.send(self.reports)
        after = self.panel.send(ActionEnded(command.action, outcome, message))  # type: ignore[attr-defined]
        self.panel.last = [*before, *after]
        return command

    def strip(self) -> str:
        return "" if self.panel.hidden("journey") else self.panel.text("journey_text")


@pytest.fixture
def page() -> Page:
    return Page(shown())


def test_a_click_on_the_path_shown_reveals_the_message(page: Page) -> None:
    page.click(ON_PATH)
    assert page.strip() == "Looking at the page…"
    assert page.panel.text("journey_no") == "Cancel"
    page.answer(LookAtPage, message="a-3")
    command = page.answer(ShowMessage)
    assert command.message == ON_PATH
    assert page.strip() == ""
    assert page.panel.text("live") == "The message is on screen."
    assert not page.panel.hidden("back")


def test_enter_goes_to_the_focused_message(page: Page) -> None:
    page.panel.send(KeyPressed("Home"))
    page.panel.send(KeyPressed("Enter"))
    page.answer(LookAtPage, message="a-3")
    assert page.answer(ShowMessage).message == ON_PATH


def test_the_node_is_busy_on_the_way_only(page: Page) -> None:
    def is_busy() -> bool:
        return "cgt-busy" in page.panel.items[f"t:{ON_PATH}"][4]["class"]

    page.click(ON_PATH)
    assert is_busy()
    assert page.panel.items[f"t:{ON_PATH}"][4]["aria-busy"] == "true"
    page.answer(LookAtPage, message="a-3")
    page.answer(ShowMessage)
    assert not is_busy()


def test_escape_stops_it(page: Page) -> None:
    page.click(ON_PATH)
    page.panel.send(KeyPressed("Escape"))
    assert page.strip() == ""
    assert page.panel.text("live") == "Stopped."
    assert page.panel.hidden("back")


def test_the_button_of_the_strip_stops_it_too(page: Page) -> None:
    page.click(ON_PATH)
    page.panel.send(ControlActivated("journey_no"))
    assert page.strip() == ""


@pytest.mark.parametrize("how", [ControlActivated("back"), KeyPressed("ArrowLeft", alt=True)])
def test_the_way_back_is_gone_once(page: Page, how: Any) -> None:
    page.click(ON_PATH)
    page.answer(LookAtPage, message="a-2")
    page.answer(ShowMessage)
    page.panel.send(how)
    page.answer(LookAtPage, message="a-0")
    assert page.answer(ShowMessage).message == "a-2"
    assert page.panel.hidden("back")
    assert page.panel.send(how) == []


def refused(page: Page) -> None:
    """A journey that no way leads to its end."""
    page.panel.site.switcher = lambda *_: Switch(CodedError("CT-GO-01"))  # type: ignore[method-assign]
    page.click(ELSEWHERE)
    page.answer(LookAtPage, message="a-3")
    page.answer(ShowMessage)
    page.answer(PressPager, "absent")
    for _ in range(6):
        for command in page.panel.last:
            if isinstance(command, RequestHost):
                page.panel.send(RequestAnswered(command.request, 403))
                break
            if isinstance(command, ShowMessage | PressPager | LookAtPage):
                page.answer(type(command), "absent" if isinstance(command, PressPager) else "done")
                break


def test_a_branch_that_cannot_be_reached_says_why_and_is_shown_here(page: Page) -> None:
    refused(page)
    assert "The message could not be reached." in page.strip()
    assert "(CT-GO-01)" in page.strip()
    assert page.panel.text("journey_yes") == "Show here"
    page.panel.send(ControlActivated("journey_yes"))
    assert page.panel.text("message_title") == "ChatGPT, answer to question 1, branch 2 of 2"
    assert page.panel.text("message_text") == "The hills."
    assert page.panel.commands(FocusElement) == [FocusElement("message_text")]
    assert page.strip() == ""
    page.panel.send(ControlActivated("message_close"))
    assert page.panel.hidden("message")


def test_escape_closes_what_was_said_of_the_last_one(page: Page) -> None:
    refused(page)
    page.panel.send(KeyPressed("Escape"))
    assert page.strip() == ""
    assert page.panel.commands(FocusElement) == [FocusElement("scroller")]
    assert page.panel.send(KeyPressed("Escape")) == []


def by_reload(page: Page, **more: Any) -> None:
    moved = fake_site.conversation(FORKED.replace(b'"current": 3', b'"current": 4'))
    page.panel.site.switcher = lambda *_: Switch(moved)  # type: ignore[method-assign]
    page.panel.send(SettingChanged("way", "reload"))
    page.report("a-0", "a-1", "a-2", "a-3", **more)
    page.click(ELSEWHERE)
    page.answer(LookAtPage, message="a-3")


def test_a_reload_that_would_cost_a_draft_asks_first(page: Page) -> None:
    by_reload(page, draft=True)
    assert "text in its message box" in page.strip()
    assert page.panel.text("journey_yes") == "Go (reloads the page)"
    assert page.panel.text("journey_no") == "Show here"
    page.panel.send(ControlActivated("journey_no"))
    assert page.panel.commands(RequestHost) == []
    assert page.panel.text("message_text") == "The hills."


def test_what_a_reload_must_not_lose_is_mirrored_before_it(page: Page) -> None:
    by_reload(page, draft=True)
    page.panel.send(ControlActivated("journey_yes"))
    (request,) = page.panel.commands(RequestHost)
    assert (request.method, request.body) == ("PATCH", "{}")
    page.panel.send(RequestAnswered(request.request, 200, {}, "", b"read back"))
    kinds = [type(c) for c in page.panel.last]
    assert kinds.index(MirrorState) < kinds.index(ReloadPage)

    # The page comes back, perhaps with another engine, and the journey goes on.
    fresh = Panel()
    fresh.opened(state=page.panel.state)
    fresh.answered(FORKED.replace(b'"current": 3', b'"current": 4'))
    fresh.send(report("a-0", "a-4"))
    (show,) = fresh.commands(ShowMessage)
    assert show.message == ELSEWHERE
    fresh.send(ActionEnded(show.action, "done"))
    assert fresh.text("live") == "The message is on screen."
    assert not fresh.hidden("back")


def test_a_reload_that_somebody_else_made_goes_nowhere(page: Page) -> None:
    page.click(ON_PATH)
    fresh = Panel()
    fresh.opened(state=page.panel.state)
    fresh.answered(FORKED)
    fresh.send(report("a-0", "a-1", "a-2", "a-3"))
    assert fresh.commands(ShowMessage) == []


def test_a_text_that_is_no_journey_is_left_alone(page: Page) -> None:
    state = page.panel.state.replace('"journey":""', '"journey":"[1]"')
    assert '"journey":"[1]"' in state
    fresh = Panel()
    fresh.opened(state=state)
    assert fresh.commands(LookAtPage) == []


def test_another_conversation_ends_it(page: Page) -> None:
    page.click(ON_PATH)
    page.panel.send(AddressChanged("https://fake/chat/b"))
    assert page.strip() == ""
    assert page.panel.send(ControlActivated("back")) == []


def test_another_click_takes_its_place(page: Page) -> None:
    page.click(ON_PATH)
    page.click("a-2")
    page.answer(LookAtPage, message="a-3")
    assert page.answer(ShowMessage).message == "a-2"


def test_nothing_is_gone_to_without_a_tree() -> None:
    panel = Panel(open_record="1").opened("https://fake/")
    assert panel.send(KeyPressed("Enter")) == []
    assert panel.send(ElementClicked("t:a-0")) == []
    assert panel.send(ControlActivated("back")) == []
    panel.send(ControlActivated("journey_yes"))
    assert panel.commands(ApplyPatch) == panel.commands(FocusElement) == []


# ---------------------------------------------------------------- when the page or the engine begins anew


def test_a_journey_that_nobody_goes_on_with_is_told(page: Page) -> None:
    page.click(ELSEWHERE)
    assert page.strip()
    state = page.panel.state
    for panel in (page.panel, Panel(open_record="1")):
        # The page came back as it was left, or the engine started again.
        panel.opened(state=state)
        assert "interrupted" in panel.text("journey_text")
        assert panel.text("journey_yes") == "Show here"
        panel.send(KeyPressed("Escape"))
        assert panel.hidden("journey")
        panel.opened(state=panel.state)
        assert panel.hidden("journey")


def test_a_page_that_knew_us_shows_nothing_that_is_over() -> None:
    panel = Panel(open_record="1").opened()
    assert panel.hidden("journey")
    assert panel.hidden("message")
    sent = [c.elements for c in panel.commands(UpdateFrame)]
    busy = [elements["journey"]["attributes"]["aria-busy"] for elements in sent if "journey" in elements]
    assert busy[0] is None


def test_closing_the_sidebar_ends_what_was_said_of_a_journey(page: Page) -> None:
    page.click(ELSEWHERE)
    page.answer(LookAtPage, "absent")
    page.panel.send(ControlActivated("close"))
    page.panel.send(ControlActivated("open"))
    assert page.strip() == ""
