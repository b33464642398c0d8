"""What is known of a conversation, from the site and from the page that shows it."""

from __future__ import annotations

from conversation_tree.panel.knowledge import REMEMBERED_PARTS, Knowledge
from conversation_tree.panel.page_view import PageView
from conversation_tree.protocol import PageReported
from conversation_tree.sites.base import ConversationPlace
from tests.unit.panel.fake_site import FakeSite, answer, conversation

HERE, ELSEWHERE = ConversationPlace("saved", "a"), ConversationPlace("saved", "b")
BEGUN, TEMPORARY = ConversationPlace("provisional"), ConversationPlace("temporary")
HOME = ConversationPlace("none")
FORKED = conversation(
    answer("a", ("user", None, "Q"), ("assistant", 0, "A"), ("assistant", 0, "B"), current=1)
)


class Page:
    def __init__(self) -> None:
        self.view = PageView()
        self.knowledge = Knowledge(FakeSite(), self.view)

    def shows(self, *messages: tuple[str, str], answering: bool = False) -> None:
        self.view.take(PageReported([[n, "assistant", t] for n, t in messages], answering=answering))

    @property
    def ids(self) -> list[str]:
        assert self.knowledge.shown is not None
        return list(self.knowledge.shown.tree.ids)


def test_nothing_is_known_at_first() -> None:
    page = Page()
    page.knowledge.see(HERE)
    assert not page.knowledge.see(HERE)
    assert page.knowledge.shown is None
    assert page.knowledge.known is None


def test_what_the_site_gave_is_shown_once() -> None:
    page = Page()
    page.knowledge.take(FORKED, at=5.0)
    assert page.knowledge.see(HERE)
    assert not page.knowledge.see(HERE)
    assert page.knowledge.shown is FORKED
    assert page.knowledge.read_at == 5.0
    assert not page.knowledge.stored


def test_the_current_turn_is_where_the_page_is() -> None:
    page = Page()
    page.knowledge.take(FORKED, at=5.0)
    page.shows(("a-0", "Q"), ("a-2", "B"))
    assert page.knowledge.see(HERE)
    assert page.knowledge.shown is not None
    assert page.knowledge.shown.tree.current == 2
    assert page.knowledge.known is FORKED, "what the site gave stays as it was"
    page.shows(("a-0", "Q"))
    assert page.knowledge.see(HERE), "a part of the path the site gave moves nothing away from it"
    assert page.knowledge.shown.tree.current == 1


class TestAnAnswerBeingWritten:
    def test_is_there_and_named(self) -> None:
        page = Page()
        page.knowledge.take(FORKED, at=5.0)
        page.shows(("a-1", "A"), ("new", "Th"), answering=True)
        assert page.knowledge.see(HERE)
        assert page.knowledge.growing == "new"
        assert page.knowledge.shown is not FORKED

    def test_more_words_of_it_are_no_change_of_the_tree(self) -> None:
        page = Page()
        page.knowledge.take(FORKED, at=5.0)
        page.shows(("a-1", "A"), ("new", "Th"), answering=True)
        page.knowledge.see(HERE)
        shown = page.knowledge.shown
        page.shows(("a-1", "A"), ("new", "Three words more"), answering=True)
        assert not page.knowledge.see(HERE)
        assert page.knowledge.shown is shown

    def test_is_one_turn_of_the_tree_when_the_site_gave_the_whole(self) -> None:
        page = Page()
        page.knowledge.take(FORKED, at=5.0)
        page.shows(("a-1", "A"), ("a-3", "Th"), answering=True)
        page.knowledge.see(HERE)
        assert page.knowledge.growing == "a-3"
        page.shows(("a-1", "A"), ("a-3", "Three"))
        turns = [("user", None, "Q"), ("assistant", 0, "A"), ("assistant", 0, "B"), ("assistant", 1, "Three")]
        page.knowledge.take(conversation(answer("a", *turns, current=3)), at=6.0)
        assert page.knowledge.see(HERE)
        assert page.knowledge.growing == ""
        assert page.ids == ["a-0", "a-1", "a-2", "a-3"]


class TestWhatOnlyThePageShows:
    def test_is_the_tree_of_a_chat_that_nobody_can_ask_for(self) -> None:
        for place in (BEGUN, TEMPORARY):
            page = Page()
            page.shows(("x", "Hello"), ("y", "Hi"))
            assert page.knowledge.see(place)
            assert page.ids == ["seen-0", "seen-1"]
            assert page.knowledge.read_at is None

    def test_is_nothing_on_a_page_without_a_conversation(self) -> None:
        page = Page()
        page.shows(("x", "Hello"))
        page.knowledge.see(HOME)
        assert page.knowledge.shown is None

    def test_gives_way_to_what_the_site_gives(self) -> None:
        page = Page()
        page.shows(("x", "Hello"))
        page.knowledge.see(HERE)
        page.knowledge.take(FORKED, at=5.0)
        page.knowledge.see(HERE)
        assert page.ids == ["a-0", "a-1", "a-2"]

    def test_of_the_place_before_is_not_taken(self) -> None:
        page = Page()
        page.shows(("x", "Hello"))
        page.view.leave()
        page.knowledge.move(HERE, TEMPORARY)
        page.knowledge.see(TEMPORARY)
        assert page.knowledge.shown is None
        page.shows(("x", "Hello"), ("y", "Hi"))
        assert page.knowledge.see(TEMPORARY)
        assert page.ids == ["seen-0"]


class TestAStoredCopy:
    def test_is_marked_until_the_site_gives_it(self) -> None:
        page = Page()
        page.knowledge.take(FORKED, at=5.0, stored=True)
        assert page.knowledge.stored
        page.knowledge.take(FORKED, at=6.0)
        assert not page.knowledge.stored
        assert page.knowledge.read_at == 6.0


class TestElsewhere:
    def part(self, name: str) -> Page:
        page = Page()
        page.knowledge.take(conversation(answer(name, ("user", None, "Q"), partial="paged")), at=5.0)
        return page

    def test_a_whole_conversation_is_not_kept(self) -> None:
        page = Page()
        page.knowledge.take(FORKED, at=5.0)
        page.knowledge.see(HERE)
        page.knowledge.move(HERE, ELSEWHERE)
        assert page.knowledge.shown is None
        assert page.knowledge.read_at is None
        page.knowledge.move(ELSEWHERE, HERE)
        assert page.knowledge.known is None

    def test_one_put_together_from_parts_is_there_when_the_page_comes_back(self) -> None:
        page = self.part("a")
        before = page.knowledge.known
        page.knowledge.move(HERE, ELSEWHERE)
        assert page.knowledge.known is None
        page.knowledge.move(ELSEWHERE, HERE)
        assert page.knowledge.known is before
        assert page.knowledge.read_at is None, "it is asked for again all the same"

    def test_a_few_of_those_are_kept(self) -> None:
        page = self.part("a")
        page.knowledge.move(HERE, HOME)
        for number in range(REMEMBERED_PARTS):
            place = ConversationPlace("saved", str(number))
            page.knowledge.take(conversation(answer("x", ("user", None, "Q"), partial="paged")), at=6.0)
            page.knowledge.move(place, HOME)
        page.knowledge.move(HOME, HERE)
        assert page.knowledge.known is None

    def test_nothing_is_left_of_them_on_another_page(self) -> None:
        page = self.part("a")
        page.knowledge.move(HERE, HOME)
        page.knowledge.forget()
        page.knowledge.move(HOME, HERE)
        assert page.knowledge.known is None
