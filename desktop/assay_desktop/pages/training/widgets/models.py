"""The trained models: a table, the card of the chosen one, and what can be done with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from assay_desktop.pages.training.catalogue import Catalogue, model_columns
from assay_desktop.pages.training.size_words import used_words
from assay_desktop.pages.training.widgets.card import CardPane
from assay_desktop.pages.training.widgets.questions import ask_pooling
from assay_desktop.pages.training.widgets.result import show_promotion
from assay_desktop.theme import ROW_HEIGHT, S2, S3, S4, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, split, stacked, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.question import ask
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import HEADER_HEIGHT, choose_row, plain_table
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.models.types import ModelComparison
    from assay_desktop.background.work import Work
    from assay_desktop.theme import Theme


class ModelsView(QWidget):
    """Widgets only."""

    model_chosen = Signal(str)
    evaluation_wanted = Signal(str, str)  # model, what on
    speed_wanted = Signal(str)
    promotion_wanted = Signal(str)
    rollback_wanted = Signal()
    diff_wanted = Signal(str, str)
    export_chosen = Signal(str, str)  # model, folder
    deletion_agreed = Signal(str)
    folder_chosen = Signal(str)  # a run or a model's folder, to be added
    pooling_chosen = Signal(str, str)  # such a folder, and "cls" or "mean"
    new_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._catalogue: Catalogue | None = None
        self._chosen = ""
        self._locked = False
        self.strip = Strip(theme)
        self.work = WorkLine()
        head = self._build_head()
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self._build_content(), self._empty)
        margins = (S6 + S2, S4, S6 + S2, S4)
        vbox(head, self.strip, self.work, (self._stack, 1), on=self, gap=S3, margins=margins)
        self._empty.show_message("stack", self.tr("Reading the models…"))
        self._stack.setCurrentIndex(1)

    # --- building

    def _build_head(self) -> QHBoxLayout:
        self._in_use = ElidedLabel("muted")
        self.rollback = button(self.tr("Roll back"), self.rollback_wanted.emit)
        self.add = button(self.tr("Add a folder…"), self._choose_folder)
        self.add.setToolTip(self.tr("A finished run or a sentence-transformers folder"))
        title = label(self.tr("Models"), "page-title")
        return hbox(title, S2, self._in_use, STRETCH, self.rollback, self.add, gap=S2)

    def _build_content(self) -> QWidget:
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Trained models"))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.card = CardPane()
        self.card.evaluate.wanted.connect(lambda on: self.evaluation_wanted.emit(self._chosen, on))
        self.card.speed.clicked.connect(lambda: self.speed_wanted.emit(self._chosen))
        self.card.promote.clicked.connect(lambda: self.promotion_wanted.emit(self._chosen))
        self.card.export.clicked.connect(self._choose_export)
        self.card.delete.clicked.connect(self._ask_deletion)
        self.card.diff_wanted.connect(lambda other: self.diff_wanted.emit(self._chosen, other))
        holder = boxed(vbox(framed(self.table), margins=(0, 0, 0, S3)))
        sizes = (HEADER_HEIGHT + 6 * ROW_HEIGHT + 2 * S3, 480)  # six whole rows
        return split(holder, self.card, stretch=(0, 1), sizes=sizes, down=True)

    # --- what there is to see

    def show_catalogue(self, catalogue: Catalogue, chosen: str) -> None:
        """Show all models again, with `chosen` marked; the first where it is not among them."""
        self._catalogue = catalogue
        vectors = used_words(catalogue.sizes.get(catalogue.in_use))
        active = self.tr("Active model: {0}").format(catalogue.in_use)
        self._in_use.show_text(" · ".join(filter(None, (active, vectors))))
        before = catalogue.before[-1] if catalogue.before else ""
        self.rollback.setEnabled(bool(before))
        self.rollback.setToolTip(
            self.tr("Go back to {0}").format(before) if before else self.tr("No previous model")
        )
        if not catalogue.cards:
            text = self.tr("No trained models yet. Models of finished runs appear here.")
            self._empty.show_message("stack", text, action=self.tr("New training"))
            self._stack.setCurrentIndex(1)
            return
        self._stack.setCurrentIndex(0)
        ids = [card.model_id for card in catalogue.cards]
        self._chosen = chosen if chosen in ids else ids[0]
        with QSignalBlocker(self.table.selectionModel()):
            self._model.show(model_columns(catalogue), catalogue.cards)
        choose_row(self.table, self._model.find(lambda card: card.model_id == self._chosen))
        self._show_card()

    def show_failure(self, text: str) -> None:
        if self._catalogue is None:
            self._empty.show_message("warning-circle", text, action=self.tr("Try again"))
        else:
            self.show_error(text)

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    def show_work(self, work: Work | None, *, locked: bool) -> None:
        """Show what is under way with the chosen model; `locked` while any model is changed."""
        self.work.show_work(work)
        card = self.card
        for each in (card.delete, card.export, self.rollback, self.add):
            each.setEnabled(not locked)
        self._locked = locked
        self._show_promotion()
        card.evaluate.setEnabled(work is None and not locked)
        card.speed.setEnabled(work is None and not locked)
        self.rollback.setEnabled(not locked and self._catalogue is not None and bool(self._catalogue.before))

    def _show_promotion(self) -> None:
        catalogue, chosen = self._catalogue, self._chosen
        used = catalogue is not None and chosen == catalogue.in_use
        gains = catalogue is not None and catalogue.gains(chosen)
        show_promotion(self.card.promote, in_use=used, locked=self._locked, gains=gains)

    def show_comparison(self, model: str, compared: ModelComparison) -> None:
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
        if self._catalogue is None:
            return
        card = self._catalogue.card(self._chosen)
        if card is not None:
            self.card.show_card(card, self._catalogue)
            self._show_promotion()

    def _ask_deletion(self) -> None:
        chosen = self._chosen
        ask(
            self,
            self.tr("Delete the model {0}?").format(chosen),
            self.tr(
                "This also deletes its card and scores, for good. A model that a library uses cannot "
                "be deleted."
            ),
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
        ask_path(self, self.tr("Add a finished run or a model"), self.folder_chosen.emit)

    def ask_pooling(self, folder: str) -> None:
        """Ask for a published BERT's pooling: its folder does not say."""
        ask_pooling(self, Path(folder).name, lambda pooling: self.pooling_chosen.emit(folder, pooling))

    def _act_on_empty(self, action: str) -> None:
        (self.retry_wanted if action == self.tr("Try again") else self.new_wanted).emit()
