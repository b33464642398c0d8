"""The difference of two scenes, as operations for the page.

Must not know what the items mean or what the page is made of.

Operations are JSON arrays, to be applied in order:

* `["set", key, {attribute: value or null}]`: set or remove attributes; the key `drawing` is the svg itself;
* `["del", key]`: remove the element of that key;
* `["put", key, before, tag, {attribute: value}, text or null, [[tag, {...}, text], ...]]`: make an element,
  in the place of the one of the same key if there is one, and put it before the element whose key is
  `before`, which is there already; at the end when it is null.

An item inside another may have items and a key of its own: `[tag, {...}, text, [items], key]`. For those
there are, in a layer that makes use of them:

* `["fill", key, text or null, [items]]`: other words and items in the element of that key;
* `["add", key, [items]]`: more items, at its end.
"""

from __future__ import annotations

from typing import Any

from conversation_tree.scene.items import Item, Scene

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
            operations.append(put(item, next_key))
        elif former is not item and former.attributes != item.attributes:
            operations.append(set_attributes(item.key, former, item))
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


def set_attributes(key: str, former: Item, item: Item) -> Operation:
    """The operation that gives one item's element the attributes of another."""
    return ["set", key, _changed(former.attributes, item.attributes)]


def put(item: Item, before: str | None) -> Operation:
    """The operation that makes an item's element."""
    return ["put", item.key, before, item.tag, item.attributes, item.text, [inner(i) for i in item.children]]


def inner(item: Item) -> list[Any]:
    """An item inside another; as deep as a scene or a card is nested, which is a few levels."""
    if item.children or item.key:
        return [item.tag, item.attributes, item.text, [inner(i) for i in item.children], item.key]
    return [item.tag, item.attributes, item.text]
