"""The typed display list: items, the canvas they lie on, the scene of what is drawn now.

Must not know what the items stand for.
"""

from __future__ import annotations

from typing import NamedTuple

from conversation_tree.frozen import frozen
from conversation_tree.scene.numbers import number

TAGS = frozenset({"g", "circle", "path", "text"})
"""Every element a scene may hold; the page draws no other."""

ATTRIBUTES = frozenset(
    {"id", "class", "role", "transform", "d", "r", "x", "y", "text-anchor", "stroke-width"}
    | {
        "aria-level",
        "aria-setsize",
        "aria-posinset",
        "aria-label",
        "aria-current",
        "aria-hidden",
        "aria-busy",
        "aria-expanded",
    }
    | {"viewBox", "width", "height"}
)
"""Every attribute a scene may set; the page sets no other."""


class Item(NamedTuple):
    """One element of the drawing. A tuple, because a window holds hundreds and compares them."""

    key: str
    """Unique in its scene; empty for an item inside another."""
    tag: str
    attributes: dict[str, str]
    """Never changed once the item is made."""
    text: str | None = None
    children: tuple[Item, ...] = ()


@frozen
class Canvas:
    """The sheet the tree lies on, px in layout coordinates: what the scrolled content shows."""

    left: float
    top: float
    width: float
    height: float
    scale: float = 1.0
    """px of the scrolled content in one of the layout."""

    def attributes(self) -> dict[str, str]:
        """Attributes of the svg element."""
        width, height = number(self.width), number(self.height)
        return {
            "viewBox": f"{number(self.left)} {number(self.top)} {width} {height}",
            "width": number(self.width * self.scale),
            "height": number(self.height * self.scale),
        }


@frozen
class Viewport:
    """What is on screen, px of the scrolled content: 0, 0 is the canvas's corner."""

    left: float
    top: float
    width: float
    height: float


@frozen
class Scene:
    """What is drawn now; items lie in order, later ones above."""

    items: tuple[Item, ...]
    drawing: dict[str, str]
    """Attributes of the svg element itself."""
    nodes: frozenset[int]
    """The nodes in it."""

    @property
    def elements(self) -> int:
        """How many elements it takes."""
        return sum(1 + len(item.children) for item in self.items)


EMPTY = Scene((), {}, frozenset())
