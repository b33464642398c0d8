"""What part a single message plays: seen on the page as somebody's words, or passed through.

Must not know where a message stands among the others.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any
from unicodedata import category

from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Message, Metadata

PASSED = 0
"""Not seen, and no part of an answer: flagged as hidden, system and unknown roles, blank questions."""
CONTEXT = 1
"""Not seen: what the model is told about the person or the place, though it is written as the assistant's."""
SILENT = 2
"""Not seen: an assistant's message with nothing in it."""
WORK = 3
"""Not seen: a call, a thought or a result on the way to an answer."""
QUESTION = 4
"""Seen, as the person's. Whatever is not less than this is seen."""
ANSWER = 5
"""Seen, as the assistant's."""

CONTEXT_TYPES = frozenset({"model_editable_context", "user_editable_context", "app_pairing_content"})
WORK_TYPES = frozenset(
    {
        "thoughts",
        "reasoning_recap",
        "sonic_webpage",
        "system_error",
        "stderr",
        "execution_output",
        "citable_code_output",
        "computer_output",
    }
)
WORK_PREFIX = "tether_"
IMAGE_PART = "image_asset_pointer"
TRANSCRIPT_PART = "audio_transcription"
SEEN_PARTS = frozenset(
    {IMAGE_PART, TRANSCRIPT_PART, "audio_asset_pointer", "real_time_user_audio_video_asset_pointer"}
)
_QUOTE = 0x22
_WORD_STARTS = frozenset(range(0x21, 0x7F)) - {_QUOTE, 0x5C} | {0xD0, 0xD1, *range(0xE4, 0xEA)}
"""First bytes of characters in UTF-8 that are never blank: ASCII's, Cyrillic's, most of the Chinese ones."""
_BLANK = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})


def part_of(message: Message, node: str, faults: Faults) -> int:
    """One of the six above. A field of an unexpected type counts as missing, with one warning.

    Nearly all messages are of a few makes with one text in them; what these are is worked out once.
    """
    author, content, metadata = message.author, message.content, message.metadata
    if author is None or content is None:
        return _part_of(message, node, faults)
    if metadata is not None and (
        metadata.is_visually_hidden_from_conversation is not None
        or metadata.is_visually_hidden is not None
        or metadata.attachments is not None
        or (metadata.aggregate_result is not None and not _is_bare(metadata))
    ):
        return _part_of(message, node, faults)
    try:
        with_words, without = _MAKES[author.role, content.content_type, message.recipient]
    except (KeyError, TypeError):
        return _part_of(message, node, faults)
    parts, text = content.parts, content.text
    if not parts:
        if text is None or (with_words == without and type(text) is str):
            return without
    elif text is None and len(parts) == 1:
        start = memoryview(parts[0])
        if start[0] == _QUOTE and start[1] in _WORD_STARTS:
            return with_words
    return _part_of(message, node, faults)


def _part_of(message: Message, node: str, faults: Faults) -> int:
    """The same for every message."""
    author, content, metadata = message.author, message.content, message.metadata
    role = author.role if author is not None else None
    if type(role) is not str:
        faults.add("CT-PARSE-13", node, "author" if author is None else "author.role")
        role = None
    words = image = attached = pictured = flagged = False
    kind = None
    if content is None:
        faults.add("CT-PARSE-13", node, "content")
    else:
        kind = content.content_type
        if type(kind) is not str and kind is not None:
            faults.add("CT-PARSE-13", node, "content.content_type")
            kind = None
        if content.parts:
            words, image = _substance(content.pieces(), node, faults)
        if content.text is not None:
            if type(content.text) is str:
                words = words or not is_blank(content.text)
            else:
                faults.add("CT-PARSE-13", node, "content.text")
    recipient = message.recipient
    if type(recipient) is not str and recipient is not None:
        faults.add("CT-PARSE-13", node, "recipient")
        recipient = None
    if metadata is not None:
        flagged, attached, pictured = _marks(metadata, node, faults)
    if flagged:
        return PASSED
    return _judged(role, kind, recipient, words, attached, image or pictured)


