"""What is behind a task's score: its queries with both values, its papers with both predictions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral, plain, signed
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Item(NamedTuple):
    """A query; values are in percent. `place` is its place in the order of gains, from 0."""

    item_id: str
    text: str
    reference: float
    value: float
    place: int = 0

    @property
    def gain(self) -> float:
        return self.value - self.reference


class Predicted(NamedTuple):
    """A paper of the test, what is true of it, and what both systems said: classes or numbers."""

    item_id: str
    text: str
    truth: Any
    reference: Any
    value: Any


class Bar(NamedTuple):
    """Some queries beside each other in the order of gains, by the one in their middle; values are means."""

    item_id: str
    text: str
    reference: float
    value: float
    height: float


Line: TypeAlias = "Item | Predicted"


@dataclass(frozen=True, slots=True)
class Behind:
    """One task under two systems, and the page of its rows that is looked at first.

    `n` queries or papers are in the test, `n_rows` of them in the table: all, or those that differ. `place`
    is the row that is chosen, or -1. `counts` are of queries better, worse, equal; of papers both right, only
    the reference, only the system, neither. `why` says why papers have no titles; "" where they have.
    """

    task: str
    unit: str  # "queries" or "papers"
    asks: str  # "queries", or of reviewers "submissions" or "reviewers"
    metrics: tuple[str, ...]
    metric: str
    n: int
    n_rows: int
    first: int
    rows: tuple[Line, ...]
    place: int
    counts: tuple[int, ...]
    n_differing: int = 0  # of papers
    of_classes: bool = False  # whether what is predicted is a class: of numbers hardly any is exactly right
    bars: tuple[Bar, ...] = ()
    group: int = 1  # queries that a bar stands for
    why: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Other rows of the same, from `first` on."""

    first: int
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A paper in a ranking, and its rank in the other one; None where it is not among the first there."""

    rank: int
    doc_id: str
    title: str
    grade: int | None
    other: int | None
    score: float | None = None  # of reviewers: how near the system finds the two

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
    asks: str = "queries"
    wrote: tuple[str, ...] = ()  # titles, where a reviewer asks


def behind_of(answer: Mapping[str, Any]) -> Behind:
    """The engine's answer to `bench.items`."""
    return Behind(
        task=str(answer["task"]),
        unit=str(answer["unit"]),
        asks=str(answer.get("asks", "queries")),
        metrics=tuple(map(str, answer["metrics"])),
        metric=str(answer["metric"]),
        n=int(answer["n"]),
        n_rows=int(answer["n_rows"]),
        first=int(answer["first"]),
        rows=_lines(str(answer["unit"]), answer["rows"]),
        place=int(answer["place"]),
        counts=tuple(map(int, answer["counts"])),
        n_differing=int(answer.get("n_differing", 0)),
        of_classes=bool(answer.get("classes")),
        bars=tuple(Bar(*row) for row in answer.get("bars", ())),
        group=int(answer.get("group", 1)),
        why=str(answer.get("why", "")),
    )


def page_of(answer: Mapping[str, Any], unit: str) -> Page:
    """The engine's answer to `bench.page`."""
    return Page(int(answer["first"]), _lines(unit, answer["rows"]))


def _lines(unit: str, rows: Sequence[Sequence[Any]]) -> tuple[Line, ...]:
    if unit == "queries":
        return tuple(Item(*row) for row in rows)
    return tuple(Predicted(*row) for row in rows)


def rankings_of(answer: Mapping[str, Any]) -> Rankings:
    """The engine's answer to `bench.rankings`."""
    return Rankings(
        query=str(answer["query"]),
        text=str(answer["text"]),
        graded=bool(answer["graded"]),
        relevant=int(answer["relevant"]),
        reference=_places(answer["reference"]),
        system=_places(answer["system"]),
        asks=str(answer.get("asks", "queries")),
        wrote=tuple(map(str, answer.get("wrote", ()))),
    )


def _places(rows: Sequence[Mapping[str, Any]]) -> tuple[Place, ...]:
    return tuple(
        Place(
            int(row["rank"]), str(row["id"]), str(row["title"]), row["grade"], row["other"], row.get("score")
        )
        for row in rows
    )


def said(value: object) -> str:
    """A class, several of them, or a number."""
    if isinstance(value, list | tuple):
        return ", ".join(map(said, value)) or "–"
    if isinstance(value, float):
        return plain(value, 4)
    return str(value)


# -- columns ----------------------------------------------------------------------------------------------


def item_columns(reference: str, system: str, *, asks: str = "queries") -> list[tuple[str, Column]]:
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
            lambda row: said(getattr(row, name)),
            number=not of_classes,
            strong=lambda row: of_classes and getattr(row, name) == row.truth,
        )

    paper = ("text", Column(_tr("Paper"), lambda row: row.text or row.item_id, number=False))
    truth = ("truth", Column(_tr("True"), lambda row: said(row.truth), number=not of_classes))
    found = [paper, truth, predicted(short_name(reference), "reference")]
    return found if reference == system else [*found, predicted(short_name(system), "value")]


def place_columns(*, of_reference: bool, alone: bool, asks: str = "queries") -> list[Column]:
    """Of a ranking: rank, grade, title, and where the other system has the paper."""
    of_reviewers = asks != "queries"
    graded = _tr("As judged by the benchmark; – where nobody judged it")
    fits = _tr("● the two fit by the strict judgement, ◐ by the loose one, ○ they do not")
    found = [
        Column("#", lambda place: numeral(place.rank), lambda place: place.rank),
        Column(
            _tr("Reviewer") if asks == "submissions" else _tr("Paper"),
            _reviewer_text if asks == "submissions" else lambda place: place.title or place.doc_id,
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


def _reviewer_text(place: Place) -> str:
    """The reviewer, and the first title of what they wrote."""
    return f"{place.doc_id} · {place.title}" if place.title else place.doc_id


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


def _tr(text: str) -> str:
    return QCoreApplication.translate("benchmarks", text)
