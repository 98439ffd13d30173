"""What scores say together, in words: curves of few examples, published tables, parts of tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.benchmarks.types import setting_of
from assay_desktop.pages.evaluation.benchmarks.words import column_words, metric_words, short_name
from assay_desktop.pages.evaluation.widgets.table_rows import with_best
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import Curve, PublishedScores, Setting, TaskParts
    from assay.table import Table

_PART_WORDS = 2  # columns of a table of parts before those of systems


@dataclass(frozen=True, slots=True)
class FewShotCurves:
    """The curves of one task by one measure."""

    task: str
    metric: str
    curves: tuple[Curve, ...]

    @property
    def per_label(self) -> bool:
        """Whether examples are those of each label, and not in all."""
        return self.curves[0].per_label

    def values(self, curve: Curve) -> dict[Setting | None, float]:
        return {setting_of(point, self.curves): point.value for point in curve.points}

    @property
    def settings(self) -> tuple[Setting | None, ...]:
        """By size, all examples last."""
        found = {setting for curve in self.curves for setting in self.values(curve)}
        some = sorted((each for each in found if each is not None), key=lambda each: (each[0], each[1] or 0))
        return (*some, *([None] if None in found else []))


def by_task(curves: Sequence[Curve]) -> tuple[FewShotCurves, ...]:
    found: dict[tuple[str, str], list[Curve]] = {}
    for curve in curves:
        found.setdefault((curve.task, curve.metric), []).append(curve)
    return tuple(FewShotCurves(*key, tuple(own)) for key, own in found.items())


def setting_words(setting: Setting | None) -> str:
    if setting is None:
        return _tr("all")
    size, trainings = setting
    return numeral(size) if trainings is None else f"{numeral(size)} × {numeral(trainings)}"


def published_table(found: PublishedScores) -> Table:
    """Return a paper's table for a view: ours are named as such, the best of a column is bold."""
    table = with_best(found.table, of_columns=True)
    n = len(table.rows) - found.n_ours
    ours = range(n, len(table.rows))
    named = _tr("{0}, measured here")
    return replace(
        table,
        columns=(_tr("System"), *map(column_words, table.columns[1:])),
        rows=(
            *table.rows[:n],
            *((named.format(short_name(str(row[0]))), *row[1:]) for row in table.rows[n:]),
        ),
        marked=table.marked | {(row, -1) for row in ours},
    )


def parts_table(found: TaskParts) -> Table:
    """Return a task's parts for a view; the best of a row is bold, and so are the task's own rows."""
    table, n = with_best(found.table), len(found.table.rows) - found.n_whole
    rows = [
        (part_words(str(part)) if at < n else _tr("As scored"), metric_words(str(metric)), *values)
        for at, (part, metric, *values) in enumerate(table.rows)
    ]
    return replace(
        table,
        columns=(_tr("Part"), _tr("Measure"), *map(short_name, table.columns[_PART_WORDS:])),
        rows=tuple(rows),
        marked=table.marked | {(at, -1) for at in range(n, len(rows))},
    )


def part_words(part: str) -> str:
    """Name the part; fields and sources are called as in their data."""
    words = {
        "with self-hits": _tr("With the query itself among the hits"),
        "hard": _tr("Strict judgements"),
        "soft": _tr("Loose judgements"),
    }
    return words.get(part, part)


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
