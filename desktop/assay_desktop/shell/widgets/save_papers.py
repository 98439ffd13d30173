"""The dialog that asks where to, and in which format, papers are exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

FORMATS: Final = {"bib": "BibTeX", "ris": "RIS", "json": "CSL-JSON", "csv": "CSV", "jsonl": "JSON Lines"}
"""suffix -> what it is called."""


def ask_where(parent: QWidget, title: str, chosen: Callable[[Path], None]) -> None:
    """Opens the dialog, modal for the window alone. It asks before a file is replaced."""
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    filters = {f"{name} (*.{suffix})": suffix for suffix, name in FORMATS.items()}
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(next(iter(FORMATS)))
    dialog.filterSelected.connect(lambda shown: dialog.setDefaultSuffix(filters[shown]))
    dialog.selectFile(QCoreApplication.translate("save_papers", "papers"))
    dialog.fileSelected.connect(lambda name: chosen(Path(name)))
    dialog.open()
