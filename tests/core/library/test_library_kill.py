"""kill -9 of a scripted grader in a campaign: what it acknowledged is there, and nothing is there by half."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import uuid
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from library_machines import NAME, PAIRS, RATERS, log, open_machines, records, require_cache_is_rebuild

from assay.library import Library

if TYPE_CHECKING:
    from pathlib import Path

# Every call that returned is acknowledged by one line in a file, which the kernel keeps if the process dies.
# The milliseconds spent on a grade are its number, by which its event is found again.
GRADER = """
    import json, os, random, sys
    from pathlib import Path
    from assay.library import Library
    from assay.library.bundles.merging import merge
    from assay.types import JudgementState
    folder, answers, bundle, first = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
    pairs, raters = json.loads(sys.argv[5]), json.loads(sys.argv[6])
    answer = os.open(answers, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    rng = random.Random(first)
    library = Library.open(folder, check=False)
    store = library.campaign("team set")
    judgements = store.judgements
    for i in range(first, first + 100_000):
        what = rng.choice(["grade"] * 6 + ["unsure", "note", "undo", "redo", "settle"])
        pair, who, done = rng.choice(pairs), rng.choice(raters), True
        if i == first + 7:
            what = "merge"
            rows = json.loads(bundle.read_text())
            merge(library, rows, sha256="0" * 64, source="b", create=False, confirmed=None)
        elif what == "grade":
            judgements.record(*pair, assessor=who, relevance=i % 3, active_ms=i)
        elif what == "unsure":
            judgements.record(*pair, assessor=who, state=JudgementState.UNSURE, active_ms=i)
        elif what == "note":
            judgements.set_note(*pair, assessor=who, note=f"note {i}")
        elif what in ("undo", "redo"):
            done = getattr(judgements, what)(assessor=who) is not None
        else:
            for rater in raters:
                judgements.record(*pair, assessor=rater, relevance=1)
            store.adjudications.record(*pair, adjudicator="sam", relevance=i % 3, reason=f"reason {i}")
        if done:
            os.write(answer, (json.dumps([i, what, pair, who]) + "\\n").encode())
"""
BUNDLED = 150  # events of a bundle


def another_bundle(rows: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The campaign with a chain of grades that lee gave elsewhere, all of them new."""
    lee = next(row["uuid"] for row in rows if row.get("handle") == "lee")
    query_id, doc_id = PAIRS[number % len(PAIRS)]
    before = None
    new = []
    for n in range(BUNDLED):
        name = str(uuid.UUID(int=(number << 32) + n, version=4))
        new.append(
            {
                "kind": "event",
                "uuid": name,
                "query_id": query_id,
                "doc_id": doc_id,
                "assessor": lee,
                "event": "grade",
                "grade": n % 3,
                "occurred_at": "2026-01-01T00:00:00+00:00",
                "supersedes": before,
                "device": "elsewhere",
            }
        )
        before = name
    return [*rows, *new]


def kill_again_and_again(place: Path, *, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    for library in open_machines(place, 1):
        rows = records(library.campaign(NAME))
        library.close()
    bundles: list[tuple[set[str], bool]] = []  # the names of their events, and was the merge acknowledged?
    for number in range(kills):
        rows_now = another_bundle(rows, number)
        (place / "bundle.json").write_text(json.dumps(rows_now))
        first = 1_000_000 * (number + 1)
        run_and_kill(place, first, rng)
        said = [json.loads(line) for line in (place / "answers").read_text().splitlines(keepends=True)]
        merged = any(what == "merge" for i, what, *_ in said if i >= first)
        bundles.append(({row["uuid"] for row in rows_now if row["kind"] == "event"}, merged))
        with Library.open(place / "one") as library:
            require_acknowledged(library, said, killed=number + 1)
            require_whole_bundles(library, bundles)
            require_cache_is_rebuild(library)


def run_and_kill(place: Path, first: int, rng: random.Random) -> None:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(GRADER), place / "one", place / "answers"]
    command += [place / "bundle.json", str(first), json.dumps(PAIRS), json.dumps(RATERS)]
    process = subprocess.Popen([str(part) for part in command], stderr=subprocess.PIPE, text=True)
    answers = place / "answers"
    size = answers.stat().st_size if answers.exists() else 0
    deadline = time.monotonic() + 60
    while not (answers.exists() and answers.stat().st_size > size):
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        assert time.monotonic() < deadline, "the grader gave no sign of life"
        time.sleep(0.002)
    time.sleep(rng.random() * 0.25)
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (-signal.SIGKILL, "")


def require_acknowledged(library: Library, said: list[Any], *, killed: int) -> None:
    """Every call that returned left its event, once; each killed process at most one call more than that."""
    events = [row for row in records(library.campaign(NAME)) if row["kind"] == "event"]
    own = [row for row in events if row["device"] != "elsewhere"]
    stamped = {row["active_ms"]: row for row in own if row["active_ms"] is not None}
    notes = Counter(row["note"] for row in own if row["event"] == "note")
    people = {
        row["uuid"]: row["handle"] for row in records(library.campaign(NAME)) if row["kind"] == "assessor"
    }
    counted: Counter[str] = Counter()
    for i, what, pair, who in said:
        counted[what] += 1
        if what in ("grade", "unsure"):
            row = stamped[i]
            assert (row["event"], row["grade"]) == (what, i % 3 if what == "grade" else None)
            assert ([row["query_id"], row["doc_id"]], people[row["assessor"]]) == (pair, who)
        elif what == "note":
            assert notes[f"note {i}"] == 1
    assert len(stamped) == sum(row["active_ms"] is not None for row in own)  # none was written twice
    assert 0 <= len(stamped) - counted["grade"] - counted["unsure"] <= killed
    assert 0 <= sum(notes.values()) - counted["note"] <= killed
    reasons = Counter(row[5] for row in log(library, "adjudication_event"))
    assert all(reasons[f"reason {i}"] >= 1 for i, what, *_ in said if what == "settle")
    assert 0 <= len(reasons) - counted["settle"] <= killed
    unsaid = sum(row["event"] in ("undo", "redo") for row in own) - counted["undo"] - counted["redo"]
    assert unsaid >= 0  # what closes a third head is of these kinds, too


def require_whole_bundles(library: Library, bundles: list[tuple[set[str], bool]]) -> None:
    here = {row[1] for row in log(library)}
    for names, acknowledged in bundles:
        assert len(names & here) == BUNDLED if acknowledged else len(names & here) in (0, BUNDLED)


def test_a_killed_grader_leaves_all_that_it_acknowledged(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, kills=4, seed=3)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_killed_graders_leave_all_that_they_acknowledged(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, kills=200, seed=5)
    shutil.rmtree(tmp_path, ignore_errors=True)
