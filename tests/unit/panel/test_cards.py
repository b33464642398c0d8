"""When cards come and go, by events and timers; what a press on one does.

Must not look at how a card is placed; `tests/extension/test_cards.py` does.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.protocol import (
    ApplyPatch,
    Command,
    ControlActivated,
    CopyText,
    ElementClicked,
    EndReached,
    Event,
    FocusElement,
    KeyPressed,
    PagePressed,
    PointerEntered,
    PointerHeld,
    RequestHost,
    ScrollTo,
    SetTimer,
    TextCopied,
    TimerFired,
    ViewportChanged,
)
from tests.unit.panel.fake_site import answer
from tests.unit.panel.test_session import FORKED, Panel

VIEW = ViewportChanged(0, 0, 360, 600)


class Page(Panel):
    """A page that shows cards, too, and has clocks for the timers."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.cards: dict[str, dict[str, Any]] = {}
        """Every keyed element of the cards, by key: attributes, text, items inside."""
        self.order: list[str] = []
        self.timers: dict[str, int] = {}

    def send(self, event: Event) -> list[Command]:
        commands = super().send(event)
        for command in commands:
            if isinstance(command, ApplyPatch) and command.layer == "cards":
                for operation in json.loads(json.dumps(command.operations)):
                    self._card(*operation)
            elif isinstance(command, SetTimer):
                if command.ms < 0:
                    self.timers.pop(command.timer, None)
                else:
                    self.timers[command.timer] = command.ms
        return commands

    def _card(self, name: str, key: str, *rest: Any) -> None:
        if name == "put":
            before, tag, attributes, text, inner = rest
            self._made([tag, attributes, text, inner, key])
            self.order.insert(self.order.index(before) if before else len(self.order), key)
        elif name == "set":
            for attribute, value in rest[0].items():
                if value is None:
                    self.cards[key]["attributes"].pop(attribute, None)
                else:
                    self.cards[key]["attributes"][attribute] = value
        elif name == "del":
            self.order.remove(key)
            for inside in [k for k in self.cards if k == key or k.startswith(f"{key}/")]:
                del self.cards[inside]
        elif name == "fill":
            self.cards[key]["text"], self.cards[key]["inner"] = rest[0], [self._made(i) for i in rest[1]]
        elif name == "add":
            self.cards[key]["inner"] += [self._made(i) for i in rest[0]]
        else:
            raise AssertionError(name)

    def _made(self, item: list[Any]) -> dict[str, Any]:
        tag, attributes, text, inner, key = [*item, [], ""][:5] if len(item) == 3 else item
        made = {"tag": tag, "attributes": dict(attributes), "text": text, "inner": []}
        made["inner"] = [self._made(i) for i in inner]
        if key:
            self.cards[key] = made
        return made

    def fires(self, timer: str) -> None:
        """The time of a timer is over; it must have been running."""
        del self.timers[timer]
        self.send(TimerFired(timer))

    def words(self, key: str) -> str:
        """What is read in a card or a part of it, hidden parts left out."""
        return self._read(self.cards[key])

    def _read(self, element: dict[str, Any]) -> str:
        if "hidden" in element["attributes"]:
            return ""
        parts = [element["text"] or "", *(self._read(e) for e in element["inner"])]
        return " ".join(part for part in parts if part)

    def hovers(self, turn: int) -> Page:
        self.send(PointerEntered(f"t:a-{turn}"))
        if "card_show" in self.timers:
            self.fires("card_show")
        return self

    def presses(self, key: str, **more: bool) -> Page:
        self.send(ElementClicked(key, **more))
        return self


@pytest.fixture
def page() -> Page:
    made = Page(open_record="1")
    made.opened()
    made.answered(FORKED)
    made.send(VIEW)
    return made


