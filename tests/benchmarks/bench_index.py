"""Searching 100,000 papers: exact, approximate, by words.

The vectors are made from real abstracts where the folder in ASSAY_SHARED_DATA (or ../shared/data beside the
checkout) has `ai_papers`: TF-IDF reduced to 384 dimensions (latent semantic analysis), whose neighbourhoods
are those of real texts at a cost of seconds. Without that folder vectors and texts are generated. All rows of
a table are measured in turn, in one run, so that their ratios hold on a machine that others use as well.
"""

from __future__ import annotations

import logging
import os
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from measuring import SHARED, by_turns, clocks, folder_mb, head, row, rows_of, seconds
from measuring import taken as took

from assay.index import EXACT_UP_TO, ExactIndex, FaissIndex, LexicalIndex, Where, choose
from assay.types import Paper, Vectors

PAPERS = 100_000
DIM = 384
K = 100
REPEATS = 15
QUERIES = 100


def main() -> None:
    """Prints the three tables."""
    logging.disable(logging.CRITICAL)
    papers, real = real_or_generated()
    vectors = lsa(papers) if real else clustered()
    print(f"{len(papers)} {'real' if real else 'generated'} papers, {os.cpu_count()} cores\n")
    _exact(vectors)
    _approximate(vectors)
    _words(papers)


# -- exact ----------------------------------------------------------------------------------------------


def _exact(vectors: Vectors) -> None:
    """Top-100 for 1 and for 64 queries, beside FAISS and beside what the hardware allows."""
    ours = ExactIndex(DIM)
    ours.add([f"d{place}" for place in range(len(vectors))], vectors)
    theirs = faiss.IndexFlatIP(DIM)
    theirs.add(vectors)
    queries = queries_near(vectors, 64)
    assert (ours.search_rows(queries, K)[0] - theirs.search(queries, K)[0]).max() < 1e-5
    flat = vectors.ravel()
    for n in (1, 64):
        some = queries[:n]
        rows: dict[str, Callable[[], object]] = {
            "Assay ExactIndex": lambda some=some: ours.search_rows(some, K),
            "FAISS IndexFlatIP, defaults": lambda some=some: _flat(theirs, some, threshold=_FAISS_DEFAULT),
            "FAISS IndexFlatIP, its matrix product": lambda some=some: _flat(theirs, some, threshold=1),
            "bound: reading the vectors once (sdot)": lambda: flat @ flat,
            "bound: the matrix product alone": lambda some=some: (
                vectors @ (some[0] if len(some) == 1 else some.T)
            ),
        }
        _table(f"Exact top-{K} of {len(vectors)} x {DIM}, {n} quer{'y' if n == 1 else 'ies'}", rows)


_FAISS_DEFAULT = faiss.cvar.distance_compute_blas_threshold


def _flat(index: faiss.IndexFlatIP, queries: Vectors, *, threshold: int) -> None:
    """FAISS's flat search; up to `threshold` queries it scores one by one, above by a matrix product."""
    faiss.cvar.distance_compute_blas_threshold = threshold
    faiss.cvar.distance_compute_blas_database_bs = 1024 if threshold > 1 else 4096  # 4096 is its best here
    index.search(queries, K)


def _table(title: str, rows: dict[str, Callable[[], object]]) -> None:
    taken = clocks(by_turns(rows, REPEATS, warm=1))
    medians = {name: statistics.median(own) for name, own in taken.items()}
    print(title)
    head("", "best, ms", "median, ms", "median, as a multiple of ours")
    for name, own in taken.items():
        ratio = medians[name] / medians[next(iter(rows))]
        row(name, f"{min(own) * 1e3:.1f}", f"{medians[name] * 1e3:.1f}", f"{ratio:.2f}")
    print()


# -- approximate ----------------------------------------------------------------------------------------


def _approximate(vectors: Vectors) -> None:
    """What an approximate index saves a query, what it misses, and what it costs to build."""
    doc_ids = [f"d{place}" for place in range(len(vectors))]
    queries = queries_near(vectors, QUERIES)
    exact = ExactIndex(DIM)
    built = {"exact": seconds(lambda: exact.add(doc_ids, vectors))}
    indexes: dict[str, ExactIndex | FaissIndex] = {"exact": exact}
    indexes["hnsw"] = FaissIndex(DIM, kind="hnsw")
    built["hnsw"] = seconds(lambda: indexes["hnsw"].add(doc_ids, vectors))
    taken: dict[str, list[float]] = {kind: [] for kind in indexes}
    found: dict[str, list[set[int]]] = {kind: [] for kind in indexes}
    for query in queries:
        for kind, index in indexes.items():
            time, (_, rows) = took(lambda index=index, query=query: index.search_rows(query[None], K))  # type: ignore[misc]
            taken[kind].append(time.clock)
            found[kind].append(set(rows[0].tolist()))
    print(f"Kinds of index, {len(vectors)} x {DIM}, single queries")
    head("kind", "build, s", f"recall@{K}", "p50, ms", "p95, ms")
    for kind in indexes:
        shares = [len(ours & right) / K for ours, right in zip(found[kind], found["exact"], strict=True)]
        p50, p95 = (float(np.percentile(taken[kind], share)) * 1e3 for share in (50, 95))
        row(kind, f"{built[kind]:.1f}", f"{statistics.mean(shares):.4f}", f"{p50:.1f}", f"{p95:.1f}")
    per_paper = statistics.median(taken["exact"]) / len(vectors)
    at_limit = per_paper * EXACT_UP_TO * 1e3
    print(
        f"\nExact search takes {per_paper * 1e9:.0f} ns a paper: {at_limit:.0f} ms at {EXACT_UP_TO} papers,"
    )
    print(f"up to which it is used. Beyond, `choose` gives {choose(EXACT_UP_TO + 1)}.\n", flush=True)


