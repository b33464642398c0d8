"""Fetching what `wheels/VENDORED.toml` names, and refusing anything that is not exactly that.

Must not know how it is used. Only the ordinary clients are asked: npm and pip.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import tomllib
from pathlib import Path
from typing import Any

from devtools.environment import QUIET, make_venv, pip_for_downloads
from devtools.freshness import file_hash
from devtools.paths import BUILD, ROOT, WHEELS
from devtools.process import Failure, attempt, run, step, tail

TABLE = WHEELS / "VENDORED.toml"
NODE_LOCK = ROOT / "devtools" / "node.lock"


def table() -> dict[str, Any]:
    with TABLE.open("rb") as file:
        return tomllib.load(file)


def npm_package(name: str) -> dict[str, Any]:
    return next(entry for entry in table()["npm"] if entry["name"] == name)


def tarball(entry: dict[str, Any]) -> Path:
    return WHEELS / f"{entry['name']}-{entry['version']}.tgz"


def _require_hash(path: Path, entry: dict[str, Any]) -> None:
    found = file_hash(path)
    if found != entry["sha256"]:
        path.unlink()
        raise Failure(
            f"{path.name} is not the file that VENDORED.toml names: "
            f"its SHA-256 is {found}, wanted is {entry['sha256']}."
        )


def _is_there(path: Path, entry: dict[str, Any]) -> bool:
    return path.is_file() and file_hash(path) == entry["sha256"]


def npm() -> tuple[list[str], dict[str, str]]:
    """npm of this machine, or of a throw-away environment where there is none, and what it must be told."""
    environment = {"npm_config_update_notifier": "false", "npm_config_fund": "false"}
    if found := shutil.which("npm"):
        return [found], environment
    folder = BUILD / "npm"
    command = folder / "bin" / "npm"
    if not command.exists():
        with step("no npm here: fetching one into a throw-away environment (60 MB)"):
            pip = make_venv(folder, "npm-venv")
            lock = ["--require-hashes", "--only-binary", ":all:", "-r", str(NODE_LOCK)]
            run([*pip, "install", *lock], log="npm-install", seconds=600, environment=QUIET)
    # Its npm must find its own node, and the machine's certificates and proxies come with the environment.
    environment["PATH"] = f"{command.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(command)], environment


def forget_npm() -> None:
    """Remove the throw-away environment: 200 MB that nothing needs any more."""
    shutil.rmtree(BUILD / "npm", ignore_errors=True)


def _fetch_npm(entry: dict[str, Any]) -> None:
    spec = f"{entry['name']}@{entry['version']}"
    with step(f"fetching {spec} with npm"):
        command, environment = npm()
        code = attempt(
            [*command, "pack", spec, "--pack-destination", WHEELS],
            log="npm-pack",
            seconds=300,
            cwd=BUILD,
            environment=environment,
        )
        if code or not tarball(entry).is_file():
            raise Failure(
                f"npm did not deliver {spec}. The end of build/logs/npm-pack.log:\n{tail('npm-pack')}"
            )
    _require_hash(tarball(entry), entry)


def _unpack(entry: dict[str, Any]) -> None:
    folder = WHEELS / entry["folder"]
    stamp = folder / "unpacked"
    names = [folder / Path(name).name for name in entry["files"]]
    if stamp.is_file() and stamp.read_text() == entry["sha256"] and all(n.is_file() for n in names):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(tarball(entry)) as archive:
        for name in entry["files"]:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise Failure(f"{tarball(entry).name} holds no {name}.")
            (folder / Path(name).name).write_bytes(member.read())
        for member_name in archive.getnames():
            if member_name.lower().startswith("package/licen"):
                member = archive.extractfile(member_name)
                if member is not None:
                    (folder / "LICENSE").write_bytes(member.read())
    stamp.write_text(entry["sha256"])


def fetch() -> None:
    """Have every vendored file here, unmodified; quick when it is."""
    entries = table()
    try:
        for entry in entries["npm"]:
            if not _is_there(tarball(entry), entry):
                BUILD.mkdir(exist_ok=True)
                _fetch_npm(entry)
            _unpack(entry)
    finally:
        forget_npm()
    missing = [e for e in entries["wheel"] if not _is_there(WHEELS / e["file"], e)]
    if missing:
        with step("fetching the wheels for Pyodide with pip"):
            run(
                [
                    *pip_for_downloads(),
                    *("download", "--no-deps", "--require-hashes", "--only-binary", ":all:"),
                    *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
                    *("--implementation", "cp", "--abi", "cp314"),
                    *("-d", WHEELS, "-r", ROOT / "wheels.lock"),
                ],
                log="pip-download",
                seconds=300,
                environment=QUIET,
                problem="pip did not deliver the wheels for Pyodide",
            )
        for entry in missing:
            _require_hash(WHEELS / entry["file"], entry)
