"""The search page: queries and filters, the box with its results, the paper beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSplitter, QVBoxLayout, QWidget

from assay.types import GRADES, Paper, SearchMode
from assay_desktop.pages.search.header.head import SearchHead
from assay_desktop.pages.search.page_found import FoundPane
from assay_desktop.pages.search.page_saving import SavedParts
from assay_desktop.pages.search.sidebar.queries import QueryPane
from assay_desktop.pages.search.widgets.inspector import WIDTH, Inspector
from assay_desktop.theme import S1, S4, Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from PySide6.QtGui import QShowEvent

    from assay_desktop.keys import Keys
    from assay_desktop.pages.search.facets import Counts
    from assay_desktop.pages.search.model import QueryLine, SearchState
    from assay_desktop.pages.search.open_tabs import Place
    from assay_desktop.pages.search.widgets.pdf_view import PdfView
    from assay_desktop.pages.search.widgets.predicted import PredictedPaper
    from assay_desktop.pages.search.widgets.reasons import Reasons
    from assay_desktop.widgets.papers.card import JudgedBefore, PaperCard

SIDEBAR = 208


class SearchPage(QWidget):
    """Widgets only: what the user wants leaves as a signal, what there is to see comes through `show_*`."""

    text_edited = Signal(str)
    search_requested = Signal()
    mode_chosen = Signal(object)  # SearchMode
    full_text_chosen = Signal(bool)
    rerank_chosen = Signal(object)  # a model's name, "" for none
    shown = Signal()
    filters_chosen = Signal(object)  # Filters
    query_chosen = Signal(object)  # QueryLine
    similar_requested = Signal(str)  # doc_id
    seed_requested = Signal(str, int)  # doc_id, sign
    seed_flipped = Signal(str)  # key of a chip
    seed_weighed = Signal(str, float)
    seed_removed = Signal(str)
    text_seed_wanted = Signal(int)  # sign: what is typed becomes a chip
    combine_chosen = Signal(object)  # Combine
    facet_chosen = Signal(str, str)  # facet, value
    years_chosen = Signal(int, int)
    paper_selected = Signal(str)  # doc_id; "" for none
    tab_opened = Signal(str)
    tab_chosen = Signal(int)
    tab_new = Signal()
    tab_closed = Signal(int)  # which, -1 for the one that is shown
    tab_reopened = Signal()
    tab_stepped = Signal(int)  # 1 to the next, -1 to the one before
    tab_moved = Signal(int, int)  # from, to
    elsewhere_similar = Signal(str)  # doc_id of a paper of another page
    place_changed = Signal()
    grade_given = Signal(str, int)  # doc_id, relevance
    undo_wanted = Signal()
    redo_wanted = Signal()
    strip_action = Signal(str)  # the text of the action that was pressed
    index_requested = Signal()
    learning_requested = Signal()  # of what can be predicted
    import_requested = Signal()
    citation_wanted = Signal(object)  # Paper
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._gradable = False
        self._beside = ""  # doc_id of a similar paper that the inspector shows in a result's place
        self._going_to_results = False  # Enter was pressed: the next results take the focus
        self._first_query: QueryLine | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        self._inspector = Inspector(theme)
        for part in (self._build_sidebar(), self._build_middle(), self._inspector):
            splitter.addWidget(part)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([SIDEBAR, 720, WIDTH])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter)
        self.saved = SavedParts(self, self._side, self._head, self._model)
        self._connect_inspector()
        bind_keys(self, keys)
        self.setTabOrder(self.box.field, self._results)
        self.setFocusProxy(self.box)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    # --- building

    def _build_sidebar(self) -> QueryPane:
        self._side = QueryPane(self._theme)
        self._side.filters_changed.connect(self.filters_chosen)
        self._side.query_chosen.connect(self.query_chosen)
        self.facets = self._side.facets
        self.facets.value_chosen.connect(self.facet_chosen)
        self.facets.years_chosen.connect(self.years_chosen)
        return self._side

    def _build_middle(self) -> QWidget:
        middle = QFrame()
        middle.setProperty("role", "panel")
        middle.setMinimumWidth(400)
        hairline = QFrame()
        hairline.setProperty("role", "hairline")
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, S4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_head())
        column.addSpacing(S1)
        column.addWidget(hairline)
        column.addWidget(self._build_found(), 1)
        return middle

    def _build_head(self) -> SearchHead:
        head = SearchHead(self._theme)
        self.box, self.modes, self.understood, self.rerank = (
            head.box,
            head.modes,
            head.understood,
            head.rerank,
        )
        self._strip, self.tabs = head.strip, head.tabs
        self.tabs.chosen.connect(self.tab_chosen)
        self.tabs.close_wanted.connect(self.tab_closed)
        self.tabs.tabMoved.connect(self.tab_moved)
        self._head = head
        head.submitted.connect(self._submit)
        self.box.text_edited.connect(self._tell_text)
        self.box.seed_flipped.connect(self.seed_flipped)
        self.box.seed_weighed.connect(self.seed_weighed)
        self.box.seed_removed.connect(self.seed_removed)
        self.box.left_downwards.connect(self.focus_results)
        self.starts = head.starts
        self.starts.chosen.connect(self.combine_chosen)
        self.modes.chosen.connect(self.mode_chosen)
        self.modes.full_text_chosen.connect(self.full_text_chosen)
        self.rerank.chosen.connect(self.rerank_chosen)
        return head

    def _build_found(self) -> FoundPane:
        self._found = FoundPane(self._theme)
        self._results = self._found.results
        self._model = self._results.cards
        self._results.similar_wanted.connect(self.similar_requested)
        self._results.seed_wanted.connect(lambda doc_id: self.seed_requested.emit(doc_id, 1))
        self._results.selected.connect(self._select)
        self._results.place_changed.connect(self.place_changed)
        self._found.clearing_wanted.connect(self._side.clear_filters)
        self._found.meaning_wanted.connect(lambda: self.mode_chosen.emit(SearchMode.HYBRID))
        self._found.import_wanted.connect(self.import_requested)
        self._found.index_wanted.connect(self.index_requested)
        self._found.first_query_wanted.connect(self.run_first_query)
        return self._found

    def _connect_inspector(self) -> None:
        pane = self._inspector
        pane.similar_wanted.connect(self.similar_requested)
        pane.seed_wanted.connect(self.seed_requested)
        pane.citation_wanted.connect(self.citation_wanted)
        pane.paper_wanted.connect(self._open_beside)
        pane.tab_opened.connect(self.tab_opened)
        pane.graded.connect(self._grade_shown)
        pane.learning_wanted.connect(self.learning_requested)

    # --- what there is to see

    def show_state(self, state: SearchState) -> None:
        self.box.show_text(state.text)
        self.box.show_seeds(state.seeds)
        self.modes.choose(state.mode, full_text=state.full_text)
        self.starts.show_state(state)
        self._side.show_filters(state.filters)

    def show_busy(self, busy: bool) -> None:
        """A search is under way; what is on screen stays until the answer comes, so nothing flickers."""
        self.modes.show_summary(self.tr("searching…") if busy else "")

    def show_results(self, cards: Sequence[PaperCard], *, summary: str, details: str = "") -> None:
        self._results.show_cards(cards)
        self.modes.show_summary(summary, details)
        self._found.show_results()
        if self._going_to_results:
            self._going_to_results = False
            self.focus_results()

    def show_new_order(self, cards: Sequence[PaperCard], *, summary: str, details: str = "") -> None:
        """The same search by meaning too, or as a second model orders it; the reader's place stays.

        Whoever has pressed Enter goes to the first result instead.
        """
        if self._going_to_results:
            self.show_results(cards, summary=summary, details=details)
            return
        self._results.show_new_order(cards)
        self.modes.show_summary(summary, details)

    def show_tabs(self, titles: Sequence[str], at: int) -> None:
        """The searches that are open; one alone needs no tab."""
        self.tabs.show_tabs(titles, at)

    @property
    def place(self) -> Place:
        """Where the reader is in the results."""
        return self._results.place

    def show_place(self, place: Place) -> None:
        self._results.show_place(place)

    def show_full_texts(self, n: int) -> None:
        self.modes.offer_full_texts(n)

    def show_rerankers(self, models: Sequence[str], chosen: str) -> None:
        self.rerank.show_models(models, chosen)

    def show_rerank_note(self, text: str, *, details: str = "") -> None:
        self.rerank.show_note(text, details=details)

    def show_understood(self, words: Sequence[str], faults: Sequence[str]) -> None:
        self.understood.show_words(words, faults)

    def show_nothing_found(self, state: SearchState, *, waiting: int = 0) -> None:
        self.modes.show_summary("")
        self._found.show_nothing_found(state, waiting=waiting)

    def show_welcome(self, *, total: int, indexed: bool) -> None:
        self.modes.show_summary("")
        self._found.show_welcome(total=total, indexed=indexed, has_query=self._first_query is not None)

    def show_strip(self, text: str, *, tone: str = "warning", action: str = "") -> None:
        """One calm sentence above the results; "" takes it away."""
        if text:
            self._strip.say(text, tone=tone, action=action, act=lambda: self.strip_action.emit(action))
        else:
            self._strip.hide()

    def show_queries(self, lines: Sequence[QueryLine]) -> None:
        self._first_query = lines[0] if lines else None
        self._side.show_queries(lines)

    def show_venues(self, venues: Sequence[tuple[str, int]], years: tuple[int, int] | None) -> None:
        self._side.show_venues(venues, years)

    def show_paper(self, paper: Paper | None) -> None:
        self._inspector.show_paper(paper)
        self._show_grade()

    def show_similar(self, cards: Sequence[PaperCard], *, message: str = "") -> None:
        self._inspector.show_similar(cards, message=message)

    def show_why(self, reasons: Reasons) -> None:
        self._inspector.why.show_reasons(reasons)

    def show_facets(self, counts: Counts) -> None:
        self.facets.show_counts(counts)

    def show_predictions(self, found: PredictedPaper) -> None:
        self._inspector.predictions.show_prediction(found)

    def show_history(self, lines: Sequence[JudgedBefore]) -> None:
        self._inspector.show_history(lines)

    @property
    def pdf(self) -> PdfView:
        """The selected paper's PDF."""
        return self._inspector.pdf

    def show_grades(self, grades: Mapping[str, int]) -> None:
        self._model.show_grades(grades)
        self._show_grade()

    def show_unsaved(self, doc_ids: Collection[str]) -> None:
        """Marks the results whose grade could not be saved, and no others."""
        self._model.show_unsaved(doc_ids)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def show_gradable(self, gradable: bool, *, why_not: str = "") -> None:
        self._gradable = gradable
        self._inspector.show_gradable(gradable, why_not=why_not)

    # --- moving and wishing

    @property
    def selected(self) -> str:
        """The doc_id of the selected result, or ""."""
        return self._results.selected_id

    def advance(self, step: int = 1) -> None:
        """Selects the next (or the previous) result, and stays at the ends."""
        self._results.select_next(step)

    def grade(self, relevance: int) -> None:
        """Grades the result that is selected now, and selects the next one at once.

        Saving takes its turn behind other work on the library; the keys do not wait for it. So each key
        belongs to the row that was selected when it was pressed, however fast the keys come. A row that only
        came first because the results changed counts once the inspector shows its paper too.
        """
        if not self._gradable:
            return
        doc_id, paper = self.selected, self._inspector.paper
        if self._beside and paper is not None and paper.doc_id == self._beside:
            self.grade_given.emit(paper.doc_id, relevance)
        elif doc_id and (self._results.is_chosen or (paper is not None and paper.doc_id == doc_id)):
            self._give(doc_id, relevance)
        elif self._model.rowCount():
            self._tell_ungraded()

    def _give(self, doc_id: str, relevance: int) -> None:
        """Whoever grades a result has chosen it."""
        self._results.is_chosen = True
        self.grade_given.emit(doc_id, relevance)
        self.advance()

    def _tell_ungraded(self) -> None:
        self.message.emit(self.tr("The results have changed, so nothing was graded. Select a paper first."))

    def want_similar(self) -> None:
        if self.selected:
            self.similar_requested.emit(self.selected)

    def want_seed(self, sign: int = 1) -> None:
        if self.selected:
            self.seed_requested.emit(self.selected, sign)

    def listed(self) -> tuple[list[str], str]:
        """The ids of the results, the best first, and of the selected one; "" for none."""
        return self._model.doc_ids, self._results.selected_id

    def want_citation(self) -> None:
        self._inspector.want_citation()

    def focus_search(self) -> None:
        self.box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.field.selectAll()

    def focus_results(self) -> None:
        self._results.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def find_similar(self, doc_id: str) -> None:
        """For other pages, through the main window: starts a search from this paper."""
        self.elsewhere_similar.emit(doc_id)

    def add_seed(self, doc_id: str, sign: int = 1) -> None:
        """For other pages, through the main window: adds this paper to the search."""
        self.seed_requested.emit(doc_id, sign)

    def run_first_query(self) -> None:
        """Runs the first query of the library, if it has one."""
        if self._first_query is not None:
            self.query_chosen.emit(self._first_query)

    def open_tab(self, tab: str) -> None:
        """`tab` is abstract, similar, why, history or predicted."""
        self._inspector.open_tab(tab)

    # --- inner

    def _open_beside(self, doc_id: str) -> None:
        """Shows a similar paper, which need not be among the results."""
        self._beside = doc_id
        self.paper_selected.emit(doc_id)

    def _select(self, doc_id: str) -> None:
        self._beside = ""
        self.paper_selected.emit(doc_id)

    def _submit(self) -> None:
        self._going_to_results = True
        self.search_requested.emit()

    def _tell_text(self, text: str) -> None:
        self._going_to_results = False  # whoever types on stays in the box
        self.text_edited.emit(text)

    def _grade_shown(self, relevance: int) -> None:
        """The inspector's buttons grade the paper that it shows, which a click on a similar one changes.

        A result that is no longer listed is about to go from there too, and is not graded.
        """
        paper = self._inspector.paper
        if paper is None or not self._gradable:
            return
        if paper.doc_id == self.selected:
            self._give(paper.doc_id, relevance)
        elif paper.doc_id == self._beside or self._model.row_of(paper.doc_id) >= 0:
            self.grade_given.emit(paper.doc_id, relevance)
        else:
            self._tell_ungraded()

    def _show_grade(self) -> None:
        paper = self._inspector.paper
        card = self._model.card(self._model.row_of(paper.doc_id)) if paper else None
        self._inspector.show_grade(card.grade if card else None)


