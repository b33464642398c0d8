"""The project's own virtual environment, from the lock, whole or not at all.

Must not know what its packages are for. Nothing is ever installed outside `.venv`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from devtools.freshness import file_hash, is_fresh, write_stamp
from devtools.paths import ROOT, VENV, VENV_PYTHON
from devtools.process import Failure, attempt, run, step, tail

LOCK = ROOT / "requirements.lock"
STAMP = VENV / "set-up.stamp"
QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PYTHONWARNINGS": "ignore"}


def _host_pip() -> list[str] | None:
    """The pip of the Python that runs this, if it has one; it is only asked to work on `.venv`."""
    return [sys.executable, "-m", "pip"] if find_spec("pip") else None


def _venv_has_pip() -> bool:
    return attempt([VENV_PYTHON, "-m", "pip", "--version"], log="pip-version", seconds=60) == 0


def pip_for_downloads() -> list[str]:
    """A pip that can fetch files; fetching installs nothing."""
    if _venv_has_pip():
        return [str(VENV_PYTHON), "-m", "pip"]
    if host := _host_pip():
        return host
    raise Failure("No pip is at hand to fetch wheels with.", 3)


def make_venv(folder: Path, log: str) -> list[str]:
    """A new virtual environment and the pip command that installs into it.

    Debian's Python without python3-venv has no ensurepip: `venv` then fails and leaves a folder that
    looks like an environment. So the folder's existence says nothing, and it is always made anew.
    """
    shutil.rmtree(folder, ignore_errors=True)
    python = folder / VENV_PYTHON.relative_to(VENV)
    if find_spec("ensurepip") and attempt([sys.executable, "-m", "venv", folder], log=log, seconds=180) == 0:
        return [str(python), "-m", "pip"]
    shutil.rmtree(folder, ignore_errors=True)
    if find_spec("pip"):
        run([sys.executable, "-m", "venv", "--without-pip", folder], log=log, seconds=120)
        return [sys.executable, "-m", "pip", "--python", str(python)]
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        from devtools.browser import apt_install

        version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if (
            apt_install([version])
            and attempt([sys.executable, "-m", "venv", folder], log=log, seconds=180) == 0
        ):
            return [str(python), "-m", "pip"]
    raise Failure(
        "This Python can make no virtual environment: it has neither ensurepip nor pip.\n"
        "On Debian or Ubuntu: sudo apt-get install python3-venv. Then run the same command again.",
        3,
    )


def set_up() -> None:
    """Make `.venv` what the lock says, or do nothing when it is that already."""
    facts = json.dumps({"lock": file_hash(LOCK), "python": sys.version, "path": str(VENV)}, indent=1)
    if is_fresh(STAMP, facts, [VENV_PYTHON]):
        return
    with step("making the Python environment .venv"):
        pip = make_venv(VENV, "venv")
    command = [*pip, "install", "--require-hashes", "--only-binary", ":all:", "-r", str(LOCK)]
    with step("installing the locked Python packages (about 20 s, 350 MB)"):
        if attempt(command, log="pip-install", seconds=900, environment=QUIET):
            raise Failure(
                f"The locked packages could not be installed for Python {sys.version.split()[0]} "
                "(3.11 to 3.14 are known to work). The end of build/logs/pip-install.log:\n"
                + tail("pip-install")
            )
    write_stamp(STAMP, facts)


def node() -> Path:
    """The Node.js inside the Playwright package: pinned by our lock, the same everywhere."""
    probe = "import playwright._impl._driver as d; print(d.compute_driver_executable()[0])"
    out = subprocess.run([VENV_PYTHON, "-c", probe], capture_output=True, text=True, timeout=60, check=False)
    if out.returncode:
        raise Failure(f"Playwright's Node.js was not found:\n{out.stderr}")
    return Path(out.stdout.strip())
