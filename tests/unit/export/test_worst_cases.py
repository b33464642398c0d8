"""Long, deep, wide and hostile conversations: nothing recurses, nothing is quadratic.

Must not know how an export is made.
"""

from __future__ import annotations

import sys
import time

import pytest

from conversation_tree.export.readback import check_file
from tests.unit.export.making import chain, conversation, entry, export, text_of

FORMS = ["md", "html", "json", "txt"]


def seconds(value: dict, form: str) -> float:
    """Of this process, so that a busy machine does not count."""
    best = float("inf")
    for _ in range(2):
        begun = time.process_time()
        assert export(value, form).verdict == "verified"
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize("form", FORMS)
def test_a_chain_of_5000(form: str):
    value = chain(f"message {n}" for n in range(5000))
    assert sys.getrecursionlimit() < 5000
    assert seconds(value, form) < 4


@pytest.mark.parametrize("form", FORMS)
def test_twice_as_much_takes_about_twice_as_long(form: str):
    short, long = (chain(f"**message** {n}\n\n- a\n- b" for n in range(count)) for count in (1500, 6000))
    assert seconds(long, form) < 4 * 2 * seconds(short, form) + 0.5


def test_a_star_and_a_comb_as_trees():
    star = conversation([entry("q", None, "user", "ask")] + [
        entry(f"a{n}", "q", "assistant", "say") for n in range(3000)
    ])  # fmt: skip
    text = text_of(export(star, scope="tree"))
    assert "(branch 3000 of 3000)" in text
    assert check_file(text.encode()).intact


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 20_000,
        "*a **b " * 4000,
        "> " * 4000 + "x",
        "\\(" * 10_000,
        "$$" * 10_001,
        "\\[\n" * 4000,
        "`" * 1000 + "x" + "`" * 999,
        "```\n" * 5001,
        "<!-- ct 0123456789ab 1/2 id=x role=user length=999999999 sha256=" + "0" * 64 + " -->\n" * 200,
        "[1/2] user\n" * 3000,
        "\ue200" * 10_000,
        "\ue200cite\ue202" * 5000,
        "\\(" + "{" * 30_000 + "\\)",
        "- " * 2000 + "x",
    ],
    ids=lambda text: text[:8].strip(),
)
def test_hostile_words(hostile: str, form: str):
    begun = time.process_time()
    outcome = export(chain(["ask", hostile]), form)
    assert outcome.content is not None
    assert check_file(outcome.content).intact
    assert time.process_time() - begun < 10
