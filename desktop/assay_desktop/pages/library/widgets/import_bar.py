"""An import on the page: its progress above the table, and where files are dropped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QProgressBar, QWidget

from assay_desktop.pages.library.widgets.source_list import dragged_papers
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.share import show_share


class DropTarget(QFrame):
    """Hidden until files or addresses come near."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self.setProperty("role", "drop-target")
        text = label(self.tr("Drop to import"), "page-title")
        kinds = label(
            self.tr("PDFs, BibTeX, RIS and other files, whole folders, or links and DOIs from a browser"),
            "muted",
        )
        centre = Qt.AlignmentFlag.AlignHCenter
        vbox(STRETCH, (text, 0, centre), (kinds, 0, centre), STRETCH, on=self)
        self.hide()

    def fit(self) -> None:
        """Grow as large as the page, but for a margin."""
        self.setGeometry(self._host.rect().adjusted(S6, S6, -S6, -S6))

    def offer(self, event: QDragEnterEvent) -> None:
        """Show itself where files, addresses or text come; papers of the table's own are none."""
        carried = event.mimeData()
        names_papers = any(map(str.isdigit, carried.text()))  # as all identifiers and entries have digits
        if carried.hasUrls() or (names_papers and not dragged_papers(carried)):
            event.acceptProposedAction()
            self.fit()
            self.show()
            self.raise_()

    def take(self, event: QDropEvent) -> tuple[list[Path], str]:
        """Return the files that were dropped, folders too; where there are none, addresses or text."""
        self.hide()
        event.acceptProposedAction()
        urls = event.mimeData().urls()
        files = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        text = "\n".join(url.toString() for url in urls) or event.mimeData().text()
        return files, "" if files else text


_BAR_WIDTH = 160


class ImportBar(QFrame):
    """Hidden while nothing is imported."""

    cancel_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "raised")
        self._title, self._where = label(role="strong"), label(role="caption")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        cancel = button(self.tr("Cancel"), self.cancel_clicked.emit, kind="link")
        hbox(self._title, (self._where, 1), self._bar, cancel, on=self, gap=S3, margins=(S3, S2, S2, S2))
        self.hide()

    def show_progress(self, title: str, where: str, done: int, total: int | None) -> None:
        """Show progress; where `total` is None the bar only shows that work continues."""
        self._title.setText(title)
        self._where.setText(where)
        show_share(self._bar, done, total)
        self.show()
