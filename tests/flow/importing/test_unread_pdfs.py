"""A good PDF whose reading process was killed, or timed out, is not "damaged" for ever."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.library import Library, Place, ReadFile
from pdf_papers import conference
from pdf_writing import Type, pdf

Assay = Callable[..., Any]
TITLE = "Moss on Rolling Stones: A Field Study of Three Hundred Slopes"

posix = pytest.mark.skipif(sys.platform != "linux", reason="looks for the reading process in /proc")

HELD = """
import os, sys, time
from pathlib import Path
from assay.pdf.process import worker
held = Path(os.environ["ASSAY_TEST_HELD"])
with held.open("a") as told:
    told.write(f"{os.getpid()}\\n")
while held.with_suffix(".stay").exists():
    time.sleep(0.01)
worker.main()
"""


@pytest.fixture
def moss(tmp_path: Path) -> Path:
    path = tmp_path / "moss.pdf"
    path.write_bytes(pdf(conference(), [Type("The second page of it.", 70, 100)]))
    return path


@pytest.fixture
def readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Reading processes that note their number and wait for as long as there is a file: see HELD."""
    held = tmp_path / "readers.txt"
    held.with_suffix(".stay").touch()
    script = tmp_path / "held_reader.py"
    script.write_text(HELD, "utf-8")
    monkeypatch.setenv("ASSAY_TEST_HELD", str(held))

    def command(limits: Any) -> list[str]:
        from dataclasses import asdict

        return [sys.executable, str(script), json.dumps(asdict(limits))]

    monkeypatch.setattr("assay.pdf.process.pool.reader_command", command)
    yield held
    held.with_suffix(".stay").unlink(missing_ok=True)


def _kill(held: Path, times: int, number: signal.Signals) -> None:
    """Ends so many reading processes, each as soon as it has begun."""
    for n in range(1, times + 1):
        until = time.monotonic() + 60
        while not held.exists() or len(held.read_text().splitlines()) < n:
            assert time.monotonic() < until
            time.sleep(0.01)
        os.kill(int(held.read_text().splitlines()[n - 1]), number)


def _let_read(after: threading.Thread, held: Path) -> None:
    after.join()
    held.with_suffix(".stay").unlink(missing_ok=True)


def _killed_import(assay: Assay, moss: Path, readers: Path, times: int, number: signal.Signals) -> Any:
    killing = threading.Thread(target=_kill, args=(readers, times, number))
    killing.start()
    if times == 1:  # a process that takes its place is let read
        threading.Thread(target=_let_read, args=(killing, readers)).start()
    answer = assay("import", moss, "--json")
    killing.join()
    readers.with_suffix(".stay").unlink(missing_ok=True)
    return answer


def _titles(assay: Assay) -> set[str]:
    rows = assay("files", "list", "--json").payload["files"]
    return {row["found"].get("title", {}).get("text", "") for row in rows if not row["fault"]}


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_reader_that_is_killed_once_costs_nothing(
    assay: Assay, moss: Path, readers: Path, number: signal.Signals
) -> None:
    payload = _killed_import(assay, moss, readers, 1, number).payload
    assert (payload["new"], payload["failed"]) == (1, [])
    assert _titles(assay) == {TITLE}


@posix
@pytest.mark.parametrize(("number", "times"), [(signal.SIGKILL, 2), (signal.SIGSEGV, 1), (signal.SIGBUS, 1)])
def test_a_reader_that_dies_again_leaves_no_verdict(
    assay: Assay, moss: Path, readers: Path, number: signal.Signals, times: int
) -> None:
    [failure] = _killed_import(assay, moss, readers, times, number).payload["failed"]
    assert "damaged" not in failure["reason"]
    assert number.name in failure["reason"]
    again = assay("import", moss, "--json").payload  # the same file, untouched
    assert (again["new"], again["failed"]) == (1, [])
    assert _titles(assay) == {TITLE}


