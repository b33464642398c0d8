"""The sidebar's frame as data: its elements, their icons, and what the page side says and does by itself.

Must not know what is shown in it. `devtools/generate.py` writes it into `panel/frame_parts.js`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from conversation_tree.frozen import frozen
from conversation_tree.panel import card
from conversation_tree.scene.items import ATTRIBUTES, TAGS

_BUTTON = {"type": "button"}
_HIDDEN = {"hidden": ""}
_HIDDEN_BUTTON = _BUTTON | _HIDDEN

_DOT = "a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
_TREE = f"M12 7v3L7.6 15M12 10l4.4 5M10 5{_DOT}M5 17{_DOT}M15 17{_DOT}"
_CROSS = "M6 6l12 12M18 6 6 18"
_BACK = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"
_TARGET = "M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12 3v4M12 17v4M3 12h4M17 12h4"
_CORNERS = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M12 8v3M12 13v3"
_CAPSULE = "M12 3v5M12 16v5M8 8h8a4 4 0 0 1 0 8H8a4 4 0 0 1 0-8"
_DOTS = "M5 12h.01M12 12h.01M19 12h.01"
_SLIDERS = f"M4 7h4M12 7h8M8 7{_DOT}M4 17h8M16 17h4M12 17{_DOT}"


@frozen
class Part:
    """One element of the frame. It is called by its name in `UpdateFrame`, `KeyPressed` and the style
    (`#cgt-name`)."""

    name: str
    tag: str
    inside: str = ""
    """The part it is in; empty for the root."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Those it is made with."""
    icon: str = ""
    """Path data in a square of 24 px."""


PARTS = (
    Part("panel", "aside", "", _HIDDEN),
    Part("head", "div", "panel"),
    Part("search", "input", "head", {"type": "search", "autocomplete": "off", "spellcheck": "false"}),
    Part("count", "span", "head"),
    Part("close", "button", "head", _BUTTON, _CROSS),
    Part("filters", "div", "panel", {"role": "group"} | _HIDDEN),
    Part("filter_questions", "button", "filters", _BUTTON | {"aria-pressed": "false"}),
    Part("filter_branch", "button", "filters", _BUTTON | {"aria-pressed": "false"}),
    Part("engine", "div", "panel", {"role": "status"} | _HIDDEN),
    Part("engine_title", "div", "engine"),
    Part("engine_text", "div", "engine"),
    Part("engine_action", "button", "engine", _HIDDEN_BUTTON),
    Part("notice", "div", "panel", _HIDDEN),
    Part("notice_text", "div", "notice"),
    Part("notice_action", "button", "notice", _HIDDEN_BUTTON),
    Part("journey", "div", "panel", {"role": "group"} | _HIDDEN),
    Part("journey_text", "div", "journey"),
    Part("journey_yes", "button", "journey", _HIDDEN_BUTTON),
    Part("journey_no", "button", "journey", _HIDDEN_BUTTON),
    Part("body", "div", "panel"),
    Part("scroller", "div", "body", {"role": "group", "tabindex": "0", "dir": "ltr"}),
    Part("markers", "svg", "body", {"aria-hidden": "true"}),
    Part("cards", "div", "body"),
    Part("placeholder", "div", "body", _HIDDEN),
    Part("placeholder_title", "div", "placeholder"),
    Part("placeholder_text", "div", "placeholder"),
    Part("placeholder_action", "button", "placeholder", _HIDDEN_BUTTON),
    Part("message", "section", "panel", {"aria-labelledby": "cgt-message_title"} | _HIDDEN),
    Part("message_title", "div", "message"),
    Part("message_close", "button", "message", _BUTTON, _CROSS),
    Part("message_text", "div", "message", {"dir": "auto", "tabindex": "0"}),
    Part("footer", "div", "panel"),
    Part("status", "div", "footer"),
    Part("tools", "div", "footer"),
    Part("back", "button", "tools", _HIDDEN_BUTTON, _BACK),
    Part("current", "button", "tools", _HIDDEN_BUTTON, _TARGET),
    Part("overview", "button", "tools", _HIDDEN_BUTTON, _CORNERS),
    Part("fold", "button", "tools", _HIDDEN_BUTTON, _CAPSULE),
    Part("settings", "button", "tools", _HIDDEN_BUTTON, _SLIDERS),
    Part(
        "more", "button", "footer", _BUTTON | {"aria-expanded": "false", "aria-controls": "cgt-tools"}, _DOTS
    ),
    Part("live", "div", "panel", {"aria-live": "polite"}),
    Part("edge", "div", "panel", {"role": "separator", "aria-orientation": "vertical", "tabindex": "0"}),
    Part("button", "button", "", _BUTTON, _TREE),
)
"""In the order they are made and stand in."""

