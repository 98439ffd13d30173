"""What an adjudicator reads: the query, the paper, and what each assessor said and noted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSplitter, QWidget

from assay.types import Judgement, JudgementState
from assay_desktop.pages.campaigns.model import Case
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3, S4, S6, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, hbox, vbox
from assay_desktop.widgets.grade import GradeMark
from assay_desktop.widgets.reading import MAX_LINE_PX, ReadingLabel, label
from assay_desktop.widgets.section import scrolled

_tr = translator("campaigns")

_RATERS_A_ROW = 3


class CasePane(QWidget):
    """Query at the left, paper at the right, below them one card for each assessor."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        self._query_kind, self._query_title, self._query_text = _reading("strong")
        self._paper_kind, self._paper_title, self._paper_text = _reading("paper-title")
        for role, words in (
            ("sidebar", (self._query_kind, self._query_title, self._query_text)),
            ("panel", (self._paper_kind, self._paper_title, self._paper_text)),
        ):
            holder = QFrame()
            holder.setProperty("role", role)
            holder.setMinimumWidth(200)
            vbox(scrolled(boxed(vbox(*words, STRETCH, gap=S2, margins=(S4, S4, S4, S6)))), on=holder)
            splitter.addWidget(holder)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([400, 600])
        line = hairline()
        self._raters = QWidget()
        self._grid = QGridLayout(self._raters)
        self._grid.setContentsMargins(S3, S3, S3, S3)
        self._grid.setSpacing(S2)
        vbox((splitter, 1), line, self._raters, on=self, gap=0)

    def show_case(self, case: Case | None) -> None:
        """Show a case; None empties every label."""
        for card in self._raters.findChildren(RaterCard):
            card.hide()
            card.setParent(None)
            card.deleteLater()
        self._show_query(case)
        paper = case.paper if case is not None else None
        self._paper_title.show_text(paper.title if paper is not None else "")
        no_paper = self.tr("This paper is no longer in the library.") if case is not None else ""
        no_abstract = self.tr("No abstract.")
        self._paper_text.show_text(no_paper if paper is None else paper.abstract or no_abstract)
        year = str(paper.year) if paper is not None and paper.year is not None else ""
        self._paper_kind.setText(self.tr("Paper · {0}").format(year) if year else self.tr("Paper"))
        if case is not None:
            self._show_raters(case.disagreement.judgements)

    def _show_query(self, case: Case | None) -> None:
        own = case.query_paper if case is not None else None
        query = case.query if case is not None else None
        self._query_kind.setText(self.tr("Query paper") if own is not None else self.tr("Query"))
        self._query_title.show_text(own.title if own is not None else query.text if query is not None else "")
        self._query_text.show_text(own.abstract if own is not None else "")

    def _show_raters(self, judgements: tuple[Judgement, ...]) -> None:
        for place, judgement in enumerate(judgements):
            card = RaterCard(self._theme, judgement)
            self._grid.addWidget(card, place // _RATERS_A_ROW, place % _RATERS_A_ROW)
        for column in range(_RATERS_A_ROW):
            self._grid.setColumnStretch(column, 1 if column < len(judgements) else 0)


class RaterCard(QFrame):
    """One assessor's grade, or what they said instead, and their note."""

    def __init__(self, theme: Theme, judgement: Judgement) -> None:
        super().__init__()
        self.setProperty("role", "raised")
        row = hbox(label(judgement.assessor, "strong"), STRETCH, gap=S2)
        if judgement.relevance is not None:
            row.addWidget(GradeMark(theme, judgement.relevance))
        row.addWidget(label(given(judgement), "body"))
        column = vbox(row, on=self, gap=S1, margins=(S3, S2, S3, S2))
        if judgement.note:
            column.addWidget(label(judgement.note, "muted", wrap=True))
        column.addStretch(1)
        words = ". ".join(filter(None, (given(judgement), judgement.note)))
        self.setAccessibleName(f"{judgement.assessor}: {words}".rstrip("."))


def given(judgement: Judgement) -> str:
    """ "2 very relevant", "unsure"."""
    return state_words(str(judgement.state) if judgement.relevance is None else str(judgement.relevance))


def state_words(state: str) -> str:
    """Return the same of a grade, such as "2", or the name of a state; "" for anything else."""
    return {
        "0": f"0 {_tr('not relevant')}",
        "1": f"1 {_tr('relevant')}",
        "2": f"2 {_tr('very relevant')}",
        JudgementState.UNSURE: _tr("unsure"),
        JudgementState.LATER: _tr("put off"),
        JudgementState.UNREADABLE: _tr("unreadable"),
        JudgementState.CONFLICT: _tr("two grades from two machines"),
    }.get(state, "")


def _reading(title_role: str) -> tuple[QLabel, ReadingLabel, ReadingLabel]:
    kind = label(role="section")
    title = ReadingLabel(title_role, line_height=108)
    text = ReadingLabel("body", line_height=130)
    for widget in (title, text):
        set_px(widget, most=MAX_LINE_PX)
    return kind, title, text
