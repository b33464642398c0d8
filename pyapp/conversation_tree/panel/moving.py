"""The parts of the frame that a person can move: the sidebar's edge and the round button.

Must not know windows: that a part stays inside of one, the style sees to.
"""

from __future__ import annotations

from conversation_tree.panel.settings import Settings
from conversation_tree.panel.texts import Texts
from conversation_tree.protocol import KeyPressed, PartDragged
from conversation_tree.scene.look import PANEL_WIDTHS

EDGE = "edge"
STEP = 16
"""px for one press of a key."""


def dragged(event: PartDragged, settings: Settings) -> bool:
    """A part was let go; whether that changed a setting."""
    return event.element == EDGE and settings.change("width", event.x)


def key(event: KeyPressed, settings: Settings) -> bool:
    """A key was pressed on a part; whether that changed a setting. The edge is on the sidebar's left."""
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
    return {
        "panel": {"attributes": {"--cgt-edge-x": f"{settings.width}px"}},
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
