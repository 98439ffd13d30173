"""Duplicates: how many are found of those that there are, how many are wrong, and how long it takes.

Labels come from four databases' exports of one search, whose DOIs are hidden from every way to find them; and
from papers of a large collection that are written down once more with the faults that records have.
Figures of the second kind depend on nothing that was looked at while the rules were made.
"""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from measuring import SHARED, head, parser_of, row, seconds
from rapidfuzz import fuzz, process
from retouched_records import FAULTS

from assay.duplicates.search import Columns, candidates, find_duplicates
from assay.importers import identity_keys, plan, read_papers
from assay.importers.entries.titles import normalised_title
from assay.ingest.duplicates import DuplicateWork
from assay.library import Library
from assay.types import Paper

REVIEW = SHARED / "reference_libraries" / "review_multisource"
LARGE = SHARED / "ai_papers"
RETOUCHED = 2100
COMPARED = 20_000  # papers whose titles are all compared
MERGED = 10_000
AT_ONCE = 5000  # papers added to a library

Groups = Iterable[Sequence[str]]
Pairs = set[tuple[str, str]]


def main() -> None:
    """Prints three tables: quality on the review, recall of retouched records, and speed."""
    logging.disable(logging.CRITICAL)
    parser = parser_of(__doc__)
    parser.add_argument("--show", action="store_true", help="also print the pairs that are wrong or missed")
    given = parser.parse_args()
    records, labels = _review()
    print(f"{len(records):,} records of {REVIEW.name}, {len({*labels.values()}):,} DOIs\n")
    _print_quality(records, labels, show=given.show)
    papers = _large()
    print(f"\n{RETOUCHED:,} of {len(papers):,} papers written down once more\n")
    _print_retouched(papers)
    print(f"\n{_completeness(papers)}")
    print(f"\nA library of {len(papers):,} papers\n")
    _print_speed(papers)


# -- quality on the review ----------------------------------------------------------------------------------


def _review() -> tuple[list[Paper], dict[str, str]]:
    """The records under ids that say nothing, without identifiers; and the DOI of each that has one."""
    records, labels = [], {}
    for file in sorted(REVIEW.iterdir()):
        for number, paper in enumerate(entry for entry in read_papers(file) if isinstance(entry, Paper)):
            doc_id = f"{file.name.partition('_')[0]}-{number:04}"
            records.append(replace(paper, doc_id=doc_id, doi="", pmid="", arxiv_id="", url=""))
            if paper.doi:
                labels[doc_id] = paper.doi
    return records, labels


def _print_quality(records: Sequence[Paper], labels: Mapping[str, str], *, show: bool) -> None:
    by_doi: dict[str, list[str]] = defaultdict(list)
    for doc_id, doi in labels.items():
        by_doi[doi].append(doc_id)
    ways: dict[str, Callable[[Sequence[Paper]], Groups]] = {
        "titles, letter by letter": lambda papers: _grouped(papers, lambda paper: paper.title),
        "titles, normalised": lambda papers: _grouped(papers, lambda paper: normalised_title(paper.title)),
        "titles, normalised, and years": lambda papers: _grouped(
            papers, lambda paper: (normalised_title(paper.title), paper.year)
        ),
        "the rule of an import": _imported,
        "duplicates": _found,
    }
    truth = _pairs(by_doi.values(), labels)
    head("way", "pairs", "right", "P", "R", "F1", "clusters: P", "R", "F1")
    for name, way in ways.items():
        groups = [list(group) for group in way(records)]
        pairs = _pairs(groups, labels)
        figures = (*_measures(pairs, truth), *_clusters(groups, by_doi, labels))
        row(name, len(pairs), len(pairs & truth), *(f"{value:.4f}" for value in figures))
    if show:
        _print_pairs("wrong", pairs - truth, records, labels)
        _print_pairs("missed", truth - pairs, records, labels)


