"""What lies over the library page while files are dragged over it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from assay_desktop.theme import S6
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from PySide6.QtGui import QDragEnterEvent, QDropEvent


class DropTarget(QFrame):
    """Hidden until files come near."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
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

    def fit(self) -> None:
        """As large as the page, but for a margin."""
        self.setGeometry(self._host.rect().adjusted(S6, S6, -S6, -S6))

    def offer(self, event: QDragEnterEvent) -> None:
        """Shows itself where files come; papers of the table's own are none."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.fit()
            self.show()
            self.raise_()

    def take(self, event: QDropEvent) -> list[Path]:
        """The files that were dropped; folders too: the job looks into them."""
        self.hide()
        event.acceptProposedAction()
        return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
