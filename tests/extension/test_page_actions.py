"""What may be done to the page: look, reveal a message, scroll, press one pager, and nothing besides.

Must not know why anybody wants it done: the actions are called as the engine would.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.extension.conftest import FIXTURES, SITE
from tests.extension.conversations import Maker
from tests.extension.panel import Panel
from tests.replica.control import Control

WITNESS = (FIXTURES / "pages" / "witness.js").read_text(encoding="utf-8")
HOVER = {
    f"{kind}{move}" for kind in ("pointer", "mouse") for move in ("over", "enter", "move", "out", "leave")
}
RENDERERS = ["legacy", "shell"]


def act(panel: Panel, kind: str, **fields: Any) -> dict[str, Any]:
    """Do one action as a command would, and give how it ended."""
    command = json.dumps({"type": kind, "action": 1, **fields})
    ended = panel.content(f"conversationTree.page.act({command}).then(() => conversationTree.facts.ended)")
    assert isinstance(ended, dict)
    return ended


def mounted(panel: Panel) -> list[str]:
    """Ids of the messages that the page has mounted."""
    shown = panel.content("conversationTree.page.report(), conversationTree.facts.report.messages")
    return [message[0] for message in shown]


def element(panel: Panel, message: str) -> Locator:
    return panel.page.locator(
        f"[data-message-id='{message}'], "
        f"[data-app-shell-active-page=true] [data-chatgpt-search-message-ids='{message}']"
    )


def away_from_the_middle(panel: Panel, message: str) -> float:
    """How far the message is from the middle of the conversation's view, in px."""
    return float(
        element(panel, message).evaluate(
            """e => {
                const scroller = e.closest('[data-scroll-root], .thread-scroll-container');
                const view = scroller.getBoundingClientRect();
                const box = e.getBoundingClientRect();
                const middle = (view.top + view.bottom) / 2;
                return Math.max(box.top - middle, middle - box.bottom, 0);
            }"""
        )
    )


def forked() -> Maker:
    """Sixteen messages; the fourth question has the answers `first`, `second` (current) and `third`."""
    made = Maker().rounds(3)
    asked = made.ask("A question with three answers")
    for name in ("first", "second", "third"):
        made.say("assistant", f"The {name} answer", asked, name=name)
    made.current = "second"
    return made.rounds(4)


