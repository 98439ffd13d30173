"""The trained models: a table, the card of the chosen one, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.pages.training.model import Compared, Shelf, card_facts, model_columns, read_kept
from assay_desktop.pages.training.page_questions import ask, ask_folder
from assay_desktop.pages.training.page_result import ComparisonTable, EvaluateButton
from assay_desktop.theme import S1, S2, S3, S4, S6
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.rows import Column, RowsModel
from assay_desktop.widgets.section import button, framed, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.table import fit_height, plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.registry import Card
    from assay_desktop.theme import Theme

_MOST_ROWS: Final = 7
_RECIPE_PX: Final = 220
_FACTS_PX: Final = 330
_DIFF_ROWS: Final = 14


class ModelsView(QWidget):
    """Widgets only."""

    model_chosen = Signal(str)
    evaluation_wanted = Signal(str, str)  # model, what on
    promotion_wanted = Signal(str)
    rollback_wanted = Signal()
    diff_wanted = Signal(str, str)
    export_chosen = Signal(str, str)  # model, folder
    deletion_agreed = Signal(str)
    folder_chosen = Signal(str)  # a run or a model's folder, to be added
    new_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shelf: Shelf | None = None
        self._chosen = ""
        self.strip = Strip(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(S6 + S2, S4, S6 + S2, S4)
        column.setSpacing(S3)
        column.addLayout(self._build_head())
        column.addWidget(self.strip)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_content())
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack.addWidget(self._empty)
        column.addWidget(self._stack, 1)
        self._empty.show_message("stack", self.tr("Reading the models…"))
        self._stack.setCurrentIndex(1)

    # --- building

    def _build_head(self) -> QHBoxLayout:
        self._in_use = ElidedLabel("muted")
        self.rollback = button(self.tr("Roll back"), self.rollback_wanted.emit)
        self.add = button(self.tr("Add a folder…"), self._choose_folder)
        self.add.setToolTip(self.tr("A finished run, or any folder that sentence-transformers can load"))
        row = QHBoxLayout()
        row.setSpacing(S2)
        row.addWidget(label(self.tr("Models"), "page-title"))
        row.addSpacing(S2)
        row.addWidget(self._in_use)
        row.addStretch(1)
        row.addWidget(self.rollback)
        row.addWidget(self.add)
        return row

    def _build_content(self) -> QWidget:
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Trained models"))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.card = CardPane()
        self.card.evaluate.wanted.connect(lambda on: self.evaluation_wanted.emit(self._chosen, on))
        self.card.promote.clicked.connect(lambda: self.promotion_wanted.emit(self._chosen))
        self.card.export.clicked.connect(self._choose_export)
        self.card.delete.clicked.connect(self._ask_deletion)
        self.card.diff_wanted.connect(lambda other: self.diff_wanted.emit(self._chosen, other))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, S3)
        column.addWidget(framed(self.table))
        split.addWidget(holder)
        split.addWidget(self.card)
        split.setStretchFactor(1, 1)
        split.setSizes([220, 500])
        return split

    # --- what there is to see

    def show_shelf(self, shelf: Shelf, chosen: str) -> None:
        """All models anew, with `chosen` marked; the first where it is not among them."""
        self._shelf = shelf
        self._in_use.show_text(self.tr("this library searches with {0}").format(shelf.in_use))
        before = shelf.before[-1] if shelf.before else ""
        self.rollback.setEnabled(bool(before))
        self.rollback.setToolTip(
            self.tr("Go back to {0}").format(before) if before else self.tr("There was no other model before")
        )
        if not shelf.cards:
            text = self.tr("No model was trained yet. A training that finishes puts its model here.")
            self._empty.show_message("stack", text, action=self.tr("New training"))
            self._stack.setCurrentIndex(1)
            return
        self._stack.setCurrentIndex(0)
        ids = [card.model_id for card in shelf.cards]
        self._chosen = chosen if chosen in ids else ids[0]
        self.table.selectionModel().blockSignals(True)
        self._model.show(model_columns(shelf.in_use), shelf.cards)
        row = self._model.find(lambda card: card.model_id == self._chosen)
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(
            self._model.index(row, 0), flags.ClearAndSelect | flags.Rows
        )
        self.table.selectionModel().blockSignals(False)
        self.table.viewport().update()
        self._show_card()

    def show_failure(self, text: str) -> None:
        if self._shelf is None:
            self._empty.show_message("warning-circle", text, action=self.tr("Try again"))
        else:
            self.show_error(text)

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    def show_busy(self, text: str) -> None:
        """What is under way with a model; "" when it is over."""
        if text:
            self.strip.say(text)
        else:
            self.strip.hide()
        for each in (self.card.evaluate, self.card.promote, self.card.delete, self.rollback, self.add):
            each.setEnabled(not text)
        if not text and self._shelf is not None:
            self.rollback.setEnabled(bool(self._shelf.before))

    def show_comparison(self, model: str, compared: Compared) -> None:
        if model == self._chosen:
            self.card.show_comparison(compared)

    def show_diff(self, model: str, other: str, rows: Sequence[tuple[str, Any, Any]]) -> None:
        if model == self._chosen:
            self.card.show_diff(model, other, rows)

    @property
    def chosen(self) -> str:
        return self._chosen

    # --- inner

    def _choose(self, current: QModelIndex) -> None:
        card = self._model.row(current.row())
        if card is not None and card.model_id != self._chosen:
            self._chosen = card.model_id
            self._show_card()
            self.model_chosen.emit(card.model_id)

    def _show_card(self) -> None:
        if self._shelf is None:
            return
        card = next((each for each in self._shelf.cards if each.model_id == self._chosen), None)
        if card is not None:
            self.card.show_card(card, self._shelf)

    def _ask_deletion(self) -> None:
        chosen = self._chosen
        ask(
            self,
            self.tr("Delete the model {0} for good?").format(chosen),
            self.tr("Its card and its scores go with it. A model that a library uses stays."),
            yes=self.tr("Delete"),
            agreed=lambda: self.deletion_agreed.emit(chosen),
            danger=True,
        )

    def _choose_export(self) -> None:
        chosen = self._chosen
        dialog = QFileDialog(self, self.tr("Export the model into a new folder"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(chosen)
        dialog.fileSelected.connect(lambda path: self.export_chosen.emit(chosen, path))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _choose_folder(self) -> None:
        ask_folder(self, self.tr("Add a finished run or a model"), self.folder_chosen.emit)

    def _act_on_empty(self, action: str) -> None:
        (self.retry_wanted if action == self.tr("Try again") else self.new_wanted).emit()


class CardPane(QWidget):
    """One model: its facts at the left, how it compares and its recipe at the right."""

    diff_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._name = ElidedLabel("paper-title")
        self._damage = label(role="danger", wrap=True)
        self.evaluate = EvaluateButton()
        self.promote = button(self.tr("Promote…"), lambda: None, kind="primary")
        self.export = button(self.tr("Export…"), lambda: None)
        self.delete = button(self.tr("Delete…"), lambda: None)
        head = QHBoxLayout()
        head.setSpacing(S2)
        head.addWidget(self._name)
        head.addStretch(1)
        for each in (self.delete, self.export, self.evaluate, self.promote):
            head.addWidget(each)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(S3)
        self._facts.setVerticalSpacing(S1 + 2)
        self._facts.setColumnStretch(1, 1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, S4, 0)
        column.addLayout(self._facts)
        column.addStretch(1)
        body = QHBoxLayout()
        facts = scrolled(left)
        facts.setFixedWidth(_FACTS_PX)
        body.addWidget(facts)
        body.addWidget(scrolled(self._build_right()), 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, S3, 0, 0)
        outer.setSpacing(S3)
        outer.addLayout(head)
        outer.addWidget(self._damage)
        outer.addLayout(body, 1)

    def _build_right(self) -> QWidget:
        self._scores = label(self.tr("Compared"), "section")
        self.comparison = ComparisonTable()
        self._with = QComboBox()
        self._with.setAccessibleName(self.tr("The model to lay beside it"))
        self._with.activated.connect(self._tell_diff)
        self._diff_model = RowsModel(self)
        self.diff = plain_table(self._diff_model, self.tr("What differs between the two cards"))
        self._diff_frame = framed(self.diff)
        self._recipe = QPlainTextEdit(readOnly=True)
        self._recipe.setAccessibleName(self.tr("The recipe that it was trained by"))
        self._recipe.setStyleSheet("font-family: monospace; font-size: 12px;")
        self._recipe.setFixedHeight(_RECIPE_PX)
        self._recipe.setTabChangesFocus(True)
        self._recipe_title = label(self.tr("Recipe"), "section")
        self._diff_title = label(self.tr("Differences"), "section")
        line = QHBoxLayout()
        line.addWidget(self._diff_title)
        line.addStretch(1)
        line.addWidget(self._with)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, S2, 0)
        column.setSpacing(S2)
        column.addWidget(self._scores)
        column.addWidget(self.comparison)
        column.addWidget(self._recipe_title)
        column.addWidget(self._recipe)
        column.addLayout(line)
        column.addWidget(self._diff_frame)
        column.addStretch(1)
        return holder

    def show_card(self, card: Card, shelf: Shelf) -> None:
        self._name.show_text(card.name)
        self._damage.setText(card.damage)
        self._damage.setVisible(bool(card.damage))
        sound, used = not card.damage, card.model_id == shelf.in_use
        self.evaluate.setVisible(sound and not used)
        self.evaluate.show_campaigns(shelf.campaigns)
        self.promote.setVisible(sound and not used)
        self.export.setVisible(sound)
        self.delete.setVisible(not used)
        self._show_facts(card_facts(card))
        kept = [found for score in card.scores.values() if (found := read_kept(card.model_id, score))]
        latest = max(kept, key=lambda each: each.created, default=None)
        self._scores.setVisible(latest is not None)
        self.comparison.setVisible(latest is not None)
        if latest is not None:
            self.comparison.show_comparison(latest)
        self._recipe.setPlainText(card.recipe)
        self._recipe.setVisible(bool(card.recipe))
        self._recipe_title.setVisible(bool(card.recipe))
        others = [
            other.model_id for other in shelf.cards if other.model_id != card.model_id and not other.damage
        ]
        self._with.clear()
        self._with.addItem(self.tr("Lay another model beside it…"), "")
        for other in others:
            self._with.addItem(other, other)
        for widget in (self._with, self._diff_title):
            widget.setVisible(sound and bool(others))
        self._diff_frame.hide()

    def show_comparison(self, compared: Compared) -> None:
        self._scores.show()
        self.comparison.show()
        self.comparison.show_comparison(compared)

    def show_diff(self, model: str, other: str, rows: Sequence[tuple[str, Any, Any]]) -> None:
        """(key, of this model, of the other) of every key that differs."""
        columns = [
            Column(self.tr("Key"), lambda row: str(row[0]), number=False),
            Column(model, lambda row: _said(row[1]), number=False),
            Column(other, lambda row: _said(row[2]), number=False),
        ]
        self._diff_model.show(columns, rows)
        fit_height(self.diff, len(rows), most=_DIFF_ROWS)
        self._diff_frame.show()

    def _show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, (name, value) in enumerate(facts):
            shown = label(value, wrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addWidget(label(name, "muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(shown, number, 1)

    def _tell_diff(self) -> None:
        other = self._with.currentData()
        if other:
            self.diff_wanted.emit(str(other))


def _said(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
