"""The pane beside the library's table: one paper, its data, its abstract, what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay.items import read_item
from assay.items.view import rest_of, values_of
from assay.types import shown_title
from assay_desktop.pages.library.widgets.paper_files import PaperFiles
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.field_words import field_words, type_words
from assay_desktop.theme import S1, S2, S3, S4, S6
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.papers.paper_fields import PaperFields, lines_field
from assay_desktop.widgets.reading import ReadingLabel, label
from assay_desktop.widgets.section import button, scrolled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.types import Paper
    from assay_desktop.actions.suggesting import SuggestionLine


class FlowRow(QLayout):
    """As wide as the widest of them at least; as high as its lines need."""

    def __init__(self, gap: int) -> None:
        """`gap` in pixels, between neighbours and between lines."""
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for place in self._places(width)), default=0)

    def minimumSize(self) -> QSize:
        hints = [item.sizeHint() for item in self._shown()]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._shown()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, place in zip(self._shown(), self._places(rect.width()), strict=True):
            item.setGeometry(place.translated(rect.topLeft()))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, width: int) -> list[QRect]:
        """Where each stands in a space of this width, from its corner on."""
        places: list[QRect] = []
        corner, line = QPoint(0, 0), 0
        for item in self._shown():
            size = item.sizeHint()
            if corner.x() and corner.x() + size.width() > width:
                corner, line = QPoint(0, corner.y() + line + self.spacing()), 0
            places.append(QRect(corner, size))
            corner += QPoint(size.width() + self.spacing(), 0)
            line = max(line, size.height())
        return places


_LONGEST = 280


class PaperSuggestions(QWidget):
    """A few lines a field; below several of them one word for all."""

    accepted = Signal(object)  # list[SuggestionLine]
    declined = Signal(object)  # list[SuggestionLine]

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, S2, 0, 0)
        self._column.setSpacing(S2)
        self.hide()

    def show_suggestions(self, lines: Sequence[SuggestionLine]) -> None:
        """Without suggestions nothing is there."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if lines:
            self._column.addWidget(label(self.tr("Suggestions"), "section"))
        for line in lines:
            self._column.addWidget(self._line(line))
        if len(lines) > 1:
            self._column.addWidget(self._all(list(lines)))
        self.setVisible(bool(lines))

    def _line(self, line: SuggestionLine) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S1)
        said = label(self.tr("{0}, by {1}").format(line.field, line.by), "muted")
        head = QHBoxLayout()
        head.setSpacing(S2)
        head.addWidget(said)
        head.addStretch(1)
        for each in self._buttons([line], self.tr("Accept"), self.tr("Decline"), kind="link"):
            head.addWidget(each)
        column.addLayout(head)
        if line.before:
            before = label(self.tr("Now: {0}").format(_short(line.before)), "muted", wrap=True)
            before.setToolTip(escape_markup(line.before))
            column.addWidget(before)
        after = label(_short(line.after), "body", wrap=True)
        after.setToolTip(escape_markup(line.after))
        column.addWidget(after)
        return made

    def _all(self, lines: list[SuggestionLine]) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S2)
        for each in self._buttons(lines, self.tr("Accept all"), self.tr("Decline all")):
            row.addWidget(each)
        row.addStretch(1)
        return holder

    def _buttons(
        self, lines: list[SuggestionLine], yes: str, no: str, *, kind: str = ""
    ) -> Iterator[QPushButton]:
        what = lines[0].field if len(lines) == 1 else ""
        for text, emit in ((yes, self.accepted.emit), (no, self.declined.emit)):
            made = button(text, partial(emit, lines), kind=kind)
            made.setAccessibleName(f"{text}: {what}" if what else text)
            yield made


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"


_LINES = {"title": 3, "authors": 4, "abstract": 10}  # of fields that have several


