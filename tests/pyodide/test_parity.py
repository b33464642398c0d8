"""The built wheel in real Pyodide says byte for byte what the sources say in CPython."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.app import App
from conversation_tree.protocol import decode_event, encode_commands
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from devtools import build
from devtools.environment import node
from devtools.paths import BUILD, ROOT, STAGE, WHEELS
from devtools.process import run
from devtools.vendored import table
from tests.pyodide import parity

FOLDERS = [ROOT / "tests" / "fixtures", ROOT.parent / "shared" / "conversations"]
"""The second is there only for those who have it."""


def files() -> dict[str, Path]:
    paths = [p for f in FOLDERS for p in sorted(f.rglob("*")) if p.suffix in {".json", ".zip"}]
    return {p.name: p for p in paths}


FILES = files()
LOCALES = {p.parent.name: json.loads(p.read_text("utf-8")) for p in ROOT.glob("_locales/*/messages.json")}


def in_pyodide(tmp_path: Path, log: str, *, whole: bool, **how: Any) -> dict[str, Any]:
    job = tmp_path / "job.json"
    target = tmp_path / "said.json"
    facts = {
        "files": {name: str(path) for name, path in FILES.items()},
        "locales": json.dumps(LOCALES),
        "script": str(ROOT / "tests/pyodide/parity.py"),
        "target": str(target),
        "whole": whole,
        **how,
    }
    job.write_text(json.dumps(facts), encoding="utf-8")
    run([node(), ROOT / "tests/pyodide/run.mjs", job], log=log, seconds=110)
    return json.loads(target.read_text("utf-8"))


@pytest.fixture(scope="module")
def engine() -> dict[str, Any]:
    return json.loads((STAGE / "runtime/engine.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def from_wheel(tmp_path_factory: pytest.TempPathFactory, engine: dict[str, Any]) -> dict[str, Any]:
    wheels = [build.core_wheel(), *(WHEELS / entry["file"] for entry in table()["wheel"])]
    return in_pyodide(
        tmp_path_factory.mktemp("parity"),
        "parity-wheel",
        whole=True,
        runtime=str(WHEELS / "runtime"),
        stdlib=str(BUILD / "parts/stdlib.zip"),
        engine={**engine, "snapshot": None},
        archives=[str(w) for w in wheels],
    )


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    app = App(ChatGPT, LOCALES, {})

    def answer(tab: int, header: str, body: bytes | None) -> tuple[bytes, bytes]:
        commands = app.dispatch(tab, decode_event(header.encode(), body))
        return encode_commands(commands, "page"), encode_commands(commands, "engine")

    return {
        name: {"events": parity.of_events(answer, tab, path.read_bytes())}
        for tab, (name, path) in enumerate(FILES.items(), 1)
    }


@pytest.mark.parametrize("name", FILES)
def test_a_file_reads_and_draws_the_same(name: str, from_wheel: dict[str, Any], tmp_path: Path) -> None:
    ours = parity.of_file(str(FILES[name]), str(tmp_path))
    theirs = from_wheel[name]["file"]
    assert theirs == json.loads(json.dumps(ours).replace(str(FILES[name].parent), "/files"))


@pytest.mark.parametrize("name", FILES)
def test_events_are_answered_with_the_same_bytes(
    name: str, from_wheel: dict[str, Any], here: dict[str, Any]
) -> None:
    assert from_wheel[name]["events"] == here[name]["events"]


def test_the_comparison_is_about_something(here: dict[str, Any]) -> None:
    said = "".join(here["regen_forks.json"]["events"])
    assert "treeitem" in said
    assert '"describe_tree"' in said
    assert "CT-ENGINE-03" not in said


@pytest.mark.parametrize("snapshot", [False, True], ids=["plain start", "start from the snapshot"])
def test_the_engine_that_ships_answers_the_same(
    snapshot: bool, engine: dict[str, Any], here: dict[str, Any], tmp_path: Path
) -> None:
    runtime = STAGE / "runtime"
    early = [] if snapshot else [engine["core"]]
    said = in_pyodide(
        tmp_path,
        "parity-engine",
        whole=False,
        runtime=str(runtime),
        stdlib=str(runtime / engine["stdlib"]),
        engine={**engine, "snapshot": engine["snapshot"] if snapshot else None},
        packs=[*early, engine["payload"], engine["export"]],
    )
    assert {name: found["events"] for name, found in said.items()} == {
        name: found["events"] for name, found in here.items()
    }
