"""What the page asks before it does something that is not easily undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from assay_desktop.widgets.controls.question import QuestionDialog
from assay_desktop.widgets.section import put_forward

if TYPE_CHECKING:
    from collections.abc import Callable


def ask_pooling(parent: QWidget, name: str, chosen: Callable[[str], None]) -> QuestionDialog:
    """Ask how tokens become a vector, and call `chosen` with "cls" or "mean"."""
    more = _tr(
        "SPECTER, SPECTER2's base and SciNCL were trained with the first token, [CLS]. SciBERT and other "
        "plain BERTs were trained for neither: the mean of all tokens is usual."
    )
    text = _tr("{0} does not say how tokens become a vector.").format(name)
    dialog = QuestionDialog(parent, text, more, action=_tr("First token"))
    dialog.on_answer(dialog.action, lambda: chosen("cls"))
    dialog.on_answer(dialog.add_answer(_tr("Mean of all tokens")), lambda: chosen("mean"))
    put_forward(dialog.action, primary=False)  # neither of them is the usual one
    dialog.cancel.setDefault(True)
    dialog.cancel.setFocus()
    dialog.open()
    return dialog


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