def _grouped(papers: Sequence[Paper], key: Callable[[Paper], object]) -> Groups:
    found: dict[object, list[str]] = defaultdict(list)
    for paper in papers:
        found[key(paper)].append(paper.doc_id)
    return found.values()


def _imported(papers: Sequence[Paper]) -> Groups:
    """What importing all of them at once makes of them."""
    found: dict[str, list[str]] = defaultdict(list)
    decisions = plan(papers, find=lambda _: {}, taken=lambda _: {})
    for paper, decision in zip(papers, decisions, strict=True):
        found[decision.existing_id or decision.paper.doc_id].append(paper.doc_id)
    return found.values()


def _found(papers: Sequence[Paper]) -> Groups:
    by_id = {paper.doc_id: paper for paper in papers}
    return [group.doc_ids for group in find_duplicates([papers], lambda ids: [by_id[i] for i in ids]).groups]


def _pairs(groups: Groups, labels: Mapping[str, str]) -> Pairs:
    """The pairs of labelled records that are in one group."""
    return {
        pair for group in groups for pair in combinations(sorted(name for name in group if name in labels), 2)
    }


def _clusters(
    groups: Groups, by_doi: Mapping[str, Sequence[str]], labels: Mapping[str, str]
) -> tuple[float, float, float]:
    """Of the groups of two labelled records or more: how many are exactly those of one DOI."""
    found = {frozenset(name for name in group if name in labels) for group in groups}
    truth = {frozenset(group) for group in by_doi.values()}
    several = {group for group in found if len(group) > 1}
    return _measures(several, {group for group in truth if len(group) > 1})


def _measures(found: Collection[object], truth: Collection[object]) -> tuple[float, float, float]:
    """Precision, recall and F1 of what was found once each."""
    right = len({*found} & {*truth})
    precision, recall = right / max(len(found), 1), right / max(len(truth), 1)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def _print_pairs(what: str, pairs: Pairs, records: Sequence[Paper], labels: Mapping[str, str]) -> None:
    by_id = {record.doc_id: record for record in records}
    print(f"\n{what}: {len(pairs)}")
    for pair in sorted(pairs):
        for doc_id in pair:
            paper = by_id[doc_id]
            print(f"  {doc_id} {labels[doc_id]} {paper.year} {paper.venue[:40]} | {paper.title[:160]}")
        print()


# -- records written down once more -------------------------------------------------------------------------


def _large() -> list[Paper]:
    found: dict[str, Paper] = {}
    for file in sorted(LARGE.iterdir()):
        for entry in read_papers(file):
            if isinstance(entry, Paper):
                found.setdefault(entry.doc_id, entry)
    return list(found.values())


def _print_retouched(papers: Sequence[Paper]) -> None:
    rng = random.Random(11)
    full = [paper for paper in papers if len(paper.title.split()) > 4 and paper.authors and paper.year]
    kinds = list(FAULTS)
    again = {
        f"again-{n}": (paper, kinds[n % len(kinds)]) for n, paper in enumerate(rng.sample(full, RETOUCHED))
    }
    written = [replace(FAULTS[kind](paper, rng), doc_id=name) for name, (paper, kind) in again.items()]
    records = [*papers, *written]
    by_id = {paper.doc_id: paper for paper in records}
    found = find_duplicates([records], lambda ids: [by_id[doc_id] for doc_id in ids])
    joined, imported = _together(group.doc_ids for group in found.groups), _together(_imported(records))
    doubted = {doc_id for one in found.doubtful for doc_id in (one.doc_id, one.other)}
    head("fault", "records", "joined by an import", "joined by duplicates", "shown as doubtful")
    for wanted in kinds:
        names = [(name, paper.doc_id) for name, (paper, kind) in again.items() if kind == wanted]
        by_import = sum(doc_id in imported.get(name, ()) for name, doc_id in names)
        ours = sum(doc_id in joined.get(name, ()) for name, doc_id in names)
        open_ = sum(name in doubted and doc_id not in joined.get(name, ()) for name, doc_id in names)
        row(wanted, len(names), by_import, ours, open_)
    own = sum(sum(doc_id not in again for doc_id in group.doc_ids) > 1 for group in found.groups)
    print(f"\n{len(found.groups)} groups, {own} of them with two papers of the collection itself")


