"""A library on a read-only mount and on a full disk: read, searched and exported."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]

READING: tuple[tuple[str, ...], ...] = (
    ("status",),
    ("list",),
    ("show", "bees"),
    ("search", "bees", "--mode", "keyword"),
    ("search", "bees"),
    ("export", "OUT/papers.bib"),
    ("qrels", "export", "OUT/grades.qrels"),
    ("run", "--mode", "keyword", "--out", "OUT/words.run"),
    ("evaluate", "--run", "OUT/words.run", "--qrels", "OUT/grades.qrels"),
    ("check",),
)
WRITING = (("judge", "q1", "ants", "0", "--assessor", "ada"), ("queries", "import", "OUT/more.jsonl"))

RUNNER = """
import contextlib, hashlib, io, json, pathlib, sys
from assay.cli import run
from assay.cli.output import Output
answers = []
for arguments in json.loads(sys.argv[2]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["--library", sys.argv[1], *arguments], Output())
    sum = hashlib.sha256(pathlib.Path(sys.argv[1], "library.sqlite").read_bytes()).hexdigest()
    answers.append([status, out.getvalue() + err.getvalue(), sum])
print(json.dumps(answers))
"""
READ_ONLY = 'mount -o remount,ro "$1"'
FULL = 'dd if=/dev/zero of="$1/fill" bs=4096 2>/dev/null || true'
MOUNTED = """
set -e
mount -t tmpfs -o size=32m tmpfs "$1"
cp -r "$2" "$1/library"
{then}
shift 2
exec "$@"
"""


@pytest.fixture
def library(indexed: Assay, tmp_path: Path) -> Path:
    """A library with a grade that lies in the write-ahead log alone, as a killed program leaves it."""
    assert indexed("judge", "q1", "bees", "2", "--assessor", "ada").status == 0
    (tmp_path / "more.jsonl").write_text('{"_id": "q9", "text": "more"}\n', encoding="utf-8")
    return tmp_path / "library"


def left_open(library: Path, tmp_path: Path) -> Path:
    """The library as it is with one change in its log alone: bees has another title."""
    with closing(sqlite3.connect(library / "library.sqlite")) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE paper SET title = 'Bees in the log' WHERE doc_id = 'bees'")
        connection.commit()
        copy = tmp_path / "left"
        shutil.copytree(library, copy)
    (copy / "library.sqlite-shm").unlink()
    assert (copy / "library.sqlite-wal").stat().st_size
    return copy


def can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    probe = ["unshare", "-Urm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def told(commands: tuple[tuple[str, ...], ...], out: Path) -> str:
    return json.dumps([[word.replace("OUT", str(out)) for word in one] for one in commands])


@pytest.mark.parametrize("log", [False, True], ids=["whole", "log"])
@pytest.mark.parametrize("then", [READ_ONLY, FULL], ids=["read-only", "full"])
def test_it_reads_searches_and_exports_elsewhere(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str, log: bool
) -> None:
    source = left_open(library, tmp_path) if log else library
    answers = mounted(source, READING + WRITING, then, tmp_path, monkeypatch)
    for arguments, (status, text, *_) in zip(READING, answers, strict=False):
        assert status == 0, (arguments, text)
        opened = arguments[0] != "evaluate"  # of two files
        assert ("library is read-only because its " in text) is opened, (arguments, text)
    for arguments, (status, text, *_) in zip(WRITING, answers[len(READING) :], strict=True):
        assert status == 2, (arguments, text)
        assert "is read-only because" in text
    assert ("Bees in the log" in answers[2][1]) is log
    assert "How honey bees" in (tmp_path / "papers.bib").read_text() or log
    assert "bees" in (tmp_path / "grades.qrels").read_text()


def mounted(
    source: Path,
    commands: tuple[tuple[str, ...], ...],
    then: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> list[Any]:
    """The status and the words of each command on the library, on a file system of its own."""
    place = tmp_path / "mounted"
    place.mkdir()
    words = told(commands, tmp_path)
    if not can_mount():  # elsewhere: what the system calls would say
        monkeypatch.setattr(os, "access", lambda path, _mode: not str(path).startswith(str(source)))
        return in_process(source, words)
    start = ["unshare", "-Urm", "sh", "-c", MOUNTED.format(then=then), "sh", str(place), str(source)]
    call = [*start, sys.executable, "-P", "-c", RUNNER, str(place / "library"), words]
    ended = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    answers: list[Any] = json.loads(ended.stdout.splitlines()[-1])
    return answers


def in_process(folder: Path, commands: str) -> list[tuple[int, str]]:
    import contextlib
    import io

    from assay.cli import run
    from assay.cli.output import Output

    answers = []
    for arguments in json.loads(commands):
        told_here = io.StringIO()
        with contextlib.redirect_stdout(told_here), contextlib.redirect_stderr(told_here):
            status = run(["--library", str(folder), *arguments], Output())
        answers.append((status, told_here.getvalue()))
    return answers
