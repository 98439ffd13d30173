"""Better search from one's own judgements: queries are tuned, measured, and kept for a person to choose.

Queries that were not learnt say what it is worth: a few dozen take turns in five folds, many are parted once.
Nearly the same queries stand on one side, and held-out queries that ask for a paper that was learnt are told
apart, for a model finds again what it was shown. What is kept in the end has learnt from all of them.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from assay.encoding import Encoder, VectorCache, load_encoder
from assay.encoding.coder.folder import is_coder, read_coder
from assay.encoding.model_files.folder import find_folder
from assay.errors import BadInput, RecipeError
from assay.evaluation import compare
from assay.location import Location
from assay.models.loading import load_named
from assay.models.packaged_models import keep_scores
from assay.models.scores import write_whole
from assay.models.tests import TestSet
from assay.progress import Cancelled, Progress, silent
from assay.query_tuning.preparing import Wanted, prepare_lists
from assay.query_tuning.sources import judged_of
from assay.training.data.lists.prepared import is_prepared, open_prepared
from assay.training.data.lists.splits import Split, folds, split_queries
from assay.training.recipe.presets import preset
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe
from assay.training.runs.events import Tell, quiet
from assay.training_runs.runs import Listen, TrainedRun, base_folder, just_listen, trained_once
from assay.types import Query, Run, SearchMode

PRESET = "coder-small"
LEAST = 20
"""Judged typed queries; of fewer, what is learnt and what says its worth would be a handful each."""
SMALLEST, LEAST_BATCHES = 4, 5
"""Queries of a batch, and batches of an epoch: with a few dozen queries batches of 16 would hardly step."""
FOLDS = 5
MANY = 300
"""From so many on one split is enough, and five trainings would take long."""
HELD_OUT = 0.25
MEASURE = "nDCG@10"
DEPTH = 100
MODES = {"meaning": SearchMode.SEMANTIC, "hybrid": SearchMode.HYBRID}
REPORT, TAUGHT = "improvement.json", "taught.json"
SCORE = "improvement"
"""The key of what a card keeps of it."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """Held-out queries of one group, searched before and after."""

    group: str  # all | shared | clean
    mode: str  # meaning | hybrid
    n: int
    before: float  # nDCG@10, 0..1
    after: float
    interval: tuple[float, float]  # 95 %, of the difference
    p: float  # of a paired randomisation test, two-sided
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Improvement:
    """What became of it. The model is in the registry and not in use."""

    judgements: str
    base: str
    model_id: str
    queries: int  # judged, typed, with something relevant
    by_paper: int  # left out: queries that are papers
    without: int  # left out: nothing relevant
    folds: int  # 1: one split
    shares: tuple[float, ...]  # how far each fold's weights went from the base
    share: float  # and the kept model's
    changes: tuple[Change, ...]
    seconds: float

    def change(self, group: str, mode: str = "meaning") -> Change | None:
        return next((row for row in self.changes if (row.group, row.mode) == (group, mode)), None)


def improve(
    library: Location,
    judgements: str,
    *,
    base: str,
    max_length: int,
    out: Path,
    folder: Path,
    name: str = "",
    recipe: Recipe | None = None,
    device: str = "auto",
    tell: Tell = quiet,
    listen: Listen = just_listen,
    progress: Progress = silent,
) -> Improvement:
    """Tunes the queries of `base` by judgements, and measures it by queries that were not learnt.

    `judgements` is the path of an objective of lists: "library:", "library:CAMPAIGN@2", or a folder in BEIR's
    form, from `folder` on. Everything lies in `out`, where a call that was cancelled or killed goes on.
    Raises BadInput where there are too few queries and where `out` holds what other judgements taught,
    RecipeError for a recipe of anything but one objective of lists, Cancelled, and what training raises.
    """
    if recipe is not None:
        _check_recipe(recipe)
    base = untuned(base)
    judged = judged_of(library, judgements, folder=folder)
    recipe = replace(recipe or parse_recipe(preset(PRESET)), base=base, max_length=max_length, device=device)
    model_folder = base_folder(base, folder=folder) or find_folder(base, allow_network=False)
    _check_enough(judged)
    _check_same(out, judged, recipe)
    encoder = load_named(base, max_length=max_length, separator=recipe.separator, device=device)
    lists = out / "lists"
    if not is_prepared(lists):
        (objective,) = recipe.stages[0].objectives
        wanted = Wanted(objective.first, objective.n, objective.random, recipe.seed)
        prepare_lists(
            lists, judged, encoder, wanted, model_folder=model_folder, folder=folder, progress=progress
        )
    found = open_prepared(lists)
    ids = found.lists.query_ids
    relevant = [found.relevant(place) for place in range(len(ids))]
    splits = _splits(found.texts, relevant, seed=recipe.seed)
    recipe = _fitting(recipe, min(len(split.train) for split in splits))
    known = {query.query_id: query for query in judged.queries}
    runs: dict[str, dict[str, Run]] = {"before": {}, "after": {}}
    trained: list[TrainedRun] = []

    def learnt(made: Recipe, part: str, names: Sequence[str], *, add: bool) -> TrainedRun:
        write_whole(out / f"{part}.txt", "".join(f"{one}\n" for one in names))
        own = _recipe(made, part, name=name or f"{base} tuned")
        done = trained_once(
            own, out=out / part, folder=out, library=library, add=add, tell=tell, listen=listen
        )
        if done.status == "cancelled":
            raise Cancelled
        return done

    for place, split in enumerate(splits):
        part, names = f"fold-{place + 1}", [ids[row] for row in split.train]
        trained.append(learnt(recipe, part, names, add=False))
        asked = [known[ids[row]] for row in split.held_out]
        tuned = load_encoder(
            str(trained[-1].model), max_length=max_length, template=encoder.template, device=device
        )
        for when, one in (("before", encoder), ("after", tuned)):
            for mode, ranked in _ranked(judged, asked, one, progress).items():
                runs[when].setdefault(mode, {}).update(ranked)
    whole = _of_folds(recipe, trained) if len(splits) > 1 else recipe
    final = learnt(whole, "model", ids, add=True)
    result = Improvement(
        judgements=judged.name,
        base=base,
        model_id=final.model_id,
        queries=len(ids),
        by_paper=sum(query.doc_id is not None for query in judged.queries),
        without=len(found.lists.without),
        folds=len(splits),
        shares=tuple(_share(done) for done in trained),
        share=_share(final),
        changes=tuple(_changes(judged, runs, splits, ids)),
        seconds=sum(float((done.card or {}).get("seconds", 0)) for done in (*trained, final)),
    )
    write_whole(out / REPORT, json.dumps(asdict(result), ensure_ascii=False, indent=1) + "\n")
    keep_scores(final.model_id, {SCORE: _for_card(result)})
    return result


def untuned(base: str) -> str:
    """The papers' model of a model whose queries were tuned before; any other as it is."""
    folder = base_folder(base, folder=Path()) or find_folder(base, allow_network=False)
    return read_coder(folder).documents if is_coder(folder) else base


