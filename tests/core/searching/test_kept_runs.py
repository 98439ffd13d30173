"""Runs of any model and of files, renamed and removed, and two of them side by side for a query."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.errors import BadInput, LibraryError
from assay.ingest.queries import add_query, add_query_paper
from assay.searching.indexing import index_vectors, index_words
from assay.searching.rankings import import_run, kept_rankings
from assay.searching.search import make_all_runs, make_run, make_run_of, store_run
from assay.types import SearchMode, TaskFormat
from assay.workspace import Workspace

SONG = "bees-song"


@pytest.fixture
def asked(workspace: Workspace) -> Workspace:
    """Two queries: a text, and a paper."""
    add_query(workspace.library, "hunting of wolves in winter")
    add_query_paper(workspace.library, SONG)
    return workspace


def test_a_named_model_ranks_the_library_as_the_active_one_does_with_the_same_weights(
    asked: Workspace,
) -> None:
    queries = asked.library.queries.all()
    index_words(asked)
    index_vectors(asked)
    own = make_run(asked, queries, mode=SearchMode.SEMANTIC, k=12)
    named, fingerprint = make_run_of(asked, queries, "hashing", mode=SearchMode.SEMANTIC, k=12)
    assert fingerprint == asked.encoder().fingerprint(TaskFormat.PRX)
    assert {query: list(scores) for query, scores in named.items()} == {
        query: list(scores) for query, scores in own.items()
    }
    assert all(SONG not in scores for query, scores in named.items() if query.startswith("paper-"))
    store_run(asked, "named", named, mode=SearchMode.SEMANTIC, model="hashing", fingerprint=fingerprint)
    (kept,) = asked.library.runs.all()
    assert (kept.tag, kept.mode, kept.fingerprint, kept.details) == (
        "named", "semantic", fingerprint, {"model": "hashing"},
    )  # fmt: skip


def test_a_run_is_renamed_but_not_onto_another_and_then_removed(asked: Workspace) -> None:
    runs, query_id = asked.library.runs, asked.library.queries.all()[0].query_id
    runs.save("one", {query_id: {"bees-nest": 2.0, SONG: 1.0}}, mode="keyword")
    runs.save("two", {query_id: {}})
    runs.rename("one", "  the\nfirst ")
    assert {run.tag: run.mode for run in runs.all()} == {"the first": "keyword", "two": ""}
    assert runs.load("the first") == {query_id: {"bees-nest": 2.0, SONG: 1.0}}
    with pytest.raises(BadInput, match="already"):
        runs.rename("the first", "two")
    with pytest.raises(BadInput, match="needs a tag"):
        runs.rename("two", "  ")
    with pytest.raises(LibraryError, match="no run 'one'"):
        runs.rename("one", "three")
    runs.rename("two", "two")
    runs.remove("the first")
    assert [run.tag for run in runs.all()] == ["two"]


def test_a_trec_file_keeps_its_ranks_and_loses_queries_of_others(asked: Workspace, tmp_path: Path) -> None:
    text, paper = asked.library.queries.all()
    known = [each.doc_id for each in asked.library.papers.all().__next__()][:3]
    lines = [
        (text.query_id, known[0], 0.5),
        (text.query_id, "elsewhere", 0.9),
        (text.query_id, known[1], 0.7),
    ]
    lines += [(paper.query_id, known[2], 1.0), ("another", known[0], 1.0)]
    file = tmp_path / "theirs.run"
    file.write_text("".join(f"{q} Q0 {d} 0 {score} theirs\n" for q, d, score in lines))
    made = import_run(asked.library, file)
    assert (made.tag, made.mode, made.n_queries) == ("theirs", "imported", 2)
    assert (made.number("unknown_queries"), made.number("unknown_papers")) == (1, 1)
    assert list(asked.library.runs.load("theirs")[text.query_id]) == ["elsewhere", known[1], known[0]]
    assert import_run(asked.library, file).tag == "theirs-2", "an earlier run is not replaced unasked"
    assert import_run(asked.library, file, tag="theirs").tag == "theirs"
    assert len(asked.library.runs.all()) == 2
    file.write_text(f"nothing Q0 {known[0]} 1 1.0 theirs\n")
    with pytest.raises(BadInput, match="none of its 1 query"):
        import_run(asked.library, file)


def test_two_runs_side_by_side_have_the_ranks_that_counting_gives(asked: Workspace) -> None:
    """Ranks and moves as counted by hand from the scores, ties and the query's own paper among them."""
    query = asked.library.queries.all()[1]
    ids = [paper.doc_id for paper in next(asked.library.papers.all()) if paper.doc_id != SONG][:6]
    one = {ids[0]: 5.0, SONG: 4.5, ids[1]: 4.0, ids[2]: 4.0, ids[3]: 1.0}
    two = {ids[3]: 9.0, ids[1]: 8.0, SONG: 7.0, ids[4]: 6.0, "gone": 5.0}
    asked.library.runs.save("one", {query.query_id: one})
    asked.library.runs.save("two", {query.query_id: two})
    asked.library.judgements.record(query.query_id, ids[1], assessor="a", relevance=2)
    asked.library.judgements.record(query.query_id, ids[4], assessor="b", relevance=0)
    found = kept_rankings(asked.library, query.query_id, reference="one", tag="two")

    def rank(doc_id: str, scores: dict[str, float]) -> int | None:
        if doc_id not in scores:
            return None
        mine = (scores[doc_id], doc_id)
        return 1 + sum((scores[d], d) > mine for d in scores if d != SONG)

    for places, own, other in ((found.reference, one, two), (found.system, two, one)):
        assert {place.doc_id for place in places} == own.keys() - {SONG}
        assert [place.rank for place in places] == list(range(1, len(own)))
        for place in places:
            assert place.rank == rank(place.doc_id, own)
            assert place.other == rank(place.doc_id, other)
            assert place.grade == {ids[1]: 2, ids[4]: 0}.get(place.doc_id)
    titles = {paper.doc_id: paper.title for paper in asked.library.papers.get(ids)}
    assert [place.title for place in found.system] == [titles.get(p.doc_id, "") for p in found.system]
    assert (found.graded, found.relevant, found.text) == (True, 1, query.text)
    with pytest.raises(LibraryError, match=re.escape("no run 'three'")):
        kept_rankings(asked.library, query.query_id, reference="one", tag="three")


def test_without_vectors_all_runs_are_those_by_keyword(asked: Workspace) -> None:
    index_words(asked)
    make_all_runs(asked)
    assert [run.tag for run in asked.library.runs.all()] == ["keyword"]
    index_vectors(asked)
    make_all_runs(asked)
    assert {run.tag for run in asked.library.runs.all()} == {"keyword", "semantic", "hybrid"}
