"""The queries or papers of a task, a page at a time: sorted, filtered and counted here.

A test may have tens of thousands of papers. Whoever shows them gets the rows in view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TYPE_CHECKING, Generic, TypeVar

from assay.benchmarks.types import GainBar, ItemPage, ItemsCall, PaperRow, Prediction, QueryRow, TaskItems

if TYPE_CHECKING:
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.texts import ItemTexts

PAGE = 200
BARS = 240  # more cannot be told apart
Row = TypeVar("Row", QueryRow, PaperRow)
Key = str | float


@dataclass(slots=True)
class ItemTable(Generic[Row]):
    """The rows of one task under two systems, in their first order; one order of them is kept at a time."""

    rows: Sequence[Row]
    keys: Mapping[str, Callable[[Row], Key]]  # column -> what it sorts by
    whole: TaskItems  # but for its page
    page_of: Callable[[int, Sequence[Row]], ItemPage]
    _ordered: tuple[tuple[str, bool, bool], Sequence[Row]] | None = field(default=None, repr=False)

    def answer(self, call: ItemsCall) -> TaskItems:
        """Return what there is to say of the task, with the page of the row to find, or the first one.

        Of queries one is always found: the last one in the first order, which loses most.
        """
        rows, wanted = self._rows(call), call.find
        if self.whole.unit == "queries" and not any(row.item_id == wanted for row in self.rows):
            wanted = self.rows[-1].item_id if self.rows else ""
        place = next((n for n, row in enumerate(rows) if row.item_id == wanted), -1)
        page = self.page(replace(call, first=max(0, place) // PAGE * PAGE))
        return replace(
            self.whole,
            n_rows=len(rows),
            place=place,
            first=page.first,
            queries=page.queries,
            papers=page.papers,
        )

    def page(self, call: ItemsCall) -> ItemPage:
        """Return the rows from `call.first` on."""
        first = max(0, call.first)
        return self.page_of(first, self._rows(call)[first : first + PAGE])

    def _rows(self, call: ItemsCall) -> Sequence[Row]:
        order = (call.sort, call.down, call.differing)
        if self._ordered is None or self._ordered[0] != order:
            rows = self.rows
            if call.differing and self.whole.unit == "papers":
                rows = [row for row in rows if row.reference != row.value]
            if call.sort in self.keys:
                rows = sorted(rows, key=self.keys[call.sort], reverse=call.down)
            self._ordered = (order, rows)
        return self._ordered[1]


def item_table(
    one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts
) -> ItemTable[QueryRow] | ItemTable[PaperRow]:
    """Return queries with both values, or papers with both predictions; `one` is the reference."""
    if one.predictions:
        return _papers(one, other, metric, texts)
    return _queries(one, other, metric if metric in one.items else next(iter(one.items), ""), texts)


def _queries(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts) -> ItemTable[QueryRow]:
    mine, theirs = one.items.get(metric, {}), other.items.get(metric, {})
    values = {query_id: (value, theirs[query_id]) for query_id, value in mine.items() if query_id in theirs}
    order = sorted(values, key=lambda q: (values[q][0] - values[q][1], -values[q][1], q))
    rows = [
        QueryRow(
            query_id, texts.queries.get(query_id) or texts.papers.get(query_id, ""), *values[query_id], place
        )
        for place, query_id in enumerate(order)
    ]
    group = -(-len(rows) // BARS) or 1
    better, worse = sum(row.gain > 0 for row in rows), sum(row.gain < 0 for row in rows)
    alone = one.system == other.system
    whole = TaskItems(
        task=one.task,
        unit="queries",
        asks=texts.asks,
        metrics=tuple(one.items),
        metric=metric,
        n=len(rows),
        counts=(better, worse, len(rows) - better - worse),
        group=group,
        bars=tuple(_bar(rows[n : n + group], alone=alone) for n in range(0, len(rows), group)),
        why=texts.why,
    )
    keys: dict[str, Callable[[QueryRow], Key]] = {
        "text": lambda row: (row.text or row.item_id).casefold(),
        "reference": lambda row: row.reference,
        "value": lambda row: row.value,
        "gain": lambda row: row.gain,
    }
    return ItemTable(rows, keys, whole, lambda first, own: ItemPage(first, queries=tuple(own)))


def _bar(rows: Sequence[QueryRow], *, alone: bool) -> GainBar:
    middle = rows[len(rows) // 2]
    reference, value = fmean(row.reference for row in rows), fmean(row.value for row in rows)
    return GainBar(middle.item_id, middle.text, reference, value, value if alone else value - reference)


def _papers(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts) -> ItemTable[PaperRow]:
    rows = [
        PaperRow(paper, texts.papers.get(paper, ""), truth, predicted, other.predictions[paper][1])
        for paper, (truth, predicted) in one.predictions.items()
        if paper in other.predictions
    ]
    right = [(row.reference == row.truth, row.value == row.truth) for row in rows]
    whole = TaskItems(
        task=one.task,
        unit="papers",
        asks=texts.asks,
        metrics=tuple(one.items),
        metric=metric,
        n=len(rows),
        counts=tuple(
            right.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))
        ),
        n_differing=sum(row.reference != row.value for row in rows),
        of_classes=not all(isinstance(row.truth, int | float) for row in rows),
        why=texts.why,
    )
    keys: dict[str, Callable[[PaperRow], Key]] = {
        "text": lambda row: (row.text or row.item_id).casefold(),
        "truth": lambda row: _key(row.truth),
        "reference": lambda row: _key(row.reference),
        "value": lambda row: _key(row.value),
    }
    return ItemTable(rows, keys, whole, lambda first, own: ItemPage(first, papers=tuple(own)))


def _key(value: Prediction) -> Key:
    if isinstance(value, tuple):
        return ", ".join(value).casefold()
    return value.casefold() if isinstance(value, str) else value
