"""The pane next to the library's table: one paper, its data, its abstract, what can be done with it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from assay.items import read_item
from assay.items.view import rest_of, values_of
from assay.types import shown_title
from assay_desktop.pages.library.model import SelectedPaper
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.field_words import field_words, type_words
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S1, S2, S3, S4, S6, repolish
from assay_desktop.widgets.boxes import STRETCH, boxed, clear, hairline, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.papers.paper_fields import PaperFields, lines_field
from assay_desktop.widgets.pdf.file_menu import FileMenu
from assay_desktop.widgets.reading import ReadingLabel, label
from assay_desktop.widgets.section import ButtonRow, button, scrolled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.library import ReadFile, StoredFile
    from assay.types import Paper
    from assay_desktop.actions.suggesting import SuggestionLine
    from assay_desktop.theme import Theme

SURE = 0.7
"""The confidence below which a field is named as one to look at."""


class PaperFiles(QWidget):
    """A line a file, and below one that needs review what to check."""

    file_wanted = Signal(str)  # path
    again_wanted = Signal(str)  # sha256: to be read again
    reading_confirmed = Signal(str)  # sha256: what was read out of this file is right

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._column = vbox(gap=S1)
        self.menu = FileMenu(theme)
        inset = (-S2, 0, 0, 0)  # its words stand below those above
        vbox(self._column, hbox(self.menu, STRETCH, margins=inset), on=self, gap=S1)
        self.hide()

    def show_files(self, files: Sequence[StoredFile], doc_id: str = "", *, can_find: bool = False) -> bool:
        """Show the paper's files, and how it gets one; return whether it has one."""
        clear(self._column)
        for stored in files:
            self._column.addWidget(self._file(stored))
            if stored.file.doubtful:
                self._column.addWidget(self._doubt(stored.file))
        there = any(not place.missing for stored in files for place in stored.places)
        self.menu.show_file(doc_id, has_file=there, can_find=can_find)
        self.setVisible(bool(doc_id))
        return there

    def _file(self, stored: StoredFile) -> QWidget:
        """Return where it lies now, else where it was last seen."""
        place, file = (stored.places[0] if stored.places else None), stored.file
        path = place.path if place is not None else ""
        name = Path(path).name
        if place is None or place.missing:
            gone = label(self.tr("{0} is missing").format(name), "muted", wrap=True)
            gone.setToolTip(escape_markup(self.tr("Last seen at {0}").format(path)))
            return gone
        look = button(name, lambda: self.file_wanted.emit(path), kind="link")
        look.setProperty("place", "column")
        look.setToolTip(escape_markup(self.tr("Open {0} in your PDF reader").format(path)))
        look.setCursor(Qt.CursorShape.PointingHandCursor)
        tip = self.tr("Extract text and missing fields from the PDF again")
        again = button(
            self.tr("Extract text again"), lambda: self.again_wanted.emit(file.sha256), kind="link", hint=tip
        )
        again.setAccessibleName(self.tr("Extract text again: {0}").format(name))
        n_pages = counted(file.n_pages, self.tr("page"), self.tr("pages")) if file.n_pages else ""
        pages = label(file.fault or n_pages, "muted", wrap=bool(file.fault))
        return boxed(vbox(hbox(look, STRETCH, gap=S2), self._row(pages, again), gap=0))

    def _doubt(self, file: ReadFile) -> QWidget:
        """Return what to look at: fields that were not found, or not surely."""
        names = {
            "title": self.tr("title"),
            "authors": self.tr("authors"),
            "abstract": self.tr("abstract"),
            "year": self.tr("year"),
        }
        sure = {name for name, (_, confidence, _) in file.found.items() if confidence >= SURE}
        unsure = [words for name, words in names.items() if name not in sure]
        fields = ", ".join(unsure) or self.tr("the fields")
        text = label(self.tr("Uncertain in the PDF: {0}.").format(fields), "muted", wrap=True)
        right = button(
            self.tr("Looks right"),
            lambda: self.reading_confirmed.emit(file.sha256),
            hint=self.tr("Mark as reviewed"),
        )
        return boxed(self._row(text, right))

    def _row(self, first: QLabel, second: QWidget) -> QHBoxLayout:
        return hbox((first, 1), second, gap=S2) if first.wordWrap() else hbox(first, second, STRETCH, gap=S2)


