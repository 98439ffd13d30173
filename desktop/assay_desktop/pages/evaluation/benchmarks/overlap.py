"""What a training and the tasks of a run share, and what scores are worth on the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import metric_words, short_name
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MODEL, RECIPE, FOLDER = "model", "recipe", "folder"


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt from: a trained model by its id, a recipe's file, or a folder in BEIR's form."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class LeftScore:
    """One measure of one system, in percent: on all, on what is left, on what was left out; None for none."""

    system: str
    metric: str
    whole: float
    left: float | None
    out: float | None
    n_left: int
    few: bool

    @property
    def difference(self) -> float | None:
        return None if self.left is None else self.left - self.whole


@dataclass(frozen=True, slots=True)
class Leak:
    """One task. Queries are test papers where a task has no queries."""

    task: str
    name: str
    papers: tuple[int, int]  # shared, of
    positives: tuple[int, int]
    near: int  # queries of nearly the same text
    left: tuple[int, int]  # queries that the training has nothing of, of
    scores: tuple[LeftScore, ...]
    untold: tuple[tuple[str, str], ...] = ()  # systems, and why nobody knows what their scores are worth


@dataclass(frozen=True, slots=True)
class Leaks:
    """Of one training and one run. `absent` are tasks that could not be read, with the reasons."""

    training: str
    run_id: str
    tasks: tuple[Leak, ...]
    absent: tuple[tuple[str, str], ...] = ()


def leaks_of(result: Mapping[str, Any]) -> Leaks:
    """The answer of `bench overlap --figures`."""
    return Leaks(
        training=str(result["training"]),
        run_id=str(result.get("run_id", "")),
        tasks=tuple(_leak(row) for row in result["tasks"]),
        absent=tuple((str(row["name"]), str(row["why"])) for row in result.get("absent", ())),
    )


def _leak(row: Mapping[str, Any]) -> Leak:
    return Leak(
        task=str(row["task"]),
        name=str(row["name"]),
        papers=(int(row["n_papers_shared"]), int(row["n_papers"])),
        positives=(int(row["n_positives_shared"]), int(row["n_positives"])),
        near=int(row["n_near"]),
        left=(int(row["n_left"]), int(row["n_queries"])),
        scores=tuple(
            LeftScore(
                str(system),
                str(each["metric"]),
                float(each["whole"]),
                each["left"],
                each["out"],
                int(each["n_left"]),
                bool(each["few"]),
            )
            for system, some in row["left"].items()
            for each in some
        ),
        untold=tuple((str(system), str(why)) for system, why in row.get("untold", {}).items()),
    )


def leak_columns() -> list[Column]:
    """A row a task; what is shared is bold."""

    def of(pair: tuple[int, int]) -> str:
        return _tr("{0} of {1}").format(numeral(pair[0]), numeral(pair[1]))

    def shared(title: str, hint: str, pair: Callable[[Leak], tuple[int, int]]) -> Column:
        return Column(
            title,
            lambda row: of(pair(row)),
            lambda row: pair(row)[0],
            hint=hint,
            strong=lambda row: pair(row)[0] > 0,
        )

    return [
        Column(_tr("Task"), lambda row: row.name, number=False),
        shared(
            _tr("Papers shared"),
            _tr("Papers of the task that the training had in any role"),
            lambda row: row.papers,
        ),
        shared(
            _tr("Positives shared"),
            _tr("Relevant pairs of the task that are positives in the training data"),
            lambda row: row.positives,
        ),
        Column(
            _tr("Queries near"),
            lambda row: numeral(row.near),
            lambda row: row.near,
            hint=_tr("Queries whose text was nearly a training query's"),
            strong=lambda row: row.near > 0,
        ),
        Column(
            _tr("Clean"),
            lambda row: of(row.left),
            lambda row: row.left[0],
            hint=_tr("Queries, or papers of the test, of which the training had nothing"),
        ),
    ]


def left_columns() -> list[Column]:
    """A row a system and measure."""
    return [
        Column(_tr("System"), lambda row: short_name(row.system), number=False),
        Column(_tr("Measure"), lambda row: metric_words(row.metric), number=False),
        Column(_tr("All"), lambda row: numeral(row.whole, 2), lambda row: row.whole),
        Column(_tr("Clean"), lambda row: _value(row.left), lambda row: _or_least(row.left)),
        Column(
            _tr("Change"),
            lambda row: "–" if row.difference is None else signed(row.difference, 2),
            lambda row: _or_least(row.difference),
            hint=_tr("Below zero where the score profits from the training data"),
        ),
        Column(_tr("Contaminated"), lambda row: _value(row.out), lambda row: _or_least(row.out)),
        Column(
            _tr("n clean"),
            lambda row: (
                _tr("{0}, few").format(numeral(row.n_left)) if row.few and row.n_left else numeral(row.n_left)
            ),
            lambda row: row.n_left,
        ),
    ]


def untold_words(leak: Leak) -> str:
    """A line for each reason that there is, with the systems of which it holds; "" where all is told."""
    systems: dict[str, list[str]] = {}
    for system, why in leak.untold:
        systems.setdefault(why, []).append(short_name(system))
    return "\n".join(
        _tr("No clean score for {0}: {1}").format(", ".join(names), told(why))
        for why, names in systems.items()
    )


def _value(value: float | None) -> str:
    return "–" if value is None else numeral(value, 2)


def _or_least(value: float | None) -> float:
    return -1000.0 if value is None else value


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
