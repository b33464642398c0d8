"""The sidebar's width: dragged, by keys, remembered for every tab."""

from __future__ import annotations

import json

import pytest

from conversation_tree.protocol import KeyPressed, PartDragged, SaveRecord, TellTabs, UpdateFrame
from tests.unit.panel.test_session import Panel


@pytest.fixture
def panel() -> Panel:
    return Panel(open_record="1").opened()


def width(panel: Panel) -> str:
    return str(panel.frame["panel"]["attributes"]["--cgt-edge-x"])


def test_the_width_is_360_px_at_first(panel: Panel) -> None:
    assert width(panel) == "360px"
    edge = panel.frame["edge"]["attributes"]
    assert (edge["aria-valuemin"], edge["aria-valuenow"], edge["aria-valuemax"]) == ("240", "360", "600")
    assert edge["aria-label"] == "Width of the sidebar"
    assert edge["aria-valuetext"] == "360 pixels"


@pytest.mark.parametrize(("x", "wanted"), [(412.4, 412), (90, 240), (2000, 600)])
def test_it_is_where_the_edge_was_let_go_within_bounds(panel: Panel, x: float, wanted: int) -> None:
    panel.send(PartDragged("edge", x, 500))
    assert width(panel) == f"{wanted}px"
    assert panel.frame["edge"]["attributes"]["aria-valuenow"] == str(wanted)
    (record,) = panel.commands(SaveRecord)
    assert json.loads(record.value)["width"] == wanted


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        (["ArrowLeft"], 376),
        (["ArrowRight", "ArrowRight"], 328),
        (["Home"], 600),
        (["Home", "ArrowLeft"], 600),
        (["End"], 240),
        (["End", "ArrowRight"], 240),
        (["Enter"], 360),
    ],
)
def test_keys_move_the_edge(panel: Panel, keys: list[str], wanted: int) -> None:
    for key in keys:
        panel.send(KeyPressed(key, "edge"))
    assert width(panel) == f"{wanted}px"


def test_the_tree_does_not_hear_these_keys(panel: Panel) -> None:
    panel.send(KeyPressed("ArrowLeft", "edge"))
    assert [type(c) for c in panel.last] == [UpdateFrame, SaveRecord, TellTabs]


def test_a_part_that_is_not_to_be_moved_stays(panel: Panel) -> None:
    assert panel.send(PartDragged("head", 10, 10)) == []


def test_the_next_tab_and_the_next_start_have_it(panel: Panel) -> None:
    panel.send(PartDragged("edge", 500, 0))
    (record,) = panel.commands(SaveRecord)
    assert width(Panel(app=panel.app, tab=2).opened()) == "500px"
    again = Panel(records={"settings": record.value}).opened()
    assert width(again) == "500px"


class TestTheButton:
    def place(self, panel: Panel) -> tuple[object, object]:
        attributes = panel.frame["button"]["attributes"]
        return attributes.get("--cgt-button-x"), attributes.get("--cgt-button-y")

    def test_it_is_where_the_style_has_it_at_first(self, panel: Panel) -> None:
        assert self.place(panel) == (None, None)

    def test_it_is_where_it_was_let_go(self, panel: Panel) -> None:
        panel.send(PartDragged("button", 200.6, 300))
        assert self.place(panel) == ("200px", "300px")
        (record,) = panel.commands(SaveRecord)
        assert self.place(Panel(records={"settings": record.value}).opened()) == ("200px", "300px")

    @pytest.mark.parametrize(
        ("key", "place"),
        [
            ("ArrowUp", ("56px", "72px")),
            ("ArrowLeft", ("72px", "56px")),
            ("ArrowRight", ("40px", "56px")),
            ("ArrowDown", ("56px", "40px")),
            ("Enter", (None, None)),
        ],
    )
    def test_shift_and_an_arrow_key_move_it(
        self, panel: Panel, key: str, place: tuple[object, object]
    ) -> None:
        panel.send(KeyPressed(key, "button", shift=True))
        assert self.place(panel) == place

    def test_a_plain_arrow_key_does_not(self, panel: Panel) -> None:
        assert panel.send(KeyPressed("ArrowUp", "button")) == []

    def test_it_stays_inside_of_the_window(self, panel: Panel) -> None:
        for _ in range(5):
            panel.send(KeyPressed("ArrowDown", "button", shift=True))
        assert self.place(panel) == ("56px", "40px")


def test_the_page_is_narrowed_unless_that_is_switched_off(panel: Panel) -> None:
    assert panel.frame["panel"]["attributes"]["data-cgt-room"] == "true"
    covering = Panel(records={"settings": '{"version": 2, "make_room": false}'}).opened()
    assert covering.frame["panel"]["attributes"].get("data-cgt-room") is None
