"""What stands above the table: the filter, how many papers, and what can be done with the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import icon

if TYPE_CHECKING:
    from assay_desktop.theme import Theme


class LibraryHead(QWidget):
    """Buttons and a field; every wish leaves as a signal."""

    import_wanted = Signal()
    duplicates_wanted = Signal()
    bring_back_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counted = ""
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter by title, author or venue"))
        self.filter.setAccessibleName(self.tr("Filter the papers"))
        hint(self.filter, self.tr("Filter ({0})"), "box")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(120)
        self._count = QLabel()
        self._count.setProperty("role", "caption")
        self._import = QPushButton(self.tr("Import"))
        hint(self._import, self.tr("Import papers ({0}), or drop files anywhere on this page"), "import")
        self._import.clicked.connect(self.import_wanted)
        self._find = QPushButton(self.tr("Find duplicates…"))
        self._find.setToolTip(self.tr("Papers that are recorded twice, and preprints of published papers"))
        self._find.clicked.connect(self.duplicates_wanted)
        self._bring_back = QPushButton(self.tr("Bring back"))
        self._bring_back.setToolTip(self.tr("Bring the selected papers back into the library"))
        self._bring_back.clicked.connect(self.bring_back_wanted)
        self._bring_back.hide()
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        row = QHBoxLayout(self)
        row.setContentsMargins(S4, 0, S4, S2)
        row.setSpacing(S3)
        row.addWidget(self.filter, 1)
        for each in (self._count, self._bring_back, self._find, self._import):
            row.addWidget(each)

    def show_count(self, shown: int, total: int, *, filtered: bool) -> None:
        text = self.tr("{0} of {1} papers") if filtered else self.tr("{1} papers")
        self._counted = text.format(numeral(shown), numeral(total))
        self.show_selected(0)
        self._count.setVisible(total > 0)
        for each in (self.filter, self._find):
            each.setEnabled(total > 0)

    def show_selected(self, n: int) -> None:
        """How many papers are selected, where they are several; else how many there are."""
        self._count.setText(self.tr("{0} selected").format(numeral(n)) if n > 1 else self._counted)

    def show_removed(self, removed: bool) -> None:
        """Whether the papers listed are those that could come back."""
        self._bring_back.setVisible(removed)
        self._find.setVisible(not removed)

    def _paint_icons(self) -> None:
        self._import.setIcon(icon("download-simple", self._theme.color("muted")))
        self._find.setIcon(icon("copy", self._theme.color("muted")))
