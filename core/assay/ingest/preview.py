"""What an import of lists would do: decided on as the import itself decides, and nothing written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path

from assay.importers import Decision, Outcome, is_collection, plan, read_papers
from assay.importers.planning import COMPARED
from assay.ingest.importing import absent, batches, byte_sizes, lists_and_pdfs, piece_of
from assay.ingest.merging import report_of
from assay.ingest.types import ImportPreview, ImportReport, PlannedEntry
from assay.library import Library
from assay.library.transaction import snapshot
from assay.progress import IMPORTING, Progress, Work, silent
from assay.types import ImportFailure, Paper, shown_title

SHOWN = 100
"""Entries that a preview lists."""


def preview_import(library: Library, paths: Sequence[Path], *, progress: Progress = silent) -> ImportPreview:
    """Return what `import_files` would report of these lists, and the first entries one by one.

    Those of which a person should know come first: conflicts, then what joins papers, at last what is new.

    PDFs are counted and not read: what is in them is not known before. The library is read as it is now, and
    others may write meanwhile.
    """
    lists, pdfs = lists_and_pdfs([Path(os.path.abspath(path)) for path in paths])  # noqa: PTH100 - as imports
    work = Work(progress, IMPORTING, byte_sizes([file for listed in lists.values() for file in listed.files]))
    failures = [failure for listed in lists.values() for failure in listed.failures]
    report, first, n, files = ImportReport(), list[PlannedEntry](), 0, set(pdfs)
    with snapshot(library) as now:
        planned = _Planned(now)
        for path, listed in lists.items():
            named: dict[Paper, tuple[str, ...]] = {}
            for as_rows, group in groupby(listed.files, key=is_collection):
                for batch in batches(chain.from_iterable(_entries(file, work, named) for file in group)):
                    papers = [entry for entry in batch if isinstance(entry, Paper)]
                    failures += (entry for entry in batch if isinstance(entry, ImportFailure))
                    counted, rows = planned.take(papers, as_rows=as_rows)
                    report += counted
                    first = sorted([*first, *rows], key=_rank)[:SHOWN]
                    n += sum(isinstance(entry, Paper) or not entry.n_kept for entry in batch)
            owned = dict.fromkeys(Path(name) for names in named.values() for name in names)
            files |= {file for file in owned if file.is_file()}
            failures += absent(path, [file for file in owned if not file.is_file()]).incomplete
    return ImportPreview(report + ImportReport.of(failures), n, len(files), tuple(first))


def _rank(row: PlannedEntry) -> int:
    return ("conflict", "brought_back", "merged", "unchanged", "new").index(row.outcome)


def _entries(file: Path, work: Work, named: dict[Paper, tuple[str, ...]]) -> Iterator[Paper | ImportFailure]:
    yield from read_papers(file, progress=work.part([piece_of(file)]), attached=named.__setitem__)
    work.finish([piece_of(file)])


class _Planned:
    """The library, with what the batches before would have written to it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._by_id: dict[str, Paper] = {}  # what was added or changed
        self._by_key: dict[str, dict[str, None]] = {}  # key -> doc_ids that gained it
        self._names: dict[str, str] = {}  # id of an entry -> doc_id of the paper that it joined
        self._added: dict[str, int] = {}  # doc_id -> the place in which it would come in
        self._back: set[str] = set()  # papers that had been removed

    def take(self, papers: Sequence[Paper], *, as_rows: bool) -> tuple[ImportReport, list[PlannedEntry]]:
        """Decide on a batch; return its counts and its rows."""
        edits = self._library.edits
        decisions = plan(papers, find=self._find, taken=self._taken, typed=edits.typed, as_rows=as_rows)
        known = [decision for decision in decisions if decision.existing_id is not None]
        fresh = {decision.paper.doc_id for decision in decisions if decision.existing_id is None}
        old = {str(decision.existing_id) for decision in known} - fresh - self._added.keys() - self._back
        back = old - self._library.papers.resolve(sorted(old)).keys()
        for decision in decisions:
            if decision.existing_id is None:
                self._added[decision.paper.doc_id] = len(self._added)
        report = report_of(decisions, known, back=back, added=self._added.keys())
        rows = list(self._rows(papers, decisions, back))
        self._back |= back
        self._put(decisions)
        self._name(papers, decisions)
        return report, rows

    def _rows(
        self, papers: Sequence[Paper], decisions: Sequence[Decision], back: set[str]
    ) -> Iterator[PlannedEntry]:
        waiting = set(back)
        for paper, decision in zip(papers, decisions, strict=True):
            outcome, title = decision.outcome.value, shown_title(paper)
            if decision.existing_id in waiting:
                waiting.discard(decision.existing_id)
                outcome = "brought_back"
            elif decision.outcome is Outcome.UNCHANGED and decision.existing_id in self._added:
                outcome = Outcome.MERGED.value  # as report_of counts it
            into = shown_title(decision.paper)
            joins = decision.existing_id is not None and into != title
            yield PlannedEntry(title, outcome, into if joins else "", decision.reason)

    def _put(self, decisions: Sequence[Decision]) -> None:
        for decision in decisions:
            doc_id = decision.paper.doc_id
            self._by_id[doc_id] = decision.paper
            for key in decision.keys:
                self._by_key.setdefault(key, {})[doc_id] = None

    def _name(self, papers: Sequence[Paper], decisions: Sequence[Decision]) -> None:
        """Let ids of entries lead to the papers that they joined, unless a paper has them as its own."""
        pairs = zip(papers, decisions, strict=True)
        names = {paper.doc_id: one.existing_id for paper, one in pairs if one.existing_id is not None}
        others = {seen: target for seen, target in names.items() if seen != target}
        own = self._library.papers.resolve(list(others))
        for seen, target in others.items():
            if seen not in self._by_id and own.get(seen) != seen:
                self._names[seen] = target

    def _find(self, keys: Sequence[str]) -> Mapping[str, list[Paper]]:
        """As `find_by_keys` answers once the batches before are written: in the order of adding."""
        found: dict[str, dict[str, Paper]] = {}
        for key, stored in self._library.papers.find_by_keys(keys, most=COMPARED).items():
            found[key] = {paper.doc_id: self._by_id.get(paper.doc_id, paper) for paper in stored}
        gained = [key for key in keys if key in self._by_key]
        for key in gained:
            found.setdefault(key, {}).update((doc_id, self._by_id[doc_id]) for doc_id in self._by_key[key])
        old = {doc_id for key in gained for doc_id in found[key]} - self._added.keys()
        places = self._library.papers.places(sorted(old))
        last = max(places.values(), default=0) + 1
        places |= {doc_id: last + n for doc_id, n in self._added.items()}
        for key in gained:
            found[key] = {doc_id: found[key][doc_id] for doc_id in sorted(found[key], key=places.__getitem__)}
        return {key: list(papers.values())[:COMPARED] for key, papers in found.items()}

    def _taken(self, doc_ids: Sequence[str]) -> Mapping[str, Paper]:
        stored = self._library.papers.find_by_ids(doc_ids)
        found: dict[str, Paper] = {}
        for doc_id in doc_ids:
            paper = self._by_id.get(doc_id) or stored.get(doc_id)
            named = self._names.get(doc_id) or (self._names.get(paper.doc_id) if paper else None)
            if named is not None:
                found[doc_id] = self._by_id[named]
            elif paper is not None:
                found[doc_id] = self._by_id.get(paper.doc_id, paper)
        return found