CONTROLS = {"button": "open", "close": "close", "notice_action": "retry", "placeholder_action": "retry"}
"""What `ControlActivated` calls a button; every other one by its own name."""

MOVED = {"edge": "panel", "button": "button"}
"""Parts that the pointer moves, and the one whose style follows by `--cgt-NAME-x` and `-y`; px as in
`PartDragged`."""

OWN_KEYS = {
    "scroller": ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", " "],
    "edge": ["ArrowLeft", "ArrowRight", "Home", "End"],
    "search": ["ArrowUp", "ArrowDown"],
    "button": ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
}
"""Keys of a part that must not do what they do elsewhere, such as scroll the page."""

RETRY_ENGINE = "engine_action"
"""The one button that the page side presses itself, since no engine is there to be told."""

NAMES = {
    "button": "open_panel",
    "close": "close_panel",
    "panel": "panel_name",
    "search": "search",
}
"""Accessible names, by keys of texts, until the engine gives them."""

TEXTS = (
    *("engine_starting", "engine_starting_text", "engine_restarting", "engine_restarting_text"),
    *("engine_failed", "engine_failed_text", "extension_updated", "paused", "retry"),
)
"""Keys of what the page side says while no engine is there to say it."""

GUARDED = [
    "keydown",
    "keypress",
    "keyup",
    "beforeinput",
    "input",
    "textInput",
    "compositionstart",
    "compositionupdate",
    "compositionend",
    "beforecopy",
    "beforecut",
    "beforepaste",
    "copy",
    "cut",
    "paste",
    "focus",
    "blur",
    "focusin",
    "focusout",
    "selectstart",
    "selectionchange",
    "pointerdown",
    "pointerup",
    "pointermove",
    "pointerrawupdate",
    "pointerover",
    "pointerout",
    "pointerenter",
    "pointerleave",
    "pointercancel",
    "gotpointercapture",
    "lostpointercapture",
    "touchstart",
    "touchmove",
    "touchend",
    "touchcancel",
    "mousedown",
    "mouseup",
    "mousemove",
    "mouseover",
    "mouseout",
    "mouseenter",
    "mouseleave",
    "wheel",
    "mousewheel",
    "click",
    "auxclick",
    "dblclick",
    "contextmenu",
    "dragstart",
    "drag",
    "dragend",
    "dragenter",
    "dragover",
    "dragleave",
    "drop",
]
"""Types of events that the page never gets when they are the sidebar's."""

FRAME_ATTRIBUTE = r"^(?:aria-[a-z]+|role|title|lang|dir|placeholder|disabled|data-cgt-[a-z-]+|--cgt-[a-z-]+)$"
"""What `UpdateFrame` may set; two dashes begin a property of the style."""


def data() -> dict[str, Any]:
    """All of it as plain JSON values, for `panel/frame_parts.js`."""
    return {
        "parts": [[p.name, p.tag, p.inside, p.attributes, p.icon] for p in PARTS],
        "controls": CONTROLS,
        "moved": MOVED,
        "own_keys": OWN_KEYS,
        "retry_engine": RETRY_ENGINE,
        "names": NAMES,
        "texts": [*TEXTS, *NAMES.values()],
        "guarded": GUARDED,
        "frame_attribute": FRAME_ATTRIBUTE,
        "layers": {
            "drawing": {
                "space": "svg",
                "tags": sorted(TAGS),
                "attributes": sorted(ATTRIBUTES),
                "prefixes": [],
            },
            "cards": {
                "space": "html",
                "tags": sorted(card.TAGS),
                "attributes": sorted(card.ATTRIBUTES),
                "prefixes": ["aria-"],
            },
        },
    }
