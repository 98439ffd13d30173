"""Scoring: the grid of SVMs beside scikit-learn's own, and measures of rankings beside ir_measures and ranx.

    bench_scoring.py [--full]

The grid is of 5 C and 3 folds over made-up vectors of 384 columns in 14 classes that overlap as venues of
papers do: 2,000 of them, with --full the 25,000 of the goal, where scikit-learn needs ten minutes of a core.
Both are timed by turns in one run, and their answers compared: the C, and the class of each of 5,000 others.
ranx is timed where it is installed; it is none of Assay's dependencies.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import statistics
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import ir_measures
import numpy as np
import numpy.typing as npt
from measuring import by_turns, head, parser_of, row
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.svm import LinearSVC

from assay.benchmarks.tasks.probes.class_grid import best_classes
from assay.benchmarks.tasks.probes.probes import CLASS_GRID, FOLDS, SEED
from assay.evaluation.evaluate import evaluate
from assay.types import Qrels, Run, Vectors

WIDTH, CLASSES, TEST = 384, 14, 5000
QUERIES, DOCUMENTS = 1000, 1000
MEASURES = {"nDCG@10": "ndcg@10", "AP": "map", "RR": "mrr", "P@5": "precision@5", "R@100": "recall@100"}

Steps = Mapping[str, Callable[[], Any]]


def main() -> None:
    """Prints a table for the measures and one for the grid."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("--full", action="store_true", help="the grid of 25,000 papers, once")
    given = parser.parse_args()
    _measures(rounds=5)
    _grid(*((25_000, 1) if given.full else (2000, 3)))


# --- the grid


def _grid(n: int, rounds: int) -> None:
    vectors, labels = _papers(n + TEST)
    known = labels[:n]
    folds = [*StratifiedKFold(FOLDS).split(np.zeros((n, 1)), known)]

    def ours(threads: int) -> Any:
        return best_classes(vectors[:n], known, CLASS_GRID, folds, intercept=False, threads=threads)

    def theirs() -> Any:
        svm = LinearSVC(loss="squared_hinge", random_state=SEED, fit_intercept=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return GridSearchCV(svm, {"C": list(CLASS_GRID)}, cv=FOLDS).fit(vectors[:n], known)

    print(f"\n{n:,} x {WIDTH}, {CLASSES} classes, {len(CLASS_GRID)} C, {FOLDS} folds and the fit to all rows")
    steps = {"one thread": lambda: ours(1), "two threads": lambda: ours(2), "scikit-learn": theirs}
    found = _timed(steps, rounds)
    search = found["scikit-learn"]
    for name in ("one thread", "two threads"):
        same_c = found[name].cost == search.best_params_["C"]
        others = int(np.sum(found[name].predict(vectors[n:]) != search.predict(vectors[n:])))
        chosen = f"C {found[name].cost:g}, {'the same' if same_c else 'ANOTHER'}"
        print(f"{name}: {chosen}; {others} of {TEST:,} papers in another class than scikit-learn's")


def _papers(n: int) -> tuple[Vectors, npt.NDArray[np.str_]]:
    """Unit vectors as encoders make them: a few directions tell much and most little; one class is large."""
    rng = np.random.default_rng(0)
    spread = 1 / np.sqrt(1 + np.arange(WIDTH))
    middles = rng.normal(size=(CLASSES, WIDTH)) * spread * 0.6
    places = rng.choice(CLASSES, size=n, p=_shares())
    rows = middles[places] + rng.normal(size=(n, WIDTH)) * spread
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32), np.array([f"venue {place}" for place in places])


def _shares() -> npt.NDArray[np.float64]:
    sizes = 1 / (1 + np.arange(CLASSES))
    found: npt.NDArray[np.float64] = sizes / sizes.sum()
    return found


# --- measures


def _measures(rounds: int) -> None:
    rng = np.random.default_rng(1)
    names = [f"d{n}" for n in range(5 * DOCUMENTS)]
    qrels: Qrels = {}
    run: Run = {}
    for n in range(QUERIES):
        judged = rng.choice(5 * DOCUMENTS, 60, replace=False).tolist()
        qrels[f"q{n}"] = {
            names[row]: int(grade) for row, grade in zip(judged, rng.integers(0, 3, 60), strict=True)
        }
        found = rng.choice(5 * DOCUMENTS, DOCUMENTS, replace=False).tolist()
        run[f"q{n}"] = {
            names[row]: float(score) for row, score in zip(found, rng.random(DOCUMENTS), strict=True)
        }
    asked = [ir_measures.parse_measure(name) for name in MEASURES]
    steps: dict[str, Callable[[], Any]] = {
        "Assay": lambda: evaluate(qrels, run, [*MEASURES]).mean,
        "ir_measures": lambda: {
            str(measure): value for measure, value in ir_measures.calc_aggregate(asked, qrels, run).items()
        },
    }
    if importlib.util.find_spec("ranx") is not None:
        ranx: Any = importlib.import_module("ranx")

        def by_ranx() -> dict[str, float]:
            means = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), [*MEASURES.values()])
            return {name: float(means[theirs]) for name, theirs in MEASURES.items()}

        by_ranx()  # compiles
        steps["ranx, compiled before"] = by_ranx
    print(f"\n{QUERIES:,} queries of {DOCUMENTS:,} documents, {', '.join(MEASURES)}")
    means = _timed(steps, rounds)
    for name in [*means][1:]:
        gap = max(abs(means["Assay"][measure] - means[name][measure]) for measure in MEASURES)
        print(f"largest difference of a mean from {name}: {gap:.1e}")
    if len(steps) < 3:
        print("ranx is not installed here, and was not timed.")


# --- both


def _timed(steps: Steps, rounds: int) -> dict[str, Any]:
    """Each step's last answer; seconds by the clock and of the processor, by turns, are printed."""
    found: dict[str, Any] = {}
    turns = by_turns(
        {name: lambda name=name, run=run: found.update({name: run()}) for name, run in steps.items()},  # type: ignore[misc]
        rounds,
    )
    head("step", f"median of {rounds}, s", "processor, s")
    for name, own in turns.items():
        row(name, *(f"{statistics.median(each):.2f}" for each in zip(*own, strict=True)))
    print()
    return found


if __name__ == "__main__":
    main()
