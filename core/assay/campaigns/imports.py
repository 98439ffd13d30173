"""Judgements that others made, into a campaign: checked, shown, and taken over in one transaction."""

from __future__ import annotations

import logging
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from assay.campaign_types import CampaignStatus
from assay.campaigns.types import ImportPreview
from assay.errors import BadInput
from assay.evaluation import read_beir, read_qrels
from assay.evaluation.beir import qrels_path, split_names
from assay.evaluation.files import read_lines
from assay.evaluation.trec import MAP, off_scale
from assay.files import sha256_of
from assay.importers import identity_keys, safe_id, text_id
from assay.importers.entries.titles import compatible_titles, normalised_title
from assay.judging import order_keys
from assay.judging.campaigns.imports import check_grade_map, from_qrels, is_quepid, read_judgements
from assay.library import CampaignStore, Library
from assay.library.campaigns.judgement_rows import checked_handle
from assay.library.campaigns.judgements import Rating
from assay.library.transaction import snapshot, together
from assay.progress import Progress, silent
from assay.searching.rankings import resolved
from assay.types import GRADES, Paper, Qrels, Query
from assay.workspace import Workspace

SHOWN = 5  # problems or ids named in a message
LEAST_WORDS = 4  # of a title that is known again at the beginning of a text
WORDS_SHOWN = 60  # characters of a text that a message quotes


@dataclass(frozen=True, slots=True)
class Matched:
    """The file's rows under the campaign's ids, and what would have to be made for them."""

    ratings: Sequence[Rating]
    new_queries: Mapping[str, Query]  # key in the file -> query
    new_papers: Mapping[str, Paper]  # id in the file -> paper
    outside: Mapping[str, str]  # id in the file -> paper of the library that the corpus does not have
    problems: Sequence[str] = ()  # ids that mean something else here
    notes: Sequence[str] = ()


def match(library: Library, store: CampaignStore, given: Given, assessor: str) -> Matched:
    """Find every query and paper of the file; rows without a rater are the assessor's."""
    queries, new_queries = _match_queries(store, given)
    docs, new_papers, outside = _match_papers(library, store, given)
    ratings = [
        (queries[key], docs[doc_id], rater or assessor, grade) for key, doc_id, rater, grade in given.rows
    ]
    problems = _other_queries(library, store, given, queries)
    more, notes = _other_papers(library, given, docs)
    return Matched(ratings, new_queries, new_papers, outside, [*problems, *more], notes)


# -- queries ----------------------------------------------------------------------------------------------


def _match_queries(store: CampaignStore, given: Given) -> tuple[dict[str, str], dict[str, Query]]:
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


def _new_query(key: str, given: Given) -> Query:
    if given.by_text:
        text = " ".join(key.split())
        return Query(text_id(text), text)
    query = given.queries.get(key)
    return replace(query, query_id=safe_id(key)) if query else Query(safe_id(key), key)


def _other_queries(
    library: Library, store: CampaignStore, given: Given, found: Mapping[str, str]
) -> list[str]:
    """Name, in a sentence at most, the file's queries whose ids are those of other queries here."""
    here = {query.query_id: query for query in store.queries.all()}
    pairs = [
        (here[query_id], given.queries[key])
        for key, query_id in found.items()
        if query_id in here and key in given.queries
    ]
    doc_ids = [query.doc_id for query, _ in pairs if query.doc_id is not None]
    papers = library.papers.find_by_ids(doc_ids)
    other = [
        (own, theirs)
        for own, theirs in pairs
        if not _reads_the_same(
            own, theirs, papers.get(own.doc_id or ""), given.papers.get(theirs.doc_id or "")
        )
    ]
    if not other:
        return []
    own, theirs = other[0]
    several = named("queries", [query.query_id for query, _ in other])
    problem = (
        f"{several} other queries in '{store.name}' than in the folder: '{own.query_id}' is "
        f"{_quoted(own.text)} here and {_quoted(theirs.text)} there. Give them other ids in the folder, or "
        "import it into a campaign of its own."
    )
    return [problem]


def _reads_the_same(own: Query, theirs: Query, paper: Paper | None, their_paper: Paper | None) -> bool:
    """A query that is a paper may be written as its title, or as its title and some abstract."""
    text = _folded(theirs.text)
    if _folded(own.text) in {text, _folded(their_paper.title) if their_paper is not None else text}:
        return True
    if paper is None:
        return False
    titles = {_folded(paper.title), _folded(own.text)}
    # One or two words that begin a longer text make it no title.
    begins = any(title.count(" ") >= LEAST_WORDS - 1 and text.startswith(f"{title} ") for title in titles)
    return begins or text in titles or text == _folded(f"{paper.title} {paper.abstract}")


