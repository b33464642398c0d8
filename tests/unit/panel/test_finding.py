"""Search, event by event: the box, the counter, the walk, the filters, and what of it survives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.panel.view_state import ViewState
from conversation_tree.protocol import (
    AddressChanged,
    ApplyPatch,
    ControlActivated,
    ElementClicked,
    FocusElement,
    KeyPressed,
    PageOpened,
    ScrollTo,
    SetTimer,
    TextEntered,
    TimerFired,
    ViewportChanged,
)
from conversation_tree.search import index as index_module
from tests.unit.panel.fake_site import answer
from tests.unit.panel.test_session import FORKED, LONG, Panel, shown

COAST = answer(
    "a",
    ("user", None, "Where is the sea?"),
    ("assistant", 0, "West of the hills."),
    ("user", 1, "How far is the SEA?"),
    ("assistant", 2, "A day."),
    ("assistant", 0, "The sea is near."),
    ("user", 4, "Which sea is it?"),
    current=3,
)


def typed(panel: Panel, text: str, time: float = 0.0) -> Panel:
    panel.send(TextEntered("search", text, time=time))
    return panel


def pressed(panel: Panel, key: str, element: str = "search", **more: bool) -> Panel:
    panel.send(KeyPressed(key, element, **more))
    return panel


def marked(panel: Panel, name: str) -> list[str]:
    """The turns that carry this class, in the order they are drawn."""
    return [k.removeprefix("t:") for k, i in panel.items.items() if name in i[4].get("class", "").split()]


def current(panel: Panel) -> list[str]:
    return marked(panel, "cgt-hit-current")


def markers(panel: Panel) -> list[list[Any]]:
    """The operations of the last answer on the layer beside the scrollbar."""
    patches = [p.operations for p in panel.commands(ApplyPatch) if p.layer == "markers"]
    return [operation for operations in patches for operation in operations]


class TestTyping:
    def test_hits_are_marked_and_counted_in_every_branch(self) -> None:
        panel = typed(shown(COAST), "sea")
        assert marked(panel, "cgt-hit") == ["a-0", "a-2", "a-4", "a-5"]
        assert current(panel) == []
        assert panel.text("count") == "4 / 6"
        assert panel.text("live") == "4 hits"
        assert panel.canvas["class"] == "cgt-searching"
        assert not panel.hidden("filters")

    def test_nothing_found_says_so_and_still_stands_back(self) -> None:
        panel = typed(shown(COAST), "desert")
        assert (panel.text("count"), panel.text("live")) == ("0 / 6", "Nothing found")
        assert marked(panel, "cgt-hit") == []
        assert panel.canvas["class"] == "cgt-searching"

    @pytest.mark.parametrize("blank", ["", " ", "\u3000 \t"])
    def test_a_blank_query_finds_nothing_and_dims_nothing(self, blank: str) -> None:
        panel = typed(typed(shown(COAST), "sea"), blank)
        assert panel.text("count") == ""
        assert marked(panel, "cgt-hit") == []
        assert panel.canvas.get("class") is None
        assert panel.hidden("filters")

    def test_what_is_typed_is_never_written_back_into_the_box(self) -> None:
        panel = shown(COAST)
        typed(typed(panel, "s"), "se")
        assert "text" not in panel.frame["search"] or panel.text("search") == ""

    def test_other_text_boxes_are_not_the_search(self) -> None:
        panel = shown(COAST)
        panel.send(TextEntered("elsewhere", "sea"))
        assert panel.last == []

    def test_without_a_conversation_nothing_is_found(self) -> None:
        panel = typed(Panel(open_record="1").opened("https://fake/elsewhere"), "sea")
        assert panel.text("count") == ""


class TestWalking:
    def test_down_and_enter_go_on_up_and_shift_enter_back_and_all_go_round(self) -> None:
        panel = typed(shown(COAST), "sea")
        walked = []
        for key, shift in [
            ("ArrowDown", False),
            ("Enter", False),
            ("ArrowDown", False),
            ("ArrowDown", False),
            ("Enter", False),
            ("ArrowUp", False),
            ("Enter", True),
        ]:
            walked += current(pressed(panel, key, shift=shift))
        assert walked == ["a-0", "a-2", "a-4", "a-5", "a-0", "a-5", "a-4"]

    def test_up_begins_at_the_last_hit(self) -> None:
        assert current(pressed(typed(shown(COAST), "sea"), "ArrowUp")) == ["a-5"]

    def test_the_hit_is_told_and_the_counter_stays(self) -> None:
        panel = pressed(pressed(typed(shown(COAST), "sea"), "Enter"), "Enter")
        assert panel.text("live") == "hit 2 of 4. You, question 2: How far is the SEA?"
        assert panel.text("count") == "4 / 6"

    def test_the_focus_stays_in_the_box_and_the_tree_remembers_the_hit(self) -> None:
        panel = pressed(typed(shown(COAST), "sea"), "ArrowUp")
        assert panel.commands(FocusElement) == []
        assert panel.active_descendant == "cgt-t:a-5"

    def test_the_hit_comes_into_view(self) -> None:
        panel = pressed(typed(shown(LONG), "n5"), "Enter")
        assert panel.commands(ScrollTo)
        assert panel.scroll[1] < 5 * 36 < panel.scroll[1] + 720

    def test_nothing_to_walk_to(self) -> None:
        panel = typed(shown(COAST), "desert")
        assert pressed(panel, "Enter").last == []

    def test_other_keys_of_the_box_mean_nothing(self) -> None:
        panel = typed(shown(COAST), "sea")
        for key in ("Home", "End", "ArrowLeft", "/", "F1"):
            assert pressed(panel, key).last == []

    def test_a_hit_stays_walked_to_while_the_query_still_finds_it(self) -> None:
        panel = pressed(pressed(typed(shown(COAST), "sea"), "Enter"), "Enter")
        assert current(typed(panel, "sea?")) == ["a-2"]
        assert current(typed(panel, "sea is near")) == []
        assert current(typed(panel, "sea")) == []


class TestEscape:
    def test_the_first_one_clears_the_query(self) -> None:
        panel = pressed(typed(shown(COAST), "sea"), "Escape")
        assert panel.text("search") == ""
        assert panel.text("count") == ""
        assert panel.hidden("filters")
        assert panel.canvas.get("class") is None
        assert not panel.hidden("panel")
        assert panel.commands(FocusElement) == []

    def test_the_second_one_leaves_the_sidebar_alone(self) -> None:
        panel = pressed(pressed(typed(shown(COAST), "sea"), "Escape"), "Escape")
        assert panel.last == []

    def test_from_a_filter_the_focus_goes_to_the_box(self) -> None:
        panel = pressed(typed(shown(COAST), "sea"), "Escape", "filter_branch")
        assert panel.commands(FocusElement) == [FocusElement("search")]

    def test_it_clears_from_the_tree_too(self) -> None:
        assert pressed(typed(shown(COAST), "sea"), "Escape", "scroller").text("count") == ""


@pytest.mark.parametrize("element", ["scroller", "close", "settings"])
def test_slash_leads_to_the_box(element: str) -> None:
    panel = shown(COAST)
    assert pressed(panel, "/", element).commands(FocusElement) == [FocusElement("search")]
    assert pressed(panel, "/", element, ctrl=True).commands(FocusElement) == []


class TestFilters:
    def test_my_questions(self) -> None:
        panel = typed(shown(COAST), "sea")
        panel.send(ControlActivated("filter_questions"))
        assert marked(panel, "cgt-hit") == ["a-0", "a-2", "a-5"]
        assert panel.text("count") == "3 / 6"
        assert panel.text("live") == "3 hits"
        assert panel.frame["filter_questions"]["attributes"]["aria-pressed"] == "true"

    def test_this_branch(self) -> None:
        panel = typed(shown(COAST), "sea")
        panel.send(ControlActivated("filter_branch"))
        assert marked(panel, "cgt-hit") == ["a-0", "a-2"]

    def test_both_and_off_again(self) -> None:
        panel = typed(shown(COAST), "e")
        panel.send(ControlActivated("filter_branch"))
        assert panel.text("count") == "3 / 6"
        panel.send(ControlActivated("filter_questions"))
        assert panel.text("count") == "2 / 6"
        panel.send(ControlActivated("filter_branch"))
        panel.send(ControlActivated("filter_questions"))
        assert panel.text("count") == "5 / 6"
        assert panel.frame["filter_branch"]["attributes"]["aria-pressed"] == "false"

    def test_a_hit_that_is_filtered_out_comes_back_with_the_filter_off(self) -> None:
        panel = pressed(typed(shown(COAST), "sea"), "ArrowUp")
        panel.send(ControlActivated("filter_branch"))
        assert current(panel) == []
        panel.send(ControlActivated("filter_branch"))
        assert current(panel) == ["a-5"]


class TestNumbers:
    def test_the_question_of_that_number_on_this_branch_comes_first(self) -> None:
        panel = pressed(typed(shown(COAST), "#2"), "Enter")
        assert panel.text("count") == "2 / 6"
        assert current(panel) == ["a-2"]
        assert panel.active_descendant == "cgt-t:a-2"
        assert current(pressed(panel, "Enter")) == ["a-5"]

    def test_the_one_on_this_branch_comes_first_even_if_it_is_not_the_first(self) -> None:
        other = json.loads(COAST) | {"current": 5}
        panel = pressed(typed(shown(json.dumps(other).encode()), " # 2 "), "Enter")
        assert current(panel) == ["a-5"]

    def test_a_number_that_no_question_has_is_looked_for_in_the_words(self) -> None:
        words = answer("a", ("user", None, "See #77 and #1"), ("assistant", 0, "Done."), current=1)
        assert marked(typed(shown(words), "#77"), "cgt-hit") == ["a-0"]


class TestSurvival:
    def test_a_refresh_keeps_query_and_hit_by_message(self) -> None:
        panel = pressed(pressed(typed(shown(COAST), "sea"), "Enter"), "Enter")
        grown = json.loads(COAST)
        grown["turns"].insert(2, ["assistant", 1, "A new one about the sea."])
        # The fake site numbers its messages by place, so what was the third is now the new one.
        panel.answered_again(json.dumps(grown).encode())
        while panel.commands(SetTimer):
            panel.send(TimerFired("search"))
        assert panel.text("count") == "5 / 7"
        assert current(panel) == ["a-2"]
        assert panel.text("search") == ""  # never written back

    def test_a_reload_and_a_new_engine_keep_them(self) -> None:
        panel = pressed(typed(shown(COAST), "sea"), "ArrowUp")
        panel.send(ControlActivated("filter_questions"))
        again = Panel(open_record="1")
        again.send(PageOpened("https://fake/chat/a", state=panel.state))
        opened = again.last
        assert again.text("search") == "sea"
        again.send(ViewportChanged(0, 0, 360, 720))
        again.last = opened
        again.answered(COAST)
        again.send(TimerFired("search"))
        assert again.text("count") == "3 / 6"
        assert current(again) == ["a-5"]

    def test_each_conversation_has_its_own_query(self) -> None:
        panel = typed(shown(COAST), "sea")
        panel.send(AddressChanged("https://fake/chat/b"))
        assert panel.text("search") == ""
        assert panel.text("count") == ""
        panel.send(AddressChanged("https://fake/chat/a"))
        assert panel.text("search") == "sea"

    def test_an_older_state_has_no_query(self) -> None:
        state = ViewState(open=True)
        state.view("a").left = 1.0
        fields = json.loads(state.to_text())
        for name in ("query", "only_questions", "only_branch", "hit"):
            del fields["views"]["a"][name]
        assert ViewState.from_text(json.dumps(fields)) == state

    def test_going_to_a_message_keeps_the_marks(self) -> None:
        panel = typed(shown(FORKED), "the")
        panel.send(ElementClicked("t:a-4"))
        assert "a-1" in marked(panel, "cgt-hit")


class TestMuchText:
    @pytest.fixture
    def slow(self, monkeypatch: pytest.MonkeyPatch) -> Panel:
        monkeypatch.setattr(index_module, "SLICE_TURNS", 50)
        return shown(LONG)

    def test_what_was_read_so_far_is_shown_and_the_rest_follows(self, slow: Panel) -> None:
        panel = typed(slow, "n", time=100.0)
        assert panel.commands(SetTimer) == [SetTimer("search", 0)]
        assert panel.text("count") == "50 / 200"
        assert panel.text("live") != "50 hits"
        panel.send(TimerFired("search", time=100.2))
        assert panel.text("count") == "100 / 200"
        panel.send(TimerFired("search", time=100.25))
        assert panel.text("count") == "100 / 200"
        panel.send(TimerFired("search", time=100.26))
        assert (panel.text("count"), panel.text("live")) == ("200 / 200", "200 hits")
        assert panel.commands(SetTimer) == []

    def test_after_half_a_second_the_counter_says_how_far_it_is(self, slow: Panel) -> None:
        panel = typed(slow, "n", time=100.0)
        panel.send(TimerFired("search", time=100.6))
        assert panel.text("count") == "100 / 100 …"
        assert panel.text("live") == "Still reading: 100 of 200 nodes searched"
        panel.send(TimerFired("search", time=100.61))
        panel.send(TimerFired("search", time=100.62))
        assert panel.text("count") == "200 / 200"
        assert panel.frame["count"]["attributes"]["title"] is None

    def test_a_cleared_query_ends_the_reading(self, slow: Panel) -> None:
        panel = pressed(typed(slow, "n"), "Escape")
        panel.send(TimerFired("search"))
        assert panel.last == []

    def test_a_key_pressed_before_all_is_looked_through_waits_for_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        panel = typed(shown(LONG), "n")
        monkeypatch.setattr(index_module, "LOOK_BYTES", 10)
        typed(panel, "n199")
        assert panel.text("count") == "200 / 200"
        assert current(pressed(panel, "Enter")) == ["a-199"]
        assert panel.text("count") == "1 / 200"

    def test_the_rest_is_looked_through_by_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        panel = typed(shown(LONG), "n")
        monkeypatch.setattr(index_module, "LOOK_BYTES", 200)
        typed(panel, "n199")
        while panel.commands(SetTimer):
            panel.send(TimerFired("search"))
        assert (panel.text("count"), panel.text("live")) == ("1 / 200", "1 hit")


class TestMarkers:
    def test_they_say_where_hits_are_and_which_is_current(self) -> None:
        panel = typed(shown(LONG), "n10")
        (put,) = markers(panel)
        assert put[:4] == ["put", "hits", None, "path"]
        assert put[4]["d"].count("M0,") == 2  # n10, and n100 to n109, which are one bar
        pressed(panel, "Enter")
        assert [o[:2] for o in markers(panel)] == [["put", "current"]]

    def test_however_many_hits_there_are_they_are_few_and_short(self) -> None:
        (put,) = markers(typed(shown(LONG), "n"))
        assert len(put[4]["d"]) < 5_000

    def test_they_go_with_the_query(self) -> None:
        assert markers(pressed(typed(shown(LONG), "n10"), "Escape")) == [["del", "hits"]]

    def test_a_tree_that_is_all_in_view_needs_none(self) -> None:
        assert markers(typed(shown(COAST), "sea")) == []

    def test_another_size_moves_them(self) -> None:
        panel = typed(shown(LONG), "n10")
        panel.send(ViewportChanged(0, panel.scroll[1], 360, 500))
        assert [o[0] for o in markers(panel)] == ["set"]


class TestForOthers:
    def test_the_passage_of_a_hit(self) -> None:
        panel = typed(shown(COAST), "SEA")
        finding = panel.app._sessions[1]._finding
        assert finding.passage(2) == ("How far is the ", "SEA", "?")
        assert finding.passage(1) is None
        typed(panel, "#2")
        assert finding.passage(2) is None

    def test_hits_of_a_run(self) -> None:
        panel = typed(shown(COAST), "sea")
        finding = panel.app._sessions[1]._finding
        assert [finding.hits_in(0, 3), finding.hits_in(1, 1), finding.hits_in(2, 4)] == [2, 0, 3]
