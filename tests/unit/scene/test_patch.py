"""Keyed differences of scenes, applied to a toy page.

Must not know what is drawn.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.scene.items import EMPTY, Item, Scene
from conversation_tree.scene.patch import difference


class Page:
    """What the bridge does with operations, in Python."""

    def __init__(self) -> None:
        self.drawing: dict[str, str] = {}
        self.order: list[str] = []
        self.elements: dict[str, tuple[str, dict[str, str], str | None, list[Any]]] = {}

    def apply(self, operations: list[list[Any]]) -> None:
        for name, *operands in operations:
            getattr(self, f"_{name}")(*operands)

    def _put(
        self, key: str, before: str | None, tag: str, attributes: dict, text: str | None, inner: list
    ) -> None:
        if key in self.elements:
            self._del(key)
        self.order.insert(len(self.order) if before is None else self.order.index(before), key)
        self.elements[key] = (tag, dict(attributes), text, inner)

    def _set(self, key: str, attributes: dict[str, str | None]) -> None:
        target = self.drawing if key == "drawing" else self.elements[key][1]
        for name, value in attributes.items():
            if value is None:
                del target[name]
            else:
                target[name] = value

    def _del(self, key: str) -> None:
        self.order.remove(key)
        del self.elements[key]

    def shows(self, scene: Scene) -> bool:
        return (
            self.drawing == scene.drawing
            and self.order == [item.key for item in scene.items]
            and all(
                self.elements[item.key]
                == (
                    item.tag,
                    item.attributes,
                    item.text,
                    [[c.tag, c.attributes, c.text] for c in item.children],
                )
                for item in scene.items
            )
        )


attributes = st.dictionaries(st.sampled_from(["class", "d", "transform"]), st.sampled_from(["a", "b"]))
inner = st.lists(
    st.builds(Item, st.just(""), st.sampled_from(["circle", "text"]), attributes, st.none(), st.just(())),
    max_size=2,
)
items = st.lists(
    st.builds(
        Item,
        st.sampled_from("abcdefg"),
        st.sampled_from(["g", "path"]),
        attributes,
        st.sampled_from([None, "1"]),
        inner.map(tuple),
    ),
    unique_by=lambda item: item.key,
    max_size=7,
)
scenes = st.builds(lambda i, d: Scene(tuple(i), d, frozenset()), items, attributes)


@given(st.lists(scenes, min_size=1, max_size=4))
@settings(deadline=None, max_examples=100)
def test_applying_the_differences_gives_each_new_scene(sequence: list[Scene]) -> None:
    page, shown = Page(), EMPTY
    for scene in sequence:
        page.apply(difference(shown, scene))
        assert page.shows(scene)
        shown = scene


@given(items, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_items_that_changed_places_are_moved(before: list[Item], random: Random) -> None:
    after = random.sample(before, k=random.randint(0, len(before)))
    page = Page()
    old, new = Scene(tuple(before), {}, frozenset()), Scene(tuple(after), {}, frozenset())
    page.apply(difference(EMPTY, old))
    page.apply(difference(old, new))
    assert page.shows(new)


@given(scenes)
def test_an_unchanged_scene_needs_no_operation(scene: Scene) -> None:
    copy = Scene(tuple(Item(*item) for item in scene.items), dict(scene.drawing), scene.nodes)
    assert difference(scene, copy) == []


def scene(*keys: str) -> Scene:
    return Scene(tuple(Item(key, "g", {"class": key}) for key in keys), {}, frozenset())


def test_scrolling_touches_only_what_enters_and_leaves() -> None:
    assert difference(scene("a", "b", "c"), scene("b", "c", "d")) == [
        ["del", "a"],
        ["put", "d", None, "g", {"class": "d"}, None, []],
    ]


def test_a_moved_item_is_put_again() -> None:
    assert difference(scene("a", "b", "c"), scene("c", "a", "b")) == [
        ["put", "c", "a", "g", {"class": "c"}, None, []],
    ]


def test_what_enters_is_put_before_its_neighbour() -> None:
    assert difference(scene("b", "d"), scene("a", "b", "c", "d")) == [
        ["put", "c", "d", "g", {"class": "c"}, None, []],
        ["put", "a", "b", "g", {"class": "a"}, None, []],
    ]


def test_a_changed_attribute_is_set_and_a_missing_one_removed() -> None:
    old = Scene((Item("a", "g", {"class": "x", "id": "i"}),), {}, frozenset())
    new = Scene((Item("a", "g", {"class": "y"}),), {}, frozenset())
    assert difference(old, new) == [["set", "a", {"class": "y", "id": None}]]


def test_the_drawing_itself_is_set_first() -> None:
    old = Scene((), {"width": "1"}, frozenset())
    new = Scene((Item("a", "g", {}),), {"width": "2"}, frozenset())
    assert difference(old, new)[0] == ["set", "drawing", {"width": "2"}]
