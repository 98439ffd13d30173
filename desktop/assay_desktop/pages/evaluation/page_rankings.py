"""Both rankings of a query of this library, and the paper that is chosen in them: read, and graded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assay.types import shown_title
from assay_desktop.pages.evaluation.widgets.back import BackButton
from assay_desktop.pages.evaluation.widgets.rankings import RankingPair
from assay_desktop.text.figures import numeral, signed
from assay_desktop.theme import S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, split, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.grade import GradeBar
from assay_desktop.widgets.papers.card import byline
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label
from assay_desktop.widgets.section import scrolled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.types import LibraryOverview, Paper, Rankings

_BAR_PX: Final = 300
_HEIGHTS: Final = (360, 240)  # of the rankings and of the paper, which share what there is


class RankingsView(QWidget):
    """Widgets only. A grade goes to the paper that is chosen, for the query on screen."""

    back_wanted = Signal()
    graded = Signal(str, int)  # the paper's doc_id, and 0, 1 or 2

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._grades: Mapping[str, int] = {}
        self._paper: Paper | None = None
        self._values = ElidedLabel("muted")
        self.pair = RankingPair()
        self.paper_chosen = self.pair.paper_chosen
        self._title, self._byline, self._text = (
            ReadingLabel("strong"),
            label(role="muted", wrap=True),
            ReadingLabel(),
        )
        self._texts = (self._title, self._byline, self._text)
        for each in self._texts:
            each.setMaximumWidth(MAX_LINE_PX)
        self._hint, self._bar = ElidedLabel("caption"), GradeBar(theme)
        self._bar.setFixedWidth(_BAR_PX)
        self._bar.graded.connect(self.grade)
        read = boxed(vbox(*self._texts, STRETCH, gap=S2, margins=(0, 0, S3, 0)))
        foot = hbox(self._bar, self._hint, STRETCH, gap=S3)
        paper = vbox((scrolled(read, self.tr("The chosen paper")), 1), foot, gap=S3, margins=(0, S4, 0, 0))
        head = hbox(BackButton(self.back_wanted.emit), self._values, STRETCH, gap=S3)
        halves = split(self.pair, boxed(paper), stretch=(3, 2), sizes=_HEIGHTS, down=True)
        vbox(head, (halves, 1), on=self, gap=S3)
        self.setFocusProxy(self.pair)

    # --- what there is to see

    def show_rankings(
        self, rankings: Rankings, report: LibraryOverview, tag: str, grades: Mapping[str, int]
    ) -> None:
        """Show both runs' papers and the query's values; `grades` are the assessor's own."""
        self._grades = grades
        self._values.show_text(_value_words(report, rankings.query, tag))
        self.pair.show_rankings(
            rankings,
            (report.reference, tag),
            alone=report.reference == tag,
            graded=self.tr("The grade in this library; – if unjudged"),
        )
        self.pair.choose_first()
        self._dress()

    def show_paper(self, paper: Paper | None) -> None:
        """Show the chosen paper; None for one that this library does not have."""
        self._paper = paper
        if paper is not None:
            self._title.show_text(shown_title(paper))
            self._byline.setText(byline(paper.authors, paper.venue, paper.year))
            self._text.show_text(paper.abstract or self.tr("No abstract."))
        for each in self._texts:
            each.setVisible(paper is not None)
        self._dress()

    def grade(self, grade: int) -> None:
        """Give the chosen paper a grade, by a button or a key."""
        if self._paper is not None:
            self.graded.emit(self._paper.doc_id, grade)

    def _dress(self) -> None:
        """Mark the grade that the assessor gave the paper, and say which counts or why none can be given."""
        paper, place = self._paper, self.pair.paper
        own = None if paper is None else self._grades.get(paper.doc_id)
        self._bar.set_grade(own)
        self._bar.setEnabled(paper is not None)
        if place is None:
            words = self.tr("Neither run has results for this query.")
        elif paper is None:
            words = self.tr("{0} is not in this library, so it cannot be graded.").format(place.doc_id)
        elif own is None or place.grade in (None, own):
            words = self.tr("A new grade changes the scores at once.")
        else:
            words = self.tr("Your grade is {0}. With the other assessors' grades, {1} counts.")
            words = words.format(own, place.grade)
        self._hint.show_text(words)


def _value_words(report: LibraryOverview, query: str, tag: str) -> str:
    """Return what the measure says of the query under both runs."""
    values = report.per_query.get(query, {})
    if tag not in values or report.reference not in values:
        return ""
    before, after = values[report.reference], values[tag]
    if report.reference == tag:
        return f"{report.measure} {numeral(after, 3)}"
    return f"{report.measure} {numeral(before, 3)} → {numeral(after, 3)} ({signed(after - before)})"
