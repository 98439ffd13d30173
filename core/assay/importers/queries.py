"""Queries to search and to judge: BEIR's queries.jsonl, TREC topics, TSV, CSV, or one text a line."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.doc_ids import safe_id
from assay.errors import ImportFailed
from assay.importers.entries.record import clean
from assay.importers.entries.source import Unreadable, open_source
from assay.importers.jsonl import text_of
from assay.importers.topics import is_topics, read_topics
from assay.messages import message
from assay.types import Query

_IDS = ("_id", "query_id", "queryId", "qid", "id")
_HEADERS = frozenset({"query-id", "query_id", "query id", "queryid", "qid", "id", "_id", "topic"})
_TEXTS = ("text", "query", "query text", "query_text", "question", "title", "topic")
_PAPERS = ("doc_id", "doc-id", "corpus-id", "docid")
_DESCRIBING = ("description", "narrative", "source")
_GRADES = ("score", "grade", "relevance", "rel", "judgement", "judgment")
_SEPARATORS = "\t,;"
_LONGEST_HEADER = 10_000  # characters
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_RUN = re.compile(rf"\S+\s+\S+\s+\S+\s+\d+\s+{_NUMBER}\s+\S+\s*")
_QRELS = re.compile(r"\S+\s+(\S+)\s+\S+\s+[-+]?\d+\s*")
_BEIR = re.compile(r"[^\t]+\t\S+\t[-+]?\d+\s*")
_ENTRY = re.compile(r"\s*@[a-zA-Z]+\s*[{(]")
_BIBLIOGRAPHIES = {
    "RIS": re.compile(r"\ufeff?TY  - "),
    "MEDLINE": re.compile(r"\ufeff?PMID- "),
    "Web of Science": re.compile(r"\ufeff?(?:FN (?:Clarivate|Thomson|ISI)|PT [JBSP]\s*$)"),
    "EndNote": re.compile(r"\ufeff?%0 "),
    "XML": re.compile(r"\s*<(?:\?xml|!DOCTYPE|[A-Za-z][\w:-]*[\s>])"),
    "JSON": re.compile(r"\s*\[\s*(?:\{.*)?$"),
}


def read_queries(path: Path) -> list[Query]:
    """Return the queries of a file, gzipped or not, in its order; ids are made safe for qrels.

    JSON Lines with `_id` or `query_id`, `text`, and for a paper as the query `doc_id`; CSV and TSV whose
    header names such columns, both perhaps with `description`, `narrative` and `source`; TREC topics; TSV
    `id<TAB>text` without a header; or plain lines, whose ids come from their text. Raises `ImportFailed` with
    the line for the first row that is none, for an id that comes twice, for qrels and runs, and for a file
    that cannot be read or holds no query.
    """
    return [query for query, _ in read_titled_queries(path)]


def read_titled_queries(path: Path) -> list[tuple[Query, str]]:
    """The same queries, each with the title that its row has next to a text, or ""; raises `ImportFailed`."""
    try:
        with open_source(path) as source:
            lines = [(number, line) for number, line in enumerate(source.lines(), start=1) if line.strip()]
            if source.fault:
                raise ImportFailed(str(path), source.line + 1, source.fault)
    except Unreadable as error:
        raise ImportFailed(str(path), 0, error.message) from error
    if not lines:  # form feeds, or blanks of UTF-16: the bytes are not empty, the text is
        raise ImportFailed(str(path), 0, "this file has no queries")
    if is_topics([line for _, line in lines]):
        topics = [(number, _from_topic(path, number, parts)) for number, parts in read_topics(lines)]
        _refuse_duplicates(path, topics)
        return [(query, "") for _, query in topics]
    _refuse_papers(path, [line for _, line in lines])
    _refuse_judgements(path, [line for _, line in lines])
    as_csv = path.name.casefold().removesuffix(".gz").endswith(".csv")
    columns = _columns(lines[0][1], alone=as_csv)
    if not columns and as_csv:
        raise ImportFailed(
            str(path),
            lines[0][0],
            "a CSV begins with the names of its columns, such as id,text; add such a line",
        )
    if columns:
        queries = _from_table(path, lines, columns)
    elif lines[0][1].lstrip().startswith("{"):
        queries = [(number, _from_json(path, number, line)) for number, line in lines]
    elif any("\t" in line for _, line in lines):
        queries = [(number, (_from_tsv(path, number, line), "")) for number, line in lines]
    else:
        texts = [(number, clean(line)) for number, line in lines]
        queries = [(number, (Query(text_id(text), text), "")) for number, text in texts if text]
    _refuse_duplicates(path, [(number, query) for number, (query, _) in queries])
    return [titled for _, titled in queries]


def text_id(text: str) -> str:
    """Return the id of a query known by its text alone: equal texts have the same id in every file."""
    return f"q-{hashlib.blake2b(text.encode(), digest_size=5).hexdigest()}"


def _from_json(path: Path, number: int, line: str) -> tuple[Query, str]:
    try:
        fields: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ImportFailed(str(path), number, "not valid JSON: {0}", error) from error
    if not isinstance(fields, dict):
        raise ImportFailed(str(path), number, "a JSON object with _id and text is expected")
    query_id = next((found for key in _IDS if (found := text_of(fields.get(key)))), "")
    text = clean(text_of(fields.get("text")) or text_of(fields.get("title")) or text_of(fields.get("query")))
    doc_id = text_of(fields.get("doc_id"))
    if not query_id.strip():
        raise ImportFailed(str(path), number, "the query has no id: _id or query_id is expected")
    if not text and not doc_id:
        raise ImportFailed(str(path), number, "the query '{0}' has neither a text nor a doc_id", query_id)
    description = clean(text_of(fields.get("description")) or text_of(fields.get("desc")))
    narrative = clean(text_of(fields.get("narrative")) or text_of(fields.get("narr")))
    source = clean(text_of(fields.get("source")))
    query = Query(safe_id(query_id.strip()), text, safe_id(doc_id) or None, description, narrative, source)
    return query, clean(text_of(fields.get("title")))


def _from_topic(path: Path, number: int, parts: Mapping[str, str]) -> Query:
    query_id, description = parts.get("id", ""), parts.get("description", "")
    text = parts.get("text", "") or description
    if not query_id or not text:
        raise ImportFailed(str(path), number, "the topic needs a number and a title")
    return Query(safe_id(query_id), text, None, description, parts.get("narrative", ""))


def _from_tsv(path: Path, number: int, line: str) -> Query:
    query_id, _, text = line.partition("\t")
    text = clean(text)
    if not query_id.strip() or not text:
        raise ImportFailed(str(path), number, "a query id, a tab and a text are expected")
    return Query(safe_id(query_id.strip()), text)


def _columns(line: str, *, alone: bool) -> dict[str, int]:
    """ "separator", "id", "text", "doc_id" -> place, -1 for none, of a header; {} of a line that is none.

    `alone`: a header may be one name.
    """
    if len(line) > _LONGEST_HEADER:
        return {}
    for separator in _SEPARATORS:
        names = [name.strip().casefold() for name in next(csv.reader([line], delimiter=separator), [])]
        own = next((place for place, name in enumerate(names) if name in _HEADERS), -1)
        rest = [name if place != own else "" for place, name in enumerate(names)]
        found = {
            "id": own,
            "text": next((rest.index(name) for name in _TEXTS if name in rest), -1),
            "doc_id": next((rest.index(name) for name in _PAPERS if name in rest), -1),
            **{name: rest.index(name) if name in rest else -1 for name in _DESCRIBING},
        }
        if separator == "\t" and found["id"] == 0 and found["text"] < 0 and len(names) > 1:
            found["text"] = 1  # whatever the second column is called
        several = len(names) > 1 and found["id"] >= 0 and max(found["text"], found["doc_id"]) >= 0
        if several or (alone and len(names) == 1 and names[0] in _TEXTS):
            found = found if several else {"id": -1, "text": 0, "doc_id": -1}
            return {"separator": _SEPARATORS.index(separator), **found}
    return {}


def _from_table(
    path: Path, lines: list[tuple[int, str]], columns: dict[str, int]
) -> list[tuple[int, tuple[Query, str]]]:
    """Return the rows below a header. A quoted cell may hold line breaks."""
    numbers = [number for number, _ in lines]
    separator = _SEPARATORS[columns["separator"]]
    ended = (f"{line}\n" for _, line in lines)
    if separator == "\t":  # a quotation mark is part of the text there
        rows = csv.reader(ended, delimiter=separator, quoting=csv.QUOTE_NONE)
    else:
        rows = csv.reader(ended, delimiter=separator)
    queries, begins = [], 0
    try:
        for row in rows:
            number, begins = numbers[begins], rows.line_num
            if number != numbers[0] and any(cell.strip() for cell in row):
                queries.append((number, (_from_row(path, number, row, columns, separator), "")))
    except csv.Error as error:
        raise ImportFailed(str(path), numbers[begins], "not valid CSV: {0}", error) from error
    return queries


def _from_row(path: Path, number: int, row: list[str], columns: dict[str, int], separator: str) -> Query:
    def cell(name: str) -> str:
        place = columns[name]
        return row[place].strip() if 0 <= place < len(row) else ""

    text, doc_id = cell("text"), cell("doc_id")
    if separator == "\t" and columns["text"] == 1 and columns["doc_id"] < 0:
        text = "\t".join(row[1:])  # a text may hold tabs
    text = clean(text)
    query_id = cell("id") or (text_id(text) if columns["id"] < 0 and text else "")
    if not query_id or not (text or doc_id):
        raise ImportFailed(str(path), number, "a query id and a text are expected")
    described = [clean(cell(name)) if name in columns else "" for name in _DESCRIBING]
    return Query(safe_id(query_id), text, safe_id(doc_id) or None, *described)


def _refuse_papers(path: Path, lines: list[str]) -> None:
    """Raise ImportFailed for a bibliography, whose every line would come in as a query."""
    found = next((name for name, form in _BIBLIOGRAPHIES.items() if form.match(lines[0])), "")
    if not found and any(_ENTRY.match(line) for line in lines):
        found = "BibTeX"
    if found:
        raise ImportFailed(
            str(path),
            0,
            "this is {0}, not queries: import its papers",
            found,
            advice="(`assay import FILE`)",
        )


def _refuse_judgements(path: Path, lines: list[str]) -> None:
    """Raise ImportFailed for qrels and run, which would come in as queries without a word."""
    header = [name.strip().casefold() for name in re.split(r"[\t,;]", lines[0])]
    graded = len(header) > 2 and any(name in _GRADES for name in header)
    if graded and header[0] in _HEADERS and any(name in _PAPERS for name in header):
        raise _not_queries(path, "qrels")
    if lines[0].lstrip().startswith("{"):
        if all(_is_judgement(line) for line in lines):
            raise _not_queries(path, "qrels")
        return
    if all(_RUN.fullmatch(line) for line in lines):
        raise _not_queries(path, "run")
    trec = [_QRELS.fullmatch(line) for line in lines]
    seconds = {match[1] for match in trec if match}
    if all(trec) and (seconds <= {"0", "Q0"} or (len(lines) > 1 and all(s.isdigit() for s in seconds))):
        raise _not_queries(path, "qrels")
    if all(_BEIR.fullmatch(line) for line in lines):
        raise _not_queries(path, "qrels")


def _is_judgement(line: str) -> bool:
    """Whether the JSON object names a query, a document and a grade."""
    try:
        fields: Any = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(fields, dict):
        return False
    names = {str(name).casefold() for name in fields}
    return bool(names & _HEADERS and names & {*_PAPERS} and names & {*_GRADES})


def _not_queries(path: Path, kind: str) -> ImportFailed:
    reason, advice = {
        "qrels": (
            message("these are judgements (qrels), not queries: import them as qrels"),
            "(`assay qrels import FILE`)",
        ),
        "run": (
            message("this is a TREC run, not queries: evaluate it against qrels"),
            "(`assay evaluate --run FILE --qrels QRELS`)",
        ),
    }[kind]
    return ImportFailed(str(path), 0, reason, advice=advice)


def _refuse_duplicates(path: Path, queries: list[tuple[int, Query]]) -> None:
    seen: dict[str, int] = {}
    for number, query in queries:
        if query.query_id in seen:
            raise ImportFailed(
                str(path),
                number,
                "the query id '{0}' is already that of line {1}",
                query.query_id,
                seen[query.query_id],
            )
        seen[query.query_id] = number
    if not queries:
        raise ImportFailed(str(path), 0, "this file has no queries")
