"""Markdown as HTML that loads nothing: paragraphs, lists, tables, code, formulas, links to look at.

Must not know messages. Raw HTML stays text, an image becomes its name and a link, and only links that a
person may follow (http, https, mailto) are links at all. Formulas are taken out before Markdown sees their
backslashes, but never inside code, which Markdown's own rules find first.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

from conversation_tree.export.mathml import mathml

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

NOTE = "\ufdd0{n}\ufdd1"
"""A footnote in the text that is rendered; these two characters are never somebody's."""
_NOTES = re.compile("\ufdd0([0-9]+)\ufdd1")
_RESERVED = re.compile("[\ufdd0\ufdd1]")
_SAFE = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_MARKED = re.compile(r"[\\`*_\[\]<|~&\ufdd0\0]|[^\S \n]|\$\$|^[ #+=>-]|^[0-9]+[.)]| $", re.MULTILINE)
"""What may mean something to Markdown; a paragraph without any of it needs no parser."""
_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)^ {0,3}\1`*[ ]*$\n?", re.MULTILINE | re.DOTALL)
_NOT_APART = re.compile(r"]:|\\\[|\$\$|~~~|^[ \t>]+`{3}|^ {0,3}\||\t|\r", re.MULTILINE)
"""Where one block of a text can change what another is: links defined elsewhere, formulas over several lines,
fences inside other blocks."""
_BLOCKS = frozenset({"paragraph_open", "heading_open", "th_open", "td_open"})


def without_reserved(text: str) -> str:
    return _RESERVED.sub("\ufffd", text) if "\ufdd0" in text or "\ufdd1" in text else text


def direction(text: str) -> str:
    """`rtl` or `ltr` by the first strong letter; empty when there is none."""
    if text.isascii():
        return "ltr" if any(c.isalpha() for c in text) else ""
    for c in text:
        kind = bidirectional(c)
        if kind == "L":
            return "ltr"
        if kind in {"R", "AL"}:
            return "rtl"
    return ""


class Renderer:
    """One for a file: making the parser takes as long as a long message."""

    def __init__(self, code: list[str]) -> None:
        """`code` takes the text of every code block rendered."""
        self._parser: MarkdownIt | None = None
        self.code = code

    def render(self, text: str) -> str:
        """Blocks that nothing else can change are written at once, the rest by the parser."""
        if _NOT_APART.search(text):
            return self.parsed(text)
        made: list[str] = []
        reached = 0
        for fence in _FENCE.finditer(text):
            made.append(self._apart(text[reached : fence.start()]))
            self.code.append(_bare(fence[3]))
            made.append(_code(fence[3], fence[2]))
            reached = fence.end()
        rest = text[reached:]
        if "```" in rest:
            return "".join([*made, self.parsed(rest)])
        return "".join([*made, self._apart(rest)])

    def _apart(self, text: str) -> str:
        """Plain paragraphs between blank lines end whatever stood before them."""
        if not text.strip("\n"):
            return ""
        if not _MARKED.search(text):
            return "".join(_paragraph(block) for block in text.split("\n\n"))
        made: list[str] = []
        marked: list[str] = []
        for block in text.split("\n\n"):
            if _MARKED.search(block) or (marked and not block.strip("\n")):
                marked.append(block)  # What is blank may hold two blocks together.
                continue
            if marked:
                made.append(self.parsed("\n\n".join(marked)))
                marked = []
            made.append(_paragraph(block))
        if marked:
            made.append(self.parsed("\n\n".join(marked)))
        return "".join(made)

    def parsed(self, text: str) -> str:
        """All of it by the parser."""
        if self._parser is None:
            self._parser = _parser()
        environment: dict[str, Any] = {}
        tokens = self._parser.parse(text, environment)
        _set_directions(tokens)
        self.code += [_bare(token.content) for token in tokens if token.type in {"fence", "code_block"}]
        made: str = self._parser.renderer.render(tokens, self._parser.options, environment)
        return made

    def code_block(self, text: str) -> str:
        """A text that is code as a whole."""
        self.code.append(text)
        return f'<pre dir="ltr"><code>{escape(text, quote=False)}</code></pre>\n'


def _paragraph(block: str) -> str:
    words = block.strip("\n")
    return f"<p{_dir(direction(words))}>{escape(words, quote=False)}</p>\n" if words else ""


def plain_blocks(text: str) -> str:
    """A person's text: line for line, each run of lines with its own direction."""
    blocks = re.split(r"(\n{2,})", text)
    made: list[str] = []
    for block in blocks:
        if block.strip("\n"):
            made.append(f'<div class="plain"{_dir(direction(block))}>{escape(block, quote=False)}</div>\n')
        elif len(block) > 2:
            made.append(f'<div class="plain">{block[2:]}</div>\n')
    return "".join(made)


def _dir(value: str) -> str:
    return f' dir="{value}"' if value == "rtl" else ""


