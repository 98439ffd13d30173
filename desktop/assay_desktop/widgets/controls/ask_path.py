"""A file or a folder that is there, or a place to write to, asked for in a dialog over the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

_FORMATS: Final = {"bib": "BibTeX", "ris": "RIS", "json": "CSL-JSON", "csv": "CSV", "jsonl": "JSON Lines"}
"""suffix -> what it is called."""


def ask_path(
    parent: QWidget, title: str, chosen: Callable[[str], object], *, files: str = "", start: str = ""
) -> None:
    """Ask for one of these `files`, or for a folder where none are named; the dialog opens in `start`."""
    dialog = QFileDialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile if files else QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, not files)
    dialog.setNameFilter(files)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def ask_where(parent: QWidget, title: str, chosen: Callable[[Path], None]) -> None:
    """Ask for a file to write papers to, and before one is replaced; modal for the window alone."""
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    filters = {f"{name} (*.{suffix})": suffix for suffix, name in _FORMATS.items()}
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(next(iter(_FORMATS)))
    dialog.filterSelected.connect(lambda shown: dialog.setDefaultSuffix(filters[shown]))
    dialog.selectFile(QCoreApplication.translate("save_papers", "papers"))
    dialog.fileSelected.connect(lambda name: chosen(Path(name)))
    dialog.open()
