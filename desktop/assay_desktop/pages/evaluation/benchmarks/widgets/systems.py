"""What is measured, and how it is scored: the right half of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QWidget,
)

from assay_desktop.pages.evaluation.benchmarks.words import device_words, short_name, system_words
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import S1, S2, S3
from assay_desktop.widgets.boxes import vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.fields import choices
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, button, framed

if TYPE_CHECKING:
    from assay.benchmarks.types import BenchOptions
    from assay_desktop.pages.evaluation.benchmarks.options import Choice

_PX: Final = 340
_DEVICES: Final = ("auto", "cpu", "cuda", "mps")


class SystemsView(QWidget):
    """Widgets only."""

    ticked = Signal(object)  # names
    added = Signal(str)  # "hybrid:MODEL", or a model's folder
    removed = Signal(str)
    scoring_chosen = Signal(str, bool)  # similarity, intercept
    device_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(_PX)
        vbox((self._build_list(), 1), self._build_scoring(), on=self, gap=S3)

    # --- building

    def _build_list(self) -> QWidget:
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Systems to measure"))
        self.list.itemChanged.connect(lambda _item: self.ticked.emit(tuple(self.names)))
        self.more = button(self.tr("Add"), lambda: None, hint=self.tr("Other systems to measure"))
        self._menu = QMenu(self)
        self._hybrids = QMenu(self.tr("Hybrid of BM25 and"), self)
        self.more.setMenu(self._menu)
        section = Section(self.tr("Systems"), self.more)
        section.add(framed(self.list), 1)
        note = self.tr(
            "A model encodes each text once. Keyword systems only rank papers: tasks with labels leave them "
            "out."
        )
        section.add(label(note, "caption", wrap=True))
        return section

    def _build_scoring(self) -> QWidget:
        measures = (
            (self.tr("Distance (L2), as published"), "l2"),
            (self.tr("Cosine"), "cosine"),
            (self.tr("Inner product"), "inner"),
        )
        self.similarity = choices(self.tr("Candidates by"), measures)
        self.similarity.activated.connect(lambda _at: self._tell_scoring())
        self.device = choices(self.tr("Computed on"), [(device_words(name), name) for name in _DEVICES])
        self.device.activated.connect(lambda _at: self.device_chosen.emit(str(self.device.currentData())))
        self.intercept = QCheckBox(self.tr("Classifiers with an intercept"))
        self.intercept.setToolTip(self.tr("Published scores have none: their classifiers go through zero"))
        self.intercept.toggled.connect(lambda _on: self._tell_scoring())
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(S2)
        form.setVerticalSpacing(S1)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for box in (self.similarity, self.device):
            named = label(box.accessibleName(), "muted")
            named.setBuddy(box)
            form.addRow(named, box)
        section = Section(self.tr("Scoring"))
        section.column.addLayout(form)
        section.add(self.intercept)
        self._note = label(role="caption", wrap=True)
        self._note.setMinimumHeight(2 * self._note.fontMetrics().lineSpacing() + S1)
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)
        section.add(self._note)
        return section

    # --- what there is to see

    def show_options(self, options: BenchOptions, choice: Choice) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for system in choice.systems_of(options):
                item = QListWidgetItem(system_words(system))
                item.setData(Qt.ItemDataRole.UserRole, system.name)
                item.setToolTip(escape_markup(system.name))
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                              | Qt.ItemFlag.ItemIsUserCheckable)  # fmt: skip
                ticked = system.name in choice.systems
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
                self.list.addItem(item)
        self._fill_menu(options, choice)
        self.show_scoring(choice)

    def show_scoring(self, choice: Choice) -> None:
        with QSignalBlocker(self.intercept):
            self.intercept.setChecked(choice.intercept)
        for box, value in ((self.similarity, choice.similarity), (self.device, choice.device)):
            box.setCurrentIndex(max(0, box.findData(value)))
        if choice.as_published:
            note = self.tr("Scored as SciRepEval does: comparable with published numbers.")
        else:
            note = self.tr("Not the published scoring: these results are kept separately.")
        self._note.setText(note)

    @property
    def names(self) -> list[str]:
        """Those that are ticked."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        ]

    # --- inner

    def _fill_menu(self, options: BenchOptions, choice: Choice) -> None:
        self._menu.clear()
        self._hybrids.clear()
        self._menu.addMenu(self._hybrids)
        for system in choice.systems_of(options):
            name = f"hybrid:{system.name}"
            if system.kind not in ("words", "hybrid") and name not in choice.more:
                action = self._hybrids.addAction(short_name(system.name).replace("&", "&&"))
                action.triggered.connect(lambda _checked=False, name=name: self.added.emit(name))
        self._hybrids.setEnabled(not self._hybrids.isEmpty())
        self._menu.addAction(self.tr("A model's folder…"), self.ask_folder)
        if choice.more:
            self._menu.addSeparator()
        for name in choice.more:
            action = self._menu.addAction(self.tr("Remove {0}").format(short_name(name)))
            action.triggered.connect(lambda _checked=False, name=name: self.removed.emit(name))

    def ask_folder(self) -> None:
        ask_path(self, self.tr("The folder of a model"), self.added.emit)

    def _tell_scoring(self) -> None:
        self.scoring_chosen.emit(str(self.similarity.currentData()), self.intercept.isChecked())
