"""What a screen reader says of one node.

Must not know how the node is drawn.
"""

from __future__ import annotations

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
