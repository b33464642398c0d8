"""Whether an answer was cut down on its way, as other extensions do to make long chats faster.

Must not know who cut it, nor what is done about it.
"""

from __future__ import annotations

from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt.sources import Source

AT_LEAST = 10
"""Entries fewer; a short chat from which most was deleted is no sign of anything."""


def looks_trimmed(known: Conversation | None, seen: Conversation) -> bool:
    """Parents that are not here, or far fewer entries than are known, with known ones gone.

    A conversation that the site itself keeps with such a hole is no surprise once it is known so. One branch
    is less than the tree by its nature, and says so.
    """
    if known is None:
        return seen.completeness.partial == "parents"
    if seen.completeness.partial not in ("", "parents"):
        return False
    before, after = _keys(known), _keys(seen)
    if before <= after:
        return seen.completeness.partial == "parents" and known.completeness.partial != "parents"
    fewer = len(before) - len(after)
    return seen.completeness.partial == "parents" or (fewer >= AT_LEAST and len(after) * 2 < len(before))


def _keys(conversation: Conversation) -> set[str]:
    source = conversation.source
    return set(source.forest.keys if isinstance(source, Source) else conversation.tree.ids)
