"""How the results are ranked and where words are looked for, with what came of the search at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from assay.types import SearchMode
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S4
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from assay_desktop.theme import Theme


class ModeRow(QWidget):
    """One line: the three modes, the switch for full texts where there are any, and the summary."""

    chosen = Signal(object)  # SearchMode
    full_text_chosen = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._modes = ModeSwitch(
            theme,
            {
                SearchMode.KEYWORD: (self.tr("Keyword"), self.tr("Papers that hold these words (BM25)")),
                SearchMode.SEMANTIC: (self.tr("Semantic"), self.tr("Papers that mean the same (vectors)")),
                SearchMode.HYBRID: (self.tr("Hybrid"), self.tr("Both rankings, fused by rank")),
            },
        )
        self._modes.chosen.connect(self.chosen)
        self.full_text = QCheckBox(self.tr("Full text"))
        self.full_text.clicked.connect(self.full_text_chosen)
        self.full_text.hide()
        self.summary = ElidedLabel("caption", between=" · ")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S4)
        row.addWidget(self._modes)
        row.addWidget(self.full_text)
        row.addStretch(1)
        row.addWidget(self.summary)

    def choose(self, mode: SearchMode, *, full_text: bool) -> None:
        """Marks what is chosen without saying so."""
        self._modes.choose(mode)
        self.full_text.setChecked(full_text)

    def offer_full_texts(self, n: int) -> None:
        """Offers the search in `n` papers' full texts; with none of them the switch is not there."""
        tip = self.tr("Look for the words in the full text of {0} papers too, passage by passage")
        self.full_text.setToolTip(tip.format(numeral(n)))
        self.full_text.setVisible(n > 0)

    def show_summary(self, text: str, details: str = "") -> None:
        """`details` are for the tooltip."""
        self.summary.show_text(text)
        self.summary.setToolTip(escape_markup(details or text))
