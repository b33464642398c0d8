"""The extension on a site that only ever shows one path: only the adapter and its data are other ones.

Must not change anything else of what ships: the copy differs in the site's data and in which adapter starts.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect

from devtools.paths import ROOT
from tests.extension.conftest import SITE, Chromium
from tests.extension.panel import Panel
from tests.unit.second_site.path_page import PathPage, walk
from tests.unit.second_site.path_site import PathSite

UNIT = ROOT / "tests/unit/second_site"
DATA = "globalThis.cgtSite = {data};\n"
START = "  entry.start(records, locales);\n"
OTHER_ADAPTER = """  for (const [name, source] of Object.entries({sources})) {{
    pyodide.FS.mkdirTree(`${{description.site_packages}}/${{name}}`.replace(/\\/[^/]*$/, ""));
    pyodide.FS.writeFile(`${{description.site_packages}}/${{name}}`, source);
  }}
  pyodide.pyimport("importlib").invalidate_caches();
  entry.ChatGPT = pyodide.pyimport("path_site").PathSite;
"""

HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Trails</title>
<style>main { height: 90vh; overflow-y: auto } li { min-height: 30vh }</style>
<main><ol></ol></main><textarea></textarea>
<script>
  const list = document.querySelector("ol");
  const at = location.pathname;
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  async function draw(answer) {
    const { way } = await (await answer).json();
    list.replaceChildren(...way.map(({ key, by, says, at: place, of }) => {
      const stone = document.createElement("li");
      const words = document.createElement("div");
      words.dataset.stone = key;
      words.className = by;
      words.append(make("p", says));
      stone.append(words);
      if (of > 1) {
        const button = (text, step) => {
          const made = make("button", text);
          made.disabled = place + step < 1 || place + step > of;
          const body = JSON.stringify({ key, step });
          made.onclick = () => draw(fetch(`${at}/step`, { method: "POST", body }));
          return made;
        };
        stone.append(button("<", -1), make("span", `${place}/${of}`), button(">", 1));
      }
      return stone;
    }));
  }
  draw(fetch(`${at}/way`));
</script></html>"""


class Server:
    """The site behind the page, which keeps count of what the extension asks for."""

    def __init__(self, page: PathPage) -> None:
        self.page = page
        self.asked: list[str] = []

    def answer(self, route: Route, request: Request) -> None:
        path = request.url.removeprefix(SITE)
        self.asked.append(f"{request.method} {path}")
        if path.endswith("/step"):
            wish = json.loads(request.post_data or "")
            self.page.step(wish["key"], wish["step"])
        if path.endswith(("/step", "/way")):
            body = self.page.walk.way(self.page.told)
            route.fulfill(content_type="application/json", body=body)
        elif path.startswith("/walk/"):
            route.fulfill(content_type="text/html", body=HTML)
        else:
            route.fulfill(status=204, body="")


@pytest.fixture(scope="module")
def second_extension(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("second") / "extension"
    shutil.copytree(extension, folder)
    data = json.dumps(PathSite().page_facts())
    (folder / "panel/site_data.js").write_text(DATA.format(data=data), encoding="utf-8")
    worker = folder / "panel/engine_worker.js"
    source = worker.read_text(encoding="utf-8")
    assert source.count(START) == 1
    sources = {
        "path_site.py": (UNIT / "path_site.py").read_text(encoding="utf-8"),
        "tests/builders.py": (ROOT / "tests/builders.py").read_text(encoding="utf-8"),
    }
    other = OTHER_ADAPTER.format(sources=json.dumps(sources))
    worker.write_text(source.replace(START, other + START), encoding="utf-8")
    return folder


@pytest.fixture
def server() -> Server:
    #   0 - 1 - 2 - 3     and below 1 also 4 - 5, below 0 also 6 - 7
    return Server(PathPage(walk("w", [-1, 0, 1, 2, 1, 4, 0, 6]), 3, telling=True))


def test_one_path_grows_into_the_tree_and_every_stone_can_be_gone_to(
    fresh_chromium: Callable[..., Chromium], second_extension: Path, server: Server
) -> None:
    running = fresh_chromium(folder=second_extension)
    running.context.route(f"{SITE}/**", server.answer)
    panel = running.new_panel().goto(f"{SITE}/walk/w").open().shows("4 nodes · 1 branch")
    expect(panel.part("notice_text")).to_contain_text("Only what this page has shown so far is known")
    page = panel.page
    next_of = "li:has([data-stone='{}']) button >> nth=1"
    page.locator(next_of.format("w-2")).click()
    panel.shows("6 nodes · 2 branches")
    expect(panel.part("notice")).to_be_visible()
    page.locator(next_of.format("w-1")).click()
    panel.shows("8 nodes · 3 branches")
    expect(panel.part("notice")).to_be_hidden()
    page.locator("textarea").fill("A draft")
    asked = len(server.asked)
    go(panel, "w-3", "Stone 3")
    go(panel, "w-7", "Stone 7")
    panel.part("back").click()
    expect(page.locator("[data-stone='w-3']")).to_be_in_viewport()
    panel.shows("8 nodes · 3 branches")
    assert set(server.asked[asked:]) == {"POST /walk/w/step"}
    assert page.locator("textarea").input_value() == "A draft"


def go(panel: Panel, key: str, words: str) -> None:
    """Click a node; the message it stands for is on screen then."""
    panel.page.locator(f"cgt-root [id='cgt-t:{key}']").click()
    shown = panel.page.locator(f"[data-stone='{key}']")
    expect(shown).to_have_text(words)
    expect(shown).to_be_in_viewport()
    expect(panel.part("journey")).to_be_hidden()
