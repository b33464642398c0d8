"""SVG files of whole trees.

Must not know a site.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from conversation_tree.layout.tidy import layout_tree
from conversation_tree.scene.svg import svg_text
from tests.builders import chain_parents, chat_parents, star_parents, tree_from

SVG = "{http://www.w3.org/2000/svg}"


def picture(parents: list[int], title: str = "", **facts) -> ElementTree.Element:
    tree = tree_from(parents, **facts)
    return ElementTree.fromstring("".join(svg_text(tree, layout_tree(tree), title)))


@pytest.mark.parametrize("title", ["a <b> & \"c\" 'd'", "中文 עברית 🙂", "two\nlines"])
def test_the_title_is_text_whatever_it_holds(title: str) -> None:
    assert picture([-1], title).findtext(f"{SVG}title") == title


def test_characters_that_xml_cannot_hold_are_replaced() -> None:
    assert picture([-1], "a\0b\ud800\uffff").findtext(f"{SVG}title") == "a\ufffdb\ufffd\ufffd"


def test_the_only_texts_are_the_title_and_the_turn_numbers() -> None:
    root = picture([-1, 0, 1], "Title", words=["SECRET"] * 3)
    style = root.find(f"{SVG}style")
    root.remove(style)
    assert "".join(root.itertext()).split() == ["Title", "1", "2"]


def test_every_turn_is_a_node_at_its_place() -> None:
    parents = chat_parents(200, seed=8, fork_every=4)
    layout = layout_tree(tree_from(parents))
    nodes = [g.get("transform") for g in picture(parents).findall(f"{SVG}g")]
    assert len(nodes) == 200
    assert nodes[0] == "translate(0,0)"
    assert nodes[-1] == f"translate({layout.x[-1]:g},{layout.y[-1]:g})"


def test_the_picture_holds_the_whole_tree() -> None:
    layout = layout_tree(tree_from(star_parents(9)))
    left, top, width, height = map(float, picture(star_parents(9)).get("viewBox").split())
    assert left < min(layout.x) - 24
    assert left + width > max(layout.x) + 8
    assert top < -8
    assert top + height > 36 + 8


def test_light_and_dark_have_colours_of_their_own() -> None:
    style = picture([-1]).findtext(f"{SVG}style")
    light, dark = style.split("@media (prefers-color-scheme: dark)")
    assert "#185FA5" in light
    assert "#0F6E56" in light
    assert "#5AA2E6" in dark
    assert "#2FB898" in dark


def test_the_file_stands_alone() -> None:
    text = "".join(svg_text(tree_from([-1, -1]), layout_tree(tree_from([-1, -1])), "t"))
    assert text.count("://") == 1, "nothing but the name space"
    assert "var(" not in text


def test_a_deep_tree_takes_no_deep_stack() -> None:
    assert len(picture(chain_parents(30_000)).findall(f"{SVG}g")) == 30_000
