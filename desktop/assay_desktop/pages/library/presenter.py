"""What the library page shows: ids in order, rows as they are looked at, the paper that is selected."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer

from assay.codec import from_json, to_json
from assay.errors import BadInput
from assay.types import Filters
from assay_desktop.actions.pdf_files import can_find_pdfs
from assay_desktop.context import Change
from assay_desktop.pages.library.model import SelectedPaper
from assay_desktop.pages.library.sources import CHOSEN, REMOVED, Source, read_sources

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QByteArray

    from assay.errors import AssayError
    from assay.library import PaperFacts
    from assay.types import Paper, Query
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.library.model import PaperTable
    from assay_desktop.pages.library.page import LibraryPage


DEBOUNCE_MS: Final = 150
_AFTER_ROWS_MS: Final = 250  # the rows in sight go first, the counts at the left follow
_FIRST_ROWS: Final = 100  # as many as a tall window shows
_COLUMNS: Final = "library/table"
_PANES: Final = "library/panes"
_LISTING: Final = "library/listing"


@dataclass(frozen=True, slots=True)
class _Listing:
    """What the table shows: a source, words, an order."""

    source: str = "all"
    filters: Filters = field(default_factory=Filters)
    newest_first: bool = False
    text: str = ""
    sort: str = "added"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a session keeps: the listing, the selected paper ("" for none), how far the table was scrolled."""

    listing: _Listing
    doc_id: str = ""
    scroll: int = 0  # pixels


