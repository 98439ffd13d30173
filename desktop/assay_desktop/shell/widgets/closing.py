"""What becomes of a training when the window closes: asked of the user, then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from assay.errors import AssayError
from assay_desktop.background.trainings import Trainings, Word
from assay_desktop.text.core_words import translated
from assay_desktop.text.translate import translator
from assay_desktop.widgets.controls.question import QuestionDialog

_tr = translator("closing")


class ClosingBox(QuestionDialog):
    """Keep running, pause, cancel, or do not close; "Esc" does not close.

    `tell` tells the runs. Where it cannot, the question stays with the reason.
    """

    def __init__(
        self, parent: QWidget, names: Sequence[str], tell: Callable[[Word], None] = lambda _word: None
    ) -> None:
        one = len(names) == 1
        more = (
            _tr(
                "It can continue after you close the window. If you pause or cancel it, Assay saves a "
                "checkpoint so you can resume later."
            )
            if one
            else _tr(
                "They can continue after you close the window. If you pause or cancel them, Assay saves "
                "checkpoints so you can resume later."
            )
        )
        keep = _tr("Keep it running") if one else _tr("Keep them running")
        super().__init__(parent, _question(names), more, action=keep)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # who waits for it reads its answer
        self._tell = tell
        self.keep, self.stay = self.action, self.cancel
        self.pause = self.add_answer(_tr("Pause it") if one else _tr("Pause them"))
        self.end = self.add_answer(_tr("Cancel it") if one else _tr("Cancel them"), danger=True)
        self.stay.setText(_tr("Don't close"))
        self.on_action(self.accept)
        self.pause.clicked.connect(lambda _checked=False: self._decide("pause"))
        self.end.clicked.connect(lambda _checked=False: self._decide("cancel"))

    def _decide(self, word: Word) -> None:
        try:
            self._tell(word)
        except AssayError as error:
            self.show_problem(translated(error.message))
        else:
            self.accept()


def _question(names: Sequence[str]) -> str:
    *others, last = names
    if not others:
        return _tr("{0} is still training.").format(last)
    return _tr("{0} and {1} are still training.").format(", ".join(others), last)


def may_close(window: QWidget, runs: Trainings) -> bool:
    """Return whether the window may go. Asks only where a run is at work, and tells it what was decided."""
    working = runs.at_work()
    if not working:
        return True

    def tell(word: Word) -> None:
        for run in working:
            runs.ask(run.folder, word)

    box = ClosingBox(window, [run.name for run in working], tell)
    agreed = bool(box.exec())
    box.deleteLater()
    return agreed