def bind_keys(page: SearchPage, keys: Keys) -> None:
    """Keys work while the focus is anywhere in the page."""
    calls: dict[str, Callable[[], None]] = {
        "box": page.focus_search,
        "next": page.advance,
        "previous": lambda: page.advance(-1),
        "similar": page.want_similar,
        "seed": page.want_seed,
        "search.for": page.want_seed,
        "search.against": lambda: page.want_seed(-1),
        "search.text_for": lambda: page.text_seed_wanted.emit(1),
        "search.text_against": lambda: page.text_seed_wanted.emit(-1),
        "citation": page.want_citation,
        "search.save": page.saved.want,
        "search.seen": lambda: page.saved.seen.emit(None),
        "tab.new": page.tab_new.emit,
        "tab.close": lambda: page.tab_closed.emit(-1),
        "tab.reopen": page.tab_reopened.emit,
        "tab.next": lambda: page.tab_stepped.emit(1),
        "tab.previous": lambda: page.tab_stepped.emit(-1),
        "undo": page.undo_wanted.emit,
        "redo": page.redo_wanted.emit,
    }
    for grade in GRADES:
        calls[f"grade.{grade}"] = lambda grade=grade: page.grade(grade)  # type: ignore[misc]  # bound per turn
    for name, call in calls.items():
        keys.bind(name, page, call)
