"""Student's, Fisher's and Tukey's tests beside those of ranx (Bassani, ECIR 2022)."""

from __future__ import annotations

import importlib
import math
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from assay.evaluation import evaluate
from assay.evaluation.statistics import Systems, analyse, compare_systems

pytestmark = pytest.mark.soak  # to load and compile it takes longer than all other tests of statistics

DRAWS = 20_000
N_DOCS = 60
BETTER = {"a": 0.0, "b": 0.03, "c": 0.06, "d": 0.2}
"""How much more a run gives what is relevant: p-values from nothing to nearly 1 come of it."""


def _qrels() -> dict[str, dict[str, int]]:
    rng = random.Random(3)
    drawn = {f"q{i}": {f"d{rng.randrange(N_DOCS)}": rng.randint(0, 2) for _ in range(15)} for i in range(40)}
    return {query_id: {**grades, "d0": 1} for query_id, grades in drawn.items()}


QRELS = _qrels()


def _run(seed: int, better: float) -> dict[str, dict[str, float]]:
    rng = random.Random(seed)
    return {
        query_id: {f"d{j}": rng.random() + better * (grades.get(f"d{j}", 0) > 0) for j in range(N_DOCS)}
        for query_id, grades in QRELS.items()
    }


RUNS = {name: _run(seed, better) for seed, (name, better) in enumerate(BETTER.items())}


@pytest.fixture(scope="module")
def values() -> dict[str, np.ndarray]:
    """nDCG@10 of each query, system by system, which the tests of both start from."""
    return {
        name: np.array([v["nDCG@10"] for v in evaluate(QRELS, run, ["nDCG@10"]).per_query.values()])
        for name, run in RUNS.items()
    }


@pytest.fixture(scope="module")
def ours(values: dict[str, np.ndarray]) -> Systems:
    scores = {name: dict(zip(QRELS, map(float, of), strict=True)) for name, of in values.items()}
    return compare_systems(scores, "nDCG@10", draws=DRAWS)


def test_fishers_randomisation_is_that_of_ranx_but_for_the_drawing(
    values: dict[str, np.ndarray], ours: Systems
) -> None:
    tests: Any = importlib.import_module("ranx.statistical_tests")
    for pair in ours.pairs:
        p, _ = tests.fisher_randomization_test(values[pair.first], values[pair.second], DRAWS, 0.05, 1)
        five_errors = 5 * math.sqrt(2 * max(p * (1 - p), 1 / DRAWS) / DRAWS)
        assert pair.comparison.p_randomisation == pytest.approx(p, abs=five_errors)
    assert any(0.05 < pair.comparison.p_randomisation < 0.95 for pair in ours.pairs)


def test_tukeys_test_of_unpaired_runs_is_that_of_ranx(values: dict[str, np.ndarray]) -> None:
    tukey: Any = importlib.import_module("ranx.statistical_tests.tukey_hsd_test")
    found = {
        (row["control"], row["treatment"]): row["p-value"]
        for row in tukey.tukey_hsd_test(list(values), list(values.values()), 0.05)
    }
    variance = analyse({name: list(each) for name, each in values.items()})
    assert variance is not None
    assert [(pair.first, pair.second) for pair in variance.pairs] == list(combinations(RUNS, 2))
    for pair in variance.pairs:
        assert pair.p == pytest.approx(found[pair.first, pair.second], abs=1e-6)
