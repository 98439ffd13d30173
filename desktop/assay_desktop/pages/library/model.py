"""The table of papers: holds ids, fetches the rows that are looked at, keeps the latest of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, Qt, QTimer, Signal

from assay.items.readable import readable
from assay.types import Paper, shown_title
from assay_desktop.text.field_words import type_words
from assay_desktop.text.figures import day, numeral
from assay_desktop.widgets.papers.card import short_authors
from assay_desktop.widgets.tables.rows import Column, Index

if TYPE_CHECKING:
    from assay.library import PaperFacts, StoredFile

    Facts = Mapping[str, PaperFacts]  # by doc_id

OWN: Final = ("title", "authors", "year", "venue")
"""Columns of a paper's own fields: shown until somebody chooses others."""
COLUMNS: Final = (*OWN, "type", "added", "tags", "grade", "pdf", "citations", "key")
"""In the order in which the model knows them; also what the library sorts by."""

CHUNK: Final = 100
_KEPT: Final = 5000
_MAX_TITLE: Final = 400
DOC_ID_ROLE: Final = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class PaperRow:
    """What the table shows of a paper; the abstract stays in the library."""

    title: str
    authors: str
    year: str
    venue: str
    type: str = ""
    added: str = ""
    tags: str = ""
    grade: str = ""
    pdf: str = ""
    citations: str = ""
    key: str = ""

    @classmethod
    def of(cls, paper: Paper, facts: PaperFacts | None = None) -> PaperRow:
        """Return the row of a paper, with what else the library knows of it, as far as it was read."""
        known = () if facts is None else _facts_shown(facts)
        return cls(
            " ".join(readable(shown_title(paper)[:_MAX_TITLE]).split()),
            short_authors(paper.authors),
            "" if paper.year is None else str(paper.year),
            paper.venue,
            *known,
        )


def _facts_shown(facts: PaperFacts) -> tuple[str, ...]:
    """Return the texts of the columns behind the paper's own."""
    return (
        type_words().get(facts.type, facts.type),
        "" if facts.added is None else day(facts.added),
        ", ".join(facts.tags),
        "" if facts.grade is None else str(facts.grade),
        "PDF" if facts.has_pdf else "",
        numeral(facts.n_citations) if facts.n_citations else "",
        facts.key,
    )


@dataclass(frozen=True, slots=True)
class SelectedPaper:
    """A paper, a removed one too, and what the library knows of it besides its fields."""

    paper: Paper
    tags: Sequence[str] = ()
    grade: int | None = None  # the highest that anyone gave, for whatever query
    collections: Sequence[str] = ()
    files: Sequence[StoredFile] = ()
    can_find: bool = False  # a host that knows free PDFs is on
    key: str = ""  # its citation key


