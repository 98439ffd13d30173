"""CSV and TSV tables with a header: Zotero's and Scopus's exports, and plain title,abstract,... files."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from assay.importers.entries.citing import names_in, split_references
from assay.importers.entries.record import Flaw, Record, split_keywords, split_names
from assay.importers.entries.source import Source, Unreadable
from assay.importers.zotero.fields import zotero_fields
from assay.messages import message

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "source_id": (
        "key", "citation key", "citekey", "cite key", "bibtex key", "bibtexkey", "identifier", "id", "_id",
        "doc_id", "docid", "doc id", "paper_id", "paper id", "paperid", "corpus_id", "corpusid", "eid",
        "uid",
    ),
    "title": ("title", "article title", "paper title", "document title", "name"),
    "abstract": ("abstract", "abstract note", "abstractnote", "text", "summary", "description"),
    "authors": ("authors", "author", "author full names", "author(s)", "creators", "author names"),
    "editors": ("editor", "editors"),
    "year": ("year", "publication year", "pub year", "publication_year", "pubyear", "published year", "py"),
    "date": ("date", "publication date", "publication_date", "published", "cover date", "create date"),
    "venue": (
        "publication title", "source title", "journal", "venue", "journal/book", "booktitle", "book title",
        "publication", "journal title", "container title", "conference", "conference name",
        "proceedings title", "source",
    ),
    "series": ("series", "series title"),
    "publisher": ("publisher",),
    "doi": ("doi", "digital object identifier", "doi link", "doi url"),
    "arxiv": ("arxiv", "arxiv_id", "arxiv id", "arxivid", "eprint"),
    "pmid": ("pmid", "pubmed id", "pubmed_id", "pubmedid"),
    "url": ("url", "link", "urls", "pdf link", "ee"),
    "keywords": ("keywords", "author keywords", "keyword", "manual tags", "tags"),
    "more_keywords": ("automatic tags",),
    "ratings": ("rating", "my rating", "rating_avg", "mean rating", "average rating", "ranking"),
    "tldrs": ("tldr", "tldrs", "tl;dr"),
    "cites": ("cites", "references", "cited references", "reference_ids", "reference ids"),
    "extra": ("extra", "note", "notes"),
}  # fmt: skip
_FIELD_OF = {column: field for field, columns in _COLUMNS.items() for column in columns}
_OWN = ("id", "title", "authors", "year", "venue", "doi", "arxiv", "pmid", "url", "keywords", "abstract")
"""The columns of a table that Assay wrote, whose rows are papers even where they have no title."""
_TAKEN = frozenset({
    "source_id", "title", "abstract", "authors", "year", "doi", "arxiv", "pmid", "url", "keywords",
    "more_keywords", "ratings", "tldrs", "cites",
})  # fmt: skip
"""Fields that `Paper` itself holds."""
_GUARD = re.compile(r"(?:^|(?<=[;\t\r\n]))'(?=[\s']*[=+\-@＝＋－＠])")
"""The apostrophes that programs, ours too, put before what a spreadsheet would take for a formula."""

_OPEN = message("a quotation mark is opened here and never closed")
_RESTARTS = 500
_ANY_LENGTH = 2**31 - 1  # the csv module's limit is for the whole process; we refuse long fields ourselves


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record a row; `line` is where the row begins, quoted line breaks being counted.

    Raises `Unreadable` where no column of the header is a title.
    """
    lines = _lines(source.text().lstrip("\ufeff"))
    source.total = len(lines)
    csv.field_size_limit(_ANY_LENGTH)
    start = next((at for at, line in enumerate(lines) if line.strip()), 0)
    header, delimiter = _header(lines[start:])
    columns = next(csv.reader(lines[start:], delimiter=delimiter), [])
    is_own = tuple(name.strip("\ufeff ") for name in columns) == _OWN
    rows = _rows(lines, start, len(header), delimiter)
    next(rows, None)
    for line, row in rows:
        if isinstance(row, Flaw):
            if not (
                source.fault and row.reason == _OPEN
            ):  # what broke off is reported once, as the file's fault
                yield row
        elif any(cell.strip() for cell in row):
            record = _with_fields(_record(header, row, line), columns, row)
            yield replace(record, may_lack_title=bool(record.source_id)) if is_own else record