class TestUnderThePointer:
    def test_it_comes_200_ms_after_the_pointer(self, page: Page) -> None:
        page.send(PointerEntered("t:a-1"))
        assert page.order == []
        assert page.timers["card_show"] == 200
        page.fires("card_show")
        assert page.order == ["c:a-1"]
        assert page.cards["c:a-1"]["attributes"]["data-cgt-place"] == "pointer"
        assert page.cards["c:a-1"]["attributes"]["data-cgt-at"] == "t:a-1"

    def test_it_does_not_come_when_the_pointer_only_passed(self, page: Page) -> None:
        page.send(PointerEntered("t:a-1"))
        page.send(PointerEntered(""))
        assert "card_show" not in page.timers
        page.send(TimerFired("card_show"))
        assert page.order == []

    def test_it_goes_100_ms_after_the_pointer_left(self, page: Page) -> None:
        page.hovers(1).send(PointerEntered(""))
        assert page.order == ["c:a-1"]
        assert page.timers["card_hide"] == 100
        page.fires("card_hide")
        assert page.order == []

    def test_it_stays_while_the_pointer_is_in_the_card(self, page: Page) -> None:
        page.hovers(1).send(PointerEntered(""))
        page.send(PointerEntered("c:a-1"))
        assert "card_hide" not in page.timers
        page.send(PointerEntered(""))
        page.fires("card_hide")
        assert page.order == []

    def test_it_stays_when_the_pointer_came_back(self, page: Page) -> None:
        page.hovers(1).send(PointerEntered(""))
        page.send(PointerEntered("t:a-1"))
        assert page.timers.keys().isdisjoint({"card_hide", "card_show"})
        assert page.order == ["c:a-1"]

    def test_the_next_node_has_its_turn(self, page: Page) -> None:
        page.hovers(1).hovers(2)
        assert page.order == ["c:a-2"]

    def test_nothing_comes_while_the_drawing_is_scrolled(self, page: Page) -> None:
        page.send(PointerEntered("t:a-1"))
        del page.timers["card_show"]
        page.send(ViewportChanged(0, 20, 360, 100))
        assert page.timers["card_show"] == 200

    def test_it_goes_when_the_drawing_is_scrolled_away_under_it(self, page: Page) -> None:
        page.hovers(1).send(ViewportChanged(0, 20, 360, 100))
        assert page.order == []

    def test_it_stays_on_scrolling_while_the_pointer_is_in_it(self, page: Page) -> None:
        page.hovers(1).send(PointerEntered("c:a-1"))
        page.send(ViewportChanged(0, 20, 360, 100))
        assert page.order == ["c:a-1"]

    def test_nothing_comes_while_a_journey_is_under_way(self, page: Page) -> None:
        page.presses("t:a-4").hovers(1)
        assert page.order == []

    def test_what_is_no_node_has_no_card(self, page: Page) -> None:
        for key in ("links", "root", "t:unknown", "c:a-1"):
            page.send(PointerEntered(key))
            assert "card_show" not in page.timers

    def test_a_finger_that_stays_shows_it_at_once_until_something_else_is_pressed(self, page: Page) -> None:
        page.send(PointerHeld("t:a-1"))
        assert page.order == ["c:a-1"]
        page.send(ViewportChanged(0, 20, 360, 100))
        assert page.order == ["c:a-1"]
        page.send(PagePressed())
        assert page.order == []

    def test_it_is_not_in_the_tab_order(self, page: Page) -> None:
        page.hovers(1)
        assert page.cards["c:a-1"]["attributes"]["role"] == "tooltip"
        buttons = [e for e in page.cards.values() if e["tag"] == "button"]
        assert buttons
        assert all(b["attributes"]["tabindex"] == "-1" for b in buttons)


class TestACapsule:
    @pytest.fixture
    def folded(self) -> Page:
        made = Page(open_record="1")
        made.opened()
        turns = [
            ("user" if i % 2 == 0 else "assistant", i - 1 if i else None, f"Words {i}") for i in range(12)
        ]
        made.answered(answer("a", *turns, current=11))
        made.send(VIEW)
        made.send(ControlActivated("fold"))
        return made

    def test_its_card_shows_the_first_and_the_last_question(self, folded: Page) -> None:
        (capsule,) = [key for key in folded.items if key.startswith("f:")]
        folded.send(PointerEntered(capsule))
        folded.fires("card_show")
        (key,) = folded.order
        assert folded.cards[key]["attributes"]["data-cgt-at"] == capsule
        assert folded.words(key) == "10 folded messages 2 · Words 2 6 · Words 10 click to unfold"
        folded.send(PointerEntered(key))
        assert "card_hide" not in folded.timers

    def test_it_goes_with_the_capsule(self, folded: Page) -> None:
        (capsule,) = [key for key in folded.items if key.startswith("f:")]
        folded.send(PointerEntered(capsule))
        folded.fires("card_show")
        folded.presses(capsule)
        assert folded.order == []
        assert [key for key in folded.items if key.startswith("f:")] == []


