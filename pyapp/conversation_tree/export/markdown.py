"""The Markdown file: a YAML header, a heading for each message, its text word for word in a frame.

Must not know how a frame is read again.
"""

from __future__ import annotations

import re

from conversation_tree.export.display import markdown_body
from conversation_tree.export.document import EVERY, Material, Steps, label_of, warning_line
from conversation_tree.export.fences import unclosed
from conversation_tree.export.framing import Writer
from conversation_tree.export.header import front_matter
from conversation_tree.export.scope import Item

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|!&~$])")
_OWN_NOTE = re.compile(r"\[\^\d")


def write(material: Material) -> Steps:
    request, items = material.request, material.selection.items
    writer = Writer(request.nonce, len(items))
    head = f"<!-- {warning_line(material.incomplete)} -->\n" if material.incomplete else ""
    head += f"{front_matter(material.header)}\n# {plain(material.record.title or 'Conversation')}\n\n"
    writer.head(head)
    tree = material.selection.scope.kind != "path"
    note = note_for(items)
    for item, source in zip(items, material.hashes, strict=True):
        if item.k % EVERY == 0:
            yield item.k
        body = markdown_body(item.message, request.options, material.sources, note)
        fence = unclosed(body)
        after = f"{fence}\n" if fence else ""
        if item.below:
            links = (f"[branch {n} of {len(item.below)}](#message-{k})" for n, k in enumerate(item.below, 1))
            after += f"\nContinues in: {', '.join(links)}\n"
        heading = _heading(item, material, tree)
        writer.message(heading, item.id, item.message.role, body, source, item.above, after + "\n")
    return writer.finish(_notes(material, note))


def _heading(item: Item, material: Material, tree: bool) -> str:
    anchor = f'<a id="message-{item.k}"></a>\n\n' if tree else ""
    time = material.request.zone.written(item.message.time)
    line = f"{time}\n\n" if material.request.options.times else ""
    return f"{anchor}## {item.k}. {plain(label_of(item))}\n\n{line}"


def note_for(items: tuple[Item, ...]) -> str:
    """How a footnote is called: by its number, unless a message has such notes of its own."""
    own = any(_OWN_NOTE.search(item.message.text) for item in items if "[^" in item.message.text)
    return "[^source-{n}]" if own else "[^{n}]"


def _notes(material: Material, note: str) -> str:
    lines = []
    for n, cited in material.sources.listed():
        title = plain(cited.title)
        target = f"[{title}](<{address(cited.url)}>)" if cited.url else title
        lines.append(f"{note.replace('{n}', str(n))}: {target}\n")
    return "".join(lines) + ("\n" if lines else "")


def address(url: str) -> str:
    """As it may stand between angle brackets."""
    return "".join(c for c in url if c > " ").replace("<", "%3C").replace(">", "%3E")


def plain(text: str) -> str:
    """A text on one line whose characters mean nothing to Markdown."""
    return _SPECIAL.sub(lambda match: "\\" + match[1], " ".join(text.split()))
