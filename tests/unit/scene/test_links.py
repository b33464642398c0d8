"""Path data of links, and coordinates as text.

Must not know which links a window draws.
"""

from __future__ import annotations

import pytest

from conversation_tree.scene.links import links_path
from conversation_tree.scene.numbers import number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (64.0, "64"),
        (-32.0, "-32"),
        (10.5, "10.5"),
        (1 / 3, "0.33"),
        (-0.004, "0"),
        (-0.006, "-0.01"),
        (21.333333333333332, "21.33"),
        (99.999, "100"),
        (1234567.1, "1234567.1"),
        (36, "36"),
    ],
)
def test_coordinates_take_as_few_characters_as_possible(value: float, text: str) -> None:
    assert number(value) == text


def test_a_link_is_a_curve_with_its_control_points_at_half_height() -> None:
    assert links_path([1], [10, 74], [1, 2], [-1, 0]) == "M10,36C10,54 74,54 74,72"


def test_a_link_straight_down_is_a_line() -> None:
    assert links_path([1], [10, 10], [1, 2], [-1, 0]) == "M10,36V72"


def test_what_differs_only_by_rounding_is_straight() -> None:
    assert links_path([1], [10, 10.000000001], [0, 1], [-1, 0]) == "M10,0V36"


def test_straight_links_below_each_other_are_one_line() -> None:
    assert links_path([1, 2, 3], [0, 0, 0, 0], [0, 1, 2, 3], [-1, 0, 1, 2]) == "M0,0V108"


def test_a_curve_between_them_parts_two_lines() -> None:
    path = links_path([1, 2, 3], [0, 0, 64, 64], [0, 1, 2, 3], [-1, 0, 1, 2])
    assert path == "M0,36C0,54 64,54 64,72M0,0V36M64,72V108"


def test_links_above_roots_begin_at_the_virtual_root() -> None:
    path = links_path([0, 1, 2], [-64, 0, 64], [1, 1, 1], [-1, -1, -1])
    assert path == "M0,0C0,18 -64,18 -64,36M0,0C0,18 64,18 64,36M0,0V36"
