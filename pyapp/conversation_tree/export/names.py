"""File names that are legal on Windows, macOS and Linux, in any script.

Must not know what is in the file.
"""

from __future__ import annotations

import re
from unicodedata import category, combining, normalize

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)", re.IGNORECASE)
LONGEST = 120
"""Characters as a person counts them (graphemes), with the ending."""
LONGEST_BYTES = 200


def file_name(title: str, date: str, conversation: str, ending: str) -> tuple[str, bool]:
    """`{date} {title}.{ending}`, and whether the title had to be changed for it."""
    wanted = " ".join(normalize("NFC", title).split())
    clean = " ".join(_FORBIDDEN.sub("", wanted).split()).strip(". ")
    clean = "".join(c for c in clean if category(c) not in {"Cs", "Cn", "Co"})
    clean = clean or f"conversation-{_short(conversation)}"
    stem = f"{date} {clean}" if date else clean
    if _RESERVED.match(stem):
        stem = "_" + stem
    stem = _cut(stem, LONGEST - len(ending) - 1, LONGEST_BYTES - len(ending) - 1).rstrip(". ")
    changed = stem not in (f"{date} {wanted}", wanted) and bool(wanted)
    return f"{stem}.{ending}", changed


def _short(conversation: str) -> str:
    return "".join(c for c in conversation if c.isascii() and c.isalnum())[:8] or "unnamed"


def _cut(text: str, graphemes: int, size: int) -> str:
    """As many whole graphemes as fit; a joined emoji is never cut in two."""
    kept = used = 0
    for count, (start, end) in enumerate(_graphemes(text), 1):
        used += len(text[start:end].encode())
        if count > graphemes or used > size:
            break
        kept = end
    return text[:kept]


def _graphemes(text: str) -> list[tuple[int, int]]:
    """Runs that are seen as one character: marks, joiners, skin tones, pairs of regional letters."""
    bounds: list[tuple[int, int]] = []
    start = flags = 0
    for i, c in enumerate(text):
        flag = 0x1F1E6 <= ord(c) <= 0x1F1FF
        joined = i > 0 and (
            combining(c) > 0
            or category(c) in {"Mn", "Me", "Mc"}
            or c == "\u200d"
            or text[i - 1] == "\u200d"
            or 0x1F3FB <= ord(c) <= 0x1F3FF
            or 0xE0020 <= ord(c) <= 0xE007F
            or (flag and flags % 2 == 1)
        )
        flags = flags + 1 if flag else 0
        if i > start and not joined:
            bounds.append((start, i))
            start = i
    if text:
        bounds.append((start, len(text)))
    return bounds
