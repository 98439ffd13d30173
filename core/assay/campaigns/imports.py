"""Judgements that others made, into a campaign: checked, shown, and taken over in one transaction."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote

from assay.campaign_types import CampaignStatus
from assay.campaigns.import_matching import Given, Matched, match, named, read_given
from assay.campaigns.runs import resolved
from assay.campaigns.types import ImportPreview
from assay.errors import BadInput
from assay.files import open_regular
from assay.importers import identity_keys
from assay.judging import order_keys
from assay.library import CampaignStore, Library
from assay.library.campaigns.judgement_rows import checked_handle
from assay.library.campaigns.judgements import Rating
from assay.library.transaction import snapshot, together
from assay.progress import Progress, silent
from assay.types import Paper, Query
from assay.workspace import Workspace

SHOWN = 5  # problems named in a message

log = logging.getLogger(__name__)


def import_judgements(
    workspace: Workspace,
    name: str,
    path: Path,
    *,
    format: str = "auto",
    assessor: str = "imported",
    create_missing: bool = False,
    grade_map: Mapping[int, int] | None = None,
    preview: bool = False,
    split: str | None = None,
    progress: Progress = silent,
) -> ImportPreview:
    """Take others' judgements into the campaign: TREC qrels, a BEIR folder, Quepid CSV.

    All of them or none; with `preview` none. `create_missing` adds ids that the campaign lacks, as papers and
    queries known by their id alone. `split` is which of a BEIR folder's judgements are meant; None: its only
    ones, or "test". Raises BadInput and EvaluationError for what cannot be read, for grades outside 0..2 that
    `grade_map` does not map, and for ids that are not of the campaign or mean something else here.
    """
    grade_map = grade_map or {}
    workspace.library.campaign(name)  # an unknown one is said before a long file is read
    given = read_given(path, format=format, grade_map=grade_map, split=split)
    source = source_of(path)
    with (snapshot if preview else together)(workspace.library) as library:
        store = library.campaign(name)
        found = match(library, store, given, assessor)
        problems = [*given.problems, *problems_of(library, store, found, create_missing=create_missing)]
        report = _report(store, given, found, problems)
        if preview:
            return report
        if problems:
            if len(problems) == 1:
                raise BadInput(f"{path}: {problems[0]} Nothing was imported.")
            n = len(problems) - SHOWN
            more = [f"And {n} more: the same command with --preview lists all."] if n > 0 else []
            raise BadInput(
                f"{path}: {len(problems)} problems. Nothing was imported.", [*problems[:SHOWN], *more]
            )
        take_over(library, store, found, source, progress=progress)
    log.info("took over %d judgements of others", len(given.rows))
    return report


def _report(store: CampaignStore, given: Given, found: Matched, problems: Sequence[str]) -> ImportPreview:
    standing = {(q, d, who): grade for q, d, who, grade in store.judgements.ratings()}
    compared = Counter(
        "new" if (before := standing.get((q, d, who))) is None else "known" if before == grade else "changed"
        for q, d, who, grade in found.ratings
    )
    return ImportPreview(
        n_rows=len(given.rows),
        n_queries=len({row[0] for row in given.rows}),
        n_docs=len({row[1] for row in given.rows}),
        n_new=compared["new"],
        n_known=compared["known"],
        n_changed=compared["changed"],
        unknown_queries=tuple(found.new_queries),
        unknown_docs=(*found.new_papers, *found.outside),
        grades=dict(sorted(Counter(row[3] for row in given.rows).items())),
        problems=tuple(problems),
        notes=(*given.notes, *found.notes),
    )


def problems_of(library: Library, store: CampaignStore, found: Matched, *, create_missing: bool) -> list[str]:
    """Those of the campaign, of ids, of grades that contradict each other, and of the people."""
    return [
        *_missing(library, store, found, create_missing=create_missing),
        *found.problems,
        *_contradictions(found.ratings),
        *_names(found.ratings),
        *_people(library, store, found.ratings),
    ]


def _missing(library: Library, store: CampaignStore, found: Matched, *, create_missing: bool) -> list[str]:
    """The campaign's status, and what of the file is not here."""
    info = store.info()
    problems = []
    if info.status not in (CampaignStatus.DRAFT, CampaignStatus.OPEN):
        problems.append(f"The campaign '{store.name}' is {info.status.value}; open it to import judgements.")
    missing = [*found.new_papers, *found.outside]
    if found.new_queries and not create_missing:
        problems.append(f"{named('queries', found.new_queries)} not in the campaign '{store.name}'.")
    if missing and not create_missing:
        problems.append(f"{named('papers', missing)} not in the corpus of '{store.name}'.")
    if (found.new_queries or missing) and not create_missing:
        problems.append("Import them first, or have them made from their ids (--create).")
    elif missing and info.status is not CampaignStatus.DRAFT:
        problems.append(f"{named('papers', missing)} not in the corpus of '{store.name}', which is fixed.")
    return [*problems, *(_removed(library, store, found) if missing and create_missing else [])]


