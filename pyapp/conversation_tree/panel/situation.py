"""What the sidebar's frame shows around a tree or instead of it: names, placeholders, the strip of notices.

Must not know how they are drawn, nor what led to them.
"""

from __future__ import annotations

from dataclasses import dataclass

from conversation_tree.errors import CodedError
from conversation_tree.panel.texts import Texts

Elements = dict[str, dict[str, object]]
"""Changes by the frame's element, as in `protocol.UpdateFrame`."""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A full-size message in place of the drawing."""

    title: str
    """Key of a text."""
    text: str
    code: str = ""
    """The code of the error behind it, shown with the text."""
    retry: bool = False
    busy: bool = False


NO_CONVERSATION = Placeholder("no_conversation", "no_conversation_text")
PROVISIONAL = Placeholder("provisional", "provisional_text")
NOT_BEGUN = Placeholder("not_begun", "not_begun_text")
LOADING = Placeholder("loading", "loading_text", busy=True)


def failure(error: CodedError) -> Placeholder:
    """The placeholder for a conversation that could not be shown."""
    title = "load_failed" if error.code.startswith("CT-LOAD") else "tree_failed"
    return Placeholder(title, error_text_key(error.code), code=error.code, retry=True)


def error_text_key(code: str) -> str:
    """The key of what a person reads for a code; codes about unreadable data share one text."""
    return "error_CT_FILE" if code.startswith("CT-FILE") else "error_" + code.replace("-", "_")


def with_code(text: str, code: str) -> str:
    return f"{text} ({code})" if code else text


def frame_elements(is_open: bool, texts: Texts) -> Elements:
    """The frame's elements that are always there: the button or the sidebar, and their names."""
    search = texts("search_unavailable")
    return {
        "panel": {
            "hidden": not is_open,
            "attributes": {"aria-label": texts("panel_name"), "lang": texts.tag},
        },
        "button": {"hidden": is_open, "attributes": {"aria-label": texts("open_panel"), "lang": texts.tag}},
        "close": {"attributes": {"aria-label": texts("close_panel")}},
        "search": {"attributes": {"aria-label": search, "placeholder": search}},
        "scroller": {"attributes": {"aria-label": texts("panel_name")}},
    }


def placeholder_elements(placeholder: Placeholder | None, texts: Texts) -> Elements:
    """The frame's elements for a placeholder, or for none."""
    if placeholder is None:
        return {
            "placeholder": {"hidden": True, "attributes": {"aria-busy": None}},
            "scroller": {"attributes": {"role": "tree", "data-cgt-covered": None}},
        }
    return {
        "placeholder": {"hidden": False, "attributes": {"aria-busy": "true" if placeholder.busy else None}},
        "placeholder_title": {"text": texts(placeholder.title)},
        "placeholder_text": {"text": with_code(texts(placeholder.text), placeholder.code)},
        "placeholder_action": {"text": texts("retry"), "hidden": not placeholder.retry},
        # Covered, not hidden: the drawing's size must be known before there is something to draw. And no
        # tree meanwhile: one without items is an error to screen readers.
        "scroller": {"attributes": {"role": "group", "data-cgt-covered": "true"}},
    }


def notice_elements(text: str, retry: bool, texts: Texts) -> Elements:
    """The frame's elements for the strip above the drawing; an empty text hides it."""
    return {
        "notice": {"hidden": not text},
        "notice_text": {"text": text},
        "notice_action": {"text": texts("retry"), "hidden": not retry},
    }
