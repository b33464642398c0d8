"""Writes the page side's data files from the core: the site's facts, names of messages, the frame, the style.

Must not decide anything: each fact is declared once, in the core, in `_locales` or in `panel/styles.css`.
`python -m devtools.generate` writes them, `--check` only says which are stale. Standard library only.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "pyapp"))

from conversation_tree import protocol  # noqa: E402
from conversation_tree.panel import frame_parts  # noqa: E402
from conversation_tree.scene.look import custom_properties  # noqa: E402
from conversation_tree.sites.chatgpt import page  # noqa: E402


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _script(source: str, name: str, value: str) -> str:
    note = f"// Generated from {source} by devtools/generate.py: change it there."
    kind = name[0].upper() + name[1:]
    return f"{note}\nglobalThis.{name} = /** @type {{{kind}}} */ ({value});\n"


def site_data() -> str:
    return _script("the site adapter", "cgtSite", _json(page.facts()))


def protocol_names() -> str:
    names = {
        "events": {name: name for name in protocol.EVENTS},
        "commands": {name: name for name in protocol.COMMANDS},
        "locales": sorted(p.parent.name for p in (ROOT / "_locales").glob("*/messages.json")),
    }
    return _script("protocol.py and _locales", "cgtNames", _json(names))


def frame_data() -> str:
    return _script("panel/frame_parts.py", "cgtParts", _json(frame_parts.data()))


def _declarations(properties: dict[str, str]) -> str:
    # Important, so that a rule of the page for the host cannot change them.
    return "".join(f"{name}:{value}!important;" for name, value in properties.items())


def style_text() -> str:
    light, dark = custom_properties(False), custom_properties(True)
    changed = {name: value for name, value in dark.items() if light[name] != value}
    own = (ROOT / "panel" / "styles.css").read_text(encoding="utf-8")
    own = re.sub(r"/\*.*?\*/", "", own, flags=re.DOTALL)
    own = re.sub(r"\s+", " ", own).strip()
    text = f":host{{{_declarations(light)}}}:host(.cgt-dark){{{_declarations(changed)}}}{own}"
    return _script("scene/look.py and panel/styles.css", "cgtStyle", json.dumps(text, ensure_ascii=False))


def generated() -> dict[Path, str]:
    """Every generated file and what it must say."""
    panel = ROOT / "panel"
    return {
        panel / "site_data.js": site_data(),
        panel / "protocol_names.js": protocol_names(),
        panel / "frame_parts.js": frame_data(),
        panel / "style_text.js": style_text(),
    }


def stale() -> list[Path]:
    """Files that are missing or say something else."""
    return [p for p, text in generated().items() if not p.exists() or p.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    wrong = stale()
    names = ", ".join(p.relative_to(ROOT).as_posix() for p in wrong)
    if "--check" in arguments:
        if wrong:
            print(f"stale: {names}; run: python3 dev.py generate")
        return 1 if wrong else 0
    files = generated()
    for path in wrong:
        path.write_text(files[path], encoding="utf-8")
    print(f"wrote {names}" if wrong else "all generated files are up to date")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
