"""The search page: queries and filters, the box with its results, the paper next to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from assay.types import GRADES, Paper, SearchMode
from assay_desktop.keys import Keys
from assay_desktop.pages.search.facets import Counts
from assay_desktop.pages.search.model import Need, Place, QueryLine, SavedLine, SearchState
from assay_desktop.pages.search.widgets.explanation import Reasons
from assay_desktop.pages.search.widgets.head import SearchHead
from assay_desktop.pages.search.widgets.inspector import WIDTH, Inspector
from assay_desktop.pages.search.widgets.predictions import PredictedPaper
from assay_desktop.pages.search.widgets.queries import NewQueryLine, QueryDialogs
from assay_desktop.pages.search.widgets.result_actions import ResultActions
from assay_desktop.pages.search.widgets.results import FoundPane
from assay_desktop.pages.search.widgets.sidebar import QueryPane
from assay_desktop.theme import S1, S4, Theme
from assay_desktop.widgets.boxes import hairline, vbox
from assay_desktop.widgets.controls.form_dialog import NameDialog
from assay_desktop.widgets.controls.side_panes import LEFT, RIGHT, SidePanes
from assay_desktop.widgets.papers.card import JudgedBefore, PaperCard
from assay_desktop.widgets.papers.quick_look import QuickLook
from assay_desktop.widgets.pdf.pdf_view import PdfView

SIDEBAR = 208


class SearchPage(QWidget):
    """Widgets only: what the user wants leaves as a signal, what there is to see comes through `show_*`."""

    shown = Signal()
    search_requested = Signal()
    text_seed_wanted = Signal(int)  # sign: what is typed becomes a chip
    paper_selected = Signal(str)  # doc_id; "" for none
    query_became = Signal(object)  # QueryLine: what the query of this search was changed into
    tab_new = Signal()
    tab_closed = Signal(int)  # which, -1 for the one that is shown
    tab_reopened = Signal()
    tab_stepped = Signal(int)  # 1 to the next, -1 to the one before
    query_wanted = Signal(str)  # query_id: to be searched for
    elsewhere_similar = Signal(str)  # doc_id of a paper of another page
    grades_given = Signal(list, int)  # doc_ids, relevance
    grade_given = Signal(str, int)  # doc_id, relevance
    undo_wanted = Signal()
    redo_wanted = Signal()
    strip_action = Signal(str)  # the text of the action that was pressed
    search_named = Signal(str)  # the search that is shown is to be saved under this name
    search_renamed = Signal(object, str)  # SavedLine, its new name
    news_seen = Signal(object)  # SavedLine; None for the one that is shown
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme, self._keys = theme, keys
        self._gradable = False
        self.need: Need | None = None  # that grades of this search are for
        self.listed_need: Need | None = None  # that the results on screen were found for
        self._similar = ""  # doc_id of a similar paper that the inspector shows in a result's place
        self._first_query: QueryLine | None = None
        self._saved: SavedLine | None = None
        self._undos: list[Callable[[], None]] = []  # what the key for undo does, the last first
        self._savable = False
        self._naming: NameDialog | None = None
        self._look: QuickLook | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self._side = QueryPane(theme)
        self.facets = self._side.facets
        self.queries = QueryDialogs(self._side.queries, self)
        self._inspector = Inspector(theme)
        middle, sizes = self._build_middle(), [SIDEBAR, 720, WIDTH]
        self._panes = SidePanes(theme, middle, left=self._side, right=self._inspector, sizes=sizes, on=self)
        vbox(self._panes, on=self)
        self.filing = ResultActions(self, keys, lambda: self.results.selected_ids)
        self._connect()
        self._connect_actions()
        bind_keys(self, keys)
        self.setTabOrder(self.box.field, self.results)
        self.setFocusProxy(self.box)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    # --- building

    def _build_middle(self) -> QWidget:
        middle = QFrame()
        middle.setProperty("role", "panel")
        line = hairline()
        self._head = head = SearchHead(self._theme)
        self.box, self.modes, self.starts, self.rerank = head.box, head.modes, head.starts, head.rerank
        self.filter_line, self.tabs, self._strip = head.filter_line, head.tabs, head.strip
        self._found = FoundPane(self._theme)
        self.results = self._found.results
        self._model = self.results.cards
        self.new_query = NewQueryLine()
        parts = (self._head, S1, line, (self._found, 1), self.new_query)
        vbox(*parts, on=middle, gap=0, margins=(0, S4, 0, 0))
        return middle

    def _connect(self) -> None:
        """Pass on what a part says, where the page adds nothing to it."""
        side, head, found, pane = self._side, self._head, self._found, self._inspector
        self.text_edited = self.box.text_edited
        self.mode_chosen, self.combine_chosen = self.modes.chosen, self.starts.chosen
        self.rerank_chosen = self.rerank.button.chosen
        self.filters_chosen, self.query_chosen = side.filters.filters_changed, side.queries.opened
        self.seed_flipped, self.seed_weighed = self.box.seed_flipped, self.box.seed_weighed
        self.tab_chosen, self.tab_closed = self.tabs.chosen, self.tabs.close_wanted
        self.similar_requested, self.seed_requested = pane.similar_wanted, pane.seed_wanted
        self.tab_opened = pane.tab_opened
        self.learning_requested = pane.predictions.learning_wanted
        self.place_changed = self.results.place_changed
        self.saved_opened, self.saved_removed = side.saved.opened, side.saved.removed
        self.import_requested, self.index_requested = found.import_wanted, found.index_wanted
        head.submitted.connect(self.search_requested)
        head.kept.seen.connect(lambda: self.news_seen.emit(None))
        head.save.clicked.connect(lambda _checked=False: self.want_saving())
        side.saved.seen.connect(self.news_seen)
        side.saved.renaming.connect(self.want_name)
        self.box.left_downwards.connect(self.focus_results)
        self.results.left_upwards.connect(self.box.field.setFocus)
        self.results.similar_wanted.connect(self.similar_requested)
        self.results.seed_wanted.connect(lambda doc_id: self.seed_requested.emit(doc_id, 1))
        self.results.selected.connect(self._select)
        self.results.activated.connect(lambda _index: self.want_reading())
        for changed in (self.results.selectionModel().selectionChanged, self._model.modelReset):
            changed.connect(lambda *_: self.modes.show_selected(len(self.results.selectedIndexes())))
        pane.pdf.reader_wanted.connect(self.want_reading)
        found.clearing_wanted.connect(side.filters.clear)
        found.meaning_wanted.connect(lambda: self.mode_chosen.emit(SearchMode.HYBRID))
        found.first_query_wanted.connect(self.run_first_query)
        self.new_query.renaming.connect(self.queries.rename)
        self.new_query.merging.connect(self.queries.merge)
        pane.paper_wanted.connect(self._open_similar)
        pane.graded.connect(self._grade_shown)

    def _connect_actions(self) -> None:
        """Let what the menu of the results offers leave as the page's own signals, where it has them."""
        acts, results = self.filing, self.results
        self.pdf_requested, self.library_requested = acts.pdf_wanted, acts.library_wanted
        self.export_requested, self.notes_requested = acts.export_wanted, acts.notes_wanted
        acts.graded.connect(self._give_several)
        acts.similar_wanted.connect(self.similar_requested)
        acts.seed_wanted.connect(lambda doc_id: self.seed_requested.emit(doc_id, 1))
        acts.against_wanted.connect(lambda doc_id: self.seed_requested.emit(doc_id, -1))
        acts.look_wanted.connect(self.open_look)
        self._inspector.citation_wanted.connect(lambda doc_id: acts.reference_wanted.emit([doc_id]))
        results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        results.customContextMenuRequested.connect(
            lambda place: acts.open_menu(results.viewport().mapToGlobal(place))
        )
        acts.bind_list(results)
        acts.bind_keys(self._keys, self)

    # --- what there is to see

    def show_state(self, state: SearchState) -> None:
        self.box.show_text(state.text)
        self.box.show_seeds(state.seeds)
        self.modes.choose(state.mode, full_text=state.full_text)
        self.starts.show_state(state)
        self._side.filters.show_filters(state.filters)

    def show_busy(self, busy: bool) -> None:
        """Show that a search is under way; what is on screen stays until it answers, so nothing flickers."""
        if busy:
            self.modes.summary.show_text(self.tr("searching…"))  # alone, in the room of what was there
        else:
            self.modes.show_summary("")

    def show_results(self, cards: Sequence[PaperCard], *, summary: str, details: str = "") -> None:
        self.results.show_cards(cards)
        self.modes.show_summary(summary, details)
        self._found.show_results()

    def show_new_order(self, cards: Sequence[PaperCard], *, summary: str, details: str = "") -> None:
        """Show the same search, semantic too, or as a second model orders it, in the reader's place."""
        self.results.show_new_order(cards)
        self.modes.show_summary(summary, details)

    def show_tabs(self, titles: Sequence[str], at: int) -> None:
        """Show the searches that are open; one alone needs no tab."""
        self.tabs.show_tabs(titles, at)

    @property
    def place(self) -> Place:
        """Where the reader is in the results."""
        return self.results.place

    def show_place(self, place: Place) -> None:
        self.results.show_place(place)

    def show_full_texts(self, n: int, *, passages: int = 0) -> None:
        self.modes.offer_full_texts(n, passages=passages)

    def show_rerankers(self, models: Sequence[str], chosen: str) -> None:
        self.rerank.show_models(models, chosen)

    def show_rerank_note(self, text: str, *, details: str = "") -> None:
        self.modes.show_note(text, details)

    def show_feedback(self, n: int, *, on: bool) -> None:
        """Offer to rank by the `n` grades of this search, and whether that is so."""
        self.modes.offer_feedback(n, on=on)

    def show_filter_words(self, words: Sequence[str], faults: Sequence[str]) -> None:
        self.filter_line.show_words(words, faults)

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
        self.new_query.merge.setEnabled(len(lines) > 1)

    def show_need(self, need: Need | None) -> None:
        """Select the query that grades of this search are for, where the library has it."""
        self.need = need
        self._side.queries.follow(need)

    def show_new_query(self, line: QueryLine | None) -> None:
        """Say that the grades are saved under this new query, and offer to correct it; None for no longer."""
        had_focus = self.new_query.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self.new_query.show_query(line)
        if line is None and had_focus:
            self.focus_results()

    def show_venues(self, venues: Sequence[tuple[str, int]], years: tuple[int, int] | None) -> None:
        self._side.filters.show_choices(venues, years)

    def show_paper(self, paper: Paper | None) -> None:
        self._inspector.show_paper(paper)
        if self._look is not None and paper is not None:
            self._look.show_paper(paper)
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
    def grading(self) -> QWidget:
        """Where grades are given below the paper, with what stands around the bar."""
        return self._inspector.foot

    def spared(self) -> list[QWidget]:
        """Return what is read during a search, which nothing shall cover."""
        mine = (self._head, self._side.queries, self.results, self.new_query, self.grading)
        return [*mine, *self._inspector.texts]

    @property
    def learning(self) -> QWidget:
        """The switch that ranks by grades, or what it is behind; the modes while nothing has a grade."""
        shown = (self.modes.feedback, self._head.choices.options)
        return next((each for each in shown if each.isVisible()), self.modes)

    @property
    def pdf(self) -> PdfView:
        """The selected paper's PDF."""
        return self._inspector.pdf

    def show_others(self, n: int) -> None:
        self._inspector.show_others(n)

    def show_grades(self, grades: Mapping[str, int]) -> None:
        self._model.show_grades(grades)
        self._show_grade()

    def show_unsaved(self, doc_ids: Collection[str]) -> None:
        """Mark the results whose grade could not be saved, and no others."""
        self._model.show_unsaved(doc_ids)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def show_gradable(self, gradable: bool, *, why_not: str = "") -> None:
        self._gradable = self.filing.gradable = gradable
        self._inspector.show_gradable(gradable, why_not=why_not)

    def show_saved(self, lines: Sequence[SavedLine], shown: SavedLine | None) -> None:
        """Show the saved searches, and the one of them whose results are shown."""
        self._saved = shown
        self._side.show_saved(lines, shown)
        self._head.kept.show_line(shown)
        self._head.show_saved(saved=shown is not None, savable=self._savable)

    def show_savable(self, savable: bool) -> None:
        """Whether there is a search to save."""
        self._savable = savable

    def show_new(self, doc_ids: Collection[str]) -> None:
        """Mark these results as new, and no others."""
        self._model.show_new(doc_ids)

    def end_naming(self, problem: str = "") -> None:
        """Close the field, the name taken, or say why it was not; what was typed stays then."""
        if self._naming is None:
            return
        if problem:
            self._naming.show_problem(problem)
        else:
            self._naming.accept()

    def show_refusal(self, text: str) -> None:
        """Say why something was not done; a name that was typed for it stays to be given again."""
        self.filing.reopen()
        self.message.emit(text)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> Callable[[], None]:
        """Offer it in a message and to the key for undo; return what does it, once."""
        self.filing.settle()
        once = self.note_undo(undo)
        self.undo_offered.emit(text, self.tr("Undo"), once)
        return once

    def note_undo(self, undo: Callable[[], None]) -> Callable[[], None]:
        """Let the key for undo do this next; return what does it, once."""

        def once() -> None:
            if once in self._undos:
                self._undos.remove(once)
            undo()

        self._undos.append(once)
        return once

    def forget_undo(self, undo: Callable[[], None]) -> None:
        """Leave this to another undo."""
        if undo in self._undos:
            self._undos.remove(undo)

    def undo(self) -> None:
        """Undo what was done last on this page; before all that, the assessor's last judgement."""
        self._undos[-1]() if self._undos else self.undo_wanted.emit()

    def offer_redo(self, text: str, redo: Callable[[], None]) -> None:
        self.undo_offered.emit(text, self.tr("Redo"), redo)

    # --- moving and wishing

    def want_saving(self) -> None:
        """Ask for the name under which the search is to be kept; a saved one is renamed."""
        if self._saved is not None:
            self.want_name(self._saved)
        elif self._savable:
            name = " ".join(self.box.field.text().split()) or self.tr("My search")
            dialog = self._ask_name(self.tr("Save this search"), self.tr("Save"), name)
            dialog.named.connect(self.search_named)

    def want_name(self, line: SavedLine) -> None:
        """Ask for another name of a saved search."""
        dialog = self._ask_name(self.tr("Rename the search"), self.tr("Rename"), line.label)
        dialog.named.connect(lambda name: self.search_renamed.emit(line, name))

    def _ask_name(self, title: str, action: str, name: str) -> NameDialog:
        self._naming = dialog = NameDialog(self, title, action=action, name=name)
        dialog.destroyed.connect(self._forget_dialog)
        dialog.open()
        return dialog

    def _forget_dialog(self) -> None:
        self._naming = None

    @property
    def selected(self) -> str:
        """The doc_id of the selected result, or ""."""
        return self.results.selected_id

    def choose(self, doc_id: str) -> None:
        """Select this result, if it is listed."""
        row = self._model.row_of(doc_id)
        if row >= 0:
            self.results.choose_row(row)

    def advance(self, step: int = 1) -> None:
        """Select the next (or the previous) result, and stays at the ends."""
        self.results.select_next(step)

    def grade(self, relevance: int) -> None:
        """Grade the result that is selected now, and select the next one at once.

        Saving takes its turn behind other work on the library; the keys do not wait for it. So each key
        belongs to the row that was selected when it was pressed, however fast the keys come. A row that only
        came first because the results changed counts once the inspector shows its paper too.
        """
        if not self._gradable or self._tell_if_stale():
            return
        several = self.results.selected_ids
        if len(several) > 1:
            self.filing.grade(several, relevance)
            return
        doc_id, paper = self.selected, self._inspector.paper
        if self._similar and paper is not None and paper.doc_id == self._similar:
            self.grade_given.emit(paper.doc_id, relevance)
        elif doc_id and (self.results.is_chosen or (paper is not None and paper.doc_id == doc_id)):
            self._give(doc_id, relevance)
        elif self._model.rowCount():
            self._tell_ungraded()

    def _give(self, doc_id: str, relevance: int) -> None:
        """Give the grade; anyone who grades a result has chosen it."""
        self.results.is_chosen = True
        self.grade_given.emit(doc_id, relevance)
        self.advance()

    def _give_several(self, doc_ids: list[str], relevance: int) -> None:
        if not self._tell_if_stale():
            self.grades_given.emit(doc_ids, relevance)

    def _tell_if_stale(self) -> bool:
        """Return whether the results of another search are on screen yet, and say that none is graded."""
        stale = self.listed_need != self.need
        if stale:
            self.message.emit(self.tr("These are still the results of the last search. Nothing was graded."))
        return stale

    def _tell_ungraded(self) -> None:
        self.message.emit(self.tr("The results have changed, so nothing was graded. Select a paper first."))

    @property
    def _read(self) -> str:
        """The paper that the inspector shows, which may be a similar one; "" for none."""
        return self._similar or self.selected

    def want_similar(self) -> None:
        if self._read:
            self.similar_requested.emit(self._read)

    def want_reading(self) -> None:
        if self._read:
            self.pdf_requested.emit(self._read)

    def want_seed(self, sign: int = 1) -> None:
        if self._read:
            self.seed_requested.emit(self._read, sign)

    def listed(self) -> tuple[list[str], list[str]]:
        """Return the ids of the results, the best first, and of those that are selected."""
        return self._model.doc_ids, self.results.selected_ids

    def want_citation(self) -> None:
        """Copy the references of the papers that are selected, or else of the one that is read."""
        if len(self.results.selected_ids) > 1:
            self.filing.copy_references()
        else:
            self._inspector.want_citation()

    def open_look(self) -> None:
        """Show the paper that is read over the page, larger."""
        paper = self._inspector.paper
        if paper is None:
            return
        self._look = QuickLook(self._theme, self, grades=True)
        self._look.finished.connect(self._forget_look)
        self._look.stepped.connect(self.advance)
        self._look.graded.connect(self._grade_shown)
        self.show_paper(paper)
        self._look.open_over()

    def _forget_look(self) -> None:
        self._look = None
        self.focus_results()

    def calls(self) -> dict[str, Callable[[], None]]:
        """Return what starts those of key_table.FILING that results have too."""
        return {"library.collect": self.filing.ask_collection, "library.tag": self.filing.ask_tag}

    def search_for(self, text: str) -> None:
        """Search for this text, in a tab of its own where something is searched for already."""
        if self.box.field.text().strip() or self.box.chips:
            self.tab_new.emit()
        self.box.show_text(text)
        self.text_edited.emit(text)
        self.search_requested.emit()

    def show_all_queries(self) -> None:
        self._panes.reveal(LEFT)
        self._side.queries.show_all()

    def focus_search(self) -> None:
        self.box.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.field.selectAll()

    def focus_results(self) -> None:
        """Go to the results; without any to the box."""
        place = self.results if self._model.rowCount() else self.box.field
        place.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def find_similar(self, doc_id: str) -> None:
        """Start a search from this paper, for other pages, through the main window."""
        self.elsewhere_similar.emit(doc_id)

    def add_seed(self, doc_id: str, sign: int = 1) -> None:
        """Add this paper to the search, for other pages, through the main window."""
        self.seed_requested.emit(doc_id, sign)

    def run_first_query(self) -> None:
        """Run the first query of the library, if it has one."""
        if self._first_query is not None:
            self.query_chosen.emit(self._first_query)

    def open_tab(self, tab: str) -> None:
        """Open a tab: abstract, similar, why, history or predicted."""
        self._panes.reveal(RIGHT)
        self._inspector.open_tab(tab)

    # --- inner

    def _open_similar(self, doc_id: str) -> None:
        """Show a similar paper, which need not be among the results."""
        self._similar = doc_id
        self.paper_selected.emit(doc_id)

    def _select(self, doc_id: str) -> None:
        self._similar = ""
        self.paper_selected.emit(doc_id)

    def _grade_shown(self, relevance: int) -> None:
        """Grade the paper that the inspector shows, which a click on a similar one changes.

        A result that is no longer listed is about to go from there too, and is not graded.
        """
        paper = self._inspector.paper
        if paper is None or not self._gradable or self._tell_if_stale():
            return
        if paper.doc_id == self.selected:
            self._give(paper.doc_id, relevance)
        elif paper.doc_id == self._similar or self._model.row_of(paper.doc_id) >= 0:
            self.grade_given.emit(paper.doc_id, relevance)
        else:
            self._tell_ungraded()

    def _show_grade(self) -> None:
        paper = self._inspector.paper
        card = self._model.card(self._model.row_of(paper.doc_id)) if paper else None
        grade = card.grade if card else None
        self._inspector.show_grade(grade)
        if self._look is not None:
            self._look.show_grade(grade, gradable=self._gradable)


