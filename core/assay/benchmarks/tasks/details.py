"""What lies behind a task's score: each query or paper of the test on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.benchmarks.types import Prediction

FIRST = 20  # results of a query that are kept


@dataclass(frozen=True, slots=True)
class Details:
    """Of the training on all rows, where there is one; few-shot trainings have no details.

    `items` is metric -> query -> percent, for metrics that are means over queries; of a task in parts the
    query is "part: query", and the metric the mean of the parts' means. `predictions` is test
    paper -> (what is true, what was predicted), of classifications and regressions. `first` is query -> its
    first papers, and `judged` how many of the first ten anybody has looked at, in percent. `scores` is
    query -> each of the first -> how near it is, of reviewers, where a mean says little of a pair.
    """

    n: int = 0  # queries, or papers of the test
    items: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    predictions: Mapping[str, tuple[Prediction, Prediction]] = field(default_factory=dict)
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    judged: float | None = None
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # part -> metric -> percent
    components: Mapping[str, float] = field(default_factory=dict)  # percent, what the values are made of


NO_DETAILS = Details()


def together(values: Mapping[str, Mapping[str, float]], found: Mapping[str, Details]) -> Details:
    """Join the details of a task in parts; both are of each part by its name."""
    metrics = dict.fromkeys(metric for each in found.values() for metric in each.items)
    judged = [(each.n, each.judged) for each in found.values() if each.judged is not None]
    n_judged = sum(n for n, _ in judged)
    return Details(
        sum(each.n for each in found.values()),
        items={
            metric: {
                f"{part}: {query_id}": value
                for part, each in found.items()
                for query_id, value in each.items.get(metric, {}).items()
            }
            for metric in metrics
        },
        first={
            f"{part}: {query_id}": papers
            for part, each in found.items()
            for query_id, papers in each.first.items()
        },
        judged=sum(n * share for n, share in judged) / n_judged if n_judged else None,
        parts={part: {**row, **found[part].components} for part, row in values.items()},
    )
