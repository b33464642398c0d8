"""A made-up conversation as the site would send it, to run the engine in with.

Must not be taken for the site's contract: it holds no more than what every conversation holds.
"""

from __future__ import annotations

import json
from typing import Any

_WORDS = "Some words of a message — enough of them to be read like any other. "


def conversation(exchanges: int) -> bytes:
    """Questions with an answer each, every tenth answer given twice, after a call and its result."""
    mapping: dict[str, dict[str, Any]] = {
        "root": {"id": "root", "message": None, "parent": None, "children": []}
    }

    def add(parent: str, role: str, recipient: str = "all", content_type: str = "text") -> str:
        key = f"00000000-0000-0000-0000-{len(mapping):012d}"
        content: dict[str, Any] = {"content_type": content_type}
        if content_type == "text":
            content["parts"] = [_WORDS * 8]
        else:
            content["text"] = _WORDS
        mapping[parent]["children"].append(key)
        mapping[key] = {
            "id": key,
            "message": {
                "id": key,
                "author": {"role": role, "name": None, "metadata": {}},
                "create_time": 1.5 * len(mapping),
                "content": content,
                "metadata": {"request_id": key, "citations": [], "model_slug": "none", "parent_id": parent},
                "recipient": recipient,
            },
            "parent": parent,
            "children": [],
        }
        return key

    last = "root"
    for number in range(exchanges):
        question = add(last, "user")
        last = add(question, "assistant")
        if number % 10 == 9:
            call = add(question, "assistant", "python", "code")
            last = add(add(call, "tool", content_type="execution_output"), "assistant")
    document = {"title": "", "conversation_id": "specimen", "mapping": mapping, "current_node": last}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