def _judged(
    role: str | None, kind: str | None, recipient: str | None, words: bool, attached: bool, image: bool
) -> int:
    context = kind in CONTEXT_TYPES
    unseen = context or kind in WORK_TYPES or (kind is not None and kind.startswith(WORK_PREFIX))
    if role == "assistant":
        if context:
            return CONTEXT
        if unseen or (recipient and recipient != "all"):
            return WORK
        return ANSWER if words else SILENT
    if role == "user":
        return QUESTION if (words or attached) and not unseen else PASSED
    if role == "tool":
        if image:
            return ANSWER
        return CONTEXT if context else WORK
    return PASSED


def _makes() -> dict[tuple[Any, Any, Any], tuple[int, int]]:
    """By role, content type and recipient: what a message with words and one without is."""
    makes: dict[tuple[Any, Any, Any], tuple[int, int]] = {}
    for role in ("assistant", "user", "tool", "system"):
        for kind in ("text", "multimodal_text", "code", *CONTEXT_TYPES, *WORK_TYPES):
            for recipient in ("all", None, "assistant", "python", "web", "web.run"):
                with_words = _judged(role, kind, recipient, True, False, False)
                without = _judged(role, kind, recipient, False, False, False)
                makes[role, kind, recipient] = with_words, without
    return makes


def is_blank(text: str) -> bool:
    """Nothing but white space, control and format characters."""
    return not any(category(c) not in _BLANK for c in text[:16]) and not any(
        category(c) not in _BLANK for c in set(text)
    )


def pictures(metadata: Metadata | None) -> list[str]:
    """Addresses of the images that a tool drew."""
    result = metadata.aggregate_result if metadata is not None else None
    messages = result.get("messages") if type(result) is dict else None
    if type(messages) is not list:
        return []
    found = [m.get("image_url") for m in messages if type(m) is dict]
    return [url for url in found if type(url) is str and url]


def _is_bare(metadata: Metadata) -> bool:
    """Whether nothing is in the fields that matter, or only a tool's result without an image."""
    result = metadata.aggregate_result
    return (
        metadata.is_visually_hidden_from_conversation is None
        and metadata.is_visually_hidden is None
        and metadata.attachments is None
        and (
            result is None
            or (type(result) is dict and type(result.get("messages")) is list and not pictures(metadata))
        )
    )


def _substance(parts: list[Any], node: str, faults: Faults) -> tuple[bool, bool]:
    """Whether the parts are content, and whether an image is among them."""
    words = image = odd = False
    for part in parts:
        if type(part) is str:
            words = words or not is_blank(part)
        elif type(part) is dict:
            kind = part.get("content_type")
            if type(kind) is str and kind in SEEN_PARTS:
                words = True
                image = image or kind == IMAGE_PART
        else:
            odd = True
    if odd:
        faults.add("CT-PARSE-13", node, "content.parts")
    return words, image


def _marks(metadata: Metadata, node: str, faults: Faults) -> tuple[bool, bool, bool]:
    """Whether it is flagged as hidden, has attachments, carries a tool's image."""
    if _is_bare(metadata):
        return False, False, False
    newer, older = metadata.is_visually_hidden_from_conversation, metadata.is_visually_hidden
    attachments, result = metadata.attachments, metadata.aggregate_result
    if type(newer) is not bool and newer is not None:
        faults.add("CT-PARSE-13", node, "metadata.is_visually_hidden_from_conversation")
    if type(older) is not bool and older is not None:
        faults.add("CT-PARSE-13", node, "metadata.is_visually_hidden")
    if type(attachments) is not list and attachments is not None:
        faults.add("CT-PARSE-13", node, "metadata.attachments")
        attachments = None
    if result is not None and (
        type(result) is not dict or type(result.get("messages")) not in (list, NoneType)
    ):
        faults.add("CT-PARSE-13", node, "metadata.aggregate_result")
    return newer is True or older is True, bool(attachments), bool(pictures(metadata))


_MAKES = _makes()
