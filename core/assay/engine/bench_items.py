"""What lies behind a task's score, a page at a time: sorted, filtered and counted here.

A test may have tens of thousands of papers. Whoever shows them gets the rows in view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.benchmarks import TaskResult
    from assay.benchmarks.texts import ItemTexts

Message = dict[str, Any]
Row = tuple[Any, ...]

PAGE = 200
BARS = 240  # more cannot be told apart


@dataclass(frozen=True, slots=True)
class Wish:
    """Which rows are wanted: sorted by a column's name, or with "" as they come; `find` is an id."""

    sort: str = ""
    down: bool = False
    differing: bool = False
    first: int = 0
    find: str = ""

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Wish:
        return cls(
            str(message.get("sort") or ""),
            bool(message.get("down")),
            bool(message.get("differing")),
            max(0, int(message.get("first") or 0)),
            str(message.get("find") or ""),
        )


@dataclass(slots=True)
class Board:
    """The rows of one task under two systems, in their first order; one order of them is kept at a time."""

    rows: Sequence[Row]
    keys: Mapping[str, Callable[[Row], Any]]  # column -> what it sorts by
    differs: Callable[[Row], bool]  # whether a row stays where only those that differ are wanted
    whole: Message  # what is said of all of them
    _ordered: tuple[tuple[str, bool, bool], Sequence[Row]] | None = field(default=None, repr=False)

    def answer(self, wish: Wish) -> Message:
        """All that is said of the task, with the page on which the wanted row is, or the first one.

        Queries have one row that is wanted at all times: the last one in the first order, which loses most.
        """
        rows = self._rows(wish)
        wanted = wish.find
        if "bars" in self.whole and not any(row[0] == wanted for row in self.rows):
            wanted = self.rows[-1][0] if self.rows else ""
        place = next((n for n, row in enumerate(rows) if row[0] == wanted), -1)
        first = max(0, place) // PAGE * PAGE
        return {
            **self.whole,
            "n_rows": len(rows),
            "place": place,
            "first": first,
            "rows": list(rows[first : first + PAGE]),
        }

    def page(self, wish: Wish) -> Message:
        """The rows from `wish.first` on."""
        return {"first": wish.first, "rows": list(self._rows(wish)[wish.first : wish.first + PAGE])}

    def _rows(self, wish: Wish) -> Sequence[Row]:
        order = (wish.sort, wish.down, wish.differing)
        if self._ordered is None or self._ordered[0] != order:
            rows = [row for row in self.rows if self.differs(row)] if wish.differing else self.rows
            if wish.sort in self.keys:
                rows = sorted(rows, key=self.keys[wish.sort], reverse=wish.down)
            self._ordered = (order, rows)
        return self._ordered[1]


def board_of(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts) -> Board:
    """Queries with both values, or papers with both predictions; `one` is the reference."""
    told = {"task": one.task, "metrics": list(one.items), "why": texts.why, "asks": texts.asks}
    if one.predictions:
        return _papers(one, other, texts.papers, {**told, "metric": metric})
    known = metric if metric in one.items else next(iter(one.items), "")
    return _queries(one, other, known, texts, told)


# -- queries ------------------------------------------------------------------------------------------------


def _queries(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts, told: Message) -> Board:
    """Rows are (id, text, value of the reference, value, place in the order of gains)."""
    mine, theirs = one.items.get(metric, {}), other.items.get(metric, {})
    alone = one.system == other.system
    values = {query_id: (value, theirs[query_id]) for query_id, value in mine.items() if query_id in theirs}
    order = sorted(values, key=lambda q: (values[q][0] - values[q][1], -values[q][1], q))
    rows = [
        (query_id, texts.queries.get(query_id) or texts.papers.get(query_id, ""), *values[query_id], place)
        for place, query_id in enumerate(order)
    ]
    group = -(-len(rows) // BARS) or 1
    gains = [value - reference for _id, _text, reference, value, _place in rows]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    whole = {
        **told,
        "metric": metric,
        "unit": "queries",
        "n": len(rows),
        "counts": [better, worse, len(rows) - better - worse],
        "group": group,
        "bars": [_bar(rows[n : n + group], alone=alone) for n in range(0, len(rows), group)],
    }
    keys: dict[str, Callable[[Row], Any]] = {
        "text": lambda row: (row[1] or row[0]).casefold(),
        "reference": lambda row: row[2],
        "value": lambda row: row[3],
        "gain": lambda row: row[3] - row[2],
    }
    return Board(rows, keys, lambda _row: True, whole)


def _bar(rows: Sequence[Row], *, alone: bool) -> Row:
    """(id of the middle one, its text, mean of the reference, mean, mean height)"""
    middle = rows[len(rows) // 2]
    reference, value = fmean(row[2] for row in rows), fmean(row[3] for row in rows)
    return (middle[0], middle[1], reference, value, value if alone else value - reference)


# -- papers -------------------------------------------------------------------------------------------------


def _papers(one: TaskResult, other: TaskResult, titles: Mapping[str, str], told: Message) -> Board:
    """Rows are (id, title, what is true, what the reference said, what the other said)."""
    rows = [
        (paper, titles.get(paper, ""), truth, said, other.predictions[paper][1])
        for paper, (truth, said) in one.predictions.items()
        if paper in other.predictions
    ]
    classes = not all(isinstance(row[2], int | float) for row in rows)
    right = [(row[3] == row[2], row[4] == row[2]) for row in rows]
    whole = {
        **told,
        "unit": "papers",
        "n": len(rows),
        "classes": classes,
        "n_differing": sum(row[3] != row[4] for row in rows),
        "counts": [right.count((True, True)), right.count((True, False)), right.count((False, True)),
                   right.count((False, False))],
    }  # fmt: skip
    said: Callable[[Any], Any] = _words if classes else float
    keys: dict[str, Callable[[Row], Any]] = {
        "text": lambda row: (row[1] or row[0]).casefold(),
        "truth": lambda row: said(row[2]),
        "reference": lambda row: said(row[3]),
        "value": lambda row: said(row[4]),
    }
    return Board(rows, keys, lambda row: bool(row[3] != row[4]), whole)


def _words(value: Any) -> str:
    return ", ".join(map(str, value)).casefold() if isinstance(value, list | tuple) else str(value).casefold()
