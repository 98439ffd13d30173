"""What a search for duplicates found, what it comes to in the library as it is now, and the list of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from assay.duplicates.types import Verdict
from assay.items.readable import readable
from assay.types import shown_title
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.widgets.papers.card import byline
from assay_desktop.widgets.tables.rows import ROOT, ItemModel

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from assay.duplicates.types import Duplicates
    from assay.ingest.types import PlannedMerge
    from assay.messages import Message
    from assay.types import Paper
    from assay.workspace import Workspace

_tr = translator("LibraryDuplicates")

_MAX_TITLE = 400


@dataclass(frozen=True, slots=True)
class Finding:
    """Papers that are one, are versions of one, or may be, by the ids under which they were found.

    `score` is 0..1, higher is surer; of a version `preprint` is one of the two.
    """

    verdict: Verdict
    doc_ids: tuple[str, ...]
    score: float
    reasons: tuple[Message, ...]
    preprint: str = ""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One paper of a case, as a line."""

    doc_id: str
    title: str
    byline: str


@dataclass(frozen=True, slots=True)
class Case:
    """A finding that is not settled: its papers, the one that a merge keeps first, and what a merge does.

    `gains` are fields of the paper that is kept, `n_judgements` stay with the others. `several_judged` says
    that the papers are merged only where a person asks for these very ones. `preprint` is one of two papers
    that can be linked as versions, else "".
    """

    finding: Finding
    papers: tuple[PaperLine, ...]
    gains: tuple[str, ...] = ()
    n_judgements: int = 0
    several_judged: bool = False
    preprint: str = ""

    @property
    def doc_ids(self) -> tuple[str, ...]:
        return tuple(paper.doc_id for paper in self.papers)

    @property
    def names(self) -> frozenset[str]:
        """Every id that leads to one of its papers."""
        return frozenset((*self.finding.doc_ids, *self.doc_ids))

    @property
    def in_bulk(self) -> bool:
        """Whether it is merged with all that are surely the same."""
        return self.finding.verdict == Verdict.SAME and not self.several_judged


@dataclass(frozen=True, slots=True)
class Totals:
    """What merging all that are the same does: merges, papers hidden, judgements that stay with those.

    `n_left_out` groups wait to be merged one by one, since several of their papers are judged.
    """

    n_merges: int
    n_hidden: int
    n_judgements: int
    n_left_out: int


def totals_of(cases: Iterable[Case]) -> Totals:
    same = [case for case in cases if case.finding.verdict == Verdict.SAME]
    merged = [case for case in same if case.in_bulk]
    return Totals(
        len(merged),
        sum(len(case.papers) - 1 for case in merged),
        sum(case.n_judgements for case in merged),
        len(same) - len(merged),
    )


def findings_of(found: Duplicates) -> list[Finding]:
    """Return those that are one, then versions, then doubts; surest first.

    The reasons of several papers are those of their weakest link.
    """
    groups = [
        Finding(Verdict.SAME, group.doc_ids, group.score, group.links[-1].reasons) for group in found.groups
    ]
    pairs = [
        Finding(one.verdict, (one.doc_id, one.other), one.score, one.reasons, one.preprint)
        for one in (*found.versions, *found.doubtful)
    ]
    return [*groups, *pairs]


def read_cases(workspace: Workspace, findings: Sequence[Finding]) -> list[Case]:
    """Return the findings that are still to be settled, in their order.

    Left out are those whose papers are one by now or gone, and those of which two papers are kept separate or
    linked as versions.
    """
    from assay.ingest.duplicates import DuplicateWork

    store, papers = workspace.library.duplicates, workspace.library.papers
    settled = {frozenset(pair) for pair in (*store.kept_apart(), *store.versions())}
    names = papers.resolve(list(dict.fromkeys(name for one in findings for name in one.doc_ids)))
    still: dict[tuple[str, frozenset[str]], Finding] = {}
    for finding in findings:
        members = frozenset(names[name] for name in finding.doc_ids if name in names)
        whole = all(name in names for name in finding.doc_ids) and len(members) > 1
        if whole and not any(frozenset(pair) in settled for pair in combinations(members, 2)):
            still.setdefault((finding.verdict, members), finding)
    groups = [sorted(members) for _, members in still]
    plans = DuplicateWork(workspace.library).preview(groups, named=True).merges
    known = {
        paper.doc_id: paper for paper in papers.get(sorted({name for group in groups for name in group}))
    }
    return [
        _case(finding, plan, known, names.get(finding.preprint, ""))
        for finding, plan in zip(still.values(), plans, strict=True)
    ]


