"""The words of messages: text, preview, and the names of images and attachments.

Must not know the tree; reads a message only when somebody asks for its words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from conversation_tree.model import PREVIEW_LENGTH, About
from conversation_tree.sites.chatgpt.kinds import about
from conversation_tree.sites.chatgpt.visibility import IMAGE_PART, TRANSCRIPT_PART, pictures

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Message


_MARK_BEGINS = "\ue200"
_MARK = re.compile("\ue200[^\ue200\ue201]*(?:\ue201|$)")


class Texts:
    """The words of turns, read from the messages seen in each (a `model.TurnTexts`)."""

    def __init__(
        self,
        messages: list[Message | None],
        turn_of: list[int],
        keys: list[str],
        message_ids: list[list[str]],
    ) -> None:
        """Messages in depth-first order, and the turn of each that is seen, below 0 for the others; the keys
        of all messages, and those of each turn's, seen or not."""
        self._messages = messages
        self._turn_of = turn_of
        self._keys = keys
        self._message_ids = message_ids
        self._place: dict[str, int] = {}
        """Of each key; made when first asked for."""
        self._seen: list[list[int]] = []
        """The seen messages of each turn, in order; made when first asked for."""
        self._last: dict[int, int] = {}
        """The last of them, which a preview makes do with."""

    def with_messages(self, messages: list[Message | None]) -> Texts:
        """The words of the same turns when some of their messages say something else."""
        return Texts(messages, self._turn_of, self._keys, self._message_ids)

    def preview(self, index: int) -> str:
        if not self._last:
            self._last = dict(zip(self._turn_of, range(len(self._turn_of)), strict=True))
        message = self._messages[self._last[index]]
        said, shown = _lines(message) if message is not None else ([], [])
        return _beginning("\n".join(said)) or _beginning("\n".join(shown))

    def text(self, index: int) -> str:
        return "\n".join(text for i in self._seen_in(index) if (text := self._words(i)))

    def about(self, index: int) -> About:
        if not self._place:
            self._place = dict(zip(self._keys, range(len(self._keys)), strict=True))
        places = [self._place[key] for key in self._message_ids[index]]
        return about(
            [m for i in places if self._turn_of[i] == index and (m := self._messages[i]) is not None],
            [m for i in places if self._turn_of[i] != index and (m := self._messages[i]) is not None],
        )

    def _seen_in(self, turn: int) -> list[int]:
        if not self._seen:
            self._seen = [[] for _ in range(max(self._turn_of) + 1)]
            for i, of in enumerate(self._turn_of):
                if of >= 0:
                    self._seen[of].append(i)
        return self._seen[turn]

    def _words(self, i: int) -> str:
        message = self._messages[i]
        return words(message) if message is not None else ""


def words(message: Message) -> str:
    """The text of one message and the names of what is shown with it, a line each."""
    said, shown = _lines(message)
    return "\n".join(said + shown)


def _lines(message: Message) -> tuple[list[str], list[str]]:
    """What a message says, and the names of the images and attachments shown with it."""
    lines: list[str] = []
    content, metadata = message.content, message.metadata
    # Thoughts lie beside `parts`, so what is read here holds none; a tool's own output is left out too.
    result = message.author is not None and message.author.role == "tool"
    parts = content.pieces() if content is not None else ()
    names: list[str] = []
    for part in parts:
        if type(part) is str:
            if not result:
                lines.append(part)
        elif type(part) is dict:
            kind = part.get("content_type")
            text = part.get("text")
            if kind == TRANSCRIPT_PART and type(text) is str:
                lines.append(text)
            elif kind == IMAGE_PART:
                names.append(_file_of(part.get("asset_pointer")))
    if content is not None and type(content.text) is str and not result:
        lines.append(content.text)
    attachments = metadata.attachments if metadata is not None else None
    attached: set[str] = set()
    shown: list[str] = []
    for attachment in attachments if type(attachments) is list else ():
        if type(attachment) is dict:
            name, identity = attachment.get("name"), attachment.get("id")
            if type(name) is str:
                shown.append(name)
            if type(identity) is str:
                attached.add(identity)
    shown += [name for name in names if name not in attached]
    shown += [_file_of(url) for url in pictures(metadata)]
    return [_storable(line) for line in lines], [_storable(name) for name in shown]


def _storable(text: str) -> str:
    return text.replace("\0", "\ufffd")


def _file_of(pointer: object) -> str:
    """What follows the last slash of a pointer such as `scheme://file-name`."""
    return pointer.rpartition("/")[2] if type(pointer) is str else ""


def _without_marks(text: str) -> str:
    """Without the site's marks of citations, which its page shows as something else."""
    return _MARK.sub("", text) if _MARK_BEGINS in text else text


def _beginning(text: str) -> str:
    """The first characters with each run of blanks as one space; looks at the whole only if it must."""
    for reach in (4 * PREVIEW_LENGTH, len(text)):
        found = " ".join(_without_marks(text[:reach]).split())
        if len(found) >= PREVIEW_LENGTH:
            break
    return found[:PREVIEW_LENGTH]
