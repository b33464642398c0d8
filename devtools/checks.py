"""Everything that is judged without running the program: form, types, contracts, what is packed.

Must not change any file.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from devtools import npm_tools
from devtools.environment import node
from devtools.paths import ROOT, STAGE, VENV_PYTHON
from devtools.process import hand_over, say

UNAVOIDABLE = {
    (
        "MANIFEST_PERMISSIONS",
        "manifest.json",
    ): "Firefox has no offscreen documents; its engine lives elsewhere",
    ("BACKGROUND_SERVICE_WORKER_IGNORED", "manifest.json"): "one manifest names both kinds of background",
}
"""What the linter, which judges for Firefox alone, says of a manifest for several browsers."""


def lint_extension(modules: Path) -> int:
    """`web-ext lint` on what ships: no error, and no warning about a file of ours."""
    command = [node(), modules / "web-ext" / "bin" / "web-ext.js", "lint", "--output", "json", "--boring"]
    result = subprocess.run(
        [*map(str, command), "--source-dir", str(STAGE)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    try:
        said = json.loads(result.stdout)
    except ValueError:
        say(f"web-ext said nothing that can be read:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
        return 1
    ours = [w for w in said["warnings"] if not str(w.get("file")).startswith("runtime/")]
    bad = said["errors"] + [w for w in ours if (w["code"], w.get("file")) not in UNAVOIDABLE]
    for one in bad:
        say(f"  {one['code']} {one.get('file')}:{one.get('line')} {one['message']}")
    return 1 if bad else 0


def check(handed_on: dict[str, str]) -> int:
    """Run every check and name those that failed; 0 when none did."""
    python = str(VENV_PYTHON)
    modules = npm_tools.install()

    def run(*command: str | Path) -> Callable[[], int]:
        return lambda: hand_over(command, handed_on)

    checks: dict[str, Callable[[], int]] = {
        "format": run(python, "-m", "ruff", "format", "--check", "."),
        "lint": run(python, "-m", "ruff", "check", "--quiet", "."),
        "types of the core": run(python, "-m", "mypy"),
        "import contracts": run(VENV_PYTHON.parent / "lint-imports", "--no-cache"),
        "types of the JavaScript": run(
            node(), modules / "typescript" / "bin" / "tsc", "--project", "tsconfig.json"
        ),
        "generated files": run(python, "-m", "devtools.generate", "--check"),
        "web-ext lint": lambda: lint_extension(modules),
        "package gates": run(python, "-m", "pytest", "-q", "-m", "not rebuild", "tests/package"),
    }
    failed = []
    for name, judge in checks.items():
        say(f"• {name}")
        if judge():
            failed.append(name)
    say(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0
