"""Every size and colour of the drawing and its sidebar, once.

Must not know what is drawn where; the page's style sheet and SVG files take their values from here.

Sizes are px. Where a value is not the specification's own, its reason stands beside it.
"""

from __future__ import annotations

from typing import Literal

Theme = Literal["light", "dark"]

NODE_RADIUS = 5
RING_RADIUS = 8
RING_WIDTH = 1.5
ACTIVE_LINK_WIDTH = 2
INACTIVE_LINK_WIDTH = 1.5
INACTIVE_OPACITY = 0.35
INACTIVE_OPACITY_MORE_CONTRAST = 0.7
DIMMED_OPACITY = 0.3
"""Of what is no hit while something is looked for."""
VIRTUAL_ROOT_RADIUS = 5
"""Half the diagonal of the hollow diamond."""
VIRTUAL_ROOT_WIDTH = 1
NUMBER_DISTANCE = 24
"""From a question's centre to the right edge of its turn number, so that no length of it touches the node."""
NUMBER_SIZE = 11
NUMBER_BASELINE = 4
"""Puts digits of that size on the middle of the row."""

CAPSULE_HALF_HEIGHT = 10
CAPSULE_HALF_WIDTH = 17
CAPSULE_HALF_DIGIT = 3.5
"""More for every digit of its number."""
HIT_SIZE = 24
"""A node, and a line that can be clicked, is at least so wide to the pointer, however small it is drawn."""
LEAST_SCALE = 0.4
"""Of the overview: smaller, and nodes are specks."""

MARGIN_TOP = 28
MARGIN_BOTTOM = 28
MARGIN_LEFT = 64
"""Room for a turn number of five digits and the ring."""
MARGIN_RIGHT = 28

MARKER_WIDTH = 8
MARKER_HEIGHT = 3
"""Of a mark beside the scrollbar."""

BUTTON_SIZE = 36
BUTTON_PLACE = 56
"""From the window's right and bottom to the round button's left and top, at first."""
BUTTON_PLACE_ABOVE = 160
"""The latter in windows where the page's message box reaches the corner: above a box of one line."""
BUTTON_GAP = 4
"""It stays so far inside of the window."""
BUTTON_NEAREST = BUTTON_SIZE + BUTTON_GAP
CARD_WIDTH = 240
PANEL_WIDTH = 360
PANEL_WIDTHS = (240, 600)
"""Between these it can be dragged."""
NARROW_WINDOW = 700
"""In a window narrower than this the sidebar takes all of it."""

FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif'

COLOURS: dict[Theme, dict[str, str]] = {
    "light": {
        "background": "#ffffff",
        "surface": "#f4f4f4",
        "border": "#d9d9d9",
        "text": "#0d0d0d",
        "text-secondary": "#4a4a4a",
        "text-tertiary": "#6b6b6b",
        "user": "#185FA5",
        "assistant": "#0F6E56",
        "link": "#444444",
        "focus": "#185FA5",
        "hit": "#B45309",
        "error": "#B3261E",
    },
    "dark": {
        "background": "#212121",
        "surface": "#2f2f2f",
        "border": "#4d4d4d",
        "text": "#ececec",
        "text-secondary": "#c4c4c4",
        "text-tertiary": "#a8a8a8",
        "user": "#5AA2E6",
        "assistant": "#2FB898",
        "link": "#bbbbbb",
        "focus": "#5AA2E6",
        "hit": "#F5B642",
        "error": "#F2B8B5",
    },
}
"""Background is the page's own in each theme, so that the sidebar is one piece with it."""

SIZES: dict[str, str] = {
    "ring-width": f"{RING_WIDTH}px",
    "active-link-width": f"{ACTIVE_LINK_WIDTH}px",
    "inactive-link-width": f"{INACTIVE_LINK_WIDTH}px",
    "inactive-opacity": f"{INACTIVE_OPACITY}",
    "inactive-opacity-more-contrast": f"{INACTIVE_OPACITY_MORE_CONTRAST}",
    "dimmed-opacity": f"{DIMMED_OPACITY}",
    "virtual-root-width": f"{VIRTUAL_ROOT_WIDTH}px",
    "number-size": f"{NUMBER_SIZE}px",
    "marker-width": f"{MARKER_WIDTH}px",
    "button-size": f"{BUTTON_SIZE}px",
    "button-place": f"{BUTTON_PLACE}px",
    "button-place-above": f"{BUTTON_PLACE_ABOVE}px",
    "button-gap": f"{BUTTON_GAP}px",
    "card-width": f"{CARD_WIDTH}px",
    "panel-width": f"{PANEL_WIDTH}px",
    "panel-narrowest": f"{PANEL_WIDTHS[0]}px",
    "panel-widest": f"{PANEL_WIDTHS[1]}px",
    "font": FONT,
}


def custom_properties(dark: bool) -> dict[str, str]:
    """CSS custom properties of a theme, `--cgt-user: #185FA5` and so on; sizes are the same in both."""
    return {
        f"--cgt-{name}": value for name, value in {**SIZES, **COLOURS["dark" if dark else "light"]}.items()
    }
