"""kill -9 of a process that merges and undoes merges: each is there as a whole, or not at all."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest

from assay.library import Library
from assay.types import Paper
from library_dump import dump

if TYPE_CHECKING:
    from pathlib import Path

GROUPS = 300

# Each line of the answers is written after a call returned: "merge", "undo", "redo", "merge", ...
MERGER = f"""
    import os, sys
    from pathlib import Path
    from assay.library import Library, Merge
    from assay.types import Paper
    library = Library.open(Path(sys.argv[1]), check=False)
    answer = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    papers = [Paper(f"a{{n}}", f"Title {{n}}", pmid=str(n + 1)) for n in range({GROUPS})]
    merges = [Merge(paper, (), (f"b{{n}}",)) for n, paper in enumerate(papers)]
    if library.papers.count() == {GROUPS}:
        library.actions.undo()
    while True:
        library.duplicates.merge(merges)
        os.write(answer, b"merge\\n")
        for what in ("undo", "redo", "undo"):
            getattr(library.actions, what)()
            os.write(answer, what.encode() + b"\\n")
"""
PAPERS_AFTER = {"merge": GROUPS, "undo": 2 * GROUPS, "redo": GROUPS}


def kill_again_and_again(place: Path, *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    with Library.open(place / "one") as library:
        library.papers.add([(Paper(f"{side}{n}", f"Title {n}"), ()) for n in range(GROUPS) for side in "ab"])
        separate = dump(library)
    for _ in range(kills):
        (place / "answers").write_text("")
        run_and_kill(place, rng)
        said = (place / "answers").read_text().split()
        with Library.open(place / "one") as library:
            count = library.papers.count()
            # What was acknowledged last stands, unless the call after it was done and not yet acknowledged.
            assert count in (GROUPS, 2 * GROUPS), "a merge is there by half"
            if said and count != PAPERS_AFTER[said[-1]]:
                assert count == 3 * GROUPS - PAPERS_AFTER[said[-1]]
            standing = [action for action in library.actions.all(limit=1000) if not action.undone]
            assert len(standing) == (1 if count == GROUPS else 0)
            if standing:
                library.actions.undo()
            assert dump(library) == separate


def run_and_kill(place: Path, rng: random.Random) -> None:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(MERGER), place / "one", place / "answers"]
    process = subprocess.Popen([str(part) for part in command], stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (place / "answers").read_text():
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        assert time.monotonic() < deadline, "the merger gave no sign of life"
        time.sleep(0.002)
    time.sleep(rng.random() * 0.5)
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-signal.SIGKILL, "")


def test_a_killed_merge_leaves_all_of_it_or_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, kills=3, seed=7)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_a_hundred_killed_merges_leave_all_of_each_or_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, kills=100, seed=8)
