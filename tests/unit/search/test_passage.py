"""What stands around a match."""

from __future__ import annotations

from conversation_tree.search.matching import folded
from conversation_tree.search.passage import AFTER, BEFORE, LONGEST, passage


def around(text: str, typed: str) -> tuple[str, str, str] | None:
    found = passage(text, folded(typed))
    return None if found is None else tuple(found)


def test_a_short_text_is_there_as_a_whole() -> None:
    assert around("We walked to the Sea today", "sea") == ("We walked to the ", "Sea", " today")


def test_blanks_and_lines_are_collapsed() -> None:
    assert around("one\n\n two   SEA\n\tthree", "sea") == ("one two ", "SEA", " three")


def test_what_is_cut_off_is_told_and_cut_between_words() -> None:
    found = around("before " * 40 + "sea" + " after" * 90, "sea")
    assert found is not None
    before, match, after = found
    assert (before[:7], match) == ("…before", "sea")
    assert after.endswith("after…")
    assert len(before) <= BEFORE + 1
    assert len(after) <= AFTER + 1


def test_text_without_blanks_is_cut_anywhere() -> None:
    found = around("前" * 500 + "海" + "后" * 500, "海")
    assert found == ("…" + "前" * BEFORE, "海", "后" * AFTER + "…")


def test_the_original_is_shown_and_not_what_it_was_compared_as() -> None:
    assert around("In der Straße", "STRASSE") == ("In der ", "Straße", "")


def test_an_endless_match_is_cut() -> None:
    found = around("x" * 900, "x" * 900)
    assert found is not None
    assert found[1] == "x" * LONGEST + "…"


def test_no_match_no_passage() -> None:
    assert around("hills", "sea") is None
