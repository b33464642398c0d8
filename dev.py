#!/usr/bin/env python3
"""The one door for people: demo, test, build, bench, check and the command line of this project.

Must not need anything installed: the standard library only; it sets up all else itself.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("dev.py needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])

import argparse
import os

from devtools import browser, build, checks, environment, rings, vendored
from devtools.locking import work_tree_lock
from devtools.paths import ROOT, VENV_PYTHON
from devtools.process import Failure, hand_over, say

COMMANDS = {
    "demo": "a stand-in for chatgpt.com and Chromium with the extension, the tree open",
    "test": "the tests; --ring NAME and pytest's own options choose among them",
    "build": "dist/extension, exactly what ships, and its zip",
    "bench": "the budgets, measured",
    "check": "format, lint, types, import contracts, package gates",
    "tree": "the command line: tree show FILE [--json], tree svg FILE -o OUT.svg",
    "generate": "write the JavaScript files that are made from Python",
    "setup": "only the environment that the other commands need",
}

PYTHON_PATH = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'pyapp'}"}


def prepare(
    *, fetched: bool = False, built: bool = False, with_zip: bool = False, browsers: bool = False
) -> dict[str, str]:
    """Set up what a command needs; the environment to hand on."""
    with work_tree_lock():
        environment.set_up()
        if fetched:
            vendored.fetch()
        if built:
            build.build(with_zip=with_zip)
        if browsers:
            return browser.browser_environment()
    return PYTHON_PATH


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py", description="What can be done here:")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text, description=text, add_help=False)
    known, rest = parser.parse_known_args(arguments[:1])
    rest = arguments[1:]
    command = known.command
    if command == "demo":
        handed_on = prepare(built=True, browsers=True)
        return hand_over([VENV_PYTHON, "-m", "devtools.demo_run", *rest], handed_on, cwd=None)
    if command == "bench":
        handed_on = prepare(built=True, with_zip=True, browsers=True)
        return hand_over([VENV_PYTHON, "-m", "devtools.bench_run", *rest], handed_on, cwd=None)
    if command == "test":
        return rings.test(rest, prepare)
    if command == "build":
        prepare(built=True, with_zip=True)
        size = build.zip_path().stat().st_size / 1e6
        say(f"dist/extension is ready; {build.zip_path().relative_to(ROOT)} has {size:.1f} MB")
        return 0
    if command == "check":
        return checks.check(prepare(built=True, with_zip=True))
    handed_on = prepare()
    if command == "tree":
        return hand_over([VENV_PYTHON, "-m", "conversation_tree", *rest], handed_on, cwd=None)
    if command == "generate":
        return hand_over([VENV_PYTHON, "-m", "devtools.generate", *rest], handed_on)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        say(str(failure))
        sys.exit(failure.exit_code)
    except KeyboardInterrupt:
        say("stopped")
        sys.exit(130)
