"""Where the page offers no way to step between variants, by renderer."""

from __future__ import annotations

import pytest

from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import parsed

TREE = parsed(
    """
    q user
      a assistant
        b assistant
        c assistant
      d assistant
    p user
      e assistant
    """
).tree


@pytest.mark.parametrize(
    ("turn", "legacy", "shell"),
    [
        ("q", "", "no_pager_edit"),
        ("p", "", "no_pager_edit"),
        ("a", "", ""),
        ("d", "", ""),
        ("b", "no_pager_mid_turn", ""),
        ("c", "no_pager_mid_turn", ""),
        ("e", "", ""),
    ],
)
def test_why_there_is_none(turn: str, legacy: str, shell: str) -> None:
    index = TREE.ids.index(turn)
    assert ChatGPT().no_pager(TREE, index, "legacy") == legacy
    assert ChatGPT().no_pager(TREE, index, "shell") == shell
    assert ChatGPT().no_pager(TREE, index, "") == ""


def test_an_only_question_needs_none() -> None:
    tree = parsed("q user\n  a assistant").tree
    assert ChatGPT().no_pager(tree, 0, "shell") == ""