class PaperTable(QAbstractTableModel):
    """As many rows as there are ids. `rows_wanted` asks for those that a view looked at in vain."""

    rows_wanted = Signal(list)  # doc_ids, in the table's order
    sort_wanted = Signal(str, bool)  # column or "added", descending

    def __init__(self) -> None:
        super().__init__()
        self._columns = self._named_columns()  # made once: each cell asks for one
        self._ids: list[str] = []
        self._rows: OrderedDict[str, PaperRow] = OrderedDict()
        self._pending: set[str] = set()
        self._missed: set[int] = set()  # chunks
        self._ask = QTimer(self, singleShot=True, interval=0)
        self._ask.timeout.connect(self._ask_for_missed)

    # -- what presenters do -----------------------------------------------------------------------------

    def show_ids(self, doc_ids: list[str], first: Iterable[Paper] = (), facts: Facts | None = None) -> None:
        """Show these papers in this order. Rows fetched before are kept, and those of `first` taken in.

        Where they are those that are shown, views keep what is selected and how far they are scrolled.
        """
        self._take_in(first, facts)
        if doc_ids == self._ids:
            self._tell_all_changed()
            return
        self.beginResetModel()
        self._ids = doc_ids
        self._missed.clear()
        self._pending.clear()
        self.endResetModel()

    def fill(self, papers: Iterable[Paper], facts: Facts | None = None) -> None:
        """Take rows in that were asked for."""
        self._take_in(papers, facts)
        self._tell_all_changed()

    def give_up(self, doc_ids: Sequence[str]) -> None:
        """Forget rows that could not be read; they are asked for when looked at again."""
        self._pending.difference_update(doc_ids)

    def forget_rows(self) -> None:
        """Forget what was fetched: it may have changed in the library."""
        self._rows.clear()
        self._pending.clear()

    @property
    def doc_ids(self) -> list[str]:
        """All ids, in the table's order."""
        return list(self._ids)

    def doc_id(self, row: int) -> str:
        """Return the id in this row, "" outside of the table."""
        return self._ids[row] if 0 <= row < len(self._ids) else ""

    def ids_in(self, rows: Sequence[int]) -> list[str]:
        """Return the ids in these rows."""
        return [self._ids[row] for row in rows if row < len(self._ids)]

    def row_of(self, doc_id: str) -> int:
        """Return the row that shows this id, -1 if none does."""
        return self._ids.index(doc_id) if doc_id in self._ids else -1

    # -- what Qt asks -----------------------------------------------------------------------------------

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        across = orientation is Qt.Orientation.Horizontal
        return self._columns[section].head(role) if across else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == DOC_ID_ROLE:
            return self._ids[index.row()]
        row = self._rows.get(self._ids[index.row()])
        if row is None and role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            self._miss(index.row())
            return "…" if role == Qt.ItemDataRole.DisplayRole and index.column() == 0 else None
        return self._columns[index.column()].cell(row, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for the ids in another order; column -1 is the order of adding."""
        chosen = 0 <= column < len(COLUMNS)
        descending = chosen and order is Qt.SortOrder.DescendingOrder
        self.sort_wanted.emit(COLUMNS[column] if chosen else "added", descending)

    def _named_columns(self) -> tuple[Column, ...]:
        """In the order of COLUMNS; a hint says what a title alone does not."""
        added = self.tr("When the paper was added")
        grade = self.tr("Highest grade by anyone, for any query")
        cited = self.tr("Number of papers in this library that cite it")
        return (
            Column(self.tr("Title"), attrgetter("title"), number=False),
            Column(self.tr("Authors"), attrgetter("authors"), number=False),
            Column(self.tr("Year"), attrgetter("year")),
            Column(self.tr("Venue"), attrgetter("venue"), number=False),
            Column(self.tr("Type"), attrgetter("type"), number=False),
            Column(self.tr("Added"), attrgetter("added"), number=False, hint=added),
            Column(self.tr("Tags"), attrgetter("tags"), number=False, hint=self.tr("Your own tags")),
            Column(self.tr("Grade"), attrgetter("grade"), hint=grade),
            Column(self.tr("PDF"), attrgetter("pdf"), number=False),
            Column(self.tr("Cited"), attrgetter("citations"), hint=cited),
            Column(self.tr("Key"), attrgetter("key"), number=False, hint=self.tr("Its citation key")),
        )

    def _take_in(self, papers: Iterable[Paper], facts: Facts | None) -> None:
        for paper in papers:
            self._rows[paper.doc_id] = PaperRow.of(paper, facts.get(paper.doc_id) if facts else None)
            self._rows.move_to_end(paper.doc_id)
            self._pending.discard(paper.doc_id)
        while len(self._rows) > _KEPT:
            self._rows.popitem(last=False)

    def _tell_all_changed(self) -> None:
        if self._ids:
            corner = self.index(len(self._ids) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), corner)

    def _miss(self, row: int) -> None:
        if self._ids[row] not in self._pending:
            self._missed.add(row // CHUNK)
            if not self._ask.isActive():
                self._ask.start()

    def _ask_for_missed(self) -> None:
        chunks, self._missed = sorted(self._missed), set()
        wanted = [
            doc_id
            for chunk in chunks
            for doc_id in self._ids[chunk * CHUNK : (chunk + 1) * CHUNK]
            if doc_id not in self._rows and doc_id not in self._pending
        ]
        if wanted:
            self._pending.update(wanted)
            self.rows_wanted.emit(wanted)
