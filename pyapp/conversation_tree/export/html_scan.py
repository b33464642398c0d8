"""What an HTML export holds, found by parsing it: sections, code, images, and anything it would load.

Must not know how it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_LOADING = frozenset(
    ["src", "srcset", "poster", "background", "action", "formaction", "data", "ping", "manifest"],
)
_FORBIDDEN = frozenset(
    ["iframe", "object", "embed", "link", "base", "form", "audio", "video", "source", "track", "frame", "svg"]
)
_LOADING_STYLE = re.compile(r"url\(|@import|image-set\(", re.IGNORECASE)
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


class _Scanner(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Scan()
        self._into: list[str] | None = None
        self._in_pre = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._judge(tag, given)
        if tag == "section" and "data-k" in given:
            self.found.sections.append(
                (given["data-k"], given.get("data-id", ""), given.get("data-role", ""))
            )
        elif tag == "pre":
            self._in_pre = True
        elif (tag == "code" and self._in_pre) or tag in {"title", "style", "script"}:
            self._into = []
        elif tag == "img":
            self.found.pictures += 1
        elif given.get("class") == "asset":
            self.found.placeholders += 1

    def handle_endtag(self, tag: str) -> None:
        text = "".join(self._into or ())
        if tag == "code" and self._in_pre and self._into is not None:
            self.found.code.append(text)
        elif tag == "script":
            self.found.island = text
        elif tag == "title":
            self.found.title = text
        elif tag == "style" and _LOADING_STYLE.search(text):
            self.found.loads.append("style")
        elif tag == "pre":
            self._in_pre = False
            return
        else:
            return
        self._into = None

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into.append(data)

    def _judge(self, tag: str, given: dict[str, str]) -> None:
        loads = self.found.loads
        if tag in _FORBIDDEN:
            loads.append(tag)
        if tag == "script" and given.get("type") != "application/json":
            loads.append(tag)
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            loads.append("refresh")
        loads += [f"{tag} {name}" for name, value in given.items() if _would_load(tag, name, value)]


def _would_load(tag: str, name: str, value: str) -> bool:
    if name.startswith("on"):
        return True
    if name == "style":
        return _LOADING_STYLE.search(value) is not None
    if name in _LOADING:
        return not (tag == "img" and name == "src" and _PICTURE.match(value))
    return name in {"href", "xlink:href"} and not (tag == "a" and _followed(value))


def _followed(address: str) -> bool:
    return address.startswith("#") or re.match(r"https?://|mailto:", address, re.IGNORECASE) is not None


def scan(text: str) -> Scan:
    scanner = _Scanner()
    scanner.feed(text)
    scanner.close()
    return scanner.found
