"""The assessors of a campaign: who judges, how much at most, and who no longer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLineEdit, QMessageBox, QVBoxLayout, QWidget

from assay_desktop.pages.campaigns.columns import assessor_columns
from assay_desktop.pages.campaigns.model import AssessorRow
from assay_desktop.pages.campaigns.widgets.number_field import number_field
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, button, framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import fit_height, plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 1_000_000
_NO_QUOTA = 0


class AssessorPane(QWidget):
    """The table, what can be done with the chosen row, and a line to add somebody."""

    added = Signal(str, object)  # the name, and the quota or None
    quota_changed = Signal(str, object)
    renamed = Signal(str, str)
    activity_changed = Signal(str, bool)
    removed = Signal(str)
    reassigned = Signal(str, str)  # whose open pairs, and who gets them: "" for all others
    withdrawn = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[AssessorRow, ...] = ()
        self._renaming: dict[str, str] = {}
        self._shared = False
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Assessors"))
        self._table.selectionModel().currentRowChanged.connect(self._dress)
        self._model.modelReset.connect(self._dress)
        self._rename = button(self.tr("Rename…"), self._ask_name, kind="link")
        self._quota = button(self.tr("Quota…"), self._ask_quota, kind="link")
        self._activity = button(self.tr("Deactivate"), self._change_activity, kind="link")
        self._remove = button(self.tr("Remove"), self._tell_removed, kind="link")
        self._reassign = button(self.tr("Reassign…"), self._ask_taker, kind="link")
        self._reassign.setToolTip(self.tr("Give the pairs that are not judged to others. Judged ones stay."))
        self._withdraw = button(self.tr("Withdraw…"), self._ask_withdrawal, kind="link")
        self._withdraw.setToolTip(self.tr("Take the pairs that are not judged. Judged ones stay."))
        self._buttons = (
            *(self._rename, self._quota, self._reassign, self._withdraw, self._activity, self._remove),
        )
        section = Section(self.tr("Assessors"), *self._buttons)
        self._nobody = label(self.tr("Nobody judges yet."), "muted")
        section.add(self._nobody)
        self._frame = framed(self._table)
        section.add(self._frame)
        section.column.addLayout(self._build_line())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(section)
        self._dress()

    def _build_line(self) -> QHBoxLayout:
        self._name = QLineEdit()
        self._name.setPlaceholderText(self.tr("Another assessor"))
        self._name.setAccessibleName(self.tr("Name of another assessor"))
        self._name.returnPressed.connect(self._add)
        quota = self.tr("Quota of the new assessor")
        self._most = number_field(quota, _NO_QUOTA, _MOST, _NO_QUOTA, width=150)
        self._most.setSpecialValueText(self.tr("no quota"))
        self._most.setSuffix(self.tr(" pairs"))
        self._add_button = button(self.tr("Add"), self._add)
        row = QHBoxLayout()
        row.setSpacing(S2)
        row.addWidget(self._name, 1)
        row.addWidget(self._most)
        row.addWidget(self._add_button)
        return row

    def show_assessors(self, rows: Sequence[AssessorRow], *, shared: bool = False) -> None:
        """`shared`: they draw from one queue, where a withdrawn pair is anybody's."""
        chosen, self._shared = self._chosen, shared
        self._rows = tuple(rows)
        if any(row.assessor.handle == self._name.text().strip() for row in rows):  # was added
            self._name.clear()
            self._most.setValue(_NO_QUOTA)
        self._model.show(assessor_columns(), rows)
        fit_height(self._table, len(rows), most=8)
        self._nobody.setVisible(not rows)
        self._frame.setVisible(bool(rows))
        if chosen is not None:
            self._table.selectRow(self._model.find(lambda row: row.assessor.uuid == chosen.assessor.uuid))
        self._dress()

    def focus_name(self) -> None:
        self._name.setFocus()

    @property
    def _chosen(self) -> AssessorRow | None:
        row = self._model.row(self._table.currentIndex().row())
        return row if isinstance(row, AssessorRow) else None

    def _dress(self, *_: object) -> None:
        chosen = self._chosen
        for each in self._buttons:
            each.setVisible(chosen is not None)
        if chosen is not None:
            active = chosen.assessor.active
            self._activity.setText(self.tr("Deactivate") if active else self.tr("Activate"))
            self._remove.setVisible(not chosen.n_assigned and not chosen.n_graded)
            self._withdraw.setVisible(chosen.n_open > 0)
            self._reassign.setVisible(chosen.n_open > 0 and bool(self._takers) and not self._shared)

    @property
    def _takers(self) -> list[str]:
        """Who can get the chosen assessor's pairs."""
        return [
            row.assessor.handle
            for row in self._rows
            if row.assessor.active
            and (self._chosen is None or row.assessor.uuid != self._chosen.assessor.uuid)
        ]

    def _add(self) -> None:
        name = self._name.text().strip()
        if name:
            self.added.emit(name, self._most.value() or None)
            self._name.setFocus()

    def _ask_name(self) -> None:
        row = self._chosen
        if row is None:
            return
        old = row.assessor.handle
        new, given = QInputDialog.getText(
            self,
            self.tr("Rename {0}").format(old),
            self.tr("New name; all grades stay theirs:"),
            text=self._renaming.get(old, old),
        )
        if given and new.strip() and new.strip() != old:
            self._renaming[old] = new.strip()  # what is refused is not typed again
            self.renamed.emit(old, new.strip())

    def _ask_quota(self) -> None:
        row = self._chosen
        if row is None:
            return
        quota, given = QInputDialog.getInt(
            self,
            self.tr("Quota of {0}").format(row.assessor.handle),
            self.tr("Pairs at most; 0 for as many as there are:"),
            row.assessor.quota or _NO_QUOTA,
            _NO_QUOTA,
            _MOST,
        )
        if given:
            self.quota_changed.emit(row.assessor.handle, quota or None)

    def _ask_taker(self) -> None:
        row = self._chosen
        if row is None:
            return
        everybody, takers = self.tr("All others, evenly"), self._takers
        taker, given = QInputDialog.getItem(
            self,
            self.tr("Reassign pairs of {0}").format(row.assessor.handle),
            self.tr("{0} pairs are not judged. Who gets them?").format(numeral(row.n_open)),
            [everybody, *takers],
            editable=False,
        )
        if given:
            self.reassigned.emit(row.assessor.handle, taker if taker in takers else "")

    def _ask_withdrawal(self) -> None:
        row = self._chosen
        if row is None:
            return
        answer = QMessageBox.question(
            self,
            self.tr("Withdraw pairs of {0}").format(row.assessor.handle),
            self.tr("Take {0} pairs that are not judged? Edit history can undo it.").format(
                numeral(row.n_open)
            ),
        )
        if answer == QMessageBox.StandardButton.Yes:
            self.withdrawn.emit(row.assessor.handle)

    def _change_activity(self) -> None:
        row = self._chosen
        if row is not None:
            self.activity_changed.emit(row.assessor.handle, not row.assessor.active)

    def _tell_removed(self) -> None:
        row = self._chosen
        if row is not None:
            self.removed.emit(row.assessor.handle)
