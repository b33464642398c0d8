"""The three languages say the same things, and every word that the program asks for is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

LANGUAGES = ["en", "fr", "zh_CN"]


def catalogue(stage: Path, language: str) -> dict[str, Any]:
    return json.loads((stage / "_locales" / language / "messages.json").read_text(encoding="utf-8"))


def test_there_are_three(stage: Path) -> None:
    assert sorted(p.name for p in (stage / "_locales").iterdir()) == LANGUAGES


def test_they_have_equal_keys_with_equal_places(stage: Path) -> None:
    def shape(language: str) -> dict[str, list[str]]:
        said = catalogue(stage, language)
        return {key: sorted(re.findall(r"\$\w+", entry["message"])) for key, entry in said.items()}

    assert shape("fr") == shape("en")
    assert shape("zh_CN") == shape("en")


def test_no_message_is_empty(stage: Path) -> None:
    blank = [(l, k) for l in LANGUAGES for k, e in catalogue(stage, l).items() if not e["message"].strip()]  # noqa: E741
    assert blank == []


def test_the_manifest_and_the_scripts_ask_only_for_keys_that_exist(stage: Path) -> None:
    known = set(catalogue(stage, "en"))
    own = [p for p in stage.rglob("*") if p.suffix == ".js" and p.relative_to(stage).parts[0] != "runtime"]
    text = "\n".join(p.read_text(encoding="utf-8") for p in [*own, stage / "manifest.json"])
    asked = set(re.findall(r"__MSG_(\w+)__|getMessage\(\s*[\"'](\w+)[\"']", text))
    assert {a or b for a, b in asked} - known == set()
