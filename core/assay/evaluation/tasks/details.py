"""What lies behind a task's score: each query or paper of the test by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FIRST = 20  # results of a query that are kept


@dataclass(frozen=True, slots=True)
class Details:
    """Of the training on all rows, where there is one; few-shot trainings have no details.

    `items` is metric -> query -> percent, for metrics that are means over queries. `predictions` is test
    paper -> (what is true, what was predicted), of classifications and regressions. `first` is query -> its
    first papers, and `judged` how many of the first ten anybody has looked at, in percent.
    """

    n: int = 0  # queries, or papers of the test
    items: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    predictions: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    judged: float | None = None
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # part -> metric -> percent


NO_DETAILS = Details()
