"""Which conversation of a file the demo opens, as the bytes that the site would answer with.

Must not know how a conversation is read: the core's own archive reader says what a file holds.
"""

from __future__ import annotations

import json
import uuid
import zipfile
from pathlib import Path
from typing import Any


class NotAConversationError(Exception):
    """The file holds nothing the demo could open."""


def pick(path: Path, title: str | None) -> tuple[str, bytes]:
    """Id and answer of the first conversation, or of the one with that title."""
    found = conversations(path)
    if title is not None:
        found = [c for c in found if c.get("title") == title] or [
            c for c in found if title in str(c.get("title"))
        ]
    if not found:
        raise NotAConversationError(
            f"{path} holds no conversation" + (f" with the title {title!r}" if title else "")
        )
    chosen = found[0]
    name = chosen.get("conversation_id") or chosen.get("id") or str(uuid.uuid5(uuid.NAMESPACE_URL, path.name))
    return str(name), json.dumps(chosen).encode()


def conversations(path: Path) -> list[dict[str, Any]]:
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                names = sorted(n for n in archive.namelist() if n.split("/")[-1].startswith("conversations"))
                loaded = [json.loads(archive.read(n)) for n in names]
        else:
            loaded = [json.loads(path.read_bytes())]
    except (OSError, ValueError) as error:
        raise NotAConversationError(f"{path} cannot be read: {error}") from error
    flat = [c for part in loaded for c in (part if isinstance(part, list) else [part])]
    return [c for c in flat if isinstance(c, dict) and "mapping" in c]
