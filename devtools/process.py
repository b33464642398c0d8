"""Running other programs: a time limit, a log file, a line that says what is going on.

Must not know which programs those are.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from devtools.paths import LOGS, ROOT

TAIL_LINES = 25


class Failure(Exception):
    """Something a person must know about; shown without a traceback."""

    def __init__(self, text: str, exit_code: int = 1) -> None:
        super().__init__(text)
        self.exit_code = exit_code


def say(text: str) -> None:
    """One line for the person, on stderr: stdout belongs to results."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done, how long it has been going on, and how long it took."""
    begun = time.monotonic()
    if not sys.stderr.isatty():
        say(f"• {text} …")
        yield
        if (seconds := time.monotonic() - begun) >= 1:
            say(f"  done in {seconds:.1f} s")
        return
    over = threading.Event()

    def tick() -> None:
        while not over.wait(0.5):
            print(f"\r• {text} … {time.monotonic() - begun:.0f} s", end="", file=sys.stderr, flush=True)

    print(f"• {text} …", end="", file=sys.stderr, flush=True)
    ticker = threading.Thread(target=tick, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        over.set()
        ticker.join()
        print(f"\r• {text} … {time.monotonic() - begun:.1f} s", file=sys.stderr, flush=True)


def attempt(
    command: Sequence[str | Path],
    *,
    log: str,
    seconds: float,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Run a command with its output in `build/logs/<log>.log`; the exit code, -1 when its time was up.

    The environment is handed on as it is (proxies and certificates live there) with additions.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / f"{log}.log").open("wb") as out:
        out.write(("$ " + " ".join(map(str, command)) + "\n").encode())
        out.flush()
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            out.write(f"cannot be started: {error}\n".encode())
            return 127
        try:
            return process.wait(seconds)
        except BaseException as stopped:
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
            process.wait()
            if not isinstance(stopped, subprocess.TimeoutExpired):
                raise
            out.write(f"\nstopped after {seconds:.0f} s\n".encode())
            return -1


def tail(log: str) -> str:
    """The end of a log, each line cut: minified sources come in lines of a megabyte."""
    text = (LOGS / f"{log}.log").read_text(encoding="utf-8", errors="replace")
    return "\n".join("    " + line[:400] for line in text.splitlines()[-TAIL_LINES:])


def run(
    command: Sequence[str | Path],
    *,
    log: str,
    seconds: float,
    cwd: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    problem: str = "",
) -> None:
    """`attempt`, and a `Failure` with the end of the log when it did not succeed."""
    code = attempt(command, log=log, seconds=seconds, cwd=cwd, environment=environment)
    if code:
        reason = f"no end within {seconds:.0f} s" if code == -1 else f"exit code {code}"
        raise Failure(
            f"{problem or 'A command failed'} ({reason}). The end of build/logs/{log}.log:\n{tail(log)}"
        )


def hand_over(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None, *, cwd: Path | None = ROOT
) -> int:
    """Run a command on this terminal and wait for it, however long a person lets it run.

    With `cwd` None it runs where the person is, so that the files they name are theirs.
    """
    process = subprocess.Popen(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **(environment or {})}
    )
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # the child got it too and says what there is to say
            continue