class TestPinning:
    def test_shift_click_pins_and_goes_nowhere(self, page: Page) -> None:
        page.hovers(1).presses("t:a-1", shift=True)
        assert page.order == ["c:a-1"]
        assert page.cards["c:a-1"]["attributes"]["role"] == "group"
        assert page.commands(RequestHost) == []
        page.send(PointerEntered(""))
        assert "card_hide" not in page.timers

    def test_another_shift_click_replaces_and_with_ctrl_adds(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).presses("t:a-2", shift=True)
        assert page.order == ["c:a-2"]
        page.presses("t:a-3", shift=True, ctrl=True).presses("t:a-0", shift=True, ctrl=True)
        assert page.order == ["c:a-2", "c:a-3", "c:a-0"]

    def test_again_on_the_same_node_unpins_it_alone(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).presses("t:a-2", shift=True, ctrl=True)
        page.presses("t:a-1", shift=True)
        assert page.order == ["c:a-2"]

    @pytest.mark.parametrize("elsewhere", [ElementClicked(""), PagePressed()])
    def test_a_press_elsewhere_unpins_all(self, page: Page, elsewhere: Event) -> None:
        page.presses("t:a-1", shift=True).presses("t:a-2", shift=True, ctrl=True)
        page.send(elsewhere)
        assert page.order == []

    def test_a_press_in_a_card_scrolling_and_jumping_do_not(self, page: Page) -> None:
        page.presses("t:a-1", shift=True)
        page.presses("c:a-1").presses("c:a-1/whole")
        page.send(ViewportChanged(0, 20, 360, 100))
        page.presses("t:a-4")
        assert page.order == ["c:a-1"]

    def test_of_too_many_the_first_goes(self) -> None:
        page = Page(open_record="1")
        page.opened()
        page.answered(
            answer("a", *[("user", i - 1 if i else None, f"Words {i}") for i in range(12)], current=11)
        )
        for turn in range(10):
            page.presses(f"t:a-{turn}", shift=True, ctrl=True)
        assert page.order == [f"c:a-{turn}" for turn in range(2, 10)]

    def test_pinned_nodes_are_marked(self, page: Page) -> None:
        page.presses("t:a-1", shift=True)
        assert "cgt-pinned" in page.items["t:a-1"][4]["class"].split()
        page.presses("")
        assert "cgt-pinned" not in page.items["t:a-1"][4]["class"].split()

    def test_a_pinned_node_has_no_second_card(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).hovers(1)
        assert page.order == ["c:a-1"]

    def test_they_survive_a_refresh_though_the_turn_has_grown(self, page: Page) -> None:
        page.presses("t:a-1", shift=True)
        page.answered_again(FORKED)
        assert page.order == ["c:a-1"]

    def test_they_survive_a_reload_and_an_engine_that_starts_again(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).presses("c:a-1/expand")
        again = Page(open_record="1")
        again.opened(state=page.state)
        again.answered(FORKED)
        assert again.order == ["c:a-1"]
        assert again.words("c:a-1/whole") == "The sea."

    def test_space_pins_the_focused_node(self, page: Page) -> None:
        page.send(KeyPressed("Home"))
        page.send(KeyPressed(" "))
        assert page.order == ["c:a-0"]
        page.send(KeyPressed(" "))
        assert page.order == []

    def test_esc_closes_the_card_then_unpins(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).hovers(2)
        assert page.order == ["c:a-1", "c:a-2"]
        page.send(KeyPressed("Escape", element="cards"))
        assert page.order == ["c:a-1"]
        page.send(KeyPressed("Escape", element="cards"))
        assert page.order == []
        assert page.commands(FocusElement) == [FocusElement("scroller")]

    def test_its_controls_are_in_the_tab_order(self, page: Page) -> None:
        page.presses("t:a-1", shift=True)
        buttons = [e for e in page.cards.values() if e["tag"] == "button"]
        assert all("tabindex" not in b["attributes"] for b in buttons)
        assert page.cards["c:a-1"]["attributes"]["aria-label"] == "Pinned card: ChatGPT · branch 1 of 2"
        assert page.text("live") == "Card pinned."

    def test_the_button_of_a_card_pins_and_unpins_and_the_focus_goes_back(self, page: Page) -> None:
        page.hovers(1).presses("c:a-1/pin")
        assert page.cards["c:a-1"]["attributes"]["role"] == "group"
        page.presses("c:a-1/pin")
        assert page.order == []
        assert page.commands(FocusElement) == [FocusElement("scroller")]


