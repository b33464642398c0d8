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
from dataclasses import dataclass
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
PACKS = ROOT / "panel" / "packs.js"
BOOT_CHECK = ROOT / "devtools" / "boot_check.py"
SITE_PACKAGES = "/lib/python3.14/site-packages/"
SNAPSHOT = "snapshot.bin.gz"
TAKEN = "taken.json"
"""Names of the standard library's modules that a start imports."""
COMMAND_LINE = {
    "conversation_tree/cli.py",
    "conversation_tree/cli_export.py",
    "conversation_tree/__main__.py",
}
"""Modules of the wheel that have no use in a browser."""

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
    facts = {"kind": kind, "engine": {"lock": _lock()}, **job}
    description.write_text(json.dumps(facts), encoding="utf-8")
    run([node(), JOBS, description], log=log, seconds=seconds, problem=f"Pyodide could not {kind}")


def _imports_msgspec(path: Path) -> bool:
    """At its top level: such a module must wait until after the engine's start."""
    for statement in ast.parse(path.read_bytes()).body:
        if isinstance(statement, ast.Import) and any(
            a.name.split(".")[0] == "msgspec" for a in statement.names
        ):
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
            build_wheel(wheel)

    _make("wheel", wheel, facts, how)
    return wheel


def build_wheel(wheel: Path) -> None:
    """Build the wheel to that path, whose name hatchling gives."""
    run(
        [VENV_PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", wheel.parent],
        log="wheel",
        seconds=120,
        environment={"SOURCE_DATE_EPOCH": "315532800"},
        problem="The wheel could not be built",
    )


ONLY_FOR_EXPORTS = re.compile(
    r"conversation_tree/(?:export/|record\.py|sites/chatgpt/(?:records|references)\.py)"
)
"""Modules that are laid out when the engine has nothing else to do."""

LICENCE_IN_WHEEL = re.compile(r"\.dist-info/(?:licenses/|LICEN[CS]E)")

UNUSED_STDLIB = re.compile(
    # Tools for a terminal, other machines' mail and files, threads and processes that WebAssembly lacks,
    # and the Python twins of modules that are there in C.
    r"(?:multiprocessing|_pyrepl|unittest|xmlrpc|wsgiref|pydoc_data|ensurepip|venv|curses|dbm|turtledemo)/"
    r"|(?:pdb|bdb|pydoc|mailbox|doctest|imaplib|optparse|smtplib|ftplib|poplib|pickletools|statistics|plistlib"
    r"|_pydatetime|_pyio|_pydecimal|ssl|socketserver|cProfile|profile|pstats|trace|webbrowser|modulefinder"
    r"|netrc|timeit|tabnanny|pyclbr|py_compile|compileall|cmd|fileinput|filecmp|sched|shelve|symtable|this"
    r"|antigravity|zipapp|wave|colorsys|pty|tty)\.py"
    # Encodings of other times; UTF-8 is all that the site and its exports write.
    r"|encodings/(?!__init__|aliases|ascii|latin_1|utf_|cp437|cp1252|idna|punycode|charmap"
    r"|unicode_escape|raw_unicode_escape)"
)


@dataclass(frozen=True, slots=True, eq=False)
class Archive:
    """One archive of compiled modules to be made."""

    name: str
    title: str
    stdlib: Path
    """The standard library to compile with."""
    sources: list[Path]
    """Archives of sources: wheels, or the standard library's zip."""
    prefix: str
    """Where its modules will lie, for tracebacks."""
    depends: str
    """A hash over what is taken of the sources."""
    only: list[str] | None = None
    """The members that are taken; None for all."""

    @property
    def target(self) -> Path:
        return PARTS / f"{self.name}.zip"


def _compile(archive: Archive) -> None:
    facts = inputs_hash([COMPILER, JOBS], archive.depends, json.dumps(archive.only))

    def how() -> None:
        with step(f"compiling {archive.title} inside Pyodide"):
            compile_to(archive.target, archive)

    _make(archive.name, archive.target, facts, how)


def compile_to(target: Path, archive: Archive) -> None:
    """Compile one archive; the same bytes every time (a test does it again).

    A Pyodide of its own for each, started from the same files each time: what a `.pyc` says of shared
    strings depends on what else its interpreter has met.
    """
    _pyodide(
        "compile",
        log=f"compile-{archive.name}",
        runtime=str(RUNTIME),
        stdlib=str(archive.stdlib),
        compiler=str(COMPILER),
        sources=[str(s) for s in archive.sources],
        target=str(target),
        prefix=archive.prefix,
        only=archive.only,
    )


def stdlib_archive() -> Archive:
    """The standard library without what can have no use in the engine: its start waits for every byte."""
    source = RUNTIME / "python_stdlib.zip"
    with zipfile.ZipFile(source) as archive:
        used = [name for name in archive.namelist() if not UNUSED_STDLIB.match(name)]
    return Archive(
        "stdlib", "the standard library", source, [source], "/lib/python314.zip/", file_hash(source), used
    )


def core_archives() -> list[Archive]:
    """The core, imported at the start, and what comes after it (see `VENDORED.toml`)."""
    wheel = core_wheel()
    of_wheel = {p.relative_to(ROOT / "pyapp").as_posix(): p for p in core_sources()}
    late = sorted(name for name, path in of_wheel.items() if _imports_msgspec(path))
    exports = sorted(name for name in of_wheel if ONLY_FOR_EXPORTS.match(name))
    early = sorted(of_wheel.keys() - {*late, *exports} - COMMAND_LINE)
    return [
        _with_wheels("core", "the core", "start", wheel, {n: of_wheel[n] for n in early}),
        _with_wheels(
            "payload", "the payload and its wheels", "payload", wheel, {n: of_wheel[n] for n in late}
        ),
        _with_wheels(
            "export", "the export and its wheels", "export", wheel, {n: of_wheel[n] for n in exports}
        ),
    ]


def _with_wheels(name: str, title: str, moment: str, wheel: Path, modules: dict[str, Path]) -> Archive:
    """Modules of the core with the vendored wheels that come at the same moment of the start."""
    wheels = [WHEELS / e["file"] for e in vendored.table()["wheel"] if e["archive"] == moment]
    members = list(modules)
    for path in wheels:
        with zipfile.ZipFile(path) as archive:
            # A wheel for exports asks for its own version; what else stands there would not be true any more.
            members += [n for n in archive.namelist() if ".dist-info/" not in n or moment == "export"]
    depends = inputs_hash([*wheels, *modules.values()])
    stdlib = stdlib_archive().target
    return Archive(name, title, stdlib, [wheel, *wheels], SITE_PACKAGES, depends, members)


def _pack_of(archive: Archive) -> dict[str, object]:
    """How `panel/packs.js` wants a pack described."""
    with zipfile.ZipFile(archive.target) as members:
        sizes = [[member.filename, member.file_size] for member in members.infolist()]
    return {"file": f"{archive.name}.pack", "members": sizes}


def _packed(archive: Archive) -> Path:
    """The members of an archive one after the other."""
    pack = archive.target.with_suffix(".pack")
    with zipfile.ZipFile(archive.target) as members:
        content = b"".join(members.read(member) for member in members.infolist())
    if not pack.exists() or pack.read_bytes() != content:
        pack.write_bytes(content)
    return pack


def _runtime_parts() -> dict[str, Path]:
    """Everything that goes to `runtime/` but the snapshot and the description."""
    _compile(stdlib_archive())
    archives = core_archives()
    for archive in archives:
        _compile(archive)
    own = {_pack_of(archive)["file"]: _packed(archive) for archive in archives}
    taken = {name: RUNTIME / name for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")}
    return {**taken, **own, "python_stdlib.zip": stdlib_archive().target}


def _lock() -> dict[str, object]:
    return {"info": vendored.npm_package("pyodide")["info"], "packages": {}}


def _engine_description(*, snapshot: bool) -> dict[str, object]:
    """`runtime/engine.json`: what `panel/engine_worker.js` loads, in which order."""
    return {
        "pyodide": vendored.npm_package("pyodide")["version"],
        "stdlib": "python_stdlib.zip",
        **{archive.name: _pack_of(archive) for archive in core_archives()},
        "snapshot": SNAPSHOT if snapshot else None,
        "site_packages": SITE_PACKAGES.rstrip("/"),
        "entry": "pyodide_entry",
        "lock": _lock(),
    }


def _locales() -> dict[str, object]:
    found = sorted((ROOT / "_locales").glob("*/messages.json"))
    return {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in found}


def _try_start(folder: Path, engine: dict[str, object]) -> None:
    """Start the engine in Node.js as the extension would and call its real entry.

    A plain start says what it took of the standard library.
    """
    how = "from its snapshot" if engine["snapshot"] else "plainly"
    with step(f"starting the engine {how} in Node.js"):
        locales = json.dumps(_locales())
        _pyodide(
            "boot",
            log="boot",
            runtime=str(folder),
            engine=engine,
            check=str(BOOT_CHECK),
            locales=locales,
            taken=None if engine["snapshot"] else str(folder / TAKEN),
        )


def _add_snapshot(parts: dict[str, Path]) -> Path:
    """The engine's memory just after importing the core, made once for the same inputs and then tried.

    A plain start is tried first, so a fault of the core shows as what it is.
    """
    target = PARTS / SNAPSHOT
    folder = BUILD / "engine"

    def how() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, path in parts.items():
            shutil.copy2(path, folder / name)
        plain = _engine_description(snapshot=False)
        _try_start(folder, plain)
        with step("making the memory snapshot"):
            _pyodide(
                "snapshot",
                log="snapshot",
                runtime=str(folder),
                engine=plain,
                taken=(folder / TAKEN).read_text(encoding="utf-8"),
                target=str(folder / SNAPSHOT),
            )
        _try_start(folder, _engine_description(snapshot=True))
        (folder / SNAPSHOT).replace(target)
        shutil.rmtree(folder)

    _make("snapshot", target, inputs_hash([*parts.values(), JOBS, PACKS, BOOT_CHECK]), how)
    return target


def _shipped_sources() -> dict[str, Path]:
    """Files of the work tree that ship as they are, by their name in the extension."""
    names = ["manifest.json", "page_hook.js", "content_bridge.js", "LICENSE", "THIRD_PARTY.md"]
    files = [ROOT / n for n in names]
    files += [p for d in ("panel", "icons", "_locales") for p in (ROOT / d).rglob("*") if p.is_file()]
    shipped = {p.relative_to(ROOT).as_posix(): p for p in files if p.exists() and p.suffix != ".svg"}
    return {name: path for name, path in shipped.items() if name not in UNSHIPPED}


def _licences() -> dict[str, Path]:
    """The full texts: those kept here, and those that wheels bring along."""
    found = {f"licences/{p.name}": p for p in (WHEELS / "licences").glob("*.txt")}
    for entry in vendored.table()["wheel"]:
        target = PARTS / "licences" / f"{entry['name']}.txt"
        with zipfile.ZipFile(WHEELS / entry["file"]) as wheel:
            texts = [wheel.read(n) for n in sorted(wheel.namelist()) if LICENCE_IN_WHEEL.search(n)]
        text = b"\n".join(texts)
        if not text:
            continue  # The wheel brings none; it must be among those kept here, and a test looks.
        if not target.exists() or target.read_bytes() != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)
        found[f"licences/{target.name}"] = target
    return found


def build(*, with_zip: bool) -> None:
    """Stage the extension, and pack it; quick when nothing changed."""
    PARTS.mkdir(parents=True, exist_ok=True)
    vendored.fetch()
    parts = _runtime_parts()
    parts[SNAPSHOT] = _add_snapshot(parts)
    parts["engine.json"] = PARTS / "engine.json"
    description = json.dumps(_engine_description(snapshot=True)) + "\n"
    parts["engine.json"].write_text(description, encoding="utf-8")
    files = _shipped_sources() | _licences() | {f"runtime/{name}": path for name, path in parts.items()}
    _stage(files)
    if with_zip:
        packed = inputs_hash(files.values(), *sorted(files))
        _make("zip", zip_path(), packed, lambda: _pack(sorted(STAGE / name for name in files)))


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
