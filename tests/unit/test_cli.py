"""The command line on files.

Must not know a site's fields beyond the fixtures it opens.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conversation_tree import __version__, cli

FIXTURES = Path(__file__).parents[1] / "fixtures/conversations"
FORKS = FIXTURES / "regen_forks.json"


@pytest.fixture
def run(capsys):
    """Runs a command; its exit code, output and errors."""

    def command(*arguments: object) -> tuple[int, str, str]:
        try:
            code = cli.main([str(a) for a in arguments])
        except SystemExit as end:
            code = end.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def entry(message_id: str, role: str, parent: str | None, children: list[str]) -> dict:
    return {
        "id": message_id,
        "parent": parent,
        "children": children,
        "message": {
            "id": message_id,
            "author": {"role": role},
            "content": {"content_type": "text", "parts": [f"words of {message_id}"]},
        },
    }


def small(title: str, parent: str | None = None) -> dict:
    mapping = {"q": entry("q", "user", parent, ["a"]), "a": entry("a", "assistant", "q", [])}
    return {"conversation_id": f"id of {title}", "title": title, "current_node": "a", "mapping": mapping}


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """An official export of three conversations, the second broken."""
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([small("first"), {"title": "broken", "mapping": 7}, small("third", "gone")]))
    return path


def test_show_prints_title_figures_and_an_outline(run) -> None:
    code, out, err = run("show", FORKS)
    assert code == 0
    assert err == ""
    assert out.splitlines()[:4] == [
        "Regen forks",
        "13 turns, 4 questions, 2 roots, 4 forks, 7 branches, complete",
        "",
        "+ 1   1/2 You: Q1: compare A and B",
    ]


def test_json_has_the_documented_shape(run) -> None:
    code, out, _ = run("show", FORKS, "--json")
    assert code == 0
    (conversation,) = json.loads(out)
    assert list(conversation) == ["id", "title", "completeness", "current", "roots", "turns", "warnings"]
    assert conversation["completeness"] == "complete"
    assert len(conversation["turns"]) == 13
    assert len(conversation["roots"]) == 2
    turns = {turn["id"]: turn for turn in conversation["turns"]}
    for turn in conversation["turns"]:
        assert list(turn) == [
            "id",
            "role",
            "parent",
            "children",
            "turn_number",
            "message_ids",
            "mid_turn",
            "active",
            "create_time",
            "x",
            "y",
            "preview",
        ]
        assert all(turns[child]["parent"] == turn["id"] for child in turn["children"])
    assert all(turns[root]["parent"] is None for root in conversation["roots"])
    assert turns[conversation["current"]]["active"]


def test_with_several_roots_the_virtual_root_is_the_origin(run) -> None:
    (conversation,) = json.loads(run("show", FORKS, "--json")[1])
    roots = [turn for turn in conversation["turns"] if turn["parent"] is None]
    assert {turn["y"] for turn in roots} == {36}
    assert sum(turn["x"] for turn in roots) == 0


def test_with_one_root_it_is_the_origin(run, export: Path) -> None:
    first = json.loads(run("show", export, "--json")[1])[0]
    assert [(turn["x"], turn["y"]) for turn in first["turns"]] == [(0, 0), (0, 36)]


def test_a_file_of_several_shows_all_it_can_and_reports_the_others(run, export: Path) -> None:
    code, out, err = run("show", export, "--json")
    assert code == 0
    assert [c["title"] for c in json.loads(out)] == ["first", "third"]
    assert "CT-FILE-02" in err
    code, out, err = run("show", export)
    assert code == 0
    assert out.split("\n\n")[0].startswith("first\n")
    assert "\n\nthird\n" in out


def test_warnings_go_to_the_error_stream_and_into_the_json(run, export: Path) -> None:
    code, out, err = run("show", export, "--json", "--title", "third")
    assert code == 0
    assert err.splitlines() == [
        "CT-PARSE-03: A parent names nothing in this conversation; the entry became a root. (q)"
    ]
    (conversation,) = json.loads(out)
    assert conversation["warnings"] == [
        {
            "code": "CT-PARSE-03",
            "message": "A parent names nothing in this conversation; the entry became a root.",
            "node": "q",
        }
    ]
    assert conversation["completeness"] == "partial(parents)"


def test_what_a_file_holds_cannot_steer_the_terminal(run, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    broken = small("t")
    broken["mapping"]["\x1b[2J"] = 7
    path.write_text(json.dumps(broken))
    code, _, err = run("show", path)
    assert code == 0
    assert "CT-PARSE-01" in err
    assert "\x1b" not in err


def test_title_chooses_and_a_title_that_is_not_there_is_an_error(run, export: Path) -> None:
    assert run("show", export, "--title", "first")[1].startswith("first\n")
    code, out, err = run("show", export, "--title", "fourth")
    assert (code, out) == (2, "")
    assert err == "CT-FILE-08: No conversation in this file has that title: fourth.\n"


def test_a_broken_conversation_asked_for_by_title_is_an_error(run, export: Path) -> None:
    code, _, err = run("show", export, "--title", "broken")
    assert code == 2
    assert err.startswith("CT-FILE-02")


def test_a_broken_last_conversation_is_reported(run, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([small("first"), {"title": "broken", "mapping": 7}]))
    code, out, err = run("show", path)
    assert code == 0
    assert out.startswith("first\n")
    assert err.startswith("CT-FILE-02")


def test_the_zip_of_an_export_is_read(run, export: Path, tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(export, "conversations.json")
    code, out, _ = run("show", path, "--json", "--title", "first")
    assert code == 0
    assert json.loads(out)[0]["id"] == "id of first"


@pytest.mark.parametrize(
    "content", ["", "no json", "[]", "{}", "7", '{"items": [{"id": "x", "title": "y"}]}']
)
@pytest.mark.parametrize("command", [["show"], ["show", "--json"], ["svg", "-o", "{out}"]])
def test_a_file_that_is_no_conversation_is_refused(
    run, tmp_path: Path, content: str, command: list[str]
) -> None:
    path = tmp_path / "file.json"
    path.write_text(content)
    out = tmp_path / "out.svg"
    code, shown, err = run(*(a.format(out=out) for a in command), path)
    assert (code, shown) == (2, "")
    assert err.startswith("CT-FILE-")
    assert not out.exists()


def test_a_file_that_is_not_there_is_refused(run, tmp_path: Path) -> None:
    code, _, err = run("show", tmp_path / "none.json")
    assert (code, err) == (2, "CT-FILE-09: The file cannot be read: No such file or directory.\n")


def test_svg_draws_the_first_conversation(run, tmp_path: Path) -> None:
    target = tmp_path / "tree.svg"
    code, out, err = run("svg", FORKS, "-o", target)
    assert (code, out, err) == (0, "", "")
    root = ElementTree.fromstring(target.read_text(encoding="utf-8"))
    assert len([g for g in root if g.tag.endswith("}g")]) == 13


def test_svg_draws_the_conversation_of_a_title(run, export: Path, tmp_path: Path) -> None:
    target = tmp_path / "tree.svg"
    assert run("svg", export, "-o", target, "--title", "third")[0] == 0
    assert '<title id="cgt-title">third</title>' in target.read_text(encoding="utf-8")


def test_svg_that_cannot_be_written_is_an_error(run, tmp_path: Path) -> None:
    code, _, err = run("svg", FORKS, "-o", tmp_path / "no folder" / "tree.svg")
    assert code == 2
    assert err.startswith("CT-FILE-10: The file cannot be written: ")


def test_a_command_is_needed(run) -> None:
    assert run()[0] == 2
    assert run("svg", FORKS)[0] == 2
    assert run("--version")[:2] == (0, f"{__version__}\n")


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([small(f"t{i}") for i in range(3_000)]))
    command = [sys.executable, "-m", "conversation_tree", "show", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout.readline() == b"t0\n"
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_output_that_cannot_be_written_is_an_error() -> None:
    done = in_a_shell(f"show {FORKS} --json >/dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        "CT-FILE-10: The file cannot be written: No space left on device.\n",
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
def test_a_closed_stream_is_no_error_and_pollutes_no_other(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(small("gone", "gone")))
    done = in_a_shell(f"show {path} --json >&-")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("CT-PARSE-03")
    done = in_a_shell(f"show {path} --json 2>&-")
    assert (done.returncode, len(json.loads(done.stdout))) == (0, 1)


def in_a_shell(arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    command = f"{sys.executable} -m conversation_tree {arguments}"
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment, timeout=60, check=False
    )


def test_output_is_utf_8_in_any_locale(export: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(cli.__file__).parents[1]),
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
    }
    export.write_text(json.dumps([small("中文 \ud83d\ude42")]))
    command = [sys.executable, "-m", "conversation_tree", "show", str(export), "--json"]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=True)
    assert json.loads(done.stdout.decode("utf-8"))[0]["title"] == "中文 🙂"


def test_the_package_runs_as_a_module(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["conversation-tree", "show", str(FORKS)])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("conversation_tree", run_name="__main__")
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("Regen forks\n")
