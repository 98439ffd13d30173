"""Agreement over 100,000 grades, beside the krippendorff package and scikit-learn on the same data.

The whole report (raw agreement, alpha, three kappas and a confusion matrix of every two assessors, all of it
for every query) is made from a list of grades, as the library gives them. The others are timed on arrays that
are ready for them, and, in the rows that say so, from the same list. All in one run, by turns; medians.
"""

from __future__ import annotations

import itertools
import logging
import random
import statistics
from typing import TYPE_CHECKING, Any

import krippendorff
import numpy as np
from measuring import by_turns, clocks, head, row
from sklearn.metrics import cohen_kappa_score

from assay.judging import agreement, krippendorff_alpha

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.judging.campaigns.agreement import Rating

ROUNDS = 9
QUERIES = 500
WEIGHTS = (None, "linear", "quadratic")


def main() -> None:
    """Prints one table for each number of assessors."""
    logging.disable(logging.CRITICAL)
    for n_assessors, n_items in ((2, 50_000), (4, 50_000), (20, 50_000)):
        _compared(_ratings(n_assessors, n_items))


def _ratings(n_assessors: int, n_items: int) -> list[Rating]:
    """Two assessors for each pair, who give the hidden grade seven times of ten."""
    rng = random.Random(0)
    rows = []
    for item in range(n_items):
        truth = rng.choice([0, 0, 0, 1, 1, 2])
        for who in rng.sample(range(n_assessors), 2):
            grade = truth if rng.random() < 0.7 else rng.randrange(3)
            rows.append((f"q{item % QUERIES}", f"d{item}", f"a{who:02}", grade))
    rng.shuffle(rows)
    return rows


def _compared(rows: list[Rating]) -> None:
    table = _table(rows)
    counts = np.stack([(table == grade).sum(axis=0) for grade in range(3)], axis=1)
    steps: dict[str, Callable[[], Any]] = {
        "Assay, the whole report": lambda: agreement(rows),
        "Assay, alpha from counts": lambda: krippendorff_alpha(counts),
        "krippendorff, alpha from counts": lambda: _alpha(value_counts=counts),
        "krippendorff, alpha from the table": lambda: _alpha(reliability_data=table),
        "krippendorff, alpha of every query": lambda: _alphas(rows, table),
        "scikit-learn, three kappas of every two": lambda: _kappas(table),
        "the table from the list": lambda: _table(rows),
    }
    times = clocks(by_turns(steps, ROUNDS))
    report = agreement(rows)
    gap = max(
        abs((report.alpha or 0) - _alpha(reliability_data=table)),
        *(abs(a - b) for a, b in zip(_ours(report), _kappas(table), strict=True)),
    )
    print(f"\n{len(rows):,} grades, {table.shape[0]} assessors, {QUERIES} queries")
    print(f"\nLargest difference of a coefficient: {gap:.1e}")
    head("step", "median, ms", "best, ms")
    for step, seconds in times.items():
        row(step, f"{1000 * statistics.median(seconds):.1f}", f"{1000 * min(seconds):.1f}")


def _table(rows: list[Rating]) -> Any:
    """(assessors, items) float grades, NaN for none."""
    assessors = {who: i for i, who in enumerate(sorted({who for _, _, who, _ in rows}))}
    items = {item: i for i, item in enumerate(sorted({(q, d) for q, d, _, _ in rows}))}
    table = np.full((len(assessors), len(items)), np.nan)
    for query_id, doc_id, who, grade in rows:
        table[assessors[who], items[query_id, doc_id]] = grade
    return table


def _alpha(**data: Any) -> float:
    return float(krippendorff.alpha(**data, level_of_measurement="ordinal", value_domain=[0, 1, 2]))


def _alphas(rows: list[Rating], table: Any) -> list[float]:
    queries = np.array([query_id for query_id, _ in sorted({(q, d) for q, d, _, _ in rows})])
    return [_alpha(reliability_data=table[:, queries == query_id]) for query_id in np.unique(queries)]


def _kappas(table: Any) -> list[float]:
    found = []
    for one, two in itertools.combinations(table, 2):
        both = ~np.isnan(one) & ~np.isnan(two)
        x, y = one[both].astype(int), two[both].astype(int)
        found += [float(cohen_kappa_score(x, y, weights=weights)) for weights in WEIGHTS]
    return found


def _ours(report: Any) -> list[float]:
    return [value for pair in report.pairs for value in (pair.kappa, pair.linear_kappa, pair.quadratic_kappa)]


if __name__ == "__main__":
    main()
