"""Releases: what would be frozen now, what was frozen, its data card, its files and what runs score on it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextFrame, QTextTable
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from assay.campaign_types import Release, ReleaseRule
from assay_desktop.pages.campaigns.columns import (
    bias_columns,
    release_columns,
    rule_meanings,
    rule_words,
    score_columns,
)
from assay_desktop.pages.campaigns.model import ReleasePreview, ReleasesView, Scores
from assay_desktop.pages.campaigns.widgets.labels import Part, SharesBar, ShortHash
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, S4, S6, Theme, scaled
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, tab_bar
from assay_desktop.widgets.markdown_view import MarkdownView
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, allow, button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

_HEADINGS = {1: 16, 2: 14, 3: 13}  # level -> pixels
_TOP = {1: 0, 2: 16, 3: 12}


class CardView(MarkdownView):
    """Markdown with tables, as calm as the rest of the window."""

    def _dress(self) -> None:
        super()._dress()
        self._calm_tables(self.document().rootFrame())
        self._size_headings()

    def _calm_tables(self, frame: QTextFrame) -> None:
        for child in frame.childFrames():
            if isinstance(child, QTextTable):
                shape = child.format().toTableFormat()
                shape.setBorder(0)
                shape.setCellPadding(0)
                shape.setCellSpacing(0)
                shape.setTopMargin(S2)
                shape.setBottomMargin(S3)
                child.setFormat(shape)
                if not any(_cell(child, 0, column) for column in range(child.columns())):
                    child.removeRows(0, 1)  # Markdown wants a heading where the card has none
                self._mute_names(child)
                _part_columns(child)

    def _mute_names(self, table: QTextTable) -> None:
        """Let the names of things step back behind the things."""
        muted = QTextCharFormat()
        muted.setForeground(self._theme.color("muted"))
        for row in range(table.rows()):
            cursor = table.cellAt(row, 0).firstCursorPosition()
            cursor.setPosition(table.cellAt(row, 0).lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(muted)

    def _size_headings(self) -> None:
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                cursor = QTextCursor(block)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                letters = QTextCharFormat()
                font = QFont(self.document().defaultFont())
                font.setPixelSize(scaled(_HEADINGS.get(level, 13)))
                font.setWeight(QFont.Weight.DemiBold)
                letters.setFont(font)
                cursor.mergeCharFormat(letters)
                spaced = block.blockFormat()
                spaced.setTopMargin(_TOP.get(level, 8))
                spaced.setBottomMargin(4)
                cursor.setBlockFormat(spaced)
            block = block.next()


def _part_columns(table: QTextTable) -> None:
    """Leave room between one column and the next."""
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            padded = cell.format().toTableCellFormat()
            padded.setRightPadding(S4)
            padded.setTopPadding(3)
            padded.setBottomPadding(3)
            cell.setFormat(padded)


def _cell(table: QTextTable, row: int, column: int) -> str:
    return table.cellAt(row, column).firstCursorPosition().block().text().strip()


class ScoresPane(QWidget):
    """A button until it was pressed; then the table."""

    evaluation_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._n_runs = 0
        self._say = label(role="muted", wrap=True)
        self._go = button(self.tr("Evaluate all runs"), self.evaluation_wanted.emit)
        self._model, self._bias_model = RowsModel(self), RowsModel(self)
        self._table = plain_table(self._model, self.tr("Runs measured on the release"))
        self._bias = plain_table(self._bias_model, self.tr("Runs as if they had not been pooled"))
        self._frame, self._bias_frame = framed(self._table), framed(self._bias)
        self._test = label(role="caption", wrap=True)
        self._note = label(role="caption", wrap=True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        vbox(
            self._say,
            self._go,
            self._frame,
            self._test,
            S3,
            self._bias_frame,
            self._note,
            STRETCH,
            on=self,
            gap=S2,
            margins=(0, S3, 0, 0),
        )
        self.show_scores(None)

    def show_runs(self, n: int) -> None:
        """Note how many runs there are to measure."""
        self._n_runs = n
        if not self._go.isHidden():
            self.show_scores(None)

    def show_scores(self, scores: Scores | None, *, busy: str = "") -> None:
        done = scores is not None
        none = self.tr("No runs yet. Make or import one under Runs & pool.")
        why_not = busy or ("" if self._n_runs else none)
        for widget in (self._frame, self._test, self._bias_frame, self._note):
            widget.setVisible(done)
        if self._go.hasFocus() and (busy or done):  # else the focus would leave the page for the next button
            (self._table if done else self).setFocus()
        self._go.setVisible(not done)
        allow(self._go, but=why_not)
        self._say.setVisible(not done)
        self._say.setText(
            why_not
            or self.tr("Measures every run on this release, and once more without the pairs it alone found.")
        )
        if scores is None:
            return
        found = scores.overview
        self._model.show(score_columns(found.measure), found.rows)
        self._bias_model.show(bias_columns(found.measure), scores.bias)
        for table in (self._table, self._bias):
            table.fit_height(len(found.rows), most=10)
        text = self.tr(
            "Paired randomisation test over {0} {0:query|queries} with {1} {1:judgement|judgements}, "
            "10,000 draws. A query paper is never a result of its own."
        )
        self._test.setText(text.format(numeral(found.n_queries), numeral(found.n_judgements)))
        self._note.setText(
            self.tr(
                "If this bias is small next to the differences above, the release is fair to runs that "
                "were not pooled."
            )
        )


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
        left = QWidget()
        left.setFixedWidth(_LEFT_PX)
        vbox(self._build_next(theme), self._build_list(), STRETCH, on=left, gap=S4)
        self._nothing = StatePanel(theme)
        self._nothing.show_message(
            "package",
            self.tr(
                "A release freezes the grades under a version and a hash, with a data card on how they "
                "were made. It never changes, so others can cite it."
            ),
        )
        self._right = stacked(self._build_chosen(theme), self._nothing)
        hbox(left, (self._right, 1), on=self, gap=S6, margins=(0, S3, 0, S3))
        self.setFocusProxy(self._freeze)

    def _build_next(self, theme: Theme) -> Section:
        self._freeze = button(self.tr("Freeze release"), self._tell_freeze, kind="primary")
        section = Section(self.tr("Next release"), self._freeze)
        self._rule = ChoiceBox()
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
        self._title = label(role="strong")
        self._hash = ShortHash(theme, self.tr("the hash of the release"))
        self._export = QPushButton(self.tr("Export"))
        self._export.setMenu(self._build_export_menu())
        self._tabs = tab_bar(self.tr("Views of the release"), [self.tr("Data card"), self.tr("Runs on it")])
        self._card = CardView(theme)
        self._card.setAccessibleName(self.tr("Data card"))
        self._scores = ScoresPane()
        self._scores.evaluation_wanted.connect(self._tell_evaluation)
        self._stack = stacked(self._card, self._scores)
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        self._chosen = boxed(
            vbox(
                hbox(self._title, (self._hash, 1), self._export, gap=S3), self._tabs, (self._stack, 1), gap=S2
            )
        )
        return self._chosen

    def _build_export_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, words in (
            ("trec", self.tr("TREC qrels…")),
            ("beir", self.tr("BEIR folder…")),
            ("iclr2022", self.tr("ICLR2022 folder…")),
            ("datasets", self.tr("Hugging Face datasets folder…")),
            ("csv", self.tr("CSV…")),
            ("bundle", self.tr("Lossless bundle…")),
        ):
            menu.addAction(words).triggered.connect(partial(self._choose_file, name))
        return menu

    # --- what there is to see

    def show_releases(self, view: ReleasesView) -> None:
        """Show what could be frozen and what was; the newest release is chosen if none is."""
        kept = (self._next or self.version) if self._name == view.campaign.name else 0
        self._next = 0
        self._name, self._view = view.campaign.name, view
        self.show_preview(view.preview)
        self._model.show(release_columns(), list(reversed(view.releases)))
        self._table.fit_height(len(view.releases), most=8)
        self._none.setVisible(not view.releases)
        self._frame.setVisible(bool(view.releases))
        self._right.setCurrentIndex(0 if view.releases else 1)
        row = self._model.find(lambda release: release.version == kept)
        if view.releases:
            self._table.selectRow(max(0, row))
            self._show_release(self._model.row(max(0, row)))

    def choose_next(self, version: int) -> None:
        """Choose what was frozen just now, since an export is asked of it."""
        self._next = version

    def show_preview(self, preview: ReleasePreview) -> None:
        self._rule.setCurrentIndex(self._rule.findData(preview.rule))
        self._meaning.setText(rule_meanings()[preview.rule])
        n, n_out = preview.n_kept, sum(preview.left_out.values())
        sources = ", ".join(
            f"{numeral(count)} {translated(name)}" for name, count in preview.sources.items() if count
        )
        kept = counted(n, self.tr("pair kept"), self.tr("pairs kept")) if n else self.tr("No grades yet.")
        self._kept.setText(f"{kept}: {sources}" if sources else kept)
        self._bar.setVisible(n > 0)
        self._bar.show_parts(
            [Part(str(grade), preview.grades[grade], f"grade{grade}", grade) for grade in range(3)]
        )
        reasons = ", ".join(
            f"{numeral(count)} {translated(why)}" for why, count in preview.left_out.items() if count
        )
        out = self.tr("{0} left out").format(numeral(n_out))
        none = self.tr("No pair is left out.") if n else ""
        self._left_out.setText(f"{out}: {reasons}." if reasons else none)
        allow(
            self._freeze, but="" if n else self.tr("No grades yet. A release needs at least one graded pair.")
        )

    def show_runs(self, n: int) -> None:
        """Note how many runs could be measured on a release."""
        self._scores.show_runs(n)

    def show_scores(self, version: int, scores: Scores | None, *, busy: str = "") -> None:
        """Show what the runs score on a release, unless another is chosen; `busy` says what is under way."""
        if version == self.version:
            self._scores.show_scores(scores, busy=busy)

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
        title = self.tr("New folder") if not ending else self.tr("Export the release")
        path, _filter = QFileDialog.getSaveFileName(self, title, suggestion)
        if path:
            self.export_chosen.emit(self.version, path, format)
