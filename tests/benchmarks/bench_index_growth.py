"""The vector index at 1,000, 10,000, 100,000 and 1,000,000 papers: building, memory, latency, recall.

`bench_index_growth.py INDEX` reads the vectors of a library's own index folder (`indexes/...`); without it
they are made from abstracts as in bench_index.py. For a million the real ones are repeated and jittered, so
that a paper's nearest are its copies and then what was near it before. Every size runs in a process of its
own, so that the memory is its own; recall is against scores computed by numpy, 20,000 papers at a time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from measuring import folder_mb, head, parser_of, resident_mb, row, seconds, taken

from assay.index import Manifest, choose, new_index, open_index, peek, save
from assay.types import Vectors

SIZES = (1_000, 10_000, 100_000, 1_000_000)
K = 10
QUERIES = 100
JITTER = 0.05
"""Length of the random vector that is added to a copy of length 1."""


def main() -> None:
    """Prints a row a size; with a size, that row alone."""
    parser = parser_of(__doc__)
    parser.add_argument("index", nargs="?", type=Path, help="a library's index folder, indexes/...")
    parser.add_argument("--size", type=int, help="print the row of this size alone, of vectors in a .npy")
    given = parser.parse_args()
    if given.size:
        _row(np.load(given.index, mmap_mode="r"), given.size)
        return
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "vectors.npy"
        np.save(path, _vectors(given.index))
        head("papers", "kind", "build, s", "1,000 more, s", "on disk, MB", "resident, MB", "open, s",
             "again, s", "p50, ms", "p95, ms", "recall@10", texts=2)  # fmt: skip
        sys.stdout.flush()
        for n in SIZES:
            subprocess.run([sys.executable, __file__, str(path), "--size", str(n)], check=True)


def _row(real: Vectors, n: int) -> None:
    vectors = _grown(real, n + 1000)
    new, vectors = vectors[n:], vectors[:n]
    doc_ids = [f"d{place}" for place in range(n)]
    from bench_index import queries_near

    before = resident_mb()
    index = new_index(choose(n), vectors.shape[1])
    build = seconds(lambda: index.add(doc_ids, vectors))
    resident = resident_mb() - before
    queries = queries_near(vectors, QUERIES)
    index.search(queries[:1], K)
    times, found = [], []
    for query in queries:
        took, (_, rows) = taken(lambda query=query: index.search_rows(query[None], K))  # type: ignore[misc]
        times.append(took.clock * 1000)
        found.append(set(rows[0].tolist()))
    best = _exact(vectors, queries)
    recall = np.mean([len(ours & right) / K for ours, right in zip(found, best, strict=True)])
    more = seconds(lambda: index.add([f"new{place}" for place in range(len(new))], new))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifest = Manifest("bench", index.dim, index.kind, len(index))
        save(index, folder, manifest)
        size = folder_mb(folder)
        for path in folder.rglob("*"):
            os.utime(path, (0, 0))  # written long ago
        opened, again = (
            seconds(lambda: open_index(folder, fingerprint="bench", dim=index.dim)) for _ in range(2)
        )
    p50, p95 = np.percentile(times, (50, 95))
    row(f"{n:,}", index.kind, f"{build:.2f}", f"{more:.2f}", f"{size:,.0f}", f"{resident:,.0f}",
        f"{opened:.2f}", f"{again:.2f}", f"{p50:.1f}", f"{p95:.1f}", f"{recall:.4f}")  # fmt: skip


def _vectors(folder: Path | None) -> Vectors:
    """Real ones where there are any."""
    if folder is not None:
        manifest = peek(folder)
        if manifest is None:
            raise SystemExit(f"There is no index in {folder}.")
        index = open_index(folder, fingerprint=manifest.fingerprint, dim=manifest.dim)
        return index.vectors(list(index.doc_ids))
    from bench_index import clustered, lsa, real_or_generated

    papers, real = real_or_generated()
    return lsa(papers) if real else clustered()


def _grown(real: Vectors, n: int) -> Vectors:
    """The first n; beyond the real ones, copies with noise, each of length 1 again."""
    rng = np.random.default_rng(5)
    grown = np.empty((n, real.shape[1]), np.float32)
    for start in range(0, n, 20_000):
        rows = np.arange(start, min(start + 20_000, n))
        part = np.asarray(real[rows % len(real)], np.float32)
        copies = rows >= len(real)
        noise = rng.standard_normal((int(copies.sum()), real.shape[1]), np.float32)
        part[copies] += JITTER * noise / np.linalg.norm(noise, axis=1, keepdims=True)
        grown[rows] = part / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-9)
    return grown


def _exact(vectors: Vectors, queries: Vectors) -> list[set[int]]:
    scores = np.full((len(queries), 0), 0.0, np.float32)
    rows = np.zeros((len(queries), 0), np.int64)
    for start in range(0, len(vectors), 20_000):
        part = queries @ vectors[start : start + 20_000].T  # (q, dim) @ (dim, part) -> (q, part)
        scores = np.concatenate([scores, part], axis=1)
        places = np.arange(start, start + part.shape[1])
        rows = np.concatenate([rows, np.tile(places, (len(queries), 1))], axis=1)
        best = np.argsort(-scores, axis=1, kind="stable")[:, :K]
        scores, rows = np.take_along_axis(scores, best, 1), np.take_along_axis(rows, best, 1)
    return [set(own.tolist()) for own in rows]


if __name__ == "__main__":
    main()
