"""Events of a bundle that are held back: assessors to tick, each above the grades that would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from assay_desktop.pages.campaigns.widgets.case import state_words
from assay_desktop.text.figures import numeral
from assay_desktop.text.verbatim import verbatim
from assay_desktop.widgets.papers.card import counted
from assay_desktop.widgets.tables.table import HEADER_HEIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.campaign_types import HeldBack

_ROW_PX: Final = 26
_MOST_ROWS: Final = 9
_GRADE_PX: Final = 136
_OPEN_ROWS: Final = 200  # of more changes the list of an assessor starts closed


class HeldBackTree(QTreeWidget):
    """Nobody is ticked at first: nothing in somebody's name changes unless the user says so."""

    def __init__(self, held_back: Sequence[HeldBack]) -> None:
        super().__init__()
        self._held = tuple(held_back)
        self.setAccessibleName(self.tr("Held back, by assessor"))
        self.setHeaderLabels(
            [self.tr("Assessor, query and paper"), self.tr("Here"), self.tr("In the bundle")]
        )
        self.setUniformRowHeights(True)
        self.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, _GRADE_PX)
        n_rows = 0
        for held in self._held:
            top = QTreeWidgetItem(self)
            top.setText(0, f"{held.assessor}: {self._reasons(held)}")
            top.setFlags(top.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            top.setCheckState(0, Qt.CheckState.Unchecked)
            top.setToolTip(0, verbatim(self.tr("Merge all of these events")))
            top.setFirstColumnSpanned(True)
            top.setSizeHint(0, QSize(0, _ROW_PX))
            for texts in self._changes(held):
                row = QTreeWidgetItem(top)
                row.setSizeHint(0, QSize(0, _ROW_PX))
                for column, text in enumerate(texts):
                    row.setText(column, text)
                    row.setToolTip(column, verbatim(text))
            top.setExpanded(len(held.changes) <= _OPEN_ROWS)
            n_rows += 1 + len(held.changes)
        self.setFixedHeight(HEADER_HEIGHT + _ROW_PX * min(n_rows, _MOST_ROWS) + 4)

    @property
    def accepted(self) -> tuple[HeldBack, ...]:
        """What was held back of those who are ticked."""
        ticked = Qt.CheckState.Checked
        return tuple(
            held
            for place, held in enumerate(self._held)
            if (item := self.topLevelItem(place)) is not None and item.checkState(0) == ticked
        )

    def _reasons(self, held: HeldBack) -> str:
        parts = [counted(held.n_events, self.tr("event"), self.tr("events"))]
        if held.changes:
            n = counted(len(held.changes), self.tr("grade"), self.tr("grades"))
            parts.append(self.tr("{0} would change").format(n))
        if held.foreign:
            parts.append(self.tr("{0} from another machine").format(numeral(held.foreign)))
        if held.overruled:
            parts.append(self.tr("{0} in place of others' adjudications").format(numeral(held.overruled)))
        return " · ".join(parts)

    def _changes(self, held: HeldBack) -> Iterator[tuple[str, str, str]]:
        for change in held.changes:
            pair = f"{change.query_id} · {change.doc_id}"
            yield pair, state_words(change.before), state_words(change.after) or self.tr("withdrawn")
