"""What candidates do to the queries that learn from them: how many, of which kind, by which loss.

CODER's Figure 2 on a collection of one's own: below, the number N of retrieved candidates with ListNet;
above, the kind of negatives and the loss at the largest N. One training by the preset coder-small for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from assay.errors import BadInput
from assay.evaluation import compare
from assay.experiments.effect_data import EffectLists, EffectSet, Negatives, Part, Variant
from assay.models.test_sets import TestSet
from assay.table import Cell, Table
from assay.training.recipe.recipe import LIST_LOSSES, LossKind, Recipe
from assay.training_runs.runs import TrainedRun
from assay.training_runs.trials import Trainer, run_trials, seconds_of, share_of
from assay.types import Run

MEASURES = ("nDCG@10", "RR@10", "R@10")
ALL, CLEAN = "all", "clean"
SIGNIFICANT = 0.05
_LEAST = 2  # queries; of fewer no paired test can be made


@dataclass(frozen=True, slots=True)
class EffectScore:
    """One measure of one group of queries."""

    group: str  # all | clean
    n: int  # queries
    measure: str
    base: float  # 0..1
    value: float
    difference: float
    interval: tuple[float, float]  # 95 %, of the difference
    p: float  # of a paired randomisation test, two-sided


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One variant, trained and measured."""

    name: str
    variant: Variant
    runs: tuple[str, ...]  # the folder of each part's run
    shares: tuple[float, ...]  # how far each part's weights went from the base, 0..1
    seconds: float
    scores: tuple[EffectScore, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """All variants. `by_number` and `by_kind` are names of rows, as the figure's two parts show them."""

    collection: str
    base: str
    first: str
    papers: int
    taught: int  # queries that candidates were prepared for
    parts: int  # trainings of a variant: 1, or one a fold
    clean: int  # queries that are asked and clean
    left_out: int  # judged queries that are not asked
    base_scores: tuple[EffectScore, ...]
    rows: tuple[EffectRow, ...]
    by_number: tuple[str, ...]
    by_kind: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which variants: every number, and at the largest of them every kind of negatives with every loss."""

    numbers: tuple[int, ...]
    negatives: tuple[Negatives, ...]
    losses: tuple[LossKind, ...]

    @classmethod
    def of(cls, numbers: str, negatives: str, losses: str) -> Plan:
        """Make a plan of names with commas between. Raises BadInput for what is none of them."""
        try:
            found = tuple(int(part) for part in numbers.split(","))
        except ValueError as error:
            raise BadInput("n must be numbers, such as 10,100,1000, not '{0}'.", numbers) from error
        if min(found) < 1:
            raise BadInput("{0} candidates a query: take at least 1.", min(found))
        kinds = _names(negatives, get_args(Negatives), "kind of negatives")
        return cls(found, kinds, _names(losses, LIST_LOSSES, "loss of lists"))

    def by_number(self, papers: int) -> list[Variant]:
        """List variants by number, with no more candidates than there are papers."""
        return [Variant(n) for n in sorted({min(n, papers) for n in self.numbers})]

    def by_kind(self, papers: int) -> list[Variant]:
        n = min(max(self.numbers), papers)
        return [Variant(n, kind, loss) for kind in self.negatives for loss in self.losses]


@dataclass(frozen=True, slots=True)
class _Trial:
    """One training: a variant learned by the queries of one part."""

    variant: Variant
    part: Part

    @property
    def name(self) -> str:
        return self.variant.name


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectWork:
    """What all trainings share. Everything lies in the trainer's `out`, where a cancelled call resumes."""

    recipe: Recipe  # by which every variant is trained; its base's queries are not tuned yet
    data: EffectSet
    trainer: Trainer  # its `folder` is where the path of a run starts
    first: str = "dense"  # what retrieves: dense, keyword, hybrid, or the file of a run

    def effects(self, plan: Plan) -> Effects:
        """Train what is not trained yet, and compare it with the base.

        Raises BadInput for a folder of other effects and for too few queries, RecipeError for a run that
        was trained otherwise, Cancelled once a training was cancelled, and what preparing candidates raises.
        """
        papers = len(self.data.test.papers)
        by_number, by_kind = plan.by_number(papers), plan.by_kind(papers)
        variants = list(dict.fromkeys([*by_number, *by_kind]))
        lists = EffectLists(
            recipe=self.recipe,
            train=self.data.train,
            out=self.trainer.out,
            folder=self.trainer.folder,
            first=self.first,
            longest=max(variant.n for variant in variants),
            progress=self.trainer.progress,
        )
        lists.check_same(self.data.test)
        base = self._ranked(self.recipe.base, self.trainer.out / "base-scores.json", self.data.test)
        trained = run_trials(
            [_Trial(variant, part) for variant in variants for part in self.data.parts],
            lambda trial: self._trained(trial, lists),
            lambda trial, done: (
                trial.variant,
                done,
                self._ranked(str(done.model), done.run / "scores.json", trial.part.test),
            ),
            progress=self.trainer.progress,
        )
        return Effects(
            collection=self.data.test.name,
            base=self.recipe.base,
            first=self.first,
            papers=papers,
            taught=len(lists.queries(variants[0])),
            parts=len(self.data.parts),
            clean=len(self.data.clean),
            left_out=self.data.left_out,
            base_scores=scores_against(self.data, base, base),
            rows=tuple(
                self._row(variant, [(done, ranked) for own, done, ranked in trained if own == variant], base)
                for variant in variants
            ),
            by_number=tuple(variant.name for variant in by_number),
            by_kind=tuple(variant.name for variant in by_kind),
        )

    def _row(self, variant: Variant, parts: Sequence[tuple[TrainedRun, Run]], base: Run) -> EffectRow:
        after = {query_id: scores for _, ranked in parts for query_id, scores in ranked.items()}
        return EffectRow(
            name=variant.name,
            variant=variant,
            runs=tuple(str(done.run) for done, _ in parts),
            shares=tuple(share_of(done) for done, _ in parts),
            seconds=sum(seconds_of(done) for done, _ in parts),
            scores=scores_against(self.data, base, after),
        )

    def _ranked(self, model: str, kept: Path, test: TestSet) -> Run:
        runs = self.trainer.rank(model, self.recipe, [test], device=self.recipe.device, kept=kept)
        return runs[test.name]

    def _trained(self, trial: _Trial, lists: EffectLists) -> TrainedRun:
        variant, part = trial.variant, trial.part
        (stage,) = self.recipe.stages
        path, queries = lists.ready(variant, part)
        objective = replace(stage.lists[0], path=path, queries=queries)
        loss = replace(stage.loss, kind=variant.loss)
        own = replace(stage, objectives=(objective,), loss=loss)
        recipe = replace(self.recipe, name=variant.name, stages=(own,))
        place = Path(variant.folder) / ("" if part.teach is None else part.name)
        return self.trainer.train(recipe, place, folder=self.trainer.out)


def _names(text: str, known: Sequence[Any], what: str) -> tuple[Any, ...]:
    """Return those of `known` that a text names, each once. Raises BadInput for another."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in names:
        if name not in known:
            raise BadInput("'{0}' is no {1}. There are {2}.", name, what, ", ".join(known))
    return names


def groups_of(data: EffectSet) -> dict[str, list[str]]:
    """Names of queries. Clean ones stand apart where there are two of them, and others besides."""
    every = list(data.test.qrels)
    clean = [name for name in every if name in data.clean]
    return {ALL: every, CLEAN: clean} if _LEAST <= len(clean) < len(every) else {ALL: every}


def scores_against(data: EffectSet, before: Run, after: Run) -> tuple[EffectScore, ...]:
    """Score every group and measure. Raises EvaluationError where a single query is asked."""
    scores = []
    for group, names in groups_of(data).items():
        qrels = {name: data.test.qrels[name] for name in names}
        one, other = ({name: run.get(name, {}) for name in names} for run in (before, after))
        for measure in MEASURES:
            found = compare(qrels, one, other, measure, exclude_self=data.test.own)
            scores.append(
                EffectScore(
                    group,
                    found.n,
                    measure,
                    found.mean_a,
                    found.mean_b,
                    found.difference,
                    (found.ci_low, found.ci_high),
                    found.p_randomisation,
                )
            )
    return tuple(scores)


# --- the report


def effects_table(found: Effects) -> Table:
    """Return the base, then every variant; what differs from the base with p < 0.05 is marked."""
    rows: list[tuple[Cell, ...]] = []
    marked = set()
    measured = [
        ("base", found.base_scores, ""),
        *((row.name, row.scores, _shares(row.shares)) for row in found.rows),
    ]
    for name, scores, shares in measured:
        for group in dict.fromkeys(score.group for score in scores):
            own = [score for score in scores if score.group == group]
            cells: list[Cell] = [f"{group}, {own[0].n}"]
            for place, score in enumerate(own):
                cells += [score.value, *(_difference(score) if shares else (None, None))]
                if shares and score.p < SIGNIFICANT:
                    marked.add((len(rows), 2 + 3 * place))
            rows.append((name, *cells, shares))
    measures = [heading for name in MEASURES for heading in (name, f"{name} change", f"{name} p")]
    return Table(
        f"{found.collection}: candidates and what they do",
        ("Training", "Queries", *measures, "Share"),
        tuple(rows),
        tuple(_notes(found)),
        frozenset(marked),
        digits=4,
    )


def _difference(score: EffectScore) -> tuple[str, float]:
    return f"{score.difference:+.4f}", score.p


def _shares(shares: Sequence[float]) -> str:
    return ", ".join(f"{share:g}" for share in shares)


def _notes(found: Effects) -> Iterator[str]:
    how = (
        "each asked of the model that did not learn it (five folds by query)"
        if found.parts > 1
        else "asked of models that learned from the queries of the training split"
    )
    yield (
        f"Tuned queries of {found.base} over {found.papers:,} papers, by the preset coder-small; "
        f"{found.taught:,} training queries. Retrieved means the first N by {found.first}, random N papers "
        "drawn by chance, both N of each."
    )
    yield (
        f"Values are of queries of {found.collection}, {how}. Bold changes differ from the base with p < "
        f"{SIGNIFICANT:g} in a paired randomisation test; each p stands alone, and of {len(found.rows)} "
        "trainings one may fall below by chance."
    )
    if any(score.group == CLEAN for score in found.base_scores):
        yield (
            "Clean queries have no relevant paper in common with the training queries; only they say "
            "what new questions gain."
        )
    else:
        yield f"Clean queries do not stand apart: {_why(found)}."
    yield "Share is how far the weights went from the base, as the queries held out of a training liked best."
    if any(row.variant.n >= found.papers for row in found.rows):
        yield "Where N is the number of papers, every paper is a candidate whatever the kind of negatives."
    if found.left_out:
        yield f"{found.left_out:,} queries are not asked: they are papers, or nothing is relevant to them."


def _why(found: Effects) -> str:
    n = next(score.n for score in found.base_scores if score.group == ALL)
    if found.clean == n:
        return "no query shares a relevant paper with the training queries, so all are clean"
    return f"there are {found.clean}, too few for a test"
