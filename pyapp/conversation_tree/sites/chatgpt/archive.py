"""Conversations in a file: one, several, the official export, its split parts, or the ZIP around them.

Must not know what is inside a conversation but its name; writes nothing to disk, and opens no other entry of
a ZIP than the conversations (the account's data lie beside them).

A file is cut into conversations by their brackets alone, one at a time, so the first of two thousand is there
at once, and one that cannot be read harms no other.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from conversation_tree.errors import CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.chatgpt import elements, nesting

if TYPE_CHECKING:
    import zipfile

Parse = Callable[[bytes], Conversation]

LARGEST_ENTRY = 1 << 30
"""Bytes of one unpacked file; the largest export heard of has about a quarter of that."""
TIGHTEST_RATIO = 200
"""Unpacked to packed. Text of people is packed 3 to 10 times; deflate reaches 1,032 on zeros."""
RATIO_COUNTS_FROM = 1 << 20
"""Below this many unpacked bytes nothing can be a bomb, and a test file of one repeated word is honest."""

_ENTRY = re.compile(r"(?:^|/)conversations(?:-(\d+))?\.json$")
_DAMAGE = (zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


@dataclass(slots=True)
class Stub:
    """A `base.ConversationStub`."""

    id: str
    title: str
    _body: bytes
    _parse: Parse
    _error: CodedError | None = None

    def parse(self) -> Conversation:
        return self._parse(self.body)

    @property
    def body(self) -> bytes:
        if self._error is not None:
            raise self._error
        return self._body


def conversations(name: str, source: bytes | BinaryIO, parse: Parse) -> Iterator[Stub]:
    """Every conversation of a file, in its order. Raises CodedError when the file as a whole is none.

    `name` is only for what is said about the file; what it is, its first bytes say.
    """
    file = BytesIO(source) if isinstance(source, bytes) else source
    if not file.seekable():
        file = BytesIO(file.read())
    start = file.read(4)
    file.seek(0)
    if start[:2] == b"PK":
        yield from _in_archive(file, parse)
    else:
        yield from _in_json(file.read(), parse)


def _in_archive(file: BinaryIO, parse: Parse) -> Iterator[Stub]:
    import zipfile  # noqa: PLC0415 - a tenth of the time to import the core, and no page needs it

    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, *_DAMAGE) as error:
        raise CodedError("CT-FILE-06", str(error)) from error
    with archive:
        found = [(m, i) for i in archive.infolist() if (m := _ENTRY.search(i.filename))]
        if not found:
            raise CodedError("CT-FILE-05")
        found.sort(key=lambda pair: (int(pair[0][1] or -1), pair[1].filename))
        for _, entry in found:
            try:
                body = _unpacked(archive, entry)
                yield from _in_json(body, parse)
            except CodedError as error:
                yield Stub("", "", b"", parse, error)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The entry's bytes. What its header says is checked first and then held to: a header can lie."""
    import zipfile  # noqa: PLC0415 - as above

    if entry.file_size > LARGEST_ENTRY:
        raise CodedError("CT-FILE-07", entry.filename)
    if entry.file_size > RATIO_COUNTS_FROM and entry.file_size > TIGHTEST_RATIO * entry.compress_size:
        raise CodedError("CT-FILE-07", entry.filename)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise CodedError("CT-FILE-06", f"{entry.filename} is packed in a way that is not read")
    pieces: list[bytes] = []
    try:
        with archive.open(entry) as packed:
            # In pieces, because one read of everything would unpack more than the header promised before
            # noticing; reading stops at the promised size and the checksum tells the rest.
            while piece := packed.read(1 << 20):
                pieces.append(piece)
    except (zipfile.BadZipFile, *_DAMAGE) as error:
        locked = entry.flag_bits & 0x1
        raise CodedError("CT-FILE-06", "it is locked with a password" if locked else str(error)) from error
    return b"".join(pieces)


def _in_json(body: bytes, parse: Parse) -> Iterator[Stub]:
    found = elements.conversations_of(body)
    if found is None:
        yield _stub(body, parse)
        return
    empty = True
    try:
        for element in found:
            empty = False
            yield _stub(element, parse)
    except CodedError as error:
        if empty:
            raise
        yield Stub("", "", b"", parse, error)
    if empty and b'"mapping"' in body:
        # A conversation that happens to have an empty list of that name.
        yield _stub(body, parse)
    elif empty:
        raise CodedError("CT-FILE-02", "it is a list without a conversation in it")


def _stub(body: bytes, parse: Parse) -> Stub:
    from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

    try:
        nesting.check(body)
        identity, title = payload.names(body)
    except CodedError as error:
        return Stub("", "", b"", parse, error)
    return Stub(identity, title, body, parse)
