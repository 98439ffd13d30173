"""What a training and the tasks of a run share, and what scores are worth on the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import metric_words, short_name
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.benchmarks.types import CleanScore, OverlapFigures
    from assay.messages import Message

MODEL, RECIPE, FOLDER = "model", "recipe", "folder"


@dataclass(frozen=True, slots=True)
class Training:
    """What was learned from: a trained model by its id, a recipe's file, or a folder in BEIR's form."""

    kind: str
    name: str


def overlap_columns() -> list[Column]:
    """Return a row a task; what is shared is bold."""

    def of(pair: tuple[int, int]) -> str:
        return _tr("{0} of {1}").format(numeral(pair[0]), numeral(pair[1]))

    def shared(title: str, hint: str, pair: Callable[[OverlapFigures], tuple[int, int]]) -> Column:
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
            _tr("Papers of the task that are in the training data"),
            lambda row: (row.n_papers_shared, row.n_papers),
        ),
        shared(
            _tr("Positives shared"),
            _tr("Relevant pairs of the task that are positives in the training data"),
            lambda row: (row.n_positives_shared, row.n_positives),
        ),
        Column(
            _tr("Queries near"),
            lambda row: numeral(row.n_near),
            lambda row: row.n_near,
            hint=_tr("Queries with nearly the text of a training query"),
            strong=lambda row: row.n_near > 0,
        ),
        Column(
            _tr("Clean"),
            lambda row: of((row.n_left, row.n_queries)),
            lambda row: row.n_left,
            hint=_tr("Queries, or test papers, without anything in the training data"),
        ),
    ]


def clean_scores(task: OverlapFigures) -> list[tuple[str, CleanScore]]:
    """Return system and score of each row."""
    return [(system, score) for system, scores in task.left.items() for score in scores]


def clean_columns() -> list[Column]:
    """A row a system and measure, as `clean_scores` has them."""
    return [
        Column(_tr("System"), lambda row: short_name(row[0]), number=False),
        Column(_tr("Measure"), lambda row: metric_words(row[1].metric), number=False),
        Column(_tr("All"), lambda row: numeral(row[1].whole, 2), lambda row: row[1].whole),
        Column(_tr("Clean"), lambda row: _value(row[1].left), lambda row: _or_least(row[1].left)),
        Column(
            _tr("Change"),
            lambda row: "–" if row[1].difference is None else signed(row[1].difference, 2),
            lambda row: _or_least(row[1].difference),
            hint=_tr("Below zero where the score profits from the training data"),
        ),
        Column(_tr("Contaminated"), lambda row: _value(row[1].out), lambda row: _or_least(row[1].out)),
        Column(_tr("n clean"), lambda row: _n_clean(row[1]), lambda row: row[1].n_left),
    ]


def _n_clean(score: CleanScore) -> str:
    n = numeral(score.n_left)
    return _tr("{0}, few").format(n) if score.few and score.n_left else n


def unknown_words(task: OverlapFigures) -> str:
    """Return a line for each reason with its systems; "" where every clean score is known."""
    systems: dict[Message, list[str]] = {}
    for system, why in task.untold.items():
        systems.setdefault(why, []).append(short_name(system))
    return "\n".join(
        _tr("No clean score for {0}: {1}").format(", ".join(names), translated(why))
        for why, names in systems.items()
    )


def _value(value: float | None) -> str:
    return "–" if value is None else numeral(value, 2)


def _or_least(value: float | None) -> float:
    return -1000.0 if value is None else value


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
