"""How long a sparse encoder's index takes to open and to search, however long the model itself takes.

`python tests/benchmarks/bench_sparse.py [--papers 100000]` draws rows like SPLADE's: 150 words of 30,522.
"""

from __future__ import annotations

import statistics
import tempfile
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
from measuring import head, parser_of, row, seconds
from scipy import sparse

from assay.encoding import FolderCache
from assay.encoding.scorers import PairScorer
from assay.search.sparse import SparseIndex
from assay.types import Paper

WORDS, OF_A_PAPER, OF_A_QUERY = 30_522, 150, 25


def main() -> None:
    """Prints a row."""
    parser = parser_of(__doc__)
    parser.add_argument("--papers", type=int, default=100_000)
    papers = [Paper(f"p{number:08}", f"paper {number}") for number in range(parser.parse_args().papers)]
    scorer = _drawing(np.random.default_rng(7))
    with tempfile.TemporaryDirectory(dir=Path.home()) as name:
        scorer.paper_rows([scorer.paper_text(paper) for paper in papers], cache=FolderCache(Path(name)))
        kept = sum(file.stat().st_size for file in Path(name).rglob("*") if file.is_file())
        found: list[SparseIndex] = []
        opening = seconds(lambda: found.append(SparseIndex(papers, scorer, cache=FolderCache(Path(name)))))
    queries = [_query(number) for number in range(51)]
    times = [seconds(partial(found[0].search, "", 100, stems=query)) for query in queries]
    postings = found[0]._postings
    rows = postings.tocsr()
    whole = [seconds(partial(rows.__matmul__, _dense(query))) for query in queries]
    head(
        "papers",
        "kept",
        "postings in memory",
        "opened from the cache",
        "query p50",
        "slowest",
        "product with the whole matrix, p50",
        texts=0,
    )
    memory = postings.data.nbytes + postings.indices.nbytes
    row(
        f"{len(papers):,}",
        f"{kept / 1e6:.0f} MB",
        f"{memory / 1e6:.0f} MB",
        f"{opening:.1f} s",
        f"{1000 * statistics.median(times):.1f} ms",
        f"{1000 * max(times):.1f} ms",
        f"{1000 * statistics.median(whole):.1f} ms",
    )


def _likely() -> Any:
    weights = np.arange(1, WORDS + 1) ** -0.7
    return weights / weights.sum()


def _query(number: int) -> dict[str, float]:
    rng = np.random.default_rng(number)
    return {f"#{place}": float(rng.random()) for place in rng.choice(WORDS, OF_A_QUERY, p=_likely())}


def _dense(query: dict[str, float]) -> Any:
    found = np.zeros(WORDS, np.float32)
    for stem, weight in query.items():
        found[int(stem[1:])] = weight
    return found


def _drawing(rng: np.random.Generator) -> PairScorer:
    """A scorer whose model draws."""
    likely = _likely()

    def rows(_encode: object, texts: list[str]) -> Any:
        places = [np.unique(rng.choice(WORDS, OF_A_PAPER, p=likely)) for _ in texts]
        ends = np.cumsum([0, *map(len, places)])
        weights = rng.random(ends[-1], dtype=np.float32)
        return sparse.csr_array((weights, np.concatenate(places), ends), shape=(len(texts), WORDS))

    made = PairScorer.__new__(PairScorer)
    made._model, made._n_words, made.fingerprint = Mock(), WORDS, "drawn"
    made._rows = rows  # type: ignore[method-assign]
    return made


if __name__ == "__main__":
    main()
