"""Building the extension: `dist/extension` is exactly what ships, and the zip is made of it.

Must not know what the files say. Every part has a stamp of what went into it, so only what changed is
made again. The memory snapshot is the one part that comes out different each time it is made; it is
kept in `build/` by the hash of its inputs, so the zip is reproducible as long as that folder lives.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from devtools import vendored
from devtools.archive import write_zip
from devtools.environment import node
from devtools.freshness import file_hash, inputs_hash, is_fresh, write_stamp
from devtools.paths import BUILD, DIST, ROOT, STAGE, VENV_PYTHON, WHEELS
from devtools.process import Failure, run, step

PARTS = BUILD / "parts"
RUNTIME = WHEELS / "runtime"
JOBS = ROOT / "devtools" / "pyodide_jobs.mjs"
COMPILER = ROOT / "devtools" / "compile_archive.py"
BOOT_CHECK = ROOT / "devtools" / "boot_check.py"
SITE_PACKAGES = "/lib/python3.14/site-packages/"
UNSHIPPED = {"panel/styles.css"}
"""Sources that are generated into something else and do not ship themselves."""


def version() -> str:
    text = (ROOT / "pyapp/conversation_tree/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise Failure("pyapp/conversation_tree/__init__.py names no version.")
    return found[1]


def zip_path() -> Path:
    return DIST / f"conversation-tree-{version()}.zip"


def core_sources() -> list[Path]:
    return [p for p in (ROOT / "pyapp").rglob("*.py") if "__pycache__" not in p.parts]


def _make(name: str, result: Path, facts: str, how: Callable[[], None]) -> None:
    """Make one part unless its stamp says that it is already made of the same things."""
    stamp = PARTS / f"{name}.stamp"
    if is_fresh(stamp, facts, [result]):
        return
    stamp.unlink(missing_ok=True)
    result.parent.mkdir(parents=True, exist_ok=True)
    how()
    write_stamp(stamp, facts)


def _pyodide(kind: str, log: str, seconds: float = 180, **job: object) -> None:
    description = BUILD / f"{log}.json"
    description.write_text(json.dumps({"kind": kind, "version": _pyodide_version(), **job}), encoding="utf-8")
    run([node(), JOBS, description], log=log, seconds=seconds, problem=f"Pyodide could not {kind}")


def _pyodide_version() -> str:
    return str(vendored.npm_package("pyodide")["version"])


def _imports_msgspec(path: Path) -> bool:
    """At its top level: such a module must wait until after the engine's start."""
    for statement in ast.parse(path.read_bytes()).body:
        if isinstance(statement, ast.Import) and any(a.name.split(".")[0] == "msgspec" for a in statement.names):
            return True
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").split(".")[0] == "msgspec":
            return True
    return False


