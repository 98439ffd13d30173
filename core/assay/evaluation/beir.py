"""Collections in BEIR's folder form: corpus.jsonl, queries.jsonl and qrels/<split>.tsv.

Also the form of the ICLR 2022 set: its queries are papers with a title, its qrels.tsv lies in the root.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection as AnyOf
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import EvaluationError
from assay.evaluation.files import read_lines, write_lines
from assay.evaluation.ids import check_written_id, is_readable_id, short
from assay.evaluation.trec import Negatives, read_qrels, write_qrels
from assay.messages import message
from assay.types import Paper, Qrels, Query

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Collection:
    """Documents, the judged queries, and the judgements of one split.

    `own_papers` maps query_id -> doc_id where a query is a paper of the corpus: what `evaluate` takes as
    `exclude_self`. An id alone does not make it so (query 1 and document 1 of Cranfield are strangers): the
    title, or the whole text, must be the same as well.
    """

    name: str
    papers: list[Paper]
    queries: list[Query]
    qrels: Qrels
    split: str
    own_papers: Mapping[str, str] = field(default_factory=dict)


def read_beir(
    folder: Path,
    *,
    split: str = "test",
    negatives: Negatives = "zero",
    scale: AnyOf[int] | None = None,
    grade_map: Mapping[int, int] | None = None,
) -> Collection:
    """Read a collection; files may be compressed (.gz). Queries without a judgement in `split` are left out.

    A query with a title is a paper: if the corpus has it, its `doc_id` is set; its text is both.
    The grades are taken as by `read_qrels`; negative ones, which published folders have (TREC-COVID), count
    as not relevant unless they are to be refused. Raises EvaluationError for a missing or damaged file, a
    split that does not exist, an id that occurs twice, and judgements of queries or documents that the
    collection does not have.
    """
    if not folder.is_dir():
        raise EvaluationError(message("{0}: there is no such folder.", folder))
    qrels = read_qrels(qrels_path(folder, split), negatives=negatives, scale=scale, grade_map=grade_map)
    papers = [Paper(row.id, row.title, row.text) for row in read_rows(jsonl_path(folder, "corpus"))]
    rows = list(read_rows(jsonl_path(folder, "queries")))
    check_known(folder, qrels, {row.id for row in rows}, {paper.doc_id for paper in papers})
    judged = [row for row in rows if row.id in qrels]
    for row in judged:
        if not (row.title or row.text).strip():
            raise EvaluationError(
                "{0}: the judged query {1} has no text. Give it one.", folder, short(row.id)
            )
    own = _own_papers(judged, papers)
    queries = [
        Query(row.id, f"{row.title} {row.text}".strip(), own.get(row.id) if row.title else None)
        for row in judged
    ]
    log.info("read %s: %d documents, %d judged queries of %s", folder, len(papers), len(queries), split)
    return Collection(folder.resolve().name, papers, queries, qrels, split, own)


def write_beir(collection: Collection, folder: Path) -> None:
    """Write the collection as corpus.jsonl, queries.jsonl and qrels/<split>.tsv; makes the folder.

    A query that is a paper is written with that paper's title and abstract, so that it reads back as one.
    Each file is replaced whole, the qrels last. Raises EvaluationError for ids that cannot be written, for
    judgements without a document or query, and where the folder cannot be written.
    """
    papers = {check_written_id(paper.doc_id): paper for paper in collection.papers}
    queries = {check_written_id(query.query_id): query for query in collection.queries}
    if len(papers) < len(collection.papers) or len(queries) < len(collection.queries):
        raise EvaluationError("{0}: an id occurs twice among the documents or the queries.", collection.name)
    check_known(folder, collection.qrels, queries, papers)
    try:
        (folder / "qrels").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EvaluationError("{0}: cannot be made ({1}).", folder, error.strerror or error) from error
    write_lines(
        folder / "corpus.jsonl",
        (json_line(_id=paper.doc_id, title=paper.title, text=paper.abstract) for paper in papers.values()),
    )
    write_lines(folder / "queries.jsonl", (_query_line(query, papers) for query in queries.values()))
    write_qrels(collection.qrels, folder / "qrels" / f"{collection.split}.tsv", format="beir")


def _query_line(query: Query, papers: Mapping[str, Paper]) -> str:
    paper = papers.get(query.doc_id) if query.doc_id is not None else None
    if paper is None or not paper.title:
        return json_line(_id=query.query_id, text=query.text)
    return json_line(_id=query.query_id, title=paper.title, text=paper.abstract)


def json_line(**fields: str) -> str:
    """Return one line of JSON Lines. Halves of characters, which UTF-8 cannot hold, are escaped."""
    line = json.dumps(fields, ensure_ascii=False)
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(fields)
    return line


@dataclass(frozen=True, slots=True)
class Row:
    """One line of corpus.jsonl or queries.jsonl."""

    id: str
    title: str
    text: str


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows in order; raise EvaluationError naming the line of what is wrong, or an empty file."""
    seen: set[str] = set()
    for number, line in read_lines(path):
        if not line.strip():
            continue
        row = _row(f"{path}:{number}", line)
        if row.id in seen:
            raise EvaluationError("{0}:{1}: the id {2} occurs twice. Keep one.", path, number, short(row.id))
        seen.add(row.id)
        yield row
    if not seen:
        raise EvaluationError("{0}: the file is empty.", path)