_LONGEST = 280


class PaperSuggestions(QWidget):
    """A few lines a field; below several of them one word for all."""

    accepted = Signal(object)  # list[SuggestionLine]
    declined = Signal(object)  # list[SuggestionLine]

    def __init__(self) -> None:
        super().__init__()
        self._column = vbox(on=self, gap=S2, margins=(0, S2, 0, 0))
        self.hide()

    def show_suggestions(self, lines: Sequence[SuggestionLine]) -> None:
        """Show the suggestions; without any, nothing is there."""
        clear(self._column)
        if lines:
            self._column.addWidget(label(self.tr("Suggestions"), "section"))
        for line in lines:
            self._column.addWidget(self._line(line))
        if len(lines) > 1:
            self._column.addWidget(self._all(list(lines)))
        self.setVisible(bool(lines))

    def _line(self, line: SuggestionLine) -> QWidget:
        made = QWidget()
        origin = label(self.tr("{0}, by {1}").format(line.field, line.by), "muted")
        head = hbox(origin, STRETCH, gap=S2)
        for each in self._buttons([line], self.tr("Accept"), self.tr("Decline"), kind="link"):
            head.addWidget(each)
        column = vbox(head, on=made, gap=S1)
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
        row = hbox(on=holder, gap=S2)
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
            str, tuple[dict[str, str], str, str]
        ] = {}  # doc_id -> what was written, why it is not saved, which field is to blame
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
        column = vbox(on=content, gap=S1, margins=(S6, S6, S6, 0))
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
        foot = vbox(
            self._fault,
            self._buttons(),
            label(self.tr("Later imports won't overwrite your edits."), "caption", wrap=True),
            gap=S2,
            margins=(S6, S3, S6, S3),
        )
        vbox((scrolled(content), 1), foot, on=self, gap=0)

    def show_paper(self, paper: Paper) -> None:
        """Show the fields as they are, or as they were written when they could not be saved."""
        self._doc_id = paper.doc_id
        self._before = {
            "title": paper.title,
            "authors": "\n".join(paper.authors),
            "year": "" if paper.year is None else str(paper.year),
            "venue": paper.venue,
            "doi": paper.doi,
            "abstract": paper.abstract,
        }
        self._write(self._before)
        self._more.show_paper(paper)
        self._before = self._texts()  # as the fields give them back
        written, fault, field = self._unsaved.get(paper.doc_id, ({}, "", ""))
        self._write(written)
        self._more.write({name: text for name, text in written.items() if name not in self.fields})
        self.fields["title"].setFocus()
        self._say(fault, field)

    def focus(self) -> None:
        """Go to the first field, or back to the one that was written in last."""
        last = self.focusWidget()
        (last if last is not None and last.isVisible() else self.fields["title"]).setFocus()

    def _write(self, texts: dict[str, str]) -> None:
        for name, field in self.fields.items():
            if name in texts:
                (field.setText if isinstance(field, QLineEdit) else field.setPlainText)(texts[name])

    @property
    def doc_id(self) -> str:
        """Of the paper that was shown last."""
        return self._doc_id

    def show_fault(self, doc_id: str, text: str, field: str = "") -> None:
        """Say why it could not be saved; what was written stays, and comes back with the paper's form."""
        if doc_id in self._unsaved:
            self._unsaved[doc_id] = self._unsaved[doc_id][0], text, field
        if doc_id == self._doc_id:
            self._say(text, field)

    def _say(self, fault: str, name: str) -> None:
        """Say it at the buttons, mark the field, and go there."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        fields = self.fields | self._more.rows
        for each, field in fields.items():
            if bool(field.property("invalid")) != (each == name):
                field.setProperty("invalid", each == name)
                repolish(field)
        if name in fields:
            fields[name].setFocus()

    def forget(self, doc_id: str) -> None:
        """Forget what was written for this paper: it is saved, or given up."""
        self._unsaved.pop(doc_id, None)

    def save(self) -> None:
        if not self.leave():
            self.cancelled.emit()

    def leave(self) -> bool:
        """Save what was changed; False where nothing was."""
        changed = {name: text for name, text in self._texts().items() if text != self._before.get(name, "")}
        if changed:
            self._unsaved[self._doc_id] = changed, "", ""
            self.saved.emit(self._doc_id, changed)
        return bool(changed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._give_up()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save what was changed where the program is quit meanwhile."""
        super().hideEvent(event)
        if not self.isHidden() and not self.window().isVisible():
            self.leave()

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
            return text_field(words)
        text = lines_field(_LINES[name], grows=name == "abstract")
        text.setAccessibleName(words)
        return text

    def _buttons(self) -> QHBoxLayout:
        save = button(self.tr("Save"), self.save, kind="primary")
        hint(save, self.tr("Save ({0})"), "library.save")
        cancel = button(self.tr("Cancel"), self._give_up)
        return hbox(save, cancel, STRETCH, gap=S2)


