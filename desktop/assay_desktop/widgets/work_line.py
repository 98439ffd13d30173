"""What is under way, in one line: words, a thin bar, and Cancel where that is possible."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from assay_desktop.background.work import Work
from assay_desktop.theme import S1
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.section import button


class WorkLine(QWidget):
    """Hidden while nothing is under way."""

    cancel_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = ElidedLabel("muted")
        self.cancel = button(self.tr("Cancel"), self.cancel_wanted.emit, kind="link")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        vbox(hbox(self._text, STRETCH, self.cancel), self._bar, on=self, gap=S1)
        self.hide()

    def show_work(self, work: Work | None) -> None:
        self.setVisible(work is not None)
        if work is None:
            return
        self._text.show_text(work.text)
        self._bar.setRange(0, work.total or 0)  # without a total the bar moves to and fro
        self._bar.setValue(work.done)
        self.cancel.setVisible(work.can_cancel)

    @property
    def text(self) -> str:
        return "" if self.isHidden() else self._text.text()
