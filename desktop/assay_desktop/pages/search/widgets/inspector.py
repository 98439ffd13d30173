"""The pane at the right: one paper to read, with what leads on from it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assay.types import Paper, shown_title
from assay_desktop.pages.search.model import others_words
from assay_desktop.pages.search.widgets.explanation import WhyView
from assay_desktop.pages.search.widgets.predictions import PredictionsView
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3, S4, S6, Theme, scaled
from assay_desktop.widgets.boxes import STRETCH, boxed, clear, hairline, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import set_up_list, tab_bar
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.grade import GradeBar, GradeMark
from assay_desktop.widgets.papers.card import CARD_ROLE, CardModel, JudgedBefore, PaperCard
from assay_desktop.widgets.papers.paper_card import PaperCardDelegate
from assay_desktop.widgets.pdf.pdf_view import PdfView
from assay_desktop.widgets.reading import ReadingLabel, label
from assay_desktop.widgets.section import button, scrolled

_tr = translator("authors")

TABS = ("abstract", "pdf", "similar", "why", "history", "predicted")
MAX_AUTHORS = 12
WIDTH = 396
_MOST_LEAST_PX = 330


class Inspector(QFrame):
    """Shows what it is given; every wish leaves as a signal."""

    similar_wanted = Signal(str)  # doc_id
    seed_wanted = Signal(str, int)  # doc_id, sign
    citation_wanted = Signal(str)
    paper_wanted = Signal(str)  # doc_id of a similar paper
    tab_opened = Signal(str)  # one of TABS

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._paper: Paper | None = None
        theme.changed.connect(self._repaint)
        self.setProperty("role", "sidebar")
        self._content = QWidget()
        inner = vbox(on=self._content, gap=0, margins=(S6, S4 + S1, S6, S4))
        self._build_head(inner)
        self._build_tabs(inner)
        self._nothing = label(self.tr("Select a paper to see it here."), "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = vbox((self._content, 1), (self._nothing, 1), on=self, gap=0)
        self._build_foot(column)
        self.show_paper(None)

    # --- building

    def _build_head(self, column: QVBoxLayout) -> None:
        self._title = ReadingLabel("paper-title", line_height=105)
        self._authors = label(role="muted", wrap=True)
        self._place = label(role="muted", wrap=True)
        self._place.setTextFormat(Qt.TextFormat.RichText)
        self._place.setOpenExternalLinks(True)
        similar = button(self.tr("Find similar"), partial(self._want, self.similar_wanted))
        hint(similar, self.tr("Find similar papers ({0})"), "similar")
        seed = button(self.tr("Add as seed"), partial(self._want, self.seed_wanted, 1))
        hint(seed, self.tr("Add to the search ({0} for, {1} against)"), "search.for", "search.against")
        cite = button(self.tr("Cite"), self.want_citation)
        hint(cite, self.tr("Copy the citation ({0})"), "citation")
        row = FlowRow(S2)
        for each in (similar, seed, cite):
            row.addWidget(each)
        column.addLayout(row)
        column.addSpacing(S3)
        column.addWidget(self._title)
        column.addSpacing(S1)
        column.addWidget(self._authors)
        column.addWidget(self._place)
        column.addSpacing(S3)

    def _build_tabs(self, column: QVBoxLayout) -> None:
        self._tabs = tab_bar(
            self.tr("Views of the paper"),
            [
                self.tr("Abstract"),
                self.tr("PDF"),
                self.tr("Similar"),
                self.tr("Why"),
                self.tr("History"),
                self.tr("Predicted"),
            ],
        )
        self._tabs.setProperty("kind", "dense")  # all six stand side by side in a small window too
        column.addWidget(self._tabs)
        line = hairline()
        column.addWidget(line)
        self._abstract = ReadingLabel()
        self._stack = stacked(_scrolled(self._abstract, self.tr("The selected paper")))
        self.pdf = PdfView(self._theme)
        self.pdf.offer_more()
        self._stack.addWidget(self.pdf)
        self._stack.addWidget(self._build_similar())
        self.why = WhyView(self._theme)
        self._stack.addWidget(_scrolled(self.why, self.tr("Why it matched")))
        self._history = vbox(gap=0)
        self._stack.addWidget(_scrolled(boxed(self._history), self.tr("History")))
        self.predictions = PredictionsView(self._theme)
        self._stack.addWidget(_scrolled(self.predictions, self.tr("Predictions")))
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(self._open_tab)

    def _build_similar(self) -> QWidget:
        self._similar_message = label(role="muted", wrap=True)
        self._similar_model = CardModel()
        self._similar_list = QListView()
        set_up_list(
            self._similar_list,
            self.tr("Similar papers"),
            self._similar_model,
            PaperCardDelegate(self._theme, CARD_ROLE, inset=0, actions=False),
        )
        self._similar_list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._similar_list.activated.connect(self._want_listed)
        self._similar_list.clicked.connect(self._want_listed)
        self._theme.changed.connect(self._similar_list.viewport().update)
        return boxed(vbox(self._similar_message, (self._similar_list, 1), margins=(0, S2, 0, 0)))

    def _build_foot(self, column: QVBoxLayout) -> None:
        self.foot = QFrame()
        self.foot.setProperty("role", "sidebar")
        line = hairline()
        column.addWidget(line)
        self._grade_title = label(self.tr("Grade for this search"), "section")
        self.grades = GradeBar(self._theme)
        self.graded = self.grades.graded
        self._grade_hint = label(role="caption", wrap=True)
        self._others = label(role="caption", wrap=True)
        self._others.hide()
        parts = (self._grade_title, self.grades, self._others, self._grade_hint)
        vbox(*parts, on=self.foot, gap=S2, margins=(S6, S3, S6, S4))
        column.addWidget(self.foot)
        self._foot_line = line

    def minimumSizeHint(self) -> QSize:
        """As wide as the tabs; in languages of long words they scroll."""
        width = min(self._tabs.sizeHint().width() + 2 * S6, scaled(_MOST_LEAST_PX))
        return QSize(width, super().minimumSizeHint().height())

    # --- showing

    @property
    def texts(self) -> list[QWidget]:
        """What stands above the tabs, and the abstract, as far as it is shown."""
        return [self._title, self._authors, self._place, self._tabs, self._abstract]

    @property
    def paper(self) -> Paper | None:
        return self._paper

    def show_paper(self, paper: Paper | None) -> None:
        self._paper = paper
        for widget in (self._content, self.foot, self._foot_line):
            widget.setVisible(paper is not None)
        self._nothing.setVisible(paper is None)
        if paper is None:
            return
        self._title.show_text(shown_title(paper))
        self._authors.setText(_authors(paper))
        many = len(paper.authors) > MAX_AUTHORS
        self._authors.setToolTip(escape_markup(", ".join(paper.authors[:100])) if many else "")
        self._authors.setVisible(bool(paper.authors))
        self._place.setText(_place(paper, self._theme.palette.accent))
        self._abstract.show_text(paper.abstract or self.tr("No abstract."))

    def _repaint(self) -> None:
        self.show_paper(self._paper)  # links carry their own colour

    def show_grade(self, grade: int | None) -> None:
        self.grades.set_grade(grade)

    def show_others(self, n: int) -> None:
        """Say that others alone graded `n` papers for this search."""
        self._others.setText(others_words(n))
        self._others.setVisible(n > 0)

    def show_gradable(self, gradable: bool, *, why_not: str = "") -> None:
        """Say, without a query, that there is nothing to grade for; the bar does not vanish."""
        self.grades.setEnabled(gradable)
        self._grade_hint.setText(why_not)
        self._grade_hint.setVisible(bool(why_not))

    def show_similar(self, cards: Sequence[PaperCard], *, message: str = "") -> None:
        self._similar_model.show(cards)
        self._similar_message.setText(message)
        self._similar_message.setVisible(bool(message))

    def show_history(self, lines: Sequence[JudgedBefore]) -> None:
        clear(self._history)
        for line in lines:
            self._history.addWidget(_history_line(self._theme, line))
        if not lines:
            self._history.addWidget(label(self.tr("Not judged yet."), "muted"))
        self._history.addStretch(1)

    def open_tab(self, tab: str) -> None:
        self._tabs.setCurrentIndex(TABS.index(tab))

    def want_citation(self) -> None:
        self._want(self.citation_wanted)

    # --- wishes

    def _open_tab(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        self.tab_opened.emit(TABS[number])

    def _want(self, wish: SignalInstance, *more: int) -> None:
        if self._paper is not None:
            wish.emit(self._paper.doc_id, *more)

    def _want_listed(self, index: QModelIndex) -> None:
        card = self._similar_model.card(index.row())
        if card is not None:
            self.paper_wanted.emit(card.doc_id)


def _authors(paper: Paper) -> str:
    shown = ", ".join(paper.authors[:MAX_AUTHORS])
    more = len(paper.authors) - MAX_AUTHORS
    return _tr("{0} and {1} more").format(shown, more) if more > 0 else shown


def _place(paper: Paper, link_color: str) -> str:
    """Venue, year and where the paper is, as rich text with at most one link each."""
    parts = [html.escape(" ".join(part for part in (paper.venue, str(paper.year or "")) if part))]
    style = f'style="color:{link_color}; text-decoration:none"'
    if paper.arxiv_id:
        arxiv = html.escape(paper.arxiv_id, quote=True)
        parts.append(f'<a {style} href="https://arxiv.org/abs/{arxiv}">arXiv {arxiv}</a>')
    if paper.doi:
        doi = html.escape(paper.doi, quote=True)
        parts.append(f'<a {style} href="https://doi.org/{doi}">doi {doi}</a>')
    return " · ".join(part for part in parts if part)


def _history_line(theme: Theme, line: JudgedBefore) -> QWidget:
    holder = QWidget()
    row = hbox(on=holder, gap=S2, margins=(0, S1, 0, S1))
    if line.relevance is not None:
        row.addWidget(GradeMark(theme, line.relevance), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(str(line.relevance), "strong"), 0, Qt.AlignmentFlag.AlignTop)
    elif line.state:
        row.addWidget(label(line.state, "caption"), 0, Qt.AlignmentFlag.AlignTop)
    texts = vbox(
        label(line.query, wrap=True),
        label(" · ".join(part for part in (line.assessor, line.note) if part), "caption", wrap=True),
        gap=0,
    )
    row.addLayout(texts, 1)
    return holder


def _scrolled(widget: QWidget, name: str) -> QScrollArea:
    return scrolled(boxed(vbox(widget, STRETCH, margins=(0, S4, S1, 0))), name)
