"""The library page: sources, the table of papers, the selected paper; files are dropped anywhere on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from assay.items import notes_text
from assay_desktop.actions.opening import open_outside
from assay_desktop.pages.library.duplicates.page import DuplicatesView
from assay_desktop.pages.library.model import COLUMNS, OWN, PaperTable, SelectedPaper
from assay_desktop.pages.library.page_adding import Adding
from assay_desktop.pages.library.page_filing import Filing
from assay_desktop.pages.library.page_history import LibraryHistory
from assay_desktop.pages.library.sources import REMOVED, Source
from assay_desktop.pages.library.widgets.import_bar import DropTarget, ImportBar
from assay_desktop.pages.library.widgets.import_preview import ImportPreviewDialog
from assay_desktop.pages.library.widgets.outcomes import Outcomes
from assay_desktop.pages.library.widgets.paper_pane import PaperPane
from assay_desktop.pages.library.widgets.paper_view import PaperView
from assay_desktop.pages.library.widgets.source_list import SourceList, papers_to_drag
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, S4, set_px
from assay_desktop.widgets.boxes import hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import text_field
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.controls.side_panes import LEFT, RIGHT, SidePanes
from assay_desktop.widgets.icons import icon
from assay_desktop.widgets.papers.notes_view import NotesView
from assay_desktop.widgets.papers.quick_look import QuickLook
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent

    from assay.ingest.types import ImportPreview
    from assay.library import Action
    from assay_desktop.background.job import Job
    from assay_desktop.keys import Keys
    from assay_desktop.pages.library.duplicates.model import DuplicateList
    from assay_desktop.theme import Theme


class LibraryHead(QWidget):
    """Buttons and a field; every wish leaves as a signal."""

    duplicates_wanted = Signal()
    bring_back_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counted = ""
        self._n_selected = 0
        self.filter = text_field(
            self.tr("Filter the papers"), hint=self.tr("Filter by title, author or venue")
        )
        hint(self.filter, self.tr("Filter ({0})"), "box")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(120)
        self._count = label(role="caption")
        self.add = MenuButton(theme, self.tr("Add papers"), strong=True)
        self.add.show_text(self.tr("Add…"))
        self.add.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # never cut
        self._find = button(
            self.tr("Find duplicates…"),
            self.duplicates_wanted.emit,
            hint=self.tr("Papers recorded twice, and preprints of published papers"),
            gives=True,
        )
        self.columns = QToolButton()
        set_px(self.columns, width=30, height=30)
        self.columns.setAccessibleName(self.tr("Columns of the table"))
        self.columns.setToolTip(self.tr("Columns of the table"))
        self._bring_back = button(
            self.tr("Restore"),
            self.bring_back_wanted.emit,
            hint=self.tr("Restore the selected papers"),
        )
        self._bring_back.hide()
        theme.changed.connect(self._paint_icons)
        self._paint_icons()
        hbox(
            (self.filter, 1),
            self._count,
            self._bring_back,
            self.columns,
            self._find,
            self.add,
            on=self,
            gap=S2,
            margins=(S4, 0, S4, S2),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the count out where a button would be cut for it; what is selected is said all the same."""
        self._count.setVisible(bool(self._counted))
        self._count.setVisible(
            bool(self._counted) and (self._n_selected > 1 or self.sizeHint().width() <= self.width())
        )

    def show_count(self, shown: int, total: int, *, filtered: bool) -> None:
        papers = counted(total, self.tr("paper"), self.tr("papers"))
        text = self.tr("{0} of {1}").format(numeral(shown), papers) if filtered else papers
        self._counted = text if total else ""
        self.show_selected(0)
        for each in (self.filter, self._find):
            each.setEnabled(total > 0)

    def show_selected(self, n: int) -> None:
        """How many papers are selected, where they are several; else how many there are."""
        self._n_selected = n
        self._count.setText(self.tr("{0} selected").format(numeral(n)) if n > 1 else self._counted)
        self._fit()

    def show_removed(self, removed: bool) -> None:
        """Whether the papers listed are those that could come back."""
        self._bring_back.setVisible(removed)
        self._find.setVisible(not removed)

    def _paint_icons(self) -> None:
        self._find.setIcon(icon("copy", self._theme.color("muted")))
        self.columns.setIcon(icon("columns", self._theme.color("muted")))


