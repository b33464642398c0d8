"""The code that runs in the page stays thin, knows nothing of trees, and makes nothing of strings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.package.sources import GENERATED, without_comments

KNOWLEDGE = re.compile(r"(?<![\w$])(parent|child|branch|leaf|mapping)(?![\w$])", re.IGNORECASE)
"""Whole words; the page side needs none of them even as the name of a DOM property."""

DANGEROUS = {
    "markup from strings": r"\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseFromString)\b",
    "document.write": r"\bdocument\s*\.\s*write",
    "code from strings": r"(\beval\b|\bnew\s+Function\b|\bFunction\s*\()",
    "timers from strings": r"\bset(?:Timeout|Interval)\s*\(\s*[\"'`]",
    "contextual fragments": r"\bcreateContextualFragment\b",
}


@pytest.fixture
def page_side(stage: Path, manifest: dict[str, Any]) -> dict[str, str]:
    """Name to text of every script that runs in a page, but those that are only data."""
    names = [name for group in manifest["content_scripts"] for name in group["js"]]
    return {n: (stage / n).read_text(encoding="utf-8") for n in names if n not in GENERATED}


def own_scripts(stage: Path) -> dict[str, str]:
    paths = [p for p in stage.rglob("*") if p.suffix in {".js", ".mjs", ".html"}]
    return {
        p.relative_to(stage).as_posix(): p.read_text(encoding="utf-8")
        for p in paths
        if p.relative_to(stage).parts[0] != "runtime"
    }


def test_the_bridge_has_at_most_300_lines(page_side: dict[str, str]) -> None:
    assert len(page_side["content_bridge.js"].splitlines()) <= 300


def test_all_of_it_has_about_a_thousand_lines_of_code(page_side: dict[str, str]) -> None:
    """Lines with something else than a comment: reasons are not what makes it thick."""
    code = [line for text in page_side.values() for line in without_comments(text).splitlines()]
    assert sum(1 for line in code if line.strip()) <= 1_280


def test_lines_are_no_longer_than_elsewhere(page_side: dict[str, str]) -> None:
    long = [
        (n, i) for n, t in page_side.items() for i, line in enumerate(t.splitlines(), 1) if len(line) > 130
    ]
    assert long == []


def test_it_has_no_word_for_what_a_tree_is(page_side: dict[str, str]) -> None:
    found = {
        (name, number, word)
        for name, text in page_side.items()
        for number, line in enumerate(text.splitlines(), 1)
        for word in KNOWLEDGE.findall(line)
    }
    assert found == set()


@pytest.mark.parametrize("what", DANGEROUS)
def test_nothing_of_ours_makes(what: str, stage: Path) -> None:
    pattern = re.compile(DANGEROUS[what])
    found = [name for name, text in own_scripts(stage).items() if pattern.search(without_comments(text))]
    assert found == []


def test_a_comment_hides_nothing_from_the_gates() -> None:
    assert without_comments('a = "//x"; // eval\nb = `/* y */`; /* innerHTML */ c') == (
        'a = "//x";  \nb = `/* y */`;   c'
    )
