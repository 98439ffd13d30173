"""Exact top-k of inner products: blocks of one matrix product, then only what can still win is looked at.

FAISS keeps a heap a query and updates it score by score; here a whole block is compared with each query's
k-th best so far in one pass, which after the first block lets next to nothing through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from assay.types import Vectors

QUERIES_AT_ONCE = 256
SCORES_AT_ONCE = 2**21  # 8 MB of float32: few blocks, because threads wait for each other at the end of each
SAMPLE = 4096  # scores of the first block that give a first floor
SMALLEST_BLOCK = 1024  # rows; below, the matrix product loses its speed

_UNIT_ROUNDOFF = 2.0**-24
_SPARSE = 8  # below 1/8 of the rows allowed, gathering them is cheaper than scoring all

Rows = npt.NDArray[np.int64]
Found = tuple[Rows, Rows, Vectors]  # query numbers, rows and rough scores of the candidates, (m,) each


def top_rows(
    matrix: Vectors,
    queries: Vectors,
    k: int,
    *,
    doc_ids: Sequence[str],
    allowed: npt.NDArray[np.bool_] | None,
    rows: Rows | None = None,
    longest: float = 1.0,
) -> tuple[Vectors, Rows]:
    """Return the k best rows of `matrix` (n, dim) for `queries` (q, dim): scores (q, k) and rows (q, k).

    Queries have length 1 or 0, and no row of the matrix is longer than `longest`. Scores do not depend on
    which other queries are asked, nor on the place of a row; equal ones are ordered by doc_id. Missing places
    hold row -1 and score -inf.

    Where the matrix has its vectors in another order, or has others too, `rows` (n,) are their rows by which
    `doc_ids`, `allowed` and the answer go; one of row -1 is passed over.
    """
    scores = np.full((len(queries), k), -np.inf, np.float32)
    best_rows = np.full((len(queries), k), -1, np.int64)
    if not k or not len(matrix) or not len(queries):
        return scores, best_rows
    if rows is None:
        rows = np.arange(len(matrix))
    else:
        counted = rows >= 0
        if allowed is not None:
            counted[counted] = allowed[rows[counted]]
        allowed = counted
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        chunk = queries[start : start + QUERIES_AT_ONCE]
        for number, candidates in enumerate(_candidates(matrix, chunk, k, allowed, longest)):
            best, values = rank(matrix[candidates], chunk[number], rows[candidates], k, doc_ids=doc_ids)
            best_rows[start + number, : len(best)] = best
            scores[start + number, : len(best)] = values
    return scores, best_rows


def best_of(found: Sequence[tuple[Vectors, Rows]], k: int, *, doc_ids: Sequence[str]) -> tuple[Vectors, Rows]:
    """The k best of several answers (q, k) of `top_rows` to the same queries, in matrices of other rows."""
    scores = np.concatenate([values for values, _ in found], axis=1)
    rows = np.concatenate([places for _, places in found], axis=1)
    for values, places in zip(scores, rows, strict=True):
        order = _best_first(values, places, doc_ids)
        values[:], places[:] = values[order], places[order]
    return scores[:, :k], rows[:, :k]


def rank(
    vectors: Vectors, query: Vectors, rows: Rows, k: int, *, doc_ids: Sequence[str]
) -> tuple[Rows, Vectors]:
    """The k best of `rows`, whose `vectors` (m, dim) are given, and their scores; ties by doc_id.

    A row's score is summed in one order wherever the row lies. The matrix product does not promise that, and
    two equal papers would differ in the last bit and be ordered by chance.
    """
    scores = np.einsum("ij,j->i", vectors, query)  # (m, dim) . (dim,) -> (m,)
    order = _best_first(scores, rows, doc_ids)[:k]
    return rows[order], scores[order]


def _best_first(scores: Vectors, rows: Rows, doc_ids: Sequence[str]) -> Rows:
    """Return the order (m,) of scores (m,), highest first, ties by doc_id; missing ones (-inf) last."""
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    if ((ordered[1:] == ordered[:-1]) & (ordered[1:] > -np.inf)).any():
        names = [doc_ids[row] if row >= 0 else "" for row in rows.tolist()]
        order = np.array(sorted(order.tolist(), key=lambda at: (-scores[at], names[at])), np.int64)
    return order


def _candidates(
    matrix: Vectors, queries: Vectors, k: int, allowed: npt.NDArray[np.bool_] | None, longest: float = 1.0
) -> list[Rows]:
    """Return, for each query, the rows that may be among its k best: no winner missing, few losers.

    A float32 sum of `dim` products with a unit vector errs by at most dim * 2^-24 of the other's length, here
    as in `rank`; a row that lies further than twice both errors below the k-th best so far cannot win.
    """
    margin = np.float32(4 * matrix.shape[1] * _UNIT_ROUNDOFF * longest)
    floor = np.full(len(queries), -np.inf, np.float32)
    found: list[Found] = []
    tighten_at = 1
    for number, (rows, scores) in enumerate(_score_blocks(matrix, queries, allowed), start=1):
        if number == 1 and scores.shape[1] > k:
            sample = scores[:, : max(4 * k, SAMPLE)]
            floor = np.partition(sample, -k, axis=1)[:, -k] - margin
        at = np.flatnonzero(scores >= floor[:, None])
        query, column = np.divmod(at, scores.shape[1])
        found.append((query, rows[column], scores.ravel()[at]))
        if number == tighten_at:  # at blocks 1, 2, 4, 8...: each time about k candidates a query are new
            found, floor = _tighten(found, floor, k, margin)
            tighten_at *= 2
    if not found:
        return [np.empty(0, np.int64) for _ in queries]
    found, floor = _tighten(found, floor, k, margin)
    query, rows, _ = found[0]
    return np.split(rows, np.searchsorted(query, np.arange(1, len(queries))))


def _score_blocks(
    matrix: Vectors, queries: Vectors, allowed: npt.NDArray[np.bool_] | None
) -> Iterator[tuple[Rows, Vectors]]:
    """Row numbers (b,) and rough scores (q, b), block by block. Rows that are not allowed score -inf."""
    rows = np.arange(len(matrix)) if allowed is None else np.flatnonzero(allowed)
    sparse = len(rows) * _SPARSE < len(matrix)
    if not sparse:
        rows = np.arange(len(matrix))
    size = max(SMALLEST_BLOCK, SCORES_AT_ONCE // len(queries))
    for start in range(0, len(rows), size):
        block = rows[start : start + size]
        vectors = matrix[block] if sparse else matrix[start : start + size]
        scores = _scores(vectors, queries)
        if allowed is not None and not sparse:
            scores[:, ~allowed[start : start + size]] = -np.inf
        yield block, scores


def _scores(vectors: Vectors, queries: Vectors) -> Vectors:
    """Inner products (q, b) of queries (q, dim) with vectors (b, dim)."""
    if len(queries) == 1:  # a matrix is read faster than its transpose
        return np.atleast_2d(vectors @ queries[0])  # (b, dim) @ (dim,) -> (1, b)
    return queries @ vectors.T  # (q, dim) @ (dim, b) -> (q, b)


def _tighten(found: list[Found], floor: Vectors, k: int, margin: np.float32) -> tuple[list[Found], Vectors]:
    """Return the candidates so far ordered by query, without those that have fallen below the k-th best."""
    query, rows, scores = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.argsort(query, kind="stable")
    query, rows, scores = query[order], rows[order], scores[order]
    ends = np.searchsorted(query, np.arange(len(floor) + 1))
    floor = floor.copy()
    for number, (start, end) in enumerate(pairwise(ends)):
        if end - start > k:
            floor[number] = np.partition(scores[start:end], -k)[-k] - margin
    # A row that is not allowed has -inf and goes even while there is no floor yet.
    keep = (scores >= floor[query]) & (scores > -np.inf)
    return [(query[keep], rows[keep], scores[keep])], floor
