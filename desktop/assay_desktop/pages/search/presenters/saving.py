"""Saved searches in the window: kept, asked again, marked as seen, renamed, removed and restored."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay.errors import AssayError, BadInput
from assay.searching.request_json import fields_of
from assay_desktop.context import Change
from assay_desktop.pages.search.model import SavedLine, SearchState, chip_of, state_of
from assay_desktop.text.action_words import action_words
from assay_desktop.text.core_words import translated

if TYPE_CHECKING:
    from assay.library import Action, SavedSearch
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage


class SavedPresenter(QObject):
    """Knows which saved search is the one that is shown: the one that asks the same."""

    changed = Signal()  # names, or what is new
    opened = Signal(object)  # SearchState: is to be shown

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._lines: list[SavedLine] = []
        self._state = SearchState()
        self._shown: int | None = None  # the pk of the one whose news are marked
        context.changes.changed.connect(self._hear)

    def read(self) -> None:
        """Read them all; those that ask what is shown are marked."""
        self._context.lane.submit(_lines, self._take, self._fail, key="search-saved")

    def name_of(self, state: SearchState) -> str:
        """Return how the user has named this search; "" where they have not."""
        line = self._line_of(state)
        return line.label if line is not None else ""

    # --- intents

    def set_state(self, state: SearchState) -> None:
        """Note that another search is shown."""
        self._state = state
        self._page.show_savable(not state.empty)
        self._show()

    def save(self, name: str) -> None:
        """Keep the search that is shown. What it finds now is not new."""
        fields = fields_of(self._state.search, rerank=self._state.rerank)
        self._context.lane.submit(
            lambda ws: ws.library.searches.add(name, fields),
            lambda saved: self._named(self.tr("Saved as “{0}”.").format(saved.name)),
            lambda error: self._page.end_naming(str(error)),
        )

    def rename(self, line: SavedLine, name: str) -> None:
        self._context.lane.submit(
            lambda ws: ws.library.searches.rename(line.label, name),
            lambda action: self._named(action_words(action)),
            lambda error: self._page.end_naming(str(error)),
        )

    def remove(self, line: SavedLine) -> None:
        """Take it off the list; the button next to the message brings it back."""

        def done(action: Action) -> None:
            self._page.offer_undo(action_words(action), partial(self._bring_back, action.pk))
            self._tell()

        self._context.lane.submit(lambda ws: ws.library.searches.remove(line.label), done, self._fail)

    def open(self, line: SavedLine) -> None:
        """Ask it again, in a tab of its own where another search is shown."""
        self._context.lane.submit(
            lambda ws: _state_with_chips(ws, line.pk), self.opened.emit, self._fail, key="search-open-saved"
        )

    def look(self, line: SavedLine | None = None) -> None:
        """Note that what is new in it, or in the one shown, was seen; the button takes it back."""
        line = line or self._line_of(self._state)
        if line is None or not line.n_new:
            return
        pk, message = line.pk, self.tr("“{0}” has no new papers now.").format(line.label)

        def done(doc_ids: list[str]) -> None:
            self._page.offer_undo(message, lambda: self._look_again(pk, doc_ids))
            self._tell()

        self._context.lane.submit(lambda ws: ws.library.searches.look(pk), done, self._fail)

    # --- inner

    def _line_of(self, state: SearchState) -> SavedLine | None:
        current = None if state.empty else state.search
        return next((line for line in self._lines if current is not None and line.request == current), None)

    def _take(self, lines: list[SavedLine]) -> None:
        self._lines = lines
        self._shown = None
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        line = self._line_of(self._state)
        self._page.show_saved(self._lines, line)
        pk = line.pk if line is not None else None
        if pk == self._shown and pk is not None:
            return
        self._shown = pk
        self._page.show_new(())
        if line is not None and line.n_new:
            self._context.lane.submit(
                lambda ws: ws.library.searches.news(line.pk),
                lambda found: self._page.show_new(found) if self._shown == line.pk else None,
                self._fail,
                key="search-news",
            )

    def _look_again(self, pk: int, doc_ids: list[str]) -> None:
        self._context.lane.submit(
            lambda ws: ws.library.searches.look_again(pk, doc_ids), lambda _none: self._tell(), self._fail
        )

    def _bring_back(self, pk: int) -> None:
        self._context.lane.submit(
            lambda ws: ws.library.actions.undo(expected=pk), lambda _action: self._tell(), self._fail
        )

    def _named(self, message: str) -> None:
        self._page.end_naming()
        self._page.show_message(message)
        self._tell()

    def _tell(self) -> None:
        self._context.changes.changed.emit(Change(searches=True))

    def _hear(self, change: Change) -> None:
        if change.searches or change.papers:
            self.read()

    def _fail(self, error: AssayError) -> None:
        self._page.show_message(str(error))


def _lines(workspace: Workspace) -> list[SavedLine]:
    return [_line(saved) for saved in workspace.library.searches.all()]


def _line(saved: SavedSearch) -> SavedLine:
    line = SavedLine(saved.pk, saved.name, saved.n_new, saved.fault)
    try:
        return replace(line, request=state_of(saved.request).search)
    except BadInput as error:
        return replace(line, fault=translated(error.message))


def _state_with_chips(workspace: Workspace, pk: int) -> SearchState:
    """Return what it asks, its seeds as chips. Raises BadInput where it is gone or cannot be read."""
    found = next((saved for saved in workspace.library.searches.all() if saved.pk == pk), None)
    if found is None:
        raise BadInput("This saved search was removed.")
    state = state_of(found.request)
    papers = workspace.library.papers.get([seed.doc_id for seed in state.seeds])
    return state_of(found.request, [chip_of(each) for each in papers])
