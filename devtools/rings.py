"""The rings of tests, and what each needs before it can run.

Must not know single tests.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from devtools.paths import ROOT, VENV_PYTHON
from devtools.process import Failure, hand_over, say

RINGS = ("unit", "property", "golden", "faults", "package", "bench", "pyodide", "extension")
"""From the quick to the slow; a ring is a folder of `tests/`."""
CORE = ("unit", "golden")
"""Together these must reach the coverage that is asked of the core. Random examples are not to make up for
it, and being watched makes them three times slower."""
NEEDS_VENDORED = {"property", "bench"}
"""The layout is compared with d3-hierarchy itself."""
WORKERS = 3
"""Tests side by side in a whole run, on two cores: a test waits for a page half of its time."""
NEEDS_BUILD = {"package", "pyodide", "extension"}
NEEDS_BROWSER = {"extension"}


def existing() -> list[str]:
    return [ring for ring in RINGS if any((ROOT / "tests" / ring).rglob("test_*.py"))]


def test(arguments: list[str], prepare: Callable[..., dict[str, str]]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py test", description="Run tests; other options go to pytest.")
    parser.add_argument("--ring", action="append", choices=RINGS, help="only this ring; may be given again")
    known, rest = parser.parse_known_args(arguments)
    paths = [argument for argument in rest if argument.startswith("tests/")]
    named = [ring for ring in RINGS if any(path.startswith(f"tests/{ring}") for path in paths)]
    chosen = known.ring or named or existing()
    missing = [ring for ring in chosen if ring not in existing()]
    if missing:
        raise Failure(f"There are no tests in {', '.join(f'tests/{r}' for r in missing)} yet.", 2)
    # By this name, which random tests know, they take the same examples every time: a run tells about the
    # change that it is run for, not about luck. pytest started by hand looks for new ones.
    handed_on = {"CI": "true"} | prepare(
        fetched=bool(NEEDS_VENDORED & set(chosen)),
        built=bool(NEEDS_BUILD & set(chosen)),
        with_zip="package" in chosen,
        browsers=bool(NEEDS_BROWSER & set(chosen)),
    )
    whole = not known.ring and not rest
    if not whole:
        targets = paths or [f"tests/{ring}" for ring in chosen]
        options = [argument for argument in rest if argument not in paths]
        return hand_over([VENV_PYTHON, "-m", "pytest", *options, *targets], handed_on)
    core = [f"tests/{ring}" for ring in CORE if ring in chosen]
    others = [f"tests/{ring}" for ring in chosen if ring not in CORE]
    first = _with_coverage(core, handed_on) if core else 0
    return first or (_side_by_side(others, handed_on) if others else 0)


def _side_by_side(targets: list[str], handed_on: dict[str, str]) -> int:
    """Two at a time; whatever fails so is run once more alone, and named, since only that tells a fault from
    two browsers that were in each other's way."""
    run = [VENV_PYTHON, "-m", "pytest", "-m", "not measured"]
    code = hand_over([*run, "-n", str(WORKERS), "--dist", "worksteal", *targets], handed_on)
    if code != 1:
        return code
    say("• once more, one at a time, what failed beside others")
    return hand_over([*run, "--last-failed", "--last-failed-no-failures", "none", *targets], handed_on)


def _with_coverage(targets: list[str], handed_on: dict[str, str]) -> int:
    say("• the core's tests, with coverage of branches")
    workers = ["-n", str(WORKERS), "--dist", "worksteal"]
    hand_over([VENV_PYTHON, "-m", "coverage", "erase"], handed_on)
    code = hand_over([VENV_PYTHON, "-m", "coverage", "run", "-m", "pytest", *workers, *targets], handed_on)
    hand_over([VENV_PYTHON, "-m", "coverage", "combine", "--quiet"], handed_on)
    report = hand_over([VENV_PYTHON, "-m", "coverage", "report", "--skip-covered"], handed_on)
    return code or report
