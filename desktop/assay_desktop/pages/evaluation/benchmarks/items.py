"""The queries of a task with both values, its papers with both predictions, and rankings: their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.items.readable import readable
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral, plain, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from assay.benchmarks.types import Prediction
    from assay.types import Queries, RankedPaper


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
        ("gain", Column(_tr("gain"), lambda item: signed(item.gain, 1))),
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


def place_columns(*, of_reference: bool, alone: bool, asks: Queries = "queries") -> list[Column]:
    """Of a ranking: rank, grade, title, and where the other system has the paper."""
    of_reviewers = asks != "queries"
    graded = _tr("As judged by the benchmark; – where nobody judged it")
    fits = _tr("● the two fit by the strict judgement, ◐ by the loose one, ○ they do not")
    found = [
        Column("#", lambda place: numeral(place.rank), lambda place: place.rank),
        Column(
            _tr("Reviewer") if asks == "submissions" else _tr("Paper"),
            _reviewer_text if asks == "submissions" else lambda place: readable(place.title) or place.doc_id,
            number=False,
            strong=lambda place: bool(place.grade),
        ),
        Column(
            _tr("Grade"),
            lambda place: grade_text(place.grade),
            lambda place: -1 if place.grade is None else place.grade,
            hint=fits if of_reviewers else graded,
        ),
    ]
    if of_reviewers:
        found.append(
            Column(
                _tr("Score"),
                lambda place: "–" if place.score is None else numeral(place.score, 3),
                lambda place: -2.0 if place.score is None else place.score,
                hint=_tr("Mean of the three highest cosines to what the reviewer wrote"),
            )
        )
    if alone:
        return found
    hint = _tr("How far the other system lifts it") if of_reference else _tr("How far it is lifted here")
    moved = Column(
        _tr("Moved"),
        lambda place: moved_text(place, of_reference=of_reference),
        lambda place: _rise(place, of_reference=of_reference),
        hint=hint,
    )
    return [*found, moved]


def _reviewer_text(place: RankedPaper) -> str:
    """Return the reviewer, and the first title of what they wrote."""
    return f"{place.doc_id} · {readable(place.title)}" if place.title else place.doc_id


def grade_text(grade: int | None) -> str:
    """Shape and digit, as grades are drawn everywhere."""
    if grade is None:
        return "–"
    return f"{'○◐●'[min(max(grade, 0), 2)]} {grade}"


def moved_text(place: RankedPaper, *, of_reference: bool) -> str:
    """Up or down by how many places, seen from the reference; "new" or "gone" at the end of what is kept."""
    if place.other is None:
        return _tr("gone") if of_reference else _tr("new")
    rise = _rise(place, of_reference=of_reference)
    return "=" if rise == 0 else f"{'▲' if rise > 0 else '▼'} {numeral(abs(rise))}"


def _rise(place: RankedPaper, *, of_reference: bool) -> int:
    if place.other is None:
        return -1000 if of_reference else 1000
    rise = place.other - place.rank
    return -rise if of_reference else rise


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