@posix
def test_a_file_that_took_too_long_once_is_read_at_the_next_import(
    assay: Assay, moss: Path, readers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.pdf import Limits

    with monkeypatch.context() as patch:
        patch.setattr("assay.pdf.process.pool.Limits", lambda: Limits(seconds=0.5))
        [failure] = assay("import", moss, "--json").payload["failed"]
    assert "longer than 0.5 seconds" in failure["reason"]
    readers.with_suffix(".stay").unlink()
    assert assay("import", moss, "--json").payload["new"] == 1


@posix
def test_a_file_that_hangs_every_time_costs_its_time_twice_and_is_read_again_on_demand(
    assay: Assay, moss: Path, readers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.pdf import Limits
    from assay.pdf.process.pool import Child

    tried: list[Path] = []
    read = Child._read

    def counted(child: Child, path: Path) -> Any:
        tried.append(path)
        return read(child, path)

    monkeypatch.setattr(Child, "_read", counted)
    with monkeypatch.context() as patch:
        patch.setattr("assay.pdf.process.pool.Limits", lambda: Limits(seconds=0.3))
        for n in (1, 2, 2, 2):
            [failure] = assay("import", moss, "--json").payload["failed"]
            assert len(tried) == n
            assert "longer than 0.3 seconds" in failure["reason"]
            assert "damaged" not in failure["reason"]
        assert "2 times" in failure["reason"]
        assert "read again only if you ask for it" in failure["reason"]
        moved = moss.rename(moss.with_name("moved.pdf"))  # the same content in another place
        assay("import", moved, "--json")
        assert len(tried) == 2
        assay("files", "read-again", "--failed", "--json")  # asked for: tried
        assert len(tried) == 3
    readers.with_suffix(".stay").unlink()
    assert assay("files", "read-again", "--failed", "--json").payload["failed"] == []
    assert _titles(assay) == {TITLE}


@posix
def test_a_better_reader_tries_a_file_that_took_too_long(
    assay: Assay, moss: Path, readers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.ingest import pdfs as pdf_intake
    from assay.pdf import Limits

    with monkeypatch.context() as patch:
        patch.setattr("assay.pdf.process.pool.Limits", lambda: Limits(seconds=0.5))
        for _ in range(2):
            assert assay("import", moss, "--json").payload["failed"]
    readers.with_suffix(".stay").unlink()
    monkeypatch.setattr(pdf_intake, "READER", pdf_intake.READER + 1)
    assert assay("import", moss, "--json").payload["new"] == 1


def test_what_is_truly_damaged_stays_so_and_is_not_opened_again(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and nothing")
    first = assay("import", broken, "--json").payload["failed"]

    def fail(*_: object) -> None:
        raise AssertionError("it was opened again")

    monkeypatch.setattr("assay.pdf.process.pool.Child.read", fail)
    assert assay("import", broken, "--json").payload["failed"] == first


@pytest.fixture
def verdict(moss: Path, tmp_path: Path) -> str:
    """What an earlier Assay had written of a good file, word for word; the file's checksum."""
    import hashlib

    sha256 = hashlib.sha256(moss.read_bytes()).hexdigest()
    reason = "the reader crashed over this file (SIGKILL): it is damaged; fetch it again"
    with Library.open(tmp_path / "library") as library:
        library.files.add([(ReadFile(sha256, moss.stat().st_size, 1, fault=reason), Place.of(moss), None)])
    return sha256


def test_verdicts_of_an_earlier_assay_are_not_believed(assay: Assay, moss: Path, verdict: str) -> None:
    assert assay("import", moss, "--json").payload["new"] == 1
    assert _titles(assay) == {TITLE}


@pytest.mark.parametrize("name", ["checksum", "path", "--failed"])
def test_read_again_reads_a_file_whatever_is_known_of_it(
    assay: Assay, moss: Path, verdict: str, name: str
) -> None:
    chosen = {"checksum": verdict[:12], "path": str(moss), "--failed": "--failed"}[name]
    answer = assay("files", "read-again", chosen, "--json")
    assert (answer.status, answer.payload["new"], answer.payload["failed"]) == (0, 1, [])
    assert _titles(assay) == {TITLE}
    [row] = assay("files", "list", "--json").payload["files"]
    assert assay("files", "read-again", row["doc_id"], "--json").payload["failed"] == []
    assert _titles(assay) == {TITLE}


def test_read_again_says_what_it_cannot_find(assay: Assay, moss: Path, verdict: str) -> None:
    assert assay("files", "read-again").status == 2
    assert assay("files", "read-again", "nothing.pdf").status == 2
    moss.unlink()
    answer = assay("files", "read-again", verdict, "--json")
    assert (answer.status, answer.payload["missing"]) == (0, 1)


@pytest.mark.usefixtures("moss", "verdict")
def test_the_command_reads_in_a_process_of_its_own(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    done = start(tmp_path / "library", "files", "read-again", "--failed")
    out, _ = done.communicate(timeout=60)
    assert (done.returncode, out.splitlines()[0]) == (0, "1 new, 0 merged, 0 conflicts, 0 failed")
