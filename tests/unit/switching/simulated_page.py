"""A page that shows one path of a conversation, as far as going to a message can notice it.

Must not use any code of the journey: it carries commands out and says what happened, like the page side.

The page is a strip of turns of differing heights, measured in screens. Only some turns around the view are
mounted, older ones are fetched at the oldest end, a pager counts the page's own variants (some of which the
panel may not know) and shows the first or the last branch below the variant it switched to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from conversation_tree.errors import CodedError
from conversation_tree.model import Completeness, Conversation, Tree
from conversation_tree.protocol import (
    ActionEnded,
    Command,
    Event,
    LookAtPage,
    PageReported,
    PressPager,
    ReloadPage,
    RequestAnswered,
    RequestHost,
    ScrollPage,
    ShowMessage,
)
from conversation_tree.sites.base import SiteRequest
from tests.builders import tree_from

FETCHED = 10
"""Turns that come with one fetch of older ones."""


@dataclass(frozen=True)
class Habits:
    """How a page behaves."""

    renderer: str = "legacy"
    mounted: int = 15
    """Turns mounted at a time; 0 for all."""
    loaded: int = 0
    """Turns it has at first, from the newest; 0 for all."""
    fetch_seconds: float = 0.0
    patch: str = "ignored"
    """What the site does with a wish for another current message: `ignored`, `honoured`, `refused`, `silent`
    (no answer is ever reported), or `forgotten` (read back as wished, and not shown after the reload)."""
    draft: bool = False
    editing: bool = False
    """A question is being edited in its place."""
    types_meanwhile: bool = False
    """The person begins to write while the site is asked."""
    begins_anew: bool = False
    """What was written is deleted while the site is asked, and something else begun."""
    answering: float = 0.0
    """Seconds until a reply that is being written is done."""
    without_pager: frozenset[str] = frozenset()
    """Ids of turns whose fork has no pager, whatever the adapter thinks."""
    mid_turn: frozenset[str] = frozenset()
    """Ids of turns whose fork lies inside an answer: the adapter knows, and the older page has no pager."""
    unknown: frozenset[str] = frozenset()
    """Ids of turns that the panel's tree lacks, with all below them."""
    covered: frozenset[str] = frozenset()
    """Ids of turns that cannot be brought on screen."""
    never_mounts: frozenset[str] = frozenset()
    """Ids of turns whose messages bear no name in the page."""
    deaf_to: frozenset[str] = frozenset()
    """Commands, by class name, whose end is never reported."""
    stuck_pager: int = 0
    """So many first presses change nothing."""
    refuses: bool = False
    """The pager's buttons are disabled."""
    renamed: bool = False
    """Answers are mounted by another of their messages than the turn is named after."""
    reports: bool = True

    def has_pager(self, tree: Tree, turn: int) -> bool:
        name = tree.ids[turn]
        if name in self.without_pager or len(tree.siblings(turn)) < 2:
            return False
        if self.renderer == "shell":
            return tree.roles[turn] == "assistant"
        return name not in self.mid_turn


def panel_tree(page_tree: Tree, habits: Habits, current: int | None) -> Tree:
    """The tree as the panel knows it: the page's without the unknown, each turn with a second message."""
    gone: set[int] = set()
    for turn, above in enumerate(page_tree.parents):
        if above in gone or page_tree.ids[turn] in habits.unknown:
            gone.add(turn)
    kept = [turn for turn in range(len(page_tree)) if turn not in gone]
    place = {turn: number for number, turn in enumerate(kept)}
    above_current = -1 if current is None else current
    while above_current in gone:
        above_current = page_tree.parents[above_current]
    tree = tree_from(
        [place.get(page_tree.parents[turn], -1) for turn in kept],
        [page_tree.roles[turn] for turn in kept],
        place.get(above_current),
        [page_tree.ids[turn] for turn in kept],
    )
    tree.message_ids = [(f"{name}+", name) for name in tree.ids]
    tree.create_times = [page_tree.create_times[page_tree.ids.index(name)] for name in tree.ids]
    tree.mid_turn = [name in habits.mid_turn for name in tree.ids]
    return tree if current is not None else tree.at(None)


