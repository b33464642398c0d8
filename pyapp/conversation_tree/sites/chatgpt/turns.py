"""Messages to turns: what the page shows as one bubble is one turn, and the turns are a tree.

Must not know how an answer is decoded, nor what its words are.

Everything is computed in passes over the entries in depth-first order (see `Forest`), forwards for what
comes from above and backwards for what comes from below, so each pass is linear and none recurses:

1. *Parts.* Each message is seen or passed through (`visibility`).
2. *Stand-ins.* An answer is the unflagged assistant and tool messages from a question to the next questions
   or leaves. One that holds work and nothing seen is stood for by its first piece of work, which counts as
   seen from here on: a stopped variant would be lost otherwise.
3. *Onward.* The one seen message that an entry leads to, if there is only one, and where paths fork.
4. *Turns.* A seen assistant message that is the only one which a seen message of the assistant leads to is
   one turn with it. Such two follow each other in depth-first order, so a turn ends where the next begins.
   A passed-through message of an answer belongs to the turn it leads to alone, when that is the assistant's;
   else to the turn of what it hangs on.
"""

from __future__ import annotations

from math import isfinite

from conversation_tree.model import Role, Tree
from conversation_tree.sites.chatgpt.content import Texts
from conversation_tree.sites.chatgpt.entries import Forest
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.visibility import ANSWER, PASSED, QUESTION, SILENT, WORK, part_of

STAND_IN = 6
"""A piece of work that stands for an answer in which nothing is seen."""

_NONE, _SEVERAL = -1, -2
_NO_QUESTION, _NO_ANSWER_YET = -1, -2


def tree(forest: Forest, current: object, faults: Faults) -> Tree:
    """The tree of turns; `current` is what the site gives as the current node."""
    keys, messages, entry_parents = forest.keys, forest.messages, forest.parents
    parts = [PASSED] * len(keys)
    times: list[float | None] = [None] * len(keys)
    for i in forest.file_order:
        message = messages[i]
        if message is not None:
            parts[i] = part_of(message, keys[i], faults)
            time = message.create_time
            if time is not None:
                times[i] = time if type(time) is float and isfinite(time) else _time(time, keys[i], faults)
    _let_stand_in(entry_parents, parts)
    onward, forks = _onward(entry_parents, parts)

    above: list[int] = []
    """Per entry, the seen one above it, or -1."""
    forked: list[bool] = []
    """Whether an answer forks between the two."""
    owners: list[list[str] | None] = []
    """Per entry, the messages of the assistant's turn that whatever hangs on it belongs to."""
    turn_of = [_NONE] * len(keys)
    begun: dict[int, list[str]] = {}
    """The messages of turns that are still to come, by their first seen entry."""
    ids: list[str] = []
    roles: list[Role] = []
    parents: list[int] = []
    numbers: list[int] = []
    mid_turn: list[bool] = []
    create_times: list[float | None] = []
    children: list[list[int]] = []
    message_ids: list[list[str]] = []
    for i, (p, part) in enumerate(zip(entry_parents, parts, strict=True)):
        fork, owner = False, None
        if p < 0:
            upper = -1
        else:
            owner = owners[p]
            if parts[p] >= QUESTION:
                upper = p
            else:
                upper = above[p]
                fork = forked[p] or (p in forks and parts[p] in (WORK, SILENT))
        if part >= QUESTION:
            parent = turn_of[upper] if upper >= 0 else -1
            if part == ANSWER and _merges(upper, i, parts, onward):
                turn_of[i] = parent
                ids[parent] = keys[i]
                owner = message_ids[parent]
                owner.append(keys[i])
            else:
                turn_of[i] = turn = len(ids)
                asked = part == QUESTION
                mine = begun.pop(i) if i in begun else []
                mine.append(keys[i])
                owner = None if asked else mine
                ids.append(keys[i])
                roles.append("user" if asked else "assistant")
                parents.append(parent)
                numbers.append((numbers[parent] if parent >= 0 else 0) + asked)
                mid_turn.append(not asked and (fork or (parent >= 0 and roles[parent] == "assistant")))
                create_times.append(times[i])
                children.append([])
                message_ids.append(mine)
                if parent >= 0:
                    children[parent].append(turn)
        elif part != PASSED:
            ahead = onward[i]
            if ahead >= 0 and parts[ahead] != QUESTION:
                merges = parts[ahead] == ANSWER and _merges(upper, ahead, parts, onward)
                owner = message_ids[turn_of[upper]] if merges else begun.setdefault(ahead, [])
            if owner is not None:
                owner.append(keys[i])
        above.append(upper)
        forked.append(fork)
        owners.append(owner)

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
        message_ids=list(message_ids),
        mid_turn=mid_turn,
        create_times=create_times,
        current=shown,
        active=active,
        texts=Texts(messages, turn_of, keys, message_ids),
    )


def _merges(upper: int, i: int, parts: list[int], onward: list[int]) -> bool:
    """Whether an answer is one turn with the seen message above it."""
    return upper >= 0 and parts[upper] != QUESTION and onward[upper] == i


def _let_stand_in(parents: list[int], parts: list[int]) -> None:
    answer_of: list[int] = []
    """Per entry: the entry its answer begins with, or why it is in none."""
    first_work: dict[int, int] = {}
    for i, (p, part) in enumerate(zip(parents, parts, strict=True)):
        if part == QUESTION:
            answer = _NO_ANSWER_YET
        else:
            answer = answer_of[p] if p >= 0 else _NO_QUESTION
            if part != PASSED and answer != _NO_QUESTION:
                if answer == _NO_ANSWER_YET:
                    answer = i
                if part == ANSWER:
                    first_work[answer] = _NONE
                elif part == WORK:
                    first_work.setdefault(answer, i)
        answer_of.append(answer)
    for work in first_work.values():
        if work != _NONE:
            parts[work] = STAND_IN


def _onward(parents: list[int], parts: list[int]) -> tuple[list[int], set[int]]:
    """Per entry, the one seen message next below it, `_NONE` or `_SEVERAL`; and where the paths part."""
    onward = [_NONE] * len(parts)
    forks: set[int] = set()
    for i in range(len(parts) - 1, -1, -1):
        found = i if parts[i] >= QUESTION else onward[i]
        if found != _NONE:
            p = parents[i]
            if p < 0:
                continue
            if onward[p] == _NONE:
                onward[p] = found
            else:
                onward[p] = _SEVERAL
                forks.add(p)
    return onward, forks


def _current(forest: Forest, turn_of: list[int], current: object, faults: Faults) -> int | None:
    try:
        step = forest.keys.index(current) if type(current) is str else -1
    except ValueError:
        step = -1
    if step < 0:
        faults.add("CT-PARSE-12")
    while step >= 0 and turn_of[step] == _NONE:
        step = forest.parents[step]
    return turn_of[step] if step >= 0 else None


def _time(value: object, node: str, faults: Faults) -> float | None:
    """Unix seconds of what is no usual time; None for what is no number."""
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            pass
    faults.add("CT-PARSE-13", node, "create_time")
    return None
