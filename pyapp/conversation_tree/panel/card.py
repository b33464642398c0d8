"""What a card is made of: HTML elements as data, and the difference of two sets of cards.

Must not know what stands in a card or when one is shown. Cards are items like those of the drawing, nested a
few fixed levels deep. What may change has a key, so that a change leaves the rest of the card alone: the
focus, the scroll position, the selection. For the operations see `scene.patch`.
"""

from __future__ import annotations

from conversation_tree.scene.items import Item
from conversation_tree.scene.patch import Operation, inner, put, set_attributes

TAGS = frozenset({"div", "span", "button", "mark", "ins", "del"})
"""Every element a card may hold; the page makes no other."""

ATTRIBUTES = frozenset(
    {
        "id",
        "class",
        "role",
        "type",
        "tabindex",
        "dir",
        "lang",
        "title",
        "hidden",
        "data-cgt-at",
        "data-cgt-place",
    }
)
"""Every attribute a card may set besides those of ARIA; the page sets no other."""

Cards = tuple[Item, ...]


def difference(old: Cards, new: Cards) -> list[Operation]:
    """Operations that turn one set of cards into another; cards that stay keep their order."""
    operations: list[Operation] = []
    before = {card.key: card for card in old}
    wanted = {card.key for card in new}
    operations += [["del", card.key] for card in old if card.key not in wanted]
    next_key: str | None = None
    for card in reversed(new):
        if card.key in before:
            operations += _changes(before[card.key], card)
        else:
            operations.append(put(card, next_key))
        next_key = card.key
    return operations


def _changes(former: Item, item: Item) -> list[Operation]:
    """How a keyed item becomes another of the same key; as deep as cards are nested."""
    if former is item:
        return []
    operations: list[Operation] = []
    if former.attributes != item.attributes:
        operations.append(set_attributes(item.key, former, item))
    held, wanted = former.children, item.children
    if former.text != item.text:
        operations.append(["fill", item.key, item.text, [inner(i) for i in wanted]])
        return operations
    if held == wanted:
        return operations
    pairs = list(zip(held, wanted, strict=False))
    if len(held) == len(wanted) and all(
        a == b or (a.key == b.key != "" and a.tag == b.tag) for a, b in pairs
    ):
        for a, b in pairs:
            if a != b:
                operations += _changes(a, b)
    elif wanted[: len(held)] == held and held:
        operations.append(["add", item.key, [inner(i) for i in wanted[len(held) :]]])
    else:
        operations.append(["fill", item.key, item.text, [inner(i) for i in wanted]])
    return operations
