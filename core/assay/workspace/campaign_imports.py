"""Judgements that others made, into a campaign: read, compared with what is here, shown, and taken over."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from assay.campaign_types import CampaignStatus
from assay.errors import BadInput
from assay.evaluation import read_beir, read_qrels
from assay.importers import identity_keys, safe_id, text_id
from assay.judging import order_keys
from assay.judging.imports import check_grade_map, from_qrels, is_quepid, read_judgements
from assay.progress import Progress, silent
from assay.types import Paper, Qrels, Query
from assay.workspace.campaign_runs import resolved

if TYPE_CHECKING:
    from assay.library import CampaignStore
    from assay.library.bulk import Rating
    from assay.workspace.workspace import Workspace

SHOWN = 5  # ids and problems named in a message
BATCH = 5000  # papers added at once
FORMATS = ("auto", "trec", "beir", "quepid")

log = logging.getLogger(__name__)

Row: TypeAlias = tuple[str, str, str | None, int]
"""(query as the file names it, document as the file names it, rater if it names one, grade)"""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import does, or would do. With `problems` it does nothing."""

    n_rows: int
    n_queries: int
    n_docs: int
    n_new: int  # judgements that their assessor had not given
    n_known: int
    n_changed: int  # judgements that their assessor had given otherwise
    unknown_queries: tuple[str, ...]
    unknown_docs: tuple[str, ...]
    grades: Mapping[int, int]  # grade -> rows
    problems: tuple[str, ...]  # one sentence each
    notes: tuple[str, ...] = ()  # what was understood in a way that one may want to know


@dataclass(frozen=True, slots=True)
class _Given:
    """What a file holds. `papers` and `queries` are those of a BEIR folder, `by_text` says what keys are."""

    rows: Sequence[Row]
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()
    papers: Mapping[str, Paper] = field(default_factory=dict)
    queries: Mapping[str, Query] = field(default_factory=dict)
    by_text: bool = False


@dataclass(frozen=True, slots=True)
class _Matched:
    """The file's rows under the campaign's ids, and what would have to be made for them."""

    ratings: list[Rating]
    new_queries: dict[str, Query]  # key in the file -> query
    new_papers: dict[str, Paper]  # id in the file -> paper
    outside: dict[str, str]  # id in the file -> paper of the library that the corpus does not have


def import_judgements(
    workspace: Workspace,
    name: str,
    path: Path,
    *,
    format: str,
    assessor: str,
    create_missing: bool,
    grade_map: Mapping[int, int],
    preview: bool,
    progress: Progress = silent,
) -> ImportPreview:
    """Takes the judgements over, all or none; with `preview` only says what that would be."""
    store = workspace.library.campaign(name)
    given = _read(path, format=format, grade_map=grade_map)
    found = _match(workspace, store, given, assessor)
    problems = [*given.problems, *_problems(workspace, store, found, create_missing=create_missing)]
    report = _report(store, given, found, problems)
    if preview:
        return report
    if problems:
        more = f" And {len(problems) - SHOWN} more." if len(problems) > SHOWN else ""
        raise BadInput(f"{path}: {' '.join(problems[:SHOWN])}{more} Nothing was imported.")
    _make_missing(workspace, store, found, progress=progress)
    _import(store, found.ratings, path)
    return report


# -- reading ----------------------------------------------------------------------------------------------


def _read(path: Path, *, format: str, grade_map: Mapping[int, int]) -> _Given:
    if format not in FORMATS:
        raise BadInput(f"'{format}' is no format of judgements. Give one of {', '.join(FORMATS)}.")
    if not path.exists():
        raise BadInput(f"{path} does not exist. Check the path.")
    check_grade_map(grade_map)
    if any(meant for grade, meant in grade_map.items() if grade < 0):
        raise BadInput("A negative grade marks what nobody judged; it can only be mapped to 0.")
    if format == "beir" or (format == "auto" and path.is_dir()):
        return _read_beir(path, grade_map)
    if format == "quepid" or (format == "auto" and is_quepid(path)):
        table = read_judgements(path, grade_map=grade_map)
        return _Given(table.rows, table.problems, table.notes, by_text=True)
    return _of_qrels(read_qrels(path, grade_map=grade_map))


