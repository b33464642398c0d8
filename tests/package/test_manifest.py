"""The manifest names what is there, and what is there is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from devtools.build import version
from devtools.paths import ROOT
from tests.package.sources import without_comments

CALL_SITES = {
    "offscreen": r"\boffscreen\s*\.\s*createDocument\b",
    "storage": r"\bstorage\.(local|session|sync)\.",
}
MATCHES = ["https://chatgpt.com/*", "https://chat.openai.com/*"]


def named_files(manifest: dict[str, Any]) -> set[str]:
    found = set(manifest["icons"].values()) | set(manifest["action"]["default_icon"].values())
    found |= {manifest["background"]["service_worker"], *manifest["background"]["scripts"]}
    found.add(manifest["options_ui"]["page"])
    for group in manifest["content_scripts"]:
        found |= set(group["js"]) | set(group.get("css", []))
    return found


def reached_files(stage: Path, manifest: dict[str, Any]) -> set[str]:
    """Files that the manifest names, and those that they name in turn."""
    found: set[str] = set()
    waiting = list(named_files(manifest))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith((".js", ".html")):
            text = (stage / name).read_text(encoding="utf-8")
            for said in re.findall(r"[\"'`](?:\./)?([\w./-]+\.(?:js|html|css|json))[\"'`]", text):
                for folder in (Path(name).parent, Path()):
                    if (stage / folder / said).is_file():
                        waiting.append((folder / said).as_posix())
    return found


def test_every_file_it_names_exists(stage: Path, manifest: dict[str, Any]) -> None:
    assert [name for name in named_files(manifest) if not (stage / name).is_file()] == []


def test_every_script_that_ships_is_named_by_something_that_ships(
    stage: Path, manifest: dict[str, Any]
) -> None:
    scripts = {
        path.relative_to(stage).as_posix()
        for path in stage.rglob("*")
        if path.suffix in {".js", ".html", ".css"} and path.relative_to(stage).parts[0] != "runtime"
    }
    assert scripts - reached_files(stage, manifest) == set()


def test_every_permission_has_a_call_site(stage: Path, manifest: dict[str, Any]) -> None:
    own = [p for p in stage.rglob("*.js") if p.relative_to(stage).parts[0] != "runtime"]
    text = "\n".join(without_comments(p.read_text(encoding="utf-8")) for p in own)
    assert [p for p in manifest["permissions"] if not re.search(CALL_SITES[p], text)] == []


def test_it_asks_for_no_more_than_it_uses(manifest: dict[str, Any]) -> None:
    assert "host_permissions" not in manifest
    assert "web_accessible_resources" not in manifest
    assert all(group["matches"] == MATCHES for group in manifest["content_scripts"])


def test_webassembly_is_allowed_and_nothing_else_is(manifest: dict[str, Any]) -> None:
    policy = manifest["content_security_policy"]["extension_pages"]
    assert policy == "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'"


def test_versions_agree(stage: Path, manifest: dict[str, Any]) -> None:
    assert manifest["version"] == version()
    assert f"## {version()}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("[", "")
    engine = json.loads((stage / "runtime/engine.json").read_text(encoding="utf-8"))
    assert engine["pyodide"] == engine["lock"]["info"]["version"]


def test_the_service_worker_takes_no_port(stage: Path, manifest: dict[str, Any]) -> None:
    worker = (stage / manifest["background"]["service_worker"]).read_text(encoding="utf-8")
    assert "onConnect" not in without_comments(worker)
