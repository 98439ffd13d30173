"""Models measured on collections, and next to the model that they began from. What was ranked is kept."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.codec import decode, shallow
from assay.errors import BadInput, EvaluationError
from assay.evaluation import compare, evaluate
from assay.files import write_text
from assay.models.test_sets import TestSet, ranked_by
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.types import Run

MEASURE = "nDCG@10"
DEPTH = 10
KEPT = "scores.json"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SetScore:
    """A model on a test set; the comparison is with its base, None for the base itself."""

    test_set: str
    n_queries: int
    value: float  # of MEASURE
    difference: float | None = None
    interval: tuple[float, float] | None = None  # 95 %
    p_randomisation: float | None = None


@dataclass(frozen=True, slots=True)
class ModelAt:
    """A model to measure: its name or folder, and how it reads texts. Its rankings are kept in `kept`."""

    model: str
    max_length: int
    separator: str
    kept: Path


@dataclass(frozen=True, slots=True)
class _State:
    """What a kept ranking must have been made from to be used again."""

    files: tuple[str, ...]
    queries: int
    depth: int = DEPTH


@dataclass(frozen=True, slots=True)
class _Ranked:
    state: _State
    run: Run


def rank_with(
    at: ModelAt, sets: Sequence[TestSet], *, device: str = "auto", progress: Progress = silent
) -> dict[str, Run]:
    """test set's name -> the first ten of every query, ranked by vectors; not again if they are kept.

    Raises ModelError for a model that does not load, EvaluationError where the rankings cannot be kept.
    """
    rows = _read(at.kept)
    missing = [tests for tests in sets if tests.name not in rows or rows[tests.name].state != _state(tests)]
    if missing:
        encoder = load_named(at.model, max_length=at.max_length, separator=at.separator, device=device)
        for tests in missing:
            run = ranked_by(encoder, tests, DEPTH, progress)
            rows[tests.name] = _Ranked(_state(tests), run)
            _write(at.kept, rows)
            logger.info("ranked %s with %s", tests.name, at.model)
    return {tests.name: rows[tests.name].run for tests in sets}


def scores_of(
    runs: Mapping[str, Run], sets: Sequence[TestSet], *, base: Mapping[str, Run] | None = None, seed: int = 0
) -> dict[str, SetScore]:
    """test set's name -> what the runs are worth there, compared with the base's where it is given."""
    return {tests.name: _score(tests, runs[tests.name], base, seed) for tests in sets}


def _score(tests: TestSet, run: Run, base: Mapping[str, Run] | None, seed: int) -> SetScore:
    found = evaluate(tests.qrels, run, [MEASURE], exclude_self=tests.own)
    value = found.mean[MEASURE]
    if base is None:
        return SetScore(tests.name, found.n_queries, value)
    compared = compare(tests.qrels, base[tests.name], run, MEASURE, seed=seed, exclude_self=tests.own)
    return SetScore(
        tests.name,
        found.n_queries,
        value,
        compared.difference,
        (compared.ci_low, compared.ci_high),
        compared.p_randomisation,
    )


def _state(tests: TestSet) -> _State:
    return _State(tuple(sorted(tests.digests)), len(tests.queries))


def _read(path: Path) -> dict[str, _Ranked]:
    """Return what is kept; nothing where there is no such file, or a damaged one."""
    try:
        return decode(path.read_bytes(), dict[str, _Ranked])
    except (OSError, BadInput):
        return {}


def _write(path: Path, rows: Mapping[str, _Ranked]) -> None:
    write_whole(path, json.dumps(rows, ensure_ascii=False, default=shallow))


def write_whole(path: Path, text: str, *, overwrite: bool = True) -> None:
    """Write a file, whole or not at all; make its folder.

    Raises EvaluationError if the disk refuses it, and BadInput for a name in use unless `overwrite`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text, overwrite=overwrite)
    except OSError as error:
        raise EvaluationError(
            "{0} cannot be written: {1}. Free some space, or choose another.", path, error
        ) from error
