"""The flat answer that the site's own page loads: one branch, or the end of one, as a forest of one chain.

Must not know how messages become turns. It is never the whole tree, so whoever uses it says `partial`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conversation_tree.sites.chatgpt import elements, lenient
from conversation_tree.sites.chatgpt.entries import Forest
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.sources import Source

if TYPE_CHECKING:
    from conversation_tree.model import Conversation
    from conversation_tree.sites.chatgpt.payload import Message, PagedMessage

_LONGEST_CURSOR = 4096
"""Characters; a longer one is no cursor, and an address could not hold it."""


def chain(messages: list[PagedMessage | None], page_info: object, faults: Faults) -> Forest:
    """The messages one below the other in the order given; a message's own id is its key."""
    place: dict[str, int] = {}
    kept: list[Message | None] = []
    for position, message in enumerate(messages):
        if message is None:
            faults.add("CT-PARSE-01", None, f"messages[{position}]")
            continue
        key = message.id
        if type(key) is not str or key in place:
            node = key if type(key) is str else None
            faults.add("CT-PARSE-13", node, f"messages[{position}].id")
            if node is not None:
                continue
            key = _unused(place, position)
        place[key] = len(kept)
        kept.append(message)
    _say_what_is_missing(page_info, faults)
    count = len(kept)
    return Forest(
        keys=list(place),
        messages=kept,
        parents=list(range(-1, count - 1)),
        orphaned=False,
        file_order=range(count),
    )


def has_earlier(page_info: object) -> bool:
    """Whether the branch begins on another page."""
    return type(page_info) is dict and page_info.get("has_previous_page") is True


def cursor(page_info: object) -> str:
    """What names the page before; empty when there is none."""
    found = page_info.get("start_cursor") if has_earlier(page_info) and type(page_info) is dict else None
    return found if type(found) is str and len(found) <= _LONGEST_CURSOR else ""


def note_what_is_above(found: Conversation, body: bytes) -> None:
    """Keep what the first message of a page names as the one above it, which is on another page or nowhere.

    `body` is the page's; only its first message is read again.
    """
    source = found.source
    if not isinstance(source, Source) or not source.forest.keys:
        return
    first = elements.first_of(body, "messages")
    message = lenient.json_value(first, Faults()) if first else None
    if type(message) is not dict:
        return  # the page says so itself, in a warning
    metadata = message.get("metadata")
    above = metadata.get("parent_id") if type(metadata) is dict else None
    key = source.forest.keys[0]
    if type(above) is str and above and message.get("id") == key:
        source.above[key] = above


def _unused(place: dict[str, int], position: int) -> str:
    key = f"messages[{position}]"
    while key in place:
        key += "'"
    return key


def _say_what_is_missing(page_info: object, faults: Faults) -> None:
    if type(page_info) is dict:
        earlier = page_info.get("has_previous_page")
        if earlier is True:
            faults.add("CT-PARSE-16", None, "earlier messages are on another page")
        elif earlier is not None and type(earlier) is not bool:
            faults.add("CT-PARSE-13", None, "page_info.has_previous_page")
    elif page_info is not None:
        faults.add("CT-PARSE-13", None, "page_info")