def _case(finding: Finding, plan: PlannedMerge, known: dict[str, Paper], preprint: str) -> Case:
    papers = tuple(_line(known[doc_id]) for doc_id in (plan.kept, *plan.hidden))
    return Case(finding, papers, plan.gains, plan.n_judgements, plan.several_judged, preprint)


def _line(paper: Paper) -> PaperLine:
    title = " ".join(readable(shown_title(paper)[:_MAX_TITLE]).split())
    return PaperLine(paper.doc_id, title, byline(paper.authors, paper.venue, paper.year))


class DuplicateList(ItemModel):
    """Cases in the order in which they were found; a case is read out for assistive tools."""

    @property
    def cases(self) -> Sequence[Case]:
        return self.items

    def title(self, item: Case) -> str:
        return spoken(item)

    def tip(self, item: Case) -> str:
        return "\n".join(f"{paper.title}\n    {paper.doc_id}" for paper in item.papers)

    def replace(self, findings: Collection[Finding], cases: Sequence[Case]) -> None:
        """Take in what was read again of `findings`: a finding that has no case any more leaves the list."""
        read = {case.finding: case for case in cases}
        wanted = set(findings)
        for row in reversed(range(len(self.items))):
            finding = self.items[row].finding
            if finding in wanted and finding in read:
                self.change(row, read[finding])
            elif finding in wanted:
                self.beginRemoveRows(ROOT, row, row)
                del self.items[row]
                self.endRemoveRows()

    def near(self, case: Case) -> list[Finding]:
        """Return the findings that name one of the papers of `case`, itself among them."""
        names = case.names
        return [
            other.finding
            for other in self.cases
            if not (names.isdisjoint(other.finding.doc_ids) and names.isdisjoint(other.doc_ids))
        ]

    def case(self, row: int) -> Case | None:
        case: Case | None = self.item(row)
        return case

    def row_of(self, finding: Finding) -> int:
        """Return the row of a finding, -1 if none shows it."""
        return self.find(lambda case: case.finding == finding)


def verdict_words(case: Case) -> str:
    """ "Same", "Versions", "Possible"."""
    words = {Verdict.SAME: _tr("Same"), Verdict.VERSION: _tr("Versions"), Verdict.POSSIBLE: _tr("Possible")}
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
    """Return what a merge does to the paper that is kept, and how many judgements stay with the others."""
    names = [_field_words(name) for name in case.gains]
    lead = _tr("The kept paper") if case.finding.verdict == Verdict.SAME else _tr("Merged, the first one")
    gained = _tr("{0} gains {1}").format(lead, ", ".join(names)) if names else ""
    if not gained:
        gained = _tr("{0} gains nothing").format(lead)
    stay = ""
    if case.n_judgements:
        stay = (
            _tr("1 judgement stays with hidden papers")
            if case.n_judgements == 1
            else _tr("{0} judgements stay with hidden papers").format(numeral(case.n_judgements))
        )
    alone = _tr("several are judged: merge this group separately") if case.several_judged else ""
    return " · ".join(filter(None, (gained, stay, alone)))


def spoken(case: Case) -> str:
    """Return the whole case as sentences."""
    papers = [
        f"{role}: {paper.title}, {paper.byline}" if role else f"{paper.title}, {paper.byline}"
        for place, paper in enumerate(case.papers)
        for role in (role_words(case, place),)
    ]
    reasons = ", ".join(map(translated, case.finding.reasons))
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
        "files": _tr("PDF"),
        "full_text": _tr("full text"),
        "item": _tr("other fields of its record"),
    }
    return words.get(name, name.replace("_", " "))
