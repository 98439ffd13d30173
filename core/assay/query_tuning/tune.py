"""Better search from one's own judgements: queries are tuned, measured, and kept for a person to choose.

Queries that were not learned say what it is worth: a few dozen take turns in five folds, many are parted
once. Nearly the same queries stand on one side, and held-out queries for a paper that was trained on
are counted apart, for a model finds again what it was trained on. The final model is trained on all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from statistics import median

from assay.codec import to_json
from assay.encoding import Encoder, load_encoder
from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.model_files.folder import find_folder
from assay.errors import BadInput, RecipeError
from assay.evaluation import Comparison, compare
from assay.models.scores import write_whole
from assay.models.test_sets import TestSet
from assay.progress import Progress
from assay.query_tuning.types import FOLDS, LEAST, MANY, MODES, REPORT, SCORE, TuningChange, TuningReport
from assay.query_tuning.whole import Whole
from assay.registry.loading import load_named
from assay.registry.packaged_models import keep_scores
from assay.training.data.lists.prepared import Prepared, is_prepared, open_prepared
from assay.training.data.lists.splits import Split, folds, split_queries
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training_runs.candidates import CandidateChoice, prepare_lists, read_judged
from assay.training_runs.runs import TrainedRun, base_folder
from assay.training_runs.trials import Trainer, run_trials, seconds_of, share_of, stages_of
from assay.types import Fusion, Query, Run, SearchMode

PRESET = "coder-small"
SMALLEST, LEAST_BATCHES = 4, 5
"""Queries of a batch, and batches of an epoch: with a few dozen queries batches of 16 would hardly step."""
HELD_OUT = 0.25
MEASURE = "nDCG@10"
DEPTH = 100
SEARCH_MODES = dict(zip(MODES, (SearchMode.SEMANTIC, SearchMode.HYBRID), strict=True))
TRAINED_ON = "taught.json"


@dataclass(frozen=True, slots=True)
class _Fold:
    """One training that measures: by the queries of `split.train`, on those that are held out."""

    name: str
    split: Split


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A fold's training, and its held-out queries searched before and after: mode -> run."""

    split: Split
    done: TrainedRun
    before: Mapping[str, Run]
    after: Mapping[str, Run]


def improve(
    judgements: str,
    work: Trainer,
    *,
    base: str,
    max_length: int,
    fusion: Fusion = Fusion.SCORES,
    name: str = "",
    recipe: Recipe | None = None,
    device: str = "auto",
) -> TuningReport:
    """Tune the queries of `base` by judgements, and measure it by queries that were not learned.

    `judgements` is the path of an objective of lists: "library:", "library:CAMPAIGN@2", or a folder in BEIR's
    form, from the trainer's `folder` on. Everything lies in its `out`, where a call that was cancelled or
    killed resumes.
    Raises BadInput where there are too few queries and where `out` holds a model of other judgements,
    RecipeError for a recipe of anything but one objective of lists, Cancelled, and what training raises.
    """
    if recipe is not None:
        _check_recipe(recipe)
    base = untuned(base)
    judged = read_judged(work.library, judgements, folder=work.folder)
    recipe = replace(recipe or parse_recipe(preset(PRESET)), base=base, max_length=max_length, device=device)
    check_enough(judged, LEAST)
    _check_same(work.out, judged, recipe)
    encoder = load_named(base, max_length=max_length, separator=recipe.separator, device=device)
    prepared = _prepared(work, judged, encoder, recipe)
    ids = prepared.lists.query_ids
    splits = _splits(prepared, seed=recipe.random_seed)
    recipe = _fitting(recipe, min(len(split.train) for split in splits))
    known = {query.query_id: query for query in judged.queries}
    recipe = replace(recipe, name=name or f"{base} tuned")
    trials = [_Fold(f"fold-{place}", split) for place, split in enumerate(splits, start=1)]
    work = Whole(work, [*(fold.name for fold in trials), "model"]).trainer()

    def ranked(fold: _Fold, done: TrainedRun) -> _Ranked:
        held_out = [known[ids[row]] for row in fold.split.held_out]
        tuned = load_encoder(str(done.model), max_length=max_length, template=encoder.template, device=device)
        before, after = (_ranked(judged, held_out, one, fusion, work.progress) for one in (encoder, tuned))
        return _Ranked(fold.split, done, before, after)

    rows = run_trials(
        trials,
        lambda fold: _learned(work, recipe, fold.name, [ids[row] for row in fold.split.train], add=False),
        ranked,
        progress=work.progress,
    )
    whole = _of_folds(recipe, [row.done for row in rows]) if len(splits) > 1 else recipe
    final = _learned(work, whole, "model", ids, add=True)
    report = _report(judged, prepared, base, rows, final)
    write_whole(work.out / REPORT, json.dumps(to_json(report), ensure_ascii=False, indent=1) + "\n")
    score = {
        "judgements": report.judgements,
        "against": report.base,
        "folds": report.folds,
        "changes": to_json(report.changes),
    }
    keep_scores(final.model_id, {SCORE: score})
    return report


