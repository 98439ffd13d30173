"""What grades of the first results do to the rest of a ranking, on collections that are judged whole.

    python tests/benchmarks/bench_feedback.py [--vectors FOLDER] [--choose] [--figure FILE.svg] [--scale]

The first 1 to 20 results of hybrid search are graded as the qrels say (not judged is 0), then taken out of
rankings and qrels: what is left is the residual collection (Chang, Cirillo and Razon, SMART, 1971), and
queries with nothing relevant left are left out. Beside the ranking as it was stand RM3 on BM25 (Abdul-Jaleel
et al., TREC 2004: ten terms of the relevant papers, half of the weight) and Rocchio on the vectors alone.
"p, model" is of the logistic model against Rocchio with words. --choose tries other constants: each
collection gets those that are best on the other three. --scale times searches of all papers of `ai_papers`.
"""

from __future__ import annotations

import itertools
import logging
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
from measuring import Point, figure, head, parser_of, row, rows_of
from public_sets import shared_data
from scipy import stats

from assay.encoding import DEFAULT_MODEL, FolderCache, HashingEncoder, load_encoder
from assay.evaluation import Collection, evaluate, read_beir
from assay.index import Bm25, CountedIndex, Rm3
from assay.search import Searcher, feedback, searcher_on
from assay.search.query.question import Question
from assay.types import Graded, Paper, Query, SearchMode, SearchRequest

SPLITS = {"scifact": "train", "cranfield": "test", "cisi": "test", "cacm": "test"}
GRADED = (1, 3, 5, 10, 20)
DEEP = 200
DRAWS = 10_000
DIM, TITLES = 384, 150  # of --scale
GRID = list(itertools.product((0.5, 1.0, 2.0), (0.0, 0.2, 0.4), (0.5, 1.0, 2.0)))
"""RELEVANT, OTHERS and WORDS of `assay.search.feedback`."""
NORMAL = (0.0, 0.2, 0.4, 0.7, 1.0)
"""What the logistic model may count for; it has none below five grades."""

Rankings = dict[str, list[str]]


class Judged:
    """A collection with its search, and the first ranking of each query."""

    def __init__(self, collection: Collection, searcher: Searcher) -> None:
        self.name, self.qrels = collection.name, collection.qrels
        self._searcher, self._own = searcher, collection.own_papers
        self._queries = [query for query in collection.queries if query.query_id in self.qrels]
        self._counted = CountedIndex(collection.papers, Bm25())
        self.first = self._ranked(self._queries, [()] * len(self._queries))

    def grades(self, n: int) -> dict[str, tuple[Graded, ...]]:
        """query_id -> the grades of its first n results."""
        return {
            query_id: tuple(Graded(d, min(2, self.qrels[query_id].get(d, 0))) for d in ranking[:n])
            for query_id, ranking in self.first.items()
        }

    def again(self, grades: Mapping[str, tuple[Graded, ...]]) -> Rankings:
        """Search once more, with the grades."""
        return self._ranked(self._queries, [grades[query.query_id] for query in self._queries])

    def by_rm3(self, grades: Mapping[str, tuple[Graded, ...]]) -> Rankings:
        """BM25 with the ten likeliest words of the relevant papers, which have half of the weight."""
        lexical = self._searcher.lexical
        assert lexical is not None
        found = {}
        for query in self._queries:
            relevant = [(each.doc_id, 1.0) for each in grades[query.query_id] if each.relevance]
            stems = self._counted.expanded(lexical.typed_stems(query.text), relevant, Rm3())
            ranking = lexical.search("", DEEP + 1, stems=stems)
            found[query.query_id] = [d for d, _ in ranking if d != self._own.get(query.query_id)]
        return found

    def scores(self, rankings: Rankings, grades: Mapping[str, tuple[Graded, ...]]) -> dict[str, float]:
        """nDCG@10 of what was not graded, of each query that has something relevant there."""
        qrels, run = {}, {}
        for query_id, given in grades.items():
            seen = {each.doc_id for each in given}
            left = {d: grade for d, grade in self.qrels[query_id].items() if d not in seen}
            if any(grade > 0 for grade in left.values()):
                qrels[query_id] = left
                kept = [d for d in rankings[query_id] if d not in seen]
                run[query_id] = {d: float(-rank) for rank, d in enumerate(kept)}
        found = evaluate(qrels, run, ["nDCG@10"], exclude_self=self._own)
        return {query_id: values["nDCG@10"] for query_id, values in found.per_query.items()}

    def _ranked(self, queries: Sequence[Query], grades: Sequence[tuple[Graded, ...]]) -> Rankings:
        questions: list[Question] = []
        for query, given in zip(queries, grades, strict=True):
            hidden = {self._own[query.query_id]} if query.query_id in self._own else set()
            questions.append(self._searcher.question(SearchRequest(query.text, grades=given), hidden=hidden))
        hits = self._searcher.rank(questions, mode=SearchMode.HYBRID, k=DEEP)
        return {q.query_id: [hit.doc_id for hit in found] for q, found in zip(queries, hits, strict=True)}


