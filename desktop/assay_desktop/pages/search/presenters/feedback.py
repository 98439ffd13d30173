"""Rankings that learn from the grades of their results, where the user wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.types import Graded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.search.presenters.search import SearchPresenter


class FeedbackPresenter(QObject):
    """Offers it as soon as a result of the present search has a grade; each further grade counts at once."""

    def __init__(self, page: SearchPage, search: SearchPresenter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._search = page, search
        self._grades: tuple[Graded, ...] = ()

    def take(self, grades: Mapping[str, int]) -> None:
        """Take the grades that the present search has now."""
        self._grades = tuple(Graded(doc_id, grade) for doc_id, grade in sorted(grades.items()))
        if self._search.state.grades:
            self._search.set_grades(self._grades)
        self._page.show_feedback(len(self._grades), on=bool(self._search.state.grades))

    def turn(self, on: bool) -> None:
        """Rank by the grades too, or as before; say what is missing where nothing has a grade."""
        if on and not self._grades:
            self._page.show_message(self.tr("Grade a result first, then rank the others by it."))
        self._search.set_grades(self._grades if on else ())
        self._page.show_feedback(len(self._grades), on=bool(self._search.state.grades))