class LibraryPresenter(QObject):
    """Intents of the page -> calls on the lane -> what the page shows."""

    def __init__(
        self, page: LibraryPage, table: PaperTable, context: AppContext, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._table = table
        self._context = context
        self._listing = _Listing()
        self._facts: tuple[str, ...] = ()  # columns that show more than the papers' own fields
        self._selected = ""
        self._scroll: int | None = None  # where the table is to be, once its rows are there
        self._action = 0  # of the import whose papers are selected once they are listed; 0 for none
        self._chosen: Source | None = None  # papers that another page has chosen
        self._here: Sequence[str] = ()  # papers that are selected with them
        self._debounce = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._debounce.timeout.connect(self._list)
        self._sources_due = QTimer(self, singleShot=True, interval=_AFTER_ROWS_MS)
        self._sources_due.timeout.connect(self._read_sources)
        table.rows_wanted.connect(self._fetch)
        table.sort_wanted.connect(self.set_sort)
        context.changes.changed.connect(self._hear)

    def start(self) -> None:
        """Show what the last session showed: its part of the library, its words, and the paper it had."""
        settings = self._context.settings
        self._page.restore_shape(settings.state(_COLUMNS), settings.state(_PANES))
        self._facts = self._page.facts_shown()
        self._table.forget_rows()  # those that the restored order has read have no facts
        kept = _kept(self._context.session.get(_LISTING))
        if kept is not None:
            shaped = self._listing  # the table's header has its order already
            self._listing = replace(kept.listing, sort=shaped.sort, descending=shaped.descending)
            self._selected, self._scroll = kept.doc_id, kept.scroll
            self._page.show_filter(kept.listing.text)
        self.refresh()

    def refresh(self) -> None:
        """Read everything that is shown again; what is selected stays so where it still exists."""
        self._list(keep=True)
        self._sources_due.start()

    def set_filter(self, text: str) -> None:
        """List the papers with these words, once typing pauses."""
        self._listing = replace(self._listing, text=text.strip())
        self._debounce.start()

    def set_source(self, source: Source) -> None:
        self._list_source(source)

    def set_sort(self, column: str, descending: bool) -> None:
        self._listing = replace(self._listing, sort=column, descending=descending)
        self._list(keep=True, first=True)

    def set_facts(self, columns: tuple[str, ...]) -> None:
        """Show these columns besides those of the papers' own fields: the rows in sight are read again."""
        if columns != self._facts:
            self._facts = columns
            self._read_rows_again()

    def _read_rows_again(self) -> None:
        self._table.forget_rows()
        self._table.show_ids(self._table.doc_ids)

    def select(self, doc_id: str) -> None:
        """Read the paper for the inspector; only the latest selection answers."""
        self._selected = doc_id
        self.keep_place()
        if not doc_id:
            self._page.show_paper(None)
            return
        self._context.lane.submit(
            partial(_read_selected, doc_id=doc_id, keys=self._keys),
            partial(self._show_paper, doc_id),
            self._fail,
            key="library-paper",
        )

    def select_brought(self, action: int, here: Sequence[str] = ()) -> None:
        """Select what an import brought or changed, and what was `here`, as far as it is listed."""
        self._action, self._here = action, here
        self._list(keep=True)

    def show_brought(self, action: int, here: Sequence[str] = ()) -> None:
        """List all papers, the newest first, and select those of an import."""
        self._turn_to("recent", newest_first=True)
        self.select_brought(action, here)

    def show_papers(self, doc_ids: list[str]) -> None:
        """List all papers, and select these."""
        self._turn_to("all")
        self.select_brought(0, doc_ids)

    def show_chosen(self, doc_ids: Sequence[str]) -> None:
        """List these papers and no others, as a source of its own for as long as the window is open."""
        self._chosen = Source(CHOSEN, "", len(doc_ids), filters=Filters(doc_ids=tuple(doc_ids)))
        self._turn_to(CHOSEN, self._chosen.filters)
        self._list()

    def open_found(self, kind: str, key: str, name: str) -> None:
        """List a collection, by its pk and path, papers with the words of a "text", or all and select one."""
        if kind == "collection":
            self._turn_to(f"collection:{key}", Filters(collections=(name,)))
        elif kind == "text":
            self._turn_to("all")
            self._page.show_filter(key)
            self._listing = replace(self._listing, text=key)
        else:
            self._turn_to("all")
            self._selected, self._here = key, (key,)
        self._list(keep=True)

    def _turn_to(self, source: str, filters: Filters | None = None, *, newest_first: bool = False) -> None:
        """Choose a part of the library, all of it, which is then to be listed."""
        self._page.close_duplicates()
        self._page.show_filter("")
        self._listing = replace(
            self._listing, source=source, filters=filters or Filters(), newest_first=newest_first, text=""
        )
        self._sources_due.start()

    def add_query(self, doc_id: str) -> None:
        """Make the paper a query of the library: its neighbours can then be judged."""
        from assay.ingest.queries import add_query_paper

        self._context.lane.submit(
            lambda ws: add_query_paper(ws.library, doc_id), self._query_added, self._fail
        )

    def keep_place(self) -> None:
        """Remember what is shown, so that the next session begins there."""
        if self._scroll is None:
            listing = _Listing() if self._listing.source == CHOSEN else self._listing
            kept = _Kept(listing, self._selected, self._page.scrolled)
            self._context.session.put(_LISTING, to_json(kept))

    def save_shape(self, columns: QByteArray, panes: QByteArray) -> None:
        self._context.settings.set_state(_COLUMNS, columns)
        self._context.settings.set_state(_PANES, panes)

    def _list_source(self, source: Source, *, keep: bool = False) -> None:
        self._listing = replace(
            self._listing, source=source.key, filters=source.filters, newest_first=source.newest_first
        )
        self._list(keep=keep)

    def _list(self, *, keep: bool = False, first: bool = False) -> None:
        """Read the ids; with `keep` the selection stays where it is, else it goes to the top.

        The `first` rows come along where the table begins with others than before, or at its top.
        """
        self._debounce.stop()
        listing, action, here, facts = self._listing, self._action, self._here, self._facts
        newest = listing.newest_first and listing.sort == "added"
        at_top = first or not (keep and self._table.rowCount())
        keys = self._keys

        def read(ws: Workspace) -> _Listed:
            papers = ws.library.papers
            if listing.source == REMOVED:
                return _Listed([paper.doc_id for paper in ws.library.edits.removed()], papers.count())
            ids = papers.ids(
                sort=listing.sort,
                descending=listing.descending or newest,
                text=listing.text,
                filters=listing.filters,
            )
            total = papers.count() if listing.text or listing.filters else len(ids)
            first = _read_rows(ws, ids[:_FIRST_ROWS], facts, keys) if at_top else _Rows()
            brought = (*(ws.library.actions.papers(action) if action else ()), *here)
            return _Listed(ids, total, first, brought)

        shown = partial(self._show_ids, keep=keep)
        self._context.lane.submit(read, shown, self._fail, key="library-ids")

    def _show_ids(self, listed: _Listed, *, keep: bool) -> None:
        ids, total, before = listed.doc_ids, listed.n_papers, self._table.doc_ids
        self._table.show_ids(ids, listed.first.papers, listed.first.facts)
        filtered = bool(self._listing.text or self._listing.filters or self._listing.source == REMOVED)
        self._page.show_count(len(ids), total, filtered=filtered)
        if not total:
            self._page.show_empty_library()
        elif not ids:
            self._page.show_no_match(self._listing.text)
        wanted = set(listed.brought)
        brought = [row for row, doc_id in enumerate(ids) if doc_id in wanted] if wanted else []
        self._action, self._here = 0, ()
        if brought:
            self._page.select_rows(brought)
        else:
            self._select_again(before, ids, keep=keep)
        self._scroll = None
        self.keep_place()
        if listed.first.papers:
            self._sources_are_due()

    def _select_again(self, before: list[str], ids: list[str], *, keep: bool) -> None:
        """Select the paper that was selected, or what has come to the place of the first that went."""
        row = self._table.row_of(self._selected) if keep else 0
        is_there = row >= 0
        if not is_there:
            there = set(ids)
            gone = (row for row, doc_id in enumerate(before) if doc_id not in there)
            row = min(next(gone, 0), len(ids) - 1)
        self._page.select_row(row if ids else -1)
        if self._scroll is not None and is_there:
            self._page.show_scroll(self._scroll)

    def _fetch(self, doc_ids: list[str]) -> None:
        def failed(error: AssayError) -> None:
            self._table.give_up(doc_ids)
            self._fail(error)

        facts, keys = self._facts, self._keys
        self._context.lane.submit(lambda ws: _read_rows(ws, doc_ids, facts, keys), self._fill, failed)

    @property
    def _keys(self) -> tuple[str, bool]:
        """How citation keys are made: the rule, and whether sources give theirs up."""
        return self._context.settings.key_rule, self._context.settings.renews_keys

    def _fill(self, rows: _Rows) -> None:
        self._table.fill(rows.papers, rows.facts)
        self._sources_are_due()

    def _sources_are_due(self) -> None:
        """Read the sources: the rows in sight are there, so nothing has to wait for them."""
        if self._sources_due.isActive():
            self._sources_due.start(0)

    def _read_sources(self) -> None:
        self._context.lane.submit(read_sources, self._show_sources, self._fail, key="library-sources")

    def _show_sources(self, sources: list[Source]) -> None:
        if self._chosen is not None:
            sources = [*sources[:2], self._chosen, *sources[2:]]
        now = next((each for each in sources if each.key == self._listing.source), sources[0])
        if (now.key, now.filters) != (self._listing.source, self._listing.filters):
            self._list_source(now, keep=True)  # what was listed was renamed, moved, or is gone
        self._page.show_sources(sources, now.key)

    def _show_paper(self, doc_id: str, selected: SelectedPaper | None) -> None:
        if doc_id == self._selected:  # choosing none asks nothing of the lane, so takes no answer's place
            self._page.show_paper(selected)

    def _query_added(self, query: Query) -> None:
        self._context.changes.changed.emit(Change(queries=True))
        self._page.show_message(self.tr("“{0}” is now a query of this library.").format(query.text))

    def _hear(self, change: Any) -> None:
        if change.papers:
            self._table.forget_rows()
            self.refresh()
        elif change.judgements:
            self.select(self._selected)
            if "grade" in self._facts:
                self._read_rows_again()

    def _fail(self, error: AssayError) -> None:
        self._page.show_error(str(error))


def _kept(stored: object) -> _Kept | None:
    """Return what the last session kept, None where nothing that can be read was."""
    try:
        return from_json(stored, _Kept)
    except BadInput:
        return None


@dataclass(frozen=True, slots=True)
class _Rows:
    """Papers for the table, with what its other columns show of them."""

    papers: Sequence[Paper] = ()
    facts: Mapping[str, PaperFacts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Listed:
    """What the table is to show, the number of all papers, and the first of those shown if they were read.

    `brought` are to be selected.
    """

    doc_ids: list[str]
    n_papers: int
    first: _Rows = field(default_factory=_Rows)
    brought: Sequence[str] = ()


def _papers(workspace: Workspace, *, doc_ids: list[str]) -> list[Paper]:
    """Read papers, removed ones too, which are listed on their own."""
    return list(workspace.library.papers.find_by_ids(doc_ids).values())


def _read_selected(workspace: Workspace, *, doc_id: str, keys: tuple[str, bool]) -> SelectedPaper | None:
    from assay.exporters.bibtex import cite_key, keys_by

    library = workspace.library
    facts = library.papers.facts([doc_id], ("tags", "grade")).get(doc_id)
    for paper in _papers(workspace, doc_ids=[doc_id]):
        return SelectedPaper(
            paper,
            tags=facts.tags if facts else (),
            grade=facts.grade if facts else None,
            collections=library.collections.of_papers([doc_id]).get(doc_id, ()),
            files=library.files.of_papers([doc_id]).get(doc_id, ()),
            can_find=can_find_pdfs(),
            key=cite_key(paper, keys_by(keys[0], renew=keys[1])),
        )
    return None


def _read_rows(
    workspace: Workspace, doc_ids: Sequence[str], columns: Sequence[str], keys: tuple[str, bool]
) -> _Rows:
    """Read papers for the table, and what these columns show of them."""
    papers = _papers(workspace, doc_ids=list(doc_ids))
    if not columns:
        return _Rows(papers)
    facts = workspace.library.papers.facts(doc_ids, columns)
    if "key" in columns:
        from assay.exporters.bibtex import cite_key, keys_by

        for paper in papers:
            if paper.doc_id in facts:
                key = cite_key(paper, keys_by(keys[0], renew=keys[1]))
                facts[paper.doc_id] = replace(facts[paper.doc_id], key=key)
    return _Rows(papers, facts)