@pytest.fixture(params=RENDERERS)
def long(panel: Panel, site: Control, request: pytest.FixtureRequest) -> Panel:
    """A conversation that is much higher than the view, with few turns mounted."""
    site.renderer = request.param
    name = site.add(Maker().rounds(40).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("80 nodes · 1 branch")
    expect(element(panel, "m80")).to_be_visible()
    return panel


@pytest.fixture(params=RENDERERS)
def at_a_fork(panel: Panel, site: Control, request: pytest.FixtureRequest) -> Panel:
    """A conversation with a pager, and a witness of all that any hand does to the page."""
    site.renderer = request.param
    site.mounted_turns = 100
    site.late_scripts = [WITNESS]
    return opened(panel, site)


def opened(panel: Panel, site: Control) -> Panel:
    name = site.add(forked().answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("18 nodes · 3 branches")
    expect(element(panel, "second")).to_be_attached()
    panel.page.evaluate("window.witnessed && (window.witnessed.length = 0)")
    return panel


# ---------------------------------------------------------------- looking and revealing


def test_looking_names_the_message_in_the_middle(long: Panel) -> None:
    ended = act(long, "look_at_page")
    assert ended["outcome"] == "done"
    assert away_from_the_middle(long, ended["message"]) < 60


def test_a_mounted_message_comes_to_the_middle(long: Panel) -> None:
    target = mounted(long)[3]
    assert act(long, "show_message", message=target, flash=False)["outcome"] == "done"
    assert away_from_the_middle(long, target) == 0
    assert act(long, "look_at_page")["message"] == target


def test_a_message_that_is_not_mounted_is_absent(long: Panel) -> None:
    assert act(long, "show_message", message="m2", flash=True)["outcome"] == "absent"


def cover(panel: Panel, inset: str) -> None:
    """Something of the page lies above the conversation."""
    panel.page.evaluate(
        """inset => {
            const layer = document.createElement('div');
            Object.assign(layer.style, {position: 'fixed', inset, zIndex: 9});
            document.body.append(layer);
        }""",
        inset,
    )


def test_a_covered_message_is_not_called_shown(long: Panel) -> None:
    target = mounted(long)[3]
    cover(long, "0")
    assert act(long, "show_message", message=target, flash=True)["outcome"] == "hidden"


def test_a_half_covered_message_is_shown(long: Panel) -> None:
    target = mounted(long)[3]
    cover(long, "0 45% 0 0")
    assert act(long, "show_message", message=target, flash=True)["outcome"] == "done"


def test_a_message_higher_than_the_view_begins_in_it(panel: Panel, site: Control) -> None:
    made = Maker().rounds(3)
    high = made.say("assistant", "A line of many.\n" * 200)
    name = site.add(made.rounds(3).answer())
    panel.goto(f"{SITE}/c/{name}").open().shows("12 nodes · 1 branch")
    expect(element(panel, high)).to_be_attached()
    assert act(panel, "show_message", message=high, flash=True)["outcome"] == "done"
    expect(element(panel, high)).to_be_in_viewport()
    box = element(panel, high).bounding_box()
    assert box
    assert 0 < box["y"] < 200


def test_marking_changes_nothing_of_the_page(long: Panel) -> None:
    target = mounted(long)[3]
    act(long, "show_message", message=target, flash=False)
    before = element(long, target).evaluate("e => e.outerHTML")
    assert element(long, target).evaluate("e => getComputedStyle(e).outlineStyle") == "none"
    act(long, "show_message", message=target, flash=True)
    assert element(long, target).evaluate("e => [getComputedStyle(e).outlineStyle, e.outerHTML]") == [
        "solid",
        before,
    ]
    expect(element(long, target)).to_have_css("outline-style", "none")


def test_with_reduced_motion_the_mark_stands_still(long: Panel) -> None:
    long.page.emulate_media(reduced_motion="reduce")
    target = mounted(long)[3]
    act(long, "show_message", message=target, flash=True)
    frames = element(long, target).evaluate("e => e.getAnimations()[0].effect.getKeyframes()")
    looks = [{k: v for k, v in frame.items() if k.startswith("outline")} for frame in frames]
    assert looks[0]
    assert looks == [looks[0]] * 3


# ---------------------------------------------------------------- scrolling


def test_scrolling_up_mounts_what_belongs_there(long: Panel) -> None:
    before = mounted(long)
    for _ in range(12):
        assert act(long, "scroll_page", screens=-1, fraction=None)["outcome"] == "done"
        if before[0] not in mounted(long):
            break
    now = mounted(long)
    assert int(now[0][1:]) < int(before[0][1:])
    assert now == sorted(now, key=lambda message: int(message[1:]))


def test_scrolling_to_a_part_of_the_whole(long: Panel) -> None:
    assert act(long, "scroll_page", screens=0, fraction=0)["outcome"] == "done"
    assert "m1" in mounted(long)
    assert act(long, "scroll_page", screens=0, fraction=1)["outcome"] == "done"
    assert "m80" in mounted(long)
    act(long, "scroll_page", screens=0, fraction=0.5)
    assert not {"m1", "m80"} & set(mounted(long))


def test_at_either_end_there_is_nowhere_to_go(long: Panel) -> None:
    act(long, "scroll_page", screens=0, fraction=1)
    assert act(long, "scroll_page", screens=1, fraction=None)["outcome"] == "end"
    act(long, "scroll_page", screens=0, fraction=0)
    assert act(long, "scroll_page", screens=-1, fraction=None)["outcome"] == "end"


# ---------------------------------------------------------------- the pager


def own_turn(panel: Panel, message: str) -> list[str]:
    """What a pointer over this message's turn may reach: the turn, and the message in it."""
    found = element(panel, message).evaluate(
        "e => [e, e.closest('section, [data-turn-key]')].map(each => window.named(each))"
    )
    assert isinstance(found, list)
    return found


def only_the_pager_was_touched(panel: Panel, turn: list[str]) -> None:
    """The one button was clicked once, its own turn was hovered, and nothing else noticed anything."""
    witnessed = panel.page.evaluate("window.witnessed")
    clicks = [each for each in witnessed if each["type"] == "click"]
    assert [each["pager"] for each in clicks] == [True]
    others = [each for each in witnessed if each["type"] != "click"]
    assert {each["type"] for each in others} <= HOVER
    assert {each["what"] for each in others} <= set(turn)


class TestAPager:
    @pytest.mark.parametrize(("step", "expected"), [(-1, "first"), (1, "third")])
    def test_steps_and_nothing_else_is_touched(self, at_a_fork: Panel, step: int, expected: str) -> None:
        turn = own_turn(at_a_fork, "second")
        assert act(at_a_fork, "press_pager", message="second", step=step)["outcome"] == "done"
        expect(element(at_a_fork, expected)).to_be_attached()
        assert expected in mounted(at_a_fork)
        only_the_pager_was_touched(at_a_fork, turn)

    def test_is_left_without_its_hover(self, at_a_fork: Panel) -> None:
        act(at_a_fork, "press_pager", message="second", step=-1)
        expect(at_a_fork.page.locator(".tabular-nums")).to_have_count(0)

    def test_at_its_end_is_refused(self, at_a_fork: Panel) -> None:
        assert act(at_a_fork, "press_pager", message="second", step=-1)["outcome"] == "done"
        at_a_fork.page.evaluate("window.witnessed.length = 0")
        assert act(at_a_fork, "press_pager", message="first", step=-1)["outcome"] == "refused"
        assert [e for e in at_a_fork.page.evaluate("window.witnessed") if e["type"] == "click"] == []

    @pytest.mark.parametrize("message", ["m2", "m7", "third"])
    def test_that_is_not_there_is_absent(self, at_a_fork: Panel, message: str) -> None:
        assert act(at_a_fork, "press_pager", message=message, step=1)["outcome"] == "absent"
        assert [e for e in at_a_fork.page.evaluate("window.witnessed") if e["type"] == "click"] == []

    def test_whose_page_does_not_move_is_unchanged(self, at_a_fork: Panel) -> None:
        at_a_fork.page.evaluate(
            "document.addEventListener('click', event => event.stopImmediatePropagation(), true)"
        )
        assert act(at_a_fork, "press_pager", message="second", step=1)["outcome"] == "unchanged"

    def test_inside_of_what_was_written_is_none(self, at_a_fork: Panel) -> None:
        at_a_fork.page.evaluate(
            """() => {
                for (const words of document.querySelectorAll('.markdown, [data-markdown-text-style]')) {
                    const parts = ['button', 'span', 'button'].map(tag => document.createElement(tag));
                    parts[1].textContent = '1/3';
                    words.prepend(...parts);
                }
            }"""
        )
        assert act(at_a_fork, "press_pager", message="m2", step=1)["outcome"] == "absent"
        turn = own_turn(at_a_fork, "second")
        at_a_fork.page.evaluate("window.witnessed.length = 0")
        assert act(at_a_fork, "press_pager", message="second", step=1)["outcome"] == "done"
        only_the_pager_was_touched(at_a_fork, turn)

    def test_a_variant_that_clicks_share_would_be_noticed(self, at_a_fork: Panel) -> None:
        at_a_fork.content(
            """const click = HTMLElement.prototype.click;
            const share = '[data-testid=share-turn-action-button]';
            HTMLElement.prototype.click = function () {
                click.call(this.closest('section, .unit').querySelector(share));
            }, 0"""
        )
        turn = own_turn(at_a_fork, "second")
        act(at_a_fork, "press_pager", message="second", step=1)
        with pytest.raises(AssertionError):
            only_the_pager_was_touched(at_a_fork, turn)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("language", ["zh", "ru", "ar"])
def test_a_pager_is_found_in_any_language(panel: Panel, site: Control, language: str, renderer: str) -> None:
    site.renderer, site.page_language, site.mounted_turns = renderer, language, 100
    opened(panel, site)
    assert act(panel, "press_pager", message="second", step=-1)["outcome"] == "done"
    expect(element(panel, "first")).to_be_attached()


def test_a_pager_that_is_there_already_needs_no_hover(panel: Panel, site: Control) -> None:
    site.pager_mounts, site.late_scripts = "always", [WITNESS]
    opened(panel, site)
    assert act(panel, "press_pager", message="second", step=1)["outcome"] == "done"
    assert {each["type"] for each in panel.page.evaluate("window.witnessed")} == {"click"}
