"""The training page: the runs at the left; a new one, one of them, or the trained models at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from assay_desktop.pages.training.comparisons import promotion_words
from assay_desktop.pages.training.model import TONES, state_words
from assay_desktop.pages.training.widgets.goals import GoalsView
from assay_desktop.pages.training.widgets.improve import ImproveView
from assay_desktop.pages.training.widgets.models import ModelsView
from assay_desktop.pages.training.widgets.run import RunView
from assay_desktop.pages.training.widgets.setup import SetupView
from assay_desktop.pages.training.words import short_time
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, set_px
from assay_desktop.widgets.boxes import fill, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.question import ask
from assay_desktop.widgets.controls.side_panes import SidePanes
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.tables.campaign_list import CampaignCard, CampaignList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent

    from assay.models.types import PromotionPlan
    from assay.training_runs.types import RunSummary
    from assay_desktop.keys import Keys
    from assay_desktop.pages.training.comparisons import Tested
    from assay_desktop.theme import Theme

_LIST_PX: Final = 232
NEW, RUN, MODELS, IMPROVE, RECIPE = range(5)
"""What stands at the right: the goals of a new training, a run, the models, and so on."""


class TrainingPage(QWidget):
    """Widgets only. Its four views have signals of their own."""

    shown = Signal(bool)
    improve_wanted = Signal()
    deletion_agreed = Signal()
    second_agreed = Signal()
    discard_agreed = Signal()
    promotion_agreed = Signal(str)
    left = Signal()  # another page was opened
    beir_chosen = Signal(str, str)  # model, folder
    goals_shown = Signal()
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._shown_run = ""
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self._stack = QStackedWidget()
        vbox(SidePanes(theme, self._stack, left=self._build_list(), sizes=(_LIST_PX, 900)), on=self)
        self.goals = GoalsView(theme)
        self.setup = SetupView(theme)
        self.run = RunView(theme)
        self.models = ModelsView(theme)
        self.models.new_wanted.connect(self.open_new)
        self.improve = ImproveView(theme)
        fill(self._stack, self.goals, self.run, self.models, self.improve, self.setup)
        self.goals.recipe_wanted.connect(self.open_recipe)
        self.setup.goals_wanted.connect(self.open_new)
        self._bind_keys(keys)
        self.setFocusProxy(self._list)

    def _build_list(self) -> QFrame:
        pane = QFrame()
        pane.setProperty("role", "sidebar")
        set_px(pane, width=_LIST_PX)
        title = label(self.tr("Training"), "page-title")
        title.setContentsMargins(S2, 0, 0, 0)
        self._new = button(self.tr("New training"), self.open_new)
        self._new.setCheckable(True)
        hint(self._new, self.tr("Choose a goal, or write a recipe ({0})"), "training.new")
        self._models = button(self.tr("Models"), self.open_models)
        self._models.setCheckable(True)
        text = self.tr("Trained models, and the one that searches this library ({0})")
        hint(self._models, text, "training.models")
        self._improve = button(self.tr("Improve search…"), self.improve_wanted.emit)
        self._improve.setCheckable(True)
        text = self.tr("Tune search on your judgements ({0})")
        hint(self._improve, text, "training.improve")
        buttons = vbox(self._new, self._models, self._improve, gap=S2)
        heading = label(self.tr("Runs"), "section")
        heading.setContentsMargins(S2, S2, 0, 0)
        self._none = label(
            self.tr("No runs yet. Training can continue after you close the window."), "caption", wrap=True
        )
        self._none.setContentsMargins(S2, 0, 0, 0)
        self._list = CampaignList(self._theme, checkable=True)
        self._list.setToolTip(self.tr("Tick runs to compare their curves (Space)"))
        self._list.setAccessibleName(self.tr("Training runs"))
        self.run_chosen = self._list.chosen
        self.runs_checked = self._list.checked
        parts = (title, buttons, heading, self._none, (self._list, 1))
        vbox(*parts, on=pane, gap=S3, margins=(S3, S4, S3, S3))
        return pane

    def _bind_keys(self, keys: Keys) -> None:
        for name, call in (
            ("training.new", self.open_new),
            ("training.models", self.open_models),
            ("training.improve", self.improve_wanted.emit),
            ("training.start", self._start),
            ("training.check", self._check),
            ("training.pause", self._pause_or_go_on),
            ("training.promote", self._promote),
        ):
            keys.bind(name, self, call)

    # --- what there is to see

    def show_runs(self, rows: Sequence[RunSummary], chosen: str) -> None:
        """Show the list again; `chosen` is marked while a run is looked at."""
        self._shown_run = chosen
        self._list.show_cards([self._card(row) for row in rows], chosen)
        self._none.setVisible(not rows)
        if not chosen or self.view != RUN:
            self._list.clearSelection()

    def open_new(self) -> None:
        """Show the goals, counted again."""
        self._show_view(NEW)
        self.goals_shown.emit()

    def open_recipe(self) -> None:
        self._show_view(RECIPE)

    def open_run(self) -> None:
        self._show_view(RUN)

    def open_models(self) -> None:
        self._show_view(MODELS)

    def open_improve(self) -> None:
        self._show_view(IMPROVE)

    @property
    def shows_goals(self) -> bool:
        return self.view == NEW

    @property
    def view(self) -> int:
        """NEW, RUN, MODELS, IMPROVE or RECIPE."""
        return self._stack.currentIndex()

    def show_error(self, text: str) -> None:
        """Show it above what is shown."""
        view = (self.goals, self.run, self.models, self.improve, self.setup)[self.view]
        view.show_error(text)

    def shows_run(self, folder: str) -> bool:
        """Return whether this run is in sight."""
        return self.isVisible() and self.view == RUN and self._shown_run == folder

    # --- questions

    def ask_run_deletion(self, name: str) -> None:
        ask(
            self,
            self.tr("Delete the run {0}?").format(name),
            self.tr("Its checkpoints and curves are deleted. A saved model is kept."),
            yes=self.tr("Delete"),
            agreed=self.deletion_agreed.emit,
            danger=True,
        )

    def ask_second(self, name: str) -> None:
        ask(
            self,
            self.tr("{0} is already training.").format(name),
            self.tr("Two runs share this machine: each takes about twice as long and memory use rises."),
            yes=self.tr("Start anyway"),
            agreed=self.second_agreed.emit,
        )

    def ask_discard(self, name: str, *, opened: str) -> None:
        ask(
            self,
            self.tr("Replace the current recipe with {0}?").format(opened),
            self.tr("Unsaved changes to {0} will be lost. Use Save as… to keep them.").format(name),
            yes=self.tr("Open {0}").format(opened),
            agreed=self.discard_agreed.emit,
            danger=True,
        )

    def ask_promotion(self, plan: PromotionPlan, tested: Tested | None) -> None:
        """Ask once, with the gain, the papers to re-index and the time of that."""
        ask(
            self,
            self.tr("Search this library with {0}?").format(plan.model),
            promotion_words(plan, tested),
            yes=self.tr("Promote and re-index") if plan.n_new else self.tr("Promote"),
            agreed=lambda: self.promotion_agreed.emit(plan.model),
            careful=tested is None or not tested.is_better,
        )

    def ask_beir(self, model: str) -> None:
        title = self.tr("A BEIR folder with corpus, queries and qrels/test.tsv")
        ask_path(self, title, lambda folder: self.beir_chosen.emit(model, folder))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)
        if not event.spontaneous():  # not where the window is minimised
            self.left.emit()

    # --- inner

    def _show_view(self, view: int) -> None:
        self._new.setChecked(view in (NEW, RECIPE))
        self._models.setChecked(view == MODELS)
        self._improve.setChecked(view == IMPROVE)
        if view != RUN:
            self._list.clearSelection()
            if self._list.hasFocus():  # its frame would stand around a run that is not shown
                {MODELS: self._models, IMPROVE: self._improve}.get(view, self._new).setFocus()
        self._stack.setCurrentIndex(view)

    def _card(self, row: RunSummary) -> CampaignCard:
        progress = f"{numeral(row.step)} / {numeral(row.steps)}" if row.steps and row.is_open else ""
        if not progress:
            progress = short_time(row.changed)
        return CampaignCard(
            name=row.name,
            status=state_words(row.state),
            tone=TONES[row.state],
            progress=progress,
            share=row.share,
            key=row.key,
        )

    def _start(self) -> None:
        if self.view == NEW:
            self.goals.start_first()
        elif self.view == RECIPE:
            self.setup.settle()
            self.setup.start.click()
        elif self.view == IMPROVE:
            self.improve.start.click()

    def _check(self) -> None:
        if self.view == RECIPE:
            self.setup.settle()
            self.setup.check.click()

    def _promote(self) -> None:
        promote = self.models.card.promote if self.view == MODELS else self.run.result.promote
        if promote.isVisible():
            promote.click()

    def _pause_or_go_on(self) -> None:
        if self.view == RUN:
            wanted = self.run.pause if self.run.pause.isVisible() else self.run.go_on
            if wanted.isVisible():
                wanted.click()
