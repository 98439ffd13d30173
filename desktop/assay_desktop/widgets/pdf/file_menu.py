"""What can be done with the PDF of a paper: attach one, replace it, look for a free one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from assay_desktop.text.translate import translator
from assay_desktop.theme import Theme
from assay_desktop.widgets.controls.menu_button import MenuButton

_tr = translator("pdf file")


class FileMenu(MenuButton):
    """Wishes leave with the doc_id of the paper that was shown when they were chosen."""

    attach_wanted = Signal(str, str, bool)  # doc_id, path, whether it takes the place of the others
    finding_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _tr("PDF of this paper"))
        self.attach_words, self.find_words = _tr("Attach a PDF…"), _tr("Find a free PDF")
        self._replace_words = _tr("Replace the PDF…")
        self._doc_id = ""
        self.chosen.connect(self.run)
        self.show_file("", has_file=False, can_find=False)

    def show_file(
        self, doc_id: str, *, has_file: bool, can_find: bool, more: Sequence[tuple[str, bool]] = ()
    ) -> None:
        """Offer what can be done for this paper and, below a line, `more` (words, whether it can be done)."""
        self._doc_id = doc_id
        self.setEnabled(bool(doc_id))
        self.show_text(_tr("File") if has_file or more else _tr("Add PDF"))
        entries: list[tuple[str, object, bool]] = [
            (self.attach_words, self.attach_words, True),
            (self._replace_words, self._replace_words, has_file),
            (self.find_words, self.find_words, can_find),
        ]
        below = [(words, words, enabled) for words, enabled in more]
        self.show_entries([*entries, *([("", None, False)] if below else []), *below], None)

    def run(self, words: object) -> None:
        """Do what an entry, or a button with its words, says; `chosen` serves `more`."""
        doc_id, replace = self._doc_id, words == self._replace_words
        if words == self.find_words:
            self.finding_wanted.emit(doc_id)
        elif replace or words == self.attach_words:
            ask_file(self, str(words), lambda path: self.attach_wanted.emit(doc_id, path, replace))


def ask_file(parent: QWidget, title: str, chosen: Callable[[str], object], *, suffix: str = "") -> None:
    """Ask for a PDF or, with a suffix, where to write; modal for the window alone."""
    dialog = QFileDialog(parent, title.removesuffix("…"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if suffix:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    kind = _tr("Markdown ({0})") if suffix == "md" else _tr("PDF ({0})")
    dialog.setNameFilter(kind.format(f"*.{suffix or 'pdf'}"))
    dialog.fileSelected.connect(chosen)
    dialog.open()
