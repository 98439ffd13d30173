"""What was asked of whom, and what is suggested, each as a table in a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from assay_desktop.actions.suggesting import field_name
from assay_desktop.text.figures import minute
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.controls.walked_dialog import WalkedDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.lookup import Asked
    from assay_desktop.actions.suggesting import SuggestionLine

_SIZE: Final = QSize(980, 520)
_VALUE_PX: Final = 250


class AskedDialog(WalkedDialog):
    """Every request: when, of whom, for which paper, what was sent to the letter, what came of it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = self.tr("Request log")
        self._model = RowsModel(self)
        self.table = plain_table(self._model, title, stretch=3)
        _lay_out(self, title, self.table)

    def show_requests(self, requests: Sequence[Asked]) -> None:
        columns = [
            Column(self.tr("When"), lambda row: minute(row.asked_at), lambda row: row.asked_at, number=False),
            Column(self.tr("Host"), lambda row: row.host, number=False),
            Column(self.tr("Paper"), lambda row: row.doc_id, number=False),
            Column(self.tr("What was sent"), lambda row: row.sent, number=False),
            Column(self.tr("What came of it"), self._outcome, number=False),
        ]
        self._model.show(columns, requests)

    def _outcome(self, row: Asked) -> str:
        return row.outcome or self.tr("no answer is known")


class SuggestionsDialog(WalkedDialog):
    """Every suggestion as it is and as it would be; some or all are accepted, or declined."""

    accepted_lines = Signal(object)  # list[SuggestionLine]
    declined_lines = Signal(object)  # list[SuggestionLine]

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = self.tr("Suggestions")
        self._model = RowsModel(self)
        self.table = plain_table(self._model, title, stretch=0)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.selectionModel().selectionChanged.connect(self._show_choice)
        self.accept_some = button(
            self.tr("Accept selected"), lambda: self.accepted_lines.emit(self._chosen())
        )
        self.decline_some = button(
            self.tr("Decline selected"), lambda: self.declined_lines.emit(self._chosen())
        )
        every = button(self.tr("Accept all"), lambda: self.accepted_lines.emit(self._all()), kind="primary")
        _lay_out(self, title, self.table, self.accept_some, self.decline_some, every)
        self._show_choice()

    def show_suggestions(self, lines: Sequence[SuggestionLine]) -> None:
        columns = [
            Column(self.tr("Paper"), lambda row: row.title, number=False),
            Column(self.tr("Field"), lambda row: field_name(row.field), number=False),
            Column(self.tr("Now"), lambda row: row.before or "–", number=False),
            Column(self.tr("Would be"), lambda row: row.after, number=False),
            Column(self.tr("By"), lambda row: row.host, number=False),
        ]
        self._model.show(columns, lines)
        for column in (2, 3):
            self.table.horizontalHeader().setSectionResizeMode(
                column, self.table.horizontalHeader().ResizeMode.Interactive
            )
            self.table.setColumnWidth(column, _VALUE_PX)
        self._show_choice()
        if not lines:
            self.close()

    def _all(self) -> list[SuggestionLine]:
        return [self._model.row(number) for number in range(self._model.rowCount())]

    def _chosen(self) -> list[SuggestionLine]:
        return [self._model.row(index.row()) for index in self.table.selectionModel().selectedRows()]

    def _show_choice(self) -> None:
        some = bool(self.table.selectionModel().selectedRows())
        self.accept_some.setEnabled(some)
        self.decline_some.setEnabled(some)


def _lay_out(dialog: WalkedDialog, title: str, table: QWidget, *buttons: QWidget) -> None:
    dialog.setWindowTitle(title)
    dialog.resize(_SIZE)
    close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    close.rejected.connect(dialog.reject)
    foot = QHBoxLayout()
    foot.setSpacing(S2)
    for widget in buttons:
        foot.addWidget(widget)
    foot.addStretch(1)
    foot.addWidget(close)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(S6, S6, S6, S6)
    column.setSpacing(S3)
    column.addWidget(label(title, "page-title"))
    column.addWidget(framed(table), 1)
    column.addLayout(foot)
