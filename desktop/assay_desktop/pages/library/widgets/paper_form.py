"""The fields of a paper for a person to write, in the place where the paper is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from assay_desktop.theme import S1, S2, S3, S6
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.papers.paper_fields import PaperFields, lines_field
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import scrolled

if TYPE_CHECKING:
    from assay.types import Paper

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
