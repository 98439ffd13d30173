"""The type and the other fields of a paper for a person to write: those that it has, and more."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QWidget

from assay.items import read_item
from assay.items.table import NAMES
from assay.items.view import lines_of, rest_of, values_of
from assay.types import Paper
from assay_desktop.text.field_words import field_words, type_words
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.boxes import clear, vbox
from assay_desktop.widgets.reading import label

_SEVERAL = NAMES | {"keyword", "note", "annote"}
_EDITABLE = ("bibtex", "ris", "enw")
"""Formats whose own fields can be written as they stand."""


def lines_field(n_lines: int, *, grows: bool = False) -> QPlainTextEdit:
    """A field of several lines, which Tab leaves. The theme's least height would undo a height set on it."""
    field = QPlainTextEdit()
    field.setTabChangesFocus(True)
    height = field.fontMetrics().lineSpacing() * n_lines + S2
    most = "" if grows else f"max-height: {height}px;"
    field.setStyleSheet(f"QPlainTextEdit {{ min-height: {height}px; {most} }}")
    return field


class PaperFields(QWidget):
    """A row for the type, a row a field, and a list of fields that can be added."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, QLineEdit | QPlainTextEdit] = {}
        self._words = field_words()
        self.type = QComboBox()
        self.type.setAccessibleName(self.tr("Type"))
        self.type.addItem(self.tr("Not known"), "")
        for name, text in type_words().items():
            self.type.addItem(text, name)
        self.add = QComboBox()
        self.add.setAccessibleName(self.tr("Add a field"))
        self.add.activated.connect(self._add_chosen)
        self._rows = vbox(gap=S1)
        self._column = vbox(
            label(self.tr("Type"), "section"), self.type, S2, self._rows, self.add, S2, on=self, gap=S1
        )

    def show_paper(self, paper: Paper) -> None:
        """Show the paper's type and fields as they are; those that the form has above are left out."""
        clear(self._rows)
        self.rows = {}
        item = read_item(paper.item)
        self.type.setCurrentIndex(max(0, self.type.findData(item.type)))
        values = values_of(paper, item)
        for name in self._words:
            value = values.get(name)
            above = {"container-title": paper.venue, "issued": str(paper.year)}.get(name)
            if value and value != above:
                self._add_row(name, self._words[name], lines_of(value))
        for name, text in rest_of(item).items():
            if name.startswith(_EDITABLE):
                self._add_row(name, name, text)
        self._show_others()

    def texts(self) -> dict[str, str]:
        """ "type" and field -> text, as they are written now."""
        return {"type": str(self.type.currentData() or "")} | {
            name: row.text() if isinstance(row, QLineEdit) else row.toPlainText()
            for name, row in self.rows.items()
        }

    def write(self, texts: Mapping[str, str]) -> None:
        """Put "type" and field -> text into the rows; those that are missing are added."""
        for name, text in texts.items():
            if name == "type":
                self.type.setCurrentIndex(max(0, self.type.findData(text)))
                continue
            if name not in self.rows:
                self._add_row(name, self._words.get(name, name), "")
            row = self.rows[name]
            (row.setText if isinstance(row, QLineEdit) else row.setPlainText)(text)
        self._show_others()

    def _add_chosen(self, index: int) -> None:
        name = self.add.itemData(index)
        if name:
            self._add_row(name, self._words[name], "")
            self._show_others()
            self.rows[name].setFocus()

    def _show_others(self) -> None:
        """Offer the fields that the paper lacks, to be added."""
        with QSignalBlocker(self.add):
            self.add.clear()
            self.add.addItem(self.tr("Add a field …"), "")
            for name, text in self._words.items():
                if name not in self.rows:
                    self.add.addItem(text, name)

    def _add_row(self, name: str, words: str, text: str) -> None:
        row: QLineEdit | QPlainTextEdit
        if name in _SEVERAL or "\n" in text:
            row = lines_field(3)
            row.setPlainText(text)
        else:
            row = QLineEdit(text)
        row.setAccessibleName(words)
        self.rows[name] = row
        self._rows.addWidget(label(words, "section"))
        self._rows.addWidget(row)
        self._rows.addSpacing(S2)
