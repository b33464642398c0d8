"""Nothing outside the site's own folder names an endpoint, a field or a selector of the site.

Read from the sources: the texts in the core's Python, and the JavaScript that runs in the page and behind it.
`panel/site_data.js` is generated from the site's folder and is the one place where they come out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from conversation_tree.sites.chatgpt import page, payload, routes, session, visibility

ROOT = Path(__file__).parents[3]
CORE = ROOT / "pyapp"
SITE = CORE / "conversation_tree/sites/chatgpt"
GENERATED = {ROOT / "panel/site_data.js"}

OURS_TOO = {
    "conversation_id",
    "create_time",
    "id",
    "title",
    "parent",
    "children",
    "role",
    "text",
    "message",
    "messages",
    "content",
    "parts",
}
"""Field names of the site that are words of our own model, or of the language."""

FIELDS = {
    field.name
    for record in (
        payload.Author,
        payload.Content,
        payload.Metadata,
        payload.Message,
        payload.PagedMessage,
        payload.Entry,
        payload.Document,
    )
    for field in msgspec.structs.fields(record)
} - OURS_TOO
VALUES = (
    {"accessToken", "asset_pointer", "image_url", "has_previous_page", "client-created-root"}
    | {"start_cursor", "linear_conversation", "conversation_ids", "chatgpt-account-id", "temporary-chat"}
    | visibility.CONTEXT_TYPES
    | visibility.WORK_TYPES - {"thoughts", "stderr"}
    | visibility.SEEN_PARTS
)
PLACES = {
    "backend-api",
    "backend-anon",
    routes.SESSION,
    "/conversation/",
    "/conversations/",
    "/share/",
    "accounts/check",
    session.COOKIE,
    "/c/",
    "data-testid",
    "data-turn",
    "data-theme",
    "data-chatgpt",
    "data-app",
    "data-scroll-root",
    "conversation-turn",
    "prompt-textarea",
    page.MESSAGE_ATTRIBUTE,
}


def modules() -> list[Path]:
    return [p for p in sorted(CORE.rglob("*.py")) if SITE not in p.parents]


def scripts() -> list[Path]:
    found = [*ROOT.glob("*.js"), *(ROOT / "panel").rglob("*.js")]
    return [p for p in sorted(found) if p not in GENERATED]


def texts_of(module: Path) -> Iterator[str]:
    """Every text and every attribute in the code, docstrings included."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Attribute):
            yield node.attr


def test_there_is_something_to_look_for_and_to_look_at() -> None:
    assert {"mapping", "current_node", "content_type", "recipient", "is_visually_hidden"} <= FIELDS
    assert CORE / "conversation_tree/model.py" in modules()
    assert {"content_bridge.js", "page_hook.js"} <= {p.name for p in scripts()}


@pytest.mark.parametrize("module", modules(), ids=lambda p: str(p.relative_to(CORE)))
def test_python(module: Path) -> None:
    for text in texts_of(module):
        assert text not in FIELDS | VALUES, text
        assert not [place for place in PLACES if place in text], text


@pytest.mark.parametrize("script", scripts(), ids=lambda p: str(p.relative_to(ROOT)))
def test_javascript(script: Path) -> None:
    source = re.sub(r"//[^\n]*|/\*.*?\*/", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
    words = set(re.findall(r"[\w-]+", source))
    assert not words & (FIELDS | VALUES)
    assert not [place for place in PLACES if place in source]
