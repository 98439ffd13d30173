"""What becomes of a training when the window closes: asked of the user, then done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QWidget

from assay.errors import AssayError
from assay_desktop.background.trainings import Trainings, Word
from assay_desktop.text.core_words import translated
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import repolish


class ClosingBox(QMessageBox):
    """Keep running, pause, cancel, or do not close; "Esc" does not close."""

    def __init__(self, parent: QWidget, names: Sequence[str]) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setWindowTitle(self.tr("A training is running"))
        self.setText(escape_markup(self._question(names)))
        one = len(names) == 1
        self.setInformativeText(
            self.tr(
                "It can continue without the window and is shown again when you come back. If you pause or "
                "cancel it, a checkpoint is saved and it can be resumed."
            )
            if one
            else self.tr(
                "They can continue without the window and are shown again when you come back. If you pause "
                "or cancel them, checkpoints are saved and they can be resumed."
            )
        )
        role = QMessageBox.ButtonRole
        self.keep = self.addButton(
            self.tr("Keep it running") if one else self.tr("Keep them running"), role.AcceptRole
        )
        self.keep.setProperty("kind", "primary")
        repolish(self.keep)  # the box has dressed it already
        self.pause = self.addButton(self.tr("Pause it") if one else self.tr("Pause them"), role.AcceptRole)
        self.cancel = self.addButton(
            self.tr("Cancel it") if one else self.tr("Cancel them"), role.DestructiveRole
        )
        self.stay = self.addButton(self.tr("Do not close"), role.RejectRole)
        self.setDefaultButton(self.keep)
        self.setEscapeButton(self.stay)

    def _question(self, names: Sequence[str]) -> str:
        *others, last = names
        if not others:
            return self.tr("{0} is still being trained.").format(last)
        return self.tr("{0} and {1} are still being trained.").format(", ".join(others), last)


def may_close(window: QWidget, runs: Trainings) -> bool:
    """Return whether the window may go. Asks only where a run is at work, and tells it what was decided."""
    working = runs.at_work()
    if not working:
        return True
    box = ClosingBox(window, [run.name for run in working])
    box.exec()
    chosen = box.clickedButton()
    box.deleteLater()
    word: Word = "pause" if chosen is box.pause else "cancel" if chosen is box.cancel else "run"
    try:
        for run in working if word != "run" else ():
            runs.ask(run.folder, word)
    except AssayError as error:
        _say(window, escape_markup(translated(error.message)))
        return False
    return word != "run" or chosen is box.keep


def _say(window: QWidget, text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Assay", text, QMessageBox.StandardButton.Ok, window)
    box.exec()
    box.deleteLater()
