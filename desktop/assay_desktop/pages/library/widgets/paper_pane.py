"""The pane beside the library's table: one paper, its data, its abstract, what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay.items import read_item
from assay.items.view import rest_of, values_of
from assay.types import shown_title
from assay_desktop.pages.library.widgets.flow_row import FlowRow
from assay_desktop.pages.library.widgets.paper_files import PaperFiles
from assay_desktop.pages.library.widgets.paper_form import PaperForm
from assay_desktop.pages.library.widgets.paper_suggestions import PaperSuggestions
from assay_desktop.text.field_words import field_words, type_words
from assay_desktop.theme import S2, S3, S4, S6
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.reading import ReadingLabel, label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.types import Paper

_MAX_AUTHORS = 20
_FORM = 2


class PaperPane(QFrame):
    """Shows what it is given; wishes leave as signals that carry the paper's id."""

    similar_wanted = Signal(str)
    query_wanted = Signal(str)
    seed_wanted = Signal(str)
    citation_wanted = Signal(object)  # Paper
    copied = Signal(str)  # what was copied, in words
    form_closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._paper: Paper | None = None
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(280)
        self._title = ReadingLabel("paper-title", line_height=125)
        self._authors = label(role="muted", wrap=True)
        self._authors.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._data = QGridLayout()
        self._data.setHorizontalSpacing(S4)
        self._data.setVerticalSpacing(S2)
        self._data.setColumnStretch(1, 1)
        self.files = PaperFiles()
        self.suggestions = PaperSuggestions()
        self._abstract = ReadingLabel("abstract")
        nothing = label(self.tr("Select a paper to read it here."), "muted", wrap=True)
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self._stack.addWidget(nothing)
        self._stack.addWidget(self._scrolled(self._content()))
        self.form = PaperForm()
        self.form.cancelled.connect(self.close_form)
        self._stack.addWidget(self.form)
        self._places: tuple[Sequence[str], Sequence[str]] = ((), ())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    @property
    def paper(self) -> Paper | None:
        return self._paper

    def show_paper(self, paper: Paper | None) -> None:
        """While the form of this very paper is open, it stays; for another paper it is saved and closed."""
        writing = self.is_form_open and paper is not None and paper.doc_id == self._doc_id
        if self.is_form_open and not writing:
            self._stack.setCurrentIndex(0)
            self.form.leave()
        self._paper = paper
        if not writing:
            self._stack.setCurrentIndex(0 if paper is None else 1)
        if paper is None:
            return
        self._title.show_text(shown_title(paper))
        names = ", ".join(paper.authors[:_MAX_AUTHORS])
        more = len(paper.authors) - _MAX_AUTHORS
        self._authors.setText(self.tr("{0} and {1} more").format(names, more) if more > 0 else names)
        self._authors.setVisible(bool(paper.authors))
        self._show_data(paper)
        self._abstract.show_text(paper.abstract or self.tr("No abstract."))

    def show_places(self, tags: Sequence[str], collections: Sequence[str]) -> None:
        """The person's own tags of the paper, and the collections that it is in."""
        self._places = tags, collections
        if self._paper is not None:
            self._show_data(self._paper)

    @property
    def is_form_open(self) -> bool:
        return self._stack.currentIndex() == _FORM

    def edit(self) -> None:
        """Opens the paper's fields to be written."""
        if self._paper is not None:
            self._stack.setCurrentIndex(_FORM)
            self.form.show_paper(self._paper)

    def close_form(self) -> None:
        """Back to reading."""
        self._stack.setCurrentIndex(0 if self._paper is None else 1)
        self.form_closed.emit()

    @property
    def _doc_id(self) -> str:
        return self._paper.doc_id if self._paper is not None else ""

    def want_similar(self) -> None:
        if self._paper is not None:
            self.similar_wanted.emit(self._paper.doc_id)

    def want_query(self) -> None:
        if self._paper is not None:
            self.query_wanted.emit(self._paper.doc_id)

    def want_seed(self) -> None:
        if self._paper is not None:
            self.seed_wanted.emit(self._paper.doc_id)

    def want_citation(self) -> None:
        if self._paper is not None:
            self.citation_wanted.emit(self._paper)

    def copy_key(self) -> None:
        """The key that the paper has in this library: that of its BibTeX entry, where it came from one."""
        if self._paper is not None:
            QGuiApplication.clipboard().setText(self._paper.doc_id)
            self.copied.emit(self.tr("Key copied: {0}").format(self._paper.doc_id))

    def _content(self) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(S6, S6, S6, S6)
        column.setSpacing(S2)
        column.addWidget(self._title)
        column.addWidget(self._authors)
        column.addSpacing(S2)
        column.addLayout(self._buttons())
        column.addSpacing(S3)
        column.addLayout(self._data)
        column.addWidget(self.files)
        column.addWidget(self.suggestions)
        column.addSpacing(S3)
        column.addWidget(label(self.tr("Abstract"), "section"))
        column.addWidget(self._abstract)
        column.addStretch(1)
        return content

    def _buttons(self) -> FlowRow:
        row = FlowRow(S2)
        for text, what, name, act in (
            (self.tr("Find similar"), self.tr("Search from this paper ({0})"), "similar", self.want_similar),
            (self.tr("Add as query"), self.tr("Judge this paper's neighbours later"), "", self.want_query),
            (self.tr("Edit"), self.tr("Write the paper's fields by hand ({0})"), "library.edit", self.edit),
            (self.tr("Cite"), self.tr("Copy the citation ({0})"), "citation", self.want_citation),
        ):
            button = QPushButton(text)
            hint(button, what, *filter(None, [name]))
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _show_data(self, paper: Paper) -> None:
        while (item := self._data.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        known = (
            (self.tr("Venue"), paper.venue),
            (self.tr("Year"), str(paper.year or "")),
            (self.tr("DOI"), paper.doi),
            (self.tr("arXiv"), paper.arxiv_id),
            (self.tr("Keywords"), ", ".join(paper.keywords[:12])),
            (self.tr("Tags"), ", ".join(self._places[0])),
            (self.tr("Collections"), "\n".join(self._places[1])),
            *self._fields(paper),
            (self.tr("Key"), paper.doc_id),
        )
        for number, (name, value) in enumerate((name, value) for name, value in known if value):
            text = QLabel(value)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._data.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            self._data.addWidget(text, number, 1)

    def _fields(self, paper: Paper) -> list[tuple[str, str]]:
        """The type, and all fields that the rows above do not say."""
        item = read_item(paper.item)
        values, words = values_of(paper, item), field_words()
        found = [(self.tr("Type"), type_words().get(item.type, item.type))]
        for name, text in words.items():
            value = values.get(name, "")
            shown = "; ".join(value) if isinstance(value, list) else value
            if name != "keyword" and shown not in ("", paper.venue, str(paper.year or "")):
                found.append((text, shown))
        found += [(self.tr("Note"), note) for note in item.notes]
        return found + list(rest_of(item).items())

    def _scrolled(self, content: QWidget) -> QScrollArea:
        area = QScrollArea()
        area.setAccessibleName(self.tr("The selected paper"))
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        return area