class PaperForm(QWidget):
    """Saves what is another than it was; Escape gives it up."""

    saved = Signal(str, dict)  # doc_id, field -> text; of the authors each on a line
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._doc_id = ""
        self._before: dict[str, str] = {}
        self._unsaved: dict[
            str, tuple[dict[str, str], str]
        ] = {}  # doc_id -> what was written, why it is not saved
        names = {
            "title": self.tr("Title"),
            "authors": self.tr("Authors (one per line)"),
            "year": self.tr("Year"),
            "venue": self.tr("Venue"),
            "doi": self.tr("DOI"),
            "abstract": self.tr("Abstract"),
        }
        self.fields: dict[str, QLineEdit | QPlainTextEdit] = {}
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(S6, S6, S6, 0)
        column.setSpacing(S1)
        for name, words in names.items():
            field = self._field(name, words)
            self.fields[name] = field
            column.addWidget(label(words, "section"))
            column.addWidget(field, 1 if name == "abstract" else 0)
            column.addSpacing(S2)
        self._more = PaperFields()
        column.addWidget(self._more)
        self._fault = label(role="danger", wrap=True)
        self._fault.hide()
        foot = QVBoxLayout()
        foot.setContentsMargins(S6, S3, S6, S3)
        foot.setSpacing(S2)
        foot.addWidget(self._fault)
        foot.addLayout(self._buttons())
        foot.addWidget(label(self.tr("Later imports won't overwrite your edits."), "caption", wrap=True))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(scrolled(content), 1)
        whole.addLayout(foot)

    def show_paper(self, paper: Paper) -> None:
        """The paper's fields as they are, or as they were written when they could not be saved."""
        self._doc_id = paper.doc_id
        self._before = {
            "title": paper.title,
            "authors": "\n".join(paper.authors),
            "year": "" if paper.year is None else str(paper.year),
            "venue": paper.venue,
            "doi": paper.doi,
            "abstract": paper.abstract,
        }
        for name, text in self._before.items():
            field = self.fields[name]
            (field.setText if isinstance(field, QLineEdit) else field.setPlainText)(text)
        self._more.show_paper(paper)
        self._before = self._texts()  # as the fields give them back
        written, fault = self._unsaved.get(paper.doc_id, ({}, ""))
        for name, text in written.items():
            if name in self.fields:
                field = self.fields[name]
                (field.setText if isinstance(field, QLineEdit) else field.setPlainText)(text)
        self._more.write({name: text for name, text in written.items() if name not in self.fields})
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self.fields["title"].setFocus()

    @property
    def doc_id(self) -> str:
        """Of the paper that was shown last."""
        return self._doc_id

    def show_fault(self, doc_id: str, text: str) -> None:
        """Why it could not be saved; what was written stays, and comes back with the paper's form."""
        if doc_id in self._unsaved:
            self._unsaved[doc_id] = self._unsaved[doc_id][0], text
        if doc_id == self._doc_id:
            self._fault.setText(text)
            self._fault.show()

    def forget(self, doc_id: str) -> None:
        """What was written for this paper is saved, or given up."""
        self._unsaved.pop(doc_id, None)

    def save(self) -> None:
        if not self.leave():
            self.cancelled.emit()

    def leave(self) -> bool:
        """Saves what was changed; False where nothing was."""
        changed = {name: text for name, text in self._texts().items() if text != self._before.get(name, "")}
        if changed:
            self._unsaved[self._doc_id] = changed, ""
            self.saved.emit(self._doc_id, changed)
        return bool(changed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._give_up()
        else:
            super().keyPressEvent(event)

    def _give_up(self) -> None:
        self.forget(self._doc_id)
        self.cancelled.emit()

    def _texts(self) -> dict[str, str]:
        return {
            name: field.text() if isinstance(field, QLineEdit) else field.toPlainText()
            for name, field in self.fields.items()
        } | self._more.texts()

    def _field(self, name: str, words: str) -> QLineEdit | QPlainTextEdit:
        if name not in _LINES:
            line = QLineEdit()
            line.setAccessibleName(words)
            return line
        text = lines_field(_LINES[name], grows=name == "abstract")
        text.setAccessibleName(words)
        return text

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(S2)
        save = QPushButton(self.tr("Save"))
        save.setProperty("kind", "primary")
        hint(save, self.tr("Save ({0})"), "library.save")
        save.clicked.connect(self.save)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self._give_up)
        row.addWidget(save)
        row.addWidget(cancel)
        row.addStretch(1)
        return row


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
