"""The backups in a table; one is looked at before it is restored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QListWidget, QListWidgetItem, QWidget

from assay_desktop.pages.settings.model import size_in_words
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import minute, numeral
from assay_desktop.theme import S2, S3, S6
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.form_dialog import WalkedDialog
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from assay.library import BackupFacts, RestorePreview
    from assay.library.upkeep.backup_preview import Holdings

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
        self.restore = button(
            self.tr("Restore and reopen"), lambda: self.restore_wanted.emit(preview.backup), kind="primary"
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.restore, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = vbox(
            label(title, "page-title"),
            label(preview.backup.name, "mono"),
            self._build_counts(),
            self._build_list(),
            on=self,
            gap=S3,
            margins=(S6, S6, S6, S6),
        )
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
            self._add(self.tr("The library cannot be read: {0}").format(self._preview.fault), heads=True)
        for heading, n, lines in self._differences():
            if n:
                self._add(heading.format(numeral(n)), heads=True)
                for line in lines:
                    self._add(line)
                if n > len(lines):
                    self._add(self.tr("and {0} more").format(numeral(n - len(lines))))
        if not self.changes.count():
            self._add(self.tr("Papers, judgements, campaigns and highlights are the same."), heads=True)
        return framed(self.changes)

    def _differences(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        papers, pairs, campaigns = self._preview.papers, self._preview.judgements, self._preview.campaigns
        yield self.tr("Papers removed: {0}"), papers.n_removed, papers.removed
        yield self.tr("Papers restored: {0}"), papers.n_added, papers.added
        yield self.tr("Papers changed back: {0}"), papers.n_changed, papers.changed
        yield self.tr("Judgements removed: {0}"), pairs.n_removed, pairs.removed
        yield self.tr("Judgements restored: {0}"), pairs.n_added, pairs.added
        yield self.tr("Judgements changed back: {0}"), pairs.n_changed, pairs.changed
        yield self.tr("Campaigns removed: {0}"), campaigns.n_removed, campaigns.removed
        yield self.tr("Campaigns restored: {0}"), campaigns.n_added, campaigns.added
        marks = self._preview.highlights
        yield self.tr("Highlights removed: {0}"), marks.n_removed, marks.removed
        yield self.tr("Highlights restored: {0}"), marks.n_added, marks.added
        yield self.tr("Highlights changed back: {0}"), marks.n_changed, marks.changed

    def _add(self, text: str, *, heads: bool = False) -> None:
        item = QListWidgetItem(text if heads else f"    {text}")
        if heads:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        item.setToolTip(escape_markup(text))
        self.changes.addItem(item)

    def show_restoring(self, restoring: bool) -> None:
        """Let go of the library: nothing can be pressed until it is over."""
        self.restore.setEnabled(not restoring)
        self.restore.setText(self.tr("Restoring…") if restoring else self.tr("Restore and reopen"))
        if restoring:
            self._problem.hide()

    def show_problem(self, text: str) -> None:
        self._problem.setText(text)
        self._problem.show()
        self.adjustSize()


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
        self._none = label(self.tr("No backups yet"), "muted")
        self._problem = label(role="danger", wrap=True)
        self._problem.hide()
        make = button(self.tr("Back up now"), self.backup_wanted.emit)
        self.look = button(self.tr("Preview and restore…"), self._look)
        self.look.setToolTip(self.tr("See what restoring the selected backup would change"))
        hint = self.tr(
            "Assay backs up once a day and keeps the last seven. Restoring first saves the current "
            "library as a backup, so you can switch back."
        )
        vbox(
            self._frame,
            self._none,
            self._problem,
            hbox(make, self.look, STRETCH, gap=S2),
            label(hint, "caption", wrap=True),
            on=self,
            gap=S2,
            margins=(0, S2, 0, 0),
        )
        self.show_backups([])

    def show_backups(self, facts: Sequence[BackupFacts]) -> None:
        columns = [
            Column(
                self.tr("Created"), lambda row: minute(row.made_at), lambda row: row.made_at, number=False
            ),
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
        self.table.fit_height(len(facts), most=_MOST_ROWS)
        self._frame.setVisible(bool(facts))
        self._none.setVisible(not facts)
        if facts:
            self.table.selectRow(0)
        self._show_choice()

    def show_preview(self, preview: RestorePreview) -> None:
        """Ask, with all that would change in view."""
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
