"""Which runs of a tree are folded: what the person chose, looked up in the tree as it is now.

Must not know how a folded run looks. Folds are kept by message ids, because turns get other indices and
other ids while a tree grows: a run is known by any message of its first or its last turn, so it stays folded
when it grows, and both parts stay folded when a fork parts it.
"""

from __future__ import annotations

from functools import cached_property

from conversation_tree.layout.folding import Runs, runs_of
from conversation_tree.model import Tree
from conversation_tree.panel.view_state import ConversationView

REMEMBERED = 400
"""Message ids kept at most of what is folded one by one; the oldest go first."""


class Folds:
    """The folds of one tree, kept in the conversation's view."""

    def __init__(self, tree: Tree, view: ConversationView) -> None:
        self._tree = tree
        self._view = view

    @cached_property
    def _runs(self) -> Runs:
        return runs_of(self._tree)

    @property
    def any(self) -> bool:
        """Whether anything was folded; nothing of the tree is looked at for that."""
        return self._view.all_folded or bool(self._view.folded)

    def chosen(self) -> list[range]:
        """The folded runs in reading order. Linear."""
        if not self.any:
            return []
        folded, unfolded = self._runs_with(self._view.folded), self._runs_with(self._view.unfolded)
        return [
            run
            for run in self._runs.ranges
            if run.start in folded or (self._view.all_folded and len(run) >= 2 and run.start not in unfolded)
        ]

    @property
    def complete(self) -> bool:
        """Whether something is folded and "fold all" would fold no more."""
        chosen = {run.start for run in self.chosen()}
        return bool(chosen) and all(len(run) < 2 or run.start in chosen for run in self._runs.ranges)

    def _runs_with(self, messages: list[str]) -> set[int]:
        turns = (self._tree.index_of(message) for message in messages)
        runs = (self._runs.at(turn) for turn in turns if turn is not None)
        return {run.start for run in runs if run}

    # ------------------------------------------------------------ changes

    def near(self, turn: int) -> range | None:
        """The run that a turn is part of, or else is an end of."""
        return self._runs.near(self._tree, turn)

    def fold(self, turn: int) -> bool:
        """Fold the run that a turn is part of; false when it is part of none."""
        return self._put(turn, folded=True)

    def unfold(self, turn: int) -> bool:
        """Unfold the run that a turn is part of; false when it is part of none."""
        return self._put(turn, folded=False)

    def _put(self, turn: int, folded: bool) -> bool:
        run, view = self._runs.at(turn), self._view
        if not run:
            return False
        view.folded = self._without(view.folded, run)
        view.unfolded = self._without(view.unfolded, run)
        if folded != (view.all_folded and len(run) >= 2):
            ends = [self._tree.ids[end] for end in dict.fromkeys((run[0], run[-1]))]
            if folded:
                view.folded = [*view.folded, *ends][-REMEMBERED:]
            else:
                view.unfolded = [*view.unfolded, *ends][-REMEMBERED:]
        return True

    def _without(self, messages: list[str], run: range) -> list[str]:
        return [m for m in messages if (turn := self._tree.index_of(m)) is None or turn not in run]

    def fold_all(self) -> bool:
        """Fold all runs of at least two turns; false, and nothing is changed, when there is none."""
        if all(len(run) < 2 for run in self._runs.ranges):
            return False
        self._view.all_folded, self._view.unfolded = True, []
        return True

    def unfold_all(self) -> None:
        self._view.all_folded, self._view.folded, self._view.unfolded = False, [], []
