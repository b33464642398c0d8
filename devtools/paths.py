"""Where things lie in the work tree.

Must not know what is done with them.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LOGS = BUILD / "logs"
WHEELS = ROOT / "wheels"
VENV = ROOT / ".venv"
DIST = ROOT / "dist"
STAGE = DIST / "extension"

VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
