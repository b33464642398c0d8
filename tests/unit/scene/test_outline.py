"""Conversations as lines for a terminal.

Must not know a site.
"""

from __future__ import annotations

from conversation_tree.model import Completeness, Conversation
from conversation_tree.scene.outline import outline
from tests.builders import chain_parents, comb_parents, tree_from


def lines(parents: list[int], title: str = "Title", partial: str = "", **facts) -> list[str]:
    return list(outline(Conversation("c", title, tree_from(parents, **facts), Completeness(partial), ())))


def test_the_head_has_title_and_figures() -> None:
    head = lines([-1, 0, 0], partial="paged")[:2]
    assert head == ["Title", "3 turns, 1 question, 1 root, 1 fork, 2 branches, partial(paged)"]


def test_only_forks_indent() -> None:
    assert lines([-1, 0, 1, 2, 2], current=4, words=["q", "a", "r", "b", "c"])[3:] == [
        "+ 1 You: q",
        "+   Assistant: a",
        "+ 2 You: r",
        "      1/2 Assistant: b",
        "*     2/2 Assistant: c",
    ]


def test_roots_are_branches_too() -> None:
    assert lines([-1, -1], words=["a", "b"])[3:] == ["  1   1/2 You: a", "* 1   2/2 You: b"]


def test_a_conversation_not_begun_has_no_lines() -> None:
    assert lines([], title="") == [
        "(no title)",
        "0 turns, 0 questions, 0 roots, 0 forks, 0 branches, complete",
    ]


def test_the_indent_of_a_deep_tree_ends() -> None:
    found = lines(comb_parents(2_001))
    assert max(map(len, found)) < 80
    assert "[1000]" in found[-1]


def test_a_long_chain_is_as_many_lines() -> None:
    assert len(lines(chain_parents(20_000))) == 20_003


def test_what_steers_a_terminal_is_replaced() -> None:
    found = lines([-1], title="\x1b[2J\u202eevil", words=["\x1b]0;x\x07 👩\u200d💻"])
    assert found[0] == "\ufffd[2J\ufffdevil"
    assert found[3] == "* 1 You: \ufffd]0;x\ufffd 👩\u200d💻"


def test_a_turn_without_words_says_so() -> None:
    assert lines([-1], words=[""])[3] == "* 1 You: (no text)"
