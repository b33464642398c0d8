"""The icons' PNG files from their one SVG: `.venv/bin/python -m devtools.render_icons`.

Must not be needed by the build: the PNGs are committed, since browsers differ in their last pixels.
"""

from __future__ import annotations

from devtools.browser import chromium, sandbox_flags
from devtools.paths import ROOT

SIZES = (16, 48, 128)


def render() -> None:
    from playwright.sync_api import sync_playwright

    svg = (ROOT / "icons/tree.svg").read_text(encoding="utf-8")
    sheet = "html, body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<!doctype html><style>{sheet}</style>{svg}")
            page.screenshot(path=ROOT / f"icons/{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    render()
