"""The benchmark compares the same work: the baseline's turns and coordinates are the core's.

Must not measure anything.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.layout.tidy import layout_counts, layout_tree
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from devtools.environment import node
from tests.bench import data

DESCRIBE = Path(__file__).parent / "page" / "describe.mjs"


def baseline(kind: str, body: bytes, folder: Path) -> Any:
    file = folder / "input.json"
    file.write_bytes(body)
    found = subprocess.run([node(), DESCRIBE, kind, file], capture_output=True, timeout=60, check=True)
    return json.loads(found.stdout)


@pytest.mark.parametrize("name", ["500", "messages_600", "bushy"])
def test_the_baseline_finds_the_same_turns_in_the_same_places(name: str, tmp_path: Path) -> None:
    body = data.conversation(name)
    conversation = ChatGPT().parse(body)
    tree = conversation.tree
    layout = layout_tree(tree)
    assert conversation.warnings == ()
    assert {
        turn["id"]: (turn["role"], turn["number"], turn["active"], turn["x"], turn["y"])
        for turn in baseline("picture", body, tmp_path)
    } == {
        tree.ids[i]: (
            tree.roles[i],
            tree.turn_numbers[i],
            tree.active[i],
            pytest.approx(layout.x[i], abs=1e-9),
            layout.y[i],
        )
        for i in range(len(tree))
    }


@pytest.mark.parametrize("anywhere", [False, True])
def test_both_lay_out_the_same_shapes_alike(anywhere: bool, tmp_path: Path) -> None:
    parents = data.chat_parents(5_000, anywhere=anywhere)
    counts = [0] * len(parents)
    for parent in parents[1:]:
        counts[parent] += 1
    layout = layout_counts(counts, 1)
    places = baseline("layout", json.dumps(parents).encode(), tmp_path)
    assert sorted(map(tuple, places)) == [
        (pytest.approx(x, abs=1e-9), y) for x, y in sorted(zip(layout.x, layout.y, strict=True))
    ]


def test_sizes_are_what_they_are_called() -> None:
    assert len(ChatGPT().parse(data.conversation("500")).tree) == 500
    assert data.SIZES["10k"].turns == 10_000
    entries = json.loads(data.conversation("messages_600"))["mapping"].values()
    assert 600 <= sum(entry["message"] is not None for entry in entries) < 606


def test_data_are_the_same_every_time() -> None:
    assert data.conversation("bushy") == data.conversation("bushy")