# -- words ----------------------------------------------------------------------------------------------


def _words(papers: list[Paper]) -> None:
    """The keyword index: building, opening, and from a keystroke to results."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "words"
        build = seconds(lambda: _build_words(place, papers))
        size = folder_mb(place)
        opening = seconds(lambda: LexicalIndex(place))
        index = LexicalIndex(place)
        updating = seconds(lambda: _change_words(LexicalIndex(place), papers))
        print(f"Keyword index of {len(papers)} papers: built in {build:.1f} s, {size:.0f} MB, opened and")
        print(f"checked in {opening:.2f} s, ten papers replaced and committed in {updating:.2f} s")
        some = random.Random(5).sample(papers, QUERIES)
        half = Where({paper.doc_id for paper in papers[::2]})
        few = Where({paper.doc_id for paper in papers[:: len(papers) // 500]})
        typed = [paper.title[:n] for paper in some[:30] for n in range(1, len(paper.title))]
        rows: dict[str, list[Callable[[], object]]] = {
            "each keystroke of 30 titles": [lambda t=t: index.search(t, 50, prefix=True) for t in typed],
            "a title": [lambda p=p: index.search(p.title, K) for p in some],
            "a title, half of the papers allowed": [
                lambda p=p: index.search(p.title, K, where=half) for p in some
            ],
            "a title, 500 papers allowed": [lambda p=p: index.search(p.title, K, where=few) for p in some],
            "a whole abstract": [lambda p=p: index.search(p.abstract, K) for p in some],
            "papers like this one": [lambda p=p: _like(index, p) for p in some],
        }
        head("query", "p50, ms", "p99, ms", "most, ms")
        for name, runs in rows.items():
            taken = [seconds(run) * 1e3 for run in runs]
            p50, p99 = np.percentile(taken, (50, 99))
            row(name, f"{p50:.1f}", f"{p99:.1f}", f"{max(taken):.1f}")


def _build_words(place: Path, papers: list[Paper]) -> None:
    index = LexicalIndex(place)
    for start in range(0, len(papers), 1000):
        index.add(papers[start : start + 1000])
    index.commit()


def _change_words(index: LexicalIndex, papers: list[Paper]) -> None:
    index.add(papers[:10])
    index.commit()


def _like(index: LexicalIndex, paper: Paper) -> None:
    index.search("", K, stems=index.informative_stems(f"{paper.title}\n{paper.title}\n{paper.abstract}"))


# -- data -----------------------------------------------------------------------------------------------


def real_or_generated() -> tuple[list[Paper], bool]:
    """The papers, and whether they are real."""
    files = sorted((SHARED / "ai_papers").glob("*.jsonl.gz"))
    found = [_paper(each) for path in files for each in rows_of(path)]
    return (found[:PAPERS], True) if found else (list(_generated()), False)


def _paper(fields: dict[str, Any]) -> Paper:
    authors = fields.get("authors") or []
    names = (authors,) if isinstance(authors, str) else tuple(authors)
    return Paper(fields["_id"], fields["title"], fields["text"], names, fields["year"], fields["venue"])


def _generated() -> Iterator[Paper]:
    """Texts of 150 words out of 50,000, as frequent as Zipf's law says."""
    rng = np.random.default_rng(3)
    for number in range(PAPERS):
        chosen = [f"w{rank}" for rank in np.minimum(rng.zipf(1.3, 160), 50_000)]
        yield Paper(
            f"p{number}", " ".join(chosen[:10]), " ".join(chosen[10:]), ("Ada Lovelace",), 2020, "Venue"
        )


def lsa(papers: list[Paper]) -> Vectors:
    """Latent semantic analysis, learned from a tenth of the papers, rows of length 1."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    texts = [f"{paper.title} {paper.abstract}" for paper in papers]
    weights = TfidfVectorizer(max_features=30_000, sublinear_tf=True, stop_words="english", dtype=np.float32)
    matrix = weights.fit_transform(texts)
    reduced = TruncatedSVD(DIM, n_iter=1, random_state=0).fit(matrix[::10]).transform(matrix)
    return _unit(reduced.astype(np.float32))


def clustered() -> Vectors:
    """500 groups in 48 dimensions, turned into 384, with noise."""
    rng = np.random.default_rng(4)
    latent = rng.standard_normal((500, 48))[rng.integers(0, 500, PAPERS)] + rng.standard_normal((PAPERS, 48))
    return _unit(
        (latent @ rng.standard_normal((48, DIM)) + rng.standard_normal((PAPERS, DIM))).astype(np.float32)
    )


def queries_near(vectors: Vectors, n: int) -> Vectors:
    """Points near papers, as the vector of a text on their subject is."""
    rng = np.random.default_rng(6)
    near = vectors[np.sort(rng.choice(len(vectors), n, replace=False))]
    return _unit(near + 0.02 * rng.standard_normal(near.shape).astype(np.float32))


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.ascontiguousarray(rows / np.where(lengths == 0, 1, lengths), dtype=np.float32)


if __name__ == "__main__":
    main()
