"""The engine's own count of levels, made while bytes arrive, against the core's.

Must not know how either of them counts.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

from playwright._impl._driver import compute_driver_executable

from conversation_tree.sites.chatgpt.nesting import depth

COUNTER = Path(__file__).parents[2] / "panel" / "nesting.js"
COUNT = """
import fs from "node:fs";
const source = fs.readFileSync(process.argv[1], "utf8");
const { Nesting } = await import("data:text/javascript," + encodeURIComponent(source));
const cases = JSON.parse(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(([text, piece]) => {
  const nesting = new Nesting();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += piece) nesting.feed(bytes.slice(at, at + piece).buffer);
  return nesting.deepest;
})));
"""


def value(random: Random, levels: int) -> object:
    """A JSON value; made level by level, so that depth costs no recursion."""
    made: object = random.choice(["", "\\", '"', '[{"', "]}\\\\", "é雪", "\\\\\\", 1, None])
    for _ in range(levels):
        key = random.choice(["", "a", '\\"', "}{", "\\"])
        made = random.choice([[made], [made, key], {key: made}, {key: [], key + "x": made}, [[], made]])
    return made


def test_the_engine_and_the_core_count_the_same() -> None:
    random = Random(4)
    texts = [json.dumps(value(random, random.randrange(40)), ensure_ascii=False) for _ in range(3000)]
    texts += ["", "[" * 700, ']]"[[', '"\\', "[" * 600 + "]" * 600]
    cases = [(text, random.choice([1, 2, 3, 7, 64, 1 << 18])) for text in texts]
    command = [compute_driver_executable()[0], "--input-type=module", "-e", COUNT, COUNTER]
    answer = subprocess.run(
        command, input=json.dumps(cases), capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(answer.stdout) == [depth(text.encode()) for text in texts]
