"""Between which variants the page offers no way to step, and why.

Must not know the page's elements; whether a pager is mounted, the page itself tells.

The older renderer counts the variants of a turn's first message only, so a fork inside an answer has none.
The app shell counts what is seen, wherever the fork is, but puts the versions of a question behind a list
that opens on a press; that list is not a pager and stays untouched, since what else is pressed there by
mistake may edit, copy or share.
"""

from __future__ import annotations

from conversation_tree.model import Tree
from conversation_tree.sites.chatgpt.page import LEGACY, SHELL

MID_TURN, EDIT = "no_pager_mid_turn", "no_pager_edit"


def why_none(tree: Tree, turn: int, renderer: str) -> str:
    """A `base.SiteAdapter.no_pager`."""
    if len(tree.siblings(turn)) < 2:
        return ""
    if renderer == SHELL and tree.roles[turn] == "user":
        return EDIT
    if renderer == LEGACY and tree.mid_turn[turn]:
        return MID_TURN
    return ""
