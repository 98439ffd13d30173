"""What 125,000 training papers and queries share with a benchmark of 10,000, and ten systems compared.

Words are drawn as words are, a few often and most seldom; a fifth of the benchmark's papers and queries were
trained on. Times are of the processor, one core, since other work may share the machine.
"""

from __future__ import annotations

import itertools
import logging
import random
from typing import TYPE_CHECKING, Any

import numpy as np
from measuring import taken

from assay.benchmarks.overlap.matching import match_papers, match_queries
from assay.benchmarks.overlap.material import Material, Record
from assay.benchmarks.overlap.report import find_overlap
from assay.evaluation.statistics import compare_systems

if TYPE_CHECKING:
    from collections.abc import Callable

TRAINING, BENCHMARK, SHARED = 125_000, 10_000, 2_000
SYSTEMS, QUERIES = 10, 1_000
VOCABULARY = [f"word{number}" for number in range(60_000)]
OFTEN = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(VOCABULARY))))

rng = random.Random(0)


def main() -> None:
    """Prints one line for each step."""
    logging.disable(logging.CRITICAL)
    titles, queries = _texts(TRAINING, 6, 14), _texts(TRAINING, 3, 12)
    training = Material(
        "training",
        {f"t{i}": Record(title) for i, title in enumerate(titles)},
        {f"tq{i}": text for i, text in enumerate(queries)},
        {f"tq{i}": [f"t{i}"] for i in range(TRAINING)},
    )
    new = BENCHMARK - SHARED
    benchmark = Material(
        "benchmark",
        {f"b{i}": Record(title) for i, title in enumerate(titles[:SHARED] + _texts(new, 6, 14))},
        {f"bq{i}": text for i, text in enumerate(queries[:SHARED] + _texts(new, 3, 12))},
        {f"bq{i}": [f"b{i}"] for i in range(BENCHMARK)},
    )
    _timed("papers by title", lambda: match_papers(training, benchmark))
    _timed("queries of 3 to 12 words", lambda: match_queries(training.queries, benchmark.queries))
    found = _timed("the whole report", lambda: find_overlap(training, benchmark))
    print(f"  {len(found.papers)} papers, {len(found.queries)} queries, {len(found.positives)} positives")
    long = {f"t{i}": text for i, text in enumerate(_texts(TRAINING // 5, 100, 250))}
    asked = {f"b{i}": text for i, text in enumerate(_texts(BENCHMARK // 5, 100, 250))}
    _timed("a fifth as many queries of 100 to 250 words", lambda: match_queries(long, asked))
    values = np.random.default_rng(0).random((SYSTEMS, QUERIES))
    scores = {
        f"s{i}": dict(zip(map(str, range(QUERIES)), row.tolist(), strict=True))
        for i, row in enumerate(values)
    }
    _timed("45 pairs of 10 systems on 1,000 queries, every test", lambda: compare_systems(scores, "nDCG@10"))


def _texts(n: int, least: int, most: int) -> list[str]:
    lengths = [rng.randint(least, most) for _ in range(n)]
    words = iter(rng.choices(VOCABULARY, cum_weights=OFTEN, k=sum(lengths)))
    return [" ".join(itertools.islice(words, length)) for length in lengths]


def _timed(what: str, work: Callable[[], Any]) -> Any:
    took, found = taken(work)
    print(f"{what:52} {took.processor:6.1f} s")
    return found


if __name__ == "__main__":
    main()