class SimulatedPage:
    """The page, the site behind it, and a clock."""

    def __init__(self, tree: Tree, habits: Habits, leaf: int, site_leaf: int | None = None) -> None:
        self.tree = tree
        self.habits = habits
        self.clock = 1_000.0
        self.site_current = leaf if site_leaf is None else site_leaf
        """The site's current turn."""
        self.draft = habits.draft
        self.editing = habits.editing
        self.reloads = 0
        self.asked: list[str] = []
        """Messages the site was asked to make current."""
        self.pressed: list[tuple[str, int]] = []
        self._stuck = habits.stuck_pager
        self._answering_until = self.clock + habits.answering if habits.answering else 0.0
        self._fetching_until = 0.0
        self._reported: PageReported | None = None
        self._show(leaf)
        self._open()

    # ------------------------------------------------------------ what a person sees

    @property
    def path_ids(self) -> list[str]:
        return [self.tree.ids[turn] for turn in self.path]

    @property
    def on_screen(self) -> list[str]:
        """Ids of the turns of which something can be seen."""
        return [self.tree.ids[self.path[depth]] for depth in self._depths_on_screen()]

    @property
    def mounted(self) -> list[str]:
        """Messages as the page has them mounted."""
        turns = [self.path[depth] for depth in self._mounted_depths()]
        return [self._mounted_as(t) for t in turns if self.tree.ids[t] not in self.habits.never_mounts]

    def scroll_to(self, top: float) -> None:
        """The person scrolled, in screens from the oldest end of what is there."""
        self._move(top)

    def report(self) -> PageReported:
        return PageReported(
            messages=[[each, "", ""] for each in self.mounted] if self.habits.reports else [],
            renderer=self.habits.renderer,
            answering=self.answering,
            draft=self.draft,
            editing=self.editing,
            time=self.clock,
        )

    def send(self, seconds: float) -> None:
        """The person sends what they have written; its reply takes so long."""
        self.draft = False
        self._answering_until = self.clock + seconds

    @property
    def answering(self) -> bool:
        return self.clock < self._answering_until

    # ------------------------------------------------------------ time

    def next_change(self) -> float | None:
        """When the page will change by itself."""
        times = [t for t in (self._answering_until, self._fetching_until) if t > self.clock]
        return min(times, default=None)

    def pass_time(self, until: float) -> list[Event]:
        """Nobody does anything until then."""
        self.clock = until
        if self._fetching_until and self.clock >= self._fetching_until:
            self._fetch()
        return self._news()

    # ------------------------------------------------------------ commands

    def carry_out(self, command: Command) -> list[Event]:
        """What the page side answers."""
        if isinstance(command, RequestHost):
            return self._answer(command)
        if isinstance(command, ReloadPage):
            self._reload()
            return []
        if isinstance(command, LookAtPage | ShowMessage | ScrollPage | PressPager):
            middle = ""
            if isinstance(command, LookAtPage):
                outcome, middle = "done", self._mounted_as(self.path[self._middle()])
            elif isinstance(command, ShowMessage):
                outcome = self._show_message(command.message)
            elif isinstance(command, ScrollPage):
                outcome = self._scroll(command)
            else:
                outcome = self._press(command)
            if type(command).__name__ in self.habits.deaf_to:
                return self._news()
            return [*self._news(), ActionEnded(command.action, outcome, middle, time=self.clock)]
        return []

    def _show_message(self, message: str) -> str:
        if message not in self.mounted:
            return "absent"
        depth = self.path_ids.index(message.removesuffix("+"))
        height = self._heights[depth]
        start = self._start(depth)
        self._move(start if height > 1 else start + height / 2 - 0.5)
        name = self.path_ids[depth]
        return "hidden" if name in self.habits.covered else "done"

    def _scroll(self, command: ScrollPage) -> str:
        before = self.top, self.mounted, self._first
        room = max(self._length() - 1, 0.0)
        wanted = self.top + command.screens if command.fraction is None else command.fraction * room
        self._move(wanted)
        if self.top == 0 and self._first > 0 and not self._fetching_until:
            if self.habits.fetch_seconds:
                self._fetching_until = self.clock + self.habits.fetch_seconds
            else:
                self._fetch()
        return "end" if before == (self.top, self.mounted, self._first) else "done"

    def _press(self, command: PressPager) -> str:
        if command.message not in self.mounted:
            return "absent"
        depth = self.path_ids.index(command.message.removesuffix("+"))
        turn = self.path[depth]
        if not self.habits.has_pager(self.tree, turn):
            return "absent"
        variants = self.tree.siblings(turn)
        place = variants.index(turn) + command.step
        if not 0 <= place < len(variants) or self.answering or self.habits.refuses:
            return "refused"
        if self._stuck:
            self._stuck -= 1
            return "unchanged"
        self.pressed.append((command.message, command.step))
        offset = self._start(depth) - self.top
        self._show(self.press_lands(variants, place))
        self._move(self._start(depth) - offset)
        return "done"

    press_lands: Callable[[Sequence[int], int], int] = staticmethod(lambda variants, place: variants[place])
    """Which variant a press leads to that should lead to the one at this place."""

    def _answer(self, command: RequestHost) -> list[Event]:
        seen: list[Event] = []
        if command.method == "PATCH":
            self.asked.append(command.body)
            self.draft = self.draft or self.habits.types_meanwhile
            if self.habits.begins_anew:
                self.draft = False
                seen += self._news()
                self.draft = True
            if self.habits.patch in {"honoured", "forgotten"}:
                self.site_current = self.tree.ids.index(command.body)
        status = 403 if self.habits.patch == "refused" else 200
        if self.habits.patch == "silent":
            return []
        body = self.tree.ids[self.site_current].encode()
        seen += self._news()
        return [*seen, RequestAnswered(command.request, status, body=body, time=self.clock)]

    def _reload(self) -> None:
        self.reloads += 1
        self.draft = False
        self._answering_until = self._fetching_until = 0.0
        self._reported = None
        if self.habits.patch != "forgotten":
            self._show(self.site_current)
        self._open()

    # ------------------------------------------------------------ the strip

    def _show(self, turn: int) -> None:
        """Show the path through a turn, below it the branch this page chooses."""
        path: list[int] = []
        at = turn
        while at >= 0:
            path.insert(0, at)
            at = self.tree.parents[at]
        while self.tree.children[path[-1]]:
            path.append(self.tree.children[path[-1]][-1 if self.habits.renderer == "shell" else 0])
        self.path = path
        self._heights = [0.2 + turn * 7 % 10 / 4 for turn in path]
        self._first = min(getattr(self, "_first", 0), len(path) - 1)

    def _open(self) -> None:
        self._first = max(len(self.path) - self.habits.loaded, 0) if self.habits.loaded else 0
        self.top = max(self._length() - 1, 0.0)

    def _fetch(self) -> None:
        before = self._length()
        self._fetching_until = 0.0
        self._first = max(self._first - FETCHED, 0)
        self.top += self._length() - before

    def _length(self) -> float:
        return sum(self._heights[self._first :])

    def _start(self, depth: int) -> float:
        return sum(self._heights[self._first : depth])

    def _move(self, top: float) -> None:
        self.top = min(max(top, 0.0), max(self._length() - 1, 0.0))

    def _depths_on_screen(self) -> list[int]:
        start = 0.0
        seen = []
        for depth in range(self._first, len(self.path)):
            end = start + self._heights[depth]
            if end > self.top + 1e-9 and start < self.top + 1 - 1e-9:
                seen.append(depth)
            start = end
        return seen

    def _middle(self) -> int:
        seen = self._depths_on_screen()
        return seen[len(seen) // 2]

    def _mounted_depths(self) -> Iterable[int]:
        if not self.habits.mounted:
            return range(self._first, len(self.path))
        seen = self._depths_on_screen()
        spare = max(self.habits.mounted - len(seen), 0)
        start = max(seen[0] - spare // 2, self._first)
        return range(start, min(seen[-1] + 1 + spare - spare // 2, len(self.path)))

    def _mounted_as(self, turn: int) -> str:
        renamed = self.habits.renamed and self.tree.roles[turn] == "assistant"
        return self.tree.ids[turn] + ("+" if renamed else "")

    def _news(self) -> list[Event]:
        report = self.report()
        if self._reported is not None and _facts(report) == _facts(self._reported):
            return []
        self._reported = report
        return [report]


def _facts(report: PageReported) -> tuple[object, ...]:
    return report.messages, report.renderer, report.answering, report.draft, report.editing


# ---------------------------------------------------------------- the adapter


@dataclass
class SimulatedSwitcher:
    """A PATCH, then a GET; the answer to either is the id of the site's current turn."""

    site: SimulatedSite
    message: str
    read: bool = False

    def start(self, now: float = 0.0) -> SiteRequest:
        return SiteRequest("PATCH", "/chat", body=self.message)

    def answer(
        self, status: int, headers: Mapping[str, str], body: bytes, failure: str = "", now: float = 0.0
    ) -> SiteRequest | Conversation | CodedError:
        if failure:
            return CodedError("CT-LOAD-01", failure)
        if status != 200:
            return CodedError("CT-LOAD-03")
        if not self.read:
            self.read = True
            return SiteRequest("GET", "/chat")
        return self.site.conversation(self.site.page.tree.ids.index(body.decode()))


@dataclass
class SimulatedSite:
    """As much of a site adapter as a journey uses."""

    page: SimulatedPage
    fresh: bool = False
    """The panel's tree was read again and lacks nothing any more."""

    def conversation(self, current: int | None) -> Conversation:
        habits = replace(self.page.habits, unknown=frozenset()) if self.fresh else self.page.habits
        tree = panel_tree(self.page.tree, habits, current)
        return Conversation("c", "A chat", tree, Completeness(), ())

    def switcher(self, conversation: str, message: str) -> SimulatedSwitcher:
        return SimulatedSwitcher(self, message)

    def no_pager(self, tree: Tree, turn: int, renderer: str) -> str:
        if renderer == "shell":
            return "no_pager_edit" if tree.roles[turn] == "user" else ""
        return "no_pager_mid_turn" if tree.mid_turn[turn] else ""
