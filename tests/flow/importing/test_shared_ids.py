"""Thousands of entries under one id cost what thousands of entries cost, and what is no file is
refused at once."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

Assay = Callable[..., Any]


def bibtex(path: Path, n: int) -> Path:
    """What a script writes that gives all its entries one key."""
    entries = (f"@article{{key, title = {{Data set {i}}}, year = {{2001}}}}\n" for i in range(n))
    path.write_text("".join(entries), encoding="utf-8")
    return path


@contextmanager
def rows_read() -> Iterator[Counter[str]]:
    """Counts the statements and the ids that the library is asked for, on whatever machine."""
    counted = Counter[str]()

    def count(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
        counted["statements"] += 1
        if statement.startswith("SELECT") and isinstance(parameters, tuple):
            counted["asked"] += len(parameters)

    sa.event.listen(sa.Engine, "before_cursor_execute", count)
    try:
        yield counted
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", count)


def test_thousands_of_entries_under_one_key_cost_what_they_cost(assay: Assay, tmp_path: Path) -> None:
    costs = []
    for n in (1_000, 3_000):
        folder = tmp_path / f"library-{n}"
        with rows_read() as counted:
            answer = assay("import", bibtex(tmp_path / f"{n}.bib", n), "--json", folder=folder)
        assert (answer.status, answer.payload["new"]) == (0, n)
        costs.append(counted)
    few, many = costs
    assert all(many[kind] <= 4.5 * few[kind] for kind in few), costs

    with rows_read() as counted:
        again = assay("import", tmp_path / "3000.bib", "--json", folder=tmp_path / "library-3000")
    assert (again.payload["new"], again.payload["unchanged"]) == (0, 3_000)
    assert counted["asked"] <= 3_000 * 20


# -- what is no file --------------------------------------------------------------------------------------

SECONDS = 30  # in which a refusal comes, on a machine that does much else; a pipe is waited for without end


@contextmanager
def soon() -> Iterator[None]:
    """Ends what would be waited for, or read, without end."""

    def end(*_arguments: object) -> None:
        raise TimeoutError("it is waited for")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=["pipe", "link to a pipe", "socket", "link to a device"])
def special(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[Path], Path]]:
    """Makes what is no file under a name."""
    sockets: list[socket.socket] = []

    def make(path: Path) -> Path:
        if request.param == "pipe":
            os.mkfifo(path)
        elif request.param == "link to a device":
            path.symlink_to("/dev/zero")
        elif request.param == "socket":
            sockets.append(socket.socket(socket.AF_UNIX))
            disk = tmp_path.parents[-3]  # the name of a socket cannot be long, and a rename crosses no disks
            short = Path(tempfile.mkdtemp(prefix="s", dir=disk))
            sockets[-1].bind(str(short / "s"))
            (short / "s").rename(path)
            short.rmdir()
        else:
            os.mkfifo(tmp_path / f"{path.name}.target")
            path.symlink_to(tmp_path / f"{path.name}.target")
        return path

    yield make
    for each in sockets:
        each.close()


Make = Callable[[Path], Path]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("import",), "list.bib"),
        (("import",), "list"),
        (("import",), "paper.pdf"),
        (("import",), "zotero.sqlite"),
        (("queries", "import"), "queries.jsonl"),
        (("qrels", "import"), "test.tsv"),
        (("evaluate", "--qrels", "small.qrels", "--run"), "run.trec"),
        (("evaluate", "--run", "small.qrels", "--qrels"), "test.qrels"),
        (("campaign", "import", "theirs"), "their.qrels"),
        (("campaign", "import", "theirs"), "their.csv"),
        (("campaign", "merge"), "theirs.jsonl"),
    ],
)
def test_what_is_no_file_is_refused_by_its_name(
    assay: Assay, special: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Any, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.qrels").write_text("q1 0 d1 1\n", encoding="utf-8")
    Path("papers.bib").write_text("@misc{d1, title = {A paper}}\n", encoding="utf-8")
    assert assay("import", "papers.bib").status == 0
    if command[0] == "campaign":
        assert assay("campaign", "create", "theirs", "--query", "papers").status == 0
    special(Path(name))
    with soon():
        answer = assay(*command, name)
    assert answer.status != 0
    assert any(f"this is a {what}" in answer.err + answer.out for what in ("pipe", "socket", "device"))


def test_what_is_no_file_keeps_nothing_back_in_a_folder(assay: Assay, special: Make, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "good.bib").write_text("@misc{d1, title = {A paper}}\n", encoding="utf-8")
    names = ["a.bib", "b.jsonl.gz", "c.pdf", "z.csv"]
    for name in names:
        special(folder / name)
    with soon():
        answer = assay("import", folder, "--json")
    assert answer.payload["new"] == 1
    assert sorted(Path(one["file"]).name for one in answer.payload["failed"]) == names

    assert assay("watch", "add", folder).status == 0
    with soon():
        looked = assay("watch", "look", "--json")
    assert looked.status == 0, looked.err


def test_attachments_that_are_no_files_are_not_read(assay: Assay, special: Make, tmp_path: Path) -> None:
    special(tmp_path / "paper.pdf")
    record = (
        '<xml><records><record><rec-number>1</rec-number><ref-type name="Journal Article">17</ref-type>'
        "<titles><title>A paper</title></titles><urls><pdf-urls>"
        f"<url>{(tmp_path / 'paper.pdf').as_uri()}</url>"
        "</pdf-urls></urls></record></records></xml>"
    )
    (tmp_path / "list.xml").write_text(record, encoding="utf-8")
    with soon():
        answer = assay("import", tmp_path / "list.xml", "--json")
    assert answer.payload["new"] == 1
    assert len(answer.payload["incomplete"]) == 1
