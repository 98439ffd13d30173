"""A PDF that hangs, crashes or eats memory costs only itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from assay.codec import from_json, to_json
from assay.pdf import Limits, PdfFault, PdfPaper, read_pdfs
from assay.progress import Cancelled
from pdf_papers import conference, made

# The real process with another reader: what a file does is told by its name.
_READER = """
import ctypes, os, signal, sys, time
from pathlib import Path
from assay.pdf import Fact, Limits, PdfPaper
from assay.pdf.process import worker
from assay.pdf.types import ReadCall, UnreadablePdf

poisoned = False

def read(path, limits):
    global poisoned
    what = path.stem.rstrip("0123456789")
    if what == "hang":
        time.sleep(1000)
    if what == "crash" or poisoned:
        ctypes.string_at(0)
    if what == "exit":
        os._exit(3)
    if what == "gulp":
        bytearray(20 << 30)
    if what == "eat":
        eaten = []
        while True:
            eaten.append(bytearray(os.urandom(1) * (4 << 20)))
            time.sleep(0.005)
    if what == "raise":
        raise RuntimeError("moss")
    if what == "refuse":
        raise UnreadablePdf("no stone")
    if what == "noise":
        print("a library's warning")
        os.write(1, b"and another\\n")
    if what == "slow":
        time.sleep(0.3)
    poisoned = what == "poison"
    title = Fact(f"{path.stem} {os.getpid()}")
    nothing = Fact("")
    return PdfPaper(path, title, Fact(("A B",)), nothing, Fact(None), nothing, nothing, 1, ("a\\ud800",))

