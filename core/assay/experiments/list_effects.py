"""What candidates do to the queries that learn from them: how many, of which kind, by which loss.

CODER's Figure 2 on a collection of one's own: below, the number N of retrieved candidates with ListNet;
above, the kind of negatives and the loss at the largest N. One training by the preset coder-small for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from assay.errors import BadInput
from assay.experiments.effect_lists import EffectLists, Negatives, Variant
from assay.experiments.effect_scores import EffectScore, scores_beside
from assay.experiments.effect_sets import EffectSet, Part
from assay.location import Location
from assay.models.scores import ModelAt, rank_with
from assay.models.tests import TestSet
from assay.progress import Cancelled, Progress, silent
from assay.training.recipe.recipe import LIST_LOSSES, LossKind, Recipe
from assay.training.runs.events import Tell, quiet
from assay.training_runs.runs import Listen, TrainedRun, just_listen, trained_once
from assay.types import Run


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
    clean: int  # queries that are asked and leak-free
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
        """From names with commas between. Raises BadInput for what is none of them."""
        try:
            found = tuple(int(part) for part in numbers.split(","))
        except ValueError as error:
            raise BadInput(f"--n must be numbers, such as 10,100,1000, not '{numbers}'.") from error
        if min(found) < 1:
            raise BadInput(f"{min(found)} candidates a query: take at least 1.")
        kinds = _names(negatives, get_args(Negatives), "kind of negatives")
        return cls(found, kinds, _names(losses, LIST_LOSSES, "loss of lists"))

    def by_number(self, papers: int) -> list[Variant]:
        """No more candidates than there are papers."""
        return [Variant(n) for n in sorted({min(n, papers) for n in self.numbers})]

    def by_kind(self, papers: int) -> list[Variant]:
        n = min(max(self.numbers), papers)
        return [Variant(n, kind, loss) for kind in self.negatives for loss in self.losses]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectWork:
    """What all trainings share. Everything lies in `out`, where a call that was cancelled goes on."""

    recipe: Recipe  # by which every variant is trained; its base's queries are not tuned yet
    data: EffectSet
    out: Path
    library: Location
    folder: Path  # where the path of a run starts
    first: str = "dense"  # what retrieves: dense, keyword, hybrid, or the file of a run
    tell: Tell = quiet
    listen: Listen = just_listen
    progress: Progress = silent

    def effects(self, plan: Plan) -> Effects:
        """Trains what is not trained yet, and measures it beside the base.

        Raises BadInput for a folder of other effects and for too few queries, RecipeError for a run that
        was trained otherwise, Cancelled once a training was cancelled, and what preparing candidates raises.
        """
        papers = len(self.data.asked.papers)
        by_number, by_kind = plan.by_number(papers), plan.by_kind(papers)
        variants = list(dict.fromkeys([*by_number, *by_kind]))
        lists = EffectLists(
            recipe=self.recipe,
            taught=self.data.taught,
            out=self.out,
            folder=self.folder,
            first=self.first,
            longest=max(variant.n for variant in variants),
            progress=self.progress,
        )
        lists.check_same(self.data.asked)
        base = self._ranked(self.recipe.base, self.out / "base-scores.json", self.data.asked)
        rows = []
        for done, variant in enumerate(variants):
            self.progress("trainings", done, len(variants))
            rows.append(self._row(variant, lists, base))
        self.progress("trainings", len(variants), len(variants))
        return Effects(
            collection=self.data.asked.name,
            base=self.recipe.base,
            first=self.first,
            papers=papers,
            taught=len(lists.queries(variants[0])),
            parts=len(self.data.parts),
            clean=len(self.data.clean),
            left_out=self.data.left_out,
            base_scores=scores_beside(self.data, base, base),
            rows=tuple(rows),
            by_number=tuple(variant.name for variant in by_number),
            by_kind=tuple(variant.name for variant in by_kind),
        )

    def _row(self, variant: Variant, lists: EffectLists, base: Run) -> EffectRow:
        trained, after = [], {}
        for part in self.data.parts:
            done = self._trained(variant, lists, part)
            after.update(self._ranked(str(done.model), done.run / "scores.json", part.asked))
            trained.append(done)
        stages = [_stage_of(done) for done in trained]
        return EffectRow(
            name=variant.name,
            variant=variant,
            runs=tuple(str(done.run) for done in trained),
            shares=tuple(float(stage.get("share", 1.0)) for stage in stages),
            seconds=sum(float((done.card or {}).get("seconds", 0.0)) for done in trained),
            scores=scores_beside(self.data, base, after),
        )

    def _ranked(self, model: str, kept: Path, asked: TestSet) -> Run:
        at = ModelAt(model, self.recipe.max_length, self.recipe.separator, kept)
        return rank_with(at, [asked], device=self.recipe.device, progress=self.progress)[asked.name]

    def _trained(self, variant: Variant, lists: EffectLists, part: Part) -> TrainedRun:
        (stage,) = self.recipe.stages
        path, queries = lists.ready(variant, part)
        objective = replace(stage.objectives[0], path=path, queries=queries)
        loss = replace(stage.loss, kind=variant.loss)
        own = replace(stage, objectives=(objective,), loss=loss)
        place = self.out / variant.folder
        done = trained_once(
            replace(self.recipe, name=variant.name, stages=(own,)),
            out=place if part.teach is None else place / part.name,
            folder=self.out,
            library=self.library,
            add=False,
            tell=self.tell,
            listen=self.listen,
        )
        if done.status == "cancelled":
            raise Cancelled
        return done


def _names(text: str, known: Sequence[Any], what: str) -> tuple[Any, ...]:
    """Those of `known` that a text names, each once. Raises BadInput for another."""
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    for name in names:
        if name not in known:
            raise BadInput(f"'{name}' is no {what}. There are {', '.join(known)}.")
    return names


def _stage_of(done: TrainedRun) -> Mapping[str, Any]:
    stages: Sequence[Mapping[str, Any]] = (done.card or {}).get("stages", [])
    return stages[0] if stages else {}
