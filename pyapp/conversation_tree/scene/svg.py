"""A whole tree as the text of an SVG file that stands alone.

Must not know the page; it has colours of its own, taken from the same table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from conversation_tree.layout.folding import FoldedTree, folded
from conversation_tree.layout.tidy import Layout
from conversation_tree.model import Tree
from conversation_tree.scene import look
from conversation_tree.scene.build import canvas_of, link_items
from conversation_tree.scene.items import Item
from conversation_tree.scene.nodes import VIRTUAL_ROOT, node_item

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def svg_text(tree: Tree | FoldedTree, layout: Layout, title: str) -> Iterator[str]:
    """The file, line by line; linear in the tree. Its only texts are the title, the turn numbers and
    the sizes of folded runs.

    The first root, or the virtual root, is at 0, 0, as in the layout. Light and dark follow the reader's
    system; a viewer that knows no media queries shows it in light.
    """
    canvas = _written(canvas_of(layout).attributes())
    yield f'<svg xmlns="http://www.w3.org/2000/svg"{canvas} role="img" aria-labelledby="cgt-title">\n'
    yield f'<title id="cgt-title">{_escaped(title)}</title>\n<style>\n{_style()}</style>\n'
    nodes = tree if isinstance(tree, FoldedTree) else folded(tree)
    links = [i for i, p in enumerate(nodes.parents) if p >= 0 or layout.virtual_root]
    for item in link_items(nodes, layout, links):
        yield _element(item)
    if layout.virtual_root:
        yield _element(VIRTUAL_ROOT)
    for index in range(len(nodes)):
        yield _element(node_item(nodes, layout, index))
    yield "</svg>\n"


def _element(item: Item) -> str:
    start = f"<{item.tag}{_written({n: v for n, v in item.attributes.items() if n != 'aria-hidden'})}"
    inner = _escaped(item.text or "") + "".join(_element(child).rstrip("\n") for child in item.children)
    return f"{start}>{inner}</{item.tag}>\n" if inner else f"{start}/>\n"


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())


def _escaped(text: str) -> str:
    return _NO_XML.sub("\ufffd", text).translate(_ESCAPES)


def _style() -> str:
    dark = "".join(f"  {rule}\n" for rule in _colours("dark"))
    return "".join(f"{rule}\n" for rule in [*_shapes(), *_colours("light")]) + (
        f"@media (prefers-color-scheme: dark) {{\n{dark}}}\n"
    )


def _shapes() -> list[str]:
    faint = look.INACTIVE_OPACITY
    return [
        ".cgt-links, .cgt-links-active, .cgt-ring { fill: none; }",
        f".cgt-links {{ stroke-width: {look.INACTIVE_LINK_WIDTH}; stroke-opacity: {faint}; }}",
        f".cgt-links-active {{ stroke-width: {look.ACTIVE_LINK_WIDTH}; }}",
        f".cgt-ring {{ stroke-width: {look.RING_WIDTH}; }}",
        f".cgt-virtual-root {{ stroke-width: {look.VIRTUAL_ROOT_WIDTH}; }}",
        f".cgt-node circle {{ fill-opacity: {faint}; stroke-opacity: {faint}; }}",
        ".cgt-active circle { fill-opacity: 1; stroke-opacity: 1; }",
        f".cgt-box {{ stroke-width: {look.INACTIVE_LINK_WIDTH}; stroke-opacity: {faint}; }}",
        f".cgt-active .cgt-box {{ stroke-width: {look.ACTIVE_LINK_WIDTH}; stroke-opacity: 1; }}",
        f".cgt-number, .cgt-size {{ font: {look.NUMBER_SIZE}px {look.FONT}; }}",
        ".cgt-number, .cgt-size { font-variant-numeric: tabular-nums; }",
    ]


def _colours(theme: look.Theme) -> list[str]:
    colour = look.COLOURS[theme]
    return [
        f"svg {{ background: {colour['background']}; }}",
        f".cgt-links, .cgt-links-active {{ stroke: {colour['link']}; }}",
        f".cgt-user {{ fill: {colour['user']}; }}",
        f".cgt-user .cgt-ring {{ fill: none; stroke: {colour['user']}; }}",
        f".cgt-assistant {{ fill: {colour['assistant']}; }}",
        f".cgt-assistant .cgt-ring {{ fill: none; stroke: {colour['assistant']}; }}",
        f".cgt-virtual-root {{ fill: {colour['background']}; stroke: {colour['text-tertiary']}; }}",
        f".cgt-node .cgt-box {{ fill: {colour['background']}; stroke: {colour['link']}; }}",
        f".cgt-node .cgt-size {{ fill: {colour['text-secondary']}; }}",
        f".cgt-node .cgt-number {{ fill: {colour['text-tertiary']}; }}",
    ]
