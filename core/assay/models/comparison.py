"""Compare two models: both rank the same papers for the same queries."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from assay.codec import to_json
from assay.encoding import Encoder
from assay.errors import BadInput
from assay.evaluation import DEFAULT_MEASURES, Comparison, Evaluation, compare, evaluate, parse_measure
from assay.evaluation.measures import depth_for, named_by_depth
from assay.models.test_sets import TestChoice, TestSet, ranked_by, read_test_set
from assay.models.training_overlap import names_queries, trained_with, training_overlap
from assay.models.types import ModelComparison, ModelScores
from assay.progress import Progress, silent
from assay.registry.loading import load_named, open_registry
from assay.registry.packaged_models import keep_scores
from assay.types import Run, TaskFormat
from assay.workspace import Workspace

FEW = 20  # judged queries below which a test says little

logger = logging.getLogger(__name__)


def compare_models(
    workspace: Workspace,
    model: str,
    against: str,
    *,
    on: TestChoice,
    measures: Sequence[str] = (),
    seed: int = 0,
    progress: Progress = silent,
) -> ModelComparison:
    """Rank with both by vectors and compare; kept in the scores of `model` where the registry has it.

    Raises ModelError, EvaluationError, and BadInput where both are the same model.
    """
    if model == against:
        raise BadInput(
            "The library uses '{0}' itself. Name a model to compare it with.",
            model,
            advice="Name it by `--against`.",
        )
    wanted = [parse_measure(text) for text in measures or DEFAULT_MEASURES]
    if wanted[0].name == "Judged":
        raise BadInput("{0} says nothing of which model is better. Name another measure first.", wanted[0])
    depth = depth_for(wanted)
    tests = read_test_set(workspace, on, k=depth)
    names = [*map(str, named_by_depth(wanted, depth, len(tests.papers)))]
    encoders = [_encoder(workspace, name) for name in (against, model)]
    runs = [ranked_by(encoder, tests, depth, progress) for encoder in encoders]
    values = [evaluate(tests.qrels, run, names, exclude_self=tests.own) for run in runs]
    base, new = (_scores(encoder, found) for encoder, found in zip(encoders, values, strict=True))
    condensed = None
    if min(base.judged_at_10, new.judged_at_10) < 1 and _has_grades_to_compare(tests):
        condensed = _compared(tests, [_condensed(run, tests) for run in runs], names[0], seed)
    found = ModelComparison(
        test_set=tests.name,
        n_papers=len(tests.papers),
        n_queries=values[0].n_queries,
        model=new,
        against=base,
        comparisons=tuple(
            _compared(tests, runs, measure, seed) for measure in names if not measure.startswith("Judged")
        ),
        condensed=condensed,
        notes=(*_length_notes(workspace, model, against), *_notes(tests, base, new)),
        warnings=tuple(_warnings(model, tests)),
        seed=seed,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        overlap=training_overlap(
            model, against, tests, lambda qrels: _compared(replace(tests, qrels=qrels), runs, names[0], seed)
        ),
    )
    keep_scores(model, {f"{found.test_set} against {against}": to_json(found)})
    logger.info("compared %s with %s on %s: %d queries", model, against, found.test_set, found.n_queries)
    return found


def _encoder(workspace: Workspace, name: str) -> Encoder:
    """The library's model as the library uses it; any other as it would be used after its promotion."""
    config = workspace.config
    if name == config.model:
        return workspace.encoder()
    length = None if name in open_registry() else config.max_length
    return load_named(name, max_length=length, device=config.device)


def _length_notes(workspace: Workspace, *names: str) -> Iterator[str]:
    """That one of the models reads more of a text than the other, as both would in use."""
    config = workspace.config
    cards = {name: None if name == config.model else open_registry().find(name) for name in names}
    reads = {name: config.max_length if card is None else card.max_length for name, card in cards.items()}
    if len({*reads.values()}) > 1:
        lengths = " and ".join(f"{name} {length}" for name, length in reads.items())
        yield f"Max lengths differ ({lengths} tokens): some of the difference may come from that."


def _condensed(run: Run, tests: TestSet) -> Run:
    """Return the run without its unjudged results; those below take their places."""
    return {
        query_id: {d: score for d, score in scores.items() if d in tests.qrels.get(query_id, {})}
        for query_id, scores in run.items()
    }


def _has_grades_to_compare(tests: TestSet) -> bool:
    """Return whether a query has judged papers of more than one grade."""
    return any(len({*grades.values()}) > 1 for grades in tests.qrels.values())


def _compared(tests: TestSet, runs: Sequence[Run], measure: str, seed: int) -> Comparison:
    return compare(tests.qrels, runs[0], runs[1], measure, seed=seed, exclude_self=tests.own)


def _scores(encoder: Encoder, found: Evaluation) -> ModelScores:
    return ModelScores(
        model=encoder.name,
        fingerprint=encoder.fingerprint(TaskFormat.PRX),
        dim=encoder.dim,
        mean=found.mean,
        judged_at_10=found.judged_at_k[10],
    )


def _notes(tests: TestSet, base: ModelScores, new: ModelScores) -> Iterator[str]:
    """Yield what a reader must know before believing the numbers, one sentence each."""
    if len(tests.qrels) < FEW:
        yield f"Only {len(tests.qrels)} queries are judged: a difference must be large to be seen."
    if min(base.judged_at_10, new.judged_at_10) < 1:
        yield (
            f"Of the first ten results {new.judged_at_10:.0%} of {new.model} and {base.judged_at_10:.0%} of "
            f"{base.model} were judged. An unjudged paper counts as not relevant, which speaks against the "
            "model whose results were not pooled."
        )


def _warnings(model: str, tests: TestSet) -> Iterator[str]:
    """Yield why this may be no test at all: what the model was trained on."""
    for card, row in trained_with(model):
        files = row.get("files")
        files = files if isinstance(files, dict) else {}
        same = sorted({tests.digests[digest] for digest in files.values() if digest in tests.digests})
        if same:
            yield (
                f"{card.model_id} was trained on {', '.join(same)} of this very collection (objective "
                f"'{row.get('name')}'): this is no test of new papers."
            )
        elif row.get("kind") == "judgements" and not tests.digests and not names_queries(row):
            yield (
                f"{card.model_id} was trained on judgements, and its card does not say of which queries. If "
                "these are among them, this is no test."
            )
