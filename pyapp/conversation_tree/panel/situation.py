"""What the sidebar's frame shows around a tree or instead of it: names, placeholders, the strip of notices.

Must not know how they are drawn, nor what led to them.
"""

from __future__ import annotations

from conversation_tree.errors import CodedError
from conversation_tree.frozen import frozen
from conversation_tree.model import Conversation
from conversation_tree.panel.loading import WAIT
from conversation_tree.panel.texts import Texts
from conversation_tree.sites.base import ConversationPlace

Elements = dict[str, dict[str, object]]
"""Changes by the frame's element, as in `protocol.UpdateFrame`."""


@frozen
class Placeholder:
    """A full-size message in place of the drawing."""

    title: str
    """Key of a text."""
    text: str
    code: str = ""
    """The code of the error behind it, shown with the text."""
    retry: bool = False
    busy: bool = False
    values: tuple[object, ...] = ()
    """What fills the text's `$1`."""


NO_CONVERSATION = Placeholder("no_conversation", "no_conversation_text")
PROVISIONAL = Placeholder("provisional", "provisional_text", busy=True)
TEMPORARY = Placeholder("temporary", "temporary_text")
NOT_BEGUN = Placeholder("not_begun", "not_begun_text")
LOADING = Placeholder("loading", "loading_text", busy=True)


@frozen
class Situation:
    """What is known of the conversation at a place, and how well."""

    place: ConversationPlace
    conversation: Conversation | None
    error: CodedError | None
    saving: bool
    """The site does not know it yet, and will soon."""
    age: float | None
    """Seconds since the site gave it; None when it never did."""
    stored: bool
    """It comes from an earlier visit."""
    loading: bool

    def placeholder(self) -> Placeholder | None:
        """What is shown in place of a tree; None when there is one."""
        kind = self.place.kind
        if kind == "none":
            return NO_CONVERSATION
        if self.conversation is not None and (len(self.conversation.tree) or self.place.loadable):
            return None if len(self.conversation.tree) else NOT_BEGUN
        if kind == "provisional" or self.saving:
            return PROVISIONAL
        if kind == "temporary":
            return TEMPORARY
        return failure(self.error) if self.error and not self.loading else LOADING

    def notice(self, say: Texts) -> tuple[str, bool]:
        """The strip above a tree, empty for none, and whether trying again may help."""
        if self.conversation is None:
            return "", False
        if self.error and not self.saving:
            parts = [error_text(self.error, say), say("shown_is_of", age_text(self.age, say))]
            return with_code(" ".join(parts if self.age is not None else parts[:1]), self.error.code), True
        if self.stored:
            return say("stored_copy", age_text(self.age, say)), False
        if self.place.kind == "shared":
            return say("shared_read_only"), False
        partial = self.conversation.completeness.partial
        return (say(f"partial_{partial}"), self.place.loadable) if partial else ("", False)


def age_text(seconds: float | None, say: Texts) -> str:
    """How long ago, in the largest unit that is not zero."""
    minutes = int((seconds or 0.0) // 60)
    if minutes < 1:
        return say("age_now")
    if minutes < 60:
        return say.count("age_minutes", minutes)
    hours = minutes // 60
    return say.count("age_hours", hours) if hours < 48 else say.count("age_days", hours // 24)


def situation_elements(now: Situation, say: Texts) -> Elements:
    """The frame's elements for a situation: placeholder, strip, status line, live region."""
    placeholder = now.placeholder()
    status, notice, retry = "", "", False
    if placeholder is None and now.conversation is not None:
        tree = now.conversation.tree
        status = f"{say.count('nodes', len(tree))} · {say.count('branches', tree.leaves)}"
        notice, retry = now.notice(say)
    words = "" if placeholder is None else f"{say(placeholder.title)}. {say(placeholder.text)}"
    return (
        placeholder_elements(placeholder, say)
        | notice_elements(notice, retry, say)
        | {"status": {"text": status}, "live": {"text": words or notice or status}}
    )


def failure(error: CodedError) -> Placeholder:
    """The placeholder for a conversation that could not be shown."""
    title = "load_failed" if error.code.startswith("CT-LOAD") else "tree_failed"
    key, values = error_text_of(error)
    return Placeholder(title, key, code=error.code, retry=True, values=values)


def error_text_key(code: str) -> str:
    """The key of what a person reads for a code; codes about unreadable data share one text."""
    return "error_CT_FILE" if code.startswith("CT-FILE") else "error_" + code.replace("-", "_")


def error_text_of(error: CodedError) -> tuple[str, tuple[object, ...]]:
    """The key and the values of what a person reads for an error."""
    if error.code == WAIT and error.detail:
        return f"{error_text_key(error.code)}_after", (error.detail,)
    return error_text_key(error.code), ()


def error_text(error: CodedError, say: Texts) -> str:
    key, values = error_text_of(error)
    return say(key, *values)


def with_code(text: str, code: str) -> str:
    return f"{text} ({code})" if code else text


def frame_elements(is_open: bool, texts: Texts) -> Elements:
    """The frame's elements that are always there: the button or the sidebar, and their names."""
    search = texts("search")
    return {
        "panel": {
            "hidden": not is_open,
            "attributes": {"aria-label": texts("panel_name"), "lang": texts.tag},
        },
        "button": {"hidden": is_open, "attributes": {"aria-label": texts("open_panel"), "lang": texts.tag}},
        "close": {"attributes": {"aria-label": texts("close_panel")}},
        "settings": {
            "hidden": False,
            "attributes": {"aria-label": texts("settings"), "title": texts("settings")},
        },
        "back": {"attributes": {"aria-label": texts("back"), "title": texts("back")}},
        "search": {"attributes": {"aria-label": search, "placeholder": search}},
        "scroller": {"attributes": {"aria-label": texts("panel_name")}},
        **{
            name: {"attributes": {"aria-label": texts(key), "title": texts(key)}}
            for name, key in (("current", "to_current"), ("overview", "overview"), ("more", "more_tools"))
        },
    }


OF_A_TREE = ("current", "overview", "fold")
"""Buttons that are there while a tree is."""


def placeholder_elements(placeholder: Placeholder | None, texts: Texts) -> Elements:
    """The frame's elements for a placeholder, or for none."""
    if placeholder is None:
        return {
            "placeholder": {"hidden": True, "attributes": {"aria-busy": None}},
            **{name: {"hidden": False} for name in OF_A_TREE},
            "scroller": {"attributes": {"role": "tree", "data-cgt-covered": None}},
        }
    return {
        "placeholder": {"hidden": False, "attributes": {"aria-busy": "true" if placeholder.busy else None}},
        **{name: {"hidden": True} for name in OF_A_TREE},
        "placeholder_title": {"text": texts(placeholder.title)},
        "placeholder_text": {
            "text": with_code(texts(placeholder.text, *placeholder.values), placeholder.code)
        },
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


def message_elements(title: str, text: str, texts: Texts) -> Elements:
    """The frame's elements for one message shown in the panel; an empty title hides it."""
    return {
        "message": {"hidden": not title},
        "message_title": {"text": title},
        "message_text": {"text": text, "attributes": {"aria-label": title or None}},
        "message_close": {"attributes": {"aria-label": texts("dismiss")}},
    }
