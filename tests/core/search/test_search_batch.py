"""Runs: many queries over a collection or a library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_library import PAPERS, CountingEncoder

from assay.encoding import FolderCache, HashingEncoder
from assay.errors import ModelError
from assay.evaluation import evaluate, read_beir, read_run, write_run
from assay.evaluation.ranking import ranking
from assay.library import Library
from assay.progress import Cancelled
from assay.search import Searcher, retrieve, retrieve_from
from assay.types import Paper, Query, SearchMode, SearchRequest, TaskFormat

MODES = list(SearchMode)
QUERIES = [Query("q1", "nectar in the hive"), Query("bees1", "bees study 1"), Query("q3", "Stars", "stars0")]


@pytest.mark.parametrize("mode", MODES)
def test_every_query_gets_a_ranking_without_its_own_paper(mode: SearchMode) -> None:
    run = retrieve(PAPERS, QUERIES, mode=mode, encoder=HashingEncoder(128), exclude_self={"bees1": "bees1"})
    assert list(run) == ["q1", "bees1", "q3"]
    assert "bees1" not in run["bees1"]
    assert "stars0" not in run["q3"]
    for query_id, topic in (("q1", "bees"), ("bees1", "bees"), ("q3", "stars")):
        assert next(iter(run[query_id])).startswith(topic)
        assert list(run[query_id].values()) == sorted(run[query_id].values(), reverse=True)


@pytest.mark.parametrize("mode", MODES)
def test_a_paper_that_happens_to_have_the_querys_number_is_kept(mode: SearchMode) -> None:
    """Cranfield's query 1 is not its document 1."""
    run = retrieve(PAPERS, QUERIES, mode=mode, encoder=HashingEncoder(128))
    assert next(iter(run["bees1"])) == "bees1"
    assert "stars0" not in run["q3"]  # a query that is a paper never is its own result


@pytest.mark.parametrize("mode", MODES)
def test_k_counts_without_the_query_paper(mode: SearchMode) -> None:
    own = {"bees1": "bees1"}
    run = retrieve(PAPERS, QUERIES, mode=mode, k=3, encoder=HashingEncoder(128), exclude_self=own)
    assert [len(ranking) for ranking in run.values()] == [3, 3, 3]


def test_a_query_paper_outside_the_collection_is_searched_by_its_text() -> None:
    run = retrieve(PAPERS, [Query("q", "graph walks", "elsewhere")], mode=SearchMode.KEYWORD)
    assert next(iter(run["q"])).startswith("graphs")


def test_papers_are_encoded_once_into_the_cache(tmp_path: Path) -> None:
    encoder, cache = CountingEncoder(), FolderCache(tmp_path)
    first = retrieve(PAPERS, QUERIES, mode=SearchMode.SEMANTIC, encoder=encoder, cache=cache)
    assert [f for f, _ in encoder.taken()].count(TaskFormat.PRX) == len(PAPERS)
    assert retrieve(PAPERS, QUERIES, mode=SearchMode.SEMANTIC, encoder=encoder, cache=cache) == first
    assert {f for f, _ in encoder.taken()} == {TaskFormat.QRY}


def test_meaning_needs_a_model() -> None:
    with pytest.raises(ModelError, match="needs a model"):
        retrieve(PAPERS, QUERIES, mode=SearchMode.HYBRID)


def test_no_papers_and_no_queries() -> None:
    for mode in MODES:
        assert retrieve([], QUERIES[:1], mode=mode, encoder=HashingEncoder()) == {"q1": {}}
        assert retrieve(PAPERS, [], mode=mode, encoder=HashingEncoder()) == {}


def test_a_run_can_be_stopped() -> None:
    def stop(stage: str, done: int, total: int | None) -> None:
        assert (stage, total) == ("searching", 3)
        raise Cancelled

    with pytest.raises(Cancelled):
        retrieve(PAPERS, QUERIES, mode=SearchMode.KEYWORD, progress=stop)


