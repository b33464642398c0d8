"""The core knows no site: it runs on the second one without a line of the first, and does not name it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CORE = ROOT / "pyapp/conversation_tree"
FIRST = "conversation_tree.sites.chatgpt"

RUN = f"""
import sys
from tests.unit.second_site.path_page import PathPage, walk
from tests.unit.second_site.visit import Visit
visit = Visit(PathPage(walk("w", [-1, 0, 1, 2, 1, 4]), 3, telling=True))
visit.happens(*visit.page.visit(5))
visit.clicks("w-3")
assert visit.current == "w-3"
loaded = [name for name in sys.modules if name.startswith({FIRST!r})]
assert loaded == [], loaded
"""


def test_the_core_runs_on_this_site_without_the_other_one() -> None:
    path = f"{ROOT / 'pyapp'}{';' if sys.platform == 'win32' else ':'}{ROOT}"
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=ROOT, env={"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def core_sources() -> list[Path]:
    """Every module of the core but the site's own and the two doors that choose a site."""
    doors = {CORE / "cli.py", CORE / "__init__.py"}
    return [p for p in CORE.rglob("*.py") if p not in doors and not p.is_relative_to(CORE / "sites/chatgpt")]


def test_there_is_a_core_to_look_at() -> None:
    assert len(core_sources()) > 30


@pytest.mark.parametrize("path", core_sources(), ids=lambda path: path.relative_to(CORE).as_posix())
def test_the_core_does_not_name_the_first_site(path: Path) -> None:
    words = path.read_text(encoding="utf-8").casefold()
    assert "chatgpt" not in words
    assert "openai" not in words
