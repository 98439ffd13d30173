"""What dialogs with a form share: a title, a form, a problem in red, and one primary button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QPushButton, QVBoxLayout, QWidget

from assay_desktop.theme import S3, S4, S6
from assay_desktop.widgets.controls.walked_dialog import WalkedDialog
from assay_desktop.widgets.reading import label


class FormDialog(WalkedDialog):
    """Closes itself only by Cancel: what it asks for may be refused, and nothing filled in is lost then."""

    def __init__(self, parent: QWidget, title: str, *, action: str, width: int = 480) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(width)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(S4)
        self.form.setVerticalSpacing(S3)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.note = label(role="muted", wrap=True)
        self.note.hide()
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.action = QPushButton(action)
        self.action.setProperty("kind", "primary")
        self.action.setDefault(True)
        buttons.addButton(self.action, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(S6, S6, S6, S6)
        self.column.setSpacing(S4)
        self.column.addWidget(label(title, "page-title"))
        self.column.addLayout(self.form)
        self.column.addWidget(self.note)
        self.column.addWidget(self._problem)
        self.column.addWidget(buttons)

    def on_action(self, call: Callable[[], None]) -> None:
        """What the primary button does."""
        self.action.clicked.connect(lambda _checked=False: self._act(call))

    def show_problem(self, text: str) -> None:
        """Why it was refused; the button can be pressed again."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))
        self.action.setEnabled(True)
        self._fit()

    def show_note(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self._fit()

    def _act(self, call: Callable[[], None]) -> None:
        self._problem.hide()
        call()

    def _fit(self) -> None:
        """As high as its words need, and not lower than before."""
        self.adjustSize()
