"""One set-up or build at a time in a work tree.

Must not know what is being built.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from devtools.paths import BUILD
from devtools.process import Failure, say

WAIT_SECONDS = 900


def _try_lock(file: IO[bytes]) -> bool:
    """The operating system frees the lock when the process ends, however it ends."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def work_tree_lock() -> Iterator[None]:
    """Wait for another set-up or build in this work tree to end, then keep others out."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("ab") as file:
        begun = time.monotonic()
        told = False
        while not _try_lock(file):
            if not told:
                say("• waiting for another dev.py in this folder …")
                told = True
            if time.monotonic() - begun > WAIT_SECONDS:
                raise Failure(f"Another dev.py has held build/lock for {WAIT_SECONDS} s. Is it stuck?")
            time.sleep(0.2)
        yield
