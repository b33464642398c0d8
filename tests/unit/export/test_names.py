"""File names: legal on three systems, in every script.

Must not know how they are made.
"""

from __future__ import annotations

import pytest

from conversation_tree.export.names import file_name


def name(title: str, date: str = "", ending: str = "md") -> str:
    return file_name(title, date, "abcd-efgh-ijkl", ending)[0]


@pytest.mark.parametrize("reserved", ["CON", "con", "NUL", "com1", "LPT9", "aux.txt", "COM\u00b9"])
def test_reserved_names(reserved: str):
    assert name(reserved) == f"_{reserved}.md"
    assert name(reserved, "2026-09-01") == f"2026-09-01 {reserved}.md"


def test_300_emoji_are_cut_between_characters():
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    made = name(family * 300)
    assert len(made.encode()) <= 200
    assert made.removesuffix(".md").replace(family, "") == ""
    assert made.removesuffix(".md")


def test_120_graphemes_with_the_ending():
    assert len(name("x" * 300)) == 120
    assert len(name("x" * 300, ending="incomplete.html")) == 120


def test_overrides_of_direction_go():
    assert name("photo\u202egpj.exe") == "photogpj.exe.md"


@pytest.mark.parametrize("title", ["Привет мир", "你好 世界", "مرحبا", "नमस्ते", "Ünïcödé"])
def test_scripts_are_kept(title: str):
    assert name(title) == f"{title}.md"
    assert file_name(title, "", "", "md")[1] is False


@pytest.mark.parametrize("title", ["", "..", " . ", "???", "\u202e"])
def test_nothing_left(title: str):
    assert name(title) == "conversation-abcdefgh.md"


def test_marks_of_paths_go():
    assert name('a<b>c:d"e/f\\g|h?i*j\x00k') == "abcdefghijk.md"
    assert file_name("a/b", "", "", "md")[1] is True


def test_composed():
    assert name("e\u0301") == "\u00e9.md"
