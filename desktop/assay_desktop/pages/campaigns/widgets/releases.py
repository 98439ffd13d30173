"""Releases: what would be frozen now, what was frozen, its data card, its files and what runs score on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from assay.campaign_types import Release, ReleaseRule
from assay_desktop.pages.campaigns.columns import release_columns, rule_meanings, rule_words
from assay_desktop.pages.campaigns.widgets.card_view import CardView
from assay_desktop.pages.campaigns.widgets.scores import ScoresPane
from assay_desktop.pages.campaigns.widgets.shares import Part, SharesBar
from assay_desktop.pages.campaigns.widgets.short_hash import ShortHash
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, S6, Theme
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import fit_height, plain_table

if TYPE_CHECKING:
    from assay_desktop.pages.campaigns.model import ReleasePreview, ReleasesView, Scores

_LEFT_PX = 300


class ReleasesTab(QWidget):
    """Widgets only."""

    rule_chosen = Signal(object)  # ReleaseRule
    freeze_wanted = Signal(object)  # ReleaseRule
    export_chosen = Signal(int, str, str)  # version, path, format
    evaluation_wanted = Signal(int)  # version
    selected = Signal(int)  # version

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._name = ""
        self._view: ReleasesView | None = None
        self._next = 0  # the release that is to be chosen when it is listed
        row = QHBoxLayout(self)
        row.setContentsMargins(0, S3, 0, S3)
        row.setSpacing(S6)
        left = QWidget()
        left.setFixedWidth(_LEFT_PX)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S4)
        column.addWidget(self._build_next(theme))
        column.addWidget(self._build_list())
        column.addStretch(1)
        row.addWidget(left)
        self._right = QStackedWidget()
        self._right.addWidget(self._build_chosen(theme))
        self._nothing = StatePanel(theme)
        self._nothing.show_message(
            "package",
            self.tr(
                "A release freezes the grades under a version and a hash, with a data card that says how "
                "they came about. It never changes again, so that others can cite it."
            ),
        )
        self._right.addWidget(self._nothing)
        row.addWidget(self._right, 1)
        self.setFocusProxy(self._freeze)

    def _build_next(self, theme: Theme) -> Section:
        self._freeze = button(self.tr("Freeze release"), self._tell_freeze, kind="primary")
        section = Section(self.tr("Next release"), self._freeze)
        self._rule = QComboBox()
        self._rule.setAccessibleName(self.tr("How several grades of a pair become one"))
        for rule in rule_meanings():
            self._rule.addItem(rule_words(rule).capitalize(), rule)
        self._rule.activated.connect(self._choose_rule)
        section.add(self._rule)
        self._meaning = label(role="caption", wrap=True)
        section.add(self._meaning)
        self._kept = label(role="strong", wrap=True)
        section.add(self._kept)
        self._bar = SharesBar(theme, self.tr("Grades of the next release"))
        section.add(self._bar)
        self._left_out = label(role="muted", wrap=True)
        section.add(self._left_out)
        return section

    def _build_list(self) -> Section:
        section = Section(self.tr("Frozen"))
        self._none = label(self.tr("No release yet."), "muted")
        section.add(self._none)
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Releases"))
        self._table.selectionModel().currentRowChanged.connect(self._choose)
        self._frame = framed(self._table)
        section.add(self._frame)
        return section

    def _build_chosen(self, theme: Theme) -> QWidget:
        self._chosen = QWidget()
        column = QVBoxLayout(self._chosen)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S2)
        head = QHBoxLayout()
        head.setSpacing(S3)
        self._title = label(role="strong")
        self._hash = ShortHash(theme, self.tr("the hash of the release"))
        self._export = QPushButton(self.tr("Export"))
        self._export.setMenu(self._build_export_menu())
        head.addWidget(self._title)
        head.addWidget(self._hash, 1)
        head.addWidget(self._export)
        column.addLayout(head)
        self._tabs = QTabBar()
        self._tabs.setAccessibleName(self.tr("What is shown of the release"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        for words in (self.tr("Data card"), self.tr("Runs on it")):
            self._tabs.addTab(words)
        column.addWidget(self._tabs)
        self._stack = QStackedWidget()
        self._card = CardView(theme)
        self._card.setAccessibleName(self.tr("Data card"))
        self._scores = ScoresPane()
        self._scores.evaluation_wanted.connect(self._tell_evaluation)
        self._stack.addWidget(self._card)
        self._stack.addWidget(self._scores)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        column.addWidget(self._stack, 1)
        return self._chosen

    def _build_export_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, words in (
            ("trec", self.tr("TREC qrels…")),
            ("beir", self.tr("BEIR folder…")),
            ("iclr2022", self.tr("ICLR2022 folder…")),
            ("csv", self.tr("CSV…")),
            ("bundle", self.tr("Lossless bundle…")),
        ):
            menu.addAction(words).triggered.connect(partial(self._choose_file, name))
        return menu

    # --- what there is to see

    def show_releases(self, view: ReleasesView) -> None:
        """What could be frozen and what was; the newest release is chosen if none is."""
        kept = (self._next or self.version) if self._name == view.campaign.name else 0
        self._next = 0
        self._name, self._view = view.campaign.name, view
        self.show_preview(view.preview)
        self._model.show(release_columns(), list(reversed(view.releases)))
        fit_height(self._table, len(view.releases), most=8)
        self._none.setVisible(not view.releases)
        self._frame.setVisible(bool(view.releases))
        self._right.setCurrentIndex(0 if view.releases else 1)
        row = self._model.find(lambda release: release.version == kept)
        if view.releases:
            self._table.selectRow(max(0, row))
            self._show_release(self._model.row(max(0, row)))

    def choose_next(self, version: int) -> None:
        """What was frozen just now is what an export is asked of."""
        self._next = version

    def show_preview(self, preview: ReleasePreview) -> None:
        self._rule.setCurrentIndex(self._rule.findData(preview.rule))
        self._meaning.setText(rule_meanings()[preview.rule])
        n, n_out = preview.n_kept, sum(preview.left_out.values())
        sources = ", ".join(
            f"{numeral(count)} {told(name)}" for name, count in preview.sources.items() if count
        )
        kept = self.tr("{0} pairs kept").format(numeral(n)) if n else self.tr("Nothing is graded yet.")
        self._kept.setText(f"{kept}: {sources}" if sources else kept)
        self._bar.setVisible(n > 0)
        self._bar.show_parts(
            [Part(str(grade), preview.grades[grade], f"grade{grade}", grade) for grade in range(3)]
        )
        reasons = ", ".join(
            f"{numeral(count)} {told(why)}" for why, count in preview.left_out.items() if count
        )
        out = self.tr("{0} left out").format(numeral(n_out))
        none = self.tr("No pair is left out.") if n else ""
        self._left_out.setText(f"{out}: {reasons}." if reasons else none)
        self._freeze.setEnabled(n > 0)

    def show_scores(self, version: int, scores: Scores | None, *, busy: str = "") -> None:
        """What the runs score on a release; `busy` says what is under way. Of another release: not shown."""
        if version == self.version:
            self._scores.show_scores(scores, busy=busy)

    def show_score_tab(self) -> None:
        self._tabs.setCurrentIndex(1)

    @property
    def version(self) -> int:
        """The chosen release, 0 for none."""
        row = self._model.row(self._table.currentIndex().row())
        return row.version if isinstance(row, Release) else 0

    # --- inner

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        release = self._model.row(current.row())
        if isinstance(release, Release):
            self._show_release(release)

    def _show_release(self, release: Release) -> None:
        if self._view is None:
            return
        self._title.setText(self.tr("Release {0}").format(release.version))
        self._hash.show_hash(release.sha256)
        self._card.show_markdown(self._view.cards.get(release.version, ""))
        self._scores.show_scores(None)
        self.selected.emit(release.version)

    def _choose_rule(self, _index: int) -> None:
        self.rule_chosen.emit(ReleaseRule(self._rule.currentData()))

    def _tell_freeze(self) -> None:
        self.freeze_wanted.emit(ReleaseRule(self._rule.currentData()))

    def _tell_evaluation(self) -> None:
        if self.version:
            self.evaluation_wanted.emit(self.version)

    def _choose_file(self, format: str, _checked: bool = False) -> None:
        name = "".join(each if each.isalnum() else "-" for each in self._name).strip("-").lower() or "release"
        ending = {"trec": ".qrels", "csv": ".csv", "bundle": ".jsonl.gz"}.get(format, "")
        suggestion = f"{name}-v{self.version}{ending}"
        title = self.tr("A folder to be made") if not ending else self.tr("Export the release")
        path, _filter = QFileDialog.getSaveFileName(self, title, suggestion)
        if path:
            self.export_chosen.emit(self.version, path, format)