def main() -> None:
    """Prints the tables."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--scale", action="store_true")
    given = parser.parse_args()
    if given.scale:
        _scale()
        return
    encoder = load_encoder(DEFAULT_MODEL)
    with tempfile.TemporaryDirectory() as folder:
        cache = FolderCache(given.vectors or Path(folder))
        judged = []
        for name, split in SPLITS.items():
            collection = read_beir(shared_data() / name, split=split)
            searcher = searcher_on(collection.papers, mode=SearchMode.HYBRID, encoder=encoder, cache=cache)
            judged.append(Judged(collection, searcher))
        if given.choose:
            _choose(judged)
        else:
            _table(judged, given.figure)


def _table(judged: Sequence[Judged], drawn: Path | None) -> None:
    head(
        "collection",
        "graded",
        "queries",
        "as it was",
        "RM3, BM25",
        "Rocchio, vectors",
        "Rocchio, words too",
        "Assay",
        "gain",
        "p",
        "p, model",
    )
    curves: dict[str, list[Point]] = {one.name: [] for one in judged}
    for one in judged:
        for n in GRADED:
            grades = one.grades(n)
            before, after = one.scores(one.first, grades), one.scores(one.again(grades), grades)
            rm3 = one.scores(one.by_rm3(grades), grades)
            with constants(NORMAL=0.0):
                rocchio = one.scores(one.again(grades), grades)
            with constants(NORMAL=0.0, WORDS=0.0):
                vectors = one.scores(one.again(grades), grades)
            means = (
                f"{np.mean([*scores.values()]):.3f}" for scores in (before, rm3, vectors, rocchio, after)
            )
            gain = np.array([after[query_id] - before[query_id] for query_id in before])
            low, high = interval_of(gain)
            curves[one.name].append((n, float(gain.mean()), (low, high)))
            shown = f"{gain.mean():+.3f} [{low:+.3f}, {high:+.3f}]"
            p = stats.ttest_1samp(gain, 0).pvalue
            of_model = stats.ttest_rel([*after.values()], [rocchio[each] for each in after]).pvalue
            row(one.name, n, len(gain), *means, shown, f"{p:.4f}", f"{of_model:.4f}")
    if drawn is not None:
        drawn.write_text(figure(curves, across="graded results", up="change of nDCG@10 of what is left"))


def _scale() -> None:
    """Time searches by titles of papers, whose vectors are of their words, with grades of the first."""
    papers = [
        Paper(each["_id"], each["title"], each["text"])
        for path in sorted((shared_data() / "ai_papers").glob("*.jsonl.gz"))
        for each in rows_of(path)
    ]
    searcher = searcher_on(papers, mode=SearchMode.HYBRID, encoder=HashingEncoder(DIM))
    titles = [papers[at].title for at in np.random.default_rng(0).integers(0, len(papers), TITLES)]
    searcher.search(SearchRequest(titles[0], k=50))
    print(f"{len(papers):,} papers\n")
    head("graded", "mode", "p50, ms", "p95, ms")
    for n, mode in itertools.product((0, 1, 5, 20), (SearchMode.HYBRID, SearchMode.SEMANTIC)):
        took = []
        for title in titles:
            request = SearchRequest(title, k=50, mode=mode)
            first = searcher.search(request)[:n]
            grades = tuple(Graded(hit.doc_id, 2 * (at % 2 == 0)) for at, hit in enumerate(first))
            started = time.perf_counter()
            searcher.search(replace(request, grades=grades))
            took.append(1000 * (time.perf_counter() - started))
        row(n, mode.value, *(f"{np.quantile(took, q):.0f}" for q in (0.5, 0.95)))


def _choose(judged: Sequence[Judged]) -> None:
    """Print what each collection gains by the constants that are best on the others."""
    with constants(NORMAL=0.0):
        _choose_among("relevant, others, words", GRID, ("RELEVANT", "OTHERS", "WORDS"), GRADED, judged)
    _choose_among("normal", [(each,) for each in NORMAL], ("NORMAL",), GRADED[2:], judged)


def _choose_among(
    what: str,
    grid: Sequence[tuple[float, ...]],
    names: Sequence[str],
    graded: Sequence[int],
    judged: Sequence[Judged],
) -> None:
    gains: dict[str, dict[tuple[float, ...], float]] = {one.name: {} for one in judged}
    for one, each in itertools.product(judged, grid):
        found = []
        for n in graded:
            grades = one.grades(n)
            with constants(**dict(zip(names, each, strict=True))):
                before, after = one.scores(one.first, grades), one.scores(one.again(grades), grades)
            found.append(np.mean([*after.values()]) - np.mean([*before.values()]))
        gains[one.name][each] = float(np.mean(found))
    head("left out", what, "its gain", "the best there")
    for name, own in gains.items():
        others = {each: sum(gains[o][each] for o in gains if o != name) for each in grid}
        chosen = max(others, key=lambda each: others[each])
        row(name, chosen, f"{own[chosen]:+.4f}", f"{max(own.values()):+.4f}")
    total = {each: sum(of[each] for of in gains.values()) for each in grid}
    row("none", max(total, key=lambda each: total[each]), "", "")


@contextmanager
def constants(**values: float) -> Iterator[None]:
    """`assay.search.feedback` with these constants."""
    before = {name: getattr(feedback, name) for name in values}
    vars(feedback).update(values)
    try:
        yield
    finally:
        vars(feedback).update(before)


def interval_of(gain: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean, by resampling queries."""
    draw = np.random.default_rng(2022)
    means = draw.choice(gain, (DRAWS, len(gain))).mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


if __name__ == "__main__":
    main()
