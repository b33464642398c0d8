"""The pictures are still the ones somebody looked at.

Must not know what is in them; a difference means: look, and if it is right, write them anew (see `goldens`).
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.golden.goldens import GOLDENS, HERE

AGAIN = "look at the difference; if it is right: python -m tests.golden.goldens --write"


@pytest.mark.parametrize("name", GOLDENS)
def test_the_file_is_what_it_was(name: str) -> None:
    expected = (HERE / name).read_text(encoding="utf-8")
    assert GOLDENS[name]() == expected, AGAIN


def test_there_is_no_file_that_nobody_makes() -> None:
    assert {path.name for path in HERE.iterdir() if path.suffix in {".svg", ".txt"}} == set(GOLDENS)


@pytest.mark.parametrize("name", [name for name in GOLDENS if name.endswith(".svg")])
def test_pictures_are_well_formed(name: str) -> None:
    assert ElementTree.fromstring((HERE / name).read_text(encoding="utf-8")).tag.endswith("svg")
