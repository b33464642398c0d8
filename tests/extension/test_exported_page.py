"""An exported page in Chromium, offline: it asks for nothing, breaks no policy, and shows what was said.

Must not know how the page was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright

from conversation_tree.export.request import Options, Picture
from devtools.browser import sandbox_flags
from devtools.launch import executable
from tests.unit.export.making import chain, export, text_of

FIXTURES = Path(__file__).parents[1] / "fixtures/conversations"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c626001000000ffff"
    "03000006000557bfabd40000000049454e44ae426082"
)
NASTY = (
    '<img src="https://e.example/1.png"> ![x](https://e.example/2.png)\n'
    '<script>document.title = "ran"</script>\n\n'
    "[go](https://e.example) <style>@import 'https://e.example/3.css'</style>\n\n"
    "\\(x^2\\), `\\(y\\)`\n\n\\[\\frac{a}{b}\\]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    "```html\n<link rel=stylesheet href=https://e.example/4.css>\n```\n\n"
    "\u05e9\u05dc\u05d5\u05dd `code` world"
)
WATCH = """
  window.broken = [];
  addEventListener("securitypolicyviolation", (event) => broken.push(event.violatedDirective));
"""


@dataclass
class Opened:
    page: Page
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def broken(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.broken")
        return found


@pytest.fixture(scope="module")
def offline(playwright: Playwright) -> Iterator[BrowserContext]:
    browser = playwright.chromium.launch(executable_path=executable(), args=sandbox_flags())
    context = browser.new_context(offline=True)
    context.add_init_script(WATCH)
    yield context
    browser.close()


@pytest.fixture
def opened(offline: BrowserContext, tmp_path: Path) -> Iterator[object]:
    pages: list[Page] = []

    def show(text: str) -> Opened:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8", newline="\n")
        page = offline.new_page()
        pages.append(page)
        shown = Opened(page)
        page.on("request", lambda request: shown.asked.append(request.url))
        page.on("console", lambda message: shown.said.append(message.text))
        page.goto(file.as_uri(), wait_until="load")
        shown.asked = [a for a in shown.asked if a != file.as_uri() and not a.startswith("data:")]
        return shown

    yield show
    for page in pages:
        page.close()


def test_nasty_words_ask_for_nothing(opened):
    shown = opened(text_of(export(chain(["ask <b>x</b>", NASTY], title="</title><img src=x>"), "html")))
    assert (shown.asked, shown.broken(), shown.said) == ([], [], [])
    assert shown.page.title() == "</title><img src=x>"
    assert shown.page.locator("math").count() == 2
    assert shown.page.locator("td").all_inner_texts() == ["1", "2"]
    assert shown.page.locator("img, link, iframe").count() == 0
    assert shown.page.locator("pre").inner_text().startswith("<link rel=stylesheet")
    assert shown.page.locator('p[dir="rtl"]').count() == 1
    assert shown.page.locator("section.user").inner_text().endswith("ask <b>x</b>")


@pytest.mark.parametrize("name", ["regen_forks", "image_gen", "citations_pua", "canvas", "python_sandbox"])
def test_kinds_of_conversations(opened, name: str):
    pointers = ["sediment://file_00000000aaaa", "sediment://file_00000000bbbb", "file-service://file-plot1"]
    pictures = {pointer: Picture(PNG, "image/png") for pointer in pointers}
    body = (FIXTURES / f"{name}.json").read_bytes()
    outcome = export(body, "html", "tree", Options(reasoning=True, tools=True), pictures=pictures)
    shown = opened(text_of(outcome))
    assert (shown.asked, shown.broken(), shown.said) == ([], [], [])
    assert shown.page.locator("section[data-k]").count() == outcome.messages
    images = shown.page.locator("img")
    assert all(images.nth(n).evaluate("(image) => image.naturalWidth > 0") for n in range(images.count()))


def test_a_page_that_asks_for_something_is_noticed(opened):
    """The test of these tests: the policy refuses what was put in, and they see that."""
    text = text_of(export(chain(["ask", "say"]), "html"))
    shown = opened(text.replace("</h1>", '</h1><img src="https://e.example/1.png">'))
    assert shown.broken() == ["img-src"]
    assert shown.said
