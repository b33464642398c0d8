"""The benchmark: every budget measured, the speeds as ratios to plain JavaScript in the same browser and run.

Must not compute anything that is measured; the Workers and the extension say how long things took. Ours and
the JavaScript take turns, so that a busy machine slows both, and the medians after a warm-up are compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, TextIO

from playwright.sync_api import Page, Playwright, sync_playwright

from devtools import build
from devtools.bench_extension import Sessions
from devtools.launch import launch
from devtools.paths import STAGE
from tests.bench import data
from tests.bench.serving import Serving

PLAYERS = ("engine", "js")
TYPED = ("therefore", "question", "kubernetes", "xylophone")
"""Two words that are there often, and two that are not: the last has a pair that is nowhere."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a figure may be at most."""

    title: str
    most: float
    unit: str = ""


BUDGETS = {
    "bytes_to_picture_ratio_500": Budget("bytes to first picture, 500 turns", 0.7),
    "bytes_to_picture_ratio_10k": Budget("bytes to first picture, 10,000 turns", 0.7),
    "layout_ratio_5k": Budget("layout of 5,000 nodes", 1.0),
    "layout_ratio_50k": Budget("layout of 50,000 nodes", 1.0),
    "first_nodes_ms_600": Budget("first nodes on the page, 600 messages", 200, "ms"),
    "first_nodes_ms_5000": Budget("first nodes on the page, 5,000 messages", 500, "ms"),
    "dom_elements_max": Budget("elements of ours in the page", 1500),
    "engine_start_ms_snapshot": Budget("start of the engine from its snapshot", 900, "ms"),
    "engine_start_ms_plain": Budget("start of the engine without", 1500, "ms"),
    "search_ms_2mb": Budget("search, per letter typed, 2 MB of text", 16, "ms"),
    "search_ms_20mb": Budget("search, per letter typed, 20 MB of text", 16, "ms"),
    "reload_to_tree_ms": Budget("from the answer after a reload to the tree", 150, "ms"),
    "zip_mb": Budget("packed extension", 16, "MB"),
}
"""The keys of `--json`, in this order."""


@dataclass(slots=True)
class Report:
    """What was measured so far, told as it comes."""

    to: TextIO
    figures: dict[str, float] = field(default_factory=dict)

    def say(self, text: str) -> None:
        print(text, file=self.to, flush=True)

    def note(self, key: str, figure: float, samples: str) -> None:
        self.figures[key] = figure
        budget = BUDGETS[key]
        verdict = "" if figure <= budget.most else "  MISSED"
        self.say(
            f"{budget.title}: {figure:g} {budget.unit}".rstrip() + f" (at most {budget.most:g}){verdict}"
        )
        self.say(f"    {samples}")

    def spread(self, key: str, samples: list[float]) -> None:
        self.note(key, round(median(samples), 1), f"{_spread(samples)}, {len(samples)} times")


def _spread(samples: list[float]) -> str:
    return f"{median(samples):.1f} ms ({min(samples):.1f} to {max(samples):.1f})"


def _both(times: dict[str, list[float]]) -> str:
    ours, theirs = times["engine"], times["js"]
    rounds = f"{len(ours)} rounds" if len(ours) > 1 else "once"
    return f"ours {_spread(ours)}; JavaScript {_spread(theirs)}; {rounds}"


class Duel:
    """The page with both Workers."""

    def __init__(self, page: Page, serving: Serving, report: Report) -> None:
        self._page = page
        self._serving = serving
        self._report = report
        page.goto(serving.address)
        page.wait_for_function("document.title === 'ready'", timeout=120_000)

    def ask(self, player: str, job: str, **options: Any) -> dict[str, Any]:
        answer = self._page.evaluate("([who, job]) => ask(who, job)", [player, {"job": job, **options}])
        if "error" in answer:
            raise SystemExit(f"bench: {player} could not do {job}: {answer['error']}")
        return dict(answer)

    def pictures(self, name: str, rounds: int, warm_up: int) -> dict[str, list[float]]:
        """Times of both from the bytes of a conversation to its picture."""
        self._serving.data[name] = data.conversation(name)
        size = len(self._serving.data[name]) / 1e6
        self._report.say(f"• {name}: {size:.1f} MB of JSON")
        address = f"https://chatgpt.com/c/{data.conversation_id(name)}"
        for player in PLAYERS:
            self.ask(player, "load", name=name, address=address)
        return self._turns(lambda player: self.ask(player, "picture", name=name), "turns", rounds, warm_up)

    def typing(self, rounds: int) -> tuple[list[float], str]:
        """What every letter of some words takes in the conversation that was drawn last, and more."""
        answers = [self.ask("engine", "typing", word=word) for _ in range(rounds) for word in TYPED]
        letters = [ms for answer in answers for ms in answer["ms"]]
        longest = max(answer["longest"] for answer in answers)
        return (
            letters,
            f"longest event {longest:.1f} ms; first reading {answers[0]['reading']:.0f} ms",
        )

    def parts(self, name: str, rounds: int) -> str:
        """Where our time goes."""
        found = self.ask("engine", "parts", name=name, rounds=rounds)
        return ", ".join(f"{part} {ms:.1f}" for part, ms in found.items())

    def layouts(
        self, nodes: int, rounds: int, times: int, *, anywhere: bool = False
    ) -> dict[str, list[float]]:
        """Times of both for a layout alone."""
        parents = data.chat_parents(nodes, anywhere=anywhere)
        for player in PLAYERS:
            self.ask(player, "shape", nodes=nodes, parents=parents)
        return self._turns(
            lambda player: self.ask(player, "layout", nodes=nodes, times=times), "width", rounds, 2
        )

    def _turns(
        self, play: Callable[[str], dict[str, Any]], same: str, rounds: int, warm_up: int
    ) -> dict[str, list[float]]:
        """Let them take turns; `same` is what both must agree on, or the work is not the same."""
        times: dict[str, list[float]] = {player: [] for player in PLAYERS}
        for number in range(-warm_up, rounds):
            answers = {player: play(player) for player in (PLAYERS if number % 2 else PLAYERS[::-1])}
            results = {player: answer[same] for player, answer in answers.items()}
            if abs(results["engine"] - results["js"]) > 1e-6:
                raise SystemExit(f"bench: not the same {same}: {results}")
            if number >= 0:
                for player in PLAYERS:
                    times[player].append(answers[player]["ms"])
        return times


