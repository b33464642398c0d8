"""The sidebar in every look: the page's theme as it changes, forced colours, right-to-left, zoom, languages.

Must not know which colours there are; unit tests compute those.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import SITE, Chromium, fixture_conversation
from tests.extension.conversations import look_sample
from tests.extension.panel import ROOT, Panel
from tests.extension.test_accessibility import judged
from tests.replica.control import Control

CLIPPED = f"""[...{ROOT}.querySelectorAll('button, input, [role=separator], #cgt-status')]
    .filter(e => e.checkVisibility({{opacityProperty: true, visibilityProperty: true}}))
    .filter(e => {{
        const b = e.getBoundingClientRect();
        return b.left < -1.5 || b.top < -0.5 || b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5
            || (e.localName === 'button'
                && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1));
    }}).map(e => e.id)"""
"""Controls that are cut off."""
HIT = f"""[...{ROOT}.querySelectorAll('[role=treeitem]')].slice(0, 5).map(e => {{
    e.scrollIntoView?.({{block: 'nearest', inline: 'nearest'}});
    const b = e.querySelector('circle').getBoundingClientRect();
    const hit = {ROOT}.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    return hit?.closest('[role=treeitem]') === e;
}})"""
"""Whether each of five nodes is what a press on its middle meets."""


@pytest.fixture
def shown(panel: Panel, site: Control) -> Panel:
    name = site.add(look_sample())
    return panel.goto(f"{SITE}/c/{name}").open().shows("6 nodes · 3 branches")


def background(panel: Panel) -> str:
    return panel.style(panel.part("panel"), "background-color")


LIGHT, DARK = "rgb(255, 255, 255)", "rgb(33, 33, 33)"


class TestThePagesTheme:
    def test_it_is_followed_at_once_and_back(self, shown: Panel) -> None:
        assert background(shown) == LIGHT
        shown.page.evaluate("document.documentElement.classList.add('dark')")
        expect(shown.part("panel")).to_have_css("background-color", DARK, timeout=500)
        expect(shown.nodes.first.locator("circle").first).to_have_css("fill", "rgb(90, 162, 230)")
        shown.page.evaluate("document.documentElement.classList.remove('dark')")
        expect(shown.part("panel")).to_have_css("background-color", LIGHT, timeout=500)

    def test_a_page_that_follows_the_system_is_followed(self, shown: Panel) -> None:
        shown.page.evaluate("document.documentElement.style.colorScheme = 'light dark'")
        shown.page.emulate_media(color_scheme="dark")
        expect(shown.part("panel")).to_have_css("background-color", DARK, timeout=2_000)
        shown.page.emulate_media(color_scheme="light")
        expect(shown.part("panel")).to_have_css("background-color", LIGHT, timeout=2_000)


class TestAxeInEveryLook:
    @pytest.fixture
    def demo(self, panel: Panel, site: Control) -> Callable[[], Panel]:
        name = site.add(fixture_conversation("demo_conversation"))

        def opened() -> Panel:
            panel.goto(f"{SITE}/c/{name}").open()
            expect(panel.nodes.first).to_be_visible()
            return panel

        return opened

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_forced_colours(self, panel: Panel, demo: Callable[[], Panel], scheme: Any) -> None:
        panel.page.emulate_media(forced_colors="active", color_scheme=scheme)
        assert judged(demo()) == []

    def test_more_contrast(self, panel: Panel, demo: Callable[[], Panel]) -> None:
        panel.page.emulate_media(contrast="more")
        assert judged(demo()) == []

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_right_to_left(self, panel: Panel, site: Control, demo: Callable[[], Panel], theme: str) -> None:
        site.theme, site.page_language = theme, "ar"
        shown = demo()
        assert shown.page.evaluate("document.documentElement.dir") == "rtl"
        assert judged(shown) == []


@pytest.mark.parametrize("scale", [1, 1.5, 2, 3])
@pytest.mark.parametrize("zoom", [0.8, 1, 2])
def test_at_every_zoom_and_scale_nothing_is_cut_off(shown: Panel, zoom: float, scale: float) -> None:
    """Zooming a page makes its window smaller in its own px, and each of these larger on the screen."""
    session = shown.page.context.new_cdp_session(shown.page)
    size = {"width": round(1280 / zoom), "height": round(720 / zoom)}
    session.send(
        "Emulation.setDeviceMetricsOverride",
        {**size, "deviceScaleFactor": scale * zoom, "mobile": False},
    )
    shown.page.wait_for_function(f"innerWidth === {size['width']}")
    shown.settled()
    expect(shown.nodes).to_have_count(6)
    assert shown.content(CLIPPED) == []
    assert shown.content(HIT) == [True] * 5


@pytest.mark.parametrize("width", [240, 360, 600])
def test_at_every_width_nothing_is_cut_off(shown: Panel, width: int) -> None:
    shown.set("width", width)
    try:
        assert shown.content(CLIPPED) == []
        assert shown.content(HIT) == [True] * 5
    finally:
        shown.restore()


class TestFocus:
    """The toolbar's button or the browser's command brings the focus in and takes it back."""

    @pytest.fixture
    def toggle(self, panel: Panel, watched: Chromium) -> Callable[[], None]:
        background = watched.browser.wait_for_target(lambda t: t.kind == "service_worker")
        press = "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.onClicked.dispatch(tab))"
        return lambda: (panel.page.bring_to_front(), watched.browser.evaluate(background, press))[1]

    def focused(self, panel: Panel) -> str:
        return str(panel.content(f"{ROOT}.activeElement?.id ?? document.activeElement.id"))

    def test_it_goes_in_and_comes_back_to_the_page(self, shown: Panel, toggle: Callable[[], None]) -> None:
        shown.close()
        shown.page.locator("#prompt-textarea").focus()
        toggle()
        expect(shown.part("panel")).to_be_visible()
        shown.eventually(f"{ROOT}.activeElement?.id === 'cgt-scroller'")
        toggle()
        expect(shown.part("panel")).to_be_hidden()
        shown.settled()
        assert self.focused(shown) == "prompt-textarea"

    def test_who_types_in_the_page_stays_there(self, shown: Panel, toggle: Callable[[], None]) -> None:
        shown.page.locator("#prompt-textarea").focus()
        toggle()
        expect(shown.part("panel")).to_be_hidden()
        shown.settled()
        assert self.focused(shown) == "prompt-textarea"


def pseudo(text: str) -> str:
    """Readable, and recognisable as translated: accents and 40 % more."""
    accented = text.translate(str.maketrans("aeiouyAEIOUYcn", "áéíóúýÁÉÍÓÚÝçñ"))
    return f"[{accented}{'·' * round(len(text) * 0.4)}]"


class TestAPseudoLanguage:
    """A catalogue with longer, accented texts: what is not translated or has no room is seen."""

    @pytest.fixture
    def folder(self, extension: Path, tmp_path: Path) -> Path:
        made = tmp_path / "extension"
        shutil.copytree(extension, made)
        path = made / "_locales" / "en" / "messages.json"
        texts = json.loads(path.read_text(encoding="utf-8"))
        for key, entry in texts.items():
            if key not in {"language_tag", "extension_name", "extension_description"}:
                entry["message"] = pseudo(entry["message"])
        path.write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")
        return made

    def test_everything_is_translated_and_has_room(
        self, fresh_chromium: Callable[..., Chromium], folder: Path, site: Control
    ) -> None:
        running = fresh_chromium(folder=folder)
        name = site.add(look_sample())
        panel = running.new_panel().goto(f"{SITE}/c/{name}").open()
        expect(panel.nodes).to_have_count(6, timeout=20_000)
        panel.settled()
        said = panel.content(
            f"""[...{ROOT}.querySelectorAll('#cgt-panel, #cgt-panel :not(svg *, [role=tree] *)')]
                .filter(e => e.checkVisibility()).flatMap(e => [e.getAttribute('aria-label'), e.title,
                    e.placeholder, ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data)])
                .filter(t => t && /[a-z]{{2}}/i.test(t))"""
        )
        assert said, "nothing was looked at"
        assert [text for text in said if "[" not in text] == []
        for width in (240, 360):
            panel.set("width", width)
            assert panel.content(CLIPPED) == [], width
