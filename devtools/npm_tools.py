"""The tools of `check` that come from npm, installed from their lock into `build/npm-tools`.

Must not be needed by anything but `check`: demo, build and test go without.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from devtools import vendored
from devtools.freshness import inputs_hash, is_fresh, write_stamp
from devtools.paths import BUILD, ROOT
from devtools.process import run, step

SOURCES = [ROOT / "devtools/npm/package.json", ROOT / "devtools/npm/package-lock.json"]
FOLDER = BUILD / "npm-tools"
STAMP = FOLDER / "installed.stamp"


def install() -> Path:
    """The `node_modules` folder with exactly what the lock says; no install script of a package runs."""
    modules = FOLDER / "node_modules"
    facts = inputs_hash(SOURCES)
    if is_fresh(STAMP, facts, [modules]):
        return modules
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for source in SOURCES:
        shutil.copy2(source, FOLDER)
    with step("installing the checkers from npm (about 20 s, 110 MB)"):
        command, environment = vendored.npm()
        options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        run([*command, *options], log="npm-ci", seconds=600, cwd=FOLDER, environment=environment)
    vendored.forget_npm()
    write_stamp(STAMP, facts)
    return modules
