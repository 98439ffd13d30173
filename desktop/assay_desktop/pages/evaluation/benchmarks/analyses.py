"""What scores say together: how they grow with examples, which tasks go together, papers' tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.results import Row, value_text
from assay_desktop.pages.evaluation.benchmarks.words import column_words, metric_words, short_name
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping

Setting: TypeAlias = "tuple[int, int | None] | None"
"""How many examples, and how many trainings where a size has several settings; None is all examples."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One system on one task; points are (setting, percent)."""

    system: str
    points: tuple[tuple[Setting, float], ...]


@dataclass(frozen=True, slots=True)
class FewShot:
    """One task by one measure; examples are in all, or of each label."""

    task: str
    metric: str
    per_label: bool
    curves: tuple[Curve, ...]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """By size, all examples last."""
        found = {setting for curve in self.curves for setting, _ in curve.points}
        some = sorted((each for each in found if each is not None), key=lambda each: (each[0], each[1] or 0))
        return (*some, *([None] if None in found else []))


@dataclass(frozen=True, slots=True)
class Correlations:
    """Pearson's r of every two columns over `systems`, None where it cannot be told; `n` are the systems."""

    columns: tuple[str, ...]
    systems: tuple[str, ...]
    r: tuple[tuple[float | None, ...], ...]
    n: tuple[tuple[int, ...], ...]

    @property
    def range_n(self) -> tuple[int, int]:
        """The fewest and the most systems behind one r of two columns; (0, 0) where there is none."""
        found = [
            self.n[i][j]
            for i, row in enumerate(self.r)
            for j, value in enumerate(row)
            if value is not None and i != j
        ]
        return min(found, default=0), max(found, default=0)


@dataclass(frozen=True, slots=True)
class Analyses:
    """`correlations` is None for fewer than three systems."""

    correlations: Correlations | None
    few_shot: tuple[FewShot, ...]


@dataclass(frozen=True, slots=True)
class PublishedRow:
    name: str
    ours: bool
    values: tuple[float | None, ...]
    whole: tuple[bool, ...] = ()  # of each value: False where some rows of its task were not scored

    def bracketed(self, place: int) -> bool:
        return bool(self.whole) and not self.whole[place]


@dataclass(frozen=True, slots=True)
class Published:
    """A paper's table, our systems below its own."""

    title: str
    columns: tuple[str, ...]
    digits: int
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...]

    def best(self, place: int) -> float | None:
        """The highest of a column's whole values, if there are several."""
        known = [row.values[place] for row in self.rows if not row.bracketed(place)]
        known = [value for value in known if value is not None]
        return max((value for value in known if value is not None), default=None) if len(known) > 1 else None


def analyses_of(answer: Mapping[str, Any]) -> Analyses:
    """The engine's answer to `bench.analyse`."""
    found = answer["correlations"]
    by_task: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in answer["curves"]:
        by_task.setdefault((str(row["task"]), str(row["metric"])), []).append(row)
    return Analyses(
        correlations=None
        if found is None
        else Correlations(
            tuple(column_words(str(column)) for column in found["columns"]),
            tuple(map(str, found["models"])),
            tuple(tuple(row) for row in found["r"]),
            tuple(tuple(row) for row in found["n"]),
        ),
        few_shot=tuple(
            FewShot(
                task,
                metric,
                bool(rows[0]["per_label"]),
                tuple(
                    Curve(
                        str(row["system"]),
                        tuple(
                            (None if size is None else (size, trainings), float(value))
                            for size, value, trainings in row["points"]
                        ),
                    )
                    for row in rows
                ),
            )
            for (task, metric), rows in by_task.items()
        ),
    )


def published_of(answer: Mapping[str, Any]) -> tuple[Published, ...]:
    """The engine's answer to `bench.published`."""
    return tuple(
        Published(
            str(table["title"]),
            tuple(map(str, table["columns"])),
            int(table["digits"]),
            tuple(
                PublishedRow(
                    str(row["name"]), bool(row["ours"]), tuple(row["values"]), tuple(row.get("whole", ()))
                )
                for row in table["rows"]
            ),
            tuple(map(str, table["notes"])),
        )
        for table in answer["tables"]
    )


def published_columns(table: Published) -> list[Column]:
    """A column a column of the paper's; ours are named as such, the best of a column is bold."""

    def of(place: int) -> Column:
        best = table.best(place)
        return Column(
            column_words(table.columns[place]),
            lambda row: _value(row, place, table.digits),
            lambda row: -1000.0 if row.values[place] is None else row.values[place],
            strong=lambda row: best is not None and row.values[place] == best and not row.bracketed(place),
        )

    name = Column(
        _tr("System"),
        lambda row: _tr("{0}, measured here").format(short_name(row.name)) if row.ours else row.name,
        number=False,
        strong=lambda row: row.ours,
    )
    return [name, *map(of, range(len(table.columns)))]


def _value(row: PublishedRow, place: int, digits: int) -> str:
    value = row.values[place]
    if value is None:
        return "–"
    return f"({numeral(value, digits)})" if row.bracketed(place) else numeral(value, digits)


def setting_words(setting: Setting) -> str:
    if setting is None:
        return _tr("all")
    size, trainings = setting
    return numeral(size) if trainings is None else f"{numeral(size)} × {numeral(trainings)}"


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
