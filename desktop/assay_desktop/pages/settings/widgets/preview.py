"""What a restore would change, with titles, before it is done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.text.figures import numeral
from assay_desktop.text.verbatim import verbatim
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.controls.walked_dialog import WalkedDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay.library import RestorePreview

_WIDTH: Final = 640
_LIST_PX: Final = 260


class PreviewDialog(WalkedDialog):
    """Counts now and then, then the papers, grades and campaigns that come, go or become others."""

    restore_wanted = Signal(Path)

    def __init__(self, preview: RestorePreview, parent: QWidget) -> None:
        super().__init__(parent)
        self._preview = preview
        title = self.tr("What restoring would change")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setMinimumWidth(_WIDTH)
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        self.restore = QPushButton(self.tr("Restore and reopen"))
        self.restore.setProperty("kind", "primary")
        self.restore.clicked.connect(lambda _checked=False: self.restore_wanted.emit(preview.backup))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.restore, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(S6, S6, S6, S6)
        column.setSpacing(S3)
        column.addWidget(label(title, "page-title"))
        column.addWidget(label(preview.backup.name, "mono"))
        column.addLayout(self._build_counts())
        column.addWidget(self._build_list())
        kept = self.tr("Your current library is saved as a backup first. Assay then reopens.")
        column.addWidget(label(kept, "caption", wrap=True))
        column.addWidget(self._problem)
        column.addSpacing(S2)
        column.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)

    def _build_counts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(S6)
        grid.setVerticalSpacing(S2)
        grid.setColumnStretch(6, 1)
        now, then = self._preview.now, self._preview.then
        for row, text in enumerate((self.tr("Now"), self.tr("Then")), start=1):
            grid.addWidget(label(text, "muted"), row, 0)
        names = (self.tr("Papers"), self.tr("Queries"), self.tr("Judgements"), self.tr("Campaigns"))
        for column, (name, field) in enumerate(
            zip(names, ("papers", "queries", "judgements", "campaigns"), strict=True), start=1
        ):
            grid.addWidget(label(name, "caption"), 0, column, Qt.AlignmentFlag.AlignRight)
            for row, held in enumerate((now, then), start=1):
                text = "–" if held is None else numeral(getattr(held, field))
                grid.addWidget(label(text, "number"), row, column, Qt.AlignmentFlag.AlignRight)
        return grid

    def _build_list(self) -> QWidget:
        self.changes = QListWidget()
        self.changes.setAccessibleName(self.tr("What would change"))
        self.changes.setFixedHeight(_LIST_PX)
        self.changes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.changes.setTextElideMode(Qt.TextElideMode.ElideRight)
        if self._preview.now is None:
            self._add(self.tr("The library cannot be read now: {0}").format(self._preview.fault), heads=True)
        for heading, n, lines in self._differences():
            if n:
                self._add(heading.format(numeral(n)), heads=True)
                for line in lines:
                    self._add(line)
                if n > len(lines):
                    self._add(self.tr("and {0} more").format(numeral(n - len(lines))))
        if not self.changes.count():
            self._add(self.tr("Papers, judgements and campaigns are the same."), heads=True)
        return framed(self.changes)

    def _differences(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        papers, said, campaigns = self._preview.papers, self._preview.judgements, self._preview.campaigns
        yield self.tr("Papers removed: {0}"), papers.go, papers.going
        yield self.tr("Papers restored: {0}"), papers.come, papers.coming
        yield self.tr("Papers that would be as they were: {0}"), papers.differ, papers.differing
        yield self.tr("Judgements that would go: {0}"), said.go, said.going
        yield self.tr("Judgements that would come: {0}"), said.come, said.coming
        yield self.tr("Judgements that would be as they were: {0}"), said.differ, said.differing
        yield self.tr("Campaigns that would go: {0}"), campaigns.go, campaigns.going
        yield self.tr("Campaigns that would come: {0}"), campaigns.come, campaigns.coming

    def _add(self, text: str, *, heads: bool = False) -> None:
        item = QListWidgetItem(text if heads else f"    {text}")
        if heads:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        item.setToolTip(verbatim(text))
        self.changes.addItem(item)

    def show_restoring(self, restoring: bool) -> None:
        """The library is let go of: nothing can be pressed until it is over."""
        self.restore.setEnabled(not restoring)
        self.restore.setText(self.tr("Restoring…") if restoring else self.tr("Restore and reopen"))
        if restoring:
            self._problem.hide()

    def show_problem(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.show()
        self.adjustSize()
