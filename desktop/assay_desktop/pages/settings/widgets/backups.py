"""The backups in a table; one is looked at before it is restored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assay_desktop.pages.settings.model import size_in_words
from assay_desktop.pages.settings.widgets.preview import PreviewDialog
from assay_desktop.text.figures import minute, numeral
from assay_desktop.theme import S2
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import fit_height, plain_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.library import BackupFacts, RestorePreview
    from assay.library.upkeep.backup_preview import Holdings

_MOST_ROWS: Final = 8


class Backups(QWidget):
    """Widgets only: what is wanted leaves as a signal."""

    backup_wanted = Signal()
    look_wanted = Signal(Path)
    restore_wanted = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self._dialog: PreviewDialog | None = None
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Backups of the library"), stretch=1)
        self.table.selectionModel().selectionChanged.connect(self._show_choice)
        self.table.doubleClicked.connect(lambda _index: self._look())
        self._frame = framed(self.table)
        self._none = label(self.tr("None yet"), "muted")
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        make = button(self.tr("Back up now"), self.backup_wanted.emit)
        self.look = button(self.tr("Preview and restore…"), self._look)
        self.look.setToolTip(self.tr("See what the selected backup would change before it is restored"))
        buttons = QHBoxLayout()
        buttons.setSpacing(S2)
        buttons.addWidget(make)
        buttons.addWidget(self.look)
        buttons.addStretch(1)
        hint = self.tr(
            "Assay backs up once a day and keeps the last seven. Restoring first saves the current "
            "library as a backup, so you can switch back."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, S2, 0, 0)
        column.setSpacing(S2)
        for widget in (self._frame, self._none, self._problem):
            column.addWidget(widget)
        column.addLayout(buttons)
        column.addWidget(label(hint, "caption", wrap=True))
        self.show_backups([])

    def show_backups(self, facts: Sequence[BackupFacts]) -> None:
        columns = [
            Column(self.tr("Made"), lambda row: minute(row.made_at), lambda row: row.made_at, number=False),
            Column(self.tr("Kind"), self._kind, number=False),
            Column(self.tr("Papers"), _count(lambda held: held.papers), _key(lambda held: held.papers)),
            Column(
                self.tr("Judgements"),
                _count(lambda held: held.judgements),
                _key(lambda held: held.judgements),
            ),
            Column(
                self.tr("Campaigns"), _count(lambda held: held.campaigns), _key(lambda held: held.campaigns)
            ),
            Column(self.tr("Size"), lambda row: size_in_words(row.size), lambda row: row.size),
        ]
        self._model.show(columns, facts)
        fit_height(self.table, len(facts), most=_MOST_ROWS)
        self._frame.setVisible(bool(facts))
        self._none.setVisible(not facts)
        if facts:
            self.table.selectRow(0)
        self._show_choice()

    def show_preview(self, preview: RestorePreview) -> None:
        """Asks, with all that would change in view."""
        self._problem.hide()
        self._dialog = PreviewDialog(preview, self)
        self._dialog.restore_wanted.connect(self.restore_wanted)
        self._dialog.open()

    def show_restoring(self, restoring: bool) -> None:
        if self._dialog is not None:
            self._dialog.show_restoring(restoring)

    def show_problem(self, text: str) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.show_problem(text)
            return
        self._problem.setText(text)
        self._problem.show()

    def _kind(self, row: BackupFacts) -> str:
        if row.holdings is None:
            return self.tr("Unreadable: {0}").format(row.fault)
        return self.tr("Replaced by a restore") if row.kind == "replaced" else self.tr("Backup")

    def _chosen(self) -> BackupFacts | None:
        rows = self.table.selectionModel().selectedRows()
        row: BackupFacts | None = self._model.row(rows[0].row()) if rows else None
        return row

    def _look(self) -> None:
        row = self._chosen()
        if row is not None and row.holdings is not None:
            self.look_wanted.emit(row.path)

    def _show_choice(self) -> None:
        row = self._chosen()
        self.look.setEnabled(row is not None and row.holdings is not None)


def _count(of: Callable[[Holdings], int]) -> Callable[[BackupFacts], str]:
    return lambda row: "" if row.holdings is None else numeral(of(row.holdings))


def _key(of: Callable[[Holdings], int]) -> Callable[[BackupFacts], int]:
    return lambda row: -1 if row.holdings is None else of(row.holdings)
