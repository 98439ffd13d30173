"""Candidates from one ranking, put in order by their vectors."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
from small_library import PAPERS

from assay.encoding import FolderCache, HashingEncoder, TextTemplate
from assay.errors import BadInput, ModelError
from assay.index import ExactIndex
from assay.progress import Cancelled
from assay.search import rerank, retrieve, retrieve_reranked
from assay.types import Paper, Query, SearchMode, TaskFormat

QUERIES = [Query("q1", "nectar in the hive"), Query("bees1", "bees study 1"), Query("q3", "Stars", "stars0")]
BY_ID = {paper.doc_id: paper for paper in PAPERS}


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    """In float64, from the definition."""
    a, b = one.astype(np.float64), other.astype(np.float64)
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def encoded(text: str, format: TaskFormat) -> np.ndarray:
    return HashingEncoder(128).encode([text], format=format)[0]


@pytest.mark.parametrize("n", [1, 3, 12])
def test_the_first_n_by_words_are_ordered_by_their_cosine(n: int) -> None:
    first = retrieve(PAPERS, QUERIES, mode=SearchMode.KEYWORD, k=n)
    found = retrieve_reranked(PAPERS, QUERIES, encoder=HashingEncoder(128), n=n)
    assert list(found) == ["q1", "bees1", "q3"]
    for query in QUERIES:
        if query.doc_id is None:
            towards = encoded(query.text, TaskFormat.QRY)
        else:
            own = BY_ID[query.doc_id]
            towards = encoded(f"{own.title} {own.abstract}", TaskFormat.PRX)
        expected = {
            doc_id: cosine(
                towards, encoded(f"{BY_ID[doc_id].title} {BY_ID[doc_id].abstract}", TaskFormat.PRX)
            )
            for doc_id in first[query.query_id]
        }
        scores = found[query.query_id]
        assert scores.keys() == expected.keys()
        assert scores == pytest.approx(expected, abs=1e-5)
        assert list(scores.values()) == sorted(set(scores.values()), reverse=True)


def test_k_cuts_after_the_order_was_made_and_n_before() -> None:
    whole = retrieve_reranked(PAPERS, QUERIES[:1], encoder=HashingEncoder(128))
    cut = retrieve_reranked(PAPERS, QUERIES[:1], encoder=HashingEncoder(128), k=2)
    assert list(cut["q1"]) == list(whole["q1"])[:2]
    narrow = retrieve_reranked(PAPERS, QUERIES[:1], encoder=HashingEncoder(128), n=2)
    assert set(narrow["q1"]) == set(retrieve(PAPERS, QUERIES[:1], mode=SearchMode.KEYWORD, k=2)["q1"])


def test_a_query_that_is_a_paper_never_finds_itself() -> None:
    encoder = HashingEncoder(128)
    found = retrieve_reranked(PAPERS, QUERIES, encoder=encoder, exclude_self={"bees1": "bees1"})
    assert "stars0" not in found["q3"]
    assert "bees1" not in found["bees1"]
    assert "bees1" in retrieve_reranked(PAPERS, QUERIES, encoder=encoder)["bees1"]


def test_titles_alone_rank_by_titles_alone(tmp_path: Path) -> None:
    papers = [
        Paper("t", "owls and mice", "nothing of note"),
        Paper("a", "nothing of note", "owls and mice owls"),
    ]
    cache, query = FolderCache(tmp_path), [Query("q", "owls and mice")]
    best = {}
    for fields in (("title",), ("abstract",)):
        encoder = HashingEncoder(template=TextTemplate(" ", fields))  # type: ignore[arg-type]
        found = retrieve_reranked(papers, query, encoder=encoder, cache=cache)
        best[fields[0]] = next(iter(found["q"]))
    assert best == {"title": "t", "abstract": "a"}


def test_ties_keep_the_order_of_the_first_stage_and_arguments_stay_as_they_were() -> None:
    index = ExactIndex(2)
    index.add(["a", "b", "c", "d"], np.array([[0, 1], [1, 0], [0, 2], [0, 1]], np.float32))
    first = {"q": {"d": 1.0, "a": 1.0, "c": 5.0, "b": 0.5, "gone": 0.1}, "none": {}}
    before = copy.deepcopy(first)
    found = rerank(first, {"q": np.array([0, 3], np.float32)}, index)
    # c, d and a have cosine 1; the first stage had c best, and of equal scores the greater id first.
    assert list(found["q"]) == ["c", "d", "a", "b"]
    assert found["none"] == {}
    assert first == before


def test_a_model_is_needed_and_at_least_one_of_each(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="needs a model"):
        retrieve_reranked(PAPERS, QUERIES, encoder=None)  # type: ignore[arg-type]
    for n, k in ((0, 1), (1, 0)):
        with pytest.raises(BadInput, match="at least 1"):
            retrieve_reranked(PAPERS, QUERIES, encoder=HashingEncoder(), n=n, k=k)


def test_it_can_be_stopped_while_it_reranks() -> None:
    def stop(stage: str, done: int, total: int | None) -> None:
        if stage == "reranking":
            assert (done, total) == (1, 3)
            raise Cancelled

    with pytest.raises(Cancelled):
        retrieve_reranked(PAPERS, QUERIES, encoder=HashingEncoder(), progress=stop)
