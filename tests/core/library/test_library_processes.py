"""Several processes at one library, killed processes, and full disks."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from assay.errors import LibraryError
from assay.library import Library
from assay.types import Paper, Query

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.location import Location

GRADER = """
    import sys
    from assay.library import Library
    location, assessor, start, n = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with Library.open(location) as library:
        for i in range(start, start + n):
            doc_id, grade = f"d{i % 12}", i % 3
            library.judgements.record(f"q{1 + i % 3}", doc_id, assessor=assessor, relevance=grade)
            print(i, flush=True)
"""
IMPORTER = """
    import sys
    from assay.library import Library
    from assay.types import Paper
    with Library.open(sys.argv[1]) as library:
        for batch in range(4):
            library.papers.add([(Paper(f"new-{batch}-{n}", "T"), (f"k:{n}",)) for n in range(500)])
"""
OPENER = """
    import sys
    from assay.library import Library
    with Library.open(sys.argv[1]) as library:
        assert library.papers.count() == 0
"""


def start(script: str, *arguments: object, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


def finish(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=1200)
    assert process.returncode == 0, err
    assert err == ""
    return out


def cache(library: Library) -> list[tuple[object, ...]]:
    with library._database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM judgement_current ORDER BY pair_pk, annotator_pk")
        return [tuple(row) for row in rows]


def grade_and_import_at_once(location: Location) -> None:
    """Four processes grade while a fifth imports: none meets a lock, and no grade is lost, added or moved."""
    graders = [start(GRADER, location, f"assessor {n}", 0, 40) for n in range(4)]
    importer = start(IMPORTER, location)
    for process in (*graders, importer):
        finish(process)
    with Library.open(location) as library:
        assert library.papers.count() == 12 + 4 * 500
        events = library.judgements.history(limit=1000)
        assert len(events) == 160
        assert sorted(event.seq for event in events) == list(range(1, 161))
        for n in range(4):
            own = [e for e in reversed(events) if e.assessor == f"assessor {n}"]
            assert [(e.query_id, e.doc_id, e.relevance) for e in own] == [
                (f"q{1 + i % 3}", f"d{i % 12}", i % 3) for i in range(40)
            ]
        before = cache(library)
        library.judgements.rebuild()
        assert cache(library) == before


def test_four_processes_grade_while_a_fifth_imports_and_none_meets_a_lock(folder: Path) -> None:
    grade_and_import_at_once(folder)


def make_at_once(location: Location) -> None:
    """Four processes make one library at the same moment, and all open it."""
    for process in [start(OPENER, location) for _ in range(4)]:
        finish(process)


def test_processes_that_make_one_library_at_the_same_moment_all_open_it(tmp_path: Path) -> None:
    make_at_once(tmp_path / "library")


def test_a_reader_sees_the_changes_of_another_process(library: Library, folder: Path) -> None:
    revision = library.revision()
    finish(start(IMPORTER, folder))
    assert library.papers.count() == 12 + 2000
    assert library.revision() > revision


def kill_while_grading(location: Location, *, kills: int, seed: int, settle: Callable[[], None]) -> None:
    """Kills a grading process again and again; every grade that it acknowledged must be there each time.

    `settle` returns when nothing works for the killed process any more.
    """
    rng = random.Random(seed)
    acknowledged = 0
    for _ in range(kills):
        process = start(GRADER, location, "ada", acknowledged, 100_000)
        seen = _read_some(process, rng)
        settle()
        acknowledged = seen + 1
        with Library.open(location) as library:
            events = library.judgements.history(limit=1_000_000)[::-1]
            # The last grade may have been committed without its acknowledgement having been read.
            assert len(events) - acknowledged in (0, 1)
            assert [(e.doc_id, e.relevance) for e in events] == [
                (f"d{i % 12}", i % 3) for i in range(len(events))
            ]
            acknowledged = len(events)
            before = cache(library)
            library.judgements.rebuild()
            assert cache(library) == before


def _read_some(process: subprocess.Popen[str], rng: random.Random) -> int:
    """Kills the process at a random moment after its first acknowledgements; returns the last one."""
    out: IO[str] | None = process.stdout
    assert out is not None
    for _ in range(rng.randint(1, 25)):
        line = out.readline()
    time.sleep(rng.random() * 0.02)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    complete = [text for text in (line + rest).split("\n")[:-1] if text]
    return int(complete[-1])


def test_on_a_full_disk_a_grade_is_refused_and_the_earlier_ones_stay(library: Library) -> None:
    with library._database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    given = fill_up(library)
    assert len(given) > 0
    with library._database.read() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")
    library.judgements.record("q2", "d1", assessor="ada", relevance=1)  # space was made: it goes on
    assert library.judgements.qrels(assessor="ada") == {**given, "q2": {"d1": 1}}


def fill_up(library: Library) -> dict[str, dict[str, int]]:
    """Grades with notes until the disk is full; returns what was acknowledged."""
    given: dict[str, dict[str, int]] = {}
    with pytest.raises(LibraryError, match=r"is full|could not be read or written"):  # noqa: PT012
        for n in range(1_000):
            library.judgements.record("q1", f"d{n % 12}", assessor="ada", relevance=n % 3)
            given.setdefault("q1", {})[f"d{n % 12}"] = n % 3
            library.judgements.set_note("q2", "d2", assessor="bob", note=str(n) * 2000)
    assert library.judgements.qrels(assessor="ada") == given
    return given


FULL_DISK = """
    import resource, sys
    from pathlib import Path
    from assay.errors import LibraryError
    from assay.library import Library
    folder = Path(sys.argv[1])
    library = Library.open(folder, check=False)
    limit = (folder / "library.sqlite").stat().st_size + 40_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        for n in range(100_000):
            library.judgements.record("q1", f"d{n % 12}", assessor="ada", relevance=n % 3)
            print(n, flush=True)
    except LibraryError as error:
        print(error, flush=True)
"""


def test_a_file_that_may_not_grow_refuses_the_grade_in_words_and_keeps_the_others(folder: Path) -> None:
    *acknowledged, message = finish(start(FULL_DISK, folder)).splitlines()
    assert "library.sqlite" in message
    assert "last change was not saved" in message
    assert len(acknowledged) > 0
    with Library.open(folder) as library:
        events = library.judgements.history(limit=1_000_000)
        assert [event.relevance for event in events[::-1]] == [int(n) % 3 for n in acknowledged]


def test_an_import_that_fills_the_disk_adds_nothing(empty: Library) -> None:
    with empty._database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar() or 0
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 20}")
    with pytest.raises(LibraryError, match="full"):
        empty.papers.add([(Paper(f"d{n}", "T" * 1000), ()) for n in range(500)])
    assert empty.papers.count() == 0
    assert empty.papers.ids() == []
    empty.queries.add([Query("q", "still works")])
    assert empty.queries.all() == [Query("q", "still works")]