SIDEBAR: Final = 200
PANE: Final = 372
WIDTHS: Final = (320, 164, 56, 108, 110, 104, 120, 64, 56, 64, 140)  # of model.COLUMNS
SHARES: Final = {1: 0.24, 3: 0.18}  # of a wide table, for authors and venue


class LibraryPage(QWidget):
    """Widgets only: intents leave as signals, what there is to see comes through `show_*`."""

    found_wanted = Signal(str, str, str)  # kind, doc_id, pk of a collection or words, its title: to be shown
    paper_selected = Signal(str)  # doc_id; "" for none
    papers_requested = Signal(list)  # doc_ids to show among all papers, for other pages
    key_wanted = Signal(str)  # doc_id
    files_chosen = Signal(list)  # of Path: files and folders
    report_wanted = Signal(object)  # Job
    papers_wanted = Signal(list)  # doc_ids that are to be listed, and no others
    sample_requested = Signal()
    retry_requested = Signal()
    place_changed = Signal()  # the table was scrolled
    shape_changed = Signal(object, object)  # QByteArray of the columns, of the panes
    facts_chosen = Signal(object)  # tuple of the columns that show more than a paper's own fields
    message = Signal(str)
    undo_offered = Signal(str, str, object)  # what was done, the button's words, what it calls

    def __init__(self, theme: Theme, keys: Keys, table: PaperTable, duplicates: DuplicateList) -> None:
        super().__init__()
        self._theme = theme
        self._model = table
        self._look: QuickLook | None = None
        self.brought: list[str] = []  # the papers that were selected since an import brought them
        self.setProperty("role", "panel")
        self.setAcceptDrops(True)
        self._sources = SourceList(theme)
        self.source_chosen = self._sources.chosen
        self._sources.chosen.connect(self._show_source)
        self.notes = NotesView(theme)
        self.pane = PaperPane(theme, self.notes)
        sizes = [SIDEBAR, 700, PANE]
        side = self._build_sidebar()
        self._panes = SidePanes(theme, self._build_middle(), left=side, right=self.pane, sizes=sizes)
        self._splitter = self._panes.splitter
        self._splitter.splitterMoved.connect(self._tell_shape)
        self.duplicates = DuplicatesView(theme, keys, duplicates)
        self.duplicates.back_wanted.connect(self.close_duplicates)
        self.duplicates.message.connect(self.message)
        self.duplicates.undo_offered.connect(self.undo_offered)
        self._views = stacked(self._panes, self.duplicates)
        vbox(self._views, on=self)
        self.drop_target = DropTarget(self)
        self.filing = Filing(self, keys, self._sources, self.pane, self.selected)
        self.head.bring_back_wanted.connect(self.filing.bring_back)
        self.adding = Adding(self, self.head.add, keys)
        self.adding.files_chosen.connect(self.files_chosen)
        self.choose_files = self.adding.choose_files
        self.history = LibraryHistory(self)
        self.pane.form_opened.connect(partial(self._panes.reveal, RIGHT))
        self._connect_pane()
        self._connect_actions()
        self._bind_keys(keys)
        self.setFocusProxy(self.table)

    # -- building ---------------------------------------------------------------------------------------

    def _build_sidebar(self) -> QWidget:
        side = QFrame()
        side.setProperty("role", "sidebar")
        side.setMinimumWidth(160)
        vbox(self._sources, on=side, margins=(S2, S3, S2, S2))
        return side

    def _build_middle(self) -> QWidget:
        middle = QFrame()
        middle.setProperty("role", "panel")
        self.head = LibraryHead(self._theme)
        self.head.duplicates_wanted.connect(self.open_duplicates)
        self.filter = self.head.filter
        self.filter.returnPressed.connect(self._focus_table)
        column = vbox(self.head, on=middle, gap=S2, margins=(0, S4, 0, 0))
        self.import_bar = ImportBar()
        self.strip = Strip(self._theme)
        self.outcomes = Outcomes(self._theme)
        for part in (self.import_bar, self.strip, self.outcomes.column):
            column.addLayout(hbox(part, margins=(S4, 0, S4, 0)))
        self.table = self._build_table()
        self.empty = StatePanel(self._theme)
        self.empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self.table, self.empty)
        column.addLayout(hbox(self._stack, margins=(S2, 0, 0, 0)), 1)
        return middle

    def _build_table(self) -> PaperView:
        carry = lambda rows: papers_to_drag(self._model.ids_in(rows))  # noqa: E731 - the view knows no ids
        table = PaperView(self._model, widths=WIDTHS, shares=SHARES, carry=carry, shown=len(OWN))
        table.columns_changed.connect(lambda: self.facts_chosen.emit(self.facts_shown()))
        self.head.columns.clicked.connect(
            lambda: table.open_menu(self.head.columns.mapToGlobal(self.head.columns.rect().bottomLeft()))
        )
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(
            lambda place: self.filing.open_menu(table.viewport().mapToGlobal(place))
        )
        table.activated.connect(lambda index: self.pdf_requested.emit(self._model.doc_id(index.row())))
        table.setAccessibleName(self.tr("Papers"))
        table.shape_changed.connect(self._tell_shape)
        table.verticalScrollBar().valueChanged.connect(lambda _value: self.place_changed.emit())
        table.selectionModel().currentRowChanged.connect(self._tell_selection)
        table.selectionModel().selectionChanged.connect(self._tell_selected)
        return table

    def _connect_pane(self) -> None:
        self.similar_requested, self.seed_requested = self.pane.similar_wanted, self.pane.seed_wanted
        self.pane.files.file_wanted.connect(lambda path: open_outside(path, self.message.emit))

    def _connect_actions(self) -> None:
        """Let what the menu of the papers offers leave as the page's own signals, where it has them."""
        acts = self.filing
        self.pdf_requested = acts.pdf_wanted
        self.export_requested, self.notes_requested = acts.export_wanted, acts.notes_wanted
        self.pane.read_wanted.connect(self.pdf_requested)
        at = self.pane.several
        self.pane.actions_wanted.connect(lambda: acts.open_menu(at.mapToGlobal(at.rect().bottomLeft())))
        acts.similar_wanted.connect(self.similar_requested)
        acts.seed_wanted.connect(self.seed_requested)
        acts.look_wanted.connect(self.open_look)
        self.pane.citation_wanted.connect(lambda doc_id: acts.reference_wanted.emit([doc_id]))
        acts.bind_list(self.table)

    def _bind_keys(self, keys: Keys) -> None:
        calls: dict[str, Callable[[], None]] = {
            "box": self.focus_search,
            "next": lambda: self.advance(1),
            "previous": lambda: self.advance(-1),
            "read": partial(self.pane.want, self.pane.read_wanted),
            "similar": partial(self.pane.want, self.pane.similar_wanted),
            "seed": partial(self.pane.want, self.pane.seed_wanted),
            "cite-key": partial(self.pane.want, self.key_wanted),
            "undo": self.history.undo_wanted.emit,
            "redo": self.history.redo_wanted.emit,
            "library.history": self.history.open,
            **self.adding.calls(),
        }
        for name, call in calls.items():
            keys.bind(name, self._panes, call)  # not where duplicates are shown
        self.filing.bind_all_keys(self._panes, (self.table, self.pane))

    # -- what there is to see ---------------------------------------------------------------------------

    def show_sources(self, sources: list[Source], chosen: str) -> None:
        current = next((each for each in sources if each.key == chosen), None)
        self._sources.show_sources(sources, current)
        self.filing.show_sources(sources)
        self._show_source(current)

    def close_form(self, doc_id: str) -> None:
        """Close the form: what was written for this paper is saved."""
        self.pane.form.forget(doc_id)
        if self.pane.is_form_open and self.pane.form.doc_id == doc_id:
            self.pane.close_form()
            self._focus_table()

    def show_form_fault(self, doc_id: str, text: str, field: str = "") -> None:
        """Show it in the form, or as a message where it was left; what was written stays in the form."""
        self.pane.form.show_fault(doc_id, text, field)
        if not self.pane.is_form_open or self.pane.form.doc_id != doc_id:
            self.message.emit(self.tr("{0} Your input is kept in the form.").format(text))

    def show_refusal(self, text: str) -> None:
        """Say why something was not done; a name that was typed for it stays to be given again."""
        self.filing.reopen()
        self.message.emit(text)

    def offer_undo(self, text: str, undo: Callable[[], None]) -> None:
        self.filing.settle()
        self.undo_offered.emit(text, self.tr("Undo"), undo)

    def show_history(self, actions: Sequence[Action]) -> None:
        self.history.show_actions(actions)

    def show_count(self, shown: int, total: int, *, filtered: bool) -> None:
        self._stack.setCurrentWidget(self.table)
        self.head.show_count(shown, total, filtered=filtered)
        self._tell_selected()
        self._panes.set_idle(RIGHT, idle=total == 0)

    def show_empty_library(self) -> None:
        sentence = self.tr("This library has no papers yet. Import your own, or drop files anywhere here.")
        self.empty.show_message(
            "books", sentence, action=self.tr("Import papers"), second=self.tr("Open the sample library")
        )
        self._stack.setCurrentWidget(self.empty)

    def show_no_match(self, text: str) -> None:
        sentence = self.tr("No papers here match “{0}”.").format(text) if text else self.tr("No papers here.")
        self.empty.show_message("funnel", sentence, action=self.tr("Show all papers"))
        self._stack.setCurrentWidget(self.empty)

    def show_paper(self, selected: SelectedPaper | None) -> None:
        self.pane.show_paper(selected)
        self._show_look()
        paper = selected.paper if selected else None
        self.notes.show_notes(paper.doc_id if paper else "", notes_text(paper) if paper else "")

    def select_row(self, row: int) -> None:
        """Select a row; where it is the one that is read already, what else is selected stays so."""
        if row < 0 or row == self.table.currentIndex().row():
            self.paper_selected.emit(self._model.doc_id(row))
            return
        self.table.choose_row(row)
        if row == 0:
            self.table.scrollToTop()

    def select_rows(self, rows: Sequence[int]) -> None:
        """Select the rows of the papers that an import brought."""
        self.table.choose_rows(rows)
        self.brought = self.selected()
        self.paper_selected.emit(self._model.doc_id(rows[0]))

    def show_error(self, text: str) -> None:
        self.strip.say(text, tone="danger", action=self.tr("Try again"), act=self.retry_requested.emit)

    def show_message(self, text: str) -> None:
        self.message.emit(text)

    def show_import(self, title: str, where: str, done: int, total: int | None) -> None:
        self.import_bar.show_progress(title, where, done, total)

    def ask_import(self, preview: ImportPreview, agreed: Callable[[], None]) -> None:
        """Show what an import would do, and ask whether it shall."""
        dialog = ImportPreviewDialog(self, preview)
        dialog.on_action(dialog.accept)
        dialog.accepted.connect(agreed)
        dialog.open()

    def hide_import(self) -> None:
        self.import_bar.hide()

    def show_report(self, job: Job) -> None:
        """Show what an earlier import did, for the main window."""
        self.report_wanted.emit(job)

    def facts_shown(self) -> tuple[str, ...]:
        """Return the columns that are shown besides those of a paper's own fields."""
        return tuple(COLUMNS[number] for number in self.table.shown_columns() if number >= len(OWN))

    def restore_shape(self, columns: QByteArray, panes: QByteArray) -> None:
        """Restore widths, order and sorting of the columns, and widths of the panes."""
        self.table.restore_shape(columns)
        if not panes.isEmpty():
            self._splitter.restoreState(panes)

    def show_all_sources(self) -> None:
        """Go to the list of collections, tags and other parts."""
        self._panes.reveal(LEFT)
        self._sources.setFocus()

    def show_filter(self, text: str) -> None:
        """Show the words that restrict the list, and says nothing of it."""
        with QSignalBlocker(self.filter):
            self.filter.setText(text)

    @property
    def scrolled(self) -> int:
        """How far the table is scrolled, in pixels."""
        return self.table.verticalScrollBar().value()

    def show_scroll(self, value: int) -> None:
        self.table.doItemsLayout()
        self.table.verticalScrollBar().setValue(value)

    def calls(self) -> dict[str, Callable[[], None]]:
        """Return what starts each of key_table.FILING."""
        return {**self.filing.calls(), **self.adding.calls(), "library.history": self.history.open}

    def selected(self) -> list[str]:
        """Return the ids of the papers that are selected, from the top."""
        return self._model.ids_in(self.table.selected_rows())

    def listed(self) -> tuple[list[str], list[str]]:
        """Return the ids of the papers in the table, in its order, and of those that are selected."""
        return self._model.doc_ids, self.selected()

    # -- moving and wishing -----------------------------------------------------------------------------

    def focus_search(self) -> None:
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def open_duplicates(self) -> None:
        self._views.setCurrentWidget(self.duplicates)
        self.setFocusProxy(self.duplicates)
        self.duplicates.enter()

    def close_duplicates(self) -> None:
        self._views.setCurrentWidget(self._panes)
        self.setFocusProxy(self.table)
        self._focus_table()

    def advance(self, step: int) -> None:
        row = self.table.currentIndex().row() + step
        if 0 <= row < self._model.rowCount():
            self.table.choose_row(row)

    def open_look(self) -> None:
        """Show the paper that is read over the page, larger."""
        if self.pane.selected is not None:
            self._look = QuickLook(self._theme, self._panes, grades=False)
            self._look.finished.connect(self._forget_look)
            self._look.stepped.connect(self.advance)
            self._show_look()
            self._look.open_over()

    def _show_look(self) -> None:
        if self._look is not None and self.pane.selected is not None:
            self._look.show_paper(self.pane.selected.paper)
            self._look.show_best(self.pane.selected.grade)

    def _forget_look(self) -> None:
        self._look = None
        self._focus_table()

    # -- drag and drop ----------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.drop_target.offer(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_target.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        files, text = self.drop_target.take(event)
        if files:
            self.files_chosen.emit(files)
        else:
            self.adding.text_given.emit(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.drop_target.fit()

    # -- inner ------------------------------------------------------------------------------------------

    def _show_source(self, source: Source | None) -> None:
        self.filing.source = source
        self.head.show_removed(source is not None and source.key == REMOVED)

    def _tell_shape(self, *_: object) -> None:
        self.shape_changed.emit(self.table.shape(), self._splitter.saveState())

    def _tell_selection(self, current: QModelIndex) -> None:
        self.paper_selected.emit(self._model.doc_id(current.row()))

    def _tell_selected(self, *_: object) -> None:
        parts = self.table.selectionModel().selection().toList()
        n = sum(part.height() for part in parts)
        self.head.show_selected(n)
        self.pane.show_several(n)

    def _focus_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Import papers"): self.choose_files,
            self.tr("Open the sample library"): self.sample_requested.emit,
            self.tr("Show all papers"): self._show_all,
        }
        acts[action]()

    def _show_all(self) -> None:
        self.filter.clear()
        self._sources.choose_first()
