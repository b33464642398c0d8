"""Formulas as MathML, where the library can read them; nothing otherwise.

Must not know Markdown. A formula is somebody's text: what comes back is taken only when it is plain MathML.
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 4000
DEEPEST = 40
"""Braces inside braces; the library recurses on them, and in WebAssembly there is little room for that."""
_SUSPICIOUS = re.compile(
    r"<(?!/?m[a-z]+[\s>/])|\s(?:href|src|style|class|id|on\w+|xlink:\w+)\s*=", re.IGNORECASE
)


@lru_cache(maxsize=512)
def mathml(formula: str, block: bool) -> str:
    """The markup, or an empty text when the formula is to be shown as it was written."""
    if len(formula) > LONGEST or _depth(formula) > DEEPEST:
        return ""
    from latex2mathml.converter import convert  # noqa: PLC0415 - only an export needs it

    try:
        made: str = convert(formula, display="block" if block else "inline")
    except Exception:  # noqa: BLE001 - whatever the library trips over, the formula's text is still there
        return ""
    return "" if _SUSPICIOUS.search(made) else made


def _depth(formula: str) -> int:
    deepest = depth = 0
    for c in formula:
        if c in "{(":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "})":
            depth -= 1
    return max(deepest, formula.count("\\left"), formula.count("\\begin") * 4)
