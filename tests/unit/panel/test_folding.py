"""Folding, overview, finding one's way and the keys of the tree, event by event."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from conversation_tree.protocol import (
    ControlActivated,
    ElementClicked,
    KeyPressed,
    PointerEntered,
    RequestHost,
    ScrollTo,
    TimerFired,
    ViewportChanged,
)
from tests.unit.panel.fake_site import answer
from tests.unit.panel.test_session import Panel, shown


def chat(parents: Sequence[int | None], current: int, partial: str = "") -> bytes:
    """A conversation of these turns; who speaks alternates from the top."""
    depth: list[int] = []
    for parent in parents:
        depth.append(0 if parent is None else depth[parent] + 1)
    who = ["assistant" if d % 2 else "user" for d in depth]
    return answer(
        "a",
        *((who[n], parent, f"word{n} of it") for n, parent in enumerate(parents)),
        current=current,
        partial=partial,
    )


def chain(count: int) -> list[int | None]:
    return [None, *range(count - 1)]


#  0 - 1 - 2 - 3 - 4 - 5 - 6      3 is a fork: 4 to 6, and 7 to 9
#              `-- 7 - 8 - 9
FORKED: list[int | None] = [None, 0, 1, 2, 3, 4, 5, 3, 7, 8]
FORK = chat(FORKED, current=6)
LONG = chat(chain(300), current=299)


def whole(body: bytes = FORK) -> Panel:
    """With what lies around the view, too."""
    panel = shown(body)
    panel.send(TimerFired("surroundings"))
    return panel


def nodes(panel: Panel) -> list[str]:
    return [key for key in panel.items if key[:2] in {"t:", "f:"}]


def name(panel: Panel, key: str) -> str:
    return str(panel.items[key][4]["aria-label"])


def classes(panel: Panel, key: str) -> set[str]:
    return set(panel.items[key][4]["class"].split())


def texts(panel: Panel, key: str) -> list[str]:
    return [child[2] for child in panel.items[key][6] if child[2] is not None]


def place(panel: Panel, key: str) -> tuple[float, float]:
    """Of an item on the scrolled content, px."""
    x, y = panel.items[key][4]["transform"].removeprefix("translate(").removesuffix(")").split(",")
    left, top, width, _ = map(float, panel.canvas["viewBox"].split())
    scale = float(panel.canvas["width"]) / width
    return (float(x) - left) * scale, (float(y) - top) * scale


def click_between(panel: Panel, upper: str, lower: str) -> None:
    (x1, y1), (x2, y2) = place(panel, upper), place(panel, lower)
    panel.send(ElementClicked("runs", x=(x1 + x2) / 2, y=(y1 + y2) / 2))


class TestByPointer:
    def test_a_click_on_a_link_folds_its_run_and_one_on_the_capsule_unfolds_it(self) -> None:
        panel = whole()
        click_between(panel, "t:a-8", "t:a-9")
        assert nodes(panel) == [*(f"t:a-{n}" for n in range(7)), "f:a-7", "t:a-9"]
        assert texts(panel, "f:a-7") == ["[ +2 ]"]
        assert panel.commands(RequestHost) == [], "folding is no jump"
        panel.send(ElementClicked("f:a-7"))
        assert nodes(panel) == [f"t:a-{n}" for n in range(10)]

    def test_a_run_of_one_turn_folds_too(self) -> None:
        panel = whole(chat(chain(3), current=2))
        click_between(panel, "t:a-1", "t:a-2")
        assert nodes(panel) == ["t:a-0", "f:a-1", "t:a-2"]
        assert texts(panel, "f:a-1") == ["[ +1 ]"]

    def test_beside_every_link_nothing_folds(self) -> None:
        panel = whole()
        x, y = place(panel, "t:a-2")
        panel.send(ElementClicked("runs", x=x + 200, y=y - 18))
        assert nodes(panel) == [f"t:a-{n}" for n in range(10)]

    def test_links_that_cannot_be_folded_are_not_offered(self) -> None:
        panel = whole(chat([None, 0, 0], current=1))
        assert "runs" not in panel.items
        panel = whole()
        assert panel.items["runs"][4]["class"] == "cgt-runs"
        panel.send(ControlActivated("fold"))
        assert "runs" not in panel.items

    def test_the_capsule_stands_where_the_link_was_clicked(self) -> None:
        panel = whole(LONG)
        panel.send(ViewportChanged(panel.scroll[0], 5000, 360, 720))
        x = place(panel, "t:a-150")[0]
        panel.send(ElementClicked("runs", x=x, y=5300))
        (scroll,) = panel.commands(ScrollTo)
        # The drawing is smaller than the view now, so it cannot be scrolled.
        assert (scroll.top, nodes(panel)) == (0, ["t:a-0", "f:a-1", "t:a-299"])

    def test_unfolding_keeps_the_first_turn_where_the_capsule_was(self) -> None:
        panel = whole(chat([*chain(100), 49, *range(100, 149)], current=99))
        panel.send(ControlActivated("fold"))
        before = place(panel, "f:a-50")[1] - panel.scroll[1]
        panel.send(ElementClicked("f:a-50"))
        assert place(panel, "t:a-50")[1] - panel.scroll[1] == pytest.approx(before)


class TestTheCapsule:
    def test_it_is_a_closed_item_of_the_tree_with_a_spoken_name(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        capsule = panel.items["f:a-1"][4]
        assert capsule["role"] == "treeitem"
        assert capsule["aria-expanded"] == "false"
        assert name(panel, "f:a-1") == "2 folded messages, questions 1 to 2"
        assert (capsule["aria-level"], capsule["aria-setsize"], capsule["aria-posinset"]) == ("2", "1", "1")
        below = panel.items["f:a-7"][4]
        assert (below["aria-level"], below["aria-setsize"], below["aria-posinset"]) == ("4", "2", "2")
        assert panel.items["t:a-9"][4]["aria-level"] == "5"

    def test_it_carries_the_ring_and_the_active_path_when_they_are_inside(self) -> None:
        panel = whole(chat(FORKED, current=4))
        panel.send(ControlActivated("fold"))
        assert {"cgt-active", "cgt-current"} <= classes(panel, "f:a-4")
        assert panel.items["f:a-4"][4]["aria-current"] == "true"
        assert any(child[1].get("class") == "cgt-ring" for child in panel.items["f:a-4"][6])
        assert name(panel, "f:a-4") == "2 folded messages, question 3, current"
        assert "cgt-active" not in classes(panel, "f:a-7")

    def test_it_carries_the_number_of_hits_inside(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        view = panel.app._sessions[1]._tree_view
        for command in view.mark({1: "cgt-hit", 2: "cgt-hit cgt-hit-current", 3: "cgt-hit"}, True):
            panel._apply(getattr(command, "operations", []) if "drawing" in str(command) else [])
        assert texts(panel, "f:a-1") == ["[ +2 ]", "2"]
        assert {"cgt-hit", "cgt-hit-current"} <= classes(panel, "f:a-1")
        assert name(panel, "f:a-1") == "2 folded messages, questions 1 to 2, 2 hits"

    def test_it_is_busy_while_a_turn_inside_is(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        view = panel.app._sessions[1]._tree_view
        for command in view.mark({2: "cgt-busy"}):
            panel._apply(getattr(command, "operations", []) if "drawing" in str(command) else [])
        assert panel.items["f:a-1"][4]["aria-busy"] == "true"


class TestAllAtOnce:
    def test_the_button_folds_what_has_at_least_two_turns_and_unfolds_all(self) -> None:
        panel = whole(chat([*FORKED, 3, 10, 11], current=6))  # a third branch, 10 and 11, before leaf 12
        assert panel.frame["fold"]["attributes"]["aria-label"] == "Fold all runs"
        panel.send(ControlActivated("fold"))
        assert [key for key in nodes(panel) if key[0] == "f"] == ["f:a-1", "f:a-4", "f:a-7", "f:a-10"]
        assert panel.frame["fold"]["attributes"]["aria-label"] == "Unfold all"
        panel.send(ControlActivated("fold"))
        assert not any(key.startswith("f:") for key in nodes(panel))
        assert panel.frame["fold"]["attributes"]["aria-label"] == "Fold all runs"

    def test_a_run_of_one_stays_as_it_is(self) -> None:
        panel = whole(chat([None, 0, 1, 2, 3, 2, 5, 6, 7], current=8))
        panel.send(ControlActivated("fold"))
        folded = [key for key in nodes(panel) if key.startswith("f:")]
        assert folded == ["f:a-5"], "1 and 3 are alone in their runs"

    def test_when_there_is_nothing_to_fold_it_says_so(self) -> None:
        panel = whole(chat([None, 0], current=1))
        panel.send(ControlActivated("fold"))
        assert panel.text("live") == "There is nothing to fold."

    def test_one_unfolded_again_makes_the_button_fold_again(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        panel.send(ElementClicked("f:a-4"))
        assert panel.frame["fold"]["attributes"]["aria-label"] == "Fold all runs"
        panel.send(ControlActivated("fold"))
        assert "f:a-4" in panel.items


class TestFoldsOutlive:
    def grown(self, panel: Panel, parents: Sequence[int | None], current: int) -> None:
        panel.answered_again(chat(parents, current))
        panel.send(TimerFired("surroundings"))

    def test_a_refresh_that_makes_the_run_longer(self) -> None:
        panel = whole(chat(chain(6), current=5))
        click_between(panel, "t:a-3", "t:a-4")
        assert texts(panel, "f:a-1") == ["[ +4 ]"]
        self.grown(panel, chain(9), 8)
        assert texts(panel, "f:a-1") == ["[ +7 ]"]

    def test_a_fork_that_parts_the_run_leaves_both_parts_folded(self) -> None:
        panel = whole(chat(chain(9), current=8))
        click_between(panel, "t:a-3", "t:a-4")
        self.grown(panel, [*chain(9), 4, 9], 8)
        assert [key for key in nodes(panel) if key.startswith("f:")] == ["f:a-1", "f:a-5"]

    def test_while_all_are_folded_what_grows_is_folded(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        self.grown(panel, [*FORKED, 9, 10, 11], 12)
        assert texts(panel, "f:a-7") == ["[ +5 ]"]

    def test_one_that_was_unfolded_stays_so_while_the_others_are_folded(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        panel.send(ElementClicked("f:a-7"))
        self.grown(panel, [*FORKED, 9, 10], 11)
        assert [key for key in nodes(panel) if key.startswith("f:")] == ["f:a-1", "f:a-4"]

    def test_a_reload_of_the_page_and_a_restart_of_the_engine(self) -> None:
        panel = whole()
        click_between(panel, "t:a-8", "t:a-9")
        after = Panel(open_record="1").opened(state=panel.state)
        started = after.last
        after.send(ViewportChanged(0, 0, 360, 720))
        after.last = started
        after.answered(FORK)
        assert "f:a-7" in after.items


class TestTheOverview:
    def test_it_folds_all_and_fits_the_view(self) -> None:
        comb: list[int | None] = [None]
        for _ in range(22):
            comb += [len(comb) - 1, len(comb) - 1]
        panel = whole(chat(comb, current=len(comb) - 1))
        before = panel.scroll, dict(panel.canvas)
        panel.send(KeyPressed("o"))
        assert float(panel.canvas["height"]) <= 720
        assert float(panel.canvas["width"]) <= 360
        assert float(panel.canvas["viewBox"].split()[3]) > 720
        assert panel.frame["overview"]["attributes"]["aria-pressed"] == "true"
        panel.send(KeyPressed("o"))
        assert (panel.scroll, panel.canvas) == before
        assert panel.frame["overview"]["attributes"]["aria-pressed"] == "false"

    def test_it_is_never_smaller_than_40_percent_and_never_enlarges(self) -> None:
        star: list[int | None] = [None, *([0] * 60)]
        panel = whole(chat(star, current=60))
        panel.send(ControlActivated("overview"))
        _, _, width, _ = map(float, panel.canvas["viewBox"].split())
        assert float(panel.canvas["width"]) / width == pytest.approx(0.4, abs=1e-4)
        panel = whole()
        panel.send(ControlActivated("overview"))
        assert panel.canvas["width"] == panel.canvas["viewBox"].split()[2]

    def test_again_restores_single_folds_and_the_place(self) -> None:
        panel = whole(chat([*chain(200), 99, 200, 201], current=202))
        panel.send(ViewportChanged(panel.scroll[0], 3500, 360, 720))
        click_between(panel, "t:a-201", "t:a-202")
        before = panel.scroll, place(panel, "t:a-99")
        panel.send(KeyPressed("o"))
        assert "f:a-1" in panel.items
        panel.send(KeyPressed("O"))
        assert (panel.scroll, place(panel, "t:a-99")) == before
        assert [key for key in nodes(panel) if key.startswith("f:")] == ["f:a-200"]

    def test_hit_targets_are_scaled_back(self) -> None:
        panel = whole(chat([None, *([0] * 60)], current=60))
        assert panel.canvas["stroke-width"] == "14"
        panel.send(KeyPressed("o"))
        radius, stroke, scale = 5, float(panel.canvas["stroke-width"]), 0.4
        assert (2 * radius + stroke) * scale == pytest.approx(24)

    def test_clicks_are_understood_where_it_is_scaled(self) -> None:
        panel = whole(chat([*([None, *([0] * 60)]), 60, 61, 62], current=63))
        panel.send(KeyPressed("o"))
        panel.send(ElementClicked("f:a-60"))
        panel.send(ViewportChanged(10_000, 0, 360, 720))
        click_between(panel, "t:a-61", "t:a-62")
        assert "f:a-60" in panel.items


class TestKeys:
    def walk(self, panel: Panel, *keys: str, shift: bool = False) -> list[str]:
        found = []
        for number, key in enumerate(keys):
            panel.send(KeyPressed(key, shift=shift, time=1000.0 + number))
            found.append((panel.active_descendant or "").removeprefix("cgt-"))
        return found

    def test_the_tree_pattern_on_the_displayed_nodes(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        keys = ["Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "End"]
        assert self.walk(panel, *keys) == [
            *("t:a-0", "f:a-1", "t:a-3", "f:a-4", "t:a-3", "f:a-1", "t:a-0", "t:a-9"),
        ]

    def test_right_and_enter_on_a_capsule_unfold_it(self) -> None:
        for key in ("ArrowRight", "Enter"):
            panel = whole()
            panel.send(ControlActivated("fold"))
            assert self.walk(panel, "Home", "ArrowDown", key) == ["t:a-0", "f:a-1", "t:a-1"]
            assert panel.commands(RequestHost) == []

    def test_left_on_the_end_of_an_unfolded_run_only_goes_up(self) -> None:
        panel = whole()
        assert self.walk(panel, "End", "ArrowLeft") == ["t:a-9", "t:a-8"]
        assert not any(key.startswith("f:") for key in panel.items)

    @pytest.mark.parametrize("end", ["t:a-9", "t:a-8", "t:a-7"])
    def test_f_folds_the_run_of_the_focused_node_and_unfolds_it(self, end: str) -> None:
        panel = whole()
        while panel.active_descendant != f"cgt-{end}":
            self.walk(panel, *(["End"] if panel.active_descendant == "cgt-t:a-6" else ["ArrowUp"]))
        panel.send(KeyPressed("f"))
        assert "f:a-7" in panel.items
        assert panel.active_descendant == ("cgt-t:a-9" if end == "t:a-9" else "cgt-f:a-7")
        panel.send(KeyPressed("f"))
        assert "f:a-7" not in panel.items
        assert panel.active_descendant == f"cgt-{end}"

    def test_a_star_unfolds_all(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        panel.send(KeyPressed("*"))
        assert len(panel.turns) == 10

    def test_next_and_previous_sibling(self) -> None:
        panel = whole()
        self.walk(panel, "End", "ArrowUp", "ArrowUp")
        assert self.walk(panel, "ArrowLeft", "ArrowRight", "ArrowRight", shift=True) == [
            *("t:a-4", "t:a-7", "t:a-7"),
        ]
        assert self.walk(panel, "[", "]") == ["t:a-4", "t:a-7"]

    def test_typing_leads_to_the_next_name_with_such_a_word(self) -> None:
        panel = whole()
        panel.send(KeyPressed("Home", time=10.0))
        for number, key in enumerate("word8"):
            panel.send(KeyPressed(key, time=11 + 0.1 * number))
            if key == "o":
                # It is the overview's, whatever was typed.
                assert panel.frame["overview"]["attributes"]["aria-pressed"] == "true"
                panel.send(KeyPressed("o", time=11.1))
        assert panel.active_descendant == "cgt-t:a-1", "w, then r and d: no such word"

    def test_half_a_second_later_a_new_word_begins(self) -> None:
        panel = whole()
        panel.send(KeyPressed("Home", time=10.0))
        assert panel.active_descendant == "cgt-t:a-0"
        panel.send(KeyPressed("b", time=11.0))
        assert panel.active_descendant == "cgt-t:a-4", "branch 1 of 2"
        panel.send(KeyPressed("r", time=11.4))
        assert panel.active_descendant == "cgt-t:a-4"
        panel.send(KeyPressed("b", time=12.0))
        assert panel.active_descendant == "cgt-t:a-7"
        panel.send(KeyPressed("3", time=13.0))
        assert panel.active_descendant == "cgt-t:a-8", "question 3 of that branch"

    def test_the_walk_goes_through_the_keys_of_a_folded_tree_only(self) -> None:
        panel = whole(LONG)
        panel.send(ControlActivated("fold"))
        assert self.walk(panel, "Home", "ArrowDown", "ArrowDown", "ArrowDown") == [
            *("t:a-0", "f:a-1", "t:a-299", "t:a-299"),
        ]


class TestFindingOnesWay:
    def test_current_brings_the_current_turn_to_the_middle(self) -> None:
        panel = whole(LONG)
        middle = panel.scroll
        panel.send(ViewportChanged(panel.scroll[0], 0, 360, 720))
        panel.send(ControlActivated("current"))
        assert panel.scroll == middle
        assert panel.active_descendant == "cgt-t:a-299"

    def test_the_buttons_are_there_while_a_tree_is(self) -> None:
        panel = Panel(open_record="1").opened("https://fake/")
        assert [panel.hidden(n) for n in ("current", "overview", "fold")] == [True] * 3
        panel = whole()
        assert [panel.hidden(n) for n in ("current", "overview", "fold")] == [False] * 3

    def test_what_hides_a_turn_is_unfolded_when_it_is_revealed(self) -> None:
        panel = whole()
        panel.send(ControlActivated("fold"))
        for command in panel.app._sessions[1]._tree_view.reveal(8):
            panel._apply(getattr(command, "operations", []) if "drawing" in str(command) else [])
        assert "t:a-8" in panel.items
        assert "f:a-1" in panel.items, "only what hid it"

    def test_after_a_jump_the_new_current_turn_is_in_the_middle(self) -> None:
        body = [*chain(100), *([49]), *range(100, 149)]
        panel = whole(chat(body, current=99))
        panel.send(ViewportChanged(panel.scroll[0], 1700, 360, 720))
        view = panel.app._sessions[1]._tree_view
        list(view.leave_for(100))
        panel.answered_again(chat(body, current=149))
        assert place(panel, "t:a-149")[1] - panel.scroll[1] == pytest.approx(360)


class TestNewBranches:
    TWO: Sequence[int | None] = [*FORKED, 3, 10]

    def fresh(self, partial: str = "") -> Panel:
        panel = whole(chat(FORKED, current=6, partial=partial))
        panel.answered_again(chat(self.TWO, current=6))
        return panel

    def new(self, panel: Panel) -> list[str]:
        return [key for key in nodes(panel) if "cgt-new" in classes(panel, key)]

    def test_a_branch_that_appeared_is_marked_and_said_to_be_new(self) -> None:
        panel = self.fresh()
        assert self.new(panel) == ["t:a-10"]
        assert name(panel, "t:a-10").endswith("(new)")

    @pytest.mark.parametrize("look", [PointerEntered("t:a-10"), PointerEntered("t:a-11"), KeyPressed("End")])
    def test_until_somebody_looks(self, look: PointerEntered | KeyPressed) -> None:
        panel = self.fresh()
        panel.send(look)
        assert self.new(panel) == []
        panel.answered_again(chat([*self.TWO, 11], current=6))
        assert self.new(panel) == []

    def test_elsewhere_looks_change_nothing_and_a_refresh_neither(self) -> None:
        panel = self.fresh()
        panel.send(PointerEntered("t:a-7"))
        panel.answered_again(chat([*self.TWO, 11], current=6))
        assert self.new(panel) == ["t:a-10"]

    def test_it_is_not_new_when_the_page_shows_it(self) -> None:
        panel = whole(chat(FORKED, current=6))
        panel.answered_again(chat(self.TWO, current=11))
        assert self.new(panel) == []

    def test_what_was_only_not_known_before_is_not_new(self) -> None:
        assert self.new(self.fresh(partial="paged")) == []

    def test_at_first_nothing_is_new(self) -> None:
        assert self.new(whole(chat(self.TWO, current=6))) == []

    def test_a_capsule_with_a_new_branch_inside_is_marked(self) -> None:
        panel = whole(chat(FORKED, current=6))
        panel.answered_again(chat([*FORKED, 3, 10, 11, 12], current=6))
        panel.send(ControlActivated("fold"))
        assert self.new(panel) == ["f:a-10"]
        panel.send(PointerEntered("f:a-10"))
        assert self.new(panel) == []

    def test_it_outlives_a_reload(self) -> None:
        panel = self.fresh()
        after = Panel(open_record="1").opened(state=panel.state)
        started = after.last
        after.send(ViewportChanged(0, 0, 360, 720))
        after.last = started
        after.answered(chat(self.TWO, current=6))
        assert self.new(after) == ["t:a-10"]