def _removed(library: Library, store: CampaignStore, found: Matched) -> list[str]:
    """Papers that were removed: they cannot be made again, and a corpus that has some cannot grow."""
    wanted = [paper.doc_id for paper in found.new_papers.values()]
    hidden = [doc_id for doc_id in library.papers.find_by_ids(wanted) if doc_id in set(wanted)]
    corpus = store.corpus()
    there = library.papers.resolve(corpus)
    gone = [doc_id for doc_id in corpus if doc_id not in there]
    problems = []
    if hidden:
        problems.append(f"{named('papers', hidden)} removed from this library; import them again first.")
    if gone:
        problems.append(
            f"{named('papers', gone)} in the corpus of '{store.name}' and were removed from this library. "
            f"Freeze the corpus as it is now: `assay campaign edit {quote(store.name)} --freeze`."
        )
    return problems


def _contradictions(ratings: Sequence[Rating]) -> list[str]:
    """Two names of one paper, or of one query, that one assessor graded differently."""
    seen: dict[tuple[str, str, str], int] = {}
    return [
        f"'{who}' graded paper '{doc_id}' of query '{query_id}' {seen[query_id, doc_id, who]} and {grade}."
        for query_id, doc_id, who, grade in ratings
        if seen.setdefault((query_id, doc_id, who), grade) != grade
    ]


def _names(ratings: Sequence[Rating]) -> list[str]:
    """Raters who are called by what is no name."""
    problems = []
    for who in dict.fromkeys(rater for _, _, rater, _ in ratings):
        try:
            checked_handle(who)
        except BadInput as error:
            problems.append(str(error))
    return problems


def _people(library: Library, store: CampaignStore, ratings: Sequence[Rating]) -> list[str]:
    """Deactivated assessors, pairs with too many raters, and quotas that do not suffice."""
    who = {rater for _, _, rater, _ in ratings}
    problems = [
        f"'{one.handle}' is deactivated in this library (`assay assessor activate {quote(one.handle)}`)."
        for one in library.annotators.all()
        if one.handle in who and not one.active
    ]
    raters: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in store.assignments.all():
        raters[row.query_id, row.doc_id].add(row.assessor)
    for query_id, doc_id, rater, _ in ratings:
        raters[query_id, doc_id].add(rater)
    wanted, most = store.info().raters_per_pair, max(map(len, raters.values()), default=0)
    if most > wanted:
        problems.append(
            f"A pair would have {most} raters where the campaign '{store.name}' says {wanted} "
            f"(while it is a draft: `assay campaign edit {quote(store.name)} --raters {most}`)."
        )
    loads = Counter(rater for several in raters.values() for rater in several)
    over = [
        f"'{one.handle}' would have {loads[one.handle]} pairs; their quota is {one.quota}."
        for one in store.assessors()
        if one.handle in who and one.quota is not None and loads[one.handle] > one.quota
    ]
    return [*problems, *over]


BATCH = 5000  # papers added at once

Entries = Sequence[tuple["Paper", Sequence[str]]]


def take_over(
    library: Library, store: CampaignStore, found: Matched, source: Mapping[str, str], *, progress: Progress
) -> None:
    """Writes what was matched in the same transaction; what raises leaves everything as it was.

    `source` is what the round of imported pairs keeps of the file, see `source_of`.
    """
    _make_missing(library, store, found, _new_papers(found), progress=progress)
    _import(store, found.ratings, source)


def _new_papers(found: Matched) -> Entries:
    """The papers to be made, each once, with their identity keys.

    A paper that is known by its id alone must never be taken for another by its "title".
    """
    papers = {paper.doc_id: paper for paper in found.new_papers.values()}
    return [(paper, identity_keys(paper) if paper.title != paper.doc_id else ()) for paper in papers.values()]


def _make_missing(
    library: Library, store: CampaignStore, found: Matched, entries: Entries, *, progress: Progress
) -> None:
    """Adds the papers and queries that are not here; a draft's corpus grows by the papers."""
    for start in range(0, len(entries), BATCH):
        chunk = entries[start : start + BATCH]
        library.papers.add(chunk)
        progress("adding papers", start + len(chunk), len(entries))
    corpus = store.corpus()
    if not corpus:
        store.freeze_corpus()
    elif entries or found.outside:
        store.freeze_corpus([*corpus, *found.outside.values(), *(paper.doc_id for paper, _ in entries)])
    docs = {key: paper.doc_id for key, paper in found.new_papers.items()}
    store.queries.add([_with_paper(library, query, docs) for query in found.new_queries.values()])


def _with_paper(library: Library, query: Query, docs: Mapping[str, str]) -> Query:
    """The query with the paper that it is under its id here; a text where that paper was not judged."""
    if query.doc_id is None:
        return query
    own = docs.get(query.doc_id) or resolved(library, [query.doc_id]).get(query.doc_id)
    return Query(query.query_id, query.text, own)


def _import(store: CampaignStore, ratings: Sequence[Rating], source: Mapping[str, str]) -> None:
    seed = store.info().seed
    store.import_ratings(
        list(dict.fromkeys(ratings)),
        order_keys=lambda uuid, pairs: order_keys(pairs, assessor_uuid=uuid, seed=seed),
        params=source,
    )


def source_of(path: Path) -> dict[str, str]:
    """What a round of imported pairs says of where it came from."""
    if not path.is_file():
        return {"source": path.name}
    with open_regular(path) as file:
        return {"source": path.name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
