"""A careful start: the window without what an earlier start may have died of, and the ways back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from assay_desktop.shell.widgets.safe_strip import SafeStrip

if TYPE_CHECKING:
    from pathlib import Path

    from assay_desktop.context import AppContext
    from assay_desktop.shell.main_window import MainWindow


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

    def join(self, window: MainWindow, context: AppContext) -> None:
        """Says so above the pages, and offers the ways on."""
        strip = SafeStrip(context.theme, self.n_deaths)
        strip.normal_wanted.connect(window.reopen)
        strip.restore_wanted.connect(window.open_backups)
        strip.search_wanted.connect(context.engine.restart)
        folder = QUrl.fromLocalFile(str(self.log_folder))
        strip.log_wanted.connect(partial(QDesktopServices.openUrl, folder))
        window.add_notice(strip)