def _row(place: str, line: str) -> Row:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError("{0}: not JSON ({1}). Each line must be one object.", place, error) from error
    if not isinstance(fields, dict):
        raise EvaluationError("{0}: not an object with _id, title and text.", place)
    name = fields.get("_id")
    name = str(name) if isinstance(name, int) and not isinstance(name, bool) else name
    if not isinstance(name, str) or not is_readable_id(name):
        raise EvaluationError(
            '{0}: "_id" is {1}. It must be text, or a whole number, without space around.', place, short(name)
        )
    return Row(name, _text(place, fields, "title"), _text(place, fields, "text"))


def _text(place: str, fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise EvaluationError('{0}: "{1}" is not text but {2}.', place, name, type(value).__name__)
    return value or ""


def jsonl_path(folder: Path, stem: str) -> Path:
    """Return the file of that name, compressed or not. Raises EvaluationError where there is none."""
    for name in (f"{stem}.jsonl", f"{stem}.jsonl.gz"):
        if (folder / name).is_file():
            return folder / name
    raise EvaluationError(
        "{0}: there is no {1}.jsonl or {1}.jsonl.gz. A BEIR folder holds corpus.jsonl, queries.jsonl and "
        "qrels/<split>.tsv.",
        folder,
        stem,
    )


def split_names(folder: Path) -> list[str]:
    """The splits that the folder has judgements of, sorted; none where they lie in its root."""
    found = (folder / "qrels").glob("*.tsv*")
    return sorted({path.name.removesuffix(".gz").removesuffix(".tsv") for path in found})


def qrels_path(folder: Path, split: str) -> Path:
    """qrels/<split>.tsv; without a folder of qrels, qrels.tsv in the root, whatever the split is called.

    Raises EvaluationError where there is no such file, naming the splits that there are.
    """
    inner = folder / "qrels"
    names = (f"{split}.tsv", f"{split}.tsv.gz") if inner.is_dir() else ("qrels.tsv", "qrels.tsv.gz")
    for name in names:
        path = (inner if inner.is_dir() else folder) / name
        if path.is_file():
            return path
    splits = split_names(folder)
    if splits:
        raise EvaluationError(
            "{0}: there is no split {1}. The splits are: {2}.", folder, short(split), ", ".join(splits)
        )
    raise EvaluationError("{0}: there are no qrels. Put them into qrels/{1}.tsv or qrels.tsv.", folder, split)


def check_known(folder: Path | str, qrels: Qrels, query_ids: Iterable[str], doc_ids: Iterable[str]) -> None:
    """Raise EvaluationError if the qrels name a query or a document that the collection does not have."""
    queries, docs = set(query_ids), set(doc_ids)
    unknown = {
        "queries": [query_id for query_id in qrels if query_id not in queries],
        "documents": list(dict.fromkeys(d for grades in qrels.values() for d in grades if d not in docs)),
    }
    for what, ids in unknown.items():
        if ids:
            raise EvaluationError(
                "{0}: the qrels name {1} {2} that the collection does not have, such as {3}. Are all "
                "files of the same version?",
                folder,
                len(ids),
                what,
                ", ".join(map(short, ids[:3])),
            )


def _own_papers(queries: Iterable[Row], papers: Iterable[Paper]) -> dict[str, str]:
    """query_id -> doc_id of the paper that the query is.

    That is the document of the same id if its title or its whole text is the query's as well (ArguAna's
    queries have no title), else the only document with the query's title.
    """
    by_id = {paper.doc_id: paper for paper in papers}
    by_title: dict[str, list[str]] = {}
    for paper in by_id.values():
        by_title.setdefault(_folded(paper.title), []).append(paper.doc_id)
    own = {}
    for row in queries:
        title = _folded(row.title)
        namesake = by_id.get(row.id)
        same_title = by_title.get(title, []) if title else []
        if namesake is not None and (row.id in same_title or _same_text(row, namesake)):
            own[row.id] = row.id
        elif len(same_title) == 1:
            own[row.id] = same_title[0]
    return own


def _same_text(row: Row, paper: Paper) -> bool:
    text = _folded(row.text)
    return bool(text) and text in (_folded(paper.abstract), _folded(f"{paper.title} {paper.abstract}"))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
