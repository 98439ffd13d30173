"""What 5 to 100 judged queries teach a library's hybrid search, measured on queries that did not teach.

    python tests/benchmarks/bench_improve.py [--vectors FOLDER] [--first N] [--rankers] [--figure FILE.svg]

Of CISI, CACM, Cranfield and SciFact (test split) some queries are drawn as judged, 20 times; the others are
tested, but for those that are nearly the same as a judged one and, of SciFact, for those that ask for a paper
that a judged one asks for: its claims come in groups about one paper. "Chosen" is what `assay improve` puts
forward, nothing where no step wins on the judged queries; the other columns take their step in every draw.
A change is the mean over queries of each one's mean over the draws that test it, and p is of a paired
randomisation test on these means, so that no query counts twice. --first N grades only the first N results
of each query, as a person does, in place of all that is known to be relevant. --rankers learns from more
features of the same candidates, with a linear ranker and, where LightGBM is installed, with LambdaMART.
--choose tries other likenesses and ridges at 30 judged queries: each collection gets those that are best on
the other three. --boosts lets words of the title count more or less, as 30 judged queries say, --strengths
the grades of a query's first results, measured on the results that are left.
"""

from __future__ import annotations

import itertools
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import bench_feedback
import makers  # noqa: F401 - where public_sets and the like lie
import numpy as np
from measuring import figure as chart
from measuring import head, parser_of, row
from public_sets import shared_data

from assay.encoding import DEFAULT_MODEL, Encoder, FolderCache, load_encoder
from assay.evaluation import Collection, evaluate, read_beir
from assay.index import lexical_query, words
from assay.models.test_sets import TestSet
from assay.progress import Progress, silent
from assay.query_tuning import steps
from assay.query_tuning.steps import Teachers
from assay.query_tuning.types import LEAST_WEIGHTS
from assay.search import Searcher, feedback, searcher_on
from assay.search.query import learned
from assay.search.query.learned import Lessons, lessons_of
from assay.search.query.question import Question
from assay.training.data.lists.splits import alike
from assay.types import Hit, Qrels, Query, Run, SearchMode, SearchRequest, TaskFormat, Vectors

NAMES = ("cisi", "cacm", "cranfield", "scifact")
SIZES = (5, 10, 20, 30, 50, 100)
DRAWS, LEFT = 20, 15  # draws of a size; fewer queries left to test are no test
RANDOMISATIONS = 10_000
TITLES = 300
CHOSEN, RANKER, WEIGHTS = "chosen", "ranker", "weights"
BOOSTS = (
    lexical_query.TITLE_BOOST,
    0.0,
    0.5,
    1.0,
    2.0,
)  # of the title's words; of equal ones the first is taken
STRENGTHS = (1.0, 0.25, 0.5, 2.0, 4.0)  # times what grades move; of equal ones the first is taken
GRADED = (1, 3, 5, 10)  # first results


