"""Turning an archive of Python sources into one of compiled modules; runs inside Pyodide.

Must not know which archive: the compiling Python is the one that ships, so its bytecode is always right.
"""

import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

EPOCH = (1980, 1, 1, 0, 0, 0)


def compiled(source: bytes, name: str) -> bytes:
    """A `.pyc` that is never checked against its source: no clock in it, so the same every time."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def members(paths: list[str]) -> dict[str, bytes]:
    """Name to content over several archives; of `.dist-info` only where a wheel finds its own version."""
    found = {}
    for path in paths:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                about = ".dist-info/" in name and not name.endswith("/METADATA")
                if not name.endswith("/") and not about and "__pycache__" not in name:
                    found[name] = archive.read(name)
    return found


def write(target: str, contents: dict[str, bytes]) -> None:
    """Stored: the start is a tenth quicker, and the extension's zip packs the whole better than parts."""
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(contents):
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            archive.writestr(info, contents[name])


def compile_archive(sources: list[str], target: str, prefix: str, only: list[str] | None) -> None:
    """Write `target`: modules as `name.pyc` beside where their source was, other files as they are.

    `only` names members of the sources; stubs and type markers are dropped.
    """
    contents = {}
    for name, data in members(sources).items():
        if (only is not None and name not in only) or name.endswith((".pyi", "py.typed")):
            continue
        if name.endswith(".py"):
            contents[name + "c"] = compiled(data, prefix + name)
        else:
            contents[name] = data
    write(target, contents)
