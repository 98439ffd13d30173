"""What lies over the library page while files are dragged over it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from assay_desktop.widgets.reading import label


class DropTarget(QFrame):
    """Says what may be dropped. Hidden until there is something to drop."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setProperty("role", "drop-target")
        text = label(self.tr("Drop to import"), "page-title")
        kinds = label(
            self.tr("PDFs, BibTeX, RIS, JSON, CSV, XML of PubMed or EndNote, Zotero's data, folders of them"),
            "muted",
        )
        column = QVBoxLayout(self)
        column.addStretch(1)
        for each in (text, kinds):
            column.addWidget(each, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.hide()
