"""A library's duplicates: found, previewed, merged, kept separate, and all of it undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assay.duplicates.comparison import Stage, traits_of
from assay.duplicates.search import find_duplicates
from assay.duplicates.types import Duplicates
from assay.errors import BadInput
from assay.importers import identity_keys
from assay.importers.entries.identity import merged_but
from assay.ingest.types import MergePreview, PlannedMerge
from assay.library import Action, Library, Merge, Ties
from assay.library.transaction import together
from assay.progress import Progress, silent
from assay.types import Paper
from assay.workers import Workers

Groups = Sequence[Sequence[str]]


class DuplicateWork:
    """What a workspace offers about duplicates. Every change is one action of the library's history."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def find(self, *, workers: Workers | None = None, progress: Progress = silent) -> Duplicates:
        """The papers that are one, versions of one, or may be; what a person has settled is left out.

        Abstracts are read of candidates only, and compared by `workers` where there are any. Raises
        Cancelled, WorkersFailed; nothing is changed.
        """
        store = self._library.duplicates
        settled = store.kept_apart() | set(store.versions())
        return find_duplicates(
            store.narrow(), self._library.papers.get, apart=settled, workers=workers, progress=progress
        )

    def preview(self, groups: Groups, *, named: bool = False, keep: str = "") -> MergePreview:
        """Return what `merge` would do with these groups of doc_ids now. Raises BadInput as it does."""
        return _split(_planned(self._library, groups, keep, named=named), named=named)

    def merge(self, groups: Groups, *, named: bool = False, keep: str = "") -> Action:
        """Make one paper of each group, in one action: all of them or, where it is interrupted, none.

        The paper that is judged is kept, else the published one of which most is known; what it lacks is
        filled in from the others, which are hidden. Of a group with several judged papers nothing is done
        unless it is `named`. `keep` is the doc_id that is to be kept. Raises BadInput for papers that are not
        there, for a named group that is one paper already, and where nothing is left to merge.
        """
        with together(self._library) as whole:
            planned = _planned(whole, groups, keep, named=named)
            wanted = [merge for merge, plan in planned if named or not plan.several_judged]
            if not wanted:
                raise BadInput("Nothing to merge.")
            return whole.duplicates.merge(wanted)

    def keep_apart(self, doc_ids: Sequence[str]) -> Action:
        """Remember that no two of these papers are duplicates. Raises BadInput for an unknown one."""
        pairs = [(one, two) for place, one in enumerate(doc_ids) for two in doc_ids[place + 1 :]]
        if not pairs:
            raise BadInput("Name at least two papers to mark as distinct.")
        return self._library.duplicates.keep_apart(pairs)

    def link_versions(self, pairs: Sequence[tuple[str, str]]) -> Action:
        """Link preprints (first) with what was published of them. Raises BadInput for an unknown paper."""
        return self._library.duplicates.link_versions(pairs)


def _split(planned: Sequence[tuple[Merge, PlannedMerge]], *, named: bool) -> MergePreview:
    plans = [plan for _, plan in planned]
    return MergePreview(
        merges=tuple(plan for plan in plans if named or not plan.several_judged),
        left_out=tuple(plan for plan in plans if plan.several_judged and not named),
    )


def _planned(library: Library, groups: Groups, keep: str, *, named: bool) -> list[tuple[Merge, PlannedMerge]]:
    requested = [doc_id for group in groups for doc_id in group]
    names = library.papers.resolve([*requested, keep])
    if missing := [doc_id for doc_id in requested if doc_id not in names]:
        raise BadInput(
            "No paper '{0}' in this library.",
            missing[0],
            advice="`assay search` finds its id.",
        )
    one = next((group for group in groups if len({names[doc_id] for doc_id in group}) == 1), None)
    if named and one:
        shown = " and ".join(f"'{doc_id}'" for doc_id in dict.fromkeys(one))
        raise BadInput("{0} are one paper of this library already. Name another one to merge it with.", shown)
    chosen = names.get(keep, keep)
    members = [list(dict.fromkeys(names[doc_id] for doc_id in group)) for group in groups]
    wanted = list(dict.fromkeys(doc_id for group in members for doc_id in group))
    if keep and chosen not in wanted:
        raise BadInput("'{0}' is to be kept, but is none of the papers to merge. Name it among them.", keep)
    papers = {paper.doc_id: paper for paper in library.papers.get(wanted)}
    ties = library.duplicates.ties(wanted)
    typed = {doc_id: set(fields) for doc_id, fields in library.edits.typed(wanted).items()}
    several = [[papers[doc_id] for doc_id in group] for group in members if len(group) > 1]
    return [_plan(group, ties, typed, chosen) for group in several]


def _plan(
    papers: Sequence[Paper], ties: dict[str, Ties], typed: dict[str, set[str]], chosen: str
) -> tuple[Merge, PlannedMerge]:
    """`typed` are the fields that a person wrote: nothing is put into those of the paper that is kept."""

    def preference(paper: Paper) -> tuple[object, ...]:
        return _preference(paper, ties[paper.doc_id], len(typed.get(paper.doc_id, ())), chosen)

    first, *others = sorted(papers, key=preference)
    whole = first
    for other in others:
        whole = merged_but(whole, other, typed.get(first.doc_id, ())).paper
    keys = dict.fromkeys(key for paper in (whole, *papers) for key in identity_keys(paper))
    hidden = tuple(other.doc_id for other in others)
    held = [paper for paper in papers if ties[paper.doc_id].judgements or ties[paper.doc_id].queries]
    plan = PlannedMerge(
        kept=first.doc_id,
        hidden=hidden,
        gains=(*_gains(first, whole), *_gained_files([ties[paper.doc_id] for paper in (first, *others)])),
        n_judgements=sum(ties[doc_id].judgements for doc_id in hidden),
        several_judged=len(held) > 1,
    )
    return Merge(replace(whole, doc_id=first.doc_id), tuple(keys), hidden), plan


def _preference(paper: Paper, ties: Ties, n_typed: int, chosen: str) -> tuple[object, ...]:
    """Sort the one to keep first: chosen, judged, a query, pooled, edited, published, full, added first."""
    known = sum(bool(value) for value in (paper.abstract, paper.authors, paper.year, paper.venue, paper.doi))
    return (
        paper.doc_id != chosen,
        -ties.judgements,
        -ties.queries,
        -ties.pooled,
        -n_typed,
        traits_of(paper).stage is Stage.PREPRINT,
        -known,
        ties.place,
    )


def _gained_files(ties: Sequence[Ties]) -> Iterator[str]:
    """Yield what the first of the papers gains of the others' files."""
    first, *others = ties
    if frozenset[int]().union(*(one.files for one in others)) - first.files:
        yield "files"
    if not first.texts and any(one.texts for one in others):
        yield "full_text"


def _gains(before: Paper, after: Paper) -> tuple[str, ...]:
    fields = before.__dataclass_fields__
    return tuple(name for name in fields if getattr(before, name) != getattr(after, name))
