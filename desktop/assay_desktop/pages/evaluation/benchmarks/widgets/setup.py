"""Setting up a run: where the benchmarks are, which tasks, which systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLayout, QMenu, QTreeView, QWidget

from assay_desktop.pages.evaluation.benchmarks.task_tree import METRICS, NAME, STATE, TaskTree
from assay_desktop.pages.evaluation.benchmarks.widgets.systems import SystemsView
from assay_desktop.text.figures import counted
from assay_desktop.theme import S1, S2, S3, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, allow, button, framed, scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.benchmarks.types import BenchOptions
    from assay_desktop.background.work import Work
    from assay_desktop.pages.evaluation.benchmarks.options import Choice
    from assay_desktop.theme import Theme

_METRICS_PX: Final = 130
_STATE_PX: Final = 120
_LEAST_NAME_PX: Final = 200


class _TaskView(QTreeView):
    """Leaves out the measures where the names of tasks would have no room next to them."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - _METRICS_PX - _STATE_PX
        self.setColumnHidden(METRICS, room < _LEAST_NAME_PX)


class SetupView(QWidget):
    """Widgets only."""

    folder_chosen = Signal(str)
    file_chosen = Signal(str)
    file_removed = Signal(str)
    tasks_ticked = Signal(object)  # ids
    run_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._missing = self.tr("Tick the systems to measure.")  # before a run can begin
        self.strip, self.empty, self.work = Strip(theme), StatePanel(theme), WorkLine()
        self.empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self._build_choice(), self.empty)
        vbox(self._build_head(), self.strip, (self._stack, 1), self.work, on=self, gap=S3)
        self._show_empty("hourglass", self.tr("Looking for benchmarks and models…"))
        theme.changed.connect(self._color)
        self._color()

    # --- building

    def _build_head(self) -> QLayout:
        self.folder = ElidedLabel("strong")
        words = self.tr("The folder of benchmarks, as published")
        self.choose = button(self.tr("Choose folder…"), self.ask_folder, hint=words)
        words = self.tr("Tasks of your own, one JSON object per line")
        self.own = button(self.tr("Task files"), lambda: None, hint=words)
        self._own_menu = QMenu(self)
        self.own.setMenu(self._own_menu)
        title = label(self.tr("Benchmarks in"), "muted")
        return hbox(title, self.folder, STRETCH, self.own, self.choose, gap=S2)

    def _build_choice(self) -> QWidget:
        self.systems = SystemsView()
        area = scrolled(self.systems)
        area.setFixedWidth(area.minimumSizeHint().width())
        self._summary = label(role="muted", wrap=True)
        self.run = button(self.tr("Run"), self.run_wanted.emit, kind="primary")
        hint(self.run, self.tr("Score the ticked systems on the ticked tasks ({0})"), "benchmarks.run")
        choice, foot = (
            hbox((self._build_tasks(), 1), area, gap=S6),
            hbox((self._summary, 1), self.run, gap=S3),
        )
        return boxed(vbox((choice, 1), foot, gap=S3))

    def _build_tasks(self) -> QWidget:
        self.tasks = TaskTree(self)
        self.tasks.ticked.connect(lambda: self.tasks_ticked.emit(self.tasks.chosen))
        self.tree = _TaskView()
        self.tree.setModel(self.tasks)
        self.tree.setAccessibleName(self.tr("Tasks to run"))
        self.tree.setUniformRowHeights(True)
        self.tree.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.tree.setTabKeyNavigation(False)
        header = self.tree.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, px in ((METRICS, _METRICS_PX), (STATE, _STATE_PX)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, px)
        header.setSectionsClickable(False)
        self.tree.selectionModel().currentRowChanged.connect(self._show_why)
        self.why = label(role="caption", wrap=True)
        self.why.setMinimumHeight(2 * self.why.fontMetrics().lineSpacing() + S1)
        self.why.setAlignment(Qt.AlignmentFlag.AlignTop)
        section = Section(self.tr("Tasks"))
        section.add(framed(self.tree), 1)
        section.add(self.why)
        return section

    # --- what there is to see

    def show_options(self, options: BenchOptions, choice: Choice) -> None:
        """Show what there is to choose from; of the tree, suites that are there are open."""
        self._show_places(choice)
        self.tasks.show(options.tasks, choice.tasks)
        there = self.tasks.suites_there()
        for index in there:
            self.tree.setExpanded(index, True)
            for row in range(self.tasks.rowCount(index)):
                self.tree.setExpanded(self.tasks.index(row, 0, index), True)
        self.systems.show_options(options, choice)
        self._show_faults(options)
        if choice.data or choice.files:
            self._stack.setCurrentIndex(0)
            if not there:
                self.strip.say(
                    self.tr("No known benchmarks found. Each task says which file it needs."),
                    tone="warning",
                )
        else:
            self._show_empty(
                "folder-open",
                self.tr(
                    "Choose a folder with SciRepEval, SciDocs, BEIR, MDCR or your own datasets. Assay does "
                    "not download them."
                ),
                action=self.tr("Choose folder…"),
                second=self.tr("Open a task file…"),
            )

    def show_choice(self, choice: Choice, words: Sequence[str]) -> None:
        """How much a run would be; `words` is its command, or empty."""
        self.systems.show_scoring(choice)
        n_tasks, n_systems = words.count("--task"), len(self.systems.names)
        if words:
            tasks = counted(n_tasks, self.tr("task"), self.tr("tasks"))
            systems = counted(n_systems, self.tr("system"), self.tr("systems"))
            template = self.tr("{0} on {1}. Existing scores are kept, not computed again.")
            self._summary.setText(template.format(tasks, systems))
        elif not choice.systems:
            self._summary.setText(self.tr("Tick the systems to measure."))
        else:
            self._summary.setText(self.tr("Tick available tasks, or a whole suite."))
        self._missing = "" if words else self._summary.text()
        self._allow()

    def show_failure(self, text: str, folder: str) -> None:
        """Say that nothing could be read: the folder is gone, or the engine is."""
        self.folder.show_text(folder)
        self._show_empty(
            "warning-circle", text, action=self.tr("Try again"), second=self.tr("Choose folder…")
        )

    def show_work(self, work: Work | None) -> None:
        self.work.show_work(work)
        self._allow()

    # --- asking

    def ask_folder(self) -> None:
        ask_path(self, self.tr("The folder of benchmarks"), self.folder_chosen.emit)

    def ask_file(self) -> None:
        kinds = self.tr("Tasks, one JSON object per line (*.jsonl *.json)")
        ask_path(self, self.tr("A file of your own tasks"), self.file_chosen.emit, files=kinds)

    # --- inner

    def _allow(self) -> None:
        under_way = "" if self.work.isHidden() else self.tr("A run is in progress.")
        allow(self.run, but=self._missing or under_way)

    def _show_places(self, choice: Choice) -> None:
        self.folder.show_text(choice.data or self.tr("no folder chosen"))
        self._own_menu.clear()
        self._own_menu.addAction(self.tr("Open a task file…"), self.ask_file)
        if choice.files:
            self._own_menu.addSeparator()
        for file in choice.files:
            action = self._own_menu.addAction(self.tr("Remove {0}").format(Path(file).name))
            action.triggered.connect(lambda _checked=False, file=file: self.file_removed.emit(file))

    def _show_faults(self, options: BenchOptions) -> None:
        if options.faults:
            one = self.tr("task file cannot be read.")
            text = counted(len(options.faults), one, self.tr("task files cannot be read."))
            self.strip.say(text, tone="warning", details="\n".join(each.why for each in options.faults))
        else:
            self.strip.hide()

    def _show_why(self, index: QModelIndex) -> None:
        task = self.tasks.node(index).task
        self.why.setText("" if task is None else task.why or task.note)

    def _show_empty(self, icon: str, text: str, *, action: str = "", second: str = "") -> None:
        self.empty.show_message(icon, text, action=action, second=second)
        self._stack.setCurrentWidget(self.empty)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Choose folder…"): self.ask_folder,
            self.tr("Open a task file…"): self.ask_file,
            self.tr("Try again"): self.retry_wanted.emit,
        }
        acts[action]()

    def _color(self) -> None:
        self.tasks.set_colors(self._theme.color("muted"), self._theme.color("danger"))
