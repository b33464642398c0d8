"""The look of the sidebar against the specification's sections 5 and 6, value by value.

Must not take a size or a colour from our own sources: the table below was typed from the specification
(the two colours of the dark theme from the documented departure), and everything is measured in the page.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE
from tests.extension.conversations import look_sample
from tests.extension.panel import ROOT, Panel
from tests.replica.control import Control

MEASURE = f"""(() => {{
    const root = {ROOT}, svg = root.getElementById('cgt-drawing');
    const named = id => root.getElementById('cgt-t:' + id);
    const box = e => {{
        const {{x, y, width, height}} = e.getBoundingClientRect();
        return {{x, y, width, height}};
    }};
    const origin = e => {{ const m = e.getScreenCTM(); return [m.e, m.f]; }};
    const opacity = e => {{
        let all = 1;
        for (let at = e; at && at !== svg.parentNode; at = at.parentNode) all *= getComputedStyle(at).opacity;
        return Math.round(all * 1000) / 1000;
    }};
    const look = e => {{
        if (!e) return null;
        const {{fill, stroke, strokeWidth: width, r}} = getComputedStyle(e);
        return {{fill, stroke, width, r, opacity: opacity(e), d: e.getAttribute('d')}};
    }};
    const node = id => [id, {{
        at: origin(named(id)),
        disc: look(named(id).querySelector('circle')),
        ring: look(named(id).querySelector('.cgt-ring')),
    }}];
    const number = named('m5').querySelector('text'), written = getComputedStyle(number);
    const diamond = svg.querySelector('.cgt-virtual-root');
    return {{
        scale: svg.getScreenCTM().a,
        nodes: Object.fromEntries(['m1', 'm2', 'm3', 'm4', 'm5', 'm6'].map(node)),
        links: look(svg.querySelector('.cgt-links')),
        active: look(svg.querySelector('.cgt-links-active')),
        diamond: {{...look(diamond), at: origin(diamond)}},
        number: {{
            right: number.getBoundingClientRect().right,
            text: number.textContent,
            size: written.fontSize,
            fill: written.fill,
            tabular: written.fontVariantNumeric,
        }},
        numbers: [...svg.querySelectorAll('text')].map(e => e.textContent),
        tags: [...new Set([...svg.querySelectorAll('*')].map(e => e.localName))].sort(),
        panel: box(root.getElementById('cgt-panel')),
        window: [innerWidth, innerHeight],
    }};
}})()"""

BLUE, TEAL = "rgb(24, 95, 165)", "rgb(15, 110, 86)"  # #185FA5, #0F6E56
BLUE_IN_DARK, TEAL_IN_DARK = "rgb(90, 162, 230)", "rgb(47, 184, 152)"  # #5AA2E6, #2FB898
LINE, LINE_IN_DARK = "rgb(68, 68, 68)", "rgb(187, 187, 187)"  # #444, #bbb


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def measured(panel: Panel, site: Control, theme: str) -> dict[str, Any]:
    site.theme = theme
    name = site.add(look_sample())
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    expect(panel.nodes).to_have_count(6)
    found = panel.content(MEASURE)
    assert isinstance(found, dict)
    return found


def test_everything_has_the_specified_size_and_colour(measured: dict[str, Any], theme: str) -> None:
    dark = theme == "dark"
    nodes, links, active = measured["nodes"], measured["links"], measured["active"]
    user, assistant = (BLUE_IN_DARK, TEAL_IN_DARK) if dark else (BLUE, TEAL)
    line = LINE_IN_DARK if dark else LINE
    at = {name: node["at"] for name, node in nodes.items()}
    table = [
        ("radius of a node", nodes["m2"]["disc"]["r"], "5px"),
        ("radius of the ring", nodes["m6"]["ring"]["r"], "8px"),
        ("stroke of the ring", nodes["m6"]["ring"]["width"], "1.5px"),
        ("the ring has the node's colour", nodes["m6"]["ring"]["stroke"], nodes["m6"]["disc"]["fill"]),
        ("the ring is hollow", nodes["m6"]["ring"]["fill"], "none"),
        ("only the current node has a ring", [n for n in nodes if nodes[n]["ring"]], ["m6"]),
        ("from a row to the next", at["m4"][1] - at["m2"][1], 36),
        ("and over two rows", at["m5"][1] - at["m2"][1], 72),
        ("from a question to its edited form", at["m2"][0] - at["m1"][0], 64),
        ("from an answer to the next one", at["m4"][0] - at["m3"][0], 64),
        ("a fork stands above the middle of its branches", at["m2"][0] * 2, at["m3"][0] + at["m4"][0]),
        ("a straight run keeps its x", at["m6"][0], at["m4"][0]),
        ("an active question", nodes["m2"]["disc"]["fill"], user),
        ("an active answer", nodes["m4"]["disc"]["fill"], assistant),
        ("is opaque", nodes["m2"]["disc"]["opacity"], 1),
        ("an inactive question", nodes["m1"]["disc"]["fill"], user),
        ("an inactive answer", nodes["m3"]["disc"]["fill"], assistant),
        ("is at 35 %: question", nodes["m1"]["disc"]["opacity"], 0.35),
        ("is at 35 %: answer", nodes["m3"]["disc"]["opacity"], 0.35),
        ("an active link", active["stroke"], line),
        ("an active link's width", active["width"], "2px"),
        ("an active link is opaque", active["opacity"], 1),
        ("an inactive link", links["stroke"], line),
        ("an inactive link's width", links["width"], "1.5px"),
        ("an inactive link is at 35 %", links["opacity"], 0.35),
        ("the diamond's line", measured["diamond"]["width"], "1px"),
        ("and its colour is the numbers'", measured["diamond"]["stroke"], measured["number"]["fill"]),
        ("a number's size", measured["number"]["size"], "11px"),
        ("its digits have one width", measured["number"]["tabular"], "tabular-nums"),
        ("the numbers", sorted(measured["numbers"]), ["1", "1", "2"]),
        ("the sidebar's width", measured["panel"]["width"], 360),
        ("it stands at the right", measured["panel"]["x"] + 360, measured["window"][0]),
        ("from top to bottom", measured["panel"]["height"], measured["window"][1]),
        ("nothing is scaled", measured["scale"], 1),
    ]
    assert {what: found for what, found, _ in table} == {what: wanted for what, _, wanted in table}


def test_a_number_stands_24_px_left_of_its_node(measured: dict[str, Any]) -> None:
    assert measured["number"]["text"] == "2"
    assert measured["nodes"]["m5"]["at"][0] - measured["number"]["right"] == pytest.approx(24, abs=1)


def test_the_virtual_root_is_a_hollow_diamond_above_the_middle(
    measured: dict[str, Any], panel: Panel
) -> None:
    corners = re.findall(r"-?\d+(?:\.\d+)?", measured["diamond"]["d"])
    assert len(corners) >= 8
    background = panel.style(panel.part("panel"), "background-color")
    assert measured["diamond"]["fill"] in {"none", background}
    assert "g" in measured["tags"]
    first, second = measured["nodes"]["m1"]["at"], measured["nodes"]["m2"]["at"]
    assert measured["diamond"]["at"] == [(first[0] + second[0]) / 2, first[1] - 36]


def test_links_are_curves_with_their_handles_at_half_height(measured: dict[str, Any]) -> None:
    curve = re.compile(r"M(\S+?),(\S+?)C(\S+?),(\S+?) (\S+?),(\S+?) (\S+?),([\d.-]+)")
    found = [[float(n) for n in groups] for groups in curve.findall(measured["active"]["d"])]
    assert found == [[0, 0, 0, 18, 32, 18, 32, 36], [32, 36, 32, 54, 64, 54, 64, 72]]
    mirrored = [[float(n) for n in groups] for groups in curve.findall(measured["links"]["d"])]
    assert mirrored == [[0, 0, 0, 18, -32, 18, -32, 36], [32, 36, 32, 54, 0, 54, 0, 72]]


def test_a_link_straight_down_is_a_straight_line(measured: dict[str, Any]) -> None:
    assert re.findall(r"M(\S+?),(\S+?)V([\d.-]+)", measured["active"]["d"]) == [("64", "72", "144")]


def test_the_button_is_a_circle_of_36_px_in_the_corner(panel: Panel, site: Control) -> None:
    panel.goto(f"{SITE}/").open().close()
    box = panel.part("button").bounding_box()
    assert box
    assert (box["width"], box["height"]) == (36, 36)
    assert panel.style(panel.part("button"), "border-radius") == "50%"
    assert 1280 - 60 < box["x"] + 18 < 1280
    assert 800 - 60 < box["y"] + 18 < 800


def test_the_frame_is_search_left_close_right_tree_and_status(panel: Panel, site: Control) -> None:
    name = site.add(look_sample())
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    search, close, tree, status = (
        panel.part(part).bounding_box() for part in ("search", "close", "scroller", "status")
    )
    assert search
    assert close
    assert tree
    assert status
    assert search["x"] + search["width"] <= close["x"]
    assert search["y"] + search["height"] <= tree["y"]
    assert tree["y"] + tree["height"] <= status["y"] + 1
    expect(panel.part("search")).to_be_enabled()
    for overflow in ("overflow-x", "overflow-y"):
        assert panel.style(panel.tree, overflow) == "auto"


def test_at_rest_the_drawing_says_nothing_but_numbers(measured: dict[str, Any], panel: Panel) -> None:
    assert panel.drawing.evaluate("e => e.textContent") == "112"
    assert measured["tags"] == ["circle", "g", "path", "text"]


def test_forced_colours_reach_the_drawing(panel: Panel, site: Control) -> None:
    name = site.add(look_sample())
    panel.page.emulate_media(forced_colors="active", color_scheme="dark")
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    fills = panel.content(
        f"[...{ROOT}.querySelectorAll('.cgt-node > circle:first-child')].map(e => getComputedStyle(e).fill)"
    )
    assert len(set(fills)) >= 2, "questions and answers differ by more than a colour of ours"
    assert not {BLUE, TEAL, BLUE_IN_DARK, TEAL_IN_DARK} & set(fills)
    assert panel.style(panel.page.locator("cgt-root .cgt-links"), "opacity") == "0.7"


def test_more_contrast_shows_inactive_branches_stronger(panel: Panel, site: Control) -> None:
    name = site.add(look_sample())
    panel.page.emulate_media(contrast="more")
    panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")
    assert panel.style(panel.page.locator("cgt-root .cgt-links"), "opacity") == "0.7"


def test_reduced_motion_is_respected(panel: Panel, site: Control) -> None:
    panel.page.emulate_media(reduced_motion="reduce")
    panel.goto(f"{SITE}/").open()
    running = panel.content(f"{ROOT}.getAnimations().length")
    assert running == 0
    assert panel.style(panel.part("close"), "transition-duration") == "0s"
