"""The files of a paper: open one, see which is missing, say that what was read out of one is right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class FileLine:
    """One file. `path` is where it lies, or where it was last seen; `unsure` names doubtful fields."""

    sha256: str
    path: str
    n_pages: int | None = None
    missing: bool = False
    fault: str = ""
    unsure: tuple[str, ...] = ()
    doubtful: bool = False


class PaperFiles(QWidget):
    """A line a file, and below a doubtful one what to look at."""

    file_wanted = Signal(str)  # path
    again_wanted = Signal(str)  # sha256: to be read again
    right_said = Signal(str)  # sha256: what was read out of this file is right

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(S1)
        self.hide()

    def show_files(self, lines: Sequence[FileLine]) -> None:
        """Without files nothing is there."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for line in lines:
            self._column.addWidget(self._file(line))
            if line.doubtful:
                self._column.addWidget(self._doubt(line))
        self.setVisible(bool(lines))

    def _file(self, line: FileLine) -> QWidget:
        name = Path(line.path).name
        if line.missing:
            gone = label(self.tr("{0} is missing").format(name), "muted", wrap=True)
            gone.setToolTip(escape_markup(self.tr("Last seen at {0}").format(line.path)))
            return gone
        button = QPushButton(self.tr("Open {0}").format(name))
        button.setProperty("kind", "link")
        button.setToolTip(escape_markup(line.path))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self.file_wanted.emit(line.path))
        again = QPushButton(self.tr("Read again"))
        again.setProperty("kind", "link")
        again.setToolTip(self.tr("Read the PDF again; fields that the paper has stay as they are"))
        again.setAccessibleName(self.tr("Read {0} again").format(name))
        again.clicked.connect(lambda: self.again_wanted.emit(line.sha256))
        pages = label(self._pages(line), "muted", wrap=bool(line.fault))
        return self._stacked(self._row(button, QWidget()), self._row(pages, again))

    def _doubt(self, line: FileLine) -> QWidget:
        fields = ", ".join(line.unsure) or self.tr("the fields")
        text = label(self.tr("Read from the PDF and not certain: {0}.").format(fields), "muted", wrap=True)
        button = QPushButton(self.tr("Looks right"))
        button.setToolTip(self.tr("Mark it as reviewed"))
        button.clicked.connect(lambda: self.right_said.emit(line.sha256))
        return self._row(text, button)

    def _pages(self, line: FileLine) -> str:
        if line.fault:
            return line.fault
        return self.tr("{0} pages").format(line.n_pages) if line.n_pages else ""

    def _stacked(self, *widgets: QWidget) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in widgets:
            column.addWidget(widget)
        return holder

    def _row(self, first: QWidget, second: QWidget) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(S2)
        layout.addWidget(first, 1 if first.sizePolicy().hasHeightForWidth() else 0)
        layout.addWidget(second)
        if not first.sizePolicy().hasHeightForWidth():
            layout.addStretch(1)
        return row
