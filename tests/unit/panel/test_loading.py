"""One read at a time: overtaken answers are dropped, known bytes are no news, a request to wait is kept."""

from __future__ import annotations

import pytest

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.panel.loading import FIRST_WAIT, LONGEST_WAIT, Loading, Unchanged
from conversation_tree.protocol import RequestAnswered, RequestHost
from conversation_tree.sites.base import ConversationPlace, SiteRequest
from tests.unit.panel.fake_site import FakeLoader, FakeSite, answer

HERE = ConversationPlace("saved", "a")
BODY = answer("a", ("user", None, "Hi"), current=0)


class Refusing(FakeLoader):
    """A site that asks to wait; the detail is what it says how long."""

    def __init__(self, seconds: str) -> None:
        super().__init__("a")
        self.seconds = seconds

    def answer(
        self, status: int, headers: dict[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> SiteRequest | Conversation | CodedError:
        if status == 429:
            return CodedError("CT-LOAD-05", self.seconds)
        return super().answer(status, headers, body, failure, now)


class Site(FakeSite):
    seconds = ""

    def loader(self, place: ConversationPlace) -> FakeLoader:
        return Refusing(self.seconds)


def begun(site: FakeSite | None = None) -> tuple[Loading, RequestHost]:
    """A read whose token has come; its request for the conversation is under way."""
    loading = Loading(site or FakeSite())
    return loading, second(loading, loading.start(HERE, 1.0))


def second(loading: Loading, first: RequestHost) -> RequestHost:
    request = loading.answered(RequestAnswered(first.request, 200, {}, "", b"a token"))
    assert isinstance(request, RequestHost)
    return request


def given(loading: Loading, request: RequestHost, body: bytes = BODY, status: int = 200) -> object:
    return loading.answered(RequestAnswered(request.request, status, {}, "", body, time=100.0))


def test_a_conversation_comes_by_its_loaders_requests() -> None:
    loading, request = begun()
    assert request.path == "/chat/a.json"
    assert loading.busy
    found = given(loading, request)
    assert isinstance(found, Conversation)
    assert found.id == "a"
    assert not loading.busy


def test_an_answer_to_an_overtaken_read_is_dropped() -> None:
    loading, old = begun()
    new = second(loading, loading.start(HERE, 2.0))
    assert given(loading, old) is None
    assert isinstance(given(loading, new), Conversation)
    assert given(loading, new) is None


def test_a_read_given_up_has_no_outcome() -> None:
    loading, request = begun()
    loading.stop()
    assert not loading.busy
    assert given(loading, request) is None


class TestKnownBytes:
    def test_are_no_news(self) -> None:
        loading, request = begun()
        loading.note(BODY)
        assert loading.is_known(BODY)
        assert isinstance(given(loading, request), Unchanged)
        assert not loading.busy

    def test_are_those_of_a_read_too(self) -> None:
        loading, request = begun()
        given(loading, request)
        again = second(loading, loading.start(HERE, 2.0))
        assert isinstance(given(loading, again), Unchanged)

    @pytest.mark.parametrize("forget", [Loading.forget_bodies, Loading.stop])
    def test_may_be_forgotten(self, forget: object) -> None:
        loading, _ = begun()
        loading.note(BODY)
        forget(loading)  # type: ignore[operator]
        assert not loading.is_known(BODY)

    def test_differ_by_a_word_at_either_end_or_their_length(self) -> None:
        loading, _ = begun()
        long = b"x" * 200_000
        loading.note(long)
        for other in (b"y" + long[1:], long[:-1] + b"y", long + b"x"):
            assert not loading.is_known(other)

    def test_are_kept_for_the_last_few_answers_only(self) -> None:
        loading, _ = begun()
        for number in range(20):
            loading.note(b"%d" % number)
        assert loading.is_known(b"19")
        assert not loading.is_known(b"0")


class TestAFailure:
    def test_is_told(self) -> None:
        loading, request = begun()
        found = given(loading, request, status=404)
        assert isinstance(found, CodedError)
        assert found.code == "CT-LOAD-04"

    def test_is_no_news_when_the_pages_own_answer_came_meanwhile(self) -> None:
        loading, request = begun()
        loading.note(BODY)
        assert given(loading, request, status=404) is None

    def test_is_news_when_only_old_bytes_came(self) -> None:
        loading, request = begun()
        loading.note(BODY, fresh=False)
        assert isinstance(given(loading, request, status=404), CodedError)


class TestAskedToWait:
    def waits(self, *seconds: str) -> list[float]:
        """How long is waited after each refusal in a row."""
        site = Site()
        loading = Loading(site)
        found = []
        for said in seconds:
            site.seconds = said
            given(loading, second(loading, loading.start(HERE, 0.0)), status=429)
            found.append(loading.waits_until - 100.0)
        return found

    def test_as_long_as_the_site_says(self) -> None:
        assert self.waits("7", "0") == [7.0, 0.0]

    def test_never_longer_than_an_hour(self) -> None:
        assert self.waits("999999") == [3600.0]

    def test_longer_each_time_where_it_does_not_say(self) -> None:
        waits = self.waits(*[""] * 7)
        assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
        assert waits[-1] == LONGEST_WAIT

    def test_an_answer_ends_the_row(self) -> None:
        site = Site()
        loading = Loading(site)
        given(loading, second(loading, loading.start(HERE, 0.0)), status=429)
        given(loading, second(loading, loading.start(HERE, 0.0)))
        given(loading, second(loading, loading.start(HERE, 0.0)), status=429)
        assert loading.waits_until == 100.0 + FIRST_WAIT

    def test_whichever_request_of_ours_was_refused(self) -> None:
        loading, request = begun()
        given(loading, request)
        loading.refused_elsewhere(RequestAnswered(99, 429, {"retry-after": "20"}, time=100.0))
        assert loading.waits_until == 120.0

    def test_a_shorter_wait_does_not_end_a_longer_one(self) -> None:
        loading, _ = begun()
        for seconds in ("60", "5"):
            loading.refused_elsewhere(RequestAnswered(99, 429, {"retry-after": seconds}, time=100.0))
        assert loading.waits_until == 160.0

    def test_other_failures_of_other_requests_are_nothing_to_it(self) -> None:
        loading, request = begun()
        loading.refused_elsewhere(RequestAnswered(99, 500, {"retry-after": "20"}, time=100.0))
        loading.refused_elsewhere(RequestAnswered(request.request, 429, {"retry-after": "20"}, time=100.0))
        assert loading.waits_until == 0.0


class TestOnceMore:
    def test_is_due_when_the_read_under_way_has_ended(self) -> None:
        loading, request = begun()
        loading.once_more()
        assert not loading.due
        given(loading, request)
        assert loading.due

    def test_is_done_by_the_next_read(self) -> None:
        loading, request = begun()
        loading.once_more()
        given(loading, request)
        loading.start(HERE, 2.0)
        loading._loader = None
        assert not loading.due

    def test_is_not_due_once_the_page_went_elsewhere(self) -> None:
        loading, _ = begun()
        loading.once_more()
        loading.stop()
        assert not loading.due