def _of_qrels(qrels: Qrels) -> _Given:
    """Negative grades that nothing maps are refused by the readers; other grades off the scale are listed."""
    table = from_qrels(qrels)
    return _Given(table.rows, table.problems, table.notes)


def _read_beir(folder: Path, grade_map: Mapping[int, int]) -> _Given:
    """The folder's `test` judgements, or those of its only split."""
    splits = sorted(
        {p.name.removesuffix(".gz").removesuffix(".tsv") for p in (folder / "qrels").glob("*.tsv*")}
    )
    split = splits[0] if len(splits) == 1 else "test"
    collection = read_beir(folder, split=split, grade_map=grade_map)
    return replace(
        _of_qrels(collection.qrels),
        papers={paper.doc_id: paper for paper in collection.papers},
        queries={query.query_id: query for query in collection.queries},
    )


# -- matching ---------------------------------------------------------------------------------------------


def _match(workspace: Workspace, store: CampaignStore, given: _Given, assessor: str) -> _Matched:
    queries, new_queries = _match_queries(store, given)
    docs, new_papers, outside = _match_papers(workspace, store, given)
    ratings = [
        (queries[key], docs[doc_id], rater or assessor, grade) for key, doc_id, rater, grade in given.rows
    ]
    return _Matched(ratings, new_queries, new_papers, outside)


def _match_queries(store: CampaignStore, given: _Given) -> tuple[dict[str, str], dict[str, Query]]:
    """Key in the file -> query_id, and the queries that are not in the campaign."""
    known = store.queries.all()
    ids = {query.query_id for query in known}
    texts = {" ".join(query.text.split()).casefold(): query.query_id for query in known}
    found: dict[str, str] = {}
    new: dict[str, Query] = {}
    for key in dict.fromkeys(row[0] for row in given.rows):
        same_text = texts.get(" ".join(key.split()).casefold()) if given.by_text else None
        match = key if key in ids else same_text or (safe_id(key) if safe_id(key) in ids else None)
        if match is None:
            new[key] = _new_query(key, given)
            match = new[key].query_id
        found[key] = match
    return found, new


def _new_query(key: str, given: _Given) -> Query:
    if given.by_text:
        text = " ".join(key.split())
        return Query(text_id(text), text)
    query = given.queries.get(key)
    return Query(safe_id(key), query.text if query else key, query.doc_id if query else None)


def _match_papers(
    workspace: Workspace, store: CampaignStore, given: _Given
) -> tuple[dict[str, str], dict[str, Paper], dict[str, str]]:
    """Id in the file -> doc_id here; the papers that are nowhere; those that only the library has."""
    asked = list(dict.fromkeys([row[1] for row in given.rows]))
    known = resolved(workspace, asked)
    corpus = set(store.corpus())
    new = {}
    for doc_id in asked:
        if doc_id not in known:
            paper = given.papers.get(doc_id)
            new[doc_id] = Paper(
                safe_id(doc_id), paper.title if paper else doc_id, paper.abstract if paper else ""
            )
    outside = {doc_id: own for doc_id, own in known.items() if corpus and own not in corpus}
    return {**known, **{doc_id: paper.doc_id for doc_id, paper in new.items()}}, new, outside


# -- what stands in the way -------------------------------------------------------------------------------


def _problems(
    workspace: Workspace, store: CampaignStore, found: _Matched, *, create_missing: bool
) -> list[str]:
    info = store.info()
    problems = []
    if info.status not in (CampaignStatus.DRAFT, CampaignStatus.OPEN):
        problems.append(f"The campaign '{store.name}' is {info.status.value}; open it to import judgements.")
    missing = [*found.new_papers, *found.outside]
    if found.new_queries and not create_missing:
        problems.append(f"{_named('queries', found.new_queries)} not in the campaign '{store.name}'.")
    if missing and not create_missing:
        problems.append(f"{_named('papers', missing)} not in the corpus of '{store.name}'.")
    if (found.new_queries or missing) and not create_missing:
        problems.append("Import them first, or have them made from their ids (--create).")
    elif missing and info.status is not CampaignStatus.DRAFT:
        problems.append(f"{_named('papers', missing)} not in the corpus of '{store.name}', which is fixed.")
    return [*problems, *_contradictions(found.ratings), *_people(workspace, store, found.ratings)]


