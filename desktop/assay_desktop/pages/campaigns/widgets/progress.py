"""Progress: how much is judged, by whom, at what pace, and how the grades fall."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assay.types import GRADES
from assay_desktop.pages.campaigns.columns import progress_columns
from assay_desktop.pages.campaigns.model import Overview
from assay_desktop.pages.campaigns.widgets.labels import Part, SharesBar
from assay_desktop.text.figures import counted
from assay_desktop.theme import S2, S3, S4, S8, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import Section, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table


class ProgressTab(QWidget):
    """Counts only: no grade of any pair is shown here."""

    pool_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        upper = hbox(gap=S8)
        self._pairs = Section(self.tr("Pairs"))
        self._pair_bar = SharesBar(theme, self.tr("Pairs"))
        self._pairs.add(self._pair_bar)
        self._grades = Section(self.tr("Grades"))
        self._grade_bar = SharesBar(theme, self.tr("Grades"))
        self._grades.add(self._grade_bar)
        for section in (self._pairs, self._grades):
            section.column.addStretch(1)
            upper.addWidget(section, 1)
        people = Section(self.tr("Assessors"))
        self._model = RowsModel(self)
        self._table = plain_table(self._model, self.tr("Progress by assessor"))
        people.add(framed(self._table))
        self._note = label(role="caption", wrap=True)
        people.add(self._note)
        inner = boxed(vbox(upper, people, STRETCH, gap=S4, margins=(0, S3, S2, S3)))
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(lambda _action: self.pool_wanted.emit())
        self._stack = stacked(inner, self._empty)
        vbox(self._stack, on=self)
        self.setFocusProxy(self._table)

    def show_overview(self, overview: Overview) -> None:
        state = overview.state
        if not state.n_pairs:
            text = self.tr("Nothing to judge yet. Pool the best results of the runs first.")
            self._empty.show_message("chart-pie-slice", text, action=self.tr("Runs and pool"))
            self._stack.setCurrentIndex(1)
            return
        partly = state.n_rated - state.n_fully_rated
        self._pairs.title.show_text(counted(state.n_pairs, self.tr("pair"), self.tr("pairs")))
        parts = [Part(self.tr("done"), state.n_fully_rated, "accent")]
        if overview.campaign.raters_per_pair > 1:
            parts.append(Part(self.tr("some raters missing"), partly, "warning"))
        parts.append(Part(self.tr("not started"), state.n_pairs - state.n_rated, "line"))
        self._pair_bar.show_parts(parts)
        self._show_grades(state.grades)
        self._model.show(progress_columns(overview.campaign.queue), state.progress)
        self._table.fit_height(len(state.progress), most=14)
        self._note.setText(self._note_on(overview))
        self._stack.setCurrentIndex(0)

    def _show_grades(self, grades: tuple[int, int, int]) -> None:
        words = (self.tr("not relevant"), self.tr("relevant"), self.tr("very relevant"))
        n = sum(grades)
        self._grades.title.show_text(counted(n, self.tr("grade"), self.tr("grades")))
        self._grade_bar.show_parts(
            [Part(f"{grade} {words[grade]}", grades[grade], f"grade{grade}", grade) for grade in GRADES]
        )

    def _note_on(self, overview: Overview) -> str:
        state = overview.state
        notes = []
        if not state.progress:
            notes.append(self.tr("No assessors yet. Add them in Setup."))
        if overview.n_unassigned:
            unassigned = counted(overview.n_unassigned, self.tr("pair has"), self.tr("pairs have"))
            notes.append(self.tr("{0} no assessor yet.").format(unassigned))
        if state.n_conflicts:
            conflicts = counted(state.n_conflicts, self.tr("judgement"), self.tr("judgements"))
            text = self.tr(
                "{0} conflicted with another by the same assessor in a merge; they must judge "
                "these pairs again."
            )
            notes.append(text.format(conflicts))
        return " ".join(notes)
