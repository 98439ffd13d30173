"""FAISS behind the same promises as the exact index."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from assay.errors import BadInput
from assay.index import ExactIndex, FaissIndex
from assay.types import Vectors

Make = Callable[[int, int], Vectors]
KINDS = ["flat", "hnsw"]


def both(kind: str, vectors: Vectors) -> tuple[ExactIndex, FaissIndex]:
    doc_ids = [f"d{row:05}" for row in range(len(vectors))]
    exact, index = ExactIndex(vectors.shape[1]), FaissIndex(vectors.shape[1], kind=kind)
    exact.add(doc_ids, vectors)
    index.add(doc_ids, vectors)
    return exact, index


def recall(found: np.ndarray, wanted: np.ndarray) -> float:
    shares = [
        len(set(f) & set(w) - {-1}) / max(1, len(set(w) - {-1})) for f, w in zip(found, wanted, strict=True)
    ]
    return float(np.mean(shares))


def test_flat_equals_exact_in_rows_and_scores(clustered: Make, rng: np.random.Generator) -> None:
    vectors = clustered(1000, 16)
    vectors[100:200] = vectors[:100]  # ties
    exact, flat = both("flat", vectors)
    queries = rng.standard_normal((12, 16)).astype(np.float32)
    for ours, theirs in zip(flat.search_rows(queries, 25), exact.search_rows(queries, 25), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("shape", ["clustered", "random"])
def test_hnsw_finds_99_of_100_neighbours(clustered: Make, rng: np.random.Generator, shape: str) -> None:
    vectors = (
        clustered(3000, 24) if shape == "clustered" else rng.standard_normal((3000, 24)).astype(np.float32)
    )
    exact, graph = both("hnsw", vectors)
    queries = vectors[:60] + 0.3 * rng.standard_normal((60, 24)).astype(np.float32)
    assert recall(graph.search_rows(queries, 100)[1], exact.search_rows(queries, 100)[1]) >= 0.99


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.05, 0.4])
def test_only_allowed_papers_are_found(
    clustered: Make, rng: np.random.Generator, kind: str, share: float
) -> None:
    exact, index = both(kind, clustered(2000, 16))
    allowed = rng.random(2000) < share
    queries = rng.standard_normal((20, 16)).astype(np.float32)
    _, rows = index.search_rows(queries, 30, allowed=allowed)
    assert allowed[rows[rows >= 0]].all()
    assert recall(rows, exact.search_rows(queries, 30, allowed=allowed)[1]) >= 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_removed_papers_are_never_found_and_rows_stay_without_holes(
    clustered: Make, rng: np.random.Generator, kind: str
) -> None:
    vectors = clustered(800, 16)
    exact, index = both(kind, vectors)
    for gone in (range(50), range(50, 100), range(300, 700)):  # a few tombstones, then a rebuild
        ids = [f"d{row:05}" for row in gone]
        exact.remove([*ids, "unknown"])
        index.remove([*ids, "unknown"])
        assert list(index.doc_ids) == list(exact.doc_ids)
        assert len(index) == len(exact)
        queries = rng.standard_normal((10, 16)).astype(np.float32)
        _, rows = index.search_rows(queries, 20)
        assert rows.max() < len(index)
        assert recall(rows, exact.search_rows(queries, 20)[1]) >= 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_a_replaced_paper_is_found_where_it_is_now(clustered: Make, kind: str) -> None:
    _, index = both(kind, clustered(400, 16))
    target = np.full((1, 16), 5, np.float32)
    index.add(["d00007", "new", "new"], np.concatenate([target, -target, target]))
    assert len(index) == 401
    _, rows = index.search_rows(target, 2)
    assert [index.doc_ids[row] for row in rows[0]] == ["d00007", "new"]
    np.testing.assert_allclose(index.vectors(["new", "d00007"]), np.full((2, 16), 0.25), atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_adding_in_steps_finds_what_adding_at_once_finds(clustered: Make, kind: str) -> None:
    vectors = clustered(1500, 16)
    exact, _ = both("flat", vectors)
    stepwise = FaissIndex(16, kind=kind)
    for start in range(0, 1500, 100):
        stepwise.add([f"d{row:05}" for row in range(start, start + 100)], vectors[start : start + 100])
    queries = vectors[::50]
    assert recall(stepwise.search_rows(queries, 10)[1], exact.search_rows(queries, 10)[1]) >= 0.9


@pytest.mark.parametrize("kind", KINDS)
def test_more_than_there_are_and_nothing_at_all(kind: str) -> None:
    index = FaissIndex(4, kind=kind)
    assert index.search_rows(np.ones((1, 4), np.float32), 2)[1].tolist() == [[-1, -1]]
    assert index.vectors([]).shape == (0, 4)
    index.add(["b", "a"], np.ones((2, 4), np.float32))
    scores, rows = index.search_rows(np.ones((1, 4), np.float32), 3)
    assert rows.tolist() == [[1, 0, -1]]  # a before b: equal scores go by id
    assert np.isneginf(scores[0, 2])
    index.remove(["a", "b"])
    assert len(index) == 0
    assert index.search_rows(np.ones((1, 4), np.float32), 1)[1].tolist() == [[-1]]
    index.add(["c"], np.ones((1, 4), np.float32))
    assert index.search_rows(np.ones((1, 4), np.float32), 1)[1].tolist() == [[0]]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadInput, match="hnsw"):
        FaissIndex(4, kind="tree")


@pytest.mark.parametrize("kind", ["exact", *KINDS])
def test_rows_are_found_for_many_papers_at_once_and_hold_their_vectors(clustered: Make, kind: str) -> None:
    vectors = clustered(500, 16)
    index = both("flat", vectors)[0] if kind == "exact" else both(kind, vectors)[1]
    index.remove(["d00000", "d00003"])
    rows = index.find(["d00499", "d00003", "nobody", "d00001"])
    assert rows[[1, 2]].tolist() == [-1, -1]
    assert [index.doc_ids[row] for row in rows[[0, 3]]] == ["d00499", "d00001"]
    expected = vectors[[499, 1]] / np.linalg.norm(vectors[[499, 1]], axis=1, keepdims=True)
    np.testing.assert_allclose(index.at(rows[[0, 3]]), expected, atol=1e-6)
    assert index.find([]).shape == (0,)
