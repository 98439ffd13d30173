"""The watched folders, each with when it was last looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import minute
from assay_desktop.theme import S2
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.settings.model import Watched


class WatchedFolders(QWidget):
    """A line a folder with a button to let it go; below them one to add another."""

    add_wanted = Signal()
    look_wanted = Signal()
    removed = Signal(str)  # path

    def __init__(self) -> None:
        super().__init__()
        self._lines = QVBoxLayout()
        self._lines.setSpacing(S2)
        self._add = QPushButton(self.tr("Watch a folder…"))
        self._add.clicked.connect(self.add_wanted)
        self._look = QPushButton(self.tr("Look now"))
        self._look.clicked.connect(self.look_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(S2)
        buttons.addWidget(self._add)
        buttons.addWidget(self._look)
        buttons.addStretch(1)
        hint = self.tr(
            "New PDFs and reference files in these folders are imported automatically. If a file "
            "disappears it is marked “missing”; its paper is kept."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        column.addLayout(self._lines)
        column.addLayout(buttons)
        column.addWidget(label(hint, "caption", wrap=True))

    def show_folders(self, folders: Sequence[Watched]) -> None:
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for folder in folders:
            self._lines.addWidget(self._line(folder))
        self._look.setVisible(bool(folders))

    def _line(self, folder: Watched) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S2)
        last = (
            self.tr("looked through {0}").format(minute(folder.looked_at))
            if folder.looked_at
            else self.tr("not looked through yet")
        )
        path = label(folder.path, "body", wrap=True)
        path.setToolTip(escape_markup(folder.path))
        remove = QPushButton(self.tr("Let go"))
        remove.setToolTip(self.tr("Watch this folder no more; its papers stay"))
        remove.setAccessibleName(self.tr("Let go of {0}").format(folder.path))
        remove.clicked.connect(lambda: self.removed.emit(folder.path))
        row.addWidget(path, 1)
        row.addWidget(label(last, "caption"))
        row.addWidget(remove)
        return line
