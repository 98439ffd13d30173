"""The card of one trained model: its facts, how it compares, its recipe, and what sets it apart."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from assay.models.types import ModelComparison
from assay_desktop.pages.training.catalogue import (
    card_facts,
    card_sections,
    card_summary,
    comparisons_of,
    damage_words,
    is_packaged,
    purpose_words,
)
from assay_desktop.pages.training.comparisons import kept_columns
from assay_desktop.pages.training.widgets.improvement import ImprovementPanel
from assay_desktop.pages.training.widgets.result import ComparisonTable, EvaluateButton
from assay_desktop.theme import S1, S2, S3, S4, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import choices, refill, tabbed
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed, scrolled
from assay_desktop.widgets.tables.rows import Column, RowsModel
from assay_desktop.widgets.tables.table import choose_row, plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.registry.card import Card
    from assay_desktop.pages.training.catalogue import Catalogue
    from assay_desktop.pages.training.improvement_words import Improved

_FACTS_PX: Final = 300
_DIFF_ROWS: Final = 14
_KEPT_ROWS: Final = 5
_IMPROVEMENT, _FACTS = 3, 4  # their tabs
_WIDE_PX: Final = 700
"""In a narrower card the facts are a tab: the tables next to them would show half of their columns."""


class CardPane(QWidget):
    """One model: its facts at the left, how it compares and its recipe at the right."""

    diff_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._name = ElidedLabel("paper-title")
        self._lead = label(role="body", wrap=True)
        self._damage = label(role="danger", wrap=True)
        self.evaluate = EvaluateButton()
        self.promote = button(self.tr("Promote…"), lambda: None)
        self.export = button(self.tr("Export…"), lambda: None)
        self.delete = button(self.tr("Delete…"), lambda: None)
        acts = (self.delete, self.export, self.evaluate, self.promote)
        self._damage.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(S3)
        self._facts.setVerticalSpacing(S1 + 2)
        self._facts.setColumnStretch(1, 1)
        self.speed = button(self.tr("Measure speed"), lambda: None, kind="link")
        self.speed.setProperty("place", "column")  # its words stand below those of the facts
        self.speed.setToolTip(self.tr("Texts per second on this machine, for one and for all vectors"))
        self._details = QGridLayout()
        self._details.setHorizontalSpacing(S3)
        self._details.setVerticalSpacing(S1 + 2)
        self._details.setColumnStretch(1, 1)
        details = boxed(self._details)
        details.hide()
        self.fold = button(self.tr("Details"), lambda: details.setVisible(self.fold.isChecked()), kind="link")
        self.fold.setCheckable(True)
        self.fold.setProperty("place", "column")
        column = vbox(self._facts, hbox(self.fold, STRETCH), details, STRETCH, gap=S3, margins=(0, 0, S4, 0))
        self._column = scrolled(boxed(column))
        self._left, self._tab = boxed(vbox(self._column)), boxed(vbox())
        set_px(self._left, width=_FACTS_PX)
        self._body = boxed(hbox(self._left, (self._build_right(), 1)))
        self._in_use = ""
        self._shown: tuple[Card, str] | None = None
        self._others: list[str] = []
        head = hbox(self._name, STRETCH, *acts, gap=S2)
        vbox(
            head, self._lead, self._damage, (self._body, 1), on=self, gap=S3, margins=(0, S3, 0, 0)
        ).addStretch(0)

    def _build_right(self) -> QVBoxLayout:
        """Build comparisons, recipe and differences, one at a time: none of them lies below the fold."""
        self.improvement = ImprovementPanel()
        improvement = boxed(vbox(self.improvement, STRETCH, margins=(0, S1, S2, 0)))
        pages = {
            self.tr("Comparisons"): scrolled(self._build_comparisons()),
            self.tr("Recipe"): self._build_recipe(),
            self.tr("Differences"): scrolled(self._build_differences()),
            self.tr("Improvement"): scrolled(improvement),
            self.tr("Facts"): self._tab,
        }
        self.tabs, stack = tabbed(self.tr("Views of the model"), pages)
        self.tabs.setTabVisible(_FACTS, False)
        return vbox(self.tabs, (stack, 1), gap=S2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _WIDE_PX
        if narrow != self.tabs.isTabVisible(_FACTS):
            holder = (self._tab if narrow else self._left).layout()
            assert holder is not None  # noqa: S101 - both were made with one
            holder.addWidget(self._column)
            self._left.setVisible(not narrow)
            self.tabs.setTabVisible(_FACTS, narrow)

    def _build_comparisons(self) -> QWidget:
        self._unmeasured = label(role="muted", wrap=True)
        self._kept_model = RowsModel(self)
        self.kept = plain_table(self._kept_model, self.tr("Comparisons with other models"))
        self.kept.selectionModel().currentRowChanged.connect(self._show_kept)
        self._kept_frame = framed(self.kept)
        self._other = label(role="caption", wrap=True)
        self.comparison = ComparisonTable()
        parts = (self._unmeasured, self._kept_frame, self._other, self.comparison)
        return boxed(vbox(*parts, STRETCH, gap=S2, margins=(0, 0, S2, 0)))

    def _build_recipe(self) -> QWidget:
        self._recipe = QPlainTextEdit(readOnly=True)
        self._recipe.setAccessibleName(self.tr("The recipe it was trained with"))
        self._recipe.setProperty("role", "code")
        self._recipe.setStyleSheet("font-family: monospace;")
        self._recipe.setTabChangesFocus(True)
        self._recipe.setPlaceholderText(self.tr("Added from a folder, so its recipe is unknown."))
        return self._recipe

    def _build_differences(self) -> QWidget:
        self._with = choices(self.tr("Model to compare with"), ())
        self._with.activated.connect(self._tell_diff)
        self._diff_model = RowsModel(self)
        self.diff = plain_table(self._diff_model, self.tr("Differences between the two cards"))
        self._diff_frame = framed(self.diff)
        return boxed(vbox(self._with, self._diff_frame, STRETCH, gap=S2, margins=(0, S1, S2, 0)))

    def show_card(self, card: Card, catalogue: Catalogue) -> None:
        self._name.show_text(card.name)
        self._in_use = catalogue.in_use
        self._damage.setText(damage_words(card) if card.damage else "")
        self._damage.setVisible(bool(card.damage))
        sound, used = not card.damage, card.model_id == catalogue.in_use
        self.evaluate.setVisible(sound and not used)
        self.evaluate.show_campaigns(catalogue.campaigns)
        self.promote.setVisible(sound)
        own = not is_packaged(card)
        self.export.setVisible(sound and own)
        self.delete.setVisible(own and not used)
        self._body.setVisible(sound)
        size = catalogue.sizes.get(card.model_id)
        self._lead.setText(purpose_words(size))
        self._lead.setVisible(sound and bool(self._lead.text()))
        summary = card_summary(card, size)
        self._show_facts(self._facts, [("", summary)])
        rest = [row for row in card_facts(card, size) if row not in summary]
        self._show_facts(self._details, [("", rest), *card_sections(card)])
        again = self.tr("Measure speed again") if card.scores.get("speed") else ""
        self.speed.setText(again or self.tr("Measure speed"))
        another = self._shown is None or self._shown[0].model_id != card.model_id
        first = another and not comparisons_of(card)
        self._show_improved(catalogue.improved.get(card.model_id), first=first)
        if (card, catalogue.in_use) != self._shown:
            self._show_comparisons(comparisons_of(card), used=used)
            self._recipe.setPlainText(card.recipe)
        self._shown = (card, catalogue.in_use)
        others = [
            other.model_id
            for other in catalogue.cards
            if other.model_id != card.model_id and not other.damage
        ]
        if others != self._others:
            self._others = others
            all_models = [(self.tr("Compare with another model…"), ""), *((other, other) for other in others)]
            refill(self._with, all_models, "")
            self._diff_frame.hide()
        self.tabs.setTabVisible(2, bool(others))

    def show_comparison(self, compared: ModelComparison) -> None:
        """One that was made a moment ago."""
        self._unmeasured.hide()
        self.tabs.setCurrentIndex(0)
        self._show_compared(compared)

    def _show_improved(self, improved: Improved | None, *, first: bool) -> None:
        """Show it; `first`: it is to be read before anything else is."""
        if improved is None and self.tabs.currentIndex() == _IMPROVEMENT:
            self.tabs.setCurrentIndex(0)
        self.tabs.setTabVisible(_IMPROVEMENT, improved is not None)
        if improved is not None:
            self.improvement.show_improved(improved)
            if first:
                self.tabs.setCurrentIndex(_IMPROVEMENT)

    def _show_comparisons(self, found: Sequence[ModelComparison], *, used: bool) -> None:
        self._unmeasured.setVisible(not found)
        self._unmeasured.setText(
            self.tr("No comparisons yet.")
            if used
            else self.tr("Not evaluated yet. Compare it with {0}, the active model.").format(self._in_use)
        )
        self._kept_frame.setVisible(len(found) > 1)
        self.comparison.setVisible(bool(found))
        self._other.hide()
        with QSignalBlocker(self.kept.selectionModel()):
            self._kept_model.show(kept_columns(self._in_use), found)
        self.kept.fit_height(len(found), most=_KEPT_ROWS)
        if found:
            choose_row(self.kept, self._kept_model.find(lambda one: one is found[0]))
            self._show_compared(found[0])

    def _show_kept(self, current: QModelIndex) -> None:
        compared = self._kept_model.row(current.row())
        if isinstance(compared, ModelComparison):
            self._show_compared(compared)

    def _show_compared(self, compared: ModelComparison) -> None:
        baseline = compared.against.model
        present = self._in_use in {baseline, compared.model.model, ""}
        self._other.setText(
            self.tr("Compared with {0}; the active model is now {1}.").format(baseline, self._in_use)
        )
        self._other.setVisible(not present)
        self.comparison.show()
        self.comparison.show_comparison(compared)

    def show_diff(self, model: str, other: str, rows: Sequence[tuple[str, Any, Any]]) -> None:
        """Show (key, of this model, of the other) of every key that differs."""
        columns = [
            Column(self.tr("Key"), lambda row: str(row[0]), number=False),
            Column(model, lambda row: _value_words(row[1]), number=False),
            Column(other, lambda row: _value_words(row[2]), number=False),
        ]
        self._with.setCurrentIndex(max(0, self._with.findData(other)))
        self._diff_model.show(columns, rows)
        self.diff.fit_height(len(rows), most=_DIFF_ROWS)
        self._diff_frame.show()
        self.tabs.setCurrentIndex(2)

    def _show_facts(
        self, grid: QGridLayout, sections: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    ) -> None:
        """Show (heading, (name, value) of each row); the facts themselves have no heading."""
        while (item := grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.speed:
                widget.hide()
                widget.deleteLater()
        numbers = count(step=2)  # a row below each is free
        for title, rows in sections:
            if title:
                heading = label(title, "section")
                heading.setContentsMargins(0, S3, 0, 0)
                grid.addWidget(heading, next(numbers), 0, 1, 2)
            for name, value in rows:
                number = next(numbers)
                self._show_fact(grid, name, value, number)
                if not title and name == self.tr("Speed"):
                    grid.addWidget(self.speed, number + 1, 1, Qt.AlignmentFlag.AlignLeft)
                    self.speed.show()  # a layout would, but one turn later

    def _show_fact(self, grid: QGridLayout, name: str, value: str, number: int) -> None:
        shown = label(value, wrap=True)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(shown, number, 1)

    def _tell_diff(self) -> None:
        other = self._with.currentData()
        if other:
            self.diff_wanted.emit(str(other))


def _value_words(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
