"""The HTML file: one page that loads nothing, each message rendered in a frame, and the sources in an island.

Must not know how Markdown becomes HTML (`render`), nor how the page is read again.
"""

from __future__ import annotations

import json
from html import escape

from conversation_tree.export.display import PRIVATE, without_marks
from conversation_tree.export.document import EVERY, Material, Steps, label_of, warning_line
from conversation_tree.export.framing import Writer, escaped
from conversation_tree.export.html_style import STYLE
from conversation_tree.export.pictures import Album
from conversation_tree.export.render import NOTE, Renderer, plain_blocks, with_notes, without_reserved
from conversation_tree.export.scope import Item

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_UNSAFE = "<>&\u2028\u2029"
"""Characters that could end the island, or a line in it."""


def write(material: Material) -> Steps:
    request, items = material.request, material.selection.items
    writer = Writer(request.nonce, len(items))
    renderer, album = Renderer(material.shown.code), Album(request.pictures, material.shown)
    writer.head(_head(material))
    described: list[dict[str, object]] = []
    for item, source in zip(items, material.hashes, strict=True):
        if item.k % (EVERY // 4) == 0:
            yield item.k
        body = _body(item, material, renderer, album)
        writer.message(_heading(item, material), item.id, item.message.role, body, source, item.above,
                       f"{_branches(item)}</section>\n")  # fmt: skip
        described.append(
            {"n": item.k, "id": item.id, "role": item.message.role, "above": item.above,
             "sha256": source, "text": item.message.text}
        )  # fmt: skip
    island = json.dumps(
        {"schema": material.header["schema"], "header": material.header, "messages": described},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    for c in _UNSAFE:
        island = island.replace(c, f"\\u{ord(c):04x}")
    script = f'<script type="application/json" id="conversation">{island}</script>\n'
    return writer.finish(f"{_notes(material)}{script}</body></html>\n")


def _head(material: Material) -> str:
    title = escape(material.record.title or "Conversation")
    warning = warning_line(material.incomplete) if material.incomplete else ""
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n"
        for name, value in material.header.items()
        if value
    )
    first = f"<!-- {escape(warning).replace('--', '- -')} -->" if warning else ""
    shown = f'<p class="warning">{escape(warning)}</p>\n' if warning else ""
    return (
        f'<!DOCTYPE html>{first}\n<html lang="und"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="frames" content="{material.request.nonce}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n{shown}"
        f'<h1 dir="auto">{title}</h1>\n'
        f'<details><summary>About this file</summary><dl class="facts">\n{facts}</dl></details>\n'
    )


def _heading(item: Item, material: Material) -> str:
    message = item.message
    time = material.request.zone.written(message.time)
    stamp = (
        f'<time datetime="{escape(time)}">{escape(time)}</time>\n' if material.request.options.times else ""
    )
    side = "user" if message.role == "user" else "assistant"
    return (
        f'<section id="message-{item.k}" class="{side}" data-k="{item.k}" data-id="{escaped(item.id)}"'
        f' data-role="{escaped(message.role)}">\n<h2>{item.k}. {escape(label_of(item))}</h2>\n{stamp}'
    )


def _branches(item: Item) -> str:
    if not item.below:
        return ""
    links = (
        f'<a href="#message-{k}">branch {n} of {len(item.below)}</a>' for n, k in enumerate(item.below, 1)
    )
    return f'<p class="branches">Continues in: {", ".join(links)}</p>\n'


def _body(item: Item, material: Material, renderer: Renderer, album: Album) -> str:
    message = item.message
    if message.form in {"code", "result"} and not message.assets:
        return renderer.code_block(message.text)
    text = without_reserved(message.text)
    if message.marks or PRIVATE.search(text):
        text = without_marks(text, message.marks, material.sources, NOTE)
    pieces: list[str] = []
    for words, asset in album.parts(text, message.assets):
        if words.strip("\n"):
            pieces.append(_words(item, words, renderer))
        if asset is not None:
            pieces.append(album.figure(asset))
    made = "".join(pieces)
    if message.form == "thoughts":
        return f"<details><summary>Reasoning</summary>\n{made}</details>\n"
    return made


def _words(item: Item, text: str, renderer: Renderer) -> str:
    if item.message.role == "user" or item.message.form not in {"prose", "document"}:
        return with_notes(plain_blocks(text))
    return renderer.render(text)


def _notes(material: Material) -> str:
    lines = []
    for n, cited in material.sources.listed():
        title = escape(cited.title)
        followed = cited.url.lower().startswith(("https://", "http://"))
        target = f'<a href="{escape(cited.url)}" rel="noopener noreferrer">{title}</a>' if followed else title
        lines.append(f'<li id="source-{n}" value="{n}">{target}</li>\n')
    return (
        f'<section class="sources">\n<h2>Sources</h2>\n<ol>\n{"".join(lines)}</ol></section>\n'
        if lines
        else ""
    )
