"""What ships, as the package gates see it.

Must not build anything: `dev.py` has built before these tests run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from devtools.paths import STAGE


@pytest.fixture(scope="session")
def stage() -> Path:
    assert (STAGE / "manifest.json").is_file(), "run python3 dev.py build first"
    return STAGE


@pytest.fixture(scope="session")
def manifest(stage: Path) -> dict[str, Any]:
    return json.loads((stage / "manifest.json").read_text(encoding="utf-8"))