def _together(groups: Groups) -> dict[str, set[str]]:
    """doc_id -> the ids of its group."""
    return {doc_id: set(group) for group in groups if len(group) > 1 for doc_id in group}


# -- what blocking leaves out -------------------------------------------------------------------------------


def _completeness(papers: Sequence[Paper]) -> str:
    """Every title compared with every other one, which the search itself never does."""
    some = random.Random(3).sample(papers, COMPARED)
    titles = [" ".join(sorted(normalised_title(paper.title).split())) for paper in some]
    alike: set[tuple[int, int]] = set()
    for start in range(0, len(titles), 500):
        percent = process.cdist(
            titles[start : start + 500], titles, scorer=fuzz.ratio, score_cutoff=90, dtype=np.uint8
        )
        alike |= {(start + int(i), int(j)) for i, j in np.argwhere(percent) if start + i < j}
    columns = Columns()
    columns.add(some)
    looked_at = {(int(one), int(two)) for one, two in candidates(columns).pairs}
    n = COMPARED * (COMPARED - 1) // 2
    return (
        f"of {n:,} pairs of {COMPARED:,} papers {len(alike)} have titles that are 90 % alike; "
        f"{len(alike & looked_at)} of these are among the {len(looked_at):,} pairs that are looked at"
    )


# -- speed --------------------------------------------------------------------------------------------------

CHILD = """
import sys, time
from pathlib import Path
from measuring import memory
from assay.library import Library
from assay.ingest.duplicates import DuplicateWork
begun = time.perf_counter()
with Library.open(Path(sys.argv[1]), check=False) as library:
    idle = memory()["VmHWM"]
    found = DuplicateWork(library).find()
    seconds = time.perf_counter() - begun
    print(seconds, time.process_time(), idle / 2**20, memory()["VmHWM"] / 2**20, found.n_compared,
          found.n_cut, len(found.groups), len(found.doubtful))
"""


def _print_speed(papers: Sequence[Paper]) -> None:
    head("papers", "seconds", "of one core", "MB before", "MB at most", "pairs compared", "cut", "groups",
         "doubts")  # fmt: skip
    for n in (1_000, 10_000, 50_000, len(papers)):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "library"
            _fill(folder, papers[:n])
            row(f"{n:,}", *_measured(folder))
            if n == len(papers):
                print(f"\n{_merging(folder)}")


def _fill(folder: Path, papers: Sequence[Paper]) -> None:
    with Library.open(folder) as library:
        for start in range(0, len(papers), AT_ONCE):
            batch = papers[start : start + AT_ONCE]
            library.papers.add([(paper, identity_keys(paper)) for paper in batch])


def _measured(folder: Path) -> list[str]:
    """The columns after the first, of a process that does nothing else."""
    command = [sys.executable, "-c", CHILD, str(folder)]
    place = Path(__file__).parent
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=place)
    seconds, cores, idle, most, *counts = map(float, done.stdout.split())
    return [
        f"{seconds:.1f}", f"{cores:.1f}", f"{idle:.0f}", f"{most:.0f}", *(f"{count:,.0f}" for count in counts)
    ]  # fmt: skip


def _merging(folder: Path) -> str:
    """Papers made one two by two, whatever they are: only the time counts."""
    with Library.open(folder, check=False) as library:
        work = DuplicateWork(library)
        ids = library.papers.ids()[: 2 * MERGED]
        pairs = [ids[place : place + 2] for place in range(0, len(ids), 2)]
        took = [
            seconds(act) for act in (lambda: work.merge(pairs), library.actions.undo, library.actions.redo)
        ]
    return "merging {:,} pairs {:.1f} s, undoing it {:.1f} s, doing it again {:.1f} s".format(MERGED, *took)


if __name__ == "__main__":
    main()
