"""A small library of invented papers, and the command line called as a script would call it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN, PAPERS

from forking import Forking
from postgres_server import PostgresServer


@dataclass(frozen=True)
class Answer:
    """What one call of `assay` left behind."""

    status: int
    out: str
    err: str

    @property
    def payload(self) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.out)
        return loaded


Assay = Callable[..., Answer]


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    """The address of a database that holds nothing; what belongs to it here goes with it."""
    from assay.location import folder_of

    address = postgres.new_database()
    yield address
    postgres.drop(address)
    shutil.rmtree(folder_of(address), ignore_errors=True)


QUERIES = [{"_id": "q1", "text": "bees deciding on a nest"}, {"_id": "q2", "text": "bats and moths"}]
ROWS = [{"_id": doc_id, "title": title, "text": text} for doc_id, title, text in PAPERS]


def written(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def papers_file(tmp_path: Path) -> Path:
    return written(tmp_path / "papers.jsonl", ROWS)


@pytest.fixture
def queries_file(tmp_path: Path) -> Path:
    return written(tmp_path / "queries.jsonl", QUERIES)


@pytest.fixture
def assay(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Assay:
    """Runs the command line in this process on a library of this test's own."""
    from assay.cli import run
    from assay.cli.output import Output

    def call(*arguments: object, folder: Path | None = None) -> Answer:
        given = ["--library", str(folder or tmp_path / "library"), *map(str, arguments)]
        status = run(given, Output(as_json="--json" in given))
        captured = capfd.readouterr()
        return Answer(status, captured.out, captured.err)

    return call


@pytest.fixture
def indexed(assay: Assay, papers_file: Path, queries_file: Path, copied: Callable[..., Path]) -> Assay:
    """The same, with the small papers imported and indexed by the small hashing model."""

    def make(folder: Path) -> None:
        index = ("index", "--model", "hashing")
        for words in (("import", papers_file), index, ("queries", "import", queries_file)):
            assert assay(*words, folder=folder).status == 0

    copied("indexed", make, papers_file.parent / "library")
    return assay


Start = Callable[..., "subprocess.Popen[str]"]


def begin(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    )


@pytest.fixture(scope="session")
def start(forking: Forking) -> Start:
    """Starts `assay` as a process, with pipes to all three of its streams."""
    return lambda folder, *arguments: begin(forking.command("--library", str(folder), *arguments))


@pytest.fixture(scope="session")
def start_whole() -> Start:
    """The same from nothing, for what a kill or a signal leaves at any moment."""
    own = (sys.executable, "-m", "assay", "--library")
    return lambda folder, *arguments: begin([*own, str(folder), *arguments])


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An open campaign of the eight papers: one typed and one sampled query, three assessors, two a pair."""
    from assay.cli import run
    from assay.cli.output import Output

    folder = tmp_path_factory.mktemp("made") / "library"
    people = [option for name in ("ada", "bob", "eve") for option in ("--assessor", name)]
    campaign = ("campaign", "create", CAMPAIGN, "--query", "bees deciding on a nest", "--sample", 1)
    for arguments in (
        ("import", written(folder.parent / "papers.jsonl", ROWS)),
        ("index", "--model", "hashing"),
        (*campaign, "--raters", 2, *people),
        ("campaign", "run", CAMPAIGN, "words", "--mode", "keyword"),
        ("campaign", "run", CAMPAIGN, "meaning", "--mode", "semantic"),
        ("campaign", "pool", CAMPAIGN, "--depth", 3),
        ("campaign", "assign", CAMPAIGN),
        ("campaign", "open", CAMPAIGN),
    ):
        assert run(["--library", str(folder), *map(str, arguments)], Output()) == 0
    return folder


@pytest.fixture
def campaign(made: Path, assay: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """The command line on a copy of that library."""
    shutil.copytree(made, tmp_path / "library")
    return assay
