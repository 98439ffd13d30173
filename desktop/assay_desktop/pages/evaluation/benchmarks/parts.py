"""What a task's score is made of: fields, sources, judgements, a search with and without itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.results import Row, value_text
from assay_desktop.pages.evaluation.benchmarks.words import metric_words, short_name
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Parted:
    """One task: a row a part and measure, and those of the task itself."""

    task: str
    parts: tuple[Row, ...]
    whole: tuple[Row, ...]

    @property
    def bracketed(self) -> bool:
        return any(row.bracketed for row in (*self.parts, *self.whole))


@dataclass(frozen=True, slots=True)
class Parts:
    """Of a run; tasks that are no sum of parts are not in it."""

    systems: tuple[str, ...]
    tasks: tuple[Parted, ...]


def parts_of(answer: Mapping[str, Any]) -> Parts:
    """The engine's answer to `bench.parts`."""

    def rows(task: Mapping[str, Any], *, whole: bool) -> tuple[Row, ...]:
        return tuple(_row(task, row) for row in task["rows"] if row["whole"] == whole)

    return Parts(
        tuple(map(str, answer["systems"])),
        tuple(
            Parted(str(task["name"]), rows(task, whole=False), rows(task, whole=True))
            for task in answer["tasks"]
        ),
    )


def _row(task: Mapping[str, Any], row: Mapping[str, Any]) -> Row:
    return Row(
        "" if row["whole"] else str(task["name"]),
        _tr("As scored") if row["whole"] else part_words(str(row["part"])),
        str(row["metric"]),
        "",
        row["values"],
        bracketed=frozenset(map(str, row["partial"])),
    )


def part_words(part: str) -> str:
    """Fields and sources are called as in their data."""
    words = {
        "with self-hits": _tr("With the query itself among the hits"),
        "hard": _tr("Strict judgements"),
        "soft": _tr("Loose judgements"),
    }
    return words.get(part, part)


def parts_columns(parts: Parts, task: Parted) -> list[Column]:
    """A column a system that has the task; the best of a row is bold."""

    def of(name: str) -> Column:
        return Column(
            short_name(name),
            lambda row: value_text(row.values.get(name), bracketed=name in row.bracketed),
            lambda row: -1000.0 if row.values.get(name) is None else row.values[name],
            hint=name,
            strong=lambda row: name in row.best,
        )

    rows = (*task.parts, *task.whole)
    return [
        Column(_tr("Part"), lambda row: row.name, number=False, strong=lambda row: not row.task),
        Column(_tr("Measure"), lambda row: metric_words(row.metric), number=False),
        *(of(name) for name in parts.systems if any(row.values.get(name) is not None for row in rows)),
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
