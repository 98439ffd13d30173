"""What was scored, as rows: a task and measure each, averages below, and differences to a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay.table import best_places
from assay_desktop.pages.evaluation.benchmarks.words import average_words, metric_words, short_name
from assay_desktop.pages.evaluation.model import p_text
from assay_desktop.pages.evaluation.widgets.table_rows import cell_words
from assay_desktop.text.figures import numeral, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.benchmarks.types import (
        Against,
        ColumnCount,
        Differences,
        MissingScore,
        ScoreReport,
        ScoreRow,
        TaskComparison,
    )

_NAMED = 3  # of what is missing
CERTAIN = 0.05
_LEAST = 2.0  # no p is so high


def rows_of(report: ScoreReport, task: str) -> tuple[ScoreRow, ...]:
    """Return the rows of a task."""
    return tuple(row for row in report.rows if row.task == task)


def choose_reference(report: ScoreReport, wanted: str) -> str:
    """Return `wanted`, or the first of the systems that have most scores."""
    if wanted in report.systems:
        return wanted
    return max(report.systems, key=lambda name: _n_scored(report, name), default="")


def choose_compared(report: ScoreReport, wanted: str, reference: str) -> str:
    """Return `wanted`, or the one of the others with most scores, the best among equals; "" for none."""
    others = [name for name in report.systems if name != reference]
    if wanted in others:
        return wanted
    means = {row.model.name: row.model.score or 0.0 for row in report.costs}
    return max(others, key=lambda name: (_n_scored(report, name), means.get(name, 0.0)), default="")


def _n_scored(report: ScoreReport, system: str) -> int:
    return sum(row.values.get(system) is not None for row in report.rows)


def best_systems(row: ScoreRow) -> frozenset[str]:
    """Return the systems with the best value that is not in brackets, where they are not all alike."""
    names = [name for name in row.values if name not in row.partial]
    return frozenset(names[place] for _, place in best_places(0, [row.values[name] for name in names]))


def counted_words(count: ColumnCount | None) -> str:
    """Return over how many columns a mean is: "5 of 7", or where systems differ "1–2 of 6"."""
    if count is None:
        return _tr("mean")
    if count.least == count.most:
        return _tr("{0} of {1}").format(count.least, count.of)
    return _tr("{0}–{1} of {2}").format(count.least, count.most, count.of)


def missing_name(each: MissingScore) -> str:
    return f"{each.name}, {short_name(each.system)}"


def missing_words(report: ScoreReport) -> str:
    """Return what the table and its averages lack, the reasons left out; "" where that is nothing."""
    parts = []
    if report.absent:
        names = [each.task_id for each in report.absent]
        parts.append(_tr("Not run and not averaged: {0}.").format(_some(names)))
    if report.failures:
        parts.append(_tr("Failed: {0}.").format(_some([missing_name(each) for each in report.failures])))
    if report.partial:
        parts.append(_tr("In part, in brackets: {0}.").format(_some([each.name for each in report.partial])))
    return " ".join(parts)


def _some(names: Sequence[str]) -> str:
    """Return the first three, and how many others."""
    if len(names) <= _NAMED:
        return ", ".join(names)
    return _tr("{0} and {1} more").format(", ".join(names[:_NAMED]), numeral(len(names) - _NAMED))


def columns(report: ScoreReport, reference: str, other: str, differences: DifferenceMap) -> list[Column]:
    """Of the table: a column a system, then what both rankings have judged, and how they differ."""
    found = [
        Column(
            _tr("Task"),
            lambda row: row.name if row.task else average_words(row.name),
            number=False,
            strong=lambda row: not row.task,
        ),
        Column(
            _tr("Measure"),
            lambda row: metric_words(row.metric) if row.task else counted_words(row.columns),
            number=False,
        ),
        Column("n", lambda row: numeral(row.n) if row.n else "", hint=_tr("Queries, or papers of the test")),
        *(_system_column(name, reference) for name in report.systems),
    ]
    found.append(_judged_column(reference, other))
    if other:
        found += difference_columns(other, reference, differences)
    return found


def _judged_column(reference: str, other: str) -> Column:
    systems = [reference, *([other] if other else [])]
    hint = _tr("Percent of the top ten papers of a ranking that are judged: {0}")

    def text(row: ScoreRow) -> str:
        shares = [row.judged.get(name) for name in systems]
        if not any(share is not None for share in shares):
            return "–" if row.task else ""
        return " / ".join("–" if share is None else numeral(share, 0) for share in shares)

    return Column(
        _tr("Judged"),
        text,
        lambda row: _or_least(row.judged.get(systems[-1])),
        hint=hint.format(" / ".join(map(short_name, systems))),
    )


def _system_column(name: str, reference: str) -> Column:
    hint = _tr("{0}, the baseline").format(name) if name == reference else name
    return Column(
        short_name(name),
        lambda row: cell_words(row.values.get(name), in_brackets=name in row.partial),
        lambda row: _or_least(row.values.get(name)),
        hint=hint,
        strong=lambda row: name in best_systems(row),
    )


def _or_least(value: float | None) -> float:
    return -1000.0 if value is None else value


# -- differences ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """A system's row in the comparison of a task, or of all columns."""

    of: TaskComparison
    row: Against
    few: bool = False  # too few columns for more than what is large

    @property
    def certain(self) -> bool:
        return self.row.p_holm < CERTAIN


