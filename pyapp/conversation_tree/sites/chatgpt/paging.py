"""A conversation put together from the pages of its branch, which come the newest first.

Must not know how pages are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt import pages, reading
from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Document, PagedMessage


class Pages:
    """Those that have come so far."""

    def __init__(self) -> None:
        self._documents: list[Document] = []
        self._faults = Faults()
        self._oldest = b""
        self._cursors: set[str] = set()
        self.cursor = ""
        """What names the page before the oldest one; empty when there is none, or no way to ask for it."""

    def __len__(self) -> int:
        return len(self._documents)

    def add(self, body: bytes) -> None:
        """The next older page. Raises CodedError when it is none; those before it stay."""
        from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

        document = payload.read(body, self._faults)
        if document.messages is None:
            raise CodedError("CT-FILE-02", "it is no page of a conversation")
        self._documents.append(document)
        self._oldest = body
        cursor = pages.cursor(document.page_info)
        # A site that names the same page again would be asked without end.
        self.cursor = "" if cursor in self._cursors else cursor
        self._cursors.add(cursor)

    def conversation(self) -> Conversation:
        """The branch, from the beginning as far as it is known. Needs a page."""
        from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

        newest, oldest = self._documents[0], self._documents[-1]
        whole = payload.Document(
            title=newest.title,
            conversation_id=newest.conversation_id,
            id=newest.id,
            current_node=newest.current_node,
            current_node_id=newest.current_node_id,
            messages=self._messages(),
            page_info=oldest.page_info,
        )
        found = reading.conversation(whole, self._faults)
        assert found is not None  # it has messages
        pages.note_what_is_above(found, self._oldest)
        return found

    def _messages(self) -> list[PagedMessage | None]:
        """Of all pages in the order of the branch; pages that overlap say a message twice."""
        met: set[str] = set()
        lists: list[list[PagedMessage | None]] = []
        for document in self._documents:
            mine = [m for m in document.messages or () if m is None or _name(m) not in met]
            met.update(name for m in mine if m is not None and (name := _name(m)) is not None)
            lists.append(mine)
        return [message for mine in reversed(lists) for message in mine]


def _name(message: PagedMessage) -> str | None:
    return message.id if type(message.id) is str else None
