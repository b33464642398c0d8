"""Starting Chromium with the extension, for the demo, the tests and the bench.

Must not know what is done with it afterwards. Imported only inside `.venv`.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from devtools.browser import sandbox_flags

# Playwright would switch extensions off, and the back-forward cache, which people have and we must survive.
UNWANTED_DEFAULTS = ["--disable-extensions", "--disable-back-forward-cache"]
QUIET = [
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"),
    *("--disable-quic", "--test-type", "--hide-crash-restore-bubble"),
]


def executable() -> str:
    """The Chromium that `dev.py` found, else the one on the path."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        raise SystemExit("No Chromium: run this through dev.py, which finds or fetches one.")
    return found


def has_display() -> bool:
    """Whether a window could be seen by somebody."""
    if os.environ.get("CI"):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def switches(
    extension: Path, *, headless: bool = True, language: str = "", size: tuple[int, int] = (1280, 800)
) -> list[str]:
    """What Chromium is told at its start; its new headless mode, for Playwright's own knows no extensions."""
    return [
        *QUIET,
        *sandbox_flags(),
        f"--disable-extensions-except={extension}",
        f"--load-extension={extension}",
        *(["--headless=new", "--disable-gpu"] if headless else [f"--window-size={size[0]},{size[1] + 90}"]),
        *([f"--lang={language}"] if language else []),
    ]


def launch(
    playwright: Playwright,
    profile: Path,
    *,
    extension: Path,
    arguments: Sequence[str] = (),
    headless: bool = True,
    language: str = "",
    size: tuple[int, int] = (1280, 800),
    welcome: bool = False,
) -> BrowserContext:
    """One Chromium with a profile of its own; `language` is that of its interface, a BCP 47 tag. The page of
    the first install stays only when it is `welcome`."""
    fresh = not profile.is_dir() or not any(profile.iterdir())
    environment = {**os.environ, **({"LANGUAGE": language.replace("-", "_")} if language else {})}
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=executable(),
        headless=False,
        args=[*switches(extension, headless=headless, language=language, size=size), *arguments],
        ignore_default_args=UNWANTED_DEFAULTS,
        no_viewport=True if not headless else None,
        viewport={"width": size[0], "height": size[1]} if headless else None,
        env=environment,
        timeout=60_000,
    )
    if fresh and not welcome:
        close_welcome(context)
    return context


def close_welcome(context: BrowserContext, seconds: float = 5) -> None:
    """Close the page that greets a person after the first install: it would lie over what is looked at."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for page in context.pages:
            if page.url.endswith("/welcome.html"):
                page.close()
                return
        context.pages[0].wait_for_timeout(20)