def duels(playwright: Playwright, report: Report, effort: int) -> None:
    with Serving() as serving, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = launch(playwright, Path(profile), extension=STAGE)
        page = context.pages[0] if context.pages else context.new_page()
        page.set_default_timeout(120_000)
        duel = Duel(page, serving, report)

        def ratio(key: str, times: dict[str, list[float]]) -> None:
            report.note(key, round(median(times["engine"]) / median(times["js"]), 3), _both(times))

        for key, name, rounds, typing in (
            # The small one first: memory that the large one made Python take is never given back.
            ("bytes_to_picture_ratio_500", "500", 12 * effort, "search_ms_2mb"),
            ("bytes_to_picture_ratio_10k", "10k", 3 * effort, "search_ms_20mb"),
        ):
            ratio(key, duel.pictures(name, rounds, max(2, rounds // 2)))
            report.say(f"    ours at its quickest, in ms: {duel.parts(name, rounds)}")
            letters, more = duel.typing(effort)
            report.note(typing, round(median(letters), 1), f"{_spread(letters)}; {more}")
        ratio("layout_ratio_5k", duel.layouts(5_000, 5 * effort, 5))
        ratio("layout_ratio_50k", duel.layouts(50_000, effort, 1))
        shallow = duel.layouts(50_000, 3 * effort, 1, anywhere=True)
        report.say("    with forks anywhere, which makes a shallow tree, " + _both(shallow))
        # d3's hierarchy() takes quadratic time on a chain, so once must do.
        chain = duel.pictures("chain_50k", 1, 0)
        report.say("    " + _both(chain))
        context.close()


def in_extension(playwright: Playwright, report: Report, effort: int) -> None:
    report.say("• the extension on the stand-in page, in fresh browsers")
    with Sessions(playwright) as sessions:
        for _ in range(effort):
            for boot, name in (
                ("snapshot", "messages_600"),
                ("plain", "messages_5000"),
                ("snapshot", "messages_5000"),
                ("plain", "messages_600"),
            ):
                with sessions.session(boot) as session:
                    session.open(name)
                    if boot == "snapshot" and name == "messages_600":
                        session.reload(2)
        with sessions.session("snapshot") as session:
            for large in ("10k", "chain_50k", "bushy"):
                session.open(large)
                session.scroll_through()
        samples = sessions.samples
    report.spread("first_nodes_ms_600", samples["first_nodes", "messages_600"])
    report.spread("first_nodes_ms_5000", samples["first_nodes", "messages_5000"])
    most = sessions.most_elements
    report.note("dom_elements_max", most[0], f"with {most[1]}")
    report.spread("engine_start_ms_snapshot", samples["engine_start", "snapshot"])
    report.spread("engine_start_ms_plain", samples["engine_start", "plain"])
    report.spread("reload_to_tree_ms", samples["reload", "messages_600"])
    for large in ("10k", "chain_50k", "bushy"):
        report.say(f"    first nodes of {large}, once, warm: {samples['first_nodes', large][0]:.0f} ms")


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--effort", type=int, default=3, metavar="N", help="more for more rounds (3)")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    report = Report(sys.stderr if options.json else sys.stdout)
    with sync_playwright() as playwright:
        # Times first: a small machine that has worked hard for a minute is slower, and ratios do not mind.
        in_extension(playwright, report, options.effort)
        duels(playwright, report, options.effort)
    size = build.zip_path().stat().st_size / 1e6
    report.note("zip_mb", round(size, 2), str(build.zip_path().name))
    figures = {key: report.figures[key] for key in BUDGETS}
    missed = [key for key, budget in BUDGETS.items() if figures[key] > budget.most]
    report.say(
        f"{len(BUDGETS) - len(missed)} of {len(BUDGETS)} budgets met"
        + "".join(f"; {m} missed" for m in missed)
    )
    if options.json:
        print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