def bind_keys(page: SearchPage, keys: Keys) -> None:
    """Bind keys that work while the focus is anywhere in the page."""
    calls: dict[str, Callable[[], None]] = {
        "box": page.focus_search,
        "next": page.advance,
        "previous": lambda: page.advance(-1),
        "read": page.want_reading,
        "similar": page.want_similar,
        "seed": page.want_seed,
        "search.for": page.want_seed,
        "search.against": lambda: page.want_seed(-1),
        "search.text_for": lambda: page.text_seed_wanted.emit(1),
        "search.text_against": lambda: page.text_seed_wanted.emit(-1),
        "citation": page.want_citation,
        "bibtex": page.filing.copy_bibtex,
        "search.grades": page.modes.feedback.click,
        "search.save": page.want_saving,
        "search.seen": lambda: page.news_seen.emit(None),
        "tab.new": page.tab_new.emit,
        "tab.close": lambda: page.tab_closed.emit(-1),
        "tab.reopen": page.tab_reopened.emit,
        "tab.next": lambda: page.tab_stepped.emit(1),
        "tab.previous": lambda: page.tab_stepped.emit(-1),
        "undo": page.undo,
        "redo": page.redo_wanted.emit,
    }
    for grade in GRADES:
        calls[f"grade.{grade}"] = lambda grade=grade: page.grade(grade)  # type: ignore[misc]  # bound per turn
    for name, call in calls.items():
        keys.bind(name, page, call)
