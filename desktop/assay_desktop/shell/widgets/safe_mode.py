"""A careful start: the window without what an earlier start may have died of, and the ways back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.icons import pixmap

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.context import AppContext


class SafeStrip(QFrame):
    """Stays as long as the window: nothing of it is an error, and nothing in it is pressing."""

    normal_wanted = Signal()
    log_wanted = Signal()
    restore_wanted = Signal()
    search_wanted = Signal()

    def __init__(self, theme: Theme, n_deaths: int) -> None:
        """`n_deaths` starts in a row came to nothing; 0 where the user asked for safe mode."""
        super().__init__()
        self._theme = theme
        self.setProperty("role", "notice")
        self._icon = QLabel()
        why = self.tr("Safe mode: Assay stopped {0} times in a row soon after its start.").format(n_deaths)
        if not n_deaths:
            why = self.tr("Safe mode.")
        left_out = self.tr(
            "The usual keys and colours, no watched folders, no waiting jobs, no search until you start it."
        )
        self._text = QLabel(f"{why} {left_out}")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(S3, S2, S3, S2)
        row.setSpacing(S2)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        for text, signal in (
            (self.tr("Start search"), self.search_wanted),
            (self.tr("Open the log"), self.log_wanted),
            (self.tr("Restore a backup…"), self.restore_wanted),
            (self.tr("Start normally"), self.normal_wanted),
        ):
            made = QPushButton(text)
            made.setProperty("kind", "link")
            made.clicked.connect(signal)
            row.addWidget(made)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def _paint_icon(self) -> None:
        self._icon.setPixmap(pixmap("info", self._theme.color("accent"), 16))


@dataclass(frozen=True, slots=True)
class SafeMode:
    """`n_deaths` starts in a row came to nothing, 0 where the user asked for it; where the log is kept."""

    n_deaths: int
    log_folder: Path

    def rest(self, context: AppContext) -> None:
        """Before the window is made: the engine waits until it is asked for."""
        context.engine.rest(
            QCoreApplication.translate(
                "safe_mode", "Safe mode: the search engine starts when you ask for it."
            )
        )

    def strip(self, context: AppContext) -> SafeStrip:
        """Return what stands above the pages meanwhile, with the ways on that need no window."""
        strip = SafeStrip(context.theme, self.n_deaths)
        strip.search_wanted.connect(context.engine.restart)
        folder = QUrl.fromLocalFile(str(self.log_folder))
        strip.log_wanted.connect(partial(QDesktopServices.openUrl, folder))
        return strip
