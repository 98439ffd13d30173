"""The exact index against a full sort in float64."""

from __future__ import annotations

import numpy as np
import pytest

from assay.errors import DimensionMismatch, ModelError
from assay.index import ExactIndex, choose, new_index, topk
from assay.types import Vectors


def sorted_by_hand(vectors: Vectors, doc_ids: list[str], query: Vectors, k: int) -> list[str]:
    """Every cosine in float64, sorted with Python's own sort; ties by doc_id."""
    unit = vectors.astype(np.float64) / np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    cosines = unit @ (query.astype(np.float64) / np.linalg.norm(query.astype(np.float64)))
    # Equal rows give equal sums up to the last bits of float64: rounding makes them equal again.
    order = sorted(range(len(doc_ids)), key=lambda row: (-round(float(cosines[row]), 12), doc_ids[row]))
    return [doc_ids[row] for row in order[:k]]


def named(index: ExactIndex, rows: np.ndarray) -> list[str]:
    return [index.doc_ids[row] for row in rows.tolist()]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many blocks, so that thresholds are tightened several times."""
    monkeypatch.setattr(topk, "SMALLEST_BLOCK", 16)
    monkeypatch.setattr(topk, "SCORES_AT_ONCE", 64)
    monkeypatch.setattr(topk, "QUERIES_AT_ONCE", 3)


@pytest.mark.parametrize("k", [1, 7, 100, 400])
def test_ranking_equals_a_full_sort(rng: np.random.Generator, small_blocks: None, k: int) -> None:
    vectors, queries = rng.standard_normal((400, 24)), rng.standard_normal((8, 24))
    doc_ids = [f"d{row}" for row in rng.permutation(400)]
    index = ExactIndex(24)
    index.add(doc_ids, vectors.astype(np.float32))
    scores, rows = index.search_rows(queries.astype(np.float32), k)
    for query, found, values in zip(queries, rows, scores, strict=True):
        assert named(index, found) == sorted_by_hand(vectors.astype(np.float32), doc_ids, query, k)
        assert (np.diff(values) <= 0).all()


@pytest.mark.usefixtures("small_blocks")
def test_equal_papers_are_ordered_by_id_wherever_their_rows_lie(rng: np.random.Generator) -> None:
    kinds = rng.standard_normal((10, 24)).astype(np.float32)
    doc_ids = [f"d{number:03}" for number in rng.permutation(300)]
    vectors = kinds[rng.integers(0, 10, 300)]
    index = ExactIndex(24)
    index.add(doc_ids, vectors)
    for query in rng.standard_normal((5, 24)).astype(np.float32):
        for k in (1, 10, 45, 300):
            _, rows = index.search_rows(query[None], k)
            assert named(index, rows[0]) == sorted_by_hand(vectors, doc_ids, query, k)


def test_scores_are_cosines_whatever_the_lengths(rng: np.random.Generator) -> None:
    vectors = rng.standard_normal((50, 8)) * rng.uniform(1e-6, 1e12, (50, 1))
    query = rng.standard_normal(8)
    index = ExactIndex(8)
    index.add([f"d{row}" for row in range(50)], vectors.astype(np.float32))
    scores, rows = index.search_rows((query * 1e15).astype(np.float32)[None], 50)
    cosines = vectors @ query / np.linalg.norm(vectors, axis=1) / np.linalg.norm(query)
    np.testing.assert_allclose(scores[0], cosines[rows[0]], atol=1e-6)


@pytest.mark.usefixtures("small_blocks")
def test_a_ranking_does_not_depend_on_the_queries_beside_it(rng: np.random.Generator) -> None:
    index = ExactIndex(32)
    index.add([f"d{row}" for row in range(500)], rng.standard_normal((500, 32)).astype(np.float32))
    queries = rng.standard_normal((20, 32)).astype(np.float32)
    together = index.search_rows(queries, 10)
    for number, query in enumerate(queries):
        alone = index.search_rows(query[None], 10)
        np.testing.assert_array_equal(alone[0][0], together[0][number])
        np.testing.assert_array_equal(alone[1][0], together[1][number])


def test_rising_scores_lose_no_winner(small_blocks: None) -> None:
    """The worst order for a threshold: each row is better than all before it."""
    angles = np.linspace(np.pi / 2, 0.01, 500)
    index = ExactIndex(2)
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    index.add([f"d{row}" for row in range(500)], vectors)
    _, rows = index.search_rows(np.array([[1, 0]], np.float32), 20)
    assert rows[0].tolist() == list(range(499, 479, -1))


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_only_allowed_papers_are_returned(rng: np.random.Generator, share: float) -> None:
    vectors = rng.standard_normal((300, 16)).astype(np.float32)
    doc_ids = [f"d{row:03}" for row in range(300)]
    index = ExactIndex(16)
    index.add(doc_ids, vectors)
    allowed = rng.random(300) < share
    kept = [doc_id for doc_id, keep in zip(doc_ids, allowed, strict=True) if keep]
    query = rng.standard_normal(16).astype(np.float32)
    _, rows = index.search_rows(query[None], 10, allowed=allowed)
    found = [doc_ids[row] for row in rows[0] if row >= 0]
    assert found == sorted_by_hand(vectors[allowed], kept, query, 10)


def test_vectors_of_another_width_are_refused() -> None:
    index = ExactIndex(6)
    with pytest.raises(DimensionMismatch, match="4 dimensions"):
        index.add(["a"], np.ones((1, 4), np.float32))
    with pytest.raises(DimensionMismatch):
        index.search_rows(np.ones((1, 7), np.float32), 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_vectors_that_hold_no_numbers_are_refused(bad: float) -> None:
    index = ExactIndex(2)
    with pytest.raises(ModelError, match="Vector 1 of 2 holds a value that is not a number"):
        index.add(["a", "b"], np.array([[1, 0], [bad, 0]], np.float32))
    assert len(index) == 0


def test_a_paper_without_direction_scores_zero() -> None:
    index = ExactIndex(2)
    index.add(["nothing", "east", "west"], np.array([[0, 0], [1, 0], [-1, 0]], np.float32))
    scores, rows = index.search_rows(np.array([[3, 0]], np.float32), 3)
    assert named(index, rows[0]) == ["east", "nothing", "west"]
    assert scores[0].tolist() == [1, 0, -1]


def test_small_libraries_are_searched_exactly_and_large_ones_by_a_graph() -> None:
    assert choose(0) == choose(100_000) == "exact"
    assert choose(10_000_000) == "hnsw"
    assert {kind: new_index(kind, 3).kind for kind in ("exact", "flat", "hnsw")} == {
        kind: kind for kind in ("exact", "flat", "hnsw")
    }
