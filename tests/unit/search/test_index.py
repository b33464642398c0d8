"""What is found in a tree, slice by slice, and what of it survives a refresh."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conversation_tree.model import Tree
from conversation_tree.search import index as index_module
from conversation_tree.search.index import SearchIndex
from tests.unit.panel.fake_site import Words, answer, conversation


def tree_of(*texts: str, name: str = "a") -> Tree:
    turns = [("user" if i % 2 == 0 else "assistant", i - 1 if i else None, t) for i, t in enumerate(texts)]
    return conversation(answer(name, *turns, current=len(texts) - 1)).tree


def read(tree: Tree) -> SearchIndex:
    index = SearchIndex(tree)
    while not index.complete:
        index.go_on()
    return index


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SLICE_TURNS", 2)


def test_hits_come_in_reading_order() -> None:
    index = read(tree_of("The sea", "a lake", "Seaside", "hills"))
    index.find("sea")
    assert index.hits == [0, 2]


@pytest.mark.usefixtures("small_slices")
def test_what_was_not_read_is_not_known_and_is_found_when_it_is_read() -> None:
    index = SearchIndex(tree_of("sea", "sea", "hill", "sea", "sea"))
    index.find("sea")
    assert (index.hits, index.known) == ([], 0)
    found = []
    while not index.complete:
        index.go_on()
        found.append((index.hits, index.known))
    assert found == [([0, 1], 2), ([0, 1, 3], 4), ([0, 1, 3, 4], 5)]


def test_one_slice_holds_no_more_than_so_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "SLICE_CHARACTERS", 10)
    index = SearchIndex(tree_of("x" * 6, "x" * 6, "x"))
    index.go_on()
    assert index.known == 2


@pytest.mark.parametrize(
    "typed",
    [["s", "se", "sea"], ["sea", "se"], ["sea", "", "s"], ["h", "sea"], ["ea", "sea"], ["sea", "seas"]],
)
@pytest.mark.parametrize("bytes_at_once", [1, 20, 1000])
def test_typing_on_finds_what_typing_at_once_does(
    typed: list[str], bytes_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = tree_of("The sea", "a lake", "seasons", "hills", "eat")
    index = read(tree)
    monkeypatch.setattr(index_module, "LOOK_BYTES", bytes_at_once)
    for query in typed:
        index.find(query)
    while not index.complete:
        index.go_on()
    once = read(tree)
    monkeypatch.setattr(index_module, "LOOK_BYTES", 1000)
    once.find(typed[-1])
    assert not once.looking
    assert index.hits == once.hits


def test_another_current_turn_is_no_other_tree() -> None:
    tree = tree_of("sea", "lake")
    assert read(tree).fits(tree.at(0))
    assert not read(tree).fits(tree_of("sea", "lake"))


@pytest.mark.usefixtures("small_slices")
def test_after_a_refresh_the_words_known_before_stand_in_until_they_are_read_again() -> None:
    before = read(tree_of("sea", "lake", "sea", "hill"))
    after = SearchIndex(replace(tree_of("sea", "sea", "lake", "hill", "sea")), before)
    after.find("sea")
    assert (after.hits, after.known) == ([0, 2], 4)
    after.go_on()
    assert after.hits == [0, 1, 2]
    after.go_on()
    after.go_on()
    assert (after.hits, after.known, after.complete) == ([0, 1, 4], 5, True)


def test_damaged_text_is_searched_too() -> None:
    tree = tree_of("")
    tree.texts = Words(["half \ud83d of a pair"])
    index = read(tree)
    index.find("pair")
    assert index.hits == [0]


def test_much_text_is_looked_through_a_piece_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    index = read(tree_of(*["the sea"] * 10))
    monkeypatch.setattr(index_module, "LOOK_BYTES", 4 * 7)
    index.find("sea")
    found = [len(index.hits)]
    while index.looking:
        index.go_on()
        found.append(len(index.hits))
    assert found == [5, 10]
