"""The steps by which search may learn from judged queries, each as large as their number allows.

Weights of the fusion and a small ranker are measured on every judged query by what others teach: in ten
folds, where queries that are nearly the same, or share a relevant paper if groups allow it, stay together;
the query encoder by folds of its own. The largest step that wins is put forward, and a person decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from assay.codec import to_json
from assay.encoding import Encoder
from assay.errors import BadInput
from assay.evaluation import compare, evaluate
from assay.index.lexical import FINGERPRINT
from assay.models.scores import write_whole
from assay.models.test_sets import TestSet
from assay.progress import Progress, silent
from assay.query_tuning.tune import DEPTH, MEASURE, check_enough, figures, improve, judged_queries
from assay.query_tuning.types import (
    ENCODER_FROM,
    LEAST_WEIGHTS,
    MEANINGS,
    STEPS,
    Chosen,
    ImproveReport,
    StepChange,
    TuningReport,
    helps,
)
from assay.search import Searcher, searcher_on
from assay.search.batch import falling_scores
from assay.search.fusion import MEANING
from assay.search.query.learned import (
    SHARPNESS,
    Features,
    Learned,
    Lessons,
    fingerprints,
    keep,
    lesson,
    packed,
)
from assay.search.query.seeds import Component, direction
from assay.training.data.lists.splits import separable
from assay.training.recipe.recipe import Recipe
from assay.training_runs.candidates import read_judged
from assay.training_runs.trials import Trainer
from assay.types import Fusion, LearnedStep, Qrels, Run, SearchMode, SearchRequest
from assay.workspace import Workspace

DEEP = "nDCG@100"
TOGETHER = 0.25
"""Queries that share papers are left out together where no group of them is a larger share of all."""
HYBRID = SearchMode.HYBRID
N_FOLDS, SEED, NEWTON_STEPS = 10, 2022, 12
RIDGE = 10.0
"""What holds the ranker's weights back; of each feature in units of its spread (docs/benchmarks.md)."""


def improve_search(
    judgements: str,
    work: Trainer,
    *,
    model: str = "",
    encoder: bool | None = None,
    recipe: Recipe | None = None,
    name: str = "",
    device: str = "auto",
) -> ImproveReport:
    """Measure every step that the judgements allow, keep what was learned, and use none of it.

    `model` is another one whose query encoder is to be trained; weights fit the library's alone. `encoder`
    says whether to train it at all: with `ENCODER_FROM` queries, if None. Raises as `improve` does.
    """
    judged = read_judged(work.library, judgements, folder=work.folder)
    with Workspace.open(work.library, create=False) as workspace:
        config, revision, folder = workspace.config, workspace.library.revision(), workspace.folder
        own = workspace.encoder() if model in ("", config.model) else None
    learned: dict[LearnedStep, tuple[StepChange, Learned]] = {}
    n = len(judged_queries(judged))
    train = recipe is not None or own is None or (n >= ENCODER_FROM if encoder is None else encoder)
    if not train:
        check_enough(judged, LEAST_WEIGHTS)
        if config.fusion is Fusion.RRF:
            raise BadInput(
                "This library's hybrid search joins ranks, and weights and rankers are of scores.",
                advice="Join scores in the library's settings, or give --encoder.",
            )
    if own is not None and n >= LEAST_WEIGHTS:
        teachers = Teachers(judged, own, fusion=config.fusion, progress=work.progress)
        learned = teachers.steps(model=config.model, revision=revision)
    tuning = None
    if train:
        tuning = improve(
            judgements,
            work,
            base=model or config.model,
            max_length=config.max_length,
            fusion=config.fusion,
            name=name,
            recipe=recipe,
            device=device,
        )
    chosen = _largest(learned, tuning)
    version = ""
    if chosen in ("weights", "ranker") and not judged.name.startswith("beir:"):
        _, kept = learned[chosen]
        keep(kept, folder)
        version = kept.version
    steps = tuple(row for row, _ in learned.values())
    report = ImproveReport(judged.name, n, steps, chosen, version, tuning)
    work.out.mkdir(parents=True, exist_ok=True)
    write_whole(work.out / STEPS, json.dumps(to_json(report), ensure_ascii=False, indent=1) + "\n")
    return report


