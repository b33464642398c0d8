"""When a conversation is read again: once for each change, and never because of nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.panel.following import (
    BEHIND_PAUSE_MS,
    BEHIND_TIMER,
    FOCUS_PAUSE,
    RETRIES,
    SAVING_PAUSES,
    TIMER,
    Following,
)
from conversation_tree.panel.loading import Loading
from conversation_tree.panel.page_view import PageView
from conversation_tree.protocol import ActionEnded, Command, LookAtPage, PageReported, SetTimer, TimerFired
from conversation_tree.sites.base import ConversationPlace
from tests.unit.panel.fake_site import FakeSite, answer, conversation

TREE = conversation(answer("a", ("user", None, "Hi"), ("assistant", 0, "Hello"), current=1)).tree
HERE = ConversationPlace("saved", "a")
UNKNOWN, WAIT = CodedError("CT-LOAD-04"), CodedError("CT-LOAD-05", "7")


@dataclass
class Page:
    """A page and who follows it."""

    view: PageView = field(default_factory=PageView)
    loading: Loading = field(default_factory=lambda: Loading(FakeSite()))

    def __post_init__(self) -> None:
        self.following = Following(self.view, self.loading)
        self.following.begin(begun_here=False)

    def reports(self, *messages: str, answering: bool = False) -> bool:
        event = PageReported([[name, "assistant", name] for name in messages], answering=answering)
        self.view.take(event)
        return self.following.page_reported(event)

    def misses(self, *messages: str, answering: bool = False) -> bool:
        """Whether the page shows something that nobody knows; what that waits for does not come."""
        event = PageReported([[name, "assistant", name] for name in messages], answering=answering)
        self.view.take(event)
        return bool(list(self.following.missing(event, TREE))) and self.waited()

    def waited(self) -> bool:
        return self.following.timer_fired(TimerFired(BEHIND_TIMER))

    def changes(self) -> int:
        """A change on the page; the action that it is looked at with."""
        (look,) = self.following.changed(watched=True)
        assert isinstance(look, LookAtPage)
        return look.action

    def looked(self, action: int) -> bool:
        return self.following.action_ended(ActionEnded(action, "done"))


def timers(commands: list[Command]) -> list[int]:
    return [c.ms for c in commands if isinstance(c, SetTimer) and c.timer == TIMER]


class TestAChange:
    def test_is_read_when_the_page_has_been_looked_at(self) -> None:
        page = Page()
        action = page.changes()
        assert not page.reports("a-0", "a-1", "new")
        assert page.looked(action)

    def test_another_action_is_no_end_of_the_look(self) -> None:
        page = Page()
        action = page.changes()
        assert not page.looked(action + 1)
        assert page.looked(action)
        assert not page.looked(action)

    def test_whose_answer_goes_on_is_read_at_the_end_of_that(self) -> None:
        page = Page()
        action = page.changes()
        page.reports("a-0", "a-1", answering=True)
        assert not page.looked(action)
        assert not page.reports("a-0", "a-1", "new", answering=True)
        assert page.reports("a-0", "a-1", "new")
        page.loading.start(HERE, 0.0)
        assert not page.reports("a-0", "a-1", "new")

    def test_that_nobody_watches_asks_for_nothing_and_is_remembered(self) -> None:
        page = Page()
        assert list(page.following.changed(watched=False)) == []
        assert page.following.unread

    def test_during_a_read_has_it_read_once_more(self) -> None:
        page = Page()
        page.loading.start(HERE, 0.0)
        assert list(page.following.changed(watched=True)) == []
        assert not page.loading.due
        page.loading._loader = None
        assert page.loading.due

    def test_is_unread_until_it_is_read_or_the_page_goes_elsewhere(self) -> None:
        page = Page()
        assert not page.following.unread
        page.changes()
        assert page.following.unread
        list(page.following.loaded())
        assert not page.following.unread
        page.changes()
        page.following.begin(begun_here=False)
        assert not page.following.unread


class TestWhatThePageShows:
    def test_a_message_nobody_knows_is_a_reason_to_read_once(self) -> None:
        page = Page()
        assert page.misses("a-0", "a-1", "new")
        assert not page.misses("a-0", "a-1", "new")
        assert page.misses("a-0", "a-1", "new", "newer")

    def test_not_while_it_is_being_written(self) -> None:
        page = Page()
        assert not page.misses("a-0", "a-1", "new", answering=True)
        assert page.misses("a-0", "a-1", "new")

    @pytest.mark.parametrize("messages", [(), ("a-0",), ("a-1",), ("of another place",)])
    def test_what_is_known_or_has_no_place_is_none(self, messages: tuple[str, ...]) -> None:
        assert not Page().misses(*messages)

    def test_without_a_tree_nothing_is_missing(self) -> None:
        assert list(Page().following.missing(PageReported([["new", "user", "Hi"]]), None)) == []

    def test_during_a_read_it_is_what_is_being_read(self) -> None:
        page = Page()
        page.loading.start(HERE, 0.0)
        assert not page.misses("a-0", "a-1", "new")

    def test_at_another_place_the_same_message_is_new_again(self) -> None:
        page = Page()
        assert page.misses("a-0", "a-1", "new")
        page.following.begin(begun_here=False)
        assert page.misses("a-0", "a-1", "new")

    def test_the_request_behind_it_that_ends_a_moment_later_is_the_same_change(self) -> None:
        page = Page()
        event = PageReported([["a-1", "assistant", ""], ["new", "user", "Hi"]])
        page.view.take(event)
        assert list(page.following.missing(event, TREE)) == [SetTimer(BEHIND_TIMER, BEHIND_PAUSE_MS)]
        action = page.changes()
        assert page.looked(action)
        assert not page.waited()

    def test_a_read_that_began_meanwhile_is_followed_by_one_more(self) -> None:
        page = Page()
        event = PageReported([["a-1", "assistant", ""], ["new", "user", "Hi"]])
        page.view.take(event)
        list(page.following.missing(event, TREE))
        page.loading.start(HERE, 0.0)
        assert not page.waited()
        page.loading._loader = None
        assert page.loading.due

    def test_a_timer_that_nobody_waits_for_means_nothing(self) -> None:
        assert not Page().waited()
        assert not Page().following.timer_fired(TimerFired("another"))
        assert Page().following.timer_fired(TimerFired(TIMER))


class TestComingBack:
    def test_is_a_reason_when_the_last_read_is_a_while_ago(self) -> None:
        page = Page()
        page.loading.asked_at = 100.0
        assert not page.following.focused(100.0 + FOCUS_PAUSE)
        assert page.following.focused(100.1 + FOCUS_PAUSE)

    def test_is_none_during_a_read(self) -> None:
        page = Page()
        page.loading.start(HERE, 100.0)
        assert not page.following.focused(1000.0)


class TestAFailure:
    def test_a_conversation_that_began_here_is_tried_until_it_is_saved(self) -> None:
        page = Page()
        page.following.begin(begun_here=True)
        waited = [timers(list(page.following.failed(UNKNOWN, 0.0))) for _ in range(len(SAVING_PAUSES) + 1)]
        assert waited == [[round(s * 1000)] for s in SAVING_PAUSES] + [[]]
        assert not page.following.is_being_saved(UNKNOWN)

    def test_another_one_is_not(self) -> None:
        page = Page()
        assert list(page.following.failed(UNKNOWN, 0.0)) == []

    def test_a_site_that_asks_to_wait_is_asked_again_when_that_is_over(self) -> None:
        page = Page()
        page.loading.waits_until = 107.0
        assert timers(list(page.following.failed(WAIT, 100.0))) == [7000]

    def test_but_not_for_ever(self) -> None:
        page = Page()
        waited = [timers(list(page.following.failed(WAIT, 0.0))) for _ in range(RETRIES + 2)]
        assert [bool(w) for w in waited] == [True] * RETRIES + [False] * 2

    def test_a_read_that_came_makes_the_timer_pointless(self) -> None:
        page = Page()
        list(page.following.failed(WAIT, 0.0))
        assert timers(list(page.following.loaded())) == [-1]
        assert list(page.following.loaded()) == []
