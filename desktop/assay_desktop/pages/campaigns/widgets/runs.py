"""Runs and pool: what ranks the corpus, which of it is judged, and what a new run leaves unjudged."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QWidget

from assay.campaign_types import CampaignStatus, PoolStrategy
from assay_desktop.pages.campaigns.columns import round_columns, run_columns, unjudged_columns
from assay_desktop.pages.campaigns.model import Overview, PoolPreview, UnjudgedRow
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, S4, S6, Theme
from assay_desktop.widgets.boxes import hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import choices, number_field
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, allow, button, framed, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

_DEEPEST = 1000
_SETTLED_MS = 250
_RUN_PX = 25
_MOST_RUNS = 6
_STRATEGY_PX = 120


class PoolForm(QWidget):
    """What is chosen is previewed a moment later; the button pools exactly that."""

    preview_wanted = Signal(object, int, list)  # PoolStrategy, depth, tags
    pool_wanted = Signal(object, int, list)

    def __init__(self) -> None:
        super().__init__()
        self._open = True
        self._strategy = choices(
            self.tr("How the round chooses pairs"),
            [
                (self.tr("Top of each run"), PoolStrategy.DEPTH),
                (self.tr("Top of all runs, fused (RRF)"), PoolStrategy.RRF),
                (self.tr("Both"), PoolStrategy.BOTH),
            ],
        )
        self._strategy.setMinimumWidth(_STRATEGY_PX)
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
        line = hbox((self._strategy, 1), self._depth, gap=S2)
        section.column.addLayout(line)
        section.add(framed(self._runs))
        section.add(self._preview)
        vbox(section, on=self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self._ask)
        self.setFocusProxy(self._pool)

    def show_runs(self, tags: Sequence[str], *, open_for_pairs: bool) -> None:
        """Show all runs; those unchecked stay so. Without `open_for_pairs` nothing can be pooled."""
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
        known = self.tr("{0} {0:is|are} already in the pool.").format(numeral(preview.n_known))
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
        """Say why nothing could be previewed."""
        self._preview.setText(text)
        self._pool.setEnabled(False)

    def _changed(self, *_: object) -> None:
        """Forget the preview: what is shown is no longer what would be pooled."""
        self._pool.setEnabled(False)
        self._settled.start()

    def _ask(self) -> None:
        if not self._open:
            self.show_problem(self.tr("Pairs are added while the campaign is a draft or open."))
        elif not self.tags:
            self.show_problem(self.tr("Tick at least one run."))
        else:
            self.preview_wanted.emit(self._choice, self._depth.value(), self.tags)

    def _tell(self) -> None:
        self.pool_wanted.emit(self._choice, self._depth.value(), self.tags)


_RUN_FILES = "TREC runs (*.run *.trec *.txt);;All files (*)"


class RunsTab(QWidget):
    """Widgets only."""

    run_wanted = Signal()  # the dialog for a new run
    run_file_chosen = Signal(str)
    unjudged_wanted = Signal(str, int)  # the run's tag, and k
    queue_wanted = Signal(str, int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._tag = ""
        self._gradable = True
        self._pool = PoolForm()
        inner = QWidget()
        column = vbox(self._build_runs(), on=inner, gap=S4, margins=(0, S3, S2, S3))
        lower = hbox(
            (vbox(self._pool, (self._build_rounds(), 1), gap=S4), 1), (self._build_unjudged(), 1), gap=S6
        )
        column.addLayout(lower, 1)
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(scrolled(inner), self._empty)
        vbox(self._stack, on=self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self._ask_unjudged)
        self.setFocusProxy(self._runs)

    def _build_runs(self) -> Section:
        self._new = button(self.tr("New run"), self.run_wanted.emit)
        self._from_file = button(self.tr("From a TREC run file…"), self.choose_file)
        section = Section(self.tr("Runs"), self._from_file, self._new)
        self._run_model = RowsModel(self)
        self._runs = plain_table(self._run_model, self.tr("Runs of the campaign"))
        self._runs.selectionModel().currentRowChanged.connect(self._choose_run)
        section.add(framed(self._runs))
        self._blind = label(
            self.tr("Assessors never see which run found a paper or its rank."), "caption", wrap=True
        )
        section.add(self._blind)
        return section

    def _build_rounds(self) -> Section:
        section = Section(self.tr("Rounds"))
        self._round_model = RowsModel(self)
        self._rounds = plain_table(self._round_model, self.tr("Rounds of the pool"), stretch=1)
        self._rounds_frame = framed(self._rounds)
        self._no_rounds = label(self.tr("No pairs pooled yet."), "muted")
        section.add(self._no_rounds)
        section.add(self._rounds_frame)
        section.column.addStretch(1)
        return section

    def _build_unjudged(self) -> Section:
        self._k = number_field(
            self.tr("Depth to which runs are checked for unjudged results"), 1, _DEEPEST, 10
        )
        self._k.setPrefix(self.tr("top "))
        self._k.valueChanged.connect(lambda _k: self._settled.start())
        self._queue_button = button(self.tr("Queue them"), self._queue)
        section = Section(self.tr("Unjudged"), self._k, self._queue_button)
        self._unjudged_title = section.title
        self._unjudged_note = label(role="muted", wrap=True)
        section.add(self._unjudged_note)
        self._unjudged_model = RowsModel(self)
        self._unjudged = plain_table(self._unjudged_model, self.tr("Unjudged results by query"))
        self._unjudged.setMinimumHeight(180)
        self._unjudged_frame = framed(self._unjudged)
        section.add(self._unjudged_frame, 1)
        section.column.addStretch(0)
        return section

    @property
    def pool(self) -> PoolForm:
        """The form for the next round."""
        return self._pool

    # --- what there is to see

    def show_overview(self, overview: Overview) -> None:
        """Show the runs and rounds of the campaign; the chosen run stays chosen."""
        state, campaign = overview.state, overview.campaign
        self._gradable = campaign.status in {CampaignStatus.DRAFT, CampaignStatus.OPEN}
        self._run_model.show(run_columns(), state.runs)
        self._runs.fit_height(len(state.runs), most=8)
        self._round_model.show(round_columns(), state.rounds)
        self._rounds.fit_height(len(state.rounds), most=6)
        self._no_rounds.setVisible(not state.rounds)
        self._rounds_frame.setVisible(bool(state.rounds))
        self._pool.show_runs([run.tag for run in state.runs], open_for_pairs=self._gradable)
        tags = [run.tag for run in state.runs]
        if self._tag not in tags:
            self._tag = tags[0] if tags else ""
        self._runs.selectRow(self._run_model.find(lambda run: run.tag == self._tag))
        self._show_empty(campaign.n_queries, n_runs=len(tags))
        self._ask_unjudged()

    def _show_empty(self, n_queries: int, *, n_runs: int) -> None:
        if n_runs:
            self._stack.setCurrentIndex(0)
            return
        if n_queries:
            text = self.tr("No runs yet. A run ranks the corpus for every query; you judge the best results.")
            self._empty.show_message(
                "list-numbers", text, action=self.tr("New run"), second=self.tr("From a TREC run file…")
            )
        else:
            text = self.tr("Runs need queries. Add them in Setup.")
            self._empty.show_message("magnifying-glass", text)
        self._stack.setCurrentIndex(1)

    def show_unjudged(self, tag: str, k: int, rows: Sequence[UnjudgedRow]) -> None:
        """Show the unjudged results in the top k of the chosen run."""
        if tag != self._tag:
            return
        n = sum(row.n for row in rows)
        self._unjudged_title.show_text(self.tr("Unjudged results in {0}").format(tag))
        if n:
            pairs = counted(n, self.tr("unjudged pair"), self.tr("unjudged pairs"))
            queries = counted(len(rows), self.tr("query"), self.tr("queries"))
            self._unjudged_note.setText(self.tr("{0} in the top {1} of {2}.").format(pairs, k, queries))
        else:
            self._unjudged_note.setText(self.tr("Every result in its top {0} is judged.").format(k))
        self._unjudged_frame.setVisible(bool(n))
        self._unjudged_model.show(unjudged_columns(), rows)
        self._queue_button.setVisible(bool(n))
        over = self.tr("Pairs are added while the campaign is a draft or open.")
        allow(self._queue_button, but="" if self._gradable else over)
        self._queue_button.setText(self.tr("Queue {0}").format(counted(n, self.tr("pair"), self.tr("pairs"))))

    def choose_file(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, self.tr("A TREC run file"), "", _RUN_FILES)
        if path:
            self.run_file_chosen.emit(path)

    # --- inner

    def _choose_run(self, current: QModelIndex, _previous: QModelIndex) -> None:
        run = self._run_model.row(current.row())
        if run is not None and run.tag != self._tag:
            self._tag = run.tag
            self._ask_unjudged()

    def _ask_unjudged(self) -> None:
        if self._tag:
            self.unjudged_wanted.emit(self._tag, self._k.value())

    def _queue(self) -> None:
        if self._tag:
            self.queue_wanted.emit(self._tag, self._k.value())

    def _act_on_empty(self, action: str) -> None:
        if action == self.tr("New run"):
            self.run_wanted.emit()
        else:
            self.choose_file()