def _learned(work: Trainer, recipe: Recipe, part: str, names: Sequence[str], *, add: bool) -> TrainedRun:
    """Return the training of the run `part`, by these queries alone."""
    write_whole(work.out / f"{part}.txt", "".join(f"{one}\n" for one in names))
    (stage,) = recipe.stages
    objective = replace(stage.lists[0], path="lists", queries=f"{part}.txt")
    own = replace(recipe, stages=(replace(stage, objectives=(objective,)),))
    return work.train(own, part, folder=work.out, add=add)


def _prepared(work: Trainer, judged: TestSet, encoder: Encoder, recipe: Recipe) -> Prepared:
    """Return the candidates of the judged queries, found once."""
    lists = work.out / "lists"
    if not is_prepared(lists):
        base = recipe.base
        model_folder = base_folder(base, folder=work.folder) or find_folder(base, allow_network=False)
        (objective,) = recipe.stages[0].lists
        choice = CandidateChoice(objective.first, objective.n, objective.random, recipe.random_seed)
        prepare_lists(
            lists,
            judged,
            encoder,
            choice,
            model_folder=model_folder,
            folder=work.folder,
            progress=work.progress,
        )
    return open_prepared(lists)


def untuned(base: str) -> str:
    """Return the papers' model of a model whose queries were tuned before; any other as it is."""
    folder = base_folder(base, folder=Path()) or find_folder(base, allow_network=False)
    return read_coder(folder).documents if is_coder(folder) else base


def _check_recipe(recipe: Recipe) -> None:
    """Raise RecipeError for what this cannot train, or cannot measure."""
    objectives = recipe.stages[0].objectives
    if not recipe.tunes_queries or len(objectives) != 1:
        raise RecipeError(
            "'{0}' is not a recipe with one objective of lists, which improving search needs. Write one "
            'that begins with preset = "coder-small".',
            recipe.name,
        )
    if recipe.tuning.scorer == "decoder":
        raise RecipeError(
            "'{0}' has a decoder, which only reranks: it would not be measured here. Take the scorer "
            "product or cosine.",
            recipe.name,
            advice="To train it as it is, run `assay train`.",
        )


def _check_same(out: Path, judged: TestSet, recipe: Recipe) -> None:
    """Raise BadInput where the folder was begun with other judgements, papers or another model."""
    grades = json.dumps(
        [judged.name, recipe.base, judged.qrels, [q.text for q in judged.queries]], sort_keys=True
    )
    trained_on = {
        "judgements": sha256(grades.encode()).hexdigest(),
        "papers": sha256(json.dumps(sorted(paper.doc_id for paper in judged.papers)).encode()).hexdigest(),
    }
    path = out / TRAINED_ON
    if not path.is_file():
        write_whole(path, json.dumps(trained_on, indent=1) + "\n")
        return
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = None
    if known != trained_on:
        raise BadInput(
            "{0} was begun with other judgements, papers or another model, and what it has learned would "
            "be measured wrongly. Start again in another folder; nothing was changed.",
            out,
        )


def judged_queries(judged: TestSet) -> list[Query]:
    """Return the typed queries that have a relevant paper."""
    papers = {paper.doc_id for paper in judged.papers}
    return [
        query
        for query in judged.queries
        if query.doc_id is None
        and any(grade > 0 and d in papers for d, grade in judged.qrels.get(query.query_id, {}).items())
    ]


def check_enough(judged: TestSet, least: int) -> None:
    """Raise BadInput for fewer judged queries."""
    n = len(judged_queries(judged))
    if n < least:
        raise BadInput(
            "{0}: not enough judged queries: {1} of at least {2}. Judge the results of more searches, "
            "then try again ({3} missing).",
            judged.name,
            n,
            least,
            least - n,
        )


