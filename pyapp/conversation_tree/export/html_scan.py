"""What an HTML export holds, found in its markup: sections, code, images, and anything it would load.

Must not know how it is written, but for this: every `<` and `>` of somebody's words is escaped, so whatever
stands between the two is markup, and one without the other is something that was never written. That is
stricter than a browser, and a tenth of the time of a parser that forgives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile("<([^<>]*)>")
_NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9:-]*")
_ATTRIBUTE = re.compile(r"""\s*([^\s=>"'/]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?\s*/?""")
_PLAIN = (
    *("p", "li", "ul", "ol", "em", "strong", "s", "div", "sup", "a", "pre", "section", "time", "summary"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "details", "span", "dt", "dd", "dl", "table", "thead", "tbody"),
    *("tr", "th", "td", "blockquote", "br", "hr"),
)
_CLOSED = (f"/{name}" for name in (*_PLAIN, "math", "mi", "mo", "mn", "mrow"))
_HARMLESS = frozenset({*_PLAIN, *_CLOSED, "code"})
"""Tags without attributes that say nothing here; most are of these."""
_ALLOWED = frozenset({*_PLAIN, "html", "head", "meta", "title", "style", "body", "script", "img", "code"})
_LOADING = frozenset(
    ["src", "srcset", "poster", "background", "action", "formaction", "data", "ping", "manifest"]
)
_LOADING_STYLE = re.compile(r"url\(|@import|image-set\(|\\", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]*\Z")


@dataclass(slots=True)
class Scan:
    sections: list[tuple[str, str, str]] = field(default_factory=list)
    """Number, id and role of each, in order."""
    code: list[str] = field(default_factory=list)
    pictures: int = 0
    placeholders: int = 0
    island: str = ""
    loads: list[str] = field(default_factory=list)
    """What the page would load or run, by tag and attribute."""
    title: str = ""


def scan(text: str) -> Scan:
    """Linear in the text."""
    found = Scan()
    count = 0
    before = ""
    """The tag before, where it matters."""
    opened = 0
    """Where the text of a code block, a style, a script or the title begins."""
    for match in _TAG.finditer(text):
        count += 1
        tag = match[1]
        if tag == "code" and before == "pre":
            opened, before = match.end(), "block"
        elif tag in _HARMLESS:
            before = "" if before != "block" else before
        elif tag == "/code":
            if before == "block":
                found.code.append(unescape(text[opened : match.start()]))
            before = ""
        elif tag[:3] != "!--" and tag.lower() != "!doctype html":
            before = _take(found, tag, text[opened : match.start()])
            opened = match.end()
    if count != text.count("<") or count != text.count(">"):
        found.loads.append("markup that is not whole")
    return found


def _take(found: Scan, tag: str, text: str) -> str:
    """Note one tag; `text` is what stands before it. Returns its name where the next one must know."""
    named = _NAME.match(tag)
    if named is None:
        found.loads.append("markup of no kind")
        return ""
    name = named[0].lower()
    if name[0] == "/":
        if name == "/script":
            found.island = text
        elif name == "/title":
            found.title = unescape(text)
        elif name == "/style" and _LOADING_STYLE.search(text):
            found.loads.append("style")
        return ""
    given = {
        match[1].lower(): unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(tag, named.end())
    }
    _judge(found, name, given)
    if name == "section" and "data-k" in given:
        found.sections.append((given["data-k"], given.get("data-id", ""), given.get("data-role", "")))
    elif name == "img":
        found.pictures += 1
    elif given.get("class") == "asset":
        found.placeholders += 1
    return name if name == "pre" else ""


def _judge(found: Scan, name: str, given: dict[str, str]) -> None:
    mathematical = name[0] == "m" and name not in {"marquee", "map", "menu", "meta", "main", "mark", "meter"}
    if name not in _ALLOWED and not mathematical:
        found.loads.append(name)
    if name == "script" and given.get("type") != "application/json":
        found.loads.append(name)
    if name == "meta" and given.get("http-equiv", "").lower() == "refresh":
        found.loads.append("refresh")
    found.loads += [
        f"{name} {attribute}" for attribute, value in given.items() if _loads(name, attribute, value)
    ]


def _loads(tag: str, name: str, value: str) -> bool:
    if name.startswith("on"):
        return True
    if name == "style":
        return _LOADING_STYLE.search(value) is not None
    if name in _LOADING:
        return not (tag == "img" and name == "src" and _PICTURE.match(value))
    return name in {"href", "xlink:href"} and not (tag == "a" and _followed(value))


def _followed(address: str) -> bool:
    return address.startswith("#") or re.match(r"https?://|mailto:", address, re.IGNORECASE) is not None
