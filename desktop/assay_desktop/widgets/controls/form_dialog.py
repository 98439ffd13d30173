"""Dialogs through which Tab goes as through the window; those with a form have one primary button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QWidget

from assay_desktop.theme import S3, S4, S6
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.focus_walk import FocusWalk
from assay_desktop.widgets.reading import label


class WalkedDialog(QDialog):
    """Qt's own order leaves out buttons of a box that are put into it late, and shows no focus on lists."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._walk = FocusWalk(self)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab and Shift+Tab, wherever they are pressed."""
        return self._walk.step(forward=next)


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
        self.heading = label(title, "page-title")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.action = QPushButton(action)
        self.action.setProperty("kind", "primary")
        self.buttons.addButton(self.action, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        self.cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.column = vbox(
            self.heading,
            self.form,
            self.note,
            self._problem,
            self.buttons,
            on=self,
            gap=S4,
            margins=(S6, S6, S6, S6),
        )
        self.action.setDefault(True)  # known to the dialog only now: before, Enter in a field would cancel

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in the first field, not on a button: what is typed goes there."""
        super().showEvent(event)
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))  # now in its fonts
        rows = (self.form.itemAt(row, QFormLayout.ItemRole.FieldRole) for row in range(self.form.rowCount()))
        fields = [field for row in rows if row is not None and (field := row.widget()) is not None]
        if not any(field.hasFocus() for field in fields):
            first = next((field for field in fields if field.isEnabled() and not field.isHidden()), None)
            if first is not None:
                first.setFocus()

    def on_action(self, call: Callable[[], None]) -> None:
        """Set what the primary button does."""
        self.action.clicked.connect(lambda _checked=False: self._act(call))

    def show_problem(self, text: str) -> None:
        """Say why it was refused; the button can be pressed again."""
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
        """Grow as high as its words need, and not lower than before."""
        self.adjustSize()


class NameDialog(FormDialog):
    """Asks how something is to be called. It stays until the name was taken."""

    named = Signal(str)

    def __init__(self, parent: QWidget, title: str, *, action: str, name: str) -> None:
        super().__init__(parent, title, action=action)
        self.field = text_field(self.tr("Name"), name)
        self.field.setMaxLength(200)
        self.field.selectAll()
        self.form.addRow(self.tr("Name"), self.field)
        self.on_action(lambda: self.named.emit(self.field.text()))


def ask_field(
    parent: QWidget, title: str, field: QWidget, given: Callable[[], None], *, action: str
) -> FormDialog:
    """Ask over `parent` for one field, called by its accessible name; `given` is called for `action`."""
    dialog = FormDialog(parent, title, action=action)
    dialog.form.addRow(field.accessibleName(), field)
    dialog.on_action(dialog.accept)
    dialog.accepted.connect(given)
    dialog.open()
    return dialog
