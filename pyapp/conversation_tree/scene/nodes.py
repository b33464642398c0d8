"""What a node of the drawing looks like: the circle of a turn, the capsule of a folded run.

Must not know which nodes are in view, nor their names.
"""

from __future__ import annotations

from conversation_tree.layout.folding import FoldedTree
from conversation_tree.layout.tidy import ROW, Layout
from conversation_tree.scene import look
from conversation_tree.scene.items import Item
from conversation_tree.scene.numbers import number

NODE_ELEMENTS = {"user": 3, "assistant": 2}
"""Of one turn: group, circle, and the number of a question."""
CAPSULE_ELEMENTS = 6
"""Of a capsule at most: group, unseen line, box, ring, text, count."""

_DOT = Item("", "circle", {"r": str(look.NODE_RADIUS)})
_RING = Item("", "circle", {"class": "cgt-ring", "r": str(look.RING_RADIUS)})
_NUMBER = {
    "class": "cgt-number",
    "x": f"-{look.NUMBER_DISTANCE}",
    "y": str(look.NUMBER_BASELINE),
    "text-anchor": "end",
}
_SIZE = {"class": "cgt-size", "y": str(look.NUMBER_BASELINE), "text-anchor": "middle"}
_R = look.VIRTUAL_ROOT_RADIUS
VIRTUAL_ROOT = Item(
    "root",
    "path",
    {"class": "cgt-virtual-root", "d": f"M0,-{_R}L{_R},0 0,{_R} -{_R},0Z", "aria-hidden": "true"},
)


def turn_key(turn_id: str) -> str:
    """The key of a turn's item."""
    return f"t:{turn_id}"


def capsule_key(turn_id: str) -> str:
    """The key of a capsule's item, by its first turn."""
    return f"f:{turn_id}"


def node_key(nodes: FoldedTree, node: int) -> str:
    turn_id = nodes.tree.ids[nodes.firsts[node]]
    return capsule_key(turn_id) if node in nodes.sizes else turn_key(turn_id)


def node_item(nodes: FoldedTree, layout: Layout, node: int) -> Item:
    """A node as it looks."""
    size = nodes.sizes.get(node)
    return _turn_item(nodes, layout, node) if size is None else _capsule_item(nodes, layout, node, size)


def _turn_item(nodes: FoldedTree, layout: Layout, node: int) -> Item:
    """Circle, ring on the current one, number beside a question."""
    tree, turn = nodes.tree, nodes.firsts[node]
    role = tree.roles[turn]
    classes = f"cgt-node cgt-{role}"
    if tree.active[turn]:
        classes += " cgt-active"
    children = [_DOT]
    if turn == tree.current:
        classes += " cgt-current"
        children.append(_RING)
    if role == "user":
        children.append(Item("", "text", _NUMBER, str(tree.turn_numbers[turn])))
    place = {"class": classes, "transform": _place(layout, node)}
    return Item(turn_key(tree.ids[turn]), "g", place, None, tuple(children))


def _capsule_item(nodes: FoldedTree, layout: Layout, node: int, size: int) -> Item:
    """A rounded box with `[ +N ]`; with the ring of the current turn, in its colour, when that is inside."""
    tree = nodes.tree
    classes = "cgt-node cgt-capsule"
    if nodes.active[node]:
        classes += " cgt-active"
    words = f"[ +{size} ]"
    half = _half_width(size)
    children = [
        Item("", "path", {"class": "cgt-target", "d": f"M-{number(half)},0H{number(half)}"}),
        Item("", "path", {"class": "cgt-box", "d": _rounded(half, look.CAPSULE_HALF_HEIGHT)}),
    ]
    if node == nodes.current and tree.current is not None:
        classes += f" cgt-current cgt-{tree.roles[tree.current]}"
        gap = look.RING_RADIUS - look.NODE_RADIUS
        outline = _rounded(half + gap, look.CAPSULE_HALF_HEIGHT + gap)
        children.append(Item("", "path", {"class": "cgt-ring", "d": outline}))
    children.append(Item("", "text", _SIZE, words))
    place = {"class": classes, "transform": _place(layout, node)}
    return Item(node_key(nodes, node), "g", place, None, tuple(children))


def with_count(capsule: Item, size: int, count: int) -> Item:
    """A capsule with the number of hits inside it at its upper right corner."""
    corner = {
        "class": "cgt-count",
        "x": number(_half_width(size)),
        "y": str(-look.CAPSULE_HALF_HEIGHT),
        "text-anchor": "middle",
    }
    return capsule._replace(children=(*capsule.children, Item("", "text", corner, str(count))))


def _half_width(size: int) -> float:
    return look.CAPSULE_HALF_WIDTH + look.CAPSULE_HALF_DIGIT * len(str(size))


def _place(layout: Layout, node: int) -> str:
    return f"translate({number(layout.x[node])},{number(ROW * layout.depth[node])})"


def _rounded(half_width: float, half_height: float) -> str:
    """The outline of a box around 0, 0 whose ends are half circles."""
    straight, radius = number(half_width - half_height), number(half_height)
    width = number(2 * (half_width - half_height))
    return f"M-{straight},-{radius}h{width}a{radius},{radius} 0 0 1 0,{number(2 * half_height)}h-{width}" + (
        f"a{radius},{radius} 0 0 1 0,-{number(2 * half_height)}Z"
    )
