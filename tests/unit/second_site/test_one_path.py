"""The whole core on a site that only ever shows one path: what is known, and when it is known to be all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.app import App
from conversation_tree.model import Tree
from conversation_tree.protocol import AddressChanged, PageFocused, PageReported, TimerFired
from tests.property.test_switching import trees
from tests.unit.panel.fake_site import FakeSite, answer
from tests.unit.panel.test_session import LOCALES, Panel
from tests.unit.second_site.path_page import SITE, PathPage, Walk, walk
from tests.unit.second_site.visit import ALL_IN_VIEW, Visit

SEEN = "Only what this page has shown so far is known; more may exist."

#   0 - 1 - 2 - 3          and another beginning: 8 - 9
#       |   `-- (1) 4 - 5
#       `(0) 6 - 7
FORKED = walk("w", [-1, 0, 1, 2, 1, 4, 0, 6, -1, 8])
FIRST, BESIDE, HIGHER, OTHER_ROOT = 3, 5, 7, 9

tellings = pytest.mark.parametrize("telling", [True, False], ids=["telling", "silent"])


def keys(*numbers: int) -> set[str]:
    return {f"w-{number}" for number in numbers}


def visited(*leaves: int, telling: bool = True) -> Visit:
    """A visit to a page whose pagers were stepped to each of these in turn."""
    visit = Visit(PathPage(FORKED, FIRST, telling=telling))
    for leaf in leaves:
        visit.happens(*visit.page.visit(leaf))
    visit.forget_commands()
    return visit


# ---------------------------------------------------------------- growing


def test_at_first_there_is_one_path_and_it_is_said_to_be_a_part() -> None:
    visit = Visit(PathPage(FORKED, FIRST))
    assert visit.drawn == keys(0, 1, 2, 3)
    assert visit.current == "w-3"
    assert visit.notice == SEEN
    assert visit.page.requests == ["/walk/w/way"]


@tellings
def test_a_step_of_the_pages_pager_brings_in_what_is_beside(telling: bool) -> None:
    visit = Visit(PathPage(FORKED, FIRST, telling=telling))
    visit.happens(*visit.page.step("w-2", 1))
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5)
    assert visit.current == "w-5"
    assert visit.notice == SEEN
    assert visit.page.requests == ["/walk/w/way"], "the page has told all"


@tellings
def test_nothing_known_is_lost_on_the_way_back(telling: bool) -> None:
    visit = visited(BESIDE, HIGHER, FIRST, telling=telling)
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5, 6, 7)
    assert visit.current == "w-3"
    visit.happens(*visit.page.step("w-2", 1))
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5, 6, 7)
    assert visit.current == "w-5"


def test_a_variant_known_by_its_number_only_keeps_the_tree_a_part() -> None:
    visit = visited(BESIDE, HIGHER)
    assert visit.figures["turns"] == 8
    assert visit.notice == SEEN
    visit.happens(*visit.page.visit(OTHER_ROOT))
    assert visit.figures == {
        "turns": 10,
        "questions": 5,
        "roots": 2,
        "forks": 2,
        "completeness": "complete",
        "warnings": 0,
    }
    assert visit.notice == ""


def test_a_page_that_only_shows_never_makes_the_tree_the_whole() -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, telling=False)
    assert visit.figures["turns"] == 10
    assert visit.notice == SEEN


def test_a_walk_without_any_variant_is_the_whole_at_once() -> None:
    visit = Visit(PathPage(walk("w", [-1, 0, 1, 2]), 3))
    assert visit.figures["completeness"] == "complete"
    assert visit.notice == ""


def test_a_new_variant_of_a_whole_tree_is_followed_by_one_request() -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, FIRST)
    visit.happens(*visit.page.says("w-1", "Another one?", "That one."))
    assert visit.drawn == keys(*range(12))
    assert visit.current == "w-11"
    assert visit.figures["completeness"] == "complete"
    assert visit.page.requests == ["/walk/w/way"]


def test_a_variant_made_elsewhere_makes_a_whole_tree_a_part_again() -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, FIRST)
    visit.page.walk = visit.page.walk.with_turns("w-1", "Made on a telephone")
    visit.page.tree = visit.page.walk.tree
    visit.page.visit(visit.page.tree.ids.index("w-3"))
    visit.happens(PageFocused(time=visit.page.clock + 60))
    assert visit.drawn == keys(*range(10))
    assert visit.notice == SEEN


def test_a_reading_of_another_way_does_not_move_the_ring_off_the_page() -> None:
    visit = visited(BESIDE, telling=False)
    assert visit.page.told != visit.page.path, "the site believes in another way"
    visit.presses("retry")
    assert visit.page.requests == ["/walk/w/way"]
    assert visit.current == "w-5"
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5)


def other_page() -> PathPage:
    return PathPage(walk("v", [-1, 0]), 1)


@tellings
def test_what_was_learnt_is_still_known_after_a_look_at_another_walk(telling: bool) -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, telling=telling)
    before, page = visit.figures, visit.page
    visit.goes_to(other_page())
    assert visit.drawn == {"v-0", "v-1"}
    visit.goes_to(page)
    assert visit.drawn == keys(*range(10))
    assert visit.figures == before
    assert visit.current == page.path_ids[-1]


def test_nothing_learnt_before_a_load_of_the_page_is_shown_after_it() -> None:
    """Somebody else may be signed in then."""
    visit = visited(BESIDE, HIGHER)
    visit.goes_to(other_page())
    visit.open(f"{SITE}/walk/v")
    visit.goes_to(PathPage(FORKED, FIRST))
    assert visit.drawn == keys(0, 1, 2, 3)


@tellings
def test_a_long_walk_is_put_together_from_the_few_stones_mounted(telling: bool) -> None:
    long = walk("w", [*range(-1, 59), 29, *range(60, 89)])
    page = PathPage(long, 59, telling=telling, mounted=8)
    visit = Visit(page)
    assert len(page.mounted) < 15
    visit.clicks("w-30")
    visit.happens(*page.step("w-30", 1))
    assert visit.current == ("w-89" if telling else page.mounted[-1])
    for screen in range(70):
        page.scroll_to(screen * 1.5)
        visit.happens(*page._news())
    assert visit.drawn == keys(*range(90))
    assert visit.figures["forks"] == 1
    assert visit.current == "w-89"


def test_the_same_answer_again_says_where_the_page_is_now() -> None:
    """To and fro above a fork that is not mounted: bytes that came before are the only sign of the way on."""
    page = PathPage(walk("w", [*range(-1, 29), 28, 0, *range(31, 60)]), 30, telling=True, mounted=6)
    visit = Visit(page)
    for turn in (31, 1, 31, 1):
        visit.happens(*page.visit(turn))
        assert page.path_ids[-1] not in page.mounted
        assert visit.current == page.path_ids[-1]
    assert page.path_ids[-1] == "w-30"


def test_an_answer_grows_as_the_page_shows_it_and_is_marked_until_it_is_done() -> None:
    visit = visited(BESIDE, FIRST)
    shown = [["w-2", "", ""], ["w-3", "", ""], ["w-n", "user", "And then?"]]
    visit.happens(PageReported(shown, "trail", answering=True))
    assert visit.current == "w-n"
    assert visit.busy == set()
    for words in ("Then", "Then the", "Then the bridge"):
        visit.happens(PageReported([*shown, ["w-m", "assistant", words]], "trail", answering=True))
        assert visit.current == "w-m"
        assert visit.busy == {"w-m"}
        assert visit.panel.items["t:w-m"][4]["aria-label"].endswith(f": {words}")
    visit.happens(PageReported([*shown, ["w-m", "", ""]], "trail"))
    assert visit.busy == set()
    assert visit.drawn == keys(*range(6)) | {"w-n", "w-m"}
    assert visit.page.requests == []


def test_a_restart_of_the_engine_leaves_one_path_that_is_said_to_be_a_part() -> None:
    visit = visited(BESIDE, HIGHER, OTHER_ROOT, FIRST)
    visit.restart()
    assert visit.drawn == keys(0, 1, 2, 3)
    assert visit.notice == SEEN


# ---------------------------------------------------------------- beginnings


def test_a_walk_that_has_just_begun_grows_from_what_the_page_shows() -> None:
    page = PathPage(walk("w", [-1, 0]), 1)
    page.saved = False
    visit = Visit(page, f"{SITE}/begin")
    assert visit.drawn == keys(0, 1)
    assert visit.notice == SEEN
    assert visit.page.requests == []


def test_what_was_seen_before_the_site_knew_it_stays_under_its_lasting_address() -> None:
    page = PathPage(walk("w", [-1, 0, 1, 2, 1, 4]), 3)
    page.saved = False
    visit = Visit(page, f"{SITE}/begin")
    visit.happens(*page.step("w-2", 1))
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5)
    page.saved = True
    visit.happens(AddressChanged(f"{SITE}/walk/w", time=page.clock))
    assert visit.drawn == keys(0, 1, 2, 3, 4, 5)
    assert page.requests == ["/walk/w/way"]
    visit.presses("retry")
    assert visit.notice == SEEN


def test_the_site_is_asked_again_until_it_knows_a_walk_that_has_begun_here() -> None:
    page = PathPage(walk("w", [-1, 0]), 1)
    page.saved = False
    visit = Visit(page, f"{SITE}/begin")
    visit.happens(AddressChanged(f"{SITE}/walk/w", time=page.clock))
    assert len(page.requests) > 1
    assert visit.drawn == keys(0, 1)
    page.saved = True
    visit.presses("retry")
    assert visit.figures["completeness"] == "complete"


# ---------------------------------------------------------------- the drawing, and any order


def union_of(whole: Walk, current: int) -> Panel:
    """The panel of a site that gives all of the same conversation at once."""
    tree = whole.tree
    parents = [None if above < 0 else above for above in tree.parents]
    turns = [(tree.roles[n], parents[n], tree.texts.text(n)) for n in range(len(tree))]
    site = FakeSite()
    fake = Panel(app=App(lambda: site, LOCALES, {"open": "1"}))
    fake.opened(f"https://fake/chat/{whole.id}")
    started = fake.last
    fake.send(ALL_IN_VIEW)
    fake.last = started
    fake.answered(answer(whole.id, *turns, current=current))
    fake.send(TimerFired("surroundings"))
    return fake


def picture(panel: Panel) -> object:
    """All that is drawn, in its order, whichever way it came there."""
    return panel.canvas, [(key, item[3:]) for key, item in panel.items.items()]


@settings(max_examples=25, deadline=None)
@given(trees(), st.data())
def test_stepping_everywhere_in_any_order_ends_with_exactly_the_whole_tree(
    tree: Tree, data: st.DataObject
) -> None:
    whole = walk("w", tree.parents)
    leaves = [turn for turn, below in enumerate(whole.tree.children) if not below]
    page = PathPage(
        whole, data.draw(st.sampled_from(leaves)), telling=True, mounted=data.draw(st.sampled_from([0, 6]))
    )
    visit = Visit(page)
    seen = set(visit.drawn)
    for leaf in data.draw(st.permutations(leaves)):
        visit.happens(*page.visit(leaf))
        assert seen <= visit.drawn, "something known was lost"
        seen = set(visit.drawn)
    assert visit.figures["completeness"] == "complete"
    assert visit.current == page.path_ids[-1]
    assert picture(visit.panel) == picture(union_of(whole, page.path[-1]))
