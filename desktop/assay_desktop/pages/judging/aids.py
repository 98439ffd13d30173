"""Aids to reading while judging: words of the query marked, the size of the text, the PDF next to it.

A campaign's guideline can turn off those that say more than the paper's text does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from assay.engine.types import MARKS
from assay.searching.types import MarksCall
from assay.types import shown_title
from assay_desktop.actions.pdf_files import pdf_of
from assay_desktop.actions.pdf_reading import PdfReading

if TYPE_CHECKING:
    from assay.campaign_types import Pair
    from assay.campaigns.types import JudgingView
    from assay.searching.types import Marks
    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

SMALLEST, USUAL, LARGEST = 13, 16, 24
"""Sizes of the text in pixels."""
_SIZE: Final = "judging/text_px"


class ReadingAids(QObject):
    """Follows the pair on screen. Marks come from the engine a moment after the text; without it none do."""

    def __init__(self, page: JudgingPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self.reading = PdfReading(page.pdf, context, partial(page.show_strip, tone="accent"), self)
        self._pair: Pair | None = None
        page.show_text_size(self._px)

    def show(self, view: JudgingView) -> None:
        """Mark the words in this pair's paper, and show its PDF where that is open."""
        guideline, pair, paper = view.setting.guideline, view.pair, view.paper
        wanted = guideline is None or guideline.aids
        self._page.allow_pdf(wanted and paper is not None)
        if pair is None or paper is None:
            return
        query = ""
        if wanted and view.query_paper is not None:
            query = shown_title(view.query_paper)
        elif wanted and view.query is not None:
            query = view.query.text
        self._pair = pair
        self.reading.read(paper.doc_id)
        doc_id = paper.doc_id
        self._context.lane.submit(
            lambda ws: pdf_of(ws, doc_id).is_there, partial(self._show_has_pdf, pair), key="judging-pdf"
        )
        self.reading.mark(())
        self._context.engine.ask(
            MARKS,
            MarksCall(query, (shown_title(paper), paper.abstract)),
            lambda marks: self._show_marks(pair, marks),
            lambda _kind, _message: None,
            key=MARKS.name,
        )

    def _show_has_pdf(self, pair: Pair, there: bool) -> None:
        if pair == self._pair:
            self._page.show_has_pdf(there)

    def _show_marks(self, pair: Pair, marks: Marks) -> None:
        if pair == self._pair:
            self._page.show_marks(pair, marks.texts)
            self.reading.mark(marks.words)

    def resize(self, step: int) -> None:
        """Make the text larger (1) or smaller (-1), or (0) as large as usual; it stays so."""
        px = min(LARGEST, max(SMALLEST, self._px + step)) if step else USUAL
        self._context.settings.set_text(_SIZE, str(px))
        self._page.show_text_size(px)

    @property
    def _px(self) -> int:
        saved = self._context.settings.text(_SIZE)
        return min(LARGEST, max(SMALLEST, int(saved))) if saved.isdecimal() else USUAL
