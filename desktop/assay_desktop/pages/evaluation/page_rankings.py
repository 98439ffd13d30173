"""Both rankings of a query of this library, and the paper that is chosen in them: read, and graded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from assay.types import shown_title
from assay_desktop.pages.evaluation.widgets.back import BackButton
from assay_desktop.pages.evaluation.widgets.rankings import RankingPair
from assay_desktop.text.figures import numeral, signed
from assay_desktop.theme import S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.grade import GradeBar
from assay_desktop.widgets.papers.card import byline, counted
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label
from assay_desktop.widgets.section import scrolled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.types import LibraryOverview, Paper, RankedPaper, Rankings

_BAR_PX: Final = 300
_HEIGHTS: Final = [360, 240]  # of the rankings and of the paper, which share what there is


class RankingsView(QWidget):
    """Widgets only. A grade goes to the paper that is chosen, for the query on screen."""

    back_wanted = Signal()
    graded = Signal(str, int)  # the paper's doc_id, and 0, 1 or 2

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._grades: Mapping[str, int] = {}
        self._paper: Paper | None = None
        self._back = BackButton(self.back_wanted.emit)
        self._values = ElidedLabel("muted")
        self.pair = RankingPair()
        self.paper_chosen = self.pair.paper_chosen
        split = QSplitter(Qt.Orientation.Vertical)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.pair)
        split.addWidget(self._build_paper(theme))
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes(_HEIGHTS)
        vbox(hbox(self._back, self._values, STRETCH, gap=S3), (split, 1), on=self, gap=S3)
        self.setFocusProxy(self.pair)

    def _build_paper(self, theme: Theme) -> QWidget:
        self._title, self._byline = ReadingLabel("strong"), label(role="muted", wrap=True)
        self._text = ReadingLabel()
        self._hint = ElidedLabel("caption")
        self._bar = GradeBar(theme)
        self._bar.setFixedWidth(_BAR_PX)
        self._bar.graded.connect(self.grade)
        read = boxed(vbox(self._title, self._byline, self._text, STRETCH, gap=S2, margins=(0, 0, S3, 0)))
        for each in (self._title, self._byline, self._text):
            each.setMaximumWidth(MAX_LINE_PX)
        foot = hbox(self._bar, self._hint, STRETCH, gap=S3)
        return boxed(
            vbox((scrolled(read, self.tr("The chosen paper")), 1), foot, gap=S3, margins=(0, S4, 0, 0))
        )

    # --- what there is to see

    def show_rankings(
        self, rankings: Rankings, report: LibraryOverview, tag: str, grades: Mapping[str, int]
    ) -> None:
        """Show both runs' papers and the query's values; `grades` are the assessor's own."""
        self._grades = grades
        reference = report.reference
        alone = reference == tag
        self._values.show_text(self._value_words(report, rankings.query, tag))
        relevant = counted(rankings.relevant, self.tr("relevant paper"), self.tr("relevant papers"))
        about = (
            relevant if alone else self.tr("{0}; arrows say how far {1} moves a paper").format(relevant, tag)
        )
        graded = self.tr("The grade in this library; – where nobody judged it")
        self.pair.show_rankings(rankings, (reference, tag), about=about, alone=alone, graded=graded)
        if self.pair.paper is None:
            self.pair.choose_first()
        self._dress()

    def _value_words(self, report: LibraryOverview, query: str, tag: str) -> str:
        """Return what the measure says of the query under both runs."""
        values = report.per_query.get(query, {})
        if tag not in values or report.reference not in values:
            return ""
        before, after = values[report.reference], values[tag]
        if report.reference == tag:
            return f"{report.measure} {numeral(after, 3)}"
        return f"{report.measure} {numeral(before, 3)} → {numeral(after, 3)} ({signed(after - before)})"

    def show_paper(self, paper: Paper | None) -> None:
        """Show the chosen paper; None for one that this library does not have."""
        self._paper = paper
        if paper is not None:
            self._title.show_text(shown_title(paper))
            self._byline.setText(byline(paper.authors, paper.venue, paper.year))
            self._text.show_text(paper.abstract or self.tr("No abstract."))
        for each in (self._title, self._byline, self._text):
            each.setVisible(paper is not None)
        self._dress()

    def grade(self, grade: int) -> None:
        """Give the chosen paper a grade, by a button or a key."""
        if self._paper is not None:
            self.graded.emit(self._paper.doc_id, grade)

    # --- inner

    def _grade_words(self, own: int | None, place: RankedPaper | None) -> str:
        """Return what becomes of the assessor's grade, above all where others gave another one."""
        if own is None or place is None or place.grade is None or place.grade == own:
            return self.tr("Your grade; the measures follow.")
        return self.tr("Yours is {0}; with the grades of others {1} counts, the lower median.").format(
            own, place.grade
        )

    def _dress(self) -> None:
        """Mark the grade that the assessor gave the paper, and say why none can be given."""
        paper, chosen = self._paper, self.pair.paper
        self._bar.set_grade(None if paper is None else self._grades.get(paper.doc_id))
        self._bar.setEnabled(paper is not None)
        if paper is not None:
            self._hint.show_text(self._grade_words(self._grades.get(paper.doc_id), chosen))
        elif chosen is None:
            self._hint.show_text(self.tr("Neither run has a paper for this query."))
        else:
            self._hint.show_text(
                self.tr("{0} is not in this library, so it cannot be graded.").format(chosen.doc_id)
            )