worker._GRACE_S = 0
limits = Limits(seconds=float(sys.argv[1]), megabytes=int(sys.argv[2]))
worker.serve(limits, ReadCall, lambda call: read(Path(call.path), limits))
"""


class Reader:
    """The made-up reader, and what came of files of these names."""

    def __init__(self, folder: Path, seconds: float = 20, megabytes: int = 400) -> None:
        (folder / "reader.py").write_text(_READER)
        self.limits = Limits(seconds=seconds, megabytes=megabytes)
        self.command = [sys.executable, str(folder / "reader.py"), str(seconds), str(megabytes)]

    def read(self, *names: str, workers: int = 1) -> list[str]:
        """For each file its name, or the reason why there is nothing; checks that the order is kept."""
        paths = [Path(f"{name}.pdf") for name in names]
        results = list(read_pdfs(paths, workers=workers, limits=self.limits, command=self.command))
        assert [result.path for result in results] == paths
        return [one.reason if isinstance(one, PdfFault) else one.title.value.split()[0] for one in results]


def test_one_process_reads_many_files(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    papers = list(
        read_pdfs([Path(f"a{at}.pdf") for at in range(5)], limits=reader.limits, command=reader.command)
    )
    assert len({paper.title.value.split()[1] for paper in papers if isinstance(paper, PdfPaper)}) == 1


def test_a_crash_costs_only_its_file(tmp_path: Path) -> None:
    one, crash, leaving, two = Reader(tmp_path).read("one", "crash", "exit", "two")
    assert (one, two) == ("one", "two")
    assert "ended before its time" in crash
    assert "SIGSEGV" in crash
    assert "exit status 3" in leaving


def test_a_hang_is_given_up_after_its_time(tmp_path: Path) -> None:
    results = Reader(tmp_path, seconds=2).read("hang", "after")
    assert results == [
        "reading the file takes longer than 2 seconds: it was given up, and can be read again",
        "after",
    ]


@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the system tells and bounds no process's memory"
)
def test_a_flood_of_memory_is_stopped_slow_or_sudden(tmp_path: Path) -> None:
    results = Reader(tmp_path).read("eat", "between", "gulp", "after")
    refused = "reading the file takes more than 400 MB of memory: it was given up, and can be read again"
    assert results == [refused, "between", refused, "after"]


def test_a_file_that_suffers_from_the_one_before_it_is_read_again(tmp_path: Path) -> None:
    assert Reader(tmp_path).read("poison", "victim", "after") == ["poison", "victim", "after"]


def test_what_a_reader_raises_or_prints_disturbs_nothing(tmp_path: Path) -> None:
    failed, refused, noise, after = Reader(tmp_path).read("raise", "refuse", "noise", "after")
    assert "RuntimeError: moss" in failed
    assert (refused, noise, after) == ("no stone", "noise", "after")


def test_nonsense_from_a_reader_is_a_fault(tmp_path: Path) -> None:
    for nonsense in ("moss", "[1]", '{"ok": {}}', '{"ok": {"title": 3}}'):
        code = f"import sys\nfor line in sys.stdin: print({nonsense!r}, flush=True)"
        (result,) = read_pdfs([Path("a.pdf")], command=[sys.executable, "-c", code])
        assert isinstance(result, PdfFault)
        assert "read it again" in result.reason
        assert not result.lasting


def test_several_processes_keep_the_order(tmp_path: Path) -> None:
    names = ["slow", *(f"a{at}" for at in range(30)), "crash", "slow", "b"]
    results = Reader(tmp_path).read(*names, workers=3)
    assert results[:31] == names[:31]
    assert "ended before its time" in results[31]
    assert results[32:] == ["slow", "b"]


def test_progress_counts_files_and_comes_while_one_is_slow(tmp_path: Path) -> None:
    reader, calls = Reader(tmp_path), []
    paths = [Path("a.pdf"), Path("slow.pdf")]
    list(
        read_pdfs(
            paths, limits=reader.limits, command=reader.command, progress=lambda *call: calls.append(call)
        )
    )
    assert calls[0] == ("reading PDFs", 0, 2)
    assert calls[-1] == ("reading PDFs", 2, 2)
    assert [done for _, done, _ in calls] == sorted(done for _, done, _ in calls)
    assert sum(done == 1 for _, done, _ in calls) >= 2


def test_cancelling_ends_the_reading_and_its_processes(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    found: list[PdfPaper | PdfFault] = []
    paths = [Path(f"{name}.pdf") for name in ("a", "b", "hang", "c")]

    def cancel(stage: str, done: int, total: int | None) -> None:
        if done == 2:
            raise Cancelled

    reading = read_pdfs(paths, limits=reader.limits, command=reader.command, progress=cancel)
    with pytest.raises(Cancelled):
        found.extend(iter(lambda: next(reading), None))
    assert [paper.path.stem for paper in found] == ["a", "b"]
    assert isinstance(found[0], PdfPaper)
    assert _is_gone(int(found[0].title.value.split()[1]))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no alarm there")
def test_a_reader_whose_parent_is_gone_ends_by_itself(tmp_path: Path) -> None:
    reader = Reader(tmp_path, seconds=1)
    with subprocess.Popen(reader.command, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write('{"path": "hang.pdf"}\n')
        process.stdin.flush()
        assert process.wait(timeout=15) == -signal.SIGALRM


def test_real_files_are_read_by_real_processes(tmp_path: Path) -> None:
    good = tmp_path / "moss ä.pdf"
    good.write_bytes(made(conference()))
    (tmp_path / "empty.pdf").write_bytes(b"")
    paths = [tmp_path / "empty.pdf", good, tmp_path / "none.pdf"]
    empty, paper, none = read_pdfs(paths)
    assert empty == PdfFault(paths[0], "the file is empty", lasting=True)
    assert none == PdfFault(paths[2], "there is no such file")
    assert isinstance(paper, PdfPaper)
    assert paper.authors.value == ("Ada Pebble", "Boris van der Kiesel")
    assert from_json(to_json(paper), PdfPaper) == paper


def test_the_callers_process_never_loads_the_reader_of_pdfs() -> None:
    code = "import sys, assay.pdf; sys.exit('pypdfium2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
