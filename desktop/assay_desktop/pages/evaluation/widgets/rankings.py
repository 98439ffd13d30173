"""Two rankings of one query side by side, each with grades and with the places that papers moved by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from assay.items.readable import readable
from assay.types import RankedPaper
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.papers.card import shortened
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import choose_row, narrow_columns, plain_table

if TYPE_CHECKING:
    from assay.types import Queries, Rankings

_tr = translator("rankings")

_PLACE_PX: Final = (36, 96, 84)  # rank, grade, move
_REVIEWER_PX: Final = (36, 80, 72, 84)  # rank, grade, score, move
_TITLE: Final = 60  # letters


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
    of = partial(move, of_reference=of_reference)
    hint = _tr("How far the other system lifts it") if of_reference else _tr("How far it is lifted here")
    tip = lambda place: of(place)[2]  # noqa: E731 - as short as it is
    return [
        *found,
        Column(_tr("Moved"), lambda place: of(place)[0], lambda place: of(place)[1], hint=hint, tip=tip),
    ]


def _reviewer_text(place: RankedPaper) -> str:
    """Return the reviewer, and the first title of what they wrote."""
    return f"{place.doc_id} · {readable(place.title)}" if place.title else place.doc_id


def grade_text(grade: int | None) -> str:
    """Shape and digit, as grades are drawn everywhere."""
    return "–" if grade is None else f"{'○◐●'[min(max(grade, 0), 2)]} {grade}"


def move(place: RankedPaper, *, of_reference: bool) -> tuple[str, int, str]:
    """Up or down by how many places, seen from the reference: in a cell, as a number, and as a sentence.

    A paper of one ranking alone is "new" or "gone" at the end of what is kept.
    """
    rank, other = numeral(place.rank), place.other
    if other is None and of_reference:
        return _tr("gone"), -1000, _tr("Rank {0} before, not found now").format(rank)
    if other is None:
        return _tr("new"), 1000, _tr("Not found before, rank {0} now").format(rank)
    before, after = (place.rank, other) if of_reference else (other, place.rank)
    rise = before - after
    words = "=" if rise == 0 else f"{'▲' if rise > 0 else '▼'} {numeral(abs(rise))}"
    return words, rise, _tr("Rank {0} before, {1} now").format(numeral(before), numeral(after))


class RankingPair(QWidget):
    """The baseline at the left. A paper that is chosen in one ranking is chosen in the other one too."""

    paper_chosen = Signal(str)  # its doc_id

    def __init__(self) -> None:
        super().__init__()
        self._query, self._about = ElidedLabel("strong"), label(role="caption")
        self._models = RowsModel(self), RowsModel(self)
        self._names = ElidedLabel("muted"), ElidedLabel("muted")
        titles = self.tr("Ranking of the baseline"), self.tr("Ranking of the system")
        self.tables = tuple(map(partial(plain_table, stretch=1), self._models, titles))
        self._sides = [
            boxed(vbox(name, (framed(table), 1), gap=S2))
            for name, table in zip(self._names, self.tables, strict=True)
        ]
        for model, table in zip(self._models, self.tables, strict=True):
            table.selectionModel().currentRowChanged.connect(
                lambda now, _old, model=model: self._tell(model.row(now.row()))
            )
        sides = hbox((self._sides[0], 1), (self._sides[1], 1), gap=S6)
        vbox(hbox(self._query, STRETCH, self._about, gap=S3), (sides, 1), on=self, gap=S2)
        self.setFocusProxy(self.tables[0])

    def show_rankings(self, rankings: Rankings, names: tuple[str, str], *, alone: bool, graded: str) -> None:
        """Show both, named in this order; `alone` only the first. The paper that was chosen stays so."""
        chosen = self.paper
        self._query.show_text(rankings.text or rankings.query)
        self._about.setText(self._words_about(rankings, names[1], alone=alone))
        widths = _PLACE_PX if rankings.asks == "queries" else _REVIEWER_PX
        for place, places in enumerate((rankings.reference, rankings.system)):
            self._names[place].show_text(names[place])
            columns = place_columns(of_reference=place == 0, alone=alone, asks=rankings.asks, graded=graded)
            with QSignalBlocker(self.tables[place].selectionModel()):
                self._models[place].show(columns, places)
            narrow_columns(self.tables[place], *widths, stretch=1)
        self._sides[1].setVisible(not alone)
        if chosen is not None:
            self._choose(chosen.doc_id)

    def show_nothing(self) -> None:
        for model in self._models:
            model.show([], [])
        self._query.show_text("")
        self._about.setText("")

    def _words_about(self, rankings: Rankings, system: str, *, alone: bool) -> str:
        """Return what was judged of the query, and what the arrows mean; of a reviewer what they wrote."""
        if rankings.wrote:
            n = counted(len(rankings.wrote), self.tr("paper"), self.tr("papers"))
            template = self.tr("{0} of their own, such as “{1}”")
            return template.format(n, shortened(rankings.wrote[0], _TITLE))
        if not rankings.graded:
            return ""
        if rankings.asks == "submissions":
            n = counted(rankings.relevant, self.tr("reviewer who fits"), self.tr("reviewers who fit"))
            return n if alone else self.tr("{0}; arrows show how far {1} moves one").format(n, system)
        n = counted(rankings.relevant, self.tr("relevant paper"), self.tr("relevant papers"))
        return n if alone else self.tr("{0}; arrows show how far {1} moves a paper").format(n, system)

    @property
    def paper(self) -> RankedPaper | None:
        """The paper that is chosen, as the ranking has it in which it was."""
        rows = (m.row(t.currentIndex().row()) for m, t in zip(self._models, self.tables, strict=True))
        return next((row for row in rows if isinstance(row, RankedPaper)), None)

    def choose_first(self) -> None:
        """Choose the first paper of the ranking at the left, or else of the other one."""
        for table in self.tables:
            if self.paper is None:
                table.selectRow(0)

    def _tell(self, row: object) -> None:
        if isinstance(row, RankedPaper):
            self._choose(row.doc_id)
            self.paper_chosen.emit(row.doc_id)

    def _choose(self, doc_id: str) -> None:
        for model, table in zip(self._models, self.tables, strict=True):
            choose_row(table, model.find(lambda place: place.doc_id == doc_id))