# -- papers -----------------------------------------------------------------------------------------------


def _match_papers(
    library: Library, store: CampaignStore, given: Given
) -> tuple[dict[str, str], dict[str, Paper], dict[str, str]]:
    """Id in the file -> doc_id here; the papers that are nowhere; those that only the library has."""
    doc_ids = list(dict.fromkeys([row[1] for row in given.rows]))
    known = resolved(library, doc_ids)
    corpus = set(store.corpus())
    new = {}
    for doc_id in doc_ids:
        if doc_id not in known:
            paper = given.papers.get(doc_id)
            new[doc_id] = Paper(
                safe_id(doc_id), paper.title if paper else doc_id, paper.abstract if paper else ""
            )
    outside = {doc_id: own for doc_id, own in known.items() if corpus and own not in corpus}
    return {**known, **{doc_id: paper.doc_id for doc_id, paper in new.items()}}, new, outside


def _other_papers(library: Library, given: Given, found: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """(problems, notes): papers whose ids are taken here by others, and those with another title only.

    A paper that is known here by its id alone has no title to compare.
    """
    doc_ids = {doc_id: own for doc_id, own in found.items() if doc_id in given.papers}
    here = {paper.doc_id: paper for paper in library.papers.get(list(dict.fromkeys(doc_ids.values())))}
    other: list[tuple[str, str, str]] = []
    retitled: list[str] = []
    for doc_id, own_id in doc_ids.items():
        own, theirs = here.get(own_id), given.papers[doc_id]
        if own is None or own.title == own.doc_id:
            continue
        one, two = normalised_title(own.title), normalised_title(theirs.title)
        if not compatible_titles(one, two):
            other.append((doc_id, own.title, theirs.title))
        elif one != two and two:
            retitled.append(doc_id)
    problems = [
        f"{named('papers', [doc_id for doc_id, _, _ in other])} other papers in this library than in the "
        f"folder: '{doc_id}' is {_quoted(own)} here and {_quoted(theirs)} there. Give them other ids in the "
        "folder."
        for doc_id, own, theirs in other[:1]
    ]
    notes = [f"{named('papers', retitled)} titled a little differently here."] if retitled else []
    return problems, notes


# -- words ------------------------------------------------------------------------------------------------


def named(what: str, ids: Iterable[str]) -> str:
    """Name ids, such as: 12 papers (one, two, ...) are."""
    given = list(ids)
    shown = ", ".join(f"'{name}'" for name in given[:SHOWN]) + (", ..." if len(given) > SHOWN else "")
    return f"{len(given)} {what} ({shown}) are"


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return f"'{flat if len(flat) <= WORDS_SHOWN else flat[:WORDS_SHOWN] + '...'}'"


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


FORMATS = ("auto", "trec", "beir", "quepid")
USUAL_SPLIT = "test"

Row: TypeAlias = tuple[str, str, str | None, int]
"""(query as the file names it, document as the file names it, rater if it names one, grade)"""


@dataclass(frozen=True, slots=True)
class Given:
    """What a file holds. `papers` and `queries` are those of a BEIR folder, `by_text` says what keys are."""

    rows: Sequence[Row]
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()
    papers: Mapping[str, Paper] = field(default_factory=dict)
    queries: Mapping[str, Query] = field(default_factory=dict)
    by_text: bool = False


def read_given(path: Path, *, format: str, grade_map: Mapping[int, int], split: str | None) -> Given:
    """Raise BadInput and EvaluationError for what cannot be read; grades off the scale become problems."""
    if format not in FORMATS:
        raise BadInput("'{0}' is not a format of judgements. Use one of {1}.", format, ", ".join(FORMATS))
    if not path.exists():
        raise BadInput("{0} does not exist. Check the path.", path)
    check_grade_map(grade_map)
    if any(meant for grade, meant in grade_map.items() if grade < 0):
        raise BadInput("A negative grade marks what nobody judged; it can only be mapped to 0.")
    if format == "beir" or (format == "auto" and path.is_dir()):
        return _read_beir(path, grade_map, split)
    if split is not None:
        raise BadInput("{0} is not a BEIR folder, so it has no splits. Leave the split out.", path)
    if format == "quepid" or (format == "auto" and (is_quepid(path) or _is_table(path))):
        table = read_judgements(path, grade_map=grade_map)
        return Given(table.rows, table.problems, table.notes, by_text=True)
    return _of_qrels(path, read_qrels(path, grade_map=grade_map), grade_map)


def _is_table(path: Path) -> bool:
    """Return whether it is meant as a spreadsheet's table; its columns must then be Quepid's."""
    name = path.name.casefold().removesuffix(".gz")
    first = next((line for _, line in read_lines(path)), "") if name.endswith(".csv") else ""
    return "," in first or ";" in first


def _of_qrels(path: Path, qrels: Qrels, grade_map: Mapping[int, int]) -> Given:
    """Map the grades. The readers refuse negative ones that nothing maps; others off the scale are listed."""
    table = from_qrels(qrels)
    if not table.problems:
        return Given(table.rows, (), table.notes)
    problems = []
    for grade, rows in off_scale(path, scale=GRADES, grade_map=grade_map).items():
        line, query_id, doc_id = rows.first
        more = f" (so have {rows.n - 1:,} more rows)" if rows.n > 1 else ""
        problems.append(
            f"{path}:{line}: query '{query_id}', document '{doc_id}' has the grade {grade}, outside 0..2"
            f"{more}. Say in a grade map what it stands for, such as {grade}={GRADES[-1]}."
        )
    return Given(table.rows, problems, table.notes)


def _read_beir(folder: Path, grade_map: Mapping[int, int], split: str | None) -> Given:
    """Return the folder's judgements of `split`; without one, those of its only split, or of `test`."""
    splits = split_names(folder)
    chosen = split or (splits[0] if len(splits) == 1 else USUAL_SPLIT)
    if split is None and len(splits) > 1 and chosen not in splits:
        raise BadInput("{0} has the splits {1}. Say which one is to be imported.", folder, ", ".join(splits))
    collection = read_beir(folder, split=chosen, negatives="refuse", grade_map=grade_map)
    given = _of_qrels(qrels_path(folder, chosen), collection.qrels, grade_map)
    others = [name for name in splits if name != chosen]
    notes = [f"Only the split '{chosen}' is taken; the folder also has {', '.join(others)}."]
    return replace(
        given,
        notes=[*given.notes, *(notes if others else [])],
        papers={paper.doc_id: paper for paper in collection.papers},
        queries={query.query_id: query for query in collection.queries},
    )


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
                advice = MAP if given.problems else ""
                raise BadInput("{0}: {1} Nothing was imported.", path, problems[0], advice=advice)
            n = len(problems) - SHOWN
            more = [f"And {n} more; a preview lists all."] if n > 0 else []
            raise BadInput(
                "{0}: {1} {1:problem|problems}. Nothing was imported.",
                path,
                len(problems),
                problems=[*problems[:SHOWN], *more],
                advice=MAP if given.problems else "",
            )
        take_over(library, store, found, source, progress=progress)
    log.info("took over %d judgements of others", len(given.rows))
    return report


def _report(store: CampaignStore, given: Given, found: Matched, problems: Sequence[str]) -> ImportPreview:
    current = {(q, d, who): grade for q, d, who, grade in store.judgements.ratings()}
    compared = Counter(
        "new" if (before := current.get((q, d, who))) is None else "known" if before == grade else "changed"
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
    """Return those of the campaign, of ids, of grades that contradict each other, and of the people."""
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
            "Freeze the corpus as it is now."
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
        f"'{one.handle}' is deactivated in this library."
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
            "(it can be raised while it is a draft)."
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
    """Write what was matched in the same transaction; what raises leaves everything as it was.

    `source` is what the round of imported pairs keeps of the file, see `source_of`.
    """
    _make_missing(library, store, found, _new_papers(found), progress=progress)
    _import(store, found.ratings, source)


def _new_papers(found: Matched) -> Entries:
    """Return the papers to be made, each once, with their identity keys.

    A paper that is known by its id alone must never be taken for another by its "title".
    """
    papers = {paper.doc_id: paper for paper in found.new_papers.values()}
    return [(paper, identity_keys(paper) if paper.title != paper.doc_id else ()) for paper in papers.values()]


def _make_missing(
    library: Library, store: CampaignStore, found: Matched, entries: Entries, *, progress: Progress
) -> None:
    """Add the papers and queries that are not here; a draft's corpus grows by the papers."""
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
    return replace(query, doc_id=own)


def _import(store: CampaignStore, ratings: Sequence[Rating], source: Mapping[str, str]) -> None:
    seed = store.info().seed
    store.import_ratings(
        list(dict.fromkeys(ratings)),
        order_keys=lambda uuid, pairs: order_keys(pairs, assessor_uuid=uuid, seed=seed),
        params=source,
    )


def source_of(path: Path) -> dict[str, str]:
    """Return what a round of imported pairs says of where it came from."""
    if not path.is_file():
        return {"source": path.name}
    return {"source": path.name, "sha256": sha256_of(path)}
