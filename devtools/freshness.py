"""Whether something must be made again: a stamp beside the result names all that went into it.

Must not know what is made. A stamp is written last, so a half-made result has none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def inputs_hash(paths: Iterable[Path], *more: str) -> str:
    """One hash over the names and contents of files and over further facts."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        total.update(f"\0{path.as_posix()}\0{file_hash(path)}".encode())
    return total.hexdigest()


def is_fresh(stamp: Path, facts: str, results: Iterable[Path]) -> bool:
    try:
        return stamp.read_text(encoding="utf-8") == facts and all(path.exists() for path in results)
    except OSError:
        return False


def write_stamp(stamp: Path, facts: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(facts, encoding="utf-8")
