"""The queries of a task with both values, and its papers with both predictions: their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral, plain, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from assay.benchmarks.types import Prediction
    from assay.types import Queries


def prediction_words(value: Prediction) -> str:
    """Return a class, several of them, or a number."""
    if isinstance(value, tuple):
        return ", ".join(value) or "–"
    return value if isinstance(value, str) else plain(value, 4)


def item_columns(reference: str, system: str, *, asks: Queries = "queries") -> list[tuple[str, Column]]:
    """Of the table of queries, with the names that they are sorted by; one system alone has no gains."""
    titles = {"submissions": _tr("Submission"), "reviewers": _tr("Reviewer")}
    title = titles.get(asks, _tr("Query"))
    query = ("text", Column(title, lambda item: item.text or item.item_id, number=False))
    value = ("value", Column(short_name(system), lambda item: numeral(item.value, 1)))
    if reference == system:
        return [query, value]
    return [
        query,
        ("reference", Column(short_name(reference), lambda item: numeral(item.reference, 1))),
        value,
        ("gain", Column(_tr("Gain"), lambda item: signed(item.gain, 1))),
    ]


def predicted_columns(reference: str, system: str, *, of_classes: bool) -> list[tuple[str, Column]]:
    """Of the table of papers, with the names that they are sorted by; what is right is bold."""

    def predicted(title: str, name: str) -> tuple[str, Column]:
        return name, Column(
            title,
            lambda row: prediction_words(getattr(row, name)),
            number=not of_classes,
            strong=lambda row: of_classes and getattr(row, name) == row.truth,
        )

    paper = ("text", Column(_tr("Paper"), lambda row: row.text or row.item_id, number=False))
    truth = ("truth", Column(_tr("True"), lambda row: prediction_words(row.truth), number=not of_classes))
    found = [paper, truth, predicted(short_name(reference), "reference")]
    return found if reference == system else [*found, predicted(short_name(system), "value")]


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
