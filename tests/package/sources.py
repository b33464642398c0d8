"""The project's own files by kind, for the gates.

Must not judge them.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from devtools.paths import ROOT

GENERATED = {f"panel/{name}.js" for name in ("site_data", "protocol_names", "frame_parts", "style_text")}


def committed() -> list[Path]:
    """Every text file that git knows or would take, but other people's licence texts."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=60).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [p for p in paths if p.is_file() and "licences" not in p.parts and not _is_binary(p)]


def _is_binary(path: Path) -> bool:
    return b"\0" in path.read_bytes()[:8000]


def without_comments(script: str) -> str:
    """JavaScript without its comments; strings stay. Enough for our own sources, which a test reads."""
    pattern = re.compile(
        r"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/", re.DOTALL
    )
    return pattern.sub(lambda found: found[1] or " ", script)
