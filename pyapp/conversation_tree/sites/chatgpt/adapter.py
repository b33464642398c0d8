"""ChatGPT behind the site-neutral interface.

Must not know the panel; everything peculiar to the site is in the modules beside this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conversation_tree.errors import CodedError
from conversation_tree.model import Completeness, Conversation
from conversation_tree.sites.chatgpt import entries, nesting, turns
from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Document


class ChatGPT:
    """A `base.SiteAdapter`."""

    name = "ChatGPT"

    def parse(self, body: bytes) -> Conversation:
        from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see payload's docstring

        nesting.check(body)
        faults = Faults()
        document = payload.read(body, faults)
        return conversation(document, faults)


def conversation(document: Document, faults: Faults) -> Conversation:
    """Raises CodedError CT-FILE-02 when the document holds no messages at all."""
    current = document.current_node
    if document.mapping is None:
        raise CodedError("CT-FILE-02", "it has no messages")
    forest = entries.forest(document.mapping, faults)
    tree = turns.tree(forest, current, faults)
    return Conversation(
        id=_text(document.conversation_id, "conversation_id", faults) or _text(document.id, "id", faults),
        title=_text(document.title, "title", faults),
        tree=tree,
        completeness=Completeness("parents" if forest.orphaned else ""),
        warnings=faults.warnings(),
    )


def _text(value: object, field: str, faults: Faults) -> str:
    if type(value) is str:
        return value
    if value is not None:
        faults.add("CT-PARSE-13", None, field)
    return ""
