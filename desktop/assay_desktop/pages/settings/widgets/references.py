"""How references are printed and citation keys are made, each with what it makes of a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QGridLayout, QWidget

from assay_desktop.theme import S2, S4, set_px
from assay_desktop.widgets.boxes import STRETCH, hbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_WIDTH: Final = 280
_LABEL_WIDTH: Final = 132  # as that of the page's other groups
EXAMPLE_RULE: Final = "[auth][year][veryshorttitle]"


class References(QWidget):
    """A choice leaves as a signal at once; the rule when Enter is pressed or the field is left."""

    style_chosen = Signal(str)  # a style's name, or the path of a .csl file
    rule_given = Signal(str)  # "" for none

    def __init__(self) -> None:
        super().__init__()
        self.style_box = QComboBox()
        self.style_box.setAccessibleName(self.tr("Style of references"))
        set_px(self.style_box, width=_WIDTH)
        self.style_box.currentIndexChanged.connect(
            lambda _: self.style_chosen.emit(str(self.style_box.currentData()))
        )
        choose = button(self.tr("Choose a .csl file…"), self._choose)
        self.reference = label(role="caption", wrap=True)
        self.rule = text_field(self.tr("Rule for citation keys"), hint=EXAMPLE_RULE)
        set_px(self.rule, width=_WIDTH)
        self.rule_typed = self.rule.textEdited  # for the example
        self.rule.editingFinished.connect(lambda: self.rule_given.emit(self.rule.text().strip()))
        self.key = label(role="caption", wrap=True)
        self.renew = QCheckBox(self.tr("Also replace imported keys"))
        self.renewal_chosen = self.renew.clicked
        words = self.tr(
            "Fields in brackets: auth, authors2, authors, year, shortyear, veryshorttitle, shorttitle, "
            "title, journal. Modifiers after a colon: lower, upper, capitalize. Without a rule, keys are ids."
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, S2, 0, 0)
        grid.setHorizontalSpacing(S4)
        grid.setVerticalSpacing(S2)
        grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(self.tr("Style"), "muted"), 0, 0)
        grid.addLayout(hbox(self.style_box, choose, STRETCH, gap=S2), 0, 1)
        grid.addWidget(self.reference, 1, 1)
        grid.addWidget(label(self.tr("Citation keys"), "muted"), 2, 0)
        grid.addLayout(hbox(self.rule, STRETCH), 2, 1)
        for number, widget in enumerate((self.key, self.renew, label(words, "caption", wrap=True)), 3):
            grid.addWidget(widget, number, 1)

    def show_choices(self, *, style: str, rule: str, renew: bool) -> None:
        """Show what is chosen, and say nothing of it."""
        styles = [
            (self.tr("Author and year"), "author-date"),
            (self.tr("Numbers"), "numeric"),
            (self.tr("Notes"), "note"),
        ]
        if style and all(style != name for _, name in styles):
            styles.append((Path(style).name, style))
        with QSignalBlocker(self.style_box):
            self.style_box.clear()
            for words, name in styles:
                self.style_box.addItem(words, name)
            self.style_box.setCurrentIndex(max(0, self.style_box.findData(style)))
        if not self.rule.hasFocus():
            self.rule.setText(rule)
        self.renew.setChecked(renew)
        self.renew.setEnabled(bool(rule))

    def show_reference(self, text: str) -> None:
        self.reference.setText(text)

    def show_key(self, text: str) -> None:
        """Show the key that the rule makes, or what is wrong with the rule."""
        self.key.setText(text)

    def _choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a citation style"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Citation styles (*.csl)")])
        dialog.fileSelected.connect(self.style_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
