"""Noticing that something took parts out of an answer."""

from __future__ import annotations

import pytest

from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.base import ConversationPlace, ShownMessage
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import mapping, parsed


def chain(length: int, gone: int = 0) -> Conversation:
    """A chain of which the first ones are gone; the first that is left becomes a clean root."""
    lines = [f"{'  ' * n}{n} {'assistant' if n % 2 else 'user'}" for n in range(length)]
    entries = mapping("\n".join(lines))
    for n in range(gone):
        del entries[str(n)]
    if gone:
        entries[str(gone)]["parent"] = None
    return parsed(entries)


def holed() -> Conversation:
    entries = mapping("q user\n  a assistant\n    r user")
    del entries["a"]
    return parsed(entries)


def trimmed(known: Conversation | None, seen: Conversation) -> bool:
    return ChatGPT().looks_trimmed(known, seen)


def test_parents_that_are_not_there_are_a_sign() -> None:
    assert trimmed(None, holed())
    assert trimmed(parsed("q user\n  a assistant\n    r user"), holed())


def test_a_hole_that_is_known_to_be_the_site_s_own_is_none() -> None:
    assert not trimmed(holed(), holed())


def test_a_hole_is_a_sign_in_a_conversation_that_grew() -> None:
    assert trimmed(parsed("q user"), holed())


@pytest.mark.parametrize(
    ("before", "gone", "expected"),
    [(40, 21, True), (40, 20, False), (18, 10, True), (18, 9, False), (16, 9, False), (40, 0, False)],
)
def test_less_than_half_and_ten_fewer_are_a_sign(before: int, gone: int, expected: bool) -> None:
    assert trimmed(chain(before), chain(before, gone)) is expected


def test_nothing_known_and_nothing_missing_is_no_sign() -> None:
    assert not trimmed(None, chain(3))


def test_a_branch_is_less_by_its_nature() -> None:
    shown = [ShownMessage("39", "assistant", "words")]
    assert not trimmed(chain(40), ChatGPT().sighted(ConversationPlace("saved", "c"), shown))


def test_a_tree_from_elsewhere_is_compared_by_its_turns() -> None:
    whole = chain(40)
    bare = Conversation("c", "", whole.tree, Completeness(), ())
    assert trimmed(bare, chain(40, 30))
    assert not trimmed(bare, chain(40, 1))