class Remembering:
    """An encoder that remembers the vectors of queries: each is asked hundreds of times."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder, self._known = encoder, dict[str, Vectors]()

    def __getattr__(self, name: str) -> object:
        return getattr(self._encoder, name)

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        if format is not TaskFormat.QRY:
            return self._encoder.encode(texts, format=format, progress=progress)
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode(new, format=format), strict=True))
        return np.stack([self._known[text] for text in texts]).copy()


@dataclass
class Judged:
    """A collection with its search, the first ranking of each query, and what may not be on two sides."""

    collection: Collection
    searcher: Searcher
    encoder: Encoder
    vectors: Path
    queries: list[Query] = field(init=False)
    before: Run = field(init=False)
    groups: np.ndarray = field(init=False)
    _weighed: dict[float, Run] = field(default_factory=dict)

    def __post_init__(self) -> None:
        papers = {paper.doc_id for paper in self.collection.papers}
        relevant = {
            query_id: {d for d, grade in grades.items() if grade > 0 and d in papers}
            for query_id, grades in self.collection.qrels.items()
        }
        self.queries = [query for query in self.collection.queries if relevant.get(query.query_id)]
        own = [relevant[query.query_id] for query in self.queries]
        self.groups = alike([q.text for q in self.queries], own if self.name == "scifact" else ())
        self.before = self.ranked(self.queries, None)

    @property
    def name(self) -> str:
        return self.collection.name

    def question(self, query: Query) -> Question:
        own = self.collection.own_papers
        hidden = {own[query.query_id]} if query.query_id in own else set()
        return self.searcher.question(SearchRequest(query.text), hidden=hidden)

    def ranked(self, queries: Sequence[Query], lessons: Lessons | None) -> Run:
        """Rank as the library does with these lessons; a weight alone ranks all queries once for all."""
        if lessons is not None and not lessons.ranker:
            if lessons.meaning not in self._weighed:
                self._weighed[lessons.meaning] = self._ranked(self.queries, lessons)
            return {q.query_id: self._weighed[lessons.meaning][q.query_id] for q in queries}
        return self._ranked(queries, lessons)

    def _ranked(self, queries: Sequence[Query], lessons: Lessons | None) -> Run:
        self.searcher.lessons = lessons
        hits = self.searcher.rank([self.question(q) for q in queries], mode=SearchMode.HYBRID, k=100)
        return {q.query_id: _run(found) for q, found in zip(queries, hits, strict=True)}

    def drawn(self, n: int) -> Iterator[tuple[list[Query], list[Query]]]:
        """Yield queries to judge and queries to test; groups stay whole."""
        for draw in range(DRAWS):
            order = np.random.default_rng([n, draw]).permutation(np.unique(self.groups))
            rows: list[int] = []
            for group in order:
                if len(rows) >= n:
                    break
                rows += np.flatnonzero(self.groups == group).tolist()
            taken = np.isin(self.groups, self.groups[rows])
            yield [self.queries[at] for at in rows[:n]], [self.queries[at] for at in np.flatnonzero(~taken)]

    def test_set(self, queries: Sequence[Query], first: int) -> TestSet:
        """Return these queries as they were judged."""
        qrels: Qrels = {}
        for query in queries:
            grades = self.collection.qrels[query.query_id]
            seen = list(self.before[query.query_id])[:first] if first else list(grades)
            qrels[query.query_id] = {d: min(2, grades.get(d, 0)) for d in seen}
        return TestSet(self.name, self.collection.papers, queries, qrels, FolderCache(self.vectors))

    def scores(self, run: Run, queries: Sequence[Query]) -> np.ndarray:
        """(n,) nDCG@10."""
        qrels = {query.query_id: self.collection.qrels[query.query_id] for query in queries}
        found = evaluate(qrels, {name: run[name] for name in qrels}, ["nDCG@10"]).per_query
        return np.array([found[query.query_id]["nDCG@10"] for query in queries])


@dataclass
class Change:
    """Differences of test queries, draw by draw."""

    total: Counter[str] = field(default_factory=Counter)
    tested: Counter[str] = field(default_factory=Counter)
    draws: list[float] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)

    def add(self, queries: Sequence[Query], gain: np.ndarray, step: str) -> None:
        for query, value in zip(queries, gain.tolist(), strict=True):
            self.total[query.query_id] += value
            self.tested[query.query_id] += 1
        self.draws.append(float(gain.mean()))
        self.taken[step] += 1

    @property
    def means(self) -> np.ndarray:
        return np.array([self.total[name] / n for name, n in self.tested.items()])

    @property
    def interval(self) -> tuple[float, float]:
        drawn = np.random.default_rng(2022).choice(self.means, (RANDOMISATIONS, len(self.means)))
        low, high = np.quantile(drawn.mean(axis=1), (0.025, 0.975))
        return float(low), float(high)

    @property
    def p(self) -> float:
        signs = np.random.default_rng(2022).choice((-1.0, 1.0), (RANDOMISATIONS, len(self.means)))
        as_far = np.abs((signs * self.means).mean(axis=1)) >= abs(self.means.mean()) - 1e-12
        return float((1 + as_far.sum()) / (1 + RANDOMISATIONS))

    @property
    def shown(self) -> str:
        low, high = self.interval
        return f"{self.means.mean():+.4f} [{low:+.4f}, {high:+.4f}]"


def main() -> None:
    """Prints the tables."""
    logging.disable(logging.WARNING)
    parser = parser_of(__doc__)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rankers", action="store_true")
    parser.add_argument("--choose", action="store_true")
    parser.add_argument("--boosts", action="store_true")
    parser.add_argument("--strengths", action="store_true")
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--only", nargs="*", default=NAMES)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    given = parser.parse_args()
    encoder: Encoder = Remembering(load_encoder(given.model))  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        place = given.vectors or Path(folder)
        judged = []
        for name in given.only:
            collection = read_beir(shared_data() / name)
            cache = FolderCache(place)
            searcher = searcher_on(collection.papers, mode=SearchMode.HYBRID, encoder=encoder, cache=cache)
            judged.append(Judged(collection, searcher, encoder, place))
        if given.rankers:
            _rankers(judged)
            return
        if given.choose:
            _choose(judged)
            return
        if given.boosts:
            _boosts(judged)
            return
        if given.strengths:
            _strengths(judged)
            return
        _curves(judged, given.first, given.figure)
        if not given.first:
            _titles(judged)


def _curves(judged: Sequence[Judged], first: int, figure: Path | None) -> None:
    head(
        "collection",
        "judged",
        "tested",
        *_columns(CHOSEN),
        "steps taken",
        *_columns(RANKER),
        *_columns(WEIGHTS),
    )
    curves: dict[str, list[tuple[int, Change]]] = {}
    for one in judged:
        for n in SIZES:
            if len(one.queries) - n < LEFT:
                continue
            found = _steps(one, n, first)
            curves.setdefault(one.name, []).append((n, found[RANKER]))
            cells = [cell for step in (RANKER, WEIGHTS) for cell in _cells(found[step])]
            taken = ", ".join(f"{step or 'none'} {times}" for step, times in found[CHOSEN].taken.items())
            tested = len(found[RANKER].tested)
            row(one.name, n, tested, *_cells(found[CHOSEN]), taken, *cells)
    if figure is not None:
        points = {name: [(n, c.means.mean(), c.interval) for n, c in of] for name, of in curves.items()}
        drawn = chart(points, across="judged queries", up="change of nDCG@10")
        figure.write_text(drawn, encoding="utf-8")


def _columns(step: str) -> tuple[str, ...]:
    return f"{step}: change", "p", "worst draw"


def _cells(change: Change) -> tuple[str, ...]:
    return change.shown, f"{change.p:.4f}", f"{min(change.draws):+.3f}"


def _steps(one: Judged, n: int, first: int) -> dict[str, Change]:
    changes = {name: Change() for name in (CHOSEN, RANKER, WEIGHTS)}
    for queries, others in one.drawn(n):
        teachers = Teachers(one.test_set(queries, first), one.encoder, searcher=_Once(one))
        if not teachers.queries:  # nothing relevant among what was graded
            continue
        found = teachers.steps(model=DEFAULT_MODEL, revision=0)
        before = one.scores(one.before, others)
        gains = {}
        for step, (_, version) in found.items():
            gains[step] = one.scores(one.ranked(others, lessons_of(version)), others) - before
            changes[step].add(others, gains[step], step)
        enough = len(teachers.queries) >= LEAST_WEIGHTS
        wins = [step for step, (change, _) in found.items() if enough and change.wins_surely]
        chosen = wins[-1] if wins else ""
        changes[CHOSEN].add(others, gains[chosen] if chosen else np.zeros(len(others)), chosen)
    return changes


class _Once:
    """A searcher that ranks a query once for all draws where no lessons move it."""

    _known: dict[tuple[str, str, float, int], list[Hit]] = {}  # noqa: RUF012 - of the whole program

    def __init__(self, one: Judged) -> None:
        self._one, self._searcher = one, one.searcher

    def __getattr__(self, name: str) -> object:
        return getattr(self._searcher, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._searcher, name, value) if name in ("lessons", "fusion") else super().__setattr__(
            name, value
        )

    def rank(self, questions: Sequence[Question], *, mode: SearchMode, k: int) -> list[list[Hit]]:
        lessons = self._searcher.lessons
        if lessons is not None and lessons.ranker:
            return self._searcher.rank(questions, mode=mode, k=k)
        meaning = -1.0 if lessons is None else lessons.meaning
        keys = [(self._one.name, question.text, meaning, k) for question in questions]
        new = [question for key, question in zip(keys, questions, strict=True) if key not in self._known]
        for question, hits in zip(new, self._searcher.rank(new, mode=mode, k=k), strict=True):
            self._known[self._one.name, question.text, meaning, k] = hits
        return [self._known[key] for key in keys]


def _titles(judged: Sequence[Judged]) -> None:
    """Whether the title of a paper still finds it first, with the ranker of 30 judged queries."""
    print()
    head("collection", "titles", "first before", "first after")
    for one in judged:
        queries, _ = next(one.drawn(30))
        _, version = Teachers(one.test_set(queries, 0), one.encoder, searcher=_Once(one)).steps(
            model=DEFAULT_MODEL, revision=0
        )["ranker"]
        papers = [paper for paper in one.collection.papers if paper.title][
            :: len(one.collection.papers) // TITLES
        ]
        named = [Query(query_id=paper.doc_id, text=paper.title) for paper in papers]
        firsts = []
        for lessons in (None, lessons_of(version)):
            run = one.ranked(named, lessons)
            firsts.append(sum(next(iter(run[query.query_id])) == query.query_id for query in named))
        row(one.name, len(named), *firsts)


def _choose(judged: Sequence[Judged]) -> None:
    """Print what each collection gains by the constants that are best on the others."""
    gains: dict[str, dict[tuple[float, ...], float]] = {one.name: {} for one in judged}
    for one, likeness, ridge in itertools.product(judged, (0.2, 0.3, 0.5), (3.0, 10.0, 30.0)):
        learned.LIKENESS, steps.RIDGE = likeness, ridge
        change = Change()
        for queries, others in itertools.islice(one.drawn(30), 8):
            teachers = Teachers(one.test_set(queries, 0), one.encoder, searcher=_Once(one))
            lessons = teachers.with_ranker(teachers.lessons(), range(len(queries)))
            before = one.scores(one.before, others)
            change.add(others, one.scores(one.ranked(others, lessons), others) - before, "")
        gains[one.name][likeness, ridge] = float(change.means.mean())
    head("left out", "likeness, ridge", "its gain", "the best there")
    for name, own in gains.items():
        rest = {each: sum(gains[o][each] for o in gains if o != name) for each in own}
        chosen = max(rest, key=lambda each: rest[each])
        row(name, chosen, f"{own[chosen]:+.4f}", f"{max(own.values()):+.4f}")
    total = {each: sum(of[each] for of in gains.values()) for each in gains[judged[0].name]}
    row("none", max(total, key=lambda each: total[each]), "", "")


def _boosts(judged: Sequence[Judged]) -> None:
    """Print nDCG@10 of all queries by each boost, and what that of 30 judged queries changes for others."""
    head("collection", "queries", *map(str, BOOSTS), *_columns("of 30"), "taken")
    for one in judged:
        values = []
        for boost in BOOSTS:
            fields = {lexical_query.TEXT: 1.0, lexical_query.TITLE: boost, lexical_query.NOTES: 0.0001}
            lexical_query.STEM_FIELDS = tuple(fields.items())  # type: ignore[assignment]
            values.append(one.scores(one._ranked(one.queries, None), one.queries))
        _best_of_30(one, one.queries, np.array(values), BOOSTS)


def _strengths(judged: Sequence[Judged]) -> None:
    """Print the residual nDCG@10 by each strength, and what that of 30 judged queries changes for others."""
    head("collection", "queries", *map(str, STRENGTHS), *_columns("of 30"), "taken")
    for one in judged:
        graded, found = bench_feedback.Judged(one.collection, one.searcher), list[dict[str, float]]()
        for strength in STRENGTHS:
            usual = (feedback.RELEVANT, feedback.OTHERS, feedback.WORDS)
            names = ("RELEVANT", "OTHERS", "WORDS")
            with bench_feedback.constants(**{n: strength * c for n, c in zip(names, usual, strict=True)}):
                each = [graded.scores(graded.again(graded.grades(n)), graded.grades(n)) for n in GRADED]
            # Mean over 1 to 10 graded results, where something relevant is left each time.
            left = set.intersection(*map(set, each))
            found.append({query_id: float(np.mean([of[query_id] for of in each])) for query_id in left})
        queries = [query for query in one.queries if query.query_id in found[0]]
        table = np.array([[of[query.query_id] for query in queries] for of in found])
        _best_of_30(one, queries, table, STRENGTHS)


def _best_of_30(one: Judged, queries: Sequence[Query], table: np.ndarray, tried: Sequence[float]) -> None:
    """Print means (tried, queries) and what the best of 30 queries that are drawn changes for the others."""
    places, change = {query.query_id: at for at, query in enumerate(queries)}, Change()
    for judged, others in one.drawn(30):
        known = [places[query.query_id] for query in judged if query.query_id in places]
        tested = [query for query in others if query.query_id in places]
        if known and len(tested) >= LEFT:
            best, of = int(table[:, known].mean(axis=1).argmax()), [places[q.query_id] for q in tested]
            change.add(tested, table[best, of] - table[0, of], str(tried[best]))
    taken = ", ".join(f"{value} {times}" for value, times in change.taken.items())
    row(one.name, len(queries), *(f"{value:.4f}" for value in table.mean(axis=1)), *_cells(change), taken)


# -- rankers ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Candidates:
    """What was found for a query: features (n, f) but for what others teach, and grades (n,)."""

    hits: Sequence[Hit]
    vectors: Vectors
    features: np.ndarray
    grades: np.ndarray

    def with_lessons(self, lessons: Lessons, point: Vectors, text: str) -> np.ndarray:
        shift = lessons._shares(point, text) @ lessons.directions
        return np.column_stack([self.features, self.vectors @ shift])


def _rankers(judged: Sequence[Judged]) -> None:
    learners: dict[str, Callable[..., Callable[[np.ndarray], np.ndarray]]] = {"linear": _linear}
    try:
        import lightgbm  # noqa: F401

        learners["LambdaMART"] = _lambdamart
    except ImportError:
        print("LightGBM is not installed: LambdaMART is left out.")
    head("collection", "judged", *(cell for name in learners for cell in _columns(name)))
    for one in judged:
        candidates = {query.query_id: _candidates(one, query) for query in one.queries}
        for n in SIZES[2:]:
            if len(one.queries) - n >= LEFT:
                changes = {name: _ranker(one, n, candidates, learner) for name, learner in learners.items()}
                row(one.name, n, *(cell for change in changes.values() for cell in _cells(change)))


def _ranker(
    one: Judged,
    n: int,
    candidates: Mapping[str, Candidates],
    learner: Callable[..., Callable[..., np.ndarray]],
) -> Change:
    change = Change()
    for queries, others in one.drawn(n):
        teachers = Teachers(one.test_set(queries, 0), one.encoder, searcher=_Once(one))
        lessons = teachers.lessons()
        points = dict(zip(lessons.texts, lessons.points, strict=True))
        lists = [
            (
                candidates[q.query_id].with_lessons(lessons, points[q.text], q.text),
                candidates[q.query_id].grades,
            )
            for q in queries
        ]
        scores = learner(lists)
        run: Run = {}
        for query in others:
            own = candidates[query.query_id]
            point = one.searcher.components(one.question(query), SearchMode.HYBRID)[0].vector
            values = scores(own.with_lessons(lessons, point / np.linalg.norm(point), query.text))
            order = np.argsort(-values, kind="stable")[:100]
            run[query.query_id] = {own.hits[at].doc_id: float(-rank) for rank, at in enumerate(order)}
        change.add(others, one.scores(run, others) - one.scores(one.before, others), "")
    return change


def _candidates(one: Judged, query: Query) -> Candidates:
    """Fused score, cosine, BM25, rank, words of the query in the title and of the title in it, coverage,
    length, nearness to the first three and ten."""
    one.searcher.fusion, one.searcher.lessons = type(one.searcher.fusion)("scores"), None
    question, index = one.question(query), one.searcher.vectors
    assert index is not None
    channels = one.searcher.channels([question])
    by = {name: dict(rankings[0]) for name, rankings in channels.items()}
    hits = one.searcher.rank([question], mode=SearchMode.HYBRID, k=400)[0]
    hits = [hit for hit in hits if hit.doc_id in by["semantic"]]
    vectors = index.vectors([hit.doc_id for hit in hits])
    papers = {paper.doc_id: paper for paper in one.collection.papers}
    stems = {word.stem for word in words(query.text) if not word.is_stop}
    rows = []
    most = max(by["keyword"].values(), default=1.0)
    near = [vectors @ _unit(vectors[:n].mean(axis=0)) for n in (3, 10)]
    for rank, hit in enumerate(hits):
        paper = papers[hit.doc_id]
        title = {word.stem for word in words(paper.title)}
        text = title | {word.stem for word in words(paper.abstract)}
        rows.append(
            (
                hit.score,
                by["semantic"][hit.doc_id],
                by["keyword"].get(hit.doc_id, 0.0) / most,
                -np.log1p(rank),
                len(stems & title) / max(1, len(stems)),
                len(stems & title) / max(1, len(title)),
                len(stems & text) / max(1, len(stems)),
                np.log1p(len(text)),
                *(each[rank] for each in near),
            )
        )
    grades = one.collection.qrels[query.query_id]
    given = np.array([min(2, max(0, grades.get(hit.doc_id, 0))) for hit in hits], float)
    return Candidates(hits, vectors, np.array(rows), given)


def _unit(vector: Vectors) -> Vectors:
    return vector / np.linalg.norm(vector)


def _linear(lists: Sequence[tuple[np.ndarray, np.ndarray]]) -> Callable[[np.ndarray], np.ndarray]:
    """ListNet with a ridge towards the fused score, which is the first feature; features are standardised."""
    from scipy.optimize import minimize

    sharp = 0.05
    stacked = np.concatenate([features for features, _ in lists])
    mean, spread = stacked.mean(axis=0), stacked.std(axis=0) + 1e-9

    def scaled(features: np.ndarray) -> np.ndarray:
        return (features - mean) / spread * spread[0]

    scored = [(f[:, 0], scaled(f), g / g.sum()) for f, g in lists if g.any()]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = 0.0, np.zeros_like(weights)
        for fused, features, wanted in scored:
            scores = (fused + features @ weights) / sharp
            scores -= scores.max()
            expected = np.exp(scores) / np.exp(scores).sum()
            value -= float(wanted @ np.log(expected + 1e-30))
            slope += features.T @ (expected - wanted) / sharp
        return value + float(weights @ weights) * 10, slope + 20 * weights

    best = minimize(loss, np.zeros(stacked.shape[1]), jac=True, method="L-BFGS-B").x
    return lambda features: features[:, 0] + scaled(features) @ best


def _lambdamart(lists: Sequence[tuple[np.ndarray, np.ndarray]]) -> Callable[[np.ndarray], np.ndarray]:
    """60 trees of 7 leaves on the first 100 candidates; the others stay behind, as they were."""
    import lightgbm

    model = lightgbm.LGBMRanker(
        n_estimators=60, num_leaves=7, learning_rate=0.05, min_child_samples=20, reg_lambda=5.0,
        colsample_bytree=0.7, n_jobs=1, verbose=-1, random_state=2022,
    )  # fmt: skip
    groups = [min(100, len(grades)) for _, grades in lists]
    features = np.concatenate([features[:100] for features, _ in lists])
    model.fit(features, np.concatenate([grades[:100] for _, grades in lists]).astype(int), group=groups)

    def scores(features: np.ndarray) -> np.ndarray:
        behind = features[:, 0] - 100
        behind[:100] = model.booster_.predict(features[:100])
        return behind

    return scores


def _run(hits: Sequence[Hit]) -> dict[str, float]:
    return {hit.doc_id: float(-hit.rank) for hit in hits}


if __name__ == "__main__":
    main()
