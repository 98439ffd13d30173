"""What tuning queries brought: the verdict first, then the figures of each group, then how far it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QWidget

from assay_desktop.background.job_words import sentence_words
from assay_desktop.pages.training.improvement_words import (
    change_columns,
    left_out_words,
    measured_words,
    ordered,
    share_words,
    step_columns,
    steps_words,
)
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from assay.query_tuning.types import ImproveReport
    from assay_desktop.pages.training.improvement_words import Improved

_MOST_ROWS: Final = 6
_MOST_PX: Final = 940  # a row of a wider table is hard to follow


class StepsPanel(QWidget):
    """One sentence on what wins, and how each step was measured."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = label(role="page-title", wrap=True)
        self._measured = label(role="muted", wrap=True)
        self.model = RowsModel(self)
        self.table = plain_table(self.model, self.tr("Steps before and after"))
        self.table.setSortingEnabled(False)  # the smallest step comes first
        self._framed = framed(self.table)
        self.setMaximumWidth(_MOST_PX)
        vbox(self.sentence, self._measured, S1, self._framed, on=self, gap=S2)

    def show_steps(self, report: ImproveReport) -> None:
        self.sentence.setText(sentence_words(report))
        self._measured.setText(steps_words(report))
        self._measured.setVisible(bool(report.steps))
        self._framed.setVisible(bool(report.steps))
        self.model.show(step_columns(), report.steps)
        self.table.fit_height(len(report.steps), most=_MOST_ROWS)


class ImprovementPanel(QWidget):
    """Widgets only; stands below the attempt and on the model's card."""

    def __init__(self) -> None:
        super().__init__()
        self.verdict = label(role="page-title", wrap=True)
        self._measured = label(role="muted", wrap=True)
        self._shares = label(role="body", wrap=True)
        self._left_out = label(role="caption", wrap=True)
        self.model = RowsModel(self)
        self.table = plain_table(self.model, self.tr("Held-out queries before and after"))
        self.table.setSortingEnabled(False)  # the groups are read in their order
        self.setMaximumWidth(_MOST_PX)
        below = (S1, framed(self.table), self._shares, self._left_out)
        vbox(self.verdict, self._measured, *below, on=self, gap=S2)

    def show_improved(self, improved: Improved) -> None:
        found = improved.found
        self.verdict.setText(improved.verdict)
        self._measured.setText(measured_words(found))
        self._shares.setText(share_words(found))
        left_out = left_out_words(found)
        self._left_out.setText(left_out)
        self._left_out.setVisible(bool(left_out))
        self.model.show(change_columns(), ordered(found.changes))
        self.table.fit_height(len(found.changes), most=_MOST_ROWS)
