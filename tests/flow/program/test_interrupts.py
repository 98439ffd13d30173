"""Ctrl+C says what was done and how to resume, in every command; a reader that leaves is no fault."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from assay import cli
from assay.cli.output import Output
from assay.errors import BadInput
from assay.progress import Cancelled

NAMES = cli.command_names()


def stopped_by(error: BaseException, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command of this name is stopped in its midst."""
    command: Any = cli._command()
    for word in name.split():
        command = command.commands[word]

    def invoke(_context: object) -> None:
        raise error

    monkeypatch.setattr(command, "make_context", lambda *_given, **_more: _Context(command))
    monkeypatch.setattr(command, "invoke", invoke)


class _Context:
    """As much of a context as the group needs to invoke a command."""

    def __init__(self, command: object) -> None:
        self.command = command

    def __enter__(self) -> _Context:
        return self

    def __exit__(self, *_exc: object) -> None: ...


@pytest.mark.parametrize("name", NAMES)
def test_every_command_that_is_stopped_says_what_was_done_and_how_to_resume(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error in (KeyboardInterrupt(), Cancelled()):
        stopped_by(error, name, monkeypatch)
        assert cli.run(["--library", "postgresql://me:secret@host/x", *name.split()], Output()) == 130
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert f"`assay {name}" in said.err
        assert "Traceback" not in said.err
        assert cli.run(["--json", *name.split()], Output(as_json=True)) == 130
        [line] = capsys.readouterr().out.splitlines()
        answer = json.loads(line)
        assert set(answer) == {"error", "cancelled"}
        assert answer["error"]["kind"] == "Cancelled"
        assert answer["cancelled"].keys() == {"command", "done", "resume", "reached"}
        assert answer["cancelled"]["command"] == name
        assert answer["cancelled"]["resume"].startswith(f"assay {name}")
        assert answer["cancelled"]["done"]
        assert "secret" not in said.err + line


def test_the_command_to_resume_is_the_one_that_was_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def said(*words: str) -> str:
        stopped_by(KeyboardInterrupt(), words[0], monkeypatch)
        assert cli.run(words, Output()) == 130
        message = capsys.readouterr().err
        return message.rpartition("run `")[2].rpartition("`")[0]

    assert shlex.split(said("import", "my papers.bib", "--library", "a b")) == [
        *("assay", "import", "my papers.bib", "--library", "a b")
    ]
    assert said("index", "--model", "hashing") == "assay index --model hashing"
    address = "postgresql://me:secret@host/x"
    assert "secret" not in said("search", "bees", "--library", address)
    assert "@host:5432/x" in said("search", "bees", "--library", address)
    run = tmp_path / "run"
    begin = ("train", "recipe.toml", "--out", str(run))
    assert said(*begin) == shlex.join(("assay", *begin))
    run.mkdir()
    assert said(*begin) == shlex.join(("assay", *begin, "--resume"))


@pytest.mark.parametrize("name", NAMES)
def test_an_error_with_json_is_on_one_stream(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped_by(BadInput("Nine bees.", problems=["One is late.", "Two\nare lost."]), name, monkeypatch)
    assert cli.run(["--json", *name.split()], Output(as_json=True)) == 2
    said = capsys.readouterr()
    error = {"kind": "BadInput", "message": "Nine bees.", "problems": ["One is late.", "Two are lost."]}
    assert (json.loads(said.out), said.err) == ({"error": error}, "")
    assert cli.run(name.split(), Output()) == 2
    lines = ["assay: Nine bees.", "assay: One is late.", "assay: Two are lost."]
    said = capsys.readouterr()
    assert (said.out, said.err.splitlines()) == ("", lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_that_leaves_is_no_fault_of_any_command(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_silence", lambda _stream: None)
    stopped_by(BrokenPipeError(), name, monkeypatch)
    assert cli.run(name.split(), Output()) == 0
    assert capsys.readouterr() == ("", "")


@pytest.fixture(autouse=True)
def _ctrl_c() -> Iterator[None]:
    """Tests that are run in the background ignore Ctrl+C, and so would the processes that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def papers(n: int) -> Iterator[str]:
    for number in range(n):
        row = {"_id": f"p{number}", "title": f"Title {number} of bees", "text": "A nest. " * 200}
        yield json.dumps(row) + "\n"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(papers(60_000)), encoding="utf-8")
    return path


def test_an_import_that_is_stopped_by_ctrl_c_goes_on_when_it_is_run_again(
    start_whole: Callable[..., subprocess.Popen[str]], many: Path, tmp_path: Path
) -> None:
    process = start_whole(tmp_path / "library", "import", str(many), "--json", "--progress", "jsonl")
    assert process.stderr is not None
    for line in process.stderr:
        if json.loads(line)["progress"]["done"] > 2000:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert '"error"' not in err
    [line] = out.splitlines()
    answer = json.loads(line)["cancelled"]
    assert answer["command"] == "import"
    words = shlex.split(answer["resume"])
    assert words[:3] == ["assay", "import", str(many)]
    assert words[-3:] == ["--library", str(tmp_path / "library"), "--json"]
    stage, _, amount = answer["reached"].partition(", ")
    done, total = (float(each) for each in amount.removesuffix(" MB").split(" of "))
    assert stage == "importing"
    assert 0 < done < total == round(many.stat().st_size / 1e6, 1)
    assert answer["reached"] in json.loads(line)["error"]["message"]


def test_ctrl_c_while_the_program_loads_is_said_in_one_line(
    start_whole: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    for delay in (0.1, 0.2, 0.3):
        process = start_whole(tmp_path / "library", "queries", "list", "--json")
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        if process.returncode == 130 and out:
            assert json.loads(out)["error"]["kind"] == "Cancelled"
            assert "Traceback" not in err


def test_head_ends_a_long_answer_quietly(
    start_whole: Callable[..., subprocess.Popen[str]], tmp_path: Path, assay: Any
) -> None:
    queries = tmp_path / "queries.jsonl"
    rows = (json.dumps({"_id": f"q{n}", "text": f"a question number {n} of bees"}) for n in range(9000))
    queries.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert assay("queries", "import", queries).status == 0
    for more in ((), ("--json",)):
        process = start_whole(tmp_path / "library", "queries", "list", *more)
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdin is not None
        assert process.stdout.read(1)
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""
        process.stderr.close()
        process.stdin.close()
