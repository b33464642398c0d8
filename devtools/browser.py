"""Finding a Chromium that loads unpacked extensions, or getting one.

Must not know what it will show. Branded Google Chrome is never taken: it ignores `--load-extension`.
A browser is judged by starting it, not by its name: some `chromium` commands only point to a store.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from devtools.freshness import is_fresh, write_stamp
from devtools.paths import BUILD, ROOT, VENV_PYTHON
from devtools.process import Failure, attempt, say, step, tail

STAMP = BUILD / "chromium.stamp"
PACKAGES = ["chromium", "fonts-noto-cjk"]
HEADLESS_FLAGS = [
    *("--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


def sandbox_flags() -> list[str]:
    """Chromium refuses to start sandboxed as root, and only then may the sandbox be off."""
    return ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []


def _is_branded(executable: str | Path) -> bool:
    """Google Chrome, which takes no unpacked extension from the command line; its test build does."""
    attempt([executable, "--version"], log="chromium-version", seconds=30)
    said = tail("chromium-version")
    return "Google Chrome" in said and "for Testing" not in said


def starts(executable: str | Path) -> bool:
    """Whether it really runs, and takes extensions: it prints the document of an empty page."""
    if _is_branded(executable):
        return False
    with tempfile.TemporaryDirectory(prefix="chromium-smoke-") as profile:
        flags = [*HEADLESS_FLAGS, *sandbox_flags(), f"--user-data-dir={profile}"]
        return (
            attempt(
                [executable, *flags, "--dump-dom", "data:text/html,<title>smoke</title>"],
                log="chromium-smoke",
                seconds=60,
            )
            == 0
        )


def _bundled() -> Path | None:
    """Playwright's own Chromium (not its headless shell, which knows no extensions)."""
    probe = (
        "from playwright.sync_api import sync_playwright as s\n"
        "import sys\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    if attempt([VENV_PYTHON, "-c", probe], log="chromium-bundled", seconds=60):
        return None
    lines = (BUILD / "logs" / "chromium-bundled.log").read_text(encoding="utf-8").splitlines()
    path = Path(lines[-1])
    return path if path.is_file() else None


def _candidates() -> list[str | Path]:
    asked = os.environ.get("CHROMIUM")
    if asked:
        return [asked]
    found = [shutil.which(name) for name in ("chromium", "chromium-browser")]
    return [path for path in [*found, _bundled()] if path]


def apt_install(packages: list[str]) -> bool:
    """Debian's packages, as root; False when they are not to be had."""
    options = ["-o", "DPkg::Lock::Timeout=300"]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    attempt(["apt-get", *options, "update"], log="apt-update", seconds=600, environment=quiet)
    command = ["apt-get", *options, "install", "-y", "--no-install-recommends", *packages]
    return attempt(command, log="apt-install", seconds=1800, environment=quiet) == 0


def _install() -> None:
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        with step("installing Chromium with apt-get (about 115 MB to fetch)"):
            apt_install(PACKAGES)
        if any(starts(path) for path in _candidates()):
            return
    with step("fetching Playwright's own Chromium"):
        attempt(
            [VENV_PYTHON, "-m", "playwright", "install", "chromium"],
            log="chromium-install",
            seconds=1800,
        )


def chromium() -> Path:
    """A Chromium that starts; remembered, so that the second time costs nothing."""
    try:
        known = Path(STAMP.read_text(encoding="utf-8").splitlines()[0])
    except (OSError, IndexError):
        known = Path()
    asked = os.environ.get("CHROMIUM", "")
    if known.is_file() and is_fresh(STAMP, f"{known}\n{asked}\n", [known]):
        return known
    for again in (False, True):
        for candidate in _candidates():
            with step(f"trying {candidate}"):
                works = starts(candidate)
            if works:
                write_stamp(STAMP, f"{candidate}\n{asked}\n")
                return Path(candidate)
            say("  it does not start (build/logs/chromium-smoke.log)")
        if asked or again:
            break
        _install()
    raise Failure(
        "No Chromium that starts was found"
        + (f": CHROMIUM={asked} does not start.\n" if asked else ", and none could be fetched.\n")
        + "Install Chromium (on Debian: sudo apt-get install chromium fonts-noto-cjk) or name one:\n"
        "  CHROMIUM=/path/to/chromium python3 dev.py …\n"
        "Google Chrome itself will not do: it ignores --load-extension.",
        3,
    )


def browser_environment() -> dict[str, str]:
    """What the demo and the browser tests are told about the browser."""
    return {"CHROMIUM": str(chromium()), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'pyapp'}"}
