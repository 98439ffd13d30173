"""Which model puts the results in order, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S1, S2
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.theme import Theme


class RerankRow(QWidget):
    """One line: the choice at the left, a note on the present results at the right."""

    chosen = Signal(object)  # the model, "" for none

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(S1)
        name = self.tr("Rerank")
        self.button = MenuButton(theme, name, most=220)
        self.button.chosen.connect(self.chosen)
        self.note = ElidedLabel("caption")
        row.addWidget(label(name, "muted"))
        row.addWidget(self.button)
        row.addSpacing(S2)
        row.addStretch(1)
        row.addWidget(self.note)
        self.show_models([], "")

    def show_models(self, models: Sequence[str], chosen: str) -> None:
        """Offers the models and none; without any to choose from the line is not there."""
        none = self.tr("None: as they were found")
        entries = [(short_name(model), model, True) for model in models]
        self.button.show_entries([(none, "", True), *entries], chosen)
        self.button.show_text(short_name(chosen) or self.tr("none"))
        self.setVisible(bool(models))

    def show_note(self, text: str, *, details: str = "") -> None:
        """`details` are for the tooltip."""
        self.note.show_text(text)
        self.note.setToolTip(escape_markup(details or text))


def short_name(model: str) -> str:
    """A model's name, or the last part of where its folder is."""
    return Path(model).name if Path(model).is_absolute() else model
