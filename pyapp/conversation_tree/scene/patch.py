"""The difference of two scenes, as operations for the page.

Must not know what the items mean or what the page is made of.

Operations are JSON arrays, to be applied in order:

* `["set", key, {attribute: value or null}]`: set or remove attributes; the key `drawing` is the svg itself;
* `["del", key]`: remove the element of that key;
* `["put", key, before, tag, {attribute: value}, text or null, [[tag, {...}, text], ...]]`: make an element,
  in the place of the one of the same key if there is one, and put it before the element whose key is
  `before`, which is there already; at the end when it is null.
"""

from __future__ import annotations

from typing import Any

from conversation_tree.scene.build import Item, Scene

Operation = list[Any]


def difference(old: Scene, new: Scene) -> list[Operation]:
    """Operations that turn the drawing of one scene into the drawing of another. Linear in their items."""
    operations: list[Operation] = []
    if old.drawing != new.drawing:
        operations.append(["set", "drawing", _changed(old.drawing, new.drawing)])
    before = {item.key: (place, item) for place, item in enumerate(old.items)}
    wanted = {item.key for item in new.items}
    operations += [["del", item.key] for item in old.items if item.key not in wanted]
    next_key: str | None = None
    next_place = len(old.items)
    """Where in the old scene the nearest kept item behind this one was: those that stay keep their order."""
    for item in reversed(new.items):
        place, former = before.get(item.key, (-1, None))
        if former is None or place > next_place or not _alike(former, item):
            operations.append(_put(item, next_key))
        elif former is not item and former.attributes != item.attributes:
            operations.append(["set", item.key, _changed(former.attributes, item.attributes)])
        if former is not None and place < next_place:
            next_place = place
        next_key = item.key
    return operations


def _alike(former: Item, item: Item) -> bool:
    """Only attributes of the element itself may differ."""
    return former is item or (
        former.tag == item.tag and former.text == item.text and former.children == item.children
    )


def _changed(old: dict[str, str], new: dict[str, str]) -> dict[str, str | None]:
    changes: dict[str, str | None] = {name: value for name, value in new.items() if old.get(name) != value}
    changes.update((name, None) for name in old if name not in new)
    return changes


def _put(item: Item, before: str | None) -> Operation:
    children = [[child.tag, child.attributes, child.text] for child in item.children]
    return ["put", item.key, before, item.tag, item.attributes, item.text, children]
