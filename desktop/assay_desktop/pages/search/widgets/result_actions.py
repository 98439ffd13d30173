"""What can be done with the results that are selected: what Library does too, and grades."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from assay.types import GRADES
from assay_desktop.keys import Keys
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.papers.paper_actions import PaperActions

MOST_UNASKED = 5
"""So many papers are graded by one key without a question."""


class ResultActions(PaperActions):
    """Adds what only results have: seeds to avoid, a grade for the search, and a place in the library."""

    against_wanted = Signal(str)  # doc_id of a seed to avoid
    graded = Signal(list, int)  # doc_ids, relevance
    library_wanted = Signal(list)  # to be shown in the library's table

    def __init__(self, host: QWidget, keys: Keys, selected: Callable[[], list[str]]) -> None:
        super().__init__(host, keys, selected)
        self.gradable = False

    def grade(self, papers: list[str], relevance: int) -> None:
        """Give the papers this grade; many of them only once it was said again."""
        if len(papers) <= MOST_UNASKED:
            self.graded.emit(papers, relevance)
            return
        title = self.tr("Grade {0} papers {1}?").format(numeral(len(papers)), relevance)
        dialog = FormDialog(self._host, title, action=self.tr("Grade {0}").format(numeral(len(papers))))
        dialog.show_note(self.tr("Each gets this grade for this search. Undo reverts all of them."))
        dialog.on_action(partial(self._agree, dialog, papers, relevance))
        dialog.open()

    def _agree(self, dialog: FormDialog, papers: list[str], relevance: int) -> None:
        dialog.accept()
        self.graded.emit(papers, relevance)

    def _add_reading(self, menu: QMenu, papers: list[str]) -> None:
        super()._add_reading(menu, papers)
        avoid = self.tr("Avoid like this") if len(papers) == 1 else self.tr("Avoid like these")
        self._entry(menu, avoid, partial(self._avoid, papers), "search.against")
        inner = menu.addMenu(self.tr("Grade"))
        inner.setEnabled(self.gradable)
        words = (self.tr("Not relevant"), self.tr("Relevant"), self.tr("Very relevant"))
        for grade in GRADES:
            self._entry(inner, words[grade], partial(self.grade, papers, grade), f"grade.{grade}")
        menu.addSeparator()

    def _avoid(self, papers: list[str]) -> None:
        for doc_id in papers:
            self.against_wanted.emit(doc_id)

    def _add_taking(self, menu: QMenu, papers: list[str]) -> None:
        super()._add_taking(menu, papers)
        menu.addSeparator()
        self._entry(menu, self.tr("Show in Library"), partial(self.library_wanted.emit, papers))
