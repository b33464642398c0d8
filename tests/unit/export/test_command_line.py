"""`export` and `verify` on the command line: files, lines, exit codes.

Must not know how an export is made.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conversation_tree import cli
from tests.unit.export.making import chain, conversation, entry

FIXTURES = Path(__file__).parents[2] / "fixtures/conversations"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command; its exit code, output and errors."""

    def command(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(chain(["ask", "say"])), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["md", "html", "json", "txt", "svg"])
def test_written_verified_changed(run: Any, file: Path, form: str, tmp_path: Path):
    out = tmp_path / f"out.{form}"
    code, said, _ = run("export", file, "--format", form, "-o", out)
    assert (code, said) == (0, f"VERIFIED: {out}\n")
    code, said, _ = run("verify", out)
    assert (code, said.split(":")[0]) == (0, "intact")
    words = out.read_bytes()
    at = len(words) // 2
    out.write_bytes(words[:at] + bytes([words[at] ^ 1]) + words[at + 1 :])
    code, said, _ = run("verify", out)
    assert code == 1
    assert "intact: " not in said


def test_the_picture_is_the_same_as_the_other_command_draws(run: Any, file: Path, tmp_path: Path):
    run("export", file, "--format", "svg", "-o", tmp_path / "a.svg")
    run("svg", file, "-o", tmp_path / "b.svg")
    ours, theirs = (tmp_path / "a.svg").read_text("utf-8"), (tmp_path / "b.svg").read_text("utf-8")
    assert ours.startswith(theirs)
    ElementTree.fromstring(ours)


def test_a_name_of_its_own(run: Any, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    names = {run("export", file)[1].split(": ")[1].strip() for _ in range(2)}
    assert {name[10:] for name in names} == {" A title.md", " A title (2).md"}


def test_to_the_output_stream(run: Any, file: Path):
    code, said, _ = run("export", file, "-o", "-", "--no-times")
    assert code == 0
    assert "## 1. User\n\n<!-- ct " in said


def test_only_what_was_received(run: Any, file: Path, tmp_path: Path):
    out = tmp_path / "raw.json"
    assert run("export", file, "--format", "json", "--raw-only", "-o", out)[0] == 0
    assert out.read_bytes() == file.read_bytes()
    assert run("export", file, "--raw-only")[0] == 2


def test_incomplete_and_stopped(run: Any, tmp_path: Path):
    value = chain(["ask", "say"])
    value["mapping"]["m1"]["message"]["status"] = "in_progress"
    (tmp_path / "a.json").write_text(json.dumps(value), encoding="utf-8")
    code, said, errors = run("export", tmp_path / "a.json", "-o", tmp_path / "out.md")
    assert (code, said) == (1, f"INCOMPLETE: {tmp_path / 'out.incomplete.md'}\n")
    assert errors == "R5 incomplete: The last answer is still being written.\n"
    del value["current_node"]
    (tmp_path / "a.json").write_text(json.dumps(value), encoding="utf-8")
    code, _, errors = run("export", tmp_path / "a.json", "-o", tmp_path / "none.md")
    assert (code, (tmp_path / "none.md").exists()) == (2, False)
    assert "C1 fail" in errors


def test_scopes(run: Any, tmp_path: Path):
    value = conversation([
        entry("q", None, "user", "ask"), entry("a", "q", "assistant", "A"), entry("b", "q", "assistant", "B"),
    ])  # fmt: skip
    (tmp_path / "f.json").write_text(json.dumps(value), encoding="utf-8")
    said = run("export", tmp_path / "f.json", "--scope", "path:a", "-o", "-")[1]
    assert "\nA\n" in said
    assert "\nB\n" not in said
    code, _, errors = run("export", tmp_path / "f.json", "--scope", "twig", "-o", "-")
    assert (code, errors) == (2, "CT-EXPORT-03: This is no scope of an export: twig.\n")


class TestAll:
    def lines(self, run: Any, values: list[Any], tmp_path: Path) -> tuple[int, list[dict[str, Any]], Path]:
        source = tmp_path / "conversations.json"
        source.write_text(json.dumps(values), encoding="utf-8")
        folder = tmp_path / "out"
        code, said, _ = run("export", source, "--all", folder)
        return code, [json.loads(line) for line in said.splitlines()], folder

    def test_every_conversation(self, run: Any, tmp_path: Path):
        code, lines, folder = self.lines(run, [chain(["a", "b"]), chain(["c", "d"])], tmp_path)
        assert code == 0
        assert [set(line) for line in lines] == [{"id", "title", "file", "verdict", "notes"}] * 2
        assert {path.name for path in folder.iterdir()} == {line["file"] for line in lines}
        assert len(list(folder.iterdir())) == 2
        for line in lines:
            assert run("verify", folder / line["file"])[0] == 0

    def test_a_bad_one_stops_no_other(self, run: Any, tmp_path: Path):
        bad = chain(["x"]) | {"mapping": 7, "title": "bad"}
        code, lines, folder = self.lines(run, [chain(["a", "b"]), bad, chain(["c", "d"])], tmp_path)
        assert code == 1
        assert [line["verdict"] for line in lines] == ["verified", "stopped", "verified"]
        assert lines[1]["file"] is None
        assert lines[1]["notes"]
        assert len(list(folder.iterdir())) == 2

    def test_none(self, run: Any, tmp_path: Path):
        code, lines, folder = self.lines(run, [chain(["x"]) | {"mapping": {}}], tmp_path)
        assert (code, lines[0]["verdict"], list(folder.iterdir())) == (2, "stopped", [])


def test_verify_refuses_what_is_no_export(run: Any, tmp_path: Path):
    for name, content in (("a.md", "# Hello\n"), ("b.json", "{}"), ("c.html", "<!DOCTYPE html><p>x</p>")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        code, _, errors = run("verify", tmp_path / name)
        assert (code, errors[:13]) == (2, "CT-EXPORT-02:")
    assert run("verify", tmp_path / "none.md")[0] == 2
