"""The vector index at 1,000, 10,000, 100,000 and 1,000,000 papers: building, memory, latency, recall.

`bench_index_growth.py INDEX` reads the vectors of a library's own index folder (`indexes/...`); without it
they are made from abstracts as in bench_index.py. For a million the real ones are repeated and jittered, so
that a paper's nearest are its copies and then what was near it before. Every size runs in a process of its
own, so that the memory is its own; recall is against scores computed by numpy, 20,000 papers at a time.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from assay.index import Manifest, choose, new_index, open_with_hashes, peek, save
from assay.types import Vectors

SIZES = (1_000, 10_000, 100_000, 1_000_000)
K = 10
QUERIES = 100
JITTER = 0.05
"""Length of the random vector that is added to a copy of length 1."""


def main() -> None:
    """Prints a row a size; with a size, that row alone."""
    if len(sys.argv) > 2:
        _row(np.load(sys.argv[1], mmap_mode="r"), int(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "vectors.npy"
        np.save(path, _vectors())
        print("| papers | kind | build, s | 1,000 more, s | on disk, MB | resident, MB |", end="")
        print(" open, s | p50, ms | p95, ms | recall@10 |\n|---:|---|" + "---:|" * 8, flush=True)
        for n in SIZES:
            subprocess.run([sys.executable, __file__, str(path), str(n)], check=True)


def _row(real: Vectors, n: int) -> None:
    vectors = _grown(real, n + 1000)
    new, vectors = vectors[n:], vectors[:n]
    doc_ids = [f"d{row}" for row in range(n)]
    before = _resident_mb()
    index = new_index(choose(n), vectors.shape[1])
    build = _seconds(lambda: index.add(doc_ids, vectors))
    resident = _resident_mb() - before
    queries = _near(vectors)
    index.search(queries[:1], K)
    taken, found = [], []
    for query in queries:
        started = time.perf_counter()
        _, rows = index.search(query[None], K)
        taken.append((time.perf_counter() - started) * 1000)
        found.append(set(rows[0].tolist()))
    best = _exact(vectors, queries)
    recall = np.mean([len(ours & right) / K for ours, right in zip(found, best, strict=True)])
    more = _seconds(lambda: index.add([f"new{row}" for row in range(len(new))], new))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifest = Manifest("bench", index.dim, index.kind, len(index))
        save(index, folder, manifest, text_hashes=dict.fromkeys(index.doc_ids, ""))
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        opened = _seconds(lambda: open_with_hashes(folder, fingerprint="bench", dim=index.dim))
    p50, p95 = np.percentile(taken, (50, 95))
    print(
        f"| {n:,} | {index.kind} | {build:.2f} | {more:.2f} | {size:,.0f} | {resident:,.0f} | {opened:.2f} "
        f"| {p50:.1f} | {p95:.1f} | {recall:.4f} |",
        flush=True,
    )


def _vectors() -> Vectors:
    """Real ones where there are any."""
    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        manifest = peek(folder)
        if manifest is None:
            raise SystemExit(f"There is no index in {folder}.")
        index, _, _ = open_with_hashes(folder, fingerprint=manifest.fingerprint, dim=manifest.dim)
        return index.vectors(index.doc_ids)
    from bench_index import _clustered, _lsa, _papers

    papers, real = _papers()
    return _lsa(papers) if real else _clustered()


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


def _near(vectors: Vectors) -> Vectors:
    """Points near papers, as the vector of a text on their subject is."""
    rng = np.random.default_rng(6)
    near = vectors[np.sort(rng.choice(len(vectors), QUERIES, replace=False))]
    moved = near + 0.02 * rng.standard_normal(near.shape).astype(np.float32)
    return np.ascontiguousarray(moved / np.linalg.norm(moved, axis=1, keepdims=True))


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
    return [set(row.tolist()) for row in rows]


def _resident_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    return float("nan")


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
