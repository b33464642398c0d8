"""The plain text file: a header, a line above each message, its text word for word, an index at the end.

Must not know how it is read again (`text_reading`).
"""

from __future__ import annotations

from conversation_tree.export.display import PRIVATE, with_dollars, without_marks
from conversation_tree.export.document import EVERY, Material, Steps, warning_line
from conversation_tree.export.framing import Writer, escaped

START = "[{k}/{n}] "


def write(material: Material) -> Steps:
    request, items = material.request, material.selection.items
    writer = Writer(request.nonce, len(items), comments=False)
    head = [warning_line(material.incomplete)] if material.incomplete else []
    head += [f"{name}: {' '.join(value.split())}" for name, value in material.header.items()]
    writer.head("\n".join(head) + "\n\n")
    options = request.options
    for item, source in zip(items, material.hashes, strict=True):
        if item.k % EVERY == 0:
            yield item.k
        message = item.message
        body = message.text
        if options.citations and (message.marks or PRIVATE.search(body)):
            body = without_marks(body, message.marks, material.sources, "[{n}]")
        if options.dollars and message.form == "prose" and message.role != "user":
            body = with_dollars(body)
        start = START.replace("{k}", str(item.k)).replace("{n}", str(len(items)))
        time = f" - {request.zone.written(message.time)}" if options.times else ""
        branch = f" (branch {item.branch[0]} of {item.branch[1]})" if item.branch[1] > 1 else ""
        above = f" below {item.above}" if branch and item.above else ""
        heading = f"{start}{escaped(message.role)}{time}{branch}{above}\n"
        writer.message(heading, item.id, message.role, body, source, item.above, "\n\n")
    notes = [
        f"[{n}] {' '.join(cited.title.split())} {cited.url}".rstrip() + "\n"
        for n, cited in material.sources.listed()
    ]
    return writer.finish("".join([*notes, "\n"]) if notes else "")
