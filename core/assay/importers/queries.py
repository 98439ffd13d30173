"""Queries to search and to judge: BEIR's queries.jsonl, our own rows, TSV, or one text a line."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from assay.doc_ids import safe_id
from assay.errors import ImportFailed
from assay.importers.jsonl import text_of
from assay.importers.record import clean
from assay.importers.source import Unreadable, open_source
from assay.types import Query

if TYPE_CHECKING:
    from pathlib import Path

_IDS = ("_id", "query_id", "queryId", "qid", "id")
_HEADERS = frozenset({"query-id", "query_id", "queryid", "qid", "id", "_id", "topic"})


def read_queries(path: Path) -> list[Query]:
    """The queries of a file, gzipped or not, in its order; ids are made safe for qrels.

    JSON Lines with `_id` or `query_id`, `text`, and for a paper as the query `doc_id`; TSV `id<TAB>text`,
    with or without a header; or plain lines, whose ids come from their text. Raises `ImportFailed` with
    the line for the first row that is none, for an id that comes twice, and for a file that cannot be read or
    holds no query.
    """
    return [query for query, _ in read_titled_queries(path)]


def read_titled_queries(path: Path) -> list[tuple[Query, str]]:
    """The same queries, each with the title that its row has beside a text, or ""; raises `ImportFailed`."""
    try:
        with open_source(path) as source:
            lines = [(number, line) for number, line in enumerate(source.lines(), start=1) if line.strip()]
            if source.fault:
                raise ImportFailed(str(path), source.line + 1, source.fault)
    except Unreadable as error:
        raise ImportFailed(str(path), 0, str(error)) from error
    if not lines:  # form feeds, or blanks of UTF-16: the bytes are not empty, the text is
        raise ImportFailed(str(path), 0, "there is no query in this file")
    if lines[0][1].lstrip().startswith("{"):
        queries = [(number, _from_json(path, number, line)) for number, line in lines]
    elif any("\t" in line for _, line in lines):
        queries = [(number, (_from_tsv(path, number, line), "")) for number, line in _without_header(lines)]
    else:
        texts = [(number, clean(line)) for number, line in lines]
        queries = [(number, (Query(text_id(text), text), "")) for number, text in texts if text]
    _refuse_duplicates(path, [(number, query) for number, (query, _) in queries])
    return [titled for _, titled in queries]


def text_id(text: str) -> str:
    """The id of a query that is known by its text alone: the same text has the same id in every file."""
    return f"q-{hashlib.blake2b(text.encode(), digest_size=5).hexdigest()}"


def _from_json(path: Path, number: int, line: str) -> tuple[Query, str]:
    try:
        fields: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ImportFailed(str(path), number, f"not valid JSON: {error}") from error
    if not isinstance(fields, dict):
        raise ImportFailed(str(path), number, "a JSON object with _id and text is expected")
    query_id = next((found for key in _IDS if (found := text_of(fields.get(key)))), "")
    text = clean(text_of(fields.get("text")) or text_of(fields.get("title")) or text_of(fields.get("query")))
    doc_id = text_of(fields.get("doc_id"))
    if not query_id.strip():
        raise ImportFailed(str(path), number, "the query has no id: _id or query_id is expected")
    if not text and not doc_id:
        raise ImportFailed(str(path), number, f"the query '{query_id}' has neither a text nor a doc_id")
    query = Query(safe_id(query_id.strip()), text, safe_id(doc_id) or None)
    return query, clean(text_of(fields.get("title")))


def _from_tsv(path: Path, number: int, line: str) -> Query:
    query_id, _, text = line.partition("\t")
    text = clean(text)
    if not query_id.strip() or not text:
        raise ImportFailed(str(path), number, "a query id, a tab and a text are expected")
    return Query(safe_id(query_id.strip()), text)


def _without_header(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return lines[1:] if lines[0][1].partition("\t")[0].strip().casefold() in _HEADERS else lines


def _refuse_duplicates(path: Path, queries: list[tuple[int, Query]]) -> None:
    seen: dict[str, int] = {}
    for number, query in queries:
        if query.query_id in seen:
            reason = f"the query id '{query.query_id}' is already that of line {seen[query.query_id]}"
            raise ImportFailed(str(path), number, reason)
        seen[query.query_id] = number
    if not queries:
        raise ImportFailed(str(path), 0, "there is no query in this file")
