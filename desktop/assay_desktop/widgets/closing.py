"""What becomes of a training when the window closes: asked of the user, then done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QMessageBox, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Any

    Ask = Callable[[Path, Any], None]


class _Run(Protocol):
    @property
    def folder(self) -> Path: ...
    @property
    def name(self) -> str: ...


class Runs(Protocol):
    """The runs of a library, of which some may be computing now."""

    def at_work(self) -> Sequence[_Run]: ...
    @property
    def ask(self) -> Ask: ...


class ClosingBox(QMessageBox):
    """Keep running, pause, cancel, or do not close; "Esc" does not close."""

    def __init__(self, parent: QWidget, names: Sequence[str]) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setWindowTitle(self.tr("A training is running"))
        self.setText(self.tr("{0} is still being trained.").format(", ".join(names)))
        self.setInformativeText(
            self.tr(
                "It can go on without the window, and is shown again when you come back. Paused or cancelled "
                "it keeps a checkpoint, and can be resumed."
            )
        )
        role = QMessageBox.ButtonRole
        self.keep = self.addButton(self.tr("Keep it running"), role.AcceptRole)
        self.keep.setProperty("kind", "primary")
        self.pause = self.addButton(self.tr("Pause it"), role.AcceptRole)
        self.cancel = self.addButton(self.tr("Cancel it"), role.DestructiveRole)
        self.stay = self.addButton(self.tr("Do not close"), role.RejectRole)
        self.setDefaultButton(self.keep)
        self.setEscapeButton(self.stay)


def may_close(window: QWidget, runs: Runs) -> bool:
    """Whether the window may go. Asks only where a run is at work, and tells it what was decided."""
    working = runs.at_work()
    if not working:
        return True
    box = ClosingBox(window, [run.name for run in working])
    box.exec()
    chosen = box.clickedButton()
    box.deleteLater()
    word = "pause" if chosen is box.pause else "cancel" if chosen is box.cancel else ""
    if word:
        for run in working:
            runs.ask(run.folder, word)
    return bool(word) or chosen is box.keep
