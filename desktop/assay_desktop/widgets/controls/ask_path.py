"""A file or a folder that is there, asked for in a dialog over the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_path(parent: QWidget, title: str, chosen: Callable[[str], object], *, files: str = "") -> None:
    """Ask for one of these `files`, or for a folder where none are named."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile if files else QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, not files)
    dialog.setNameFilter(files)
    dialog.fileSelected.connect(chosen)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
