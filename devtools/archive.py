"""The zip that is handed in to a store: the same bytes from the same files.

Must not know what the files are.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)


def write_zip(target: Path, folder: Path, paths: Iterable[Path]) -> None:
    """Paths below `folder`, sorted, with one date and one mode."""
    half = target.with_suffix(".half")
    with zipfile.ZipFile(half, "w") as archive:
        for path in sorted(paths, key=lambda p: p.relative_to(folder).as_posix()):
            info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_STORED if path.suffix == ".gz" else zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes(), compresslevel=9)
    half.replace(target)