def core_wheel() -> Path:
    """The wheel of the core, built by its own build backend; the tests in Pyodide use this very file."""
    wheel = PARTS / "wheel" / f"conversation_tree-{version()}-py3-none-any.whl"
    facts = inputs_hash([*core_sources(), ROOT / "pyproject.toml"])

    def how() -> None:
        with step("building the wheel of the core"):
            run(
                [VENV_PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", wheel.parent],
                log="wheel",
                seconds=120,
                environment={"SOURCE_DATE_EPOCH": "315532800"},
                problem="The wheel could not be built",
            )

    _make("wheel", wheel, facts, how)
    return wheel


def _compiled(name: str, title: str, **archive: object) -> Path:
    target = PARTS / f"{name}.zip"
    sources = [Path(str(s)) for s in archive["sources"]]  # type: ignore[attr-defined]
    facts = inputs_hash([*sources, COMPILER, JOBS], json.dumps(archive, default=str), file_hash(vendored.TABLE))

    def how() -> None:
        with step(f"compiling {title} inside Pyodide"):
            _pyodide(
                "compile",
                log=f"compile-{name}",
                runtime=str(RUNTIME),
                compiler=str(COMPILER),
                archives=[{**archive, "sources": [str(s) for s in sources], "target": str(target)}],
            )

    _make(name, target, facts, how)
    return target


def _runtime_parts() -> dict[str, Path]:
    """Everything that goes to `runtime/` but the snapshot and its description."""
    wheel = core_wheel()
    late = sorted(
        p.relative_to(ROOT / "pyapp").as_posix() for p in core_sources() if _imports_msgspec(p)
    )
    payload_wheels = [WHEELS / e["file"] for e in vendored.table()["wheel"] if e["archive"] == "payload"]
    with zipfile.ZipFile(wheel) as core:
        early = [n for n in core.namelist() if n.endswith(".py") and n not in late]
    names: list[str] = []
    for path in payload_wheels:
        with zipfile.ZipFile(path) as archive:
            names += archive.namelist()
    return {
        "pyodide.mjs": RUNTIME / "pyodide.mjs",
        "pyodide.asm.mjs": RUNTIME / "pyodide.asm.mjs",
        "pyodide.asm.wasm": RUNTIME / "pyodide.asm.wasm",
        "python_stdlib.zip": _compiled(
            "stdlib",
            "the standard library",
            sources=[RUNTIME / "python_stdlib.zip"],
            prefix="/lib/python314.zip/",
            deflate=True,
        ),
        "core.zip": _compiled(
            "core", "the core", sources=[wheel], prefix=SITE_PACKAGES, deflate=True, only=early
        ),
        "payload.zip": _compiled(
            "payload",
            "the payload and its wheels",
            sources=[wheel, *payload_wheels],
            prefix=SITE_PACKAGES,
            deflate=True,
            only=[*late, *names],
        ),
    }


def _engine_description(snapshot: bool) -> dict[str, object]:
    """`runtime/engine.json`: what `panel/engine_worker.js` loads, in which order."""
    return {
        "pyodide": _pyodide_version(),
        "stdlib": "python_stdlib.zip",
        "core": "core.zip",
        "payload": "payload.zip",
        "wheels": [e["file"] for e in vendored.table()["wheel"] if e["archive"] == "start"],
        "snapshot": "snapshot.bin.gz" if snapshot else None,
        "site_packages": SITE_PACKAGES.rstrip("/"),
        "entry": "pyodide_entry",
    }


def _shipped_sources() -> dict[str, Path]:
    """Files of the work tree that ship as they are, by their name in the extension."""
    names = ["manifest.json", "page_hook.js", "content_bridge.js", "LICENSE", "THIRD_PARTY.md"]
    files = [ROOT / n for n in names]
    files += [p for d in ("panel", "icons", "_locales") for p in (ROOT / d).rglob("*") if p.is_file()]
    shipped = {p.relative_to(ROOT).as_posix(): p for p in files if p.exists() and p.suffix != ".svg"}
    return {name: path for name, path in shipped.items() if name not in UNSHIPPED}


def _licences() -> dict[str, Path]:
    return {f"licences/{p.name}": p for p in (ROOT / "wheels" / "licences").glob("*.txt")}


def build(*, with_zip: bool) -> None:
    """Stage the extension, and pack it; quick when nothing changed."""
    vendored.fetch()
    parts = _runtime_parts()
    files = _shipped_sources() | _licences() | {f"runtime/{name}": path for name, path in parts.items()}
    description = PARTS / "engine.json"
    description.write_text(json.dumps(_engine_description(snapshot=False), indent=1) + "\n", encoding="utf-8")
    files["runtime/engine.json"] = description
    _stage(files)
    facts = inputs_hash([p for n, p in files.items() if n.startswith("runtime/")] + [JOBS, BOOT_CHECK])
    _make("boot", description, facts, _try_start)
    if with_zip:
        packed = inputs_hash(files.values(), *sorted(files))
        _make("zip", zip_path(), packed, lambda: _pack(sorted(STAGE / name for name in files)))


def _try_start() -> None:
    with step("starting the engine once in Node.js"):
        _pyodide("boot", log="boot", runtime=str(STAGE / "runtime"), check=str(BOOT_CHECK))


def _pack(paths: list[Path]) -> None:
    with step(f"packing {zip_path().relative_to(ROOT)}"):
        write_zip(zip_path(), STAGE, paths)


def _stage(files: dict[str, Path]) -> None:
    """Make `dist/extension` hold these files and no others; unchanged ones are left alone."""
    STAGE.mkdir(parents=True, exist_ok=True)
    for old in [p for p in STAGE.rglob("*") if p.is_file()]:
        if old.relative_to(STAGE).as_posix() not in files:
            old.unlink()
    for folder in sorted((p for p in STAGE.rglob("*") if p.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    for name, source in files.items():
        target = STAGE / name
        if target.exists():
            theirs, ours = source.stat(), target.stat()
            if theirs.st_size == ours.st_size and theirs.st_mtime_ns == ours.st_mtime_ns:
                continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
