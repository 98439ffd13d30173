"""What is behind a task's score: its queries with both values, its papers with both predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from assay_desktop.figures import numeral, plain, signed
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.widgets.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Item:
    """A query; values are in percent."""

    item_id: str
    text: str
    reference: float
    value: float

    @property
    def gain(self) -> float:
        return self.value - self.reference


@dataclass(frozen=True, slots=True)
class Predicted:
    """A paper of the test, what is true of it, and what both systems said."""

    item_id: str
    text: str
    truth: str
    reference: str
    value: str

    @property
    def differs(self) -> bool:
        return self.reference != self.value

    @property
    def right(self) -> tuple[bool, bool]:
        """The reference, the other system."""
        return self.reference == self.truth, self.value == self.truth


@dataclass(frozen=True, slots=True)
class Behind:
    """One task under two systems. `why` says why papers have no titles; "" where they have."""

    task: str
    unit: str  # "queries" or "papers"
    metrics: tuple[str, ...]
    metric: str
    items: tuple[Item, ...]
    predicted: tuple[Predicted, ...]
    why: str = ""

    @property
    def of_classes(self) -> bool:
        """Whether what is predicted is a class: of numbers hardly any is exactly right."""
        return not all(_is_number(each.truth) for each in self.predicted)


@dataclass(frozen=True, slots=True)
class Place:
    """A paper in a ranking, and its rank in the other one; None where it is not among the first there."""

    rank: int
    doc_id: str
    title: str
    grade: int | None
    other: int | None

    @property
    def moved(self) -> bool:
        return self.other != self.rank


@dataclass(frozen=True, slots=True)
class Rankings:
    """A query's first papers under both systems; `relevant` papers were judged so."""

    query: str
    text: str
    graded: bool
    relevant: int
    reference: tuple[Place, ...]
    system: tuple[Place, ...]


def behind_of(answer: Mapping[str, Any]) -> Behind:
    """The engine's answer to `bench.items`; queries come with the largest gain first."""
    rows = answer["rows"]
    by_query = answer["unit"] == "queries"
    items = [
        Item(str(row["id"]), str(row["text"]), float(row["reference"]), float(row["value"]))
        for row in (rows if by_query else ())
    ]
    return Behind(
        task=str(answer["task"]),
        unit=str(answer["unit"]),
        metrics=tuple(map(str, answer["metrics"])),
        metric=str(answer["metric"]),
        items=tuple(sorted(items, key=lambda item: (-item.gain, -item.value, item.item_id))),
        predicted=tuple(
            Predicted(
                str(row["id"]),
                str(row["text"]),
                _said(row["truth"]),
                _said(row["reference"]),
                _said(row["value"]),
            )
            for row in ([] if by_query else rows)
        ),
        why=str(answer.get("why", "")),
    )


def rankings_of(answer: Mapping[str, Any]) -> Rankings:
    """The engine's answer to `bench.rankings`."""
    return Rankings(
        query=str(answer["query"]),
        text=str(answer["text"]),
        graded=bool(answer["graded"]),
        relevant=int(answer["relevant"]),
        reference=_places(answer["reference"]),
        system=_places(answer["system"]),
    )


def _places(rows: Sequence[Mapping[str, Any]]) -> tuple[Place, ...]:
    return tuple(
        Place(int(row["rank"]), str(row["id"]), str(row["title"]), row["grade"], row["other"]) for row in rows
    )


def _said(value: object) -> str:
    """A class, several of them, or a number."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value)) or "–"
    if isinstance(value, float):
        return plain(value, 4)
    return str(value)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


# -- columns ----------------------------------------------------------------------------------------------


def item_columns(reference: str, system: str) -> list[Column]:
    """Of the table of queries; one system alone has no gains."""
    query = Column(_tr("Query"), lambda item: item.text or item.item_id, number=False)
    value = Column(short_name(system), lambda item: numeral(item.value, 1), lambda item: item.value)
    if reference == system:
        return [query, value]
    return [
        query,
        Column(short_name(reference), lambda item: numeral(item.reference, 1), lambda item: item.reference),
        value,
        Column(_tr("gain"), lambda item: signed(item.gain, 1), lambda item: item.gain),
    ]


def predicted_columns(reference: str, system: str, *, of_classes: bool) -> list[Column]:
    """Of the table of papers; what is right is bold."""

    def said(title: str, name: str, place: int) -> Column:
        return Column(
            title,
            lambda row: str(getattr(row, name)),
            None if of_classes else lambda row: _number(getattr(row, name)),
            number=not of_classes,
            strong=lambda row: of_classes and row.right[place],
        )

    paper = Column(_tr("Paper"), lambda row: row.text or row.item_id, number=False)
    truth = Column(
        _tr("True"),
        lambda row: row.truth,
        None if of_classes else lambda row: _number(row.truth),
        number=not of_classes,
    )
    found = [paper, truth, said(short_name(reference), "reference", 0)]
    return found if reference == system else [*found, said(short_name(system), "value", 1)]


def place_columns(*, of_reference: bool, alone: bool) -> list[Column]:
    """Of a ranking: rank, grade, title, and where the other system has the paper."""
    found = [
        Column("#", lambda place: numeral(place.rank), lambda place: place.rank),
        Column(
            _tr("Paper"),
            lambda place: place.title or place.doc_id,
            number=False,
            strong=lambda place: bool(place.grade),
        ),
        Column(
            _tr("Grade"),
            lambda place: grade_text(place.grade),
            lambda place: -1 if place.grade is None else place.grade,
            hint=_tr("As judged by the benchmark; – where nobody judged it"),
        ),
    ]
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


def grade_text(grade: int | None) -> str:
    """Shape and digit, as grades are drawn everywhere."""
    if grade is None:
        return "–"
    return f"{'○◐●'[min(max(grade, 0), 2)]} {grade}"


def moved_text(place: Place, *, of_reference: bool) -> str:
    """Up or down by how many places, seen from the reference; "new" or "gone" at the end of what is kept."""
    if place.other is None:
        return _tr("gone") if of_reference else _tr("new")
    rise = _rise(place, of_reference=of_reference)
    return "=" if rise == 0 else f"{'▲' if rise > 0 else '▼'} {numeral(abs(rise))}"


def _rise(place: Place, *, of_reference: bool) -> int:
    if place.other is None:
        return -1000 if of_reference else 1000
    rise = place.other - place.rank
    return -rise if of_reference else rise


def _number(text: str) -> float:
    return float(text.replace(",", ".")) if _is_number(text) else 0.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
