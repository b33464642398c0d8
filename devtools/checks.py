"""Everything that is judged without running the program: form, types, contracts, what is packed.

Must not change any file.
"""

from __future__ import annotations

from devtools.paths import VENV_PYTHON
from devtools.process import hand_over, say


def check(handed_on: dict[str, str]) -> int:
    """Run every check and name those that failed; 0 when none did."""
    python = str(VENV_PYTHON)
    scripts = VENV_PYTHON.parent
    checks = {
        "format": [python, "-m", "ruff", "format", "--check", "-q", "."],
        "lint": [python, "-m", "ruff", "check", "-q", "."],
        "types": [python, "-m", "mypy"],
        "import contracts": [scripts / "lint-imports", "--no-cache"],
        "generated files": [python, "-m", "devtools.generate", "--check"],
        "package gates": [python, "-m", "pytest", "-q", "tests/package"],
    }
    failed = []
    for name, command in checks.items():
        say(f"• {name}")
        if hand_over(command, handed_on):
            failed.append(name)
    say(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0
