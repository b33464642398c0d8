"""Where things are in the site's page, and which of its requests matter: data for the page side.

Must not know how the page side is built. Written into `panel/site_data.js`, so plain JSON values only.

Two renderers are about. The app shell is told by the root of its active page; routes that were left stay
mounted beside it, so everything there is looked for inside of that root only. Which is which says the page
in front of the person, not the build.
"""

from __future__ import annotations

from typing import Any

from conversation_tree.sites.chatgpt.routes import (
    ALL_PATTERN,
    CONVERSATION_PATTERN,
    PAGES_PATTERN,
    SENDING_PATTERN,
    SHARE_PATTERN,
)
from conversation_tree.sites.chatgpt.session import COOKIE

LEGACY, SHELL = "legacy", "shell"
"""Names of the renderers, as `protocol.PageReported` has them."""

DARK = '.dark, [data-theme="dark"]'
"""Matches the page's root while the page is dark."""
THEME_ATTRIBUTES = ["class", "style", "data-theme"]
"""Attributes of the root that change with the theme."""

WINDOW_WIDE = ".w-screen"
"""Matches what is as wide as the window, whatever it is in."""

MESSAGE_ATTRIBUTE = "data-message-id"
_ROLE = "data-message-author-role"
_UNIT = "data-chatgpt-search-unit-key"
_UNIT_MESSAGES = "data-chatgpt-search-message-ids"
_ACTIVE_PAGE = '[data-app-shell-active-page="true"]'
_STOP = '[data-testid="stop-button"]'


def facts() -> dict[str, Any]:
    """`watched`: method, path (a regular expression) and whether the answer's body is wanted.

    `renderers`: the first whose `detect` matches something in the document is the one, an empty one always
    does. A message's id is the last of the words in its `attribute`.
    """
    return {
        "watched": [
            {"method": "GET", "path": CONVERSATION_PATTERN, "body": True},
            {"method": "GET", "path": PAGES_PATTERN, "body": True},
            {"method": "GET", "path": SHARE_PATTERN, "body": True},
            {"method": "PATCH", "path": CONVERSATION_PATTERN, "body": False},
            {"method": "PATCH", "path": ALL_PATTERN, "body": False},
            {"method": "POST", "path": SENDING_PATTERN, "body": False},
        ],
        "cookies": [COOKIE],
        "dark": DARK,
        "theme_attributes": THEME_ATTRIBUTES,
        "window_wide": WINDOW_WIDE,
        "renderers": [_shell(), _legacy()],
    }


def _shell() -> dict[str, Any]:
    """Of the ids of a unit the last one is the reply's; those before it are calls and results."""
    return {
        "name": SHELL,
        "detect": _ACTIVE_PAGE,
        "scope": _ACTIVE_PAGE,
        "messages": [
            {
                "selector": f'[{_UNIT}$=":{role}"][{_UNIT_MESSAGES}]',
                "attribute": _UNIT_MESSAGES,
                "role": role,
            }
            for role in ("user", "assistant")
        ],
        "text": "[data-user-message-bubble], [data-markdown-text-style]",
        # The controls of an answer stand in its exchange, not always in its unit.
        "turn": "[data-turn-key]",
        "scroller": "[data-app-action-timeline-scroll], .thread-scroll-container",
        "composer": (
            "form[data-chatgpt-composer] [contenteditable], [contenteditable][data-composer-markdown], "
            'textarea[name="prompt"], #mobile-composer-prompt, [data-turn-key] textarea'
        ),
        "editor": "[data-turn-key] textarea",
        "answering": _STOP,
    }


def _legacy() -> dict[str, Any]:
    """Roles other than the user's (a tool's, with an image) are seen as the assistant's."""
    user = f'[{_ROLE}="user"]'
    return {
        "name": LEGACY,
        "detect": "",
        "scope": "",
        "messages": [
            {"selector": f"[{MESSAGE_ATTRIBUTE}]{user}", "attribute": MESSAGE_ATTRIBUTE, "role": "user"},
            {
                "selector": f"[{MESSAGE_ATTRIBUTE}][{_ROLE}]:not({user})",
                "attribute": MESSAGE_ATTRIBUTE,
                "role": "assistant",
            },
        ],
        "text": ".whitespace-pre-wrap, .markdown",
        "turn": '[data-testid^="conversation-turn-"], [data-turn-id]',
        "scroller": '[data-scroll-root], [class*="not-print:overflow-y-auto"]',
        # A question that is being edited is lost by a reload like one that is being written.
        "composer": (
            '#prompt-textarea, form[data-type="unified-composer"] [contenteditable="true"], '
            '[data-testid^="conversation-turn-"] textarea'
        ),
        "editor": '[data-testid^="conversation-turn-"] textarea',
        "answering": _STOP,
    }
