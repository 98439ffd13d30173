"""Papers that are known and looked for: by their titles, and by an author and a year.

    python tests/benchmarks/bench_known_items.py [--papers N] [--titles N] [--vectors FOLDER]

N papers drawn from the 124,872 of the shared data; hybrid search by scores and by ranks. FOLDER keeps the
vectors for another time.
"""

from __future__ import annotations

import logging
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
from measuring import head, parser_of, row, rows_of
from public_sets import shared_data

from assay.encoding import DEFAULT_MODEL, FolderCache, load_encoder
from assay.search import Searcher, searcher_on
from assay.types import Fusion, Paper, SearchMode, SearchRequest

BY_AUTHOR = 600
AT_ONCE = 256


def main() -> None:
    """Prints one row a kind of query and a way of fusing."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--papers", type=int, default=12_000)
    parser.add_argument("--titles", type=int, default=10_000)
    parser.add_argument("--vectors", type=Path)
    given = parser.parse_args()
    papers = _papers(given.papers)
    with tempfile.TemporaryDirectory() as folder:
        encoder, cache = load_encoder(DEFAULT_MODEL), FolderCache(given.vectors or Path(folder))
        searcher = searcher_on(papers, mode=SearchMode.HYBRID, encoder=encoder, cache=cache)
        head("looked for by", "fused by", "queries", "the paper first", "among the first 10", texts=2)
        titles = [(paper.title, paper.doc_id) for paper in papers[: given.titles]]
        authors = [
            (f"{paper.authors[0].split()[-1]} {paper.year}", paper.doc_id)
            for paper in papers
            if paper.authors and len(paper.authors[0].split()) > 1 and paper.year
        ]
        for kind, queries in (("title", titles), ("author and year", authors[:BY_AUTHOR])):
            for fusion in Fusion:
                searcher.fusion = fusion
                ranks = _ranks(searcher, queries)
                first, ten = (sum(0 < rank <= k for rank in ranks) / len(ranks) for k in (1, 10))
                row(kind, fusion.value, len(ranks), f"{first:.4f}", f"{ten:.4f}")


def _papers(n: int) -> list[Paper]:
    rows = [row for path in sorted((shared_data() / "ai_papers").glob("*.gz")) for row in rows_of(path)]
    random.Random(7).shuffle(rows)
    return [
        Paper(row["_id"], row["title"], row["text"], _authors(row.get("authors")), row.get("year"))
        for row in rows[:n]
    ]


def _authors(given: Sequence[str] | str | None) -> tuple[str, ...]:
    """Authors come as a list, or as one string split at commas."""
    names = [given] if isinstance(given, str) else list(given or ())
    if len(names) == 1:
        names = names[0].split(",")
    return tuple(name.strip() for name in names if name.strip())


def _ranks(searcher: Searcher, queries: Sequence[tuple[str, str]]) -> list[int]:
    """The rank of the paper of each query, 0 where it is not among the first ten."""
    ranks = []
    for start in range(0, len(queries), AT_ONCE):
        some = queries[start : start + AT_ONCE]
        questions = [searcher.question(SearchRequest(text)) for text, _ in some]
        found = searcher.rank(questions, mode=SearchMode.HYBRID, k=10)
        for (_, doc_id), hits in zip(some, found, strict=True):
            ranks.append(next((hit.rank for hit in hits if hit.doc_id == doc_id), 0))
    return ranks


if __name__ == "__main__":
    main()
