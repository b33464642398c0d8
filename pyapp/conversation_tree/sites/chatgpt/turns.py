"""Messages to turns: what the page shows as one bubble is one turn, and the turns are a tree.

Must not know how an answer is decoded, nor what its words are.

Everything is computed in passes over the entries in depth-first order (`Forest.order`), forwards for what
comes from above and backwards for what comes from below, so each pass is linear and none recurses:

1. *Parts.* Each message is seen or passed through (`visibility`).
2. *Stand-ins.* An answer is the unflagged assistant and tool messages from a question to the next questions
   or leaves. One that holds work and nothing seen is stood for by its first piece of work, which counts as
   seen from here on: a stopped variant would be lost otherwise.
3. *From below.* How many children of an entry lead to something seen, and the one seen message that an entry
   leads to, if there is only one.
4. *Merging.* A seen assistant message whose only seen message next below is the assistant's as well is one
   turn with it. Such two follow each other in depth-first order, so a turn ends where the next begins.
5. *Belonging.* A passed-through message of an answer belongs to the turn it leads to alone, when that is the
   assistant's; else to the turn of what it hangs on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from conversation_tree.model import Role, Tree
from conversation_tree.sites.chatgpt.content import Texts
from conversation_tree.sites.chatgpt.entries import Forest
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.visibility import ANSWER, PASSED, QUESTION, SILENT, WORK, part_of

STAND_IN = 6
"""A piece of work that stands for an answer in which nothing is seen."""

SEEN = (QUESTION, ANSWER, STAND_IN)

_NONE, _SEVERAL = -1, -2
_NO_QUESTION, _NO_ANSWER_YET = -1, -2


def tree(forest: Forest, current: object, faults: Faults) -> Tree:
    """The tree of turns; `current` is what the site gives as the current node."""
    keys, order = forest.keys, forest.order
    parts = [PASSED] * len(keys)
    times: list[float | None] = [None] * len(keys)
    for i, message in enumerate(forest.messages):
        if message is not None:
            parts[i] = part_of(message, keys[i], faults)
            times[i] = _time(message.create_time, keys[i], faults)
    _let_stand_in(forest, parts)
    above, forked = _from_above(forest, parts, _paths(forest, parts))
    turn_of = [_NONE] * len(keys)
    ids: list[str] = []
    roles: list[Role] = []
    parents: list[int] = []
    numbers: list[int] = []
    mid_turn: list[bool] = []
    create_times: list[float | None] = []
    children: list[list[int]] = []
    onward = _next_seen(order, parts, above)
    for i in order:
        part = parts[i]
        if part not in SEEN:
            continue
        upper = above[i]
        parent = turn_of[upper] if upper >= 0 else -1
        if part == ANSWER and upper >= 0 and parts[upper] != QUESTION and onward[upper] == i:
            turn_of[i] = parent
            ids[parent] = keys[i]
            continue
        turn_of[i] = turn = len(ids)
        asked = part == QUESTION
        ids.append(keys[i])
        roles.append("user" if asked else "assistant")
        parents.append(parent)
        numbers.append((numbers[parent] if parent >= 0 else 0) + asked)
        mid_turn.append(not asked and (forked[i] or (parent >= 0 and roles[parent] == "assistant")))
        create_times.append(times[i])
        children.append([])
        if parent >= 0:
            children[parent].append(turn)
    shown = _current(forest, turn_of, current, faults)
    active = [False] * len(ids)
    step = shown if shown is not None else -1
    while step >= 0:
        active[step] = True
        step = parents[step]
    return Tree(
        ids=ids,
        roles=roles,
        parents=parents,
        children=children,
        roots=[t for t, p in enumerate(parents) if p < 0],
        turn_numbers=numbers,
        message_ids=_belongings(forest, parts, turn_of, len(ids)),
        mid_turn=mid_turn,
        create_times=create_times,
        current=shown,
        active=active,
        texts=Texts(forest.messages, order, turn_of),
    )


def _let_stand_in(forest: Forest, parts: list[int]) -> None:
    parents = forest.parents
    answer_of = [_NO_QUESTION] * len(parts)
    """Per entry: the entry its answer begins with, or why it is in none."""
    first_work: dict[int, int] = {}
    for i in forest.order:
        answer = answer_of[parents[i]] if parents[i] >= 0 else _NO_QUESTION
        part = parts[i]
        if part == QUESTION:
            answer = _NO_ANSWER_YET
        elif part != PASSED and answer != _NO_QUESTION:
            if answer == _NO_ANSWER_YET:
                answer = i
            if part == ANSWER:
                first_work[answer] = _NONE
            elif part == WORK:
                first_work.setdefault(answer, i)
        answer_of[i] = answer
    for work in first_work.values():
        if work != _NONE:
            parts[work] = STAND_IN


def _paths(forest: Forest, parts: list[int]) -> list[int]:
    """Per entry, how many of its children lead to something seen."""
    parents = forest.parents
    leading = [0] * len(parts)
    for i in reversed(forest.order):
        if parents[i] >= 0 and (leading[i] or parts[i] in SEEN):
            leading[parents[i]] += 1
    return leading


def _from_above(forest: Forest, parts: list[int], paths: list[int]) -> tuple[list[int], list[bool]]:
    """Per entry, the seen one above it (-1: none), and whether an answer forks between the two."""
    parents = forest.parents
    above = [-1] * len(parts)
    forked = [False] * len(parts)
    for i in forest.order:
        p = parents[i]
        if p < 0:
            continue
        if parts[p] in SEEN:
            above[i] = p
        else:
            above[i] = above[p]
            forked[i] = forked[p] or (paths[p] > 1 and parts[p] in (WORK, SILENT))
    return above, forked


def _next_seen(order: list[int], parts: list[int], above: list[int]) -> list[int]:
    """Per entry, the one seen message next below it, `_NONE` or `_SEVERAL`."""
    onward = [_NONE] * len(parts)
    for i in order:
        if parts[i] in SEEN and above[i] >= 0:
            onward[above[i]] = i if onward[above[i]] == _NONE else _SEVERAL
    return onward


def _belongings(forest: Forest, parts: list[int], turn_of: list[int], turns: int) -> list[Sequence[str]]:
    """The messages of each turn, in depth-first order; an entry that is seen knows its turn already."""
    parents = forest.parents
    leads_to = [_NONE] * len(parts)
    for i in reversed(forest.order):
        found = i if parts[i] in SEEN else leads_to[i]
        p = parents[i]
        if found != _NONE and p >= 0:
            leads_to[p] = found if leads_to[p] == _NONE else _SEVERAL
    owner = [_NONE] * len(parts)
    """Per entry, the assistant's turn that whatever hangs on it belongs to, unless it leads elsewhere."""
    belongings: list[list[str]] = [[] for _ in range(turns)]
    keys = forest.keys
    for i in forest.order:
        part = parts[i]
        if part == QUESTION:
            belongings[turn_of[i]].append(keys[i])
            continue
        owner[i] = owner[parents[i]] if parents[i] >= 0 else _NONE
        if part == PASSED:
            continue
        if part in SEEN:
            owner[i] = turn_of[i]
        elif leads_to[i] >= 0 and parts[leads_to[i]] != QUESTION:
            owner[i] = turn_of[leads_to[i]]
        if owner[i] != _NONE:
            belongings[owner[i]].append(keys[i])
    return list(belongings)


def _current(forest: Forest, turn_of: list[int], current: object, faults: Faults) -> int | None:
    step = forest.place.get(current, -1) if type(current) is str else -1
    if step < 0:
        faults.add("CT-PARSE-12")
    while step >= 0 and turn_of[step] == _NONE:
        step = forest.parents[step]
    return turn_of[step] if step >= 0 else None


def _time(value: object, node: str, faults: Faults) -> float | None:
    """Unix seconds; None for what is no number."""
    if value is None or (type(value) is float and isfinite(value)):
        return value
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            pass
    faults.add("CT-PARSE-13", node, "create_time")
    return None
