"""Faults put into a copy of the core, each of which the unit tests must notice.

A row is a mistake that somebody could make: the module, what stands there, what stands there instead, and the
unit tests that are to fail. What stands there must be there exactly once, so a row cannot go stale unseen.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = Path("conversation_tree")
UNIT = Path("tests/unit")


@dataclass(frozen=True)
class Fault:
    name: str
    module: str
    before: str
    after: str
    tests: str
    """Below `tests/unit`; single ones where others of the file search long for the smallest failure."""


FAULTS = [
    Fault(
        "children in the other order",
        "sites/chatgpt/entries.py",
        "waiting.extend(reversed(below))",
        "waiting.extend(below)",
        "sites/test_entries.py",
    ),
    Fault(
        "a warning dropped",
        "sites/chatgpt/entries.py",
        'faults.add("CT-PARSE-08", keys[i], child)',
        "pass",
        "sites/test_entries.py",
    ),
    Fault(
        "unlisted children lost",
        "sites/chatgpt/entries.py",
        "children[i] = [*listed, *rest]",
        "children[i] = [*listed]",
        "sites/test_entries.py",
    ),
    Fault(
        "a circle cut at the wrong entry",
        "sites/chatgpt/entries.py",
        "first = min(first, step)",
        "first = max(first, step)",
        "sites/test_entries.py",
    ),
    Fault(
        "a turn number one too high",
        "sites/chatgpt/turns.py",
        "(numbers[parent] if parent >= 0 else 0) + asked",
        "(numbers[parent] if parent >= 0 else 1) + asked",
        "sites/test_turns.py",
    ),
    Fault(
        "a turn named by its first message",
        "sites/chatgpt/turns.py",
        "ids[parent] = keys[i]",
        "pass",
        "sites/test_turns.py",
    ),
    Fault(
        "the last piece of work stands in",
        "sites/chatgpt/turns.py",
        "first_work.setdefault(answer, i)",
        "first_work[answer] = i",
        "sites/test_turns.py",
    ),
    Fault(
        "forks below thoughts taken for variants",
        "sites/chatgpt/turns.py",
        "parts[p] in (WORK, SILENT)",
        "parts[p] == SILENT",
        "sites/test_turns.py",
    ),
    Fault(
        "current guessed when it is gone",
        "sites/chatgpt/turns.py",
        "        step = -1\n",
        "        step = 0\n",
        "sites/test_turns.py",
    ),
    Fault(
        "the older hidden flag forgotten",
        "sites/chatgpt/visibility.py",
        "return newer is True or older is True",
        "return newer is True",
        "sites/test_visibility.py",
    ),
    Fault(
        "calls shown as answers",
        "sites/chatgpt/visibility.py",
        'if unseen or (recipient and recipient != "all"):',
        "if unseen:",
        "sites/test_visibility.py",
    ),
    Fault(
        "one level too many refused",
        "sites/chatgpt/nesting.py",
        "depth(body)) > LIMIT",
        "depth(body)) >= LIMIT",
        "sites/test_nesting.py",
    ),
    Fault(
        "a token renewed without end",
        "sites/chatgpt/attempts.py",
        " and not self._renewed",
        "",
        "sites/test_loader.py",
    ),
    Fault(
        "another way tried when the site asks to wait",
        "sites/chatgpt/refusals.py",
        "FINAL = frozenset({NO_ANSWER, SIGNED_OUT, WAIT})",
        "FINAL = frozenset({NO_ANSWER, SIGNED_OUT})",
        "sites/test_loader.py",
    ),
    Fault(
        "the last way's fault told",
        "sites/chatgpt/loader.py",
        "        if self._first is None:\n            self._first =",
        "        self._first =",
        "sites/test_loader.py",
    ),
    Fault(
        "a change without the workspace's name",
        "sites/chatgpt/attempts.py",
        "if session.token and session.cookie and session.workspace:",
        'if request.method != "PATCH" and session.token and session.workspace:',
        "sites/test_workspaces.py",
    ),
    Fault(
        "a sighting's words in place of the real ones",
        "sites/chatgpt/merging.py",
        "        if key not in new.sighted:\n",
        "        if True:\n",
        "sites/test_merging.py",
    ),
    Fault(
        "new children before the known ones",
        "sites/chatgpt/merging.py",
        "(children[parent] if parent >= 0 else roots).append(i)",
        "(children[parent] if parent >= 0 else roots).insert(0, i)",
        "sites/test_merging.py",
    ),
    Fault(
        "a circle closed by merging",
        "sites/chatgpt/merging.py",
        "if self._groups.of(upper) != self._groups.of(at):",
        "if True:",
        "sites/test_merging.py",
    ),
    Fault(
        "a tight entry of an archive unpacked",
        "sites/chatgpt/archive.py",
        "TIGHTEST_RATIO * entry.compress_size",
        "TIGHTEST_RATIO * entry.file_size",
        "sites/test_archive.py",
    ),
    Fault(
        "cousins as near as siblings",
        "layout/tidy.py",
        "push = at_vim - at_vip + 2",
        "push = at_vim - at_vip + 1",
        "layout",
    ),
    Fault(
        "a shift spread the wrong way",
        "layout/tidy.py",
        "change[whose] += push / gaps",
        "change[whose] -= push / gaps",
        "layout",
    ),
    Fault(
        "another number beside the question",
        "scene/nodes.py",
        "str(tree.turn_numbers[turn])",
        "str(tree.turn_numbers[turn] - 1)",
        "scene/test_build.py",
    ),
    Fault(
        "no ring on the current node",
        "scene/nodes.py",
        "        children.append(_RING)\n",
        "",
        "scene/test_build.py",
    ),
    Fault(
        "the edge of a window left out",
        "scene/window.py",
        "bisect_right(self._order, right, low, end, key=self._x.__getitem__)",
        "bisect_left(self._order, right, low, end, key=self._x.__getitem__)",
        "scene/test_window.py",
    ),
    Fault(
        "moved items left where they were",
        "scene/patch.py",
        "former is None or place > next_place or",
        "former is None or",
        "scene/test_patch.py::test_a_moved_item_is_put_again",
    ),
    Fault(
        "attributes that went away kept",
        "scene/patch.py",
        "    changes.update((name, None) for name in old if name not in new)\n",
        "",
        "scene/test_patch.py::test_a_changed_attribute_is_set_and_a_missing_one_removed",
    ),
    Fault(
        "straight links one row short",
        "scene/links.py",
        "straight.pop(parent, row - 1)",
        "straight.pop(parent, row)",
        "scene/test_links.py",
    ),
    Fault(
        "the previous tree kept on another page",
        "panel/reading.py",
        "            self.knowledge.move(before, place)\n",
        "",
        "panel/test_session.py",
    ),
    Fault(
        "an overtaken answer taken",
        "panel/loading.py",
        "self._loader is None or event.request != self._request",
        "self._loader is None",
        "panel/test_session.py",
    ),
    Fault(
        "open forgotten over a reload",
        "panel/view_state.py",
        'open=bool(fields["open"])',
        "open=False",
        "panel/test_state.py",
    ),
    Fault(
        "the last branch entered first",
        "panel/walking.py",
        "return below[0] if below else focused",
        "return below[-1] if below else focused",
        "panel/test_session.py",
    ),
    Fault(
        "the engine's commands sent to the page",
        "protocol.py",
        "chosen = [c for c in commands if c.target == target]",
        "chosen = list(commands)",
        "test_protocol.py",
    ),
    Fault(
        "a switch that is not read back",
        "switching/site_switch.py",
        "if turn is None or not step.tree.active[turn]:",
        "if turn is None:",
        "switching",
    ),
    Fault(
        "a reload that costs a draft without asking",
        "switching/costs.py",
        'frozenset({"draft", "answering"})',
        'frozenset({"answering"})',
        "switching",
    ),
    Fault(
        "agreeing to one loss taken for agreeing to the next",
        "switching/trip.py",
        "            self.agreed &= self.costs\n",
        "            pass\n",
        "switching",
    ),
    Fault(
        "the oldest of equally new branches",
        "switching/plan.py",
        "max(reversed(tree.children[leaf])",
        "max(iter(tree.children[leaf])",
        "switching",
    ),
    Fault(
        "pagers however far",
        "switching/journey.py",
        "not way.no_pager and way.steps <= NEAR",
        "not way.no_pager",
        "switching",
    ),
    Fault(
        "an arrival out of sight",
        "switching/reveal.py",
        'if outcome == "done":',
        'if outcome in {"done", "hidden"}:',
        "switching",
    ),
    Fault(
        "a press while a reply is written",
        "switching/stepping.py",
        "if (yield from trip.until_idle()):",
        "if False:",
        "switching",
    ),
    Fault(
        "a branch left behind",
        "switching/journey.py",
        "if trip.moved and trip.knows(trip.origin.leaf):",
        "if False:",
        "switching",
    ),
    Fault(
        "a path in place of what was known",
        "panel/knowledge.py",
        "self._adapter.merge(before, conversation) if before and partial else conversation",
        "conversation",
        "second_site/test_one_path.py::test_a_variant_known_by_its_number_only_keeps_the_tree_a_part",
    ),
    Fault(
        "what the page shows beside an answer left out",
        "panel/knowledge.py",
        'served is None or served.completeness.partial == "seen"',
        "served is None",
        "second_site/test_one_path.py::test_nothing_known_is_lost_on_the_way_back",
    ),
    Fault(
        "what was put together lost on a look elsewhere",
        "panel/knowledge.py",
        "self._elsewhere.pop(place.id, None)",
        "None",
        "second_site/test_one_path.py::test_what_was_learnt_is_still_known_after_a_look_at_another_walk",
    ),
    Fault(
        "parts shown after a load of the page",
        "panel/knowledge.py",
        "        self._elsewhere.clear()\n",
        "",
        "second_site/test_one_path.py::test_nothing_learnt_before_a_load_of_the_page_is_shown_after_it",
    ),
    Fault(
        "a path that came before taken for no news",
        "panel/loading.py",
        "for known, of_part in self._known.items() if not of_part",
        "for known in self._known",
        "second_site/test_one_path.py::test_the_same_answer_again_says_where_the_page_is_now",
    ),
]


def run_tests(core: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """The unit tests against another copy of the core, without the plugins that only take time to load."""
    command = [sys.executable, "-m", "pytest", "-p", "pytest_timeout", "-x", "-q", "--no-header", "--tb=no"]
    command += ["-o", f"pythonpath={core} .", *(str(UNIT / t) for t in tests)]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False
    )


def copy_of_core(folder: Path) -> Path:
    """With what is compiled already: it counts for a copy whose time is the same, not for a seeded module."""
    core = folder / "pyapp"
    shutil.copytree(ROOT / "pyapp", core)
    return core


def seed(core: Path, fault: Fault) -> None:
    path = core / CORE / fault.module
    source = path.read_text(encoding="utf-8")
    assert source.count(fault.before) == 1, f"{fault.module} no longer says {fault.before!r} exactly once"
    path.write_text(source.replace(fault.before, fault.after), encoding="utf-8")


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, subprocess.CompletedProcess[str]]:
    """Every fault's run, two at a time, since each is mostly the start of an interpreter."""

    def outcome(fault: Fault) -> subprocess.CompletedProcess[str]:
        core = copy_of_core(tmp_path_factory.mktemp("fault"))
        seed(core, fault)
        return run_tests(core, fault.tests)

    with ThreadPoolExecutor(2) as pool:
        return dict(zip([f.name for f in FAULTS], pool.map(outcome, FAULTS), strict=True))


def test_there_are_enough_faults_in_every_part_of_the_core() -> None:
    assert len(FAULTS) >= 20
    assert {f.module.split("/")[0] for f in FAULTS} == {
        "sites",
        "layout",
        "scene",
        "panel",
        "switching",
        "protocol.py",
    }


def test_without_a_fault_the_same_tests_pass(tmp_path: Path) -> None:
    done = run_tests(copy_of_core(tmp_path), *sorted({f.tests for f in FAULTS}))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(300)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.name)
def test_a_fault_is_noticed(fault: Fault, outcomes: dict[str, subprocess.CompletedProcess[str]]) -> None:
    done = outcomes[fault.name]
    assert done.returncode == 1, f"not noticed: {done.stdout}{done.stderr}"
    assert " failed" in done.stdout