class TestWhatACardDoes:
    def test_copying_asks_the_page_and_says_how_it_went(self, page: Page) -> None:
        page.hovers(1).presses("c:a-1/copy")
        assert page.commands(CopyText) == [CopyText("The sea.")]
        page.send(TextCopied(True))
        assert page.words("c:a-1/told") == "Copied."
        assert page.text("live") == "Copied."
        page.presses("c:a-1/copy").send(TextCopied(False))
        assert page.words("c:a-1/told").startswith("The browser did not allow copying.")

    def test_the_card_of_a_fork_names_its_branches_and_goes_there(self, page: Page) -> None:
        page.hovers(0)
        assert page.words("c:a-0/branches") == "1 · The sea. 2 · The hills."
        page.presses("c:a-0/to:a-4")
        assert "cgt-busy" in page.items["t:a-4"][4]["class"]

    def test_its_arrows_look_at_the_siblings_and_go_nowhere(self, page: Page) -> None:
        page.hovers(1).presses("c:a-1/next")
        assert page.order == ["c:a-4"]
        assert page.commands(ScrollTo)
        assert "cgt-busy" not in page.items["t:a-4"][4]["class"]
        assert "c:a-4/next" not in page.cards
        page.presses("c:a-4/pin").presses("c:a-4/previous")
        assert page.order == ["c:a-1"]
        assert page.cards["c:a-1"]["attributes"]["role"] == "group"

    def test_a_pinned_card_shows_what_changed_against_its_previous_sibling(self, page: Page) -> None:
        page.presses("t:a-4", shift=True).presses("c:a-4/changes")
        parts = [(e["tag"], e["text"]) for e in page.cards["c:a-4/whole"]["inner"]]
        assert parts == [("span", "The "), ("del", "sea."), ("ins", "hills.")]
        page.presses("c:a-4/changes")
        assert page.words("c:a-4/words") == "The hills."

    def test_a_whole_message_comes_in_pieces_as_it_is_scrolled(self) -> None:
        text = "".join(f"Line {n} of a very long message.\n" for n in range(150_000))
        assert len(text) > 5_000_000
        page = Page(open_record="1")
        page.opened()
        page.answered(answer("a", ("user", None, text), current=0))
        page.presses("t:a-0", shift=True).presses("c:a-0/expand")
        whole = page.cards["c:a-0/whole"]
        assert 4_000 <= sum(len(e["text"]) for e in whole["inner"]) <= 4_400
        for _ in range(3):
            page.send(EndReached("c:a-0/whole"))
        shown = "".join(e["text"] for e in whole["inner"])
        assert len(shown) > 16_000
        assert text.startswith(shown)
        (patch,) = page.commands(ApplyPatch)
        assert [o[0] for o in patch.operations] == ["add"]

    def test_the_end_of_a_message_is_the_end(self, page: Page) -> None:
        page.presses("t:a-1", shift=True).presses("c:a-1/expand")
        page.send(EndReached("c:a-1/whole"))
        assert page.last == []
        assert page.words("c:a-1/whole") == "The sea."

    def test_expanding_leaves_the_other_elements_alone(self, page: Page) -> None:
        """Else the focus on the button that was pressed, the place and the selection would be lost."""
        page.presses("t:a-1", shift=True).presses("c:a-1/expand")
        (patch,) = page.commands(ApplyPatch)
        assert "put" not in [o[0] for o in patch.operations]
        assert "c:a-1" not in [o[1] for o in patch.operations]
        assert "c:a-1/actions" not in [o[1] for o in patch.operations]
        assert page.cards["c:a-1/expand"]["attributes"]["aria-expanded"] == "true"
        assert page.words("c:a-1/expand") == "Collapse"
