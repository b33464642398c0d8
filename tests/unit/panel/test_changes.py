"""What is different between two texts: right for short ones, never slow for long ones."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversation_tree.panel import changes as module
from conversation_tree.panel.changes import Change, changes


def sides(found: tuple[Change, ...]) -> tuple[str, str]:
    """The older and the newer text, if nothing was left out."""
    return (
        "".join(c.text for c in found if c.kind in "=-"),
        "".join(c.text for c in found if c.kind in "=+"),
    )


def test_words_are_compared_as_wholes() -> None:
    assert changes("Go to the near sea.", "Go to the far sea.") == (
        Change("=", "Go to the "),
        Change("-", "near "),
        Change("+", "far "),
        Change("=", "sea."),
    )


def test_scripts_without_blanks_are_compared_by_character() -> None:
    assert changes("我们去看海", "我们去看山") == (
        Change("=", "我们去看"),
        Change("-", "海"),
        Change("+", "山"),
    )


def test_the_same_text_has_no_changes() -> None:
    assert changes("The same.", "The same.") == ()


@pytest.mark.parametrize(("old", "new"), [("", "New"), ("Old", ""), ("a b", "b a"), ("x", "y")])
def test_nothing_is_lost(old: str, new: str) -> None:
    assert sides(changes(old, new)) == (old, new)


@given(st.text("ab \nλ海", max_size=60), st.text("ab \nλ海", max_size=60))
def test_both_texts_can_be_read_in_the_changes(old: str, new: str) -> None:
    assert sides(changes(old, new)) == ("", "") if old == new else sides(changes(old, new)) == (old, new)


def test_what_is_the_same_far_from_a_change_is_left_out() -> None:
    same = "word " * 200
    before, old, new, after = changes(f"{same}near {same}", f"{same}far {same}")
    assert (old, new) == (Change("-", "near "), Change("+", "far "))
    assert before.text == f"…{same[-80:]}"
    assert after.text == f"{same[:80]}…"


def test_long_texts_are_compared_by_line_and_changed_lines_by_word() -> None:
    lines = [f"This is line {n} of a long text." for n in range(2_000)]
    edited = [*lines[:1_000], "This is row 1000 of a long text.", *lines[1_001:]]
    found = changes("\n".join(lines), "\n".join(edited))
    assert [c for c in found if c.kind != "="] == [Change("-", "line "), Change("+", "row ")]


def test_of_very_many_changes_the_first_are_given() -> None:
    words = [f"w{n} " for n in range(360)]
    found = changes("".join(words), "".join(w.upper() if n % 2 else w for n, w in enumerate(words)))
    assert len(found) == module.MOST_PARTS + 1
    assert found[-1] == Change("=", "…")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a b " * 500_000, "b a " * 500_000),
        ("a\n" * 500_000, "b\na\n" * 250_000),
        ("\n".join(map(str, range(300_000))), "\n".join(map(str, range(300_000, 0, -1)))),
        ("x" * 2_000_000, "y" * 2_000_000),
    ],
    ids=["words", "lines", "reversed", "one word"],
)
def test_megabytes_take_no_time_and_give_little(old: str, new: str) -> None:
    began = time.perf_counter()
    found = changes(old, new)
    assert time.perf_counter() - began < 4
    assert found
    assert sum(len(c.text) for c in found) < 4 * module.MOST_SHOWN
