"""Which conversation of a file the demo opens, as the bytes that the site would answer with.

Must not know how a conversation is read: the core's own archive reader cuts the file.
"""

from __future__ import annotations

import re
import uuid
from pathlib import Path

from conversation_tree.errors import CodedError
from conversation_tree.sites.chatgpt import archive
from conversation_tree.sites.chatgpt.adapter import ChatGPT

IN_AN_ADDRESS = re.compile(r"[A-Za-z0-9-]{1,64}")


def pick(path: Path, title: str | None) -> tuple[str, bytes]:
    """Id and bytes of the first conversation that can be read, or of the one with that title.

    Raises CodedError.
    """
    adapter = ChatGPT()
    refused: CodedError | None = None

    def bytes_of(body: bytes) -> bytes:
        """In the place of a parser: the page and the engine shall see what the file holds."""
        adapter.parse(body)
        return body

    try:
        file = path.open("rb")
    except OSError as error:
        raise CodedError("CT-FILE-09", error.strerror or "") from error
    with file:
        for found in archive.conversations(path.name, file, bytes_of):  # type: ignore[arg-type]
            if title is not None and found.title != title:
                continue
            try:
                served: bytes = found.parse()  # type: ignore[assignment]
            except CodedError as error:
                refused = error
                continue
            known = IN_AN_ADDRESS.fullmatch(found.id)
            return found.id if known else str(uuid.uuid5(uuid.NAMESPACE_OID, path.name)), served
    raise refused or (
        CodedError("CT-FILE-08", title) if title is not None else CodedError("CT-FILE-02", "it is empty")
    )
