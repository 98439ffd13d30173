"""Queries merged into another one: no grade is lost, it is one action, a kill leaves all of it or none."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest
from library_contents import fill

from assay.errors import BadInput
from assay.library import Library
from assay.types import JudgementState, Query

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = ("ada", "bob", "eve")
STATES = (JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE)

Said = dict[tuple[str, str], tuple[str | None, int | None, str]]
"""(doc_id, assessor) -> state, grade, note"""


def said(library: Library, query_id: str) -> Said:
    found = library.judgements.current(query_id=query_id)
    return {(j.doc_id, j.assessor): (j.state, j.relevance, j.note) for j in found}


def judge_at_random(library: Library, rng: random.Random, queries: list[str]) -> None:
    for _ in range(120):
        query_id, doc_id, who = rng.choice(queries), f"d{rng.randrange(12)}", rng.choice(PEOPLE)
        what = rng.random()
        if what < 0.6:
            library.judgements.record(query_id, doc_id, assessor=who, relevance=rng.randrange(3))
        elif what < 0.8:
            library.judgements.record(query_id, doc_id, assessor=who, state=rng.choice(STATES))
        elif what < 0.95:
            library.judgements.set_note(query_id, doc_id, assessor=who, note=f"note {rng.randrange(99)}")
        else:
            library.judgements.undo(assessor=who)


def expected(rows: list[Said]) -> dict[tuple[str, str], tuple[int | None, str]]:
    """(doc_id, assessor) -> the first grade and the first note, those of the target before others'."""
    keys = {key for each in rows for key in each}
    given = {key: [each[key] for each in rows if key in each] for key in keys}
    return {
        key: (
            next((grade for _, grade, _ in several if grade is not None), None),
            next((note for _, _, note in several if note), ""),
        )
        for key, several in given.items()
    }


@pytest.mark.parametrize("seed", range(6))
def test_what_was_judged_for_the_others_is_judged_for_the_target(library: Library, seed: int) -> None:
    rng = random.Random(seed)
    library.queries.add([Query("q4", "fourth")])
    judge_at_random(library, rng, ["q1", "q2", "q4"])
    before = {query_id: said(library, query_id) for query_id in ("q1", "q2", "q4")}
    grades = library.judgements.ratings()
    library.queries.merge(["q2", "q4", "q1"], "q1")
    after = said(library, "q1")
    wanted = expected([before["q1"], before["q2"], before["q4"]])
    assert {key: (grade, note) for key, (_, grade, note) in after.items()} == wanted
    assert [each.query_id for each in library.queries.all()] == ["q1", "q3"]
    assert library.actions.all()[0].title == "Merged 2 queries into “first”"

    library.judgements.record("q1", "d0", assessor="new", relevance=2)  # what is given since stands
    library.actions.undo()
    assert said(library, "q1") == before["q1"] | {("d0", "new"): ("grade", 2, "")}
    assert {query_id: said(library, query_id) for query_id in ("q2", "q4")} == {
        query_id: before[query_id] for query_id in ("q2", "q4")
    }
    assert set(grades) < set(library.judgements.ratings())
    library.actions.redo()
    assert said(library, "q1") == after | {("d0", "new"): ("grade", 2, "")}
    library.judgements.rebuild()
    assert said(library, "q1") == after | {("d0", "new"): ("grade", 2, "")}


def test_a_merge_is_no_judgement_that_somebody_takes_back(library: Library) -> None:
    library.judgements.record("q2", "d1", assessor="ada", relevance=2)
    library.queries.merge(["q2"], "q1")
    assert library.judgements.undo(assessor="ada") is None
    assert said(library, "q1") == {("d1", "ada"): ("grade", 2, "")}


def test_a_query_is_merged_into_another_one_that_is_known(library: Library) -> None:
    for ids, into in ((["q1"], "q1"), ([], "q1"), (["q2"], "nope"), (["nope"], "q1")):
        with pytest.raises(BadInput, match="nothing was changed"):
            library.queries.merge(ids, into)
    assert library.queries.count() == 3


def test_a_description_is_written_and_undone(library: Library) -> None:
    described = {"description": " what\n is wanted ", "narrative": "only trials", "source": "a survey"}
    library.queries.describe("q1", **described)
    wanted = Query("q1", "first", None, "what\n is wanted", "only trials", "a survey")
    assert library.queries.get("q1") == library.queries.with_text("first") == wanted
    assert library.queries.find_by_ids(["q1"]) == {"q1": wanted}
    library.queries.add([Query("q1", "first")])  # an import changes no query
    assert library.queries.get("q1") == wanted
    with pytest.raises(BadInput, match="already has this description"):
        library.queries.describe("q1", **described)
    library.actions.undo()
    assert library.queries.get("q1") == Query("q1", "first")


# Each line of the answers is written after a call returned.
MERGER = """
    import os, sys
    from pathlib import Path
    from assay.library import Library
    library = Library.open(Path(sys.argv[1]), check=False)
    answer = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    if library.queries.count() == 1:
        library.actions.undo()
    while True:
        library.queries.merge(["q2", "q3"], "q1")
        os.write(answer, b"merge\\n")
        library.actions.undo()
        os.write(answer, b"undo\\n")
"""


def test_a_killed_merge_of_queries_leaves_all_of_it_or_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)
    with Library.open(tmp_path / "one") as library:
        fill(library)
        for n in range(40):
            for query_id in ("q1", "q2", "q3"):
                library.judgements.record(query_id, f"d{n % 10}", assessor=f"person {n}", relevance=n % 3)
        library.judgements.record("q2", "d9", assessor="ada", relevance=1)
        apart = {query_id: said(library, query_id) for query_id in ("q1", "q2", "q3")}
        library.queries.merge(["q2", "q3"], "q1")
        merged = said(library, "q1")
        library.actions.undo()
    for _ in range(3):
        (tmp_path / "answers").write_text("")
        command = [sys.executable, "-W", "error", "-c", textwrap.dedent(MERGER)]
        process = subprocess.Popen([*command, str(tmp_path / "one"), str(tmp_path / "answers")])
        deadline = time.monotonic() + 60
        while not (tmp_path / "answers").read_text() and time.monotonic() < deadline:
            assert process.poll() is None
            time.sleep(0.002)
        time.sleep(rng.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with Library.open(tmp_path / "one") as library:
            is_merged = library.queries.count() == 1
            assert said(library, "q1") == (merged if is_merged else apart["q1"])
            library.judgements.rebuild()
            assert said(library, "q1") == (merged if is_merged else apart["q1"])
            if is_merged:
                library.actions.undo()
            assert {query_id: said(library, query_id) for query_id in apart} == apart
