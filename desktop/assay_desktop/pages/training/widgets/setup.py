"""A new training: the recipe as a form at the left, as text or checked at the right, and Start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPlainTextEdit, QTextEdit, QWidget

from assay_desktop.pages.training.widgets.form import RecipeForm
from assay_desktop.pages.training.widgets.preflight import PreflightView
from assay_desktop.theme import S2, S3, S4, S6
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import tabbed
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.side_panes import RIGHT, SidePanes
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button, scrolled
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from assay.training.types import Estimate
    from assay_desktop.pages.training.recipe.draft import Draft, Problem
    from assay_desktop.theme import Theme

_FILTER: Final = "Recipes (*.toml);;All files (*)"
_SETTLED_MS: Final = 300


class SetupView(QWidget):
    """Widgets only. The text is the recipe; the form follows it, and changes single keys of it."""

    text_edited = Signal(str)
    goals_wanted = Signal()
    save_chosen = Signal(str)
    check_wanted = Signal()
    start_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._line: int | None = None
        self._draft: Draft | None = None
        self._failure: Problem | None = None  # of the last check, until the recipe changes
        self.strip = Strip(theme)
        self._soon = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._soon.timeout.connect(self._tell_text)
        head = self._build_head()
        self._why = label(role="danger", wrap=True)
        self._why.hide()
        self.form = RecipeForm()
        self.form.soundness_changed.connect(self._show_soundness)
        self._area = scrolled(self.form)
        right = self._build_right()
        self._panes = SidePanes(theme, self._area, right=right, sizes=(500, 460), stretch=(1, 1), on=self)
        margins = (S6 + S2, S4, S6 + S2, S4)
        vbox(head, self.strip, self._why, (self._panes, 1), on=self, gap=S3, margins=margins)
        theme.changed.connect(self._mark_line)
        theme.changed.connect(self._paint_icons)
        self._paint_icons()

    def _paint_icons(self) -> None:
        self._back.setIcon(icon("arrow-left", self._theme.color("muted")))
        self._save.setIcon(icon("floppy-disk", self._theme.color("muted")))

    # --- building

    def _build_head(self) -> QHBoxLayout:
        self._source = ElidedLabel("muted")
        self._back = button(self.tr("Goals"), self.goals_wanted.emit, gives=True)
        self._back.setToolTip(self.tr("Back to the goals; the recipe is kept"))
        self._save = button(self.tr("Save as…"), self._choose_save, gives=True)
        self.check = button(self.tr("Check"), self._want_check)
        hint(self.check, self.tr("Read the data, time a few steps, keep nothing ({0})"), "training.check")
        self.start = button(self.tr("Start training"), self._want_start, kind="primary")
        text = self.tr("Training can continue after you close the window ({0})")
        hint(self.start, text, "training.start")
        title = label(self.tr("New training"), "page-title")
        acts = (self._back, self._save, self.check, self.start)
        return hbox(title, S2, self._source, STRETCH, *acts, gap=S2)

    def _build_right(self) -> QWidget:
        self.editor = QPlainTextEdit()
        self.editor.setAccessibleName(self.tr("The recipe as TOML"))
        self.editor.setTabChangesFocus(True)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.editor.setProperty("role", "code")
        self.editor.setStyleSheet(f"font-family: '{font.family()}', monospace;")
        self.editor.textChanged.connect(self._soon.start)
        self.preflight = PreflightView(self._theme)
        self.preflight.check_wanted.connect(self._want_check)
        pages = {self.tr("Recipe as text"): self.editor, self.tr("Check"): self.preflight}
        self.tabs, stack = tabbed(self.tr("Views of the recipe"), pages)
        self.tabs.currentChanged.connect(lambda _at: self._panes.reveal(RIGHT))
        return boxed(vbox(self.tabs, (stack, 1), gap=S2, margins=(S4, 0, 0, 0)))

    # --- what there is to see

    def show_text(self) -> None:
        """Show the recipe's first line, which names what was left out."""
        self.tabs.setCurrentIndex(0)
        self.editor.moveCursor(QTextCursor.MoveOperation.Start)

    def show_draft(self, draft: Draft) -> None:
        """Show the recipe, or what is wrong with it, in the form and in the text."""
        of_source = draft.name in ("", draft.source) or not draft.source
        words = draft.source or draft.name if of_source else self.tr("{0}, from {1}")
        self._source.show_text(words.format(draft.name, draft.source))
        if self.editor.toPlainText() != draft.text:
            with QSignalBlocker(self.editor):
                self._put_text(draft.text)
        self.form.show_outline(draft.outline)
        if draft != self._draft:
            self._failure = None
            self.preflight.show_stale()
        self._draft = draft
        self._show_soundness()

    def show_check_busy(self, stage: str, done: int, total: int | None) -> None:
        """Turn to the check, which is under way."""
        self.tabs.setCurrentIndex(1)
        self.preflight.show_busy(stage, done, total)

    def show_check_failure(self, problem: Problem) -> None:
        """Show what the check found wrong, next to its field; nothing starts until it is mended."""
        self.tabs.setCurrentIndex(1)
        self.preflight.show_failure(problem.message)
        self._failure = problem
        self._show_soundness()
        field = self.form.shown_field(problem.key)
        if field is not None:
            QTimer.singleShot(0, field, lambda: self._area.ensureWidgetVisible(field))

    def show_preflight(self, estimate: Estimate) -> None:
        """Show what the check found."""
        self._failure = None
        self._show_soundness()
        self.preflight.show_preflight(estimate)

    def _show_soundness(self) -> None:
        """Say what is wrong, below the head, next to its field and at its line; or nothing, and Start."""
        problem = self._draft.problem or self._failure if self._draft is not None else None
        self.form.show_problem(problem)
        why = self.form.refusal or ("" if problem is None else problem.message)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self._line = None if problem is None else problem.line
        self._mark_line()
        written = self._draft is not None and self._draft.problem is None and not self.form.refusal
        self.check.setEnabled(written)
        self.start.setEnabled(written and self._failure is None)

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger")

    # --- inner

    def _put_text(self, text: str) -> None:
        """Put the text in one step that can be undone, the reader's place kept."""
        place = self.editor.verticalScrollBar().value()
        cursor = QTextCursor(self.editor.document())
        at = self.editor.textCursor().position()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.setPosition(min(at, len(text)))
        self.editor.setTextCursor(cursor)
        self.editor.verticalScrollBar().setValue(place)

    def _tell_text(self) -> None:
        self.text_edited.emit(self.editor.toPlainText())

    def _want_check(self) -> None:
        self.settle()
        if self.check.isEnabled():
            self.check_wanted.emit()

    def _want_start(self) -> None:
        self.settle()
        if self.start.isEnabled():
            self.start_wanted.emit()

    def settle(self) -> None:
        """Say at once what was typed a moment ago, in the text or in the form."""
        if self._soon.isActive():
            self._soon.stop()
            self._tell_text()
        self.form.commit()

    def _mark_line(self) -> None:
        marks = []
        if self._line is not None:
            mark = QTextEdit.ExtraSelection()
            color = QColor(self._theme.color("danger"))
            color.setAlphaF(0.18)
            shape = mark.format
            shape.setBackground(color)
            shape.setProperty(QTextFormat.Property.FullWidthSelection, True)
            cursor = QTextCursor(self.editor.document().findBlockByNumber(self._line))
            mark.cursor = cursor
            marks.append(mark)
        self.editor.setExtraSelections(marks)

    def _choose_save(self) -> None:
        dialog = QFileDialog(self, self.tr("Save the recipe"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(_FILTER)
        dialog.setDefaultSuffix("toml")
        dialog.fileSelected.connect(self.save_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
