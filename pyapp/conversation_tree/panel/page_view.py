"""What the page itself shows, put together from its reports.

Must not know elements, nor where in a tree a message stands until it is given the tree.
"""

from __future__ import annotations

from conversation_tree.model import Tree
from conversation_tree.protocol import PageReported
from conversation_tree.sites.base import ShownMessage

REMEMBERED_WORDS = 2_000
"""Messages whose first words are kept; a report gives each only once."""


class PageView:
    """The newest report of one page, and the words of those before it."""

    def __init__(self) -> None:
        self.report: PageReported | None = None
        self._words: dict[str, ShownMessage] = {}
        self._foreign: frozenset[str] = frozenset()
        """Messages that the page still shows of the place it came from."""

    def take(self, report: PageReported) -> None:
        self.report = report
        for message, role, text in report.messages:
            if text or message not in self._words:
                self._words[message] = ShownMessage(message, "user" if role == "user" else "assistant", text)
        while len(self._words) > REMEMBERED_WORDS:
            del self._words[next(iter(self._words))]

    def leave(self) -> None:
        """The page went elsewhere; what it shows in this moment belongs to where it was."""
        self._foreign = frozenset(m[0] for m in self.report.messages) if self.report else frozenset()

    @property
    def answering(self) -> bool:
        return self.report is not None and self.report.answering

    @property
    def mounted(self) -> list[str]:
        """Ids of the messages of this place that are mounted, from the oldest to the newest."""
        found = self.report.messages if self.report else []
        return [m[0] for m in found if m[0] not in self._foreign]

    def messages(self) -> list[ShownMessage]:
        """The mounted messages of this place with what is known of their words."""
        return [self._words[m] for m in self.mounted if m in self._words]

    def newest_known(self, tree: Tree) -> int | None:
        """The turn of the newest mounted message that is in a tree."""
        found = (tree.index_of(message) for message in reversed(self.mounted))
        return next((turn for turn in found if turn is not None), None)

    def grown(self, tree: Tree) -> list[ShownMessage]:
        """Mounted messages that a tree lacks, behind one that it has and which comes first in the list;
        empty when there are none, or nothing says where they belong."""
        mounted = self.mounted
        known = next((n for n, m in enumerate(reversed(mounted)) if tree.index_of(m) is not None), None)
        return self.messages()[-known - 1 :] if known else []