def _named(what: str, ids: Iterable[str]) -> str:
    given = list(ids)
    shown = ", ".join(f"'{name}'" for name in given[:SHOWN]) + (", ..." if len(given) > SHOWN else "")
    return f"{len(given)} {what} ({shown}) are"


def _contradictions(ratings: Sequence[Rating]) -> list[str]:
    """Two names of one paper, or of one query, that one assessor graded differently."""
    seen: dict[tuple[str, str, str], int] = {}
    return [
        f"'{who}' graded paper '{doc_id}' of query '{query_id}' {seen[query_id, doc_id, who]} and {grade}."
        for query_id, doc_id, who, grade in ratings
        if seen.setdefault((query_id, doc_id, who), grade) != grade
    ]


def _people(workspace: Workspace, store: CampaignStore, ratings: Sequence[Rating]) -> list[str]:
    """Deactivated assessors, pairs with too many raters, and quotas that do not suffice."""
    who = {rater for _, _, rater, _ in ratings}
    problems = [
        f"'{one.handle}' is deactivated in this library (`assay assessor activate {one.handle}`)."
        for one in workspace.library.annotators.all()
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
            f"(while it is a draft: `assay campaign edit {store.name} --raters {most}`)."
        )
    loads = Counter(rater for several in raters.values() for rater in several)
    over = [
        f"'{one.handle}' would have {loads[one.handle]} pairs; their quota is {one.quota}."
        for one in store.assessors()
        if one.handle in who and one.quota is not None and loads[one.handle] > one.quota
    ]
    return [*problems, *over]


def _report(store: CampaignStore, given: _Given, found: _Matched, problems: Sequence[str]) -> ImportPreview:
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
        notes=tuple(given.notes),
    )


# -- writing ----------------------------------------------------------------------------------------------


def _make_missing(workspace: Workspace, store: CampaignStore, found: _Matched, *, progress: Progress) -> None:
    """Adds the papers and queries that are not here; a draft's corpus grows by the papers."""
    papers = list({paper.doc_id: paper for paper in found.new_papers.values()}.values())
    for start in range(0, len(papers), BATCH):
        chunk = papers[start : start + BATCH]
        # A paper that is known by its id alone must never be taken for another by its "title".
        workspace.library.papers.add(
            [(paper, identity_keys(paper) if paper.title != paper.doc_id else ()) for paper in chunk]
        )
        progress("adding papers", start + len(chunk), len(papers))
    corpus = store.corpus()
    if not corpus:
        store.freeze_corpus()
    elif papers or found.outside:
        store.freeze_corpus([*corpus, *found.outside.values(), *(paper.doc_id for paper in papers)])
    docs = {key: paper.doc_id for key, paper in found.new_papers.items()}
    store.queries.add([_with_paper(workspace, query, docs) for query in found.new_queries.values()])


def _with_paper(workspace: Workspace, query: Query, docs: Mapping[str, str]) -> Query:
    """The query with the paper that it is under its id here; a text where that paper was not judged."""
    if query.doc_id is None:
        return query
    own = docs.get(query.doc_id) or resolved(workspace, [query.doc_id]).get(query.doc_id)
    return Query(query.query_id, query.text, own)


def _import(store: CampaignStore, ratings: Sequence[Rating], path: Path) -> None:
    from assay.library.bulk import import_ratings

    seed = store.info().seed
    import_ratings(
        store,
        list(dict.fromkeys(ratings)),
        order_keys=lambda uuid, pairs: order_keys(pairs, assessor_uuid=uuid, seed=seed),
        params={"source": path.name, **({"sha256": _sha256(path)} if path.is_file() else {})},
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
