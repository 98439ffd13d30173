"""The real window gives the first grade of a text once its engine is dead: `killed_window.py LIBRARY`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from assay_desktop import app
from assay_desktop.shell import main_window

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from assay_desktop.context import Change


class GradingWindow(main_window.MainWindow):
    """Says "saved" once the grade shows, and then waits to be killed."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._context.changes.changed.connect(self.changed)
        engine = self._context.engine._process
        engine.kill()
        engine.waitForFinished()
        page = self.page("search")
        page.text_edited.emit("dense retreival")
        page.grades_given.emit(["p0", "p1"], 2)

    def changed(self, change: Change) -> None:
        if change.queries:
            print("saved", flush=True)


main_window.MainWindow = GradingWindow
if __name__ == "__main__":
    sys.exit(app.main(Path(sys.argv[1])))