def _check_recipe(recipe: Recipe) -> None:
    """Raises RecipeError for what this cannot train, or cannot measure."""
    objectives = recipe.stages[0].objectives
    if not recipe.tunes_queries or len(objectives) != 1:
        raise RecipeError(
            f"'{recipe.name}' is no recipe of one objective of lists, and search is improved by such alone. "
            'Write one that begins with preset = "coder-small".'
        )
    if recipe.tuning.scorer == "decoder":
        raise RecipeError(
            f"'{recipe.name}' has a decoder, which only reranks: it would not be measured here. Take the "
            "scorer product or cosine, or train it by `assay train`."
        )


def _check_same(out: Path, judged: TestSet, recipe: Recipe) -> None:
    """Raises BadInput where the folder was begun with other judgements, papers or another model."""
    grades = json.dumps(
        [judged.name, recipe.base, judged.qrels, [q.text for q in judged.queries]], sort_keys=True
    )
    taught = {
        "judgements": sha256(grades.encode()).hexdigest(),
        "papers": sha256(json.dumps(sorted(paper.doc_id for paper in judged.papers)).encode()).hexdigest(),
    }
    path = out / TAUGHT
    if not path.is_file():
        write_whole(path, json.dumps(taught, indent=1) + "\n")
        return
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = None
    if known != taught:
        raise BadInput(
            f"{out} was begun with other judgements, papers or another model, and what it has learnt would "
            "be measured wrongly. Begin anew in another folder; nothing was changed."
        )


def _check_enough(judged: TestSet) -> None:
    papers = {paper.doc_id for paper in judged.papers}
    typed = [query for query in judged.queries if query.doc_id is None]
    useful = [
        query
        for query in typed
        if any(grade > 0 and d in papers for d, grade in judged.qrels.get(query.query_id, {}).items())
    ]
    if len(useful) < LEAST:
        raise BadInput(
            f"{judged.name} has {len(useful)} typed queries with a relevant paper. From fewer than {LEAST} "
            "nothing can be learnt that could be checked, too: a model would learn them by heart. Judge the "
            "results of more searches; nothing was changed."
        )


