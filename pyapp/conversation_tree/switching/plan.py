"""Which forks lie between the path shown and a turn, and how far each pager is from showing it.

Must not know how a pager is pressed, nor any site.
"""

from __future__ import annotations

from collections.abc import Callable

from conversation_tree.frozen import frozen
from conversation_tree.model import Tree
from conversation_tree.switching.path import ShownPath, path_to


@frozen
class Fork:
    """One fork where the page must show another turn than it does or will."""

    shown: int | None
    """The turn the page shows there now, or is expected to once the forks before are behind us. None when it
    shows one that the tree does not know: a newer one, then, behind those it knows."""
    wanted: int
    steps: int
    """Presses of the pager: below 0 towards the first variant. Never 0."""

    def above(self, tree: Tree) -> int:
        """The turn above the fork, -1 at the roots."""
        return tree.parents[self.wanted]


@frozen
class Route:
    """The forks on the way to a turn, from the top down; none when it is on the path shown."""

    forks: tuple[Fork, ...] = ()
    no_pager: str = ""
    """The key of why one of these forks cannot be stepped through; empty when all can."""
    hopeless: str = ""
    """The same where it is no use to set out: the first fork cannot be stepped through, or a later one whose
    wanted turn is not the last variant either, which some pages show of themselves."""

    @property
    def steps(self) -> int:
        return sum(abs(fork.steps) for fork in self.forks)


def route(tree: Tree, shown: ShownPath, target: int, no_pager: Callable[[int], str]) -> Route:
    """How pagers lead from the path shown to the target. Linear in the path and the siblings on it.

    After a step a page may show any branch below the turn it stepped to. The first variant at every fork is
    expected, which is what some pages show; whoever follows the route plans again after each step.
    """
    wanted = path_to(tree, target)
    first = next((depth for depth, turn in enumerate(wanted) if not shown.shows(turn)), len(wanted))
    forks: list[Fork] = []
    for depth in range(first, len(wanted)):
        turn = wanted[depth]
        siblings = tree.siblings(turn)
        if depth > first:
            expected: int | None = siblings[0]
        elif depth < len(shown.turns):
            expected = shown.turns[depth]
        else:
            expected = None
        if expected != turn:
            place = len(siblings) if expected is None else siblings.index(expected)
            forks.append(Fork(expected, turn, siblings.index(turn) - place))
    barred = [(fork, reason) for fork in forks if (reason := no_pager(fork.wanted))]
    hopeless = (r for f, r in barred if f is forks[0] or f.wanted != tree.siblings(f.wanted)[-1])
    return Route(tuple(forks), next((reason for _, reason in barred), ""), next(hopeless, ""))


def newest_leaf(tree: Tree, turn: int) -> int:
    """The leaf to open a turn at: at every fork on into the subtree that holds the greatest `create_time`.

    Where times are equal or unknown, the last in raw order. Linear in the size of the subtree, which is one
    run of turn numbers.
    """
    end = turn + 1
    while end < len(tree) and tree.parents[end] >= turn:
        end += 1
    newest = [_time(tree, at) for at in range(turn, end)]
    for at in range(end - 1, turn, -1):
        above = tree.parents[at] - turn
        newest[above] = max(newest[above], newest[at - turn])
    leaf = turn
    while tree.children[leaf]:
        leaf = max(reversed(tree.children[leaf]), key=lambda below: newest[below - turn])
    return leaf


def _time(tree: Tree, turn: int) -> float:
    time = tree.create_times[turn]
    return float("-inf") if time is None else time