def _largest(
    learned: Mapping[LearnedStep, tuple[StepChange, Learned]], tuning: TuningReport | None
) -> Chosen:
    """Return the largest step that wins."""
    if tuning is not None and helps(tuning):
        return "encoder"
    largest: tuple[LearnedStep, ...] = ("ranker", "weights")
    return next((step for step in largest if step in learned and learned[step][0].wins_surely), "")


class Teachers:
    """The judged queries of a collection, and what they teach its hybrid search."""

    def __init__(
        self,
        judged: TestSet,
        encoder: Encoder,
        *,
        fusion: Fusion = Fusion.SCORES,
        progress: Progress = silent,
        searcher: Searcher | None = None,
    ) -> None:
        """`searcher` searches the papers, where one is there already. Its lessons come and go."""
        self._judged, self._encoder, self._fusion, self._progress = judged, encoder, fusion, progress
        self.queries = judged_queries(judged)
        cache = judged.vectors
        self._searcher = searcher or searcher_on(
            judged.papers, mode=HYBRID, encoder=encoder, cache=cache, progress=progress
        )
        self._questions = [
            self._searcher.question(SearchRequest(query.text), hidden=_hidden(judged, query.query_id))
            for query in self.queries
        ]
        self._qrels: Qrels = {query.query_id: judged.qrels[query.query_id] for query in self.queries}
        relevant = [{d for d, g in grades.items() if g > 0} for grades in self._qrels.values()]
        self._groups = separable([query.text for query in self.queries], relevant, most=TOGETHER)
        self._searcher.lessons = None
        self._candidates = [self._searcher.candidates(question) for question in self._questions]
        self._grades = [
            np.array([min(2, max(0, grades.get(doc_id, 0))) for doc_id in found.doc_ids], np.float64)
            for found, grades in zip(self._candidates, self._qrels.values(), strict=True)
        ]

    def steps(self, *, model: str, revision: int) -> dict[LearnedStep, tuple[StepChange, Learned]]:
        """Return how each step was measured, and what it learned from all queries; the smallest first."""
        if self._fusion is Fusion.RRF:
            return {}
        before = self._ranked(None)
        found: dict[LearnedStep, tuple[StepChange, Learned]] = {}
        ways: dict[LearnedStep, tuple[Run, Lessons]]
        ways = {"weights": self._weighed(before), "ranker": self._reordered()}
        for step, (after, last) in ways.items():
            change = self._change(step, before, after)
            found[step] = change, self._learned(step, last, change, model=model, revision=revision)
        return found

    def lessons(self) -> Lessons:
        """Return what all the queries teach, but for the ranker."""
        points, directions = [], []
        for question, found, grades in zip(self._questions, self._candidates, self._grades, strict=True):
            point = direction([Component(direction(self._searcher.components(question, HYBRID)), 1.0)])
            points.append(point)
            taken = lesson(found.vectors, found.scores, grades) if grades.any() else np.zeros_like(point)
            directions.append(taken)
        texts = [question.text for question in self._questions]
        return Lessons(MEANING, (), texts, np.stack(points), np.stack(directions))

    def with_ranker(self, lessons: Lessons, rows: Sequence[int]) -> Lessons:
        """Return what these queries teach, with a ranker that learned from each by what the others teach."""
        lists = []
        for row in rows:
            others = lessons.of([other for other in rows if self._groups[other] != self._groups[row]])
            point = [Component(lessons.points[row], 1.0)]
            if self._grades[row].any():
                features = others.features(self._candidates[row], point, self._questions[row].text)
                lists.append((self._candidates[row].scores, features, self._grades[row]))
        return replace(lessons.of(rows), ranker=fit(lists))

    def _weighed(self, before: Run) -> tuple[Run, Lessons]:
        """Search each query with the weight that is best for the others; return the best for all, too."""
        runs = {MEANING: before}
        runs |= {each: self._ranked(Lessons(each)) for each in MEANINGS if each != MEANING}
        values = np.array([self._values(runs[each]) for each in MEANINGS])  # (w, n)
        others = values.sum(axis=1, keepdims=True) - values
        best = others.argmax(axis=0)
        run = {
            query.query_id: runs[MEANINGS[place]].get(query.query_id, {})
            for query, place in zip(self.queries, best, strict=True)
        }
        return run, Lessons(MEANINGS[int(values.sum(axis=1).argmax())])

    def _reordered(self) -> tuple[Run, Lessons]:
        """Search each query as the other folds teach it; return what all teach, too."""
        lessons, run = self.lessons(), Run()
        _, numbers = np.unique(self._groups, return_inverse=True)
        folds = np.random.default_rng(SEED).permutation(numbers.max() + 1)[numbers] % N_FOLDS
        for fold in range(N_FOLDS):
            self._progress("searching", fold, N_FOLDS)
            learned = self.with_ranker(lessons, np.flatnonzero(folds != fold).tolist())
            run |= self._ranked(learned, np.flatnonzero(folds == fold).tolist())
        return run, self.with_ranker(lessons, range(len(self.queries)))

    def _ranked(self, lessons: Lessons | None, places: Sequence[int] | None = None) -> Run:
        places = range(len(self.queries)) if places is None else places
        self._searcher.lessons = lessons
        depth = DEPTH + self._judged.extra
        found = self._searcher.rank([self._questions[place] for place in places], mode=HYBRID, k=depth)
        ids = [self.queries[place].query_id for place in places]
        return self._judged.cut(dict(zip(ids, map(falling_scores, found), strict=True)))

    def _values(self, run: Run) -> list[float]:
        found = evaluate(self._qrels, run, [DEEP]).per_query
        return [found[query.query_id][DEEP] for query in self.queries]

    def _change(self, step: LearnedStep, before: Run, after: Run) -> StepChange:
        first, deep = (compare(self._qrels, before, after, measure) for measure in (MEASURE, DEEP))
        gain, half = deep.mean_b - deep.mean_a, deep.p_randomisation / 2
        return StepChange(step, "hybrid", *figures(first), gain, half if gain > 0 else 1 - half)

    def _learned(
        self, step: LearnedStep, lessons: Lessons, change: StepChange, *, model: str, revision: int
    ) -> Learned:
        return Learned(
            step=step,
            meaning=lessons.meaning,
            ranker=lessons.ranker,
            queries=tuple(lessons.texts),
            points=packed(lessons.points),
            directions=packed(lessons.directions),
            model=model,
            vectors=fingerprints(self._encoder),
            words=FINGERPRINT,
            fusion=self._fusion,
            revision=revision,
            judgements=self._judged.name,
            n_queries=len(self.queries),
            measure=MEASURE,
            before=change.before,
            after=change.after,
            p=change.p,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )


