"""What is known of the conversation at one place: as the site gave it, and as the page shows it now.

Must not know requests, nor how anything is drawn.
"""

from __future__ import annotations

from dataclasses import replace

from conversation_tree.model import Conversation, Tree
from conversation_tree.panel.page_view import PageView
from conversation_tree.sites.base import ConversationPlace, ShownMessage, SiteAdapter

REMEMBERED_PARTS = 4
"""Conversations put together from parts that are kept while the page is elsewhere."""


class Knowledge:
    """One place's conversation. Nothing is kept of one that the site gives in one piece when the page goes
    elsewhere; what was put together from parts is, until the page is loaded anew: nobody gives it again."""

    def __init__(self, adapter: SiteAdapter, page: PageView) -> None:
        self._adapter = adapter
        self._page = page
        self.shown: Conversation | None = None
        """As the page shows it: its current turn is where the page is, and an answer that is being written is
        there already."""
        self.growing: str = ""
        """The message that is being written, or empty."""
        self.read_at: float | None = None
        """When the site gave it last, Unix seconds; None when it never did."""
        self.stored = False
        """All there is comes from an earlier visit."""
        self._served: Conversation | None = None
        self._seen_with: tuple[object, ...] = ()
        self._grown: tuple[tuple[object, ...], Conversation] | None = None
        self._in_parts = False
        self._denied: set[str] = set()
        """Messages that the page showed when the site gave everything, and that were not in it."""
        self._elsewhere: dict[str, Conversation] = {}
        """By conversation id, the one left last at the end."""

    def move(self, before: ConversationPlace, place: ConversationPlace) -> None:
        """The page goes to another place."""
        known = self._served if self._in_parts and before.kind == "saved" else None
        self._clear()
        if known is not None:
            self._elsewhere[before.id] = known
            while len(self._elsewhere) > REMEMBERED_PARTS:
                del self._elsewhere[next(iter(self._elsewhere))]
        if place.kind == "saved":
            self._served = self._elsewhere.pop(place.id, None)
            self._in_parts = self._served is not None

    def forget(self) -> None:
        """The page is another one, and perhaps somebody else's."""
        self._clear()
        self._elsewhere.clear()

    def _clear(self) -> None:
        self._in_parts = False
        self._denied = set()
        self.shown = self._served = None
        self.growing = ""
        self.read_at = None
        self.stored = False
        self._seen_with = ()
        self._grown = None

    @property
    def known(self) -> Conversation | None:
        """As the site gave it, in one piece or in several."""
        return self._served

    def take(self, conversation: Conversation, at: float, stored: bool = False) -> None:
        """The site gave this, or it was stored at that time."""
        before = self._served
        partial = conversation.completeness.partial
        self._in_parts = bool(partial)
        self._served = self._adapter.merge(before, conversation) if before and partial else conversation
        tree = self._served.tree
        self._denied = {m for m in self._page.mounted if not partial and tree.index_of(m) is None}
        self.read_at = at
        self.stored = stored
        self._seen_with = ()

    def is_trimmed(self, conversation: Conversation) -> bool:
        """Whether something on the way took parts out of it, by what is known."""
        return self._adapter.looks_trimmed(self._served, conversation)

    def see(self, place: ConversationPlace, on_its_way: bool = False) -> bool:
        """Look at the conversation through what the page shows now; whether that changes anything.

        While it is on its way from the site, what the page shows does not stand in for it.
        """
        page = self._page
        served, growing = self._served, ""
        if served is None and on_its_way:
            pass
        elif served is None or served.completeness.partial == "seen":
            served = self._sighted(place)
            growing = self._newest(served.tree) if served and page.answering else ""
        elif (grown := page.grown(served.tree)) and (page.answering or grown[-1].id not in self._denied):
            # It stays when the answer has ended, until the site has given it, or everything but it.
            growing = grown[-1].id if page.answering else ""
            served = self._with(grown, served, place)
        moved = self._moved(served.tree) if served else None
        # By identity: to compare two conversations would take longer than to draw one.
        seen_with = (id(served), growing, moved)
        if seen_with == self._seen_with:
            return False
        self._seen_with = seen_with
        self.growing = growing
        self.shown = replace(served, tree=served.tree.at(moved)) if served and moved is not None else served
        return True

    def _with(
        self, grown: list[ShownMessage], served: Conversation, place: ConversationPlace
    ) -> Conversation:
        """What the site gave with what is being written; made anew only when another message has begun."""
        begun = (id(served), tuple(message.id for message in grown))
        if self._grown is None or self._grown[0] != begun:
            merged = self._adapter.merge(served, self._adapter.sighted(place, grown))
            self._grown = begun, merged
        return self._grown[1]

    def _sighted(self, place: ConversationPlace) -> Conversation | None:
        """What was seen of a conversation that cannot be asked for, or was not given."""
        known, messages = self._served, self._page.messages()
        if not messages and place.kind in {"temporary", "provisional"}:
            # Another one begins at the same address.
            self._served = None
            return None
        if not messages or place.kind == "none":
            return known
        seen = self._adapter.sighted(place, messages)
        self._served = self._adapter.merge(known, seen) if known else seen
        self._in_parts = True
        return self._served

    def _newest(self, tree: Tree) -> str:
        """The answer that everything seen leads to and the page shows, or empty."""
        current = tree.current
        if (
            current is None
            or tree.roles[current] != "assistant"
            or tree.ids[current] not in self._page.mounted
        ):
            return ""
        return tree.ids[current]

    def _moved(self, tree: Tree) -> int | None:
        """The turn that the page is at, when that is another path than the tree's own: a pager of the page
        tells the site nothing.

        The page may hold only a part of its path, so a message on the path to the current turn moves nothing,
        and below another one the path goes on as long as there is only one way.
        """
        turn = self._page.newest_known(tree)
        if turn is None or tree.active[turn]:
            return None
        while len(below := tree.children[turn]) == 1:
            turn = below[0]
        return turn