def _splits(texts: Sequence[str], relevant: Sequence[frozenset[int]], *, seed: int) -> list[Split]:
    if len(texts) >= MANY:
        return [split_queries(texts, relevant, share=HELD_OUT, seed=seed)]
    return folds(texts, relevant, n=FOLDS, seed=seed)


def _recipe(recipe: Recipe, part: str, *, name: str) -> Recipe:
    (stage,) = recipe.stages
    objective = replace(stage.objectives[0], path="lists", queries=f"{part}.txt")
    return replace(recipe, name=name, stages=(replace(stage, objectives=(objective,)),))


def _of_folds(recipe: Recipe, trained: Sequence[TrainedRun]) -> Recipe:
    """To learn from all queries, as long and as far as the folds' held-out queries liked in the middle.

    The rate falls as theirs did, over all epochs, and the stage ends before. One query that stands alone is
    left out and decides nothing.
    """
    (stage,) = recipe.stages
    updates = max(1, round(median(_stage_of(done)["best_update"] for done in trained)))
    objective = replace(stage.objectives[0], validation=1e-6)
    stopping = replace(stage.stopping, interval=updates, patience=0, measure="loss", after=updates)
    whole = replace(stage, objectives=(objective,), stopping=stopping)
    share = median(_share(done) for done in trained)
    tuning = replace(recipe.tuning, interpolation="fixed", share=share)
    return replace(recipe, stages=(whole,), tuning=tuning)


def _fitting(recipe: Recipe, n: int) -> Recipe:
    """For n queries, of which some are held out: `LEAST_BATCHES` an epoch where that is possible.

    Where batches have to be smaller for that, each epoch is validated, and the warm-up is short.
    """
    (stage,) = recipe.stages
    learnt, batch = n * (1 - stage.objectives[0].validation), stage.batch_size
    while batch > SMALLEST and learnt / batch < LEAST_BATCHES:
        batch //= 2
    if batch == stage.batch_size:
        return recipe
    each = max(1, int(learnt // batch))
    optimiser = replace(stage.optimiser, warmup_updates=min(stage.optimiser.warmup_updates, each))
    stopping = replace(stage.stopping, interval=each)
    fitting = replace(stage, batch_size=batch, optimiser=optimiser, stopping=stopping)
    return replace(recipe, stages=(fitting,))


def _ranked(judged: TestSet, asked: Sequence[Query], encoder: Encoder, progress: Progress) -> dict[str, Run]:
    from assay.search import retrieve

    rank: Callable[[SearchMode], Run] = lambda mode: retrieve(  # noqa: E731
        judged.papers,
        asked,
        mode=mode,
        k=DEPTH + judged.extra,
        encoder=encoder,
        cache=VectorCache(judged.vectors),
        progress=progress,
        exclude_self=judged.own,
    )
    return {name: judged.cut(rank(mode)) for name, mode in MODES.items()}


def _changes(
    judged: TestSet,
    runs: Mapping[str, Mapping[str, Run]],
    splits: Sequence[Split],
    ids: Sequence[str],
) -> list[Change]:
    groups = {
        "all": [ids[row] for split in splits for row in split.held_out],
        "shared": [ids[row] for split in splits for row in split.shared],
        "clean": [ids[row] for split in splits for row in split.clean],
    }
    rows = []
    for group, names in groups.items():
        qrels = {name: judged.qrels[name] for name in names}
        for mode in MODES if qrels else ():
            before, after = ({name: runs[when][mode].get(name, {}) for name in names} for when in runs)
            found = compare(qrels, before, after, MEASURE, exclude_self=judged.own)
            interval = (found.ci_low, found.ci_high)
            rows.append(
                Change(
                    group,
                    mode,
                    found.n,
                    found.mean_a,
                    found.mean_b,
                    interval,
                    found.p_randomisation,
                    found.wins,
                    found.losses,
                )
            )
    return rows


def _share(done: TrainedRun) -> float:
    return float(_stage_of(done).get("share", 1.0))


def _stage_of(done: TrainedRun) -> Mapping[str, Any]:
    """What the card of a finished run says of its only stage."""
    assert done.card is not None  # noqa: S101 - a cancelled one has none, and is no part of this
    stage: Mapping[str, Any] = done.card["stages"][0]
    return stage


def _for_card(found: Improvement) -> dict[str, Any]:
    return {
        "test_set": f"{found.judgements}, held out",
        "against": found.base,
        "folds": found.folds,
        "changes": [asdict(row) for row in found.changes],
    }
