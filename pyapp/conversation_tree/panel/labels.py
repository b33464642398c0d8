"""What a screen reader says of one node.

Must not know how the node is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from conversation_tree.frozen import frozen
from conversation_tree.model import Turn
from conversation_tree.panel.texts import Texts


@frozen
class TurnLabels:
    """Accessible names: who, which question, which branch, then the first words."""

    texts: Texts

    def turn(self, turn: Turn, sibling_position: int, sibling_count: int) -> str:
        """Positions count from 1; the branch is left out when the turn is alone."""
        place = self.place(turn, sibling_position, sibling_count)
        return f"{place}: {turn.preview or self.texts('label_empty')}"

    def capsule(self, turns: Sequence[Turn], current: bool, hits: int) -> str:
        """A folded run by its first and its last turn: how much, which questions, what is in it."""
        say = self.texts
        first, last = turns[0].turn_number, turns[-1].turn_number
        parts = [say.count("label_folded", turns[-1].index - turns[0].index + 1)]
        if last:
            parts.append(
                say("label_question", last) if first == last else say("label_questions", first, last)
            )
        if current:
            parts.append(say("label_current"))
        if hits:
            parts.append(say.count("label_hits", hits))
        return ", ".join(parts)

    def new(self, name: str) -> str:
        """A branch that was not looked at yet."""
        return f"{name} ({self.texts('label_new')})"

    def place(self, turn: Turn, sibling_position: int, sibling_count: int) -> str:
        """The same without the words."""
        say = self.texts
        if turn.turn_number == 0:
            place = say("label_before")
        else:
            place = say("label_question" if turn.role == "user" else "label_answer", turn.turn_number)
        parts = [say(f"role_{turn.role}"), place]
        if sibling_count > 1:
            parts.append(say("label_branch", sibling_position, sibling_count))
        return ", ".join(parts)
