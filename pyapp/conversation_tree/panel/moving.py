"""The parts of the frame that a person can move: the sidebar's edge and the round button.

Must not know windows: that a part stays inside of one, the style sees to.
"""

from __future__ import annotations

from conversation_tree.panel.settings import Settings
from conversation_tree.panel.texts import Texts
from conversation_tree.protocol import KeyPressed, PartDragged
from conversation_tree.scene.look import BUTTON_PLACE, PANEL_WIDTHS

EDGE, BUTTON = "edge", "button"
STEP = 16
"""px for one press of a key."""
DIRECTIONS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
"""To the right and down."""


def dragged(event: PartDragged, settings: Settings) -> bool:
    """A part was let go; whether that changed a setting."""
    if event.element == BUTTON:
        return settings.change("button", [event.x, event.y])
    return event.element == EDGE and settings.change("width", event.x)


def key(event: KeyPressed, settings: Settings) -> bool:
    """A key was pressed on a part; whether that changed a setting.

    The edge is on the sidebar's left. The button takes Shift, because a plain arrow key is likely to be
    meant for the page and Alt with one leaves it.
    """
    if event.element == BUTTON and event.shift:
        x, y = settings.button or (BUTTON_PLACE, BUTTON_PLACE)
        right, down = DIRECTIONS.get(event.key, (0, 0))
        return (right, down) != (0, 0) and settings.change("button", [x - right * STEP, y - down * STEP])
    if event.element != EDGE:
        return False
    low, high = PANEL_WIDTHS
    width = {
        "ArrowLeft": settings.width + STEP,
        "ArrowRight": settings.width - STEP,
        "Home": high,
        "End": low,
    }.get(event.key)
    return settings.change("width", width)


def place_elements(settings: Settings, say: Texts) -> dict[str, dict[str, object]]:
    """The frame's elements for where these parts are."""
    low, high = PANEL_WIDTHS
    x, y = (f"{part}px" for part in settings.button) if settings.button else (None, None)
    return {
        "panel": {
            "attributes": {
                "--cgt-edge-x": f"{settings.width}px",
                "data-cgt-room": "true" if settings.make_room else None,
                "data-cgt-by-shape": "true" if settings.by_shape else None,
            }
        },
        "button": {
            "attributes": {"--cgt-button-x": x, "--cgt-button-y": y, "title": say("open_panel_hint")},
        },
        "edge": {
            "attributes": {
                "aria-label": say("edge_name"),
                "title": say("edge_name"),
                "aria-valuenow": str(settings.width),
                "aria-valuemin": str(low),
                "aria-valuemax": str(high),
                "aria-valuetext": say("edge_value", settings.width),
            }
        },
    }
