"""Indexing killed at random moments: searches find what they found, and the next run goes on where it was."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from test_kills_import import rows_of

from assay.library import Library
from assay.search.searcher import Searcher
from assay.searching.indexing import index_vectors, index_words
from assay.searching.search import search
from assay.types import Hit, Paper, SearchMode, SearchRequest
from assay.workspace import Workspace
from killing import FEW, MANY, Killer, require_sound

QUERIES = ("river stone", "paper 17 of the winter", "signal of a garden engine", "letter market cloud")
BEGINNING = 1200  # papers before the first kill
MORE, CHANGED = 60, 40  # before each run


def found_by(folder: Path) -> dict[tuple[str, str], list[Hit]]:
    with Workspace.open(folder) as workspace:
        return {
            (text, mode.value): search(workspace, SearchRequest(text=text, mode=mode, k=20))
            for text in QUERIES
            for mode in SearchMode
        }


def change(folder: Path, papers: list[Paper], number: int, rng: random.Random) -> None:
    """Papers come, are retitled and go."""
    at = BEGINNING + number * MORE
    with Library.open(folder, check=False) as library:
        library.papers.add([(paper, ()) for paper in papers[at : at + MORE]])
        chosen = rng.sample(range(at), CHANGED)
        again = [
            Paper(
                papers[n].doc_id,
                f"{papers[n].title}, edition {number}",
                papers[n].abstract,
                year=papers[n].year,
            )
            for n in chosen[1:]
        ]
        library.papers.update([(paper, ()) for paper in again])
        library.papers.remove([papers[chosen[0]].doc_id])


def kill_indexing(place: Path, start, *, kills: int, seed: int) -> None:
    killer = Killer(seed)
    papers = [paper for number in range(6) for paper in rows_of(number).values()]
    folder = place / "library"
    with Library.open(folder) as library:
        library.papers.add([(paper, ()) for paper in papers[:BEGINNING]])
    index = ("index", "--model", "hashing", "--json", "--progress", "jsonl")
    assert killer.run(start(folder, *index)) is not None
    killed, finished = 0, 0
    before = found_by(folder)
    for number in range(1000):
        if killed == kills:
            break
        if finished + killed < 110:
            change(folder, papers, number, killer.rng)
        out = killer.run(start(folder, *index))
        require_sound(folder)
        if out is None:
            killed += 1
            require_searchable(folder)
        else:
            finished += 1
            report = json.loads(out)["semantic"]
            assert report["rebuilt"] == ""
            assert found_by(folder) != before
    print(f"\n{killed} runs of indexing killed, {finished} finished")
    start(folder, *index).communicate()
    require_as_if_never_killed(place, folder)


def require_searchable(folder: Path) -> None:
    """Both indexes open, of whatever revision, and find papers that are there."""
    found = found_by(folder)
    with Library.open(folder, check=False) as library:
        for hits in found.values():
            assert hits
            assert {hit.doc_id for hit in hits} <= library.papers.find_by_ids(
                [hit.doc_id for hit in hits]
            ).keys()


def require_as_if_never_killed(place: Path, folder: Path) -> None:
    """Words, vectors and results are those of an index that is made at once, from nothing."""
    fresh = place / "fresh"
    fresh.mkdir()
    for name in ("library.sqlite", "library.sqlite-wal"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, fresh / name)
    with Workspace.open(fresh) as workspace:
        workspace.use_model("hashing")
        index_words(workspace)
        index_vectors(workspace)
    found, expected = found_by(folder), found_by(fresh)
    by_meaning = [(text, SearchMode.SEMANTIC.value) for text in QUERIES]
    assert [found[asked] for asked in by_meaning] == [expected[asked] for asked in by_meaning]
    with Workspace.open(folder) as killed, Workspace.open(fresh) as whole:
        require_equal(killed.searcher(), whole.searcher())


def require_equal(one: Searcher, two: Searcher) -> None:
    """The same words and vectors of the same papers. BM25 still counts words that were replaced."""
    assert one.coverage == two.coverage
    assert one.lexical is not None
    assert two.lexical is not None
    names = sorted(one.lexical.doc_ids)
    assert names == sorted(two.lexical.doc_ids)
    assert (one.lexical.text_hashes(names) == two.lexical.text_hashes(names)).all()
    for phrase in ("river", "paper 17", "of the winter", "edition 1", "edition 2"):
        assert one.lexical.holding(phrase) == two.lexical.holding(phrase)
    assert one.vectors is not None
    assert two.vectors is not None
    order = sorted(one.vectors.doc_ids)
    assert order == sorted(two.vectors.doc_ids)
    assert np.array_equal(one.vectors.vectors(order), two.vectors.vectors(order))


def test_killed_indexing_leaves_searches_whole_and_resumes(start, tmp_path: Path) -> None:
    kill_indexing(tmp_path, start, kills=FEW, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
def test_100_killed_runs_of_indexing_leave_searches_whole_and_resume(start, tmp_path: Path) -> None:
    kill_indexing(tmp_path, start, kills=MANY, seed=2)
