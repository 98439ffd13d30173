"""Two rankings of one query next to each other: their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.items.readable import readable
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from assay.types import Queries, RankedPaper

_tr = translator("rankings")


def place_columns(
    *, of_reference: bool, alone: bool, asks: Queries = "queries", graded: str = ""
) -> list[Column]:
    """Of a ranking: rank, title, grade, and where the other one has the paper; `graded` says whose grades."""
    of_reviewers = asks != "queries"
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
        tip=lambda place: _move_words(place, of_reference=of_reference),
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


def _move_words(place: RankedPaper, *, of_reference: bool) -> str:
    """Return the paper's rank before and after."""
    before, after = (place.rank, place.other) if of_reference else (place.other, place.rank)
    if before is None or after is None:
        rank = numeral(place.rank)
        return (
            _tr("Rank {0} before, not found now").format(rank)
            if of_reference
            else _tr("Not found before, rank {0} now").format(rank)
        )
    return _tr("Rank {0} before, {1} now").format(numeral(before), numeral(after))


def _rise(place: RankedPaper, *, of_reference: bool) -> int:
    if place.other is None:
        return -1000 if of_reference else 1000
    rise = place.other - place.rank
    return -rise if of_reference else rise
