"""What counts as the same words, and where in the original they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversation_tree.search.matching import Span, first_match, folded, segments


def cut(text: str, typed: str) -> str | None:
    """The part of a text that is found for what somebody typed."""
    span = first_match(text, folded(typed))
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "typed", "found"),
    [
        ("To the sea, then", "the SEA", "the sea"),
        ("die Straße hinab", "STRASSE", "Straße"),
        ("eine STRASSE", "straße", "STRASSE"),
        ("a ﬁne day", "fi", "ﬁ"),
        ("a ﬁne day", "fine", "ﬁne"),
        ("aus İstanbul", "istanbul", "İstanbul"),
        ("ISTANBUL", "ıstanbul", "ISTANBUL"),
        ("çok ılık", "ILIK", "ılık"),
        ("ΟΔΟΣ και", "οδος", "ΟΔΟΣ"),
        ("ο δρόμος", "ΔΡΌΜΟΣ", "δρόμος"),
        ("cafe\u0301 noir", "CAFÉ", "cafe\u0301"),
        ("该方法，更好", "方法,更", "方法，更"),
        ("ｶﾞｲﾄﾞ", "ガイド", "ｶﾞｲﾄﾞ"),
        ("각하", "\u1100\u1161\u11a8", "각"),
        ("\u1100\u1161\u11a8하", "각", "\u1100\u1161\u11a8"),
        ("🙂 Größe 🙃", "grösse 🙃", "Größe 🙃"),
        ("x²+y²", "2+Y", "²+y"),
        ("first\nstraße\nlast", "SSE\nla", "ße\nla"),
        ("ends in a ß\n", "ss\n", "ß\n"),
        ("damaged \ud83d half ß", "half ss", "half ß"),
    ],
)
def test_the_same_words_are_found_and_cut_from_the_original(text: str, typed: str, found: str) -> None:
    assert cut(text, typed) == found


@pytest.mark.parametrize(("text", "typed"), [("cafe\u0301", "cafe"), ("abc", "abd"), ("abc", ""), ("", "a")])
def test_other_words_are_not_found(text: str, typed: str) -> None:
    assert cut(text, typed) is None


def test_what_is_found_first_is_taken() -> None:
    assert first_match("ß and ss", "ss") == Span(0, 1)


ODD = st.one_of(
    st.text(max_size=12),
    # Marks, ligatures, jamo, half-width letters, i's of every kind, line feeds: what folding is hard for.
    st.text(alphabet="ae iIıİ\u0307\u0323\u0301\u0345ﬁßſΣςㅏᄀ\u1161\u11a8ｶﾞか\u3099²Ωǰ\nx", max_size=12),
)


@given(ODD)
def test_a_text_folds_piece_by_piece_as_it_does_in_one(text: str) -> None:
    pieces = list(segments(text))
    assert "".join(text[a:b] for a, b in pieces) == text
    for line in text.split("\n"):
        assert "".join(folded(line[a:b]) for a, b in segments(line)) == folded(line)
    assert "\n".join(folded(line) for line in text.split("\n")) == folded(text)


@given(ODD, ODD, ODD)
def test_whatever_is_in_a_text_is_found_in_it_and_the_cut_holds_it(
    before: str, typed: str, after: str
) -> None:
    # Line feeds around, so that nothing melts together with what was typed.
    text, wanted = f"{before}\n{typed}\n{after}", folded(typed)
    span = first_match(text, wanted)
    if not wanted:
        assert span is None
        return
    assert span is not None
    found = folded(text[span.start : span.end])
    assert wanted in found
    # No more than the letters that the match begins and ends in.
    pieces = [p for p in segments(text) if p.start >= span.start and p.end <= span.end]
    if len(pieces) > 2:
        inner = folded(text[pieces[0].end : pieces[-1].start])
        assert inner in wanted


@given(ODD, st.integers(0, 40), st.integers(1, 40))
def test_a_hit_that_is_made_of_whole_letters_folds_to_what_was_wanted(
    text: str, at: int, length: int
) -> None:
    pieces = list(segments(text))[at : at + length]
    if not pieces:
        return
    wanted = folded(text[pieces[0].start : pieces[-1].end])
    span = first_match(text, wanted)
    assert span is not None
    assert wanted in folded(text[span.start : span.end])