def fit(lists: Sequence[tuple[Features, Features, Features]]) -> tuple[float, ...]:
    """Return what five features weigh: of queries' scores (n,), features (n, 5) and grades (n,).

    The weights that are added to the scores are those of ListNet's loss with a ridge towards none, which is
    convex: Newton's steps, halved while they climb.
    """
    if not lists:
        return (0.0,) * 5
    scores, features = (np.concatenate([each[at] for each in lists]) for at in (0, 1))
    unit = scores.std() / (features.std(axis=0) + 1e-9)  # (5,) a feature's weight, where it is as wide
    scaled = [
        (fused / SHARPNESS, own * unit / SHARPNESS, grades / grades.sum()) for fused, own, grades in lists
    ]

    def loss(weights: Features) -> tuple[float, Features, Features]:
        """Return the loss, its slope (5,) and its curvature (5, 5)."""
        value, slope = RIDGE * float(weights @ weights), 2 * RIDGE * weights
        bend = 2 * RIDGE * np.eye(5)
        for fused, own, wanted in scaled:
            logits = fused + own @ weights
            logits -= logits.max() + np.log(np.exp(logits - logits.max()).sum())
            expected = np.exp(logits)  # (n,)
            mean = expected @ own
            value -= float(wanted @ logits)
            slope = slope + mean - wanted @ own
            bend = bend + (own * expected[:, None]).T @ own - np.outer(mean, mean)
        return value, slope, bend

    weights = np.zeros(5)
    for _ in range(NEWTON_STEPS):
        value, slope, bend = loss(weights)
        step = np.linalg.solve(bend, slope)
        while loss(weights - step)[0] > value and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights - step
    return tuple((weights * unit).tolist())


def _hidden(judged: TestSet, query_id: str) -> set[str]:
    return {judged.own[query_id]} if query_id in judged.own else set()