def _rows(
    lines: Sequence[str], at: int, width: int, delimiter: str
) -> Iterator[tuple[int, list[str] | Flaw]]:
    """Yield the rows with the lines on which they begin. A stray quote costs its own row."""
    for _ in range(_RESTARTS):
        begin = at
        rows = csv.reader(map(lines.__getitem__, range(at, len(lines))), delimiter=delimiter, strict=True)
        try:
            for row in rows:
                yield begin + 1, row
                begin = at + rows.line_num
            return
        except csv.Error as error:
            alone = next(csv.reader(lines[begin : begin + 1], delimiter=delimiter), [])
            at = begin + 1
            if (
                len(alone) == width and lines[begin].count('"') % 2 == 0
            ):  # "a "quoted" word": meant as it stands
                yield begin + 1, alone
            else:
                stray = message("a quotation mark stands where none can be")
                yield begin + 1, Flaw(begin + 1, _OPEN if "end of data" in str(error) else stray)
                while at < len(lines) and not _is_whole(lines[at], width, delimiter):
                    at += 1
    given_up = message("{0} {0:row has|rows have} stray quotation marks: what follows is not read", _RESTARTS)
    yield at + 1, Flaw(at + 1, given_up)


def _is_whole(line: str, width: int, delimiter: str) -> bool:
    try:
        return len(next(csv.reader([line], delimiter=delimiter, strict=True), [])) == width
    except csv.Error:
        return False


def _lines(text: str) -> list[str]:
    """The lines with their ends; not `splitlines`, which also splits at separators that texts may hold."""
    return [line + "\n" for line in text.removesuffix("\n").split("\n")]


def _header(lines: Sequence[str]) -> tuple[list[str], str]:
    """The fields that the columns stand for ("" for none), and the delimiter that finds most of them."""
    first = next(csv.reader(lines), [])
    best: list[str] = []
    found = ""
    for delimiter in ",\t;|":
        names = next(csv.reader(lines, delimiter=delimiter), [])
        fields = [
            _FIELD_OF.get(" ".join(name.casefold().replace("\ufeff", "").split()), "") for name in names
        ]
        if sum(map(bool, fields)) > sum(map(bool, best)):
            best, found = fields, delimiter
    if "title" not in best:
        seen = ", ".join(name.strip() for name in first)[:120]
        raise Unreadable("there is no column called title in the first row ({0})", seen)
    return best, found


def _with_fields(record: Record, columns: Sequence[str], row: Sequence[str]) -> Record:
    """The record with its type and its other fields; the columns that no field has are kept as they stand."""
    cells = [(name.strip("\ufeff "), _GUARD.sub("", cell)) for name, cell in zip(columns, row, strict=False)]
    kind = next((cell for name, cell in cells if name.casefold() == "item type"), "")
    type_, values, original = zotero_fields(
        kind, [pair for pair in cells if _FIELD_OF.get(_known(pair[0])) not in _TAKEN]
    )
    if "author" not in {name.casefold() for name, cell in cells if cell.strip()} and "editor" in values:
        values["author-from"] = "editor"
    return replace(
        record, type=type_, values=values, original=original if original.fields else None, format="csv"
    )


def _known(name: str) -> str:
    return " ".join(name.casefold().split())


def _record(header: Sequence[str], row: Sequence[str], line: int) -> Record:
    cells: dict[str, str] = {}
    for field, cell in zip(header, row, strict=False):
        if field and cell.strip() and field not in cells:
            cells[field] = _GUARD.sub("", cell)
    authors = cells.get("authors") or cells.get("editors", "")
    extra = cells.get("extra", "")
    return Record(
        line=line,
        source_id=cells.get("source_id", ""),
        title=cells.get("title", ""),
        abstract=cells.get("abstract", ""),
        authors=split_names(authors),
        dates=(cells.get("year", ""), cells.get("date", "")),
        venue=cells.get("venue") or cells.get("series") or cells.get("publisher", ""),
        doi=cells.get("doi", "") or (extra if "DOI" in extra else ""),
        arxiv=cells.get("arxiv", ""),
        pmid=cells.get("pmid", ""),
        url=cells.get("url", ""),
        keywords=split_keywords(cells.get("keywords", "")) + split_keywords(cells.get("more_keywords", "")),
        ratings=(cells.get("ratings", ""),),
        tldrs=(cells.get("tldrs", ""),),
        cites=names_in(split_references(cells.get("cites", ""))),
        hints=(extra, cells.get("venue", "")),
    )
