"""All that the page shows of saved searches, in the sidebar, above the results and on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay_desktop.pages.search.header.kept import NameDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from PySide6.QtWidgets import QWidget

    from assay_desktop.pages.search.header.head import SearchHead
    from assay_desktop.pages.search.model import SavedLine
    from assay_desktop.pages.search.results import ResultModel
    from assay_desktop.pages.search.sidebar.queries import QueryPane


class SavedParts(QObject):
    """One place for the parts of the page that have to do with it: intents leave as signals."""

    named = Signal(str)  # the search that is shown is to be kept under this name
    opened = Signal(object)  # SavedLine
    seen = Signal(object)  # SavedLine; None for the one that is shown
    renamed = Signal(object, str)
    removed = Signal(object)
    message = Signal(str)
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls

    def __init__(self, page: QWidget, side: QueryPane, head: SearchHead, results: ResultModel) -> None:
        super().__init__(page)
        self._page, self._side, self._head, self._results = page, side, head, results
        self._shown: SavedLine | None = None
        self._savable = False
        self._dialog: NameDialog | None = None
        side.saved.opened.connect(self.opened)
        side.saved.seen.connect(self.seen)
        side.saved.renaming.connect(self.want_name)
        side.saved.removed.connect(self.removed)
        head.kept.seen.connect(lambda: self.seen.emit(None))
        head.save.clicked.connect(lambda _checked=False: self.want())

    # --- what there is to see

    def show_saved(self, lines: Sequence[SavedLine], shown: SavedLine | None) -> None:
        """The saved searches, and the one of them whose results are shown."""
        self._shown = shown
        self._side.show_saved(lines, shown)
        self._head.kept.show_line(shown)
        self._head.show_saved(saved=shown is not None, savable=self._savable)

    def show_savable(self, savable: bool) -> None:
        """Whether there is a search to save."""
        self._savable = savable

    def show_new(self, doc_ids: Collection[str]) -> None:
        """Marks these results as new, and no others."""
        self._results.show_new(doc_ids)

    def end_naming(self, problem: str = "") -> None:
        """The name was taken, or why it was not; what was typed stays then."""
        if self._dialog is None:
            return
        if problem:
            self._dialog.show_problem(problem)
        else:
            self._dialog.accept()

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        self.undo_offered.emit(text, self.tr("Undo"), undo)

    # --- wishing

    def want(self) -> None:
        """Asks for the name under which the search is to be kept; a saved one is renamed."""
        if self._shown is not None:
            self.want_name(self._shown)
        elif self._savable:
            name = " ".join(self._head.box.field.text().split()) or self.tr("My search")
            self._ask(self.tr("Save this search"), self.tr("Save"), name).named.connect(self.named)

    def want_name(self, line: SavedLine) -> None:
        """Asks for another name of a saved search."""
        dialog = self._ask(self.tr("Rename the search"), self.tr("Rename"), line.label)
        dialog.named.connect(lambda name: self.renamed.emit(line, name))

    def _ask(self, title: str, action: str, name: str) -> NameDialog:
        self._dialog = dialog = NameDialog(self._page, title, action=action, name=name)
        dialog.destroyed.connect(self._forget)
        dialog.open()
        return dialog

    def _forget(self) -> None:
        self._dialog = None
