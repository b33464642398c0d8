"""Where a message's text holds the site's citation marks, and what stands behind them.

Must not know how citations are written in a file.

The site names each mark by index and by its text. Indexes are tried first, as characters and as UTF-16 units,
because the same mark's text repeats; where the text there differs, it is searched for from the last hit on.
A reference whose text is blank (the list of sources at the end has one) names no place: replacing it would
glue all words together. Marks of private-use characters that no reference names are found last.
"""

from __future__ import annotations

import json
import re
from typing import Any

from conversation_tree.record import Cited, Mark, canonical

PRIVATE = re.compile("[\ue200-\ue20f]")
_SPAN = re.compile("\ue200([^\ue200\ue201\ue202]*)((?:\ue202[^\ue200\ue201\ue202]*)*)\ue201")
_CITING = frozenset({"cite", "filecite"})


def marks_of(text: str, metadata: dict[str, Any], verbatim: bool) -> tuple[Mark, ...]:
    """The marks of one text, in order. `verbatim`: the text is as received, so indexes can be trusted."""
    references, citations = metadata.get("content_references"), metadata.get("citations")
    if not references and not citations and PRIVATE.search(text) is None:
        return ()
    found: list[Mark] = []
    reached = 0
    for each in references if isinstance(references, list) else ():
        matched = each.get("matched_text") if isinstance(each, dict) else None
        if not isinstance(matched, str) or not matched.strip():
            continue
        matched = canonical(matched)
        start = _place(text, matched, each.get("start_idx") if verbatim else None, reached)
        if start < 0:
            continue
        reached = start + len(matched)
        found.append(_mark(start, reached, each))
    for each in citations if isinstance(citations, list) else ():
        if isinstance(each, dict) and verbatim:
            found += _old_citation(text, each)
    return _together(text, found)


def _place(text: str, matched: str, index: object, reached: int) -> int:
    if isinstance(index, int) and 0 <= index <= len(text):
        if text.startswith(matched, index):
            return index
        in_units = len(text.encode("utf-16-le")[: 2 * index].decode("utf-16-le", "ignore"))
        if text.startswith(matched, in_units):
            return in_units
    return text.find(matched, reached)


def _mark(start: int, end: int, reference: dict[str, Any]) -> Mark:
    kind = reference.get("type")
    cited = _sources(reference)
    if cited:
        return Mark(start, end, "", tuple(cited))
    if kind == "file":
        return Mark(start, end, "", (Cited(_string(reference, "name") or "file", ""),))
    shown = "" if kind == "hidden" else _string(reference, "alt") or _string(reference, "name")
    return Mark(start, end, shown)


def _sources(reference: dict[str, Any]) -> list[Cited]:
    found: dict[Cited, None] = {}
    kind = reference.get("type")
    if kind in {"entity", "hidden", "alt_text"}:
        return []
    for each in (reference, *_objects(reference.get("items")), *_objects(reference.get("fallback_items"))):
        url = _string(each, "url")
        if url:
            found[Cited(_string(each, "title") or url, url)] = None
        for more in _objects(each.get("supporting_websites")):
            if url := _string(more, "url"):
                found[Cited(_string(more, "title") or url, url)] = None
    return list(found)


def _old_citation(text: str, citation: dict[str, Any]) -> list[Mark]:
    start, end, about = citation.get("start_ix"), citation.get("end_ix"), citation.get("metadata")
    if not isinstance(start, int) or not isinstance(end, int) or not isinstance(about, dict):
        return []
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        return []
    if text[start] not in "\u3010\ue200[:" and text[end - 1] not in "\u3011\ue201]}":
        return []  # The index is of another text than this.
    url, title = _string(about, "url"), _string(about, "title") or _string(about, "name")
    return [Mark(start, end, "", (Cited(title or url, url),))] if url or title else []


def _together(text: str, found: list[Mark]) -> tuple[Mark, ...]:
    """In order and without overlaps, the first of two winning, with the marks that nobody named."""
    found.sort(key=lambda mark: (mark.start, -mark.end))
    kept: list[Mark] = []
    reached = 0
    for mark in [*found, None]:
        until = mark.start if mark is not None else len(text)
        if until < reached:
            continue
        kept += _unnamed(text, reached, until)
        if mark is not None:
            kept.append(mark)
            reached = mark.end
    return tuple(kept)


def _unnamed(text: str, start: int, end: int) -> list[Mark]:
    found: list[Mark] = []
    while (span := _SPAN.search(text, start, end)) is not None:
        found += _loose(text, start, span.start())
        kind, arguments = span[1], span[2].split("\ue202")[1:]
        shown = _entity(arguments) if kind == "entity" else ""
        found.append(Mark(span.start(), span.end(), shown, lost=kind in _CITING))
        start = span.end()
    return found + _loose(text, start, end)


def _loose(text: str, start: int, end: int) -> list[Mark]:
    return [Mark(m.start(), m.end()) for m in PRIVATE.finditer(text, start, end)]


def _entity(arguments: list[str]) -> str:
    """The name in `["kind", "name", "what it is"]`."""
    try:
        value = json.loads(arguments[0]) if arguments else None
    except (ValueError, RecursionError):
        return ""
    return value[1] if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str) else ""


def _objects(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _string(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    return canonical(found) if isinstance(found, str) else ""
