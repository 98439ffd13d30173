"""What the page asks before it does something that is not easily undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import repolish

if TYPE_CHECKING:
    from collections.abc import Callable


def ask(
    parent: QWidget, text: str, more: str, *, yes: str, agreed: Callable[[], None], danger: bool = False
) -> QMessageBox:
    """Ask over `parent` and call `agreed` for `yes`; everything else is a no.

    What cannot be undone is never the key that Return presses.
    """
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(yes)
    box.setText(escape_markup(text))
    box.setInformativeText(escape_markup(more))
    role = QMessageBox.ButtonRole.DestructiveRole if danger else QMessageBox.ButtonRole.AcceptRole
    chosen = box.addButton(yes, role)
    chosen.setProperty("kind", "danger" if danger else "primary")
    repolish(chosen)  # the box has dressed it already
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel if danger else chosen)
    box.setEscapeButton(cancel)
    chosen.clicked.connect(lambda _checked=False: agreed())
    box.finished.connect(box.deleteLater)
    box.open()
    return box


def ask_pooling(parent: QWidget, name: str, chosen: Callable[[str], None]) -> QMessageBox:
    """Ask how tokens become a vector, and call `chosen` with "cls" or "mean"."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(_tr("Add a model"))
    box.setText(escape_markup(_tr("{0} does not say how tokens become a vector.").format(name)))
    more = _tr(
        "SPECTER, SPECTER2's base and SciNCL were trained with the first token, [CLS]. SciBERT and other "
        "plain BERTs were trained for neither: the mean of all tokens is usual."
    )
    box.setInformativeText(escape_markup(more))
    for pooling, label in (("cls", _tr("First token")), ("mean", _tr("Mean of all tokens"))):
        button = box.addButton(label, QMessageBox.ButtonRole.AcceptRole)
        button.clicked.connect(lambda _checked=False, pooling=pooling: chosen(pooling))
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.finished.connect(box.deleteLater)
    box.open()
    return box


def ask_file(parent: QWidget, title: str, files: str, agreed: Callable[[str], None]) -> QFileDialog:
    """Return a file that is there; `files` are the names that are shown."""
    dialog = QFileDialog(parent, title)
    dialog.setNameFilter(files)
    dialog.fileSelected.connect(agreed)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def ask_folder(parent: QWidget, title: str, agreed: Callable[[str], None]) -> QFileDialog:
    """Return a folder that is there."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(agreed)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