def _set_directions(tokens: Sequence[Token]) -> None:
    """By the first strong letter of a block's words, code and links left out."""
    for token, following in pairwise(tokens):
        if token.type in _BLOCKS and following.type == "inline":
            link = 0
            words: list[str] = []
            for child in following.children or ():
                link += {"link_open": 1, "link_close": -1}.get(child.type, 0)
                if child.type == "text" and not link:
                    words.append(child.content)
            if direction("".join(words)) == "rtl":
                token.attrSet("dir", "rtl")


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only an export needs it

    made = MarkdownIt("commonmark", {"html": False, "breaks": False}).enable(["table", "strikethrough"])
    made.disable(["html_block", "html_inline"])
    made.block.ruler.before("fence", "formula", _formula_block, {"alt": ["paragraph", "blockquote", "list"]})
    made.inline.ruler.before("escape", "formula", _formula_inline)
    # The library's validator lets some data: images through; here a link is for a person to follow.
    made.validateLink = lambda url: bool(_SAFE.match(url))  # type: ignore[method-assign]
    rules = {
        "formula": _show_inline,
        "formula_block": _show_block,
        "image": _show_image,
        "text": _show_text,
        "code_inline": _show_code,
        "fence": _show_fence,
        "code_block": _show_fence,
        "link_open": _show_link,
    }
    for name, rule in rules.items():
        made.add_render_rule(name, rule)
    return made


def _formula_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    opening = line[:2]
    if opening not in {"\\[", "$$"} or state.is_code_block(start):
        return False
    closing = "\\]" if opening == "\\[" else "$$"
    pieces: list[str] = []
    for n in range(start, min(end, start + 200)):
        part = state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]]
        if n > start and state.sCount[n] < state.blkIndent:
            return False
        part = part[2:] if n == start else part
        at = part.find(closing)
        if at < 0:
            pieces.append(part)
            continue
        if part[at + 2 :].strip(" .,;"):
            return False  # More follows on the line: it is a formula in a text.
        if silent:
            return True
        token = state.push("formula_block", "math", 0)
        token.content = "\n".join([*pieces, part[:at]])
        token.markup = opening
        token.info = part[at + 2 :]
        token.map = [start, n + 1]
        state.line = n + 1
        return True
    return False


_CLOSING = {"\\(": "\\)", "\\[": "\\]", "$$": "$$"}


def _formula_inline(state: StateInline, silent: bool) -> bool:
    opening = state.src[state.pos : state.pos + 2]
    closing = _CLOSING.get(opening)
    if closing is None:
        return False
    end = state.src.find(closing, state.pos + 2, state.posMax)
    if end < 0 or end == state.pos + 2 or "`" in state.src[state.pos : end]:
        return False  # Nothing in it, or code: that goes first.
    if not silent:
        token = state.push("formula", "math", 0)
        token.content = state.src[state.pos + 2 : end]
        token.markup = opening
    state.pos = end + 2
    return True


def _shown(token: Token, block: bool) -> str:
    made = mathml(token.content.strip(), block)
    source = f"{token.markup}{token.content}{_CLOSING[token.markup]}"
    return made or f'<code dir="ltr">{escape(source, quote=False)}</code>'


def _show_inline(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    return _shown(tokens[i], tokens[i].markup != "\\(")


def _show_block(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    return f"<div>{_shown(tokens[i], True)}{escape(tokens[i].info, quote=False)}</div>\n"


def _show_image(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    token = tokens[i]
    address = str(token.attrs.get("src", ""))
    name = escape(f"[image: {token.content}]" if token.content else "[image]", quote=False)
    if not _SAFE.match(address):
        return name
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{name}</a>'


def _show_text(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    return with_notes(escape(tokens[i].content, quote=False))


def with_notes(markup: str) -> str:
    return _NOTES.sub(lambda m: f'<sup><a href="#source-{m[1]}">{m[1]}</a></sup>', markup)


def _show_code(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    return f'<code dir="ltr">{escape(_bare(tokens[i].content), quote=False)}</code>'


def _bare(text: str) -> str:
    """Footnotes inside code are numbers in brackets."""
    return _NOTES.sub(lambda m: f"[{m[1]}]", text)


def _show_fence(self: Any, tokens: Sequence[Token], i: int, *_: Any) -> str:
    return _code(tokens[i].content, tokens[i].info)


def _code(text: str, info: str) -> str:
    language = info.split(maxsplit=1)[0] if info.split() else ""
    label = f'<div class="language">{escape(language, quote=False)}</div>' if language else ""
    return f'{label}<pre dir="ltr"><code>{escape(_bare(text), quote=False)}</code></pre>\n'


def _show_link(
    self: Any, tokens: Sequence[Token], i: int, options: Any, environment: MutableMapping[str, Any]
) -> str:
    tokens[i].attrSet("rel", "noopener noreferrer")
    made: str = self.renderToken(tokens, i, options, environment)
    return made