DifferenceMap: TypeAlias = Mapping[tuple[str, str, str], Difference]
"""(task, metric, system) -> its difference; the task and metric of all columns together are ""."""


def differences_of(answer: Differences) -> dict[tuple[str, str, str], Difference]:
    return {
        (task.task, task.metric, row.system): Difference(task, row, answer.few)
        for task in answer.tasks
        for row in task.rows
    }


def difference_text(found: Difference) -> str:
    """ "+1.20 [+0.31, +2.09]" """
    low, high = found.row.ci
    return f"{signed(found.row.difference, 2)} [{signed(low, 2)}, {signed(high, 2)}]"


def p_words(found: Difference) -> str:
    """Return what each test says of one row: "p 0.012; by Holm, over the 4 systems compared, 0.024; …"."""
    row, n = found.row, len(found.of.rows)
    if n == 1:
        words = [_tr("p {0}, one system compared").format(p_text(row.p_holm))]
    else:
        by_holm = _tr("p {0}, by Holm over the {1} systems compared {2}")
        words = [by_holm.format(p_text(row.p), numeral(n), p_text(row.p_holm))]
    if row.p_t is not None:
        words.append(_tr("paired t test {0}").format(p_text(row.p_t)))
    if row.p_tukey is not None:
        words.append(_tr("Tukey {0}").format(p_text(row.p_tukey)))
    if found.of.unit == "papers":
        words.append(_tr("t and Tukey are of tasks over queries"))
    return "; ".join(words)


def row_text(row: ScoreRow, found: Difference | None) -> str:
    """Return all that is said of a row's difference; "" where it has none."""
    if found is None:
        return ""
    difference = f"{difference_text(found)}; {p_words(found)}."
    if not row.few_shot:
        return difference
    text = _tr(
        "The difference is between {0} and {1}, with all training rows; the table also has means over "
        "few-shot settings."
    )
    return f"{difference} {text.format(numeral(found.of.value, 2), numeral(found.row.value, 2))}"


# -- columns ----------------------------------------------------------------------------------------------


def difference_columns(other: str, reference: str, differences: DifferenceMap) -> list[Column]:
    """Of the table: the difference with its interval, and p of each test."""

    def of(row: ScoreRow) -> Difference | None:
        return differences.get((row.task, row.metric, other)) if row.task else None

    def text(row: ScoreRow) -> str:
        found = of(row)
        if found is None:
            return ""
        difference = difference_text(found)
        return f"({difference})" if {*row.partial} & {other, reference} else difference

    def tip(row: ScoreRow) -> str:
        return row_text(row, of(row))

    def p_column(title: str, hint: str, p_of: Callable[[Against], float | None]) -> Column:
        def p(row: ScoreRow) -> float | None:
            found = of(row)
            return None if found is None else p_of(found.row)

        return Column(
            title,
            lambda row: p_text(value) if (value := p(row)) is not None else "–" if of(row) else "",
            lambda row: _LEAST if (value := p(row)) is None else value,
            hint=hint,
            tip=tip,
        )

    title = _tr("{0} to {1}").format(short_name(other), short_name(reference))
    certain = _tr("By the bootstrap; bold where p by Holm is below {0}").format(numeral(CERTAIN, 2))
    few = _tr("For few-shot tasks, with all training rows")
    over = _tr("Randomisation test, by Holm over the systems compared on this row, not over the rows")
    return [
        Column(
            _tr("difference, 95 %"),
            text,
            lambda row: found.row.difference if (found := of(row)) else 0.0,
            hint=f"{title}\n{certain}\n{few}",
            strong=lambda row: (found := of(row)) is not None and found.certain,
            tip=tip,
        ),
        p_column(_tr("p (Holm)"), over, lambda row: row.p_holm),
        p_column(_tr("p (t)"), _tr("Paired t test over queries, not corrected"), lambda row: row.p_t),
        p_column(
            _tr("p (Tukey)"),
            _tr("Tukey's test over queries, all systems of the row together"),
            lambda row: row.p_tukey,
        ),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