_MAX_AUTHORS = 20
_LONG_WORD = 12  # letters
_FORM = 2


class _LongWord(QLineEdit):
    """Ends in "…" where it lacks room; scrolls once it is clicked."""

    def paintEvent(self, event: QPaintEvent) -> None:
        cut = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        if self.hasFocus() or cut == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)


def _value(name: str, value: str) -> QWidget:
    """Return what can be selected and copied; one long word, which a label cannot wrap, is cut."""
    if " " not in value and len(value) > _LONG_WORD:
        field = _LongWord(value)
        field.setAccessibleName(name)
        field.setReadOnly(True)
        field.setProperty("bare", True)
        field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        field.setToolTip(escape_markup(value))
        field.setCursorPosition(0)
        field.setTextMargins(-2, 0, 0, 0)  # in line with the labels
        return field
    text = label(value, wrap=True)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return text


class PaperPane(QFrame):
    """Shows what it is given; wishes leave as signals that carry the paper's id."""

    similar_wanted = Signal(str)
    read_wanted = Signal(str)
    query_wanted = Signal(str)
    seed_wanted = Signal(str)
    citation_wanted = Signal(str)
    actions_wanted = Signal()  # on several papers
    form_opened = Signal()
    form_closed = Signal()

    def __init__(self, theme: Theme, notes: QWidget) -> None:
        """`notes` are shown below the abstract."""
        super().__init__()
        self.selected: SelectedPaper | None = None
        self._several = False  # papers are selected: none is shown
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(280)
        self._title = ReadingLabel("paper-title", line_height=125)
        self._authors = label(role="muted", wrap=True)
        self._authors.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._data = QGridLayout()
        self._data.setHorizontalSpacing(S4)
        self._data.setVerticalSpacing(S2)
        self._data.setColumnStretch(1, 1)
        self.files = PaperFiles(theme)
        self.suggestions = PaperSuggestions()
        self._notes = notes
        self._abstract = ReadingLabel("abstract")
        self._nothing = label(role="muted", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.several = button(self.tr("Actions…"), self.actions_wanted.emit)
        nothing = boxed(vbox(STRETCH, self._nothing, S2, hbox(STRETCH, self.several, STRETCH), STRETCH))
        reading = scrolled(self._content(), self.tr("The selected paper"))
        actions = hbox(self._buttons(), margins=(S6, S4, S6, S3))  # above the title, which may be long
        self._stack = stacked(nothing, boxed(vbox(actions, hairline(), (reading, 1), gap=0)))
        self.form = PaperForm()
        self.form.cancelled.connect(self.close_form)
        self._stack.addWidget(self.form)
        vbox(self._stack, on=self)
        self.show_several(0)

    @property
    def paper(self) -> Paper | None:
        """The paper that is shown; None while several are selected."""
        return self.selected.paper if self.selected is not None and not self._several else None

    def show_several(self, n: int) -> None:
        """Say that `n` papers are selected, where they are several; the form is saved and closed."""
        self._several = n > 1
        words = self.tr("{0} papers selected").format(numeral(n)) if n > 1 else ""
        self._nothing.setText(words or self.tr("Select a paper to see it here."))
        self.several.setVisible(self._several)
        if self._several and self.is_form_open:
            self.form.leave()
        if self._several or not self.is_form_open:
            self._stack.setCurrentIndex(0 if self.paper is None else 1)

    def show_paper(self, selected: SelectedPaper | None) -> None:
        """Show a paper; the form of this very one stays open, another's is saved and closed."""
        writing = self.is_form_open and selected is not None and selected.paper.doc_id == self._doc_id
        if self.is_form_open and not writing:
            self._stack.setCurrentIndex(0)
            self.form.leave()
        self.selected = selected
        if not writing:
            self._stack.setCurrentIndex(0 if self.paper is None else 1)
        if selected is None:
            return
        paper = selected.paper
        self._title.show_text(shown_title(paper))
        names = ", ".join(paper.authors[:_MAX_AUTHORS])
        more = len(paper.authors) - _MAX_AUTHORS
        self._authors.setText(self.tr("{0} and {1} more").format(names, more) if more > 0 else names)
        self._authors.setVisible(bool(paper.authors))
        self._show_data(selected)
        there = self.files.show_files(selected.files, paper.doc_id, can_find=selected.can_find)
        self._open.setEnabled(there)
        words = self.tr("Open the PDF ({0})") if there else self.tr("This paper has no PDF")
        hint(self._open, words, *(("read",) if there else ()))
        self._abstract.show_text(paper.abstract or self.tr("No abstract."))

    @property
    def is_form_open(self) -> bool:
        return self._stack.currentIndex() == _FORM

    def edit(self) -> None:
        """Open the paper's fields to be written, or go to them where they are open."""
        if self.is_form_open:
            self.form.focus()
        elif self.paper is not None:
            self.form_opened.emit()
            self._stack.setCurrentIndex(_FORM)
            self.form.show_paper(self.paper)

    def close_form(self) -> None:
        """Go back to reading."""
        self._stack.setCurrentIndex(0 if self.paper is None else 1)
        self.form_closed.emit()

    @property
    def _doc_id(self) -> str:
        return self.paper.doc_id if self.paper is not None else ""

    def want(self, wish: SignalInstance) -> None:
        """Say what is wanted with the paper that is read, if there is one."""
        if self.paper is not None:
            wish.emit(self.paper.doc_id)

    def _content(self) -> QWidget:
        return boxed(
            vbox(
                self._title,
                self._authors,
                S3,
                self._data,
                self.files,
                self.suggestions,
                S3,
                label(self.tr("Abstract"), "section"),
                self._abstract,
                S3,
                self._notes,
                STRETCH,
                gap=S2,
                margins=(S6, S4, S6, S6),
            )
        )

    def _buttons(self) -> ButtonRow:
        similar = self.tr("Search from this paper ({0})")
        query, cite = (
            self.tr("Add it as a query, to judge similar papers"),
            self.tr("Copy the citation ({0})"),
        )
        edit = self.tr("Edit the paper's fields ({0})")
        want = self.want
        self._open = button(self.tr("Open PDF"), partial(want, self.read_wanted))
        made = [self._open]
        for text, what, call, *names in (
            (self.tr("Find similar"), similar, partial(want, self.similar_wanted), "similar"),
            (self.tr("Cite"), cite, partial(want, self.citation_wanted), "citation"),
            (self.tr("Edit"), edit, self.edit, "library.edit"),
            (self.tr("Add as query"), query, partial(want, self.query_wanted)),
        ):
            made.append(button(text, call))
            hint(made[-1], what, *names)
        return ButtonRow(*made)

    def _show_data(self, selected: SelectedPaper) -> None:
        clear(self._data)
        paper = selected.paper
        known = (
            (self.tr("Venue"), paper.venue),
            (self.tr("Year"), str(paper.year or "")),
            (self.tr("DOI"), paper.doi),
            (self.tr("arXiv"), paper.arxiv_id),
            (self.tr("Keywords"), ", ".join(paper.keywords[:12])),
            (self.tr("Tags"), ", ".join(selected.tags)),
            (self.tr("Collections"), "\n".join(selected.collections)),
            (self.tr("Highest grade"), "" if selected.grade is None else str(selected.grade)),
            *self._fields(paper),
            (self.tr("Key"), selected.key),
        )
        for number, (name, value) in enumerate((name, value) for name, value in known if value):
            self._data.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            self._data.addWidget(_value(name, value), number, 1)

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
        return found + list(rest_of(item).items())
