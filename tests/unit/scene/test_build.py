"""What a scene of a tree holds.

Must not know how the page shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

import pytest

from conversation_tree.layout.folding import folded, runs_of
from conversation_tree.layout.tidy import layout_tree
from conversation_tree.scene.build import MOST_ELEMENTS, TreeScenes, canvas_of, element_id
from conversation_tree.scene.items import ATTRIBUTES, TAGS, Canvas, Item, Scene, Viewport
from conversation_tree.scene.nodes import turn_key
from tests.builders import PlainLabels, chain_parents, chat_parents, comb_parents, star_parents, tree_from

EVERYTHING = Viewport(0, 0, 10_000, 10_000)


def scenes_of(parents: Sequence[int], **facts) -> TreeScenes:
    tree = tree_from(parents, **facts)
    return TreeScenes(tree, layout_tree(tree), PlainLabels())


def whole(parents: Sequence[int], focused: int | None = None, **facts) -> dict[str, Item]:
    scenes = scenes_of(parents, **facts)
    scene = scenes.scene(canvas_of(scenes.layout), EVERYTHING, focused)
    return {item.key: item for item in scene.items}


def test_a_turn_is_a_circle_of_radius_5_at_its_place() -> None:
    node = whole([-1, 0, 0], current=1)["t:n2"]
    assert node.tag == "g"
    assert node.attributes["transform"] == "translate(32,36)"
    assert [(c.tag, c.attributes) for c in node.children] == [("circle", {"r": "5"})]


def test_the_current_turn_has_a_ring_of_radius_8() -> None:
    items = whole([-1, 0, 0], current=1)
    ring = items["t:n1"].children[1]
    assert (ring.tag, ring.attributes) == ("circle", {"class": "cgt-ring", "r": "8"})
    assert "cgt-current" in items["t:n1"].attributes["class"].split()
    assert items["t:n1"].attributes["aria-current"] == "true"
    assert not any("cgt-current" in items[key].attributes["class"] for key in ("t:n0", "t:n2"))


def test_a_question_has_its_turn_number_24_px_to_the_left() -> None:
    items = whole([-1, 0, 1])
    text = items["t:n2"].children[-1]
    assert text.tag == "text"
    assert text.text == "2"
    assert text.attributes["x"] == "-24"
    assert text.attributes["text-anchor"] == "end"


def test_an_answer_has_no_number() -> None:
    assert "text" not in [child.tag for child in whole([-1, 0])["t:n1"].children]


def test_numbers_are_the_only_texts() -> None:
    items = whole([-1, -1, 0, 0, 2], words=["SECRET"] * 5)
    texts = [
        text for item in items.values() for text in (item.text, *(c.text for c in item.children)) if text
    ]
    assert texts == ["1", "2", "1"]


def test_roles_and_the_active_path_are_classes() -> None:
    items = whole([-1, 0, 0, 1], current=3)
    assert items["t:n0"].attributes["class"] == "cgt-node cgt-user cgt-active"
    assert items["t:n1"].attributes["class"] == "cgt-node cgt-assistant cgt-active"
    assert items["t:n2"].attributes["class"] == "cgt-node cgt-assistant"


def test_the_focused_turn_is_marked() -> None:
    items = whole([-1, 0], focused=1)
    assert items["t:n1"].attributes["class"].split()[-1] == "cgt-focused"
    assert "cgt-focused" not in items["t:n0"].attributes["class"]


def test_active_and_inactive_links_are_one_path_each() -> None:
    items = whole([-1, 0, 0, 1], current=3)
    assert items["links"].attributes["d"] == "M0,0C0,18 32,18 32,36"
    assert items["links-active"].attributes["d"] == "M0,0C0,18 -32,18 -32,36M-32,36V72"


def test_a_single_turn_has_no_links() -> None:
    assert list(whole([-1])) == ["t:n0"]


def test_several_roots_hang_on_a_hollow_diamond_that_has_no_number() -> None:
    items = whole([-1, -1])
    diamond = items["root"]
    assert (diamond.tag, diamond.attributes["d"], diamond.children) == ("path", "M0,-5L5,0 0,5 -5,0Z", ())
    assert items["links-active"].attributes["d"] == "M0,0C0,18 32,18 32,36"
    assert [items[k].children[-1].text for k in ("t:n0", "t:n1")] == ["1", "1"]


def test_one_root_has_no_diamond() -> None:
    assert "root" not in whole([-1, 0, 0])


def test_links_lie_below_nodes_and_nodes_are_in_reading_order() -> None:
    assert list(whole([-1, -1, 0, 1, 0])) == [
        "links",
        "links-active",
        "root",
        "t:n0",
        "t:n2",
        "t:n4",
        "t:n1",
        "t:n3",
    ]


def test_a_turn_says_where_it_is_in_the_tree() -> None:
    attributes = whole([-1, 0, 0, 2])["t:n2"].attributes
    assert attributes["role"] == "treeitem"
    assert attributes["id"] == "cgt-t:n2"
    assert (attributes["aria-level"], attributes["aria-setsize"], attributes["aria-posinset"]) == (
        "2",
        "2",
        "2",
    )
    assert attributes["aria-label"] == "assistant 1 2/2: Words of n2"


def test_roots_are_siblings_on_the_first_level() -> None:
    attributes = whole([-1, -1, -1])["t:n1"].attributes
    assert (attributes["aria-level"], attributes["aria-setsize"], attributes["aria-posinset"]) == (
        "1",
        "3",
        "2",
    )


def test_only_declared_tags_and_attributes_are_used() -> None:
    scenes = scenes_of([-1, -1, 0, 0, 2])
    scene = scenes.scene(canvas_of(scenes.layout), EVERYTHING, focused=0)
    used = [*scene.items, *(child for item in scene.items for child in item.children)]
    assert {item.tag for item in used} <= TAGS
    assert {name for item in used for name in item.attributes} | scene.drawing.keys() <= ATTRIBUTES


AWKWARD = ["a b", "a%20b", "ä", "\ud800", "a\nb", "x;y", " 1", "\u0201"]


@pytest.mark.parametrize("one", AWKWARD)
def test_element_ids_have_no_blanks_and_are_one_to_one(one: str) -> None:
    found = element_id(turn_key(one))
    assert found.isascii()
    assert not any(c.isspace() for c in found)
    assert found not in {element_id(turn_key(other)) for other in AWKWARD if other != one}


# ---------------------------------------------------------------- the canvas


def test_a_narrow_tree_is_in_the_middle_of_the_view() -> None:
    layout = layout_tree(tree_from([-1, 0, 0]))
    canvas = canvas_of(layout, 360, 500)
    assert (canvas.left, canvas.width, canvas.height) == (-180, 360, 500)


@pytest.mark.parametrize("parents", [[-1], star_parents(5), star_parents(50), chat_parents(80, fork_every=3)])
@pytest.mark.parametrize("width", [0, 240, 300, 360, 600])
def test_the_canvas_holds_the_tree_and_its_numbers(parents: list[int], width: float) -> None:
    layout = layout_tree(tree_from(parents))
    canvas = canvas_of(layout, width, 400)
    assert canvas.left <= min(layout.x) - 24 - 35
    assert canvas.left + canvas.width >= max(layout.x) + 8
    assert canvas.top <= -8
    assert canvas.top + canvas.height >= max(layout.y) + 8
    assert canvas.width >= width
    assert canvas.height >= 400


def test_the_drawing_shows_the_canvas() -> None:
    assert Canvas(-10.5, -28, 360, 400).attributes() == {
        "viewBox": "-10.5 -28 360 400",
        "width": "360",
        "height": "400",
    }


# ---------------------------------------------------------------- the window

SHAPES = {
    "chat": chat_parents(3_000, seed=2),
    "bushy": chat_parents(3_000, seed=3, fork_every=1),
    "two roots": [-1, -1, *chat_parents(2_000, seed=5, fork_every=4)[2:]],
    "chain": chain_parents(3_000),
    "star": star_parents(20_000),
    "comb": comb_parents(3_000),
    "wide rows": [-1, *([0] * 400), *range(1, 401), *range(401, 801)]
    + [i for i in range(801, 1201) for _ in "ab"],
}


def views(scenes: TreeScenes, seed: int, size: tuple[float, float]) -> list[tuple[Canvas, Viewport]]:
    random = Random(seed)
    canvas = canvas_of(scenes.layout, *size)
    return [
        (
            canvas,
            Viewport(
                random.uniform(0, canvas.width - size[0]), random.uniform(0, canvas.height - size[1]), *size
            ),
        )
        for _ in range(12)
    ]


def path_length(scene: Scene) -> int:
    return sum(len(item.attributes["d"]) for item in scene.items if item.tag == "path")


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("size", [(240, 500), (360, 900), (600, 1400)])
def test_a_window_shows_all_that_is_on_screen_with_few_elements(name: str, size: tuple[float, float]) -> None:
    scenes = scenes_of(SHAPES[name])
    x, y = scenes.layout.x, scenes.layout.y
    for canvas, view in views(scenes, 1, size):
        scene = scenes.scene(canvas, view, focused=len(x) - 1, ahead=1)
        assert scene.elements <= MOST_ELEMENTS
        assert path_length(scene) <= 60_000
        assert len(x) - 1 in scene.nodes
        left, top = canvas.left + view.left, canvas.top + view.top
        on_screen = {
            i
            for i in range(len(x))
            if left - 8 <= x[i] <= left + view.width + 8 and top - 8 <= y[i] <= top + view.height + 8
        }
        assert on_screen <= scene.nodes


@pytest.mark.parametrize(("size", "least"), [((9_000, 3_000), 200), ((90_000, 90_000), 0)])
def test_a_screen_that_holds_too_many_nodes_still_gets_no_more_elements(
    size: tuple[float, float], least: int
) -> None:
    scenes = scenes_of(SHAPES["wide rows"])
    for canvas, view in views(scenes, 1, size):
        assert least < scenes.scene(canvas, view).elements <= MOST_ELEMENTS


def test_at_rest_one_screen_is_drawn_beyond_each_edge() -> None:
    scenes = scenes_of(chain_parents(1_000))
    canvas = canvas_of(scenes.layout, 360, 720)
    scene = scenes.scene(canvas, Viewport(0, 7_200, 360, 720))
    rows = [round((scenes.layout.y[i] - canvas.top) / 36) for i in sorted(scene.nodes)]
    assert 180 <= rows[0] <= 181
    assert 239 <= rows[-1] <= 240


@pytest.mark.parametrize(("ahead", "first", "last"), [(1, 180, 260), (-1, 160, 240)])
def test_in_a_fast_scroll_two_screens_are_drawn_ahead(ahead: int, first: int, last: int) -> None:
    scenes = scenes_of(chain_parents(1_000))
    canvas = canvas_of(scenes.layout, 360, 720)
    scene = scenes.scene(canvas, Viewport(0, 7_200, 360, 720), ahead=ahead)
    rows = [round((scenes.layout.y[i] - canvas.top) / 36) for i in sorted(scene.nodes)]
    assert abs(rows[0] - first) <= 1
    assert abs(rows[-1] - last) <= 1


def test_a_scene_knows_how_many_elements_it_takes() -> None:
    scenes = scenes_of([-1, 0, 0], current=1)
    scene = scenes.scene(canvas_of(scenes.layout), EVERYTHING)
    assert scene.elements == 2 + 3 + 3 + 2


def test_labels_are_asked_only_for_turns_in_the_window_and_once() -> None:
    asked: list[str] = []

    class Counting(PlainLabels):
        def turn(self, turn, sibling_position, sibling_count):
            asked.append(turn.id)
            return turn.id

    tree = tree_from(chain_parents(2_000))
    scenes = TreeScenes(tree, layout_tree(tree), Counting())
    canvas = canvas_of(scenes.layout, 360, 720)
    for _ in range(3):
        scenes.scene(canvas, Viewport(0, 0, 360, 720))
    assert 40 <= len(asked) <= 45
    assert len(set(asked)) == len(asked)


def test_what_is_remembered_of_a_tree_stays_bounded() -> None:
    scenes = scenes_of(chain_parents(9_000))
    canvas = canvas_of(scenes.layout, 360, 720)
    for top in range(0, int(canvas.height), 720):
        scenes.scene(canvas, Viewport(0, top, 360, 720))
    assert len(scenes._items) <= 6_000
    assert scenes.scene(canvas, Viewport(0, 0, 360, 720)).nodes


def test_a_window_does_not_cost_more_in_a_larger_tree() -> None:
    def cost(turns: int) -> float:
        scenes = scenes_of(chat_parents(turns, seed=1))
        canvas = canvas_of(scenes.layout, 360, 720)
        times = []
        for top in range(0, int(canvas.height) - 720, 90):
            start = perf_counter()
            scenes.scene(canvas, Viewport(-canvas.left - 180, top, 360, 720))
            times.append(perf_counter() - start)
        return sorted(times)[len(times) // 2]

    assert cost(20_000) < 8 * cost(1_000)


# ---------------------------------------------------------------- folded runs


def half_folded(**facts) -> TreeScenes:
    """A root, a capsule of 12 turns, a leaf."""
    tree = tree_from(chain_parents(14), **facts)
    nodes = folded(tree, [range(1, 13)])
    return TreeScenes(nodes, layout_tree(nodes), PlainLabels())


def test_a_capsule_is_one_node_in_one_row() -> None:
    scenes = half_folded()
    items = {item.key: item for item in scenes.scene(canvas_of(scenes.layout), EVERYTHING).items}
    assert list(items) == ["links-active", "t:n0", "f:n1", "t:n13"]
    assert items["f:n1"].attributes["transform"] == "translate(0,36)"
    assert items["t:n13"].attributes["transform"] == "translate(0,72)"
    assert [child.text for child in items["f:n1"].children if child.text] == ["[ +12 ]"]
    assert items["f:n1"].attributes["class"] == "cgt-node cgt-capsule cgt-active"
    assert items["f:n1"].attributes["aria-label"] == "capsule n1 to n12 0"


def test_a_capsule_is_20_px_high_with_round_ends() -> None:
    scenes = half_folded()
    (capsule,) = (i for i in scenes.scene(canvas_of(scenes.layout), EVERYTHING).items if i.key == "f:n1")
    (box,) = (child for child in capsule.children if child.attributes["class"] == "cgt-box")
    assert box.attributes["d"] == "M-14,-10h28a10,10 0 0 1 0,20h-28a10,10 0 0 1 0,-20Z"


def test_a_capsule_has_the_ring_in_the_colour_of_the_current_turn_inside() -> None:
    scenes = half_folded(current=4)
    (capsule,) = (i for i in scenes.scene(canvas_of(scenes.layout), EVERYTHING).items if i.key == "f:n1")
    assert capsule.attributes["class"] == "cgt-node cgt-capsule cgt-active cgt-current cgt-user"
    assert "cgt-ring" in [child.attributes.get("class") for child in capsule.children]


def test_links_that_can_be_folded_lie_below_everything_as_one_path() -> None:
    items = whole([-1, 0, 1, 1, 2, 4])
    assert next(iter(items)) == "runs"
    # The run of n2 and n4: the curve from the fork to it is no place to click on.
    assert items["runs"].attributes["d"] == "M-32,72V144"


def test_no_element_too_many_is_drawn_of_a_tree_full_of_capsules() -> None:
    tree = tree_from([-1, *[p for k in range(600) for p in (0, 3 * k + 1, 3 * k + 2)]])
    nodes = folded(tree, runs_of(tree).ranges)
    scenes = TreeScenes(nodes, layout_tree(nodes), PlainLabels())
    assert len(nodes.sizes) == 600
    counts = dict.fromkeys(nodes.sizes, 2)
    marks = dict.fromkeys(nodes.sizes, "cgt-hit")
    canvas = canvas_of(scenes.layout)
    scene = scenes.scene(canvas, Viewport(0, 0, canvas.width, 300), 0, 0, marks, False, counts)
    assert 500 < scene.elements <= MOST_ELEMENTS
