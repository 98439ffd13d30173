"""One line on the saved search whose results are shown: its name, what is new, and that it was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S1
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from assay_desktop.pages.search.model import SavedLine


class KeptLine(QWidget):
    """It is only there where the search is a saved one."""

    seen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = ElidedLabel("caption")
        self.button = QPushButton(self.tr("Mark as seen"))
        self.button.setProperty("kind", "link")
        self.button.clicked.connect(lambda _checked=False: self.seen.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S1)
        row.addWidget(self.text)
        row.addWidget(self.button)
        row.addStretch(1)
        self.hide()

    def show_line(self, line: SavedLine | None) -> None:
        if line is not None:
            self.text.show_text(self._words(line))
            self.text.setToolTip(escape_markup(line.fault))
            self.button.setVisible(line.n_new > 0)
        self.setVisible(line is not None)

    def _words(self, line: SavedLine) -> str:
        if line.fault:
            return self.tr("Saved as “{0}” · what is new is not known").format(line.label)
        if not line.n_new:
            return self.tr("Saved as “{0}” · nothing new").format(line.label)
        if line.n_new == 1:
            return self.tr("Saved as “{0}” · 1 new paper").format(line.label)
        return self.tr("Saved as “{0}” · {1} new papers").format(line.label, numeral(line.n_new))


class NameDialog(FormDialog):
    """Asks how a search is to be called. It stays until the name was taken."""

    named = Signal(str)

    def __init__(self, parent: QWidget, title: str, *, action: str, name: str) -> None:
        super().__init__(parent, title, action=action)
        self.field = QLineEdit(name)
        self.field.setAccessibleName(self.tr("Name"))
        self.field.setMaxLength(200)
        self.field.selectAll()
        self.form.addRow(self.tr("Name"), self.field)
        self.on_action(lambda: self.named.emit(self.field.text()))
