"""The flat answer that the site's own page loads: one branch, or the end of one, as a forest of one chain.

Must not know how messages become turns. It is never the whole tree, so whoever uses it says `partial`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from conversation_tree.sites.chatgpt.entries import Forest
from conversation_tree.sites.chatgpt.faults import Faults

if TYPE_CHECKING:
    from conversation_tree.sites.chatgpt.payload import Message, PagedMessage


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