def _splits(prepared: Prepared, *, seed: int) -> list[Split]:
    texts = prepared.texts
    relevant = [prepared.relevant(place) for place in range(len(prepared.lists.query_ids))]
    if len(texts) >= MANY:
        return [split_queries(texts, relevant, share=HELD_OUT, seed=seed)]
    return folds(texts, relevant, n=FOLDS, seed=seed)


def _of_folds(recipe: Recipe, trained: Sequence[TrainedRun]) -> Recipe:
    """To learn from all queries, as long and as far as the folds' held-out queries liked in the middle.

    The rate falls as theirs did, over all epochs, and the stage ends before. One query that stands alone is
    left out and decides nothing.
    """
    (stage,) = recipe.stages
    steps = max(1, round(median(stages_of(done)[0].best_step or 0 for done in trained)))
    objective = replace(stage.objectives[0], validation=1e-6)
    stopping = replace(stage.stopping, interval=steps, patience=0, measure="loss", after=steps)
    whole = replace(stage, objectives=(objective,), stopping=stopping)
    share = median(share_of(done) for done in trained)
    tuning = replace(recipe.tuning, interpolation="fixed", share=share)
    return replace(recipe, stages=(whole,), tuning=tuning)


def _fitting(recipe: Recipe, n: int) -> Recipe:
    """For n queries, of which some are held out: `LEAST_BATCHES` an epoch where that is possible.

    Where batches have to be smaller for that, each epoch is validated, and the warm-up is short.
    """
    (stage,) = recipe.stages
    learned, batch = n * (1 - stage.objectives[0].validation), stage.batch_size
    while batch > SMALLEST and learned / batch < LEAST_BATCHES:
        batch //= 2
    if batch == stage.batch_size:
        return recipe
    each = max(1, int(learned // batch))
    optimiser = replace(stage.optimiser, warmup_steps=min(stage.optimiser.warmup_steps, each))
    stopping = replace(stage.stopping, interval=each)
    fitting = replace(stage, batch_size=batch, optimiser=optimiser, stopping=stopping)
    return replace(recipe, stages=(fitting,))


def _ranked(
    test: TestSet, queries: Sequence[Query], encoder: Encoder, fusion: Fusion, progress: Progress
) -> dict[str, Run]:
    from assay.search import retrieve

    return {
        name: test.cut(
            retrieve(
                test.papers,
                queries,
                mode=mode,
                k=DEPTH + test.extra,
                encoder=encoder,
                cache=test.vectors,
                progress=progress,
                exclude_self=test.own,
                fusion=fusion,
            )
        )
        for name, mode in SEARCH_MODES.items()
    }


def _report(
    judged: TestSet,
    prepared: Prepared,
    base: str,
    rows: Sequence[_Ranked],
    final: TrainedRun,
) -> TuningReport:
    ids, trained = prepared.lists.query_ids, [row.done for row in rows]
    return TuningReport(
        judgements=judged.name,
        base=base,
        model_id=final.model_id,
        queries=len(ids),
        by_paper=sum(query.doc_id is not None for query in judged.queries),
        without=len(prepared.lists.without),
        folds=len(rows),
        shares=tuple(share_of(done) for done in trained),
        share=share_of(final),
        changes=tuple(_changes(judged, rows, ids)),
        seconds=sum(seconds_of(done) for done in (*trained, final)),
    )


def _changes(judged: TestSet, rows: Sequence[_Ranked], ids: Sequence[str]) -> list[TuningChange]:
    groups = {
        group: [ids[place] for row in rows for place in getattr(row.split, part)]
        for group, part in (("all", "held_out"), ("shared", "shared"), ("clean", "clean"))
    }
    changes = []
    for group, names in groups.items():
        qrels = {name: judged.qrels[name] for name in names}
        for mode in MODES if qrels else ():
            before = {name: scores for row in rows for name, scores in row.before[mode].items()}
            after = {name: scores for row in rows for name, scores in row.after[mode].items()}
            found = compare(
                qrels,
                {name: before.get(name, {}) for name in names},
                {name: after.get(name, {}) for name in names},
                MEASURE,
                exclude_self=judged.own,
            )
            changes.append(TuningChange(group, mode, *figures(found)))
    return changes


def figures(found: Comparison) -> tuple[int, float, float, tuple[float, float], float, int, int]:
    """Return what a `TuningChange` has of a comparison, in its order."""
    interval = found.ci_low, found.ci_high
    return found.n, found.mean_a, found.mean_b, interval, found.p_randomisation, found.wins, found.losses
