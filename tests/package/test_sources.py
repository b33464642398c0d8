"""Rules for every file of the work tree: no address of others, locks without addresses, one import door."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from devtools import generate
from devtools.freshness import file_hash
from devtools.paths import ROOT, WHEELS
from devtools.vendored import npm_package, table, tarball
from tests.package.sources import committed

LOCKS = ["requirements.lock", "wheels.lock", "devtools/node.lock", "devtools/npm/package-lock.json"]

SUSPECT = re.compile(r"\b(?:registry|cdn|files|mirror|index)\.[\w-]+\.[a-z]{2,3}\b")
"""A host name with one of the first words that registries and content networks like."""

ADDRESS = re.compile(r"\b(?:https?|wss?)://([\w.-]+)")
NOBODYS = (".test", ".example", ".invalid", "example.com", "example.org")
KNOWN_HOSTS = {"chatgpt.com", "chat.openai.com", "www.w3.org", "127.0.0.1", "localhost"}
"""The site itself, an XML name space, this machine; and names that nobody can own (`.test`, `.example`)."""


def python_sources() -> list[Path]:
    return [p for p in committed() if p.suffix == ".py"]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "sha256:" in text or "sha512-" in text


def test_no_file_names_a_host_that_is_none_of_ours() -> None:
    """The only addresses in the tree: the site's, a name space's, this machine's, and names nobody owns."""
    found: dict[str, set[str]] = {}
    for path in committed():
        text, name = _text(path), path.relative_to(ROOT).as_posix()
        hosts = {
            h for h in ADDRESS.findall(text) if "." in h and h not in KNOWN_HOSTS and not h.endswith(NOBODYS)
        }
        hosts |= set(SUSPECT.findall(text))
        if hosts and not name.startswith("tests/fixtures/"):
            found[name] = hosts
    assert found == {}


def test_what_ships_names_no_host_but_the_site(stage: Path) -> None:
    found = {}
    for path in stage.rglob("*"):
        name = path.relative_to(stage).as_posix()
        if path.suffix in {".js", ".html", ".css", ".json"} and not name.startswith(
            ("runtime/", "licences/")
        ):
            hosts = set(ADDRESS.findall(_text(path))) - KNOWN_HOSTS
            if hosts:
                found[name] = hosts
    assert found == {}


def test_only_the_entry_imports_the_browsers_modules() -> None:
    found = [
        p.relative_to(ROOT).as_posix()
        for p in python_sources()
        if p.is_relative_to(ROOT / "pyapp") and imported(p) & {"js", "pyodide", "pyodide_js", "_pyodide"}
    ]
    assert found == ["pyapp/pyodide_entry.py"]


def test_only_one_module_imports_msgspec() -> None:
    users = [
        p.name for p in python_sources() if p.is_relative_to(ROOT / "pyapp") and "msgspec" in imported(p)
    ]
    assert users == ["payload.py"]


def test_the_stand_in_for_the_site_imports_nothing_of_ours() -> None:
    ours = {"conversation_tree", "pyodide_entry", "devtools", "dev"}
    stand_in = [p for p in python_sources() if p.is_relative_to(ROOT / "tests/replica")]
    assert stand_in
    for path in stand_in:
        names = imported_names(path)
        assert {n.split(".")[0] for n in names} & ours == set(), path
        assert {n for n in names if n.startswith("tests.") and not n.startswith("tests.replica")} == set(), (
            path
        )


def test_the_door_and_its_tools_need_nothing_installed() -> None:
    """What `dev.py` imports itself; modules run inside `.venv` say so in their docstring."""
    import sys

    allowed = set(sys.stdlib_module_names) | {"devtools", "fcntl", "msvcrt"}
    seen: set[str] = set()
    waiting = ["dev"]
    while waiting:
        name = waiting.pop()
        seen.add(name)
        path = ROOT / (name.replace(".", "/") + ".py")
        names = imported_names(path)
        assert {n.split(".")[0] for n in names} - allowed == set(), name
        of_ours = {
            n for n in names if n.startswith("devtools.") and (ROOT / (n.replace(".", "/") + ".py")).is_file()
        }
        waiting += of_ours - seen


def imported_names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def imported(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported_names(path)}


def test_python_sources_are_python_3_11() -> None:
    for path in python_sources():
        ast.parse(path.read_bytes(), filename=str(path), feature_version=(3, 11))


def test_a_modules_docstring_says_what_it_holds() -> None:
    bare = [
        p.relative_to(ROOT).as_posix()
        for p in python_sources()
        if not ast.get_docstring(ast.parse(p.read_bytes()))
    ]
    assert [name for name in bare if not name.endswith("__init__.py")] == []


def test_generated_files_are_fresh() -> None:
    assert generate.stale() == []


@pytest.mark.parametrize("entry", [*table()["npm"], *table()["wheel"]], ids=lambda e: e["name"])
def test_vendored_files_are_what_the_table_says(entry: dict[str, Any]) -> None:
    path = WHEELS / entry["file"] if "file" in entry else tarball(entry)
    assert file_hash(path) == entry["sha256"]


def test_the_wheels_lock_and_the_table_agree() -> None:
    lock = (ROOT / "wheels.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w-]+)==[^\n]+\\\n\s+--hash=sha256:(\w+)", lock, re.MULTILINE))
    assert locked == {entry["name"]: entry["sha256"] for entry in table()["wheel"]}
    for entry in table()["wheel"]:
        assert f"{entry['name']}=={entry['version']} " in lock
        assert f"{entry['name']}=={entry['version']} " in (ROOT / "requirements.lock").read_text(
            encoding="utf-8"
        )


def test_third_party_names_every_version_that_ships() -> None:
    text = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    for entry in [npm_package("pyodide"), *table()["wheel"]]:
        assert f"| {entry['version']} | {entry['licence']} |" in text


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
