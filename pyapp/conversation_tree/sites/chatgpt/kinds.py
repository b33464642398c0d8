"""What a turn holds besides words, how it ended, and which model wrote it.

Must not know the tree; reads the few messages of the one turn that somebody asks about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from conversation_tree.model import About
from conversation_tree.sites.chatgpt.visibility import (
    IMAGE_PART,
    SEEN_PARTS,
    WORK_PREFIX,
    WORK_TYPES,
    pictures,
)

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Message

ORDER = ("image", "audio", "file", "canvas", "tool", "thoughts", "stopped")
THOUGHT_TYPES = frozenset({"thoughts", "reasoning_recap"})
CANVAS = "canmore."
"""How the names of the tools begin that write canvas documents."""
TO_EVERYONE = ("all", "assistant", "")


def about(seen: Sequence[Message], unseen: Sequence[Message]) -> About:
    """Of one turn: its messages that the page shows, and the others."""
    found: set[str] = set()
    for message in seen:
        found.update(_shown(message))
    for message in unseen:
        found.update(kind for kind in _work(message) if kind != "thoughts")
    if seen and all(_is_work(message) for message in seen):
        # A piece of work stands for the answer: it was stopped, or thought about and never given.
        found.update(kind for message in seen for kind in _work(message))
        if "thoughts" not in found:
            found.add("stopped")
    if "canvas" in found:
        found.discard("tool")  # what the canvas answers is no other tool's
    slugs = [m.metadata.model_slug for m in [*unseen, *seen] if m.metadata is not None]
    named = [slug for slug in slugs if type(slug) is str and slug]
    written = any(_role(message) == "assistant" for message in seen)
    return About(tuple(kind for kind in ORDER if kind in found), named[-1] if named and written else "")


def _role(message: Message) -> Any:
    return message.author.role if message.author is not None else None


def _shown(message: Message) -> Iterator[str]:
    for part in message.content.pieces() if message.content is not None else ():
        kind = part.get("content_type") if type(part) is dict else None
        if kind == IMAGE_PART:
            yield "image"
        elif type(kind) is str and kind in SEEN_PARTS:
            yield "audio"
    if pictures(message.metadata):
        yield "image"
    attachments = message.metadata.attachments if message.metadata is not None else None
    for attachment in attachments if type(attachments) is list else ():
        if type(attachment) is dict:
            mime = attachment.get("mime_type") or attachment.get("mimeType")
            yield "image" if type(mime) is str and mime.startswith("image/") else "file"


def _is_work(message: Message) -> bool:
    """Whether a message is a call, a thought or a result, which the page does not show as words."""
    if _role(message) == "user":
        return False
    kind = message.content.content_type if message.content is not None else None
    unseen = type(kind) is str and (kind in WORK_TYPES or kind.startswith(WORK_PREFIX))
    return unseen or _called(message) != "" or (_role(message) == "tool" and not list(_shown(message)))


def _called(message: Message) -> str:
    """The tool that a message is to."""
    recipient = message.recipient
    return recipient if type(recipient) is str and recipient not in TO_EVERYONE else ""


def _work(message: Message) -> Iterator[str]:
    kind = message.content.content_type if message.content is not None else None
    tool = _called(message)
    if tool.startswith(CANVAS):
        yield "canvas"
    elif kind in THOUGHT_TYPES:
        yield "thoughts"
    elif tool or _role(message) == "tool":
        yield "tool"
