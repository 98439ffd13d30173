"""What every vector index promises (`VectorIndex`), against cosines computed here in double precision.

An engine that others keep joins by a line in `made`.
"""

from __future__ import annotations

import numpy as np
import pytest

from assay.errors import DimensionMismatch, ModelError
from assay.index import VectorIndex, Where, known_of, new_index
from assay.types import Vectors

DIM = 12
KINDS = ("exact", "flat", "hnsw")


@pytest.fixture(params=KINDS)
def made(request: pytest.FixtureRequest) -> VectorIndex:
    """Return an empty index."""
    return new_index(request.param, DIM)


def by_hand(papers: dict[str, Vectors], query: Vectors, k: int) -> list[str]:
    """Return the k ids of the largest cosines; of equal ones the smaller id first."""

    def cosine(vector: Vectors) -> float:
        one, other = vector.astype(np.float64), query.astype(np.float64)
        return round(float(one @ other / np.linalg.norm(one) / np.linalg.norm(other)), 9)

    return sorted(papers, key=lambda doc_id: (-cosine(papers[doc_id]), doc_id))[:k]


def grown(index: VectorIndex, rng: np.random.Generator, n: int = 60) -> dict[str, Vectors]:
    """Add papers, two of them alike, and return what was added."""
    vectors = rng.normal(size=(n, DIM)).astype(np.float32)
    vectors[7] = 3 * vectors[4]
    papers = {f"d{number:02}": vector for number, vector in enumerate(vectors)}
    index.add([*papers], vectors)
    return papers


def found(index: VectorIndex, query: Vectors, k: int, where: Where | None = None) -> list[str]:
    [ranking] = index.search(query[None], k, where=where)
    return [doc_id for doc_id, _ in ranking]


def test_the_nearest_papers_come_by_id_with_their_cosines(
    made: VectorIndex, rng: np.random.Generator
) -> None:
    papers = grown(made, rng)
    queries = rng.normal(size=(5, DIM)).astype(np.float32)
    for query, ranking in zip(queries, made.search(queries, 10), strict=True):
        assert [doc_id for doc_id, _ in ranking] == by_hand(papers, query, 10)
        for doc_id, score in ranking:
            unit = papers[doc_id] / np.linalg.norm(papers[doc_id])
            assert score == pytest.approx(float(unit @ query / np.linalg.norm(query)), abs=1e-5)
    assert found(made, papers["d04"], 2) == ["d04", "d07"], "equal papers by their ids"


def test_only_what_is_allowed_is_found_also_after_changes(
    made: VectorIndex, rng: np.random.Generator
) -> None:
    papers = grown(made, rng)
    query = rng.normal(size=DIM).astype(np.float32)
    named = {f"d{number:02}" for number in range(0, 60, 7)} | {"new", "nobody"}
    few, rest = Where(named), Where(named, but=True)
    for _ in range(2):
        kept = {doc_id: vector for doc_id, vector in papers.items() if doc_id in named}
        assert found(made, query, 20, few) == by_hand(kept, query, 20), "fewer where fewer are allowed"
        others = {doc_id: vector for doc_id, vector in papers.items() if doc_id not in named}
        assert found(made, query, 20, rest) == by_hand(others, query, 20)
        made.remove(["d07", "d08"])
        papers = {doc_id: vector for doc_id, vector in papers.items() if doc_id not in ("d07", "d08")}
        papers["new"] = rng.normal(size=DIM).astype(np.float32)
        made.add(["new"], papers["new"][None])
    assert found(made, query, 5, Where(set())) == []


def test_vectors_come_back_by_id_at_length_one(made: VectorIndex, rng: np.random.Generator) -> None:
    papers = grown(made, rng)
    made.remove(["d03", "nobody"])
    wanted = ["d09", "d00", "d09"]
    unit = np.array([papers[doc_id] / np.linalg.norm(papers[doc_id]) for doc_id in wanted])
    np.testing.assert_allclose(made.vectors(wanted), unit, atol=1e-6)
    assert made.has(["d03", "d04", "nobody"]).tolist() == [False, True, False]
    assert known_of(made, ["d05", "d03", "d04"]) == ["d05", "d04"]
    assert (len(made), {*made.doc_ids}) == (59, {*papers} - {"d03"})
    with pytest.raises(KeyError):
        made.vectors(["d03"])


def test_what_is_no_vector_of_this_index_is_refused(made: VectorIndex) -> None:
    with pytest.raises(DimensionMismatch):
        made.add(["a"], np.ones((1, DIM + 1), np.float32))
    with pytest.raises(ModelError):
        made.add(["a"], np.full((1, DIM), np.nan, np.float32))
    with pytest.raises(DimensionMismatch):
        made.search(np.ones((1, DIM - 1), np.float32), 1)
    assert made.search(np.ones((2, DIM), np.float32), 3) == [[], []], "of an empty one, nothing"
