"""Whose query and which paper each row of others' judgements is about, under the campaign's own ids.

An id alone says little: query 7 of one collection is a stranger to query 7 of another. Where the file has the
texts, they are compared with those here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from assay.campaigns.runs import resolved
from assay.errors import BadInput
from assay.evaluation import read_beir, read_qrels
from assay.evaluation.beir import qrels_path, split_names
from assay.evaluation.files import read_lines
from assay.evaluation.trec import off_scale
from assay.importers import safe_id, text_id
from assay.importers.entries.titles import compatible_titles, normalised_title
from assay.judging.campaigns.imports import check_grade_map, from_qrels, is_quepid, read_judgements
from assay.library import CampaignStore, Library
from assay.library.campaigns.judgements import Rating
from assay.types import GRADES, Paper, Qrels, Query

SHOWN = 5  # ids named in a message
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
    """Finds every query and paper of the file; rows without a rater are the assessor's."""
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
    return Query(safe_id(key), query.text if query else key, query.doc_id if query else None)


def _other_queries(
    library: Library, store: CampaignStore, given: Given, found: Mapping[str, str]
) -> list[str]:
    """At most one sentence: the file's queries whose ids are taken here by queries that read differently."""
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
    """Such as: 12 papers (one, two, ...) are."""
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
    """Raises BadInput and EvaluationError for what cannot be read; grades off the scale become problems."""
    if format not in FORMATS:
        raise BadInput(f"'{format}' is no format of judgements. Give one of {', '.join(FORMATS)}.")
    if not path.exists():
        raise BadInput(f"{path} does not exist. Check the path.")
    check_grade_map(grade_map)
    if any(meant for grade, meant in grade_map.items() if grade < 0):
        raise BadInput("A negative grade marks what nobody judged; it can only be mapped to 0.")
    if format == "beir" or (format == "auto" and path.is_dir()):
        return _read_beir(path, grade_map, split)
    if split is not None:
        raise BadInput(f"{path} is no BEIR folder, so it has no splits. Leave the split out.")
    if format == "quepid" or (format == "auto" and (is_quepid(path) or _is_table(path))):
        table = read_judgements(path, grade_map=grade_map)
        return Given(table.rows, table.problems, table.notes, by_text=True)
    return _of_qrels(path, read_qrels(path, grade_map=grade_map), grade_map)


def _is_table(path: Path) -> bool:
    """Whether it is meant as a spreadsheet's table; its columns must then be Quepid's."""
    name = path.name.casefold().removesuffix(".gz")
    first = next((line for _, line in read_lines(path)), "") if name.endswith(".csv") else ""
    return "," in first or ";" in first


def _of_qrels(path: Path, qrels: Qrels, grade_map: Mapping[int, int]) -> Given:
    """Negative grades that nothing maps are refused by the readers; other grades off the scale are listed."""
    table = from_qrels(qrels)
    if not table.problems:
        return Given(table.rows, (), table.notes)
    problems = []
    for grade, rows in off_scale(path, scale=GRADES, grade_map=grade_map).items():
        line, query_id, doc_id = rows.first
        more = f" (so have {rows.n - 1:,} more rows)" if rows.n > 1 else ""
        problems.append(
            f"{path}:{line}: query '{query_id}', document '{doc_id}' has the grade {grade}, outside 0..2"
            f"{more}. Say in a grade map what it stands for, such as --map {grade}={GRADES[-1]}."
        )
    return Given(table.rows, problems, table.notes)


def _read_beir(folder: Path, grade_map: Mapping[int, int], split: str | None) -> Given:
    """The folder's judgements of `split`; without one, those of its only split, or of `test`."""
    splits = split_names(folder)
    chosen = split or (splits[0] if len(splits) == 1 else USUAL_SPLIT)
    if split is None and len(splits) > 1 and chosen not in splits:
        raise BadInput(f"{folder} has the splits {', '.join(splits)}. Say which one is to be imported.")
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
