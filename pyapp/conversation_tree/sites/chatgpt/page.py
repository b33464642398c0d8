"""Where things are in the site's page, and which of its requests matter: data for the page side.

Must not know how the page side is built. Written into `panel/site_data.js`, so plain JSON values only.

Two renderers are about: one marks turns with `data-testid`, the newer one with `data-turn-key`. Each
selector names both where both differ.
"""

from __future__ import annotations

from typing import Any

from conversation_tree.sites.chatgpt.routes import CONVERSATION_PATTERN, SENDING_PATTERN

DARK = '.dark, [data-theme="dark"]'
"""Matches the page's root while the page is dark."""
THEME_ATTRIBUTES = ["class", "style", "data-theme"]
"""Attributes of the root that change with the theme."""

MESSAGE = "[data-message-id]"
MESSAGE_ATTRIBUTE = "data-message-id"


def facts() -> dict[str, Any]:
    """`watched`: method, path (a regular expression) and whether the answer's body is wanted."""
    return {
        "watched": [
            {"method": "GET", "path": CONVERSATION_PATTERN, "body": True},
            {"method": "PATCH", "path": CONVERSATION_PATTERN, "body": False},
            {"method": "POST", "path": SENDING_PATTERN, "body": False},
        ],
        "dark": DARK,
        "theme_attributes": THEME_ATTRIBUTES,
        "message": MESSAGE,
        "message_attribute": MESSAGE_ATTRIBUTE,
    }
