"""A thin row above the table while an import runs: what, how far, cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton

from assay_desktop.theme import S2, S3
from assay_desktop.widgets.share import show_share

_BAR_WIDTH = 160


class ImportBar(QFrame):
    """Hidden while nothing is imported."""

    cancel_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "raised")
        self._title = QLabel()
        self._title.setProperty("role", "strong")
        self._where = QLabel()
        self._where.setProperty("role", "caption")
        for each in (self._title, self._where):
            each.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setProperty("kind", "link")
        cancel.clicked.connect(self.cancel_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(S3, S2, S2, S2)
        row.setSpacing(S3)
        row.addWidget(self._title)
        row.addWidget(self._where, 1)
        row.addWidget(self._bar)
        row.addWidget(cancel)
        self.hide()

    def show_progress(self, title: str, where: str, done: int, total: int | None) -> None:
        """`total` is None where it is not known: the bar then only shows that work goes on."""
        self._title.setText(title)
        self._where.setText(where)
        show_share(self._bar, done, total)
        self.show()
