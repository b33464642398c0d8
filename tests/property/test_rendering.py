"""A text rendered block by block looks as it does when the parser is given all of it.

Must not know which blocks are taken apart.
"""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from conversation_tree.export.render import Renderer

BLOCKS = [
    *("plain words", "two\nlines", "- a\n- b", "1. x", "2. y", "> quote", "```py\ncode\n```", "# head"),
    *(
        "````\n```\n````",
        "**b** and `c`",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "    indented",
        "  spaced",
        "---",
    ),
    *("text\n===", "\\(x\\)", "\\[\ny\n\\]", "[l]: https://e.example", "[l]", "- a\n\n  more", "```\nopen"),
    *(
        "---",
        "~~~\nz\n~~~",
        "a &amp; b",
        "x < y > z",
        "- ```\n  in\n  ```",
        "",
        "word  ",
        "\u05e9\u05dc",
        "\\",
    ),
    *("text\n```\ncode\n```\ntext", " ```\nx\n ```", "a\u00a0b", "x\n- y", "x\n1. y", "$$\nz\n$$", "x\f"),
    *("\u2028", "\x0b", "* * *", "+ p", "\0"),
]
gaps = st.sampled_from(["\n\n", "\n", "\n\n\n"])
texts = st.lists(st.tuples(st.sampled_from(BLOCKS), gaps), max_size=7).map(
    lambda pairs: "".join(block + gap for block, gap in pairs)
)


@given(texts)
@example("```\na\n```")
@settings(deadline=None, max_examples=200)
def test_block_by_block(text: str):
    apart, whole = [], []
    assert Renderer(apart).render(text) == Renderer(whole).parsed(text)
    assert apart == whole
