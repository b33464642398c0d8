"""The zip is what was staged, small enough, and the same when it is made again."""

from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from devtools import build
from devtools.archive import write_zip
from devtools.freshness import file_hash

LIMIT = 16_000_000


def test_it_fits() -> None:
    assert build.zip_path().stat().st_size <= LIMIT


def test_it_holds_exactly_what_is_staged(stage: Path) -> None:
    staged = {p.relative_to(stage).as_posix(): p for p in stage.rglob("*") if p.is_file()}
    with zipfile.ZipFile(build.zip_path()) as archive:
        assert archive.namelist() == sorted(staged)
        assert all(archive.read(name) == path.read_bytes() for name, path in staged.items())


def test_packing_again_gives_the_same_bytes(stage: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    write_zip(again, stage, [p for p in stage.rglob("*") if p.is_file()])
    assert file_hash(again) == file_hash(build.zip_path())


@pytest.mark.rebuild
def test_making_every_part_again_gives_the_same_bytes(tmp_path: Path) -> None:
    """But the memory snapshot: it holds addresses and hashes of one run, and is kept by its inputs' hash."""
    wheel = tmp_path / "wheel" / build.core_wheel().name
    build.build_wheel(wheel)
    assert file_hash(wheel) == file_hash(build.core_wheel())
    for archive in [build.stdlib_archive(), *build.core_archives()]:
        again = tmp_path / f"{archive.name}.zip"
        build.compile_to(again, archive)
        assert file_hash(again) == file_hash(archive.target), archive.name


def test_licences_ship_in_full(stage: Path) -> None:
    names = {p.name for p in (stage / "licences").iterdir()}
    assert names == {"MPL-2.0.txt", "CPython.txt", "libraries.txt", "msgspec.txt"} | {
        "markdown-it-py.txt",
        "mdurl.txt",
        "latex2mathml.txt",
    }
    assert all(p.stat().st_size > 1000 for p in (stage / "licences").iterdir())
    assert (stage / "LICENSE").is_file()
    assert (stage / "THIRD_PARTY.md").is_file()


def test_the_runtime_is_the_vendored_one(stage: Path) -> None:
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        ours, theirs = (stage / "runtime" / name).read_bytes(), (build.RUNTIME / name).read_bytes()
        assert hashlib.sha256(ours).digest() == hashlib.sha256(theirs).digest()


def test_no_python_source_ships(stage: Path) -> None:
    engine = json.loads((stage / "runtime/engine.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(stage / "runtime" / engine["stdlib"]) as archive:
        names = archive.namelist()
    for pack in (engine["core"], engine["payload"], engine["export"]):
        names += [name for name, _ in pack["members"]]
        whole = (stage / "runtime" / pack["file"]).stat().st_size
        assert sum(length for _, length in pack["members"]) == whole
    assert "conversation_tree/app.pyc" in names
    assert [name for name in names if name.endswith(".py")] == []
