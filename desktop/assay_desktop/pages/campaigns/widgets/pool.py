"""The next round of the pool: how it chooses, how deep, from which runs, and what that would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from assay.campaign_types import PoolStrategy
from assay_desktop.pages.campaigns.widgets.number_field import number_field
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2
from assay_desktop.widgets.papers.card import counted
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, button, framed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.campaigns.model import PoolPreview

_DEEPEST = 1000
_SETTLED_MS = 250
_RUN_PX = 25
_MOST_RUNS = 6


class PoolForm(QWidget):
    """What is chosen is previewed a moment later; the button pools exactly that."""

    preview_wanted = Signal(object, int, list)  # PoolStrategy, depth, tags
    pool_wanted = Signal(object, int, list)

    def __init__(self) -> None:
        super().__init__()
        self._open = True
        self._strategy = QComboBox()
        for strategy, words in (
            (PoolStrategy.DEPTH, self.tr("Top of each run")),
            (PoolStrategy.RRF, self.tr("Top of all runs, fused (RRF)")),
            (PoolStrategy.BOTH, self.tr("Both")),
        ):
            self._strategy.addItem(words, strategy)
        self._strategy.setAccessibleName(self.tr("How the round chooses pairs"))
        self._strategy.currentIndexChanged.connect(self._changed)
        self._depth = number_field(self.tr("Depth of the round"), 1, _DEEPEST, 10, width=116)
        self._depth.setPrefix(self.tr("depth "))
        self._depth.valueChanged.connect(self._changed)
        self._runs = QListWidget()
        self._runs.setAccessibleName(self.tr("Runs of the round"))
        self._runs.itemChanged.connect(self._changed)
        self._preview = label(role="muted", wrap=True)
        self._pool = button(self.tr("Pool"), self._tell)
        section = Section(self.tr("Next round"), self._pool)
        line = QHBoxLayout()
        line.setSpacing(S2)
        line.addWidget(self._strategy, 1)
        line.addWidget(self._depth)
        section.column.addLayout(line)
        section.add(framed(self._runs))
        section.add(self._preview)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(section)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self._ask)
        self.setFocusProxy(self._pool)

    def show_runs(self, tags: Sequence[str], *, open_for_pairs: bool) -> None:
        """All runs; those that were unchecked stay so. Without `open_for_pairs` nothing can be pooled."""
        left_out = {self._runs.item(row).text() for row in range(self._runs.count())} - set(self.tags)
        self._open = open_for_pairs
        self._runs.blockSignals(True)
        self._runs.clear()
        for tag in tags:
            item = QListWidgetItem(tag)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            state = Qt.CheckState.Unchecked if tag in left_out else Qt.CheckState.Checked
            item.setCheckState(state)
            self._runs.addItem(item)
        self._runs.blockSignals(False)
        self._runs.setFixedHeight(_RUN_PX * max(1, min(len(tags), _MOST_RUNS)) + 6)
        for each in (self._strategy, self._depth, self._runs):
            each.setEnabled(open_for_pairs)
        self._changed()
        self._settled.stop()
        self._ask()

    @property
    def _choice(self) -> PoolStrategy:
        return PoolStrategy(self._strategy.currentData())  # Qt hands the word back, not the member

    @property
    def tags(self) -> list[str]:
        """The runs that are checked."""
        items = (self._runs.item(row) for row in range(self._runs.count()))
        return [item.text() for item in items if item.checkState() is Qt.CheckState.Checked]

    def show_preview(self, preview: PoolPreview) -> None:
        new = counted(preview.n_new, self.tr("new pair"), self.tr("new pairs"))
        queries = counted(preview.n_queries, self.tr("query"), self.tr("queries"))
        known = self.tr("{0} are in the pool already.").format(numeral(preview.n_known))
        if preview.n_new:
            words = self.tr("{0} for {1}; {2}") if preview.n_known else self.tr("{0} for {1}.")
            self._preview.setText(words.format(new, queries, known))
        else:
            self._preview.setText(self.tr("Nothing new: {0}").format(known))
        self._pool.setEnabled(self._open and preview.n_new > 0)
        self._pool.setText(
            self.tr("Pool {0}").format(counted(preview.n_new, self.tr("pair"), self.tr("pairs")))
            if preview.n_new
            else self.tr("Pool")
        )

    def show_problem(self, text: str) -> None:
        """Why nothing could be previewed."""
        self._preview.setText(text)
        self._pool.setEnabled(False)

    def _changed(self, *_: object) -> None:
        """What is shown is no longer what would be pooled."""
        self._pool.setEnabled(False)
        self._settled.start()

    def _ask(self) -> None:
        if not self._open:
            self.show_problem(self.tr("Pairs are added while the campaign is a draft or open."))
        elif not self.tags:
            self.show_problem(self.tr("Check at least one run."))
        else:
            self.preview_wanted.emit(self._choice, self._depth.value(), self.tags)

    def _tell(self) -> None:
        self.pool_wanted.emit(self._choice, self._depth.value(), self.tags)
