"""A reader of exports of its own, from the description of frames alone: it imports nothing of the exporter.

What it goes by: a message stands between an opening comment (a nonce of twelve hexadecimal digits, k/N, id,
role, length in UTF-16 units, and `sha256`, or `src` and `body` where what is shown is not the source) and a
closing comment with the nonce and k. The body begins on the line after the opening comment; it is cut by its
length, and then the closing comment must follow on a line of its own. Characters of ids outside
`A-Za-z0-9_-` are written as `%XX`, their bytes in UTF-8.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from urllib.parse import unquote

OPEN = re.compile(
    rb"<!-- ct (?P<nonce>[0-9a-f]{12}) (?P<k>\d+)/(?P<n>\d+) id=(?P<id>\S+) role=(?P<role>\S+)"
    rb" length=(?P<length>\d+) (?:sha256=(?P<sha>[0-9a-f]{64})"
    rb"|src=(?P<src>[0-9a-f]{64}) body=(?P<body>[0-9a-f]{64})) -->\n"
)


@dataclass
class Read:
    k: int
    n: int
    id: str
    role: str
    body: str
    source_hash: str
    whole: bool
    """The body has the hash that its frame names."""


def canonical(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def framed(content: bytes) -> list[Read]:
    """The messages of a Markdown or an HTML file, one after the other."""
    found: list[Read] = []
    position = 0
    nonce = None
    while match := OPEN.search(content, position):
        if nonce is not None and match["nonce"] != nonce:
            position = match.end()
            continue
        rest = content[match.end() :].decode("utf-8")
        units = rest.encode("utf-16-le")[: 2 * int(match["length"])]
        body = units.decode("utf-16-le")
        end = match.end() + len(body.encode("utf-8"))
        closing = b"\n<!-- /ct %s %s -->\n" % (match["nonce"], match["k"])
        if not content.startswith(closing, end):
            position = match.end()
            continue
        nonce = match["nonce"]
        stated = (match["sha"] or match["body"]).decode()
        source = (match["sha"] or match["src"]).decode()
        found.append(
            Read(int(match["k"]), int(match["n"]), unquote(match["id"].decode()),
                 unquote(match["role"].decode()), body, source, sha(body) == stated)
        )  # fmt: skip
        position = end + len(closing)
    return found


def from_json(content: bytes) -> list[Read]:
    value = json.loads(content)
    messages = value["normalised"]["messages"]
    return [
        Read(each["n"], len(messages), each["id"], each["role"], each["text"], each["sha256"],
             sha(each["text"]) == each["sha256"])
        for each in messages
    ]  # fmt: skip


def from_text(content: bytes) -> list[Read]:
    """By the block at the end: k, id, role, above, length, body, source, before, width."""
    text = content.decode("utf-8")
    block = text[text.rindex("\nct-index ") + 1 :].split("\n")
    rows = [line.split(" ") for line in block[1:] if line and not line.startswith("seal ")]
    found: list[Read] = []
    units = text.encode("utf-16-le")
    first = re.search(rf"^\[1/{len(rows)}\] ", text, re.MULTILINE)
    assert first is not None
    position = len(text[: first.start()].encode("utf-16-le"))
    for k, name, role, _, length, body, source, _, width in rows:
        start = position + 2 * int(width)
        end = start + 2 * int(length)
        words = units[start:end].decode("utf-16-le")
        heading = units[position:start].decode("utf-16-le").strip("\n")
        whole = sha(words) == body and heading.startswith(f"[{k}/{len(rows)}] ")
        found.append(
            Read(
                int(k),
                len(rows),
                unquote(name),
                unquote(role),
                words,
                body if source == "=" else source,
                whole,
            )
        )
        position = end
    return found


def read(content: bytes, form: str) -> list[Read]:
    return {"md": framed, "html": framed, "json": from_json, "txt": from_text}[form](content)
