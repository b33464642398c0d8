"""Search as a person sees it: the box, its counter and filters, the hits and the walk through them.

Must not know how texts match, nor how a hit is drawn.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from conversation_tree.model import Tree
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.texts import Texts
from conversation_tree.panel.tree_view import TreeView
from conversation_tree.panel.view_state import ConversationView
from conversation_tree.protocol import Command, FocusElement, SetTimer
from conversation_tree.scene.build import HIT, HIT_CURRENT
from conversation_tree.search.index import SearchIndex
from conversation_tree.search.matching import folded
from conversation_tree.search.passage import Passage, passage

BOX = "search"
TIMER = "search"
FILTERS = {"filter_questions": "only_questions", "filter_branch": "only_branch"}
"""Control of each filter, and the field of the view that keeps it."""

LONG_SECONDS = 0.5
"""Reading that takes longer is told."""
SHOWN_EVERY = 0.1
"""Seconds between two showings of what was found while reading goes on."""

_NUMBER = re.compile(r"\s*#\s*(\d{1,6})\s*")

Commands = Iterator[Command]


class Finding:
    """The query of one tab's conversation and what it finds. Whoever calls marks the drawing afterwards."""

    def __init__(self, frame: Frame, tree_view: TreeView) -> None:
        self._frame = frame
        self._tree_view = tree_view
        self._view = ConversationView()
        self._tree: Tree | None = None
        self._index: SearchIndex | None = None
        self._wanted = ""
        """The query as it is compared; empty when there is none."""
        self._numbered: list[int] = []
        """The questions of the number that was typed."""
        self._now = self._began = self._shown = 0.0
        """The time; when reading began, 0 while it does not go on; when its hits were shown last."""
        self.hits: list[int] = []
        """In reading order; replaced, never changed in place."""
        self.current: int | None = None
        """The hit that was walked to."""
        self.marks: dict[int, str] = {}

    # ------------------------------------------------------------ what others ask

    @property
    def searching(self) -> bool:
        """Whether something is looked for, found or not."""
        return self._tree is not None and bool(self._wanted)

    def passage(self, turn: int) -> Passage | None:
        """What stands around the match in a hit; None where nothing was looked for in its words."""
        if self._tree is None or not self._is_hit(turn) or self._numbered:
            return None
        return passage(self._tree.texts.text(turn), self._wanted)

    def hits_in(self, first: int, count: int) -> int:
        """How many of so many turns in reading order are hits."""
        return bisect_left(self.hits, first + count) - bisect_left(self.hits, first)

    def _is_hit(self, turn: int) -> bool:
        return self.hits_in(turn, 1) == 1

    # ------------------------------------------------------------ the conversation

    def open(self, view: ConversationView, say: Texts) -> Commands:
        """Another conversation, or another page: its own query stands in the box."""
        self.rest()
        self._view = view
        self._wanted = folded(view.query) if view.query.strip() else ""
        yield from self._frame.update({BOX: {"text": view.query}})
        yield from self._show(say)

    def rest(self) -> None:
        """Keep nothing large."""
        self._tree = self._index = None
        self._numbered = []
        self._found([])

    def take(self, tree: Tree | None, now: float, say: Texts) -> Commands:
        """The conversation is this tree now; the query and the hit that was walked to stay."""
        if tree is None:
            self.rest()
            yield from self._show(say)
            return
        self._tree = tree
        if self._index is not None and not self._index.fits(tree):
            self._index = SearchIndex(tree, self._index)
        if self._wanted:
            self._now = now
            yield from self._search(at_once=False)
            self._settle()
            yield from self._show(say)

    # ------------------------------------------------------------ the query

    def text_entered(self, text: str, now: float, say: Texts) -> Commands:
        self._view.query = text
        self._frame.changed_itself(BOX, text)
        self._wanted = folded(text) if text.strip() else ""
        self._now = now
        yield from self._search()
        if self._index is not None and self._index.looking:
            # What is shown stays for a moment, or it would change twice.
            return
        self._filter()
        if self.current is None:
            self._view.hit = ""
        yield from self._show(say, news=True)

    def clear(self, element: str, say: Texts) -> Commands:
        """Take the query away; the focus stays where it is, unless that goes too."""
        self._view.query = self._wanted = ""
        self._numbered = []
        self._found([])
        yield from self._frame.update({BOX: {"text": ""}})
        yield from self._show(say)
        if element in FILTERS:
            yield FocusElement(BOX)

    def filter_pressed(self, control: str, say: Texts) -> Commands:
        name = FILTERS[control]
        setattr(self._view, name, not getattr(self._view, name))
        self._filter()
        yield from self._show(say, news=True)

    def _search(self, *, at_once: bool = True) -> Commands:
        """Begin to find what is wanted; what is not known yet is read meanwhile, and `at_once` a little of it
        before anything is shown."""
        tree = self._tree
        if tree is None:
            return
        self._numbered = _questions_of(tree, self._wanted)
        if self._wanted and not self._numbered:
            if self._index is None:
                self._index = SearchIndex(tree)
            index = self._index
            index.find(self._wanted)
            if at_once and not index.known:
                index.go_on()
            if not index.complete:
                self._began = self._began or self._now
                yield SetTimer(TIMER, 0)

    def _settle(self) -> None:
        """Look through all that is known now, and show what is found."""
        while self._index is not None and self._index.looking:
            self._index.go_on()
        self._filter()

    def go_on(self, now: float, say: Texts) -> Commands:
        """The time has come to look a little further."""
        index = self._index
        if index is None or index.complete or not self._wanted or self._numbered:
            return
        self._now = now
        index.go_on()
        if not index.complete:
            yield SetTimer(TIMER, 0)
            if index.looking or now - self._shown < SHOWN_EVERY:
                return
        self._shown = now
        if index.complete:
            self._began = 0.0
        self._filter()
        yield from self._show(say, news=index.complete)

    # ------------------------------------------------------------ hits

    def _filter(self) -> None:
        tree, view, index = self._tree, self._view, self._index
        if tree is None or not self._wanted:
            self._found([])
            return
        hits = self._numbered or (index.hits if index else [])
        if view.only_questions:
            hits = [i for i in hits if tree.roles[i] == "user"]
        if view.only_branch:
            hits = [i for i in hits if tree.active[i]]
        self._found(hits)

    def _found(self, hits: list[int]) -> None:
        self.hits = hits
        walked = self._tree.index_of(self._view.hit) if self._tree and self._view.hit else None
        self._walk_to(walked if walked is not None and self._is_hit(walked) else None)

    def _walk_to(self, hit: int | None) -> None:
        self.current = hit
        self.marks = dict.fromkeys(self.hits, HIT)
        if hit is not None:
            self.marks[hit] = f"{HIT} {HIT_CURRENT}"
        markers = self._tree_view.markers
        markers.hits, markers.current = self.hits, hit

    def key(self, key: str, shift: bool, say: Texts) -> Commands:
        """A key pressed in the box: the arrows and Enter walk through the hits, round and round."""
        back = key == "ArrowUp" or (key == "Enter" and shift)
        if key not in {"ArrowUp", "ArrowDown", "Enter"}:
            return
        if self._index is not None and self._index.looking:
            self._settle()
            yield from self._show(say)
        if self._tree is None or not self.hits:
            return
        hit = self._next(-1 if back else 1)
        self._view.hit = self._tree.ids[hit]
        self._walk_to(hit)
        yield from self._tree_view.reveal(hit)
        yield from self._frame.update({"live": {"text": self._told(hit, say)}})

    def _next(self, step: int) -> int:
        hits, tree = self.hits, self._tree
        if self.current is not None:
            return hits[(bisect_left(hits, self.current) + step) % len(hits)]
        if self._numbered and tree is not None:
            # Of several questions of one number, the one on the page first.
            return next((i for i in hits if tree.active[i]), hits[0])
        return hits[0 if step > 0 else -1]

    # ------------------------------------------------------------ what is said

    def _told(self, hit: int, say: Texts) -> str:
        tree = self._tree
        assert tree is not None
        siblings = tree.siblings(hit)
        name = TurnLabels(say).turn(tree.turn(hit), siblings.index(hit) + 1, len(siblings))
        return f"{say('hit_of', bisect_left(self.hits, hit) + 1, len(self.hits))}. {name}"

    def _show(self, say: Texts, *, news: bool = False) -> Commands:
        """The counter and the filters; with `news` it is told, too, how many hits there are."""
        index, tree = self._index, self._tree
        count, title, told = "", None, ""
        if tree is not None and self.searching:
            count = f"{len(self.hits)} / {len(tree)}"
            told = say.count("hits", len(self.hits)) if self.hits else say("no_hits")
            if index is not None and not index.complete and not self._numbered:
                told = ""
                if self._began and self._now - self._began > LONG_SECONDS:
                    title = told = say("search_reading", index.known, len(tree))
                    count = f"{len(self.hits)} / {index.known} …"
        pressed = {
            name: {
                "text": say(name),
                "attributes": {"aria-pressed": "true" if getattr(self._view, field) else "false"},
            }
            for name, field in FILTERS.items()
        }
        yield from self._frame.update(
            {
                "count": {"text": count, "attributes": {"title": title}},
                "filters": {"hidden": not count, "attributes": {"aria-label": say("filters")}},
                **pressed,
                **({"live": {"text": told}} if told and (news or title) else {}),
            }
        )


def _questions_of(tree: Tree, wanted: str) -> list[int]:
    """The questions whose number was typed, as in `#12`; none when it is no number or no question has it."""
    number = _NUMBER.fullmatch(wanted)
    if number is None:
        return []
    typed = int(number[1])
    return [i for i, n in enumerate(tree.turn_numbers) if n == typed and tree.roles[i] == "user"]
