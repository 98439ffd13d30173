"""The list of duplicates: one row for each case that is still to be settled, and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from assay.duplicates.types import Verdict
from assay_desktop.pages.library.duplicates.findings import Case, Finding
from assay_desktop.text.core_words import told
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
CASE_ROLE = Qt.ItemDataRole.UserRole


class DuplicateList(QAbstractListModel):
    """Cases in the order in which they were found. The display role reads a case out for assistive tools."""

    def __init__(self) -> None:
        super().__init__()
        self._cases: list[Case] = []

    # -- what presenters do -----------------------------------------------------------------------------

    @property
    def cases(self) -> Sequence[Case]:
        return self._cases

    def show(self, cases: Sequence[Case]) -> None:
        self.beginResetModel()
        self._cases = list(cases)
        self.endResetModel()

    def replace(self, asked: Collection[Finding], cases: Sequence[Case]) -> None:
        """Takes in what was read again of `asked`: a finding that has no case any more leaves the list."""
        read = {case.finding: case for case in cases}
        wanted = set(asked)
        for row in reversed(range(len(self._cases))):
            finding = self._cases[row].finding
            if finding not in wanted:
                continue
            if finding in read:
                self._cases[row] = read[finding]
                self.dataChanged.emit(self.index(row), self.index(row))
            else:
                self.beginRemoveRows(_ROOT, row, row)
                del self._cases[row]
                self.endRemoveRows()

    def near(self, case: Case) -> list[Finding]:
        """The findings that name one of the papers of `case`, itself among them."""
        names = case.names
        return [
            other.finding
            for other in self._cases
            if not (names.isdisjoint(other.finding.doc_ids) and names.isdisjoint(other.doc_ids))
        ]

    def case(self, row: int) -> Case | None:
        return self._cases[row] if 0 <= row < len(self._cases) else None

    def row_of(self, finding: Finding) -> int:
        """The row of a finding, -1 if none shows it."""
        return next((row for row, case in enumerate(self._cases) if case.finding == finding), -1)

    # -- what Qt asks -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._cases)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        case = self._cases[index.row()]
        if role == CASE_ROLE:
            return case
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return spoken(case)
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_markup("\n".join(f"{paper.title}\n    {paper.doc_id}" for paper in case.papers))
        return None


def verdict_words(case: Case) -> str:
    """ "Same", "Versions", "Doubtful"."""
    words = {Verdict.SAME: _tr("Same"), Verdict.VERSION: _tr("Versions"), Verdict.DOUBTFUL: _tr("Possible")}
    return words[case.finding.verdict]


def role_words(case: Case, place: int) -> str:
    """What the paper at this place is to the others: kept or hidden, preprint or published, "" in doubt."""
    if case.finding.verdict == Verdict.SAME:
        return _tr("hidden") if place else _tr("kept")
    if case.finding.verdict == Verdict.VERSION:
        is_preprint = case.papers[place].doc_id == case.preprint
        return _tr("preprint") if is_preprint else _tr("published")
    return ""


def effect_words(case: Case) -> str:
    """What a merge does to the paper that is kept, and how many judgements stay with the others."""
    names = [_field_words(name) for name in case.gains]
    lead = _tr("The kept paper") if case.finding.verdict == Verdict.SAME else _tr("Merged, the first one")
    gained = _tr("{0} gains {1}").format(lead, ", ".join(names)) if names else ""
    if not gained:
        gained = _tr("{0} gains nothing").format(lead)
    stay = ""
    if case.n_judgements:
        stay = (
            _tr("1 judgement stays with what is hidden")
            if case.n_judgements == 1
            else _tr("{0} judgements stay with what is hidden").format(numeral(case.n_judgements))
        )
    alone = _tr("several are judged: merge this group separately") if case.several_judged else ""
    return " · ".join(filter(None, (gained, stay, alone)))


def spoken(case: Case) -> str:
    """The whole case as sentences."""
    papers = [
        f"{role}: {paper.title}, {paper.byline}" if role else f"{paper.title}, {paper.byline}"
        for place, paper in enumerate(case.papers)
        for role in (role_words(case, place),)
    ]
    reasons = ", ".join(map(told, case.finding.reasons))
    head = f"{verdict_words(case)} {numeral(case.finding.score, 2)}: {reasons}"
    return ". ".join((head, *papers, effect_words(case)))


def _field_words(name: str) -> str:
    words = {
        "title": _tr("title"),
        "abstract": _tr("abstract"),
        "authors": _tr("authors"),
        "year": _tr("year"),
        "venue": _tr("venue"),
        "doi": _tr("DOI"),
        "arxiv_id": _tr("arXiv id"),
        "pmid": _tr("PMID"),
        "url": _tr("link"),
        "keywords": _tr("keywords"),
        "rating": _tr("rating"),
        "tldrs": _tr("summaries"),
        "cites": _tr("references"),
        "cited_by": _tr("citations"),
    }
    return words.get(name, name.replace("_", " "))


def _tr(text: str) -> str:
    return QCoreApplication.translate("LibraryDuplicates", text)
