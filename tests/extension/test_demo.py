"""`dev.py demo` without a window: the picture, the figures, and what happens when there is nothing to show.

Must not start the demo in this process: what counts is the command's output and exit code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

from devtools.paths import ROOT
from tests.extension.conftest import fixture_conversation
from tests.extension.conversations import Maker

KEYS = ["turns", "questions", "roots", "forks", "completeness", "warnings"]
KEYS += ["engine_start_ms", "first_nodes_ms", "dom_elements", "screenshot"]


def demo(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    python_path = f"{ROOT}{os.pathsep}{ROOT / 'pyapp'}"
    return subprocess.run(
        [sys.executable, "-m", "devtools.demo_run", "--headless", *arguments],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": python_path, **environment},
    )


def figures(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert list(found) == KEYS
    return dict(found)


def test_the_demo_shows_its_own_conversation(extension: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    found = figures(demo("--screenshot", str(picture)))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert found["turns"] >= 60
    assert (found["roots"], found["forks"], found["completeness"], found["warnings"]) == (2, 6, "complete", 0)
    assert 0 < found["dom_elements"] <= 1500
    assert found["engine_start_ms"] > 0
    assert found["first_nodes_ms"] > 0


def test_the_demo_opens_a_conversation_of_an_export_by_its_title(extension: Path, tmp_path: Path) -> None:
    export = tmp_path / "export.zip"
    both = [
        Maker("aaaaaaaa-0000-4000-8000-000000000001", "Garden").rounds(2).answer(),
        {**fixture_conversation("regen_forks"), "title": "Forks"},
    ]
    with zipfile.ZipFile(export, "w") as archive:
        archive.writestr("conversations.json", json.dumps(both))
        archive.writestr("chat.html", "<!doctype html>")
    at = str(tmp_path / "a.png")
    found = figures(demo("--conversation", str(export), "--title", "Forks", "--screenshot", at))
    assert (found["turns"], found["questions"], found["roots"], found["forks"]) == (13, 4, 2, 4)


def test_with_a_killed_engine_it_prints_the_error_and_exits_1(extension: Path, tmp_path: Path) -> None:
    done = demo("--screenshot", str(tmp_path / "a.png"), CONVERSATION_TREE_KILL_ENGINE="1")
    assert done.returncode == 1
    assert "{" not in done.stdout
    assert "demo: " in done.stderr
    assert "CT-ENGINE" in done.stderr


def test_a_file_that_is_no_conversation_is_refused(extension: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"hello": "world"}')
    done = demo("--conversation", str(other), "--screenshot", str(tmp_path / "a.png"))
    assert done.returncode == 1
    assert "demo: " in done.stderr
