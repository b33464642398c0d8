"""The second site's adapter by itself: reading a way, and putting ways and sights of them together."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.app import App
from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation, Tree
from conversation_tree.sites.base import ConversationPlace, ShownMessage
from tests.property.test_switching import trees
from tests.unit.panel.test_session import LOCALES
from tests.unit.second_site.path_page import Walk, walk
from tests.unit.second_site.path_site import PathSite
from tests.unit.second_site.visit import path_site

PLACE = ConversationPlace("saved", "w")
SITE = PathSite()


def path_to(tree: Tree, turn: int) -> list[int]:
    path = [turn]
    while tree.parents[path[0]] >= 0:
        path.insert(0, tree.parents[path[0]])
    return path


def sight(shown: Walk, turns: list[int]) -> Conversation:
    tree = shown.tree
    return SITE.sighted(PLACE, [ShownMessage(tree.ids[n], tree.roles[n], tree.texts.text(n)) for n in turns])


def shape(tree: Tree) -> object:
    return tree.ids, tree.roles, tree.parents, tree.children, [tree.texts.text(n) for n in range(len(tree))]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://trails.test/walk/w", ConversationPlace("saved", "w")),
        ("https://trails.test/walk/w/map", ConversationPlace("saved", "w")),
        ("https://trails.test/begin", ConversationPlace("provisional")),
        ("https://trails.test/", ConversationPlace("none")),
    ],
)
def test_an_address_names_a_walk(address: str, place: ConversationPlace) -> None:
    assert SITE.conversation_at(address) == place


@pytest.mark.parametrize("body", [b"", b"[]", b'{"walk": "w"}', b'{"walk": "w", "name": "", "way": [{}]}'])
def test_what_is_no_way_is_refused(body: bytes) -> None:
    with pytest.raises(CodedError):
        SITE.parse(body)


def test_the_engine_can_run_in_with_it() -> None:
    App(path_site, LOCALES).warm_up()


@settings(max_examples=100, deadline=None)
@given(trees(), st.data())
def test_ways_in_any_order_with_sights_between_make_exactly_the_whole(
    tree: Tree, data: st.DataObject
) -> None:
    whole = walk("w", tree.parents)
    leaves = [turn for turn, below in enumerate(tree.children) if not below]
    pieces = [SITE.parse(whole.way(path_to(tree, leaf))) for leaf in leaves]
    for _ in range(data.draw(st.integers(0, 6))):
        path = path_to(tree, data.draw(st.sampled_from(leaves)))
        start = data.draw(st.integers(0, len(path) - 1))
        pieces.append(sight(whole, path[start : data.draw(st.integers(start + 1, len(path)))]))
    order = data.draw(st.permutations(pieces))
    union = reduce(SITE.merge, order)
    assert shape(union.tree) == shape(whole.tree)
    assert union.completeness.partial == ""
    assert union.title == "Walk w"
    for piece in pieces:
        again = SITE.merge(union, piece)
        assert shape(again.tree) == shape(union.tree)
        assert again.tree.index_of(piece.tree.ids[-1]) is not None


@settings(max_examples=100, deadline=None)
@given(trees(), st.data())
def test_a_tree_is_called_whole_only_when_it_is(tree: Tree, data: st.DataObject) -> None:
    whole = walk("w", tree.parents)
    leaves = [turn for turn, below in enumerate(tree.children) if not below]
    some = data.draw(st.lists(st.sampled_from(leaves), min_size=1, unique=True))
    union = reduce(SITE.merge, [SITE.parse(whole.way(path_to(tree, leaf))) for leaf in some])
    assert (union.completeness.partial == "") == (set(some) == set(leaves))


def test_a_sight_that_adds_nothing_changes_nothing() -> None:
    whole = walk("w", [-1, 0, 1, 2])
    known = SITE.parse(whole.way([0, 1, 2, 3]))
    assert SITE.merge(known, sight(whole, [1, 2])) is known


def test_two_sights_without_a_stone_in_common_wait_for_one_between() -> None:
    whole = walk("w", [-1, 0, 1, 2])
    apart = SITE.merge(sight(whole, [0, 1]), sight(whole, [2, 3]))
    assert len(apart.tree.roots) == 2
    joined = SITE.merge(apart, sight(whole, [1, 2]))
    assert len(joined.tree.roots) == 1
    assert joined.tree.ids == ["w-0", "w-1", "w-2", "w-3"]
