"""Windows killed at random moments while they grade, import and search: nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assay.ingest.importing import import_files
from assay.library import Library
from assay.location import state_folder
from assay.searching.indexing import index_vectors, index_words
from assay.types import Paper, Query
from assay.workspace import Workspace
from killing import FEW, MANY, papers_of, require_no_process_left, require_sound

PAPERS, QUERIES = 120, 40
ROWS = 1200  # of which an import commits a thousand at once
_WAIT_S = 900.0  # for a machine that does much else


def fill(folder: Path) -> None:
    """Papers with an index, and pairs to judge for longer than any window lives."""
    with Workspace.open(folder) as workspace:
        library = workspace.library
        papers = [
            Paper(f"p{n}", f"Paper {n}", f"On river and stone {n}.", ("Ada Pebble",)) for n in range(PAPERS)
        ]
        library.papers.add([(paper, ()) for paper in papers])
        library.queries.add([Query(f"q{n}", f"river {n}") for n in range(QUERIES)])
        library.pool.add([(f"q{n}", f"p{m}") for n in range(QUERIES) for m in range(PAPERS)])
        workspace.use_model("hashing")
        index_words(workspace)
        index_vectors(workspace)


def write_list(folder: Path, number: int) -> Path:
    path = folder / f"{number:03}.jsonl"
    rows = ({"_id": f"d{number}-{n}", "title": f"Stone {number} of {n}"} for n in range(ROWS))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def open_window(place: Path, number: int) -> subprocess.Popen[str]:
    """A state folder of its own: after several deaths in a row the window would start in safe mode."""
    own = {f"XDG_{what}_HOME": str(place / what.lower()) for what in ("CONFIG", "DATA", "CACHE")}
    own |= {"XDG_STATE_HOME": str(place / "states" / str(number)), "QT_QPA_PLATFORM": "offscreen"}
    script = Path(__file__).with_name("driven_window.py")
    words = [sys.executable, script, place / "library", place / "answers", place / "lists"]
    return subprocess.Popen(
        list(map(str, words)),
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
    )


def answers(place: Path) -> list[list[str]]:
    path = place / "answers"
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


def kill_windows(place: Path, *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    (place / "lists").mkdir()
    lists = [write_list(place / "lists", 0)]
    fill(place / "library")
    opened = 0
    for number in range(kills):
        window = open_window(place, number)
        if number % 4 == 3:  # at any moment of its start
            time.sleep(rng.uniform(0, 3))
        else:
            wait_for(place, ["open"], window, more_than=opened)
            if number % 4 == 0:
                wait_for(place, ["job", lists[-1].name, str(ROWS)], window, more_than=0)
            wait_for(place, None, window, more_than=len(answers(place)) + rng.randrange(60))
            time.sleep(rng.uniform(0, 0.3))
        assert window.poll() is None, window.communicate()
        window.kill()
        window.communicate()
        require_no_process_left(place / "library")
        said = answers(place)
        opened = said.count(["open"])
        require_acknowledged(place, said, killed=number + 1)
        if sum(words[0] == "job" for words in said) == len(lists):
            lists.append(write_list(place / "lists", len(lists)))
    grades = sum(words[0] == "grade" for words in said)
    print(f"\n{kills} windows killed, after {grades} grades and {len(lists) - 1} imports")
    require_as_if_never_killed(place, lists, opened)


def wait_for(place: Path, words: list[str] | None, window: subprocess.Popen[str], *, more_than: int) -> None:
    """Until there are more lines of these words, or of any, in its answers."""
    until = time.monotonic() + _WAIT_S
    while sum(words in (line, None) for line in answers(place)) <= more_than:
        assert window.poll() is None, window.communicate()
        assert time.monotonic() < until, f"{words} was never said"
        time.sleep(0.01)


def require_acknowledged(place: Path, said: list[list[str]], *, killed: int) -> None:
    """Each grade is there, with at most one more a killed window; each finished import is there whole."""
    require_sound(place / "library")
    queue = state_folder(place / "library") / "queue.json"
    if queue.exists():
        assert isinstance(json.loads(queue.read_text(encoding="utf-8")), list)
    with Library.open(place / "library") as library:
        given = {(j.query_id, j.doc_id): j.relevance for j in library.judgements.current()}
        found = papers_of(library)
    grades = {(words[1], words[2]): int(words[3]) for words in said if words[0] == "grade"}
    assert grades.items() <= given.items()
    assert len(given) <= len(grades) + killed
    for name in {words[1] for words in said if words[0] == "job"}:
        assert all(f"d{int(name[:3])}-{n}" in found for n in range(ROWS))


def require_as_if_never_killed(place: Path, lists: list[Path], opened: int) -> None:
    """One more window does what is left and closes; then the papers are those of imports without a kill."""
    window = open_window(place, -1)
    wait_for(place, ["open"], window, more_than=opened)
    wait_for(place, ["job", lists[-1].name, str(ROWS)], window, more_than=0)
    (place / "lists" / "enough").touch()
    out, errors = window.communicate(timeout=_WAIT_S)
    assert window.returncode == 0, (out, errors)
    require_no_process_left(place / "library")
    with Library.open(place / "library") as library, Library.open(place / "whole") as whole:
        import_files(whole, lists)
        left = {doc_id: paper for doc_id, paper in papers_of(library).items() if doc_id.startswith("d")}
        assert left == papers_of(whole)


def test_killed_windows_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    kill_windows(tmp_path, kills=FEW, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_killed_windows_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    kill_windows(tmp_path, kills=MANY, seed=2)