@pytest.mark.parametrize("mode", MODES)
def test_a_library_ranks_like_the_same_papers_in_memory(
    library: Library, searcher: Callable[[], Searcher], mode: SearchMode
) -> None:
    stored = retrieve_from(searcher(), QUERIES, mode=mode, k=6)
    in_memory = retrieve(PAPERS, QUERIES, mode=mode, k=6, encoder=CountingEncoder())
    assert {q: list(r) for q, r in stored.items()} == {q: list(r) for q, r in in_memory.items()}
    for query_id, scores in stored.items():
        assert scores == pytest.approx(in_memory[query_id])


def test_a_query_whose_paper_was_removed_is_searched_by_its_text(
    library: Library, searcher: Callable[[], Searcher]
) -> None:
    opened = searcher()
    library.papers.remove(["stars0"])
    run = retrieve_from(opened, [Query("q3", "stars study", "stars0")], mode=SearchMode.HYBRID)
    assert next(iter(run["q3"])).startswith("stars")


@pytest.mark.parametrize("mode", MODES)
def test_tied_papers_are_measured_and_written_in_the_order_that_is_shown(
    tmp_path: Path, mode: SearchMode
) -> None:
    """The searcher orders ties by doc_id, trec_eval the other way round."""
    twins = [Paper(f"p{n}", "bees in the hive", "nectar") for n in range(6)]
    run = retrieve(twins, [Query("q", "bees nectar")], mode=mode, k=4, encoder=HashingEncoder(128))
    shown = ["p0", "p1", "p2", "p3"]
    assert list(run["q"]) == shown
    assert ranking(run["q"]) == shown
    assert evaluate({"q": {"p0": 1}}, run, ("RR@10",)).mean["RR@10"] == 1
    write_run(run, tmp_path / "run.txt", tag="assay")
    assert ranking(read_run(tmp_path / "run.txt")["q"]) == shown


def test_the_ranking_of_a_run_is_that_of_the_search(
    library: Library, searcher: Callable[[], Searcher]
) -> None:
    opened = searcher()
    run = retrieve_from(opened, [Query("q", "study bees graphs")], mode=SearchMode.HYBRID, k=12)
    hits = opened.search(SearchRequest("study bees graphs", mode=SearchMode.HYBRID, k=12))
    assert len({hit.score for hit in hits}) < len(hits)  # there are ties, or nothing is shown here
    assert ranking(run["q"]) == [hit.doc_id for hit in hits]
    assert list(run["q"].values()) == pytest.approx([hit.score for hit in hits], rel=1e-12)


@pytest.mark.shared_data
@pytest.mark.parametrize(("name", "least"), [("scifact", 0.66), ("cacm", 0.45)])
def test_bm25_reaches_the_published_quality_on_real_collections(
    shared_data: Path, name: str, least: float
) -> None:
    collection = read_beir(shared_data / name)
    run = retrieve(collection.papers, collection.queries, mode=SearchMode.KEYWORD)
    assert evaluate(collection.qrels, run, ("nDCG@10",)).mean["nDCG@10"] >= least


@pytest.mark.parametrize("mode", MODES)
def test_a_query_ranks_its_candidates_as_the_whole_collection_would(mode: SearchMode) -> None:
    """Keyword and vector scores depend on nothing else that may be found; fused ranks do."""
    encoder = HashingEncoder(128)
    whole = retrieve(PAPERS, QUERIES, mode=mode, k=len(PAPERS), encoder=encoder)
    among = {"q1": ["bees2", "graphs1", "bees0"], "bees1": ["stars1", "bees2"], "q3": ["stars0", "stars2"]}
    run = retrieve(PAPERS, QUERIES, mode=mode, encoder=encoder, among=among)
    for query_id, candidates in among.items():
        expected = [doc_id for doc_id in whole[query_id] if doc_id in candidates]
        assert set(run[query_id]) == set(expected)
        if mode is not SearchMode.HYBRID:
            assert list(run[query_id]) == expected
            assert run[query_id] == pytest.approx({d: whole[query_id][d] for d in expected}, rel=1e-5)
    assert "stars0" not in run["q3"]  # it is the query itself


def test_a_query_without_candidates_has_an_empty_ranking() -> None:
    run = retrieve(PAPERS, QUERIES, mode=SearchMode.KEYWORD, among={"q1": ["bees2"]})
    assert [list(found) for found in run.values()] == [["bees2"], [], []]
