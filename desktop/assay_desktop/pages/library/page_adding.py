"""How papers come in by hand: files, folders, identifiers and the clipboard, each with its dialog."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from assay.types import IMPORTABLE
from assay_desktop.keys import key_words
from assay_desktop.pages.library.widgets.identifiers_dialog import IdentifiersDialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.keys import Keys
    from assay_desktop.pages.library.widgets.identifiers_dialog import Recognised
    from assay_desktop.widgets.controls.menu_button import MenuButton


class Adding(QObject):
    """Wishes leave as signals; the dialog shows what was recognised of what is typed into it."""

    files_chosen = Signal(list)  # of Path: files and folders
    text_given = Signal(str)  # dropped or pasted: entries, or identifiers
    opened = Signal(object)  # IdentifiersDialog: a new one, for those who hear it

    def __init__(self, host: QWidget, menu: MenuButton, keys: Keys) -> None:
        super().__init__(host)
        self._host, self._menu, self._keys = host, menu, keys
        self.dialog: IdentifiersDialog | None = None
        menu.chosen.connect(lambda call: call())
        keys.changed.connect(self._fill_menu)
        self._fill_menu()

    def calls(self) -> dict[str, Callable[[], None]]:
        """Return what starts each of its actions (key_table.FILING)."""
        return {
            "library.identifiers": self.open_identifiers,
            "library.folder": self.choose_folder,
            "library.clipboard": self.take_clipboard,
        }

    def choose_files(self) -> None:
        """Ask for files to import; the dialog is modeless for the program, modal for the window."""
        dialog = self._file_dialog(QFileDialog.FileMode.ExistingFiles)
        names = " ".join(
            ["zotero.sqlite", *(f"*{suffix}" for suffix in (*IMPORTABLE, ".txt", ".gz", ".pdf"))]
        )
        dialog.setNameFilters([self.tr("Papers ({0})").format(names), self.tr("All files (*)")])
        dialog.open()

    def choose_folder(self) -> None:
        """Ask for a folder, of which all files with papers are imported."""
        self._file_dialog(QFileDialog.FileMode.Directory).open()

    def open_identifiers(self, text: str = "") -> None:
        """Open the dialog, with this text in it."""
        if self.dialog is None:
            self.dialog = IdentifiersDialog(self._host)
            self.dialog.finished.connect(self._forget)
            self.opened.emit(self.dialog)
        self.dialog.show_text(text)
        self.dialog.open()

    def take_clipboard(self) -> None:
        """Add what the clipboard holds: entries of BibTeX or RIS, or identifiers."""
        self.text_given.emit(QGuiApplication.clipboard().text())

    def show_recognised(self, recognised: Recognised) -> None:
        if self.dialog is not None:
            self.dialog.show_recognised(recognised)

    def _forget(self, _result: int) -> None:
        self.dialog = None

    def _file_dialog(self, mode: QFileDialog.FileMode) -> QFileDialog:
        title = self.tr("Import a folder") if mode == QFileDialog.FileMode.Directory else ""
        dialog = QFileDialog(self._host, title or self.tr("Import papers"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(mode)
        dialog.filesSelected.connect(lambda names: self.files_chosen.emit([Path(name) for name in names]))
        return dialog

    def _fill_menu(self) -> None:
        entries = [
            (self.tr("Files…"), self.choose_files, "import"),
            (self.tr("Folder…"), self.choose_folder, "library.folder"),
            (self.tr("Identifiers…"), partial(self.open_identifiers), "library.identifiers"),
            (self.tr("From the clipboard"), self.take_clipboard, "library.clipboard"),
        ]
        self._menu.show_entries(
            [(self._with_keys(text, name), call, True) for text, call, name in entries], None
        )

    def _with_keys(self, text: str, name: str) -> str:
        key = self._keys.first(name)
        return f"{text}\t{key_words(key)}" if key else text
