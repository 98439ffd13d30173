"""Formats with a tag at the beginning of each line: RIS, Web of Science and MEDLINE, parsed by rispy.

The text is cut into records here, so that each has its line, and a record that rispy cannot read costs only
itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rispy import RisParser, WokParser

from assay.importers.entries.citing import names_in
from assay.importers.entries.ids import find_doi
from assay.importers.entries.record import MAX_FIELD, Flaw, Record, split_keywords, too_long
from assay.importers.entries.source import Source
from assay.importers.tagged.kept import MEDLINE_TAG, WOS_LISTS, keep_medline, keep_web_of_science
from assay.importers.tagged.pubmed import known_title
from assay.importers.tagged.ris import LINE as _RIS_LINE
from assay.importers.tagged.ris import original_of, ris_values
from assay.items import Original
from assay.messages import message

Fields = Mapping[str, Any]

_MOST = 3 * MAX_FIELD
"""Characters of a record with all its lines."""

_RIS_BEGIN = re.compile(r"^TY {0,3}-")
_RIS_END = re.compile(r"^ER {0,3}-")
_WOS_BEGIN = re.compile(r"^PT ")
_WOS_END = re.compile(r"^ER\s*$")
_MEDLINE_BEGIN = re.compile(r"^PMID ?-")
_MEDLINE_FOLD = re.compile(r"(?<!\s)\s*\n[ \t]+(?=\S)")
_DOI_LINE = re.compile(r"\[doi\]", re.IGNORECASE)


_MEDLINE_FIELDS = {
    "PMID": "pmid", "TI": "title", "BTI": "book_title", "AB": "abstract", "FAU": "full_authors",
    "CN": "full_authors", "AU": "authors", "FED": "editors", "DP": "date", "DEP": "published",
    "JT": "journal", "TA": "journal_short", "LID": "locations", "AID": "ids", "OT": "keywords",
    "MH": "headings", "OAB": "other_abstract", "TT": "own_title", "ER": "end",
}  # fmt: skip
_MEDLINE_LISTS = ["FAU", "AU", "CN", "FED", "LID", "AID", "OT", "MH"]


class _LooseRisParser(RisParser):
    """RIS whose tags are followed by fewer blanks than the two before the hyphen and the one after it."""

    def parse_line(self, line: str) -> tuple[str, str] | tuple[None, str]:
        match = _RIS_LINE.match(line)
        return (match[1], match[2].strip()) if match else (None, line.strip())


class _MedlineParser(RisParser):
    """PubMed's format: tags of up to four letters, continuation lines indented, no closing tag of its own."""

    START_TAG = "PMID"

    def parse_line(self, line: str) -> tuple[str, str] | tuple[None, str]:
        match = MEDLINE_TAG.match(line)
        return (match[1], match[2].strip()) if match else (None, line.strip())


@dataclass(frozen=True)
class _Layout:
    """How records of a format begin, end (None: where the next one begins), are parsed and understood."""

    begin: re.Pattern[str]
    end: re.Pattern[str] | None
    parse: Callable[[str], list[dict[str, Any]]]
    convert: Callable[[Fields, int], Record]
    keep: Callable[[Record, Sequence[str]], Record] = lambda record, _: record


def read_ris(source: Source) -> Iterator[Record | Flaw]:
    """Return one record from each TY line to its ER line, or to the next TY line where ER is missing."""
    lists = [*RisParser.DEFAULT_LIST_TAGS, "DO", "M3", "L2", "AN", "C7"]
    parser = _LooseRisParser(list_tags=lists, delimiter_tags_mapping={})
    return _read(source, _Layout(_RIS_BEGIN, _RIS_END, parser.parse, _from_ris, _keep_ris))


def ris_record(original: Original) -> Record:
    """Return the record of an entry that a paper kept."""
    lines = [f"TY  - {original.kind}", *(f"{tag}  - {text}" for tag, text in original.fields)]
    lines = "\n".join(lines).split("\n")
    lists = [*RisParser.DEFAULT_LIST_TAGS, "DO", "M3", "L2", "AN", "C7"]
    parser = _LooseRisParser(list_tags=lists, delimiter_tags_mapping={})
    found = _parsed(lines, 0, 0, _Layout(_RIS_BEGIN, _RIS_END, parser.parse, _from_ris, _keep_ris))
    return found if isinstance(found, Record) else Record(0)


def _keep_ris(record: Record, lines: Sequence[str]) -> Record:
    original = original_of(lines)
    type_, values, read = ris_values(original)
    return replace(record, type=type_, values=values, original=original, read=read, format="ris")


def read_web_of_science(source: Source) -> Iterator[Record | Flaw]:
    """Return one record from each PT line to its ER line; also the ISI export of other databases."""
    parser = WokParser(list_tags=list(WOS_LISTS), skip_unknown_tags=True)
    layout = _Layout(_WOS_BEGIN, _WOS_END, parser.parse, _from_web_of_science, keep_web_of_science)
    return _read(source, layout)


def read_medline(source: Source) -> Iterator[Record | Flaw]:
    """Return one record from each PMID line on."""
    parser = _MedlineParser(
        mapping=_MEDLINE_FIELDS, list_tags=_MEDLINE_LISTS, delimiter_tags_mapping={}, skip_unknown_tags=True
    )

    def parse(text: str) -> list[dict[str, Any]]:
        # rispy takes the second line of a long name or keyword for another one.
        return parser.parse(_MEDLINE_FOLD.sub(" ", text))

    return _read(source, _Layout(_MEDLINE_BEGIN, None, parse, _from_medline, keep_medline))


def _read(source: Source, layout: _Layout) -> Iterator[Record | Flaw]:
    lines: list[str] = []
    begin = size = 0
    for text in source.lines():
        if layout.begin.match(text):
            if lines:
                yield _parsed(lines, begin, size, layout)
            lines, begin, size = [text], source.line, len(text)
        elif lines and layout.end is not None and layout.end.match(text):
            yield _parsed(lines, begin, size, layout)
            lines = []
        elif lines:
            size += len(text)
            if size <= _MOST:
                lines.append(text)
    if lines and not source.fault:  # the record in which the file breaks off is reported as the file's fault
        yield _parsed(lines, begin, size, layout)


def _parsed(lines: Sequence[str], begin: int, size: int, layout: _Layout) -> Record | Flaw:
    """Return the record of these lines; a flaw where they, or all of it with those left out, are too long."""
    longest = max(lines, key=len)
    if len(longest) > MAX_FIELD:
        return too_long(begin, message("field {0}", longest[:2]), len(longest))
    if size > _MOST:
        return too_long(begin, message("record"), size)
    try:
        records = layout.parse("\n".join([*lines, "ER  - "]))
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        return Flaw(begin, message("the record cannot be parsed ({0}: {1})", type(error).__name__, error))
    if not records:
        return Flaw(begin, message("the record cannot be parsed"))
    return layout.keep(layout.convert(records[0], begin), lines)


def _texts(fields: Fields, *names: str) -> Iterator[str]:
    """The texts under these names; a list gives each of its items."""
    for name in names:
        value = fields.get(name)
        for text in value if isinstance(value, list) else (value,):
            if isinstance(text, str) and text.strip():
                yield text


def _first(fields: Fields, *names: str) -> str:
    return next(_texts(fields, *names), "")


def _from_ris(fields: Fields, line: int) -> Record:
    unknown = fields.get("unknown_tag") or {}
    hints = tuple(_texts(fields, "urls", "notes", "note", "journal_name", "secondary_title", "custom7"))
    database = _first(fields, "name_of_database").casefold()
    return Record(
        line=line,
        source_id=_first(fields, "id") or _first(unknown, "U2"),
        title=_first(fields, "title", "primary_title") or _first(unknown, "CT", "BT"),
        abstract=_first(fields, "abstract", "notes_abstract"),
        authors=tuple(_texts(fields, "authors") or ())
        or tuple(_texts(fields, "first_authors", "secondary_authors")),
        dates=tuple(_texts(fields, "year", "publication_year", "date")),
        venue=_first(
            fields,
            "alternate_title3",
            "journal_name",
            "secondary_title",
            "alternate_title2",
            "alternate_title1",
        )
        or _first(fields, "publisher"),
        doi=next(filter(find_doi, _texts(fields, "doi", "type_of_work", "file_attachments2")), ""),
        pmid=_first(fields, "accession_number") if "pubmed" in database or "medline" in database else "",
        url=_first(fields, "urls"),
        keywords=tuple(_texts(fields, "keywords")),
        hints=hints,
    )


def _from_web_of_science(fields: Fields, line: int) -> Record:
    keywords = _first(fields, "author_keywords") or _first(fields, "keywords_plus")
    return Record(
        line=line,
        source_id=_first(fields, "accession_number"),
        title=_first(fields, "document_title"),
        abstract=_first(fields, "abstract"),
        authors=tuple(_texts(fields, "author_full_name")) or tuple(_texts(fields, "authors", "book_authors")),
        dates=tuple(_texts(fields, "publication_year", "early_access_year", "publication_date")),
        venue=_first(fields, "publication_name", "conference_title"),
        doi=_first(fields, "doi", "book_doi"),
        pmid=_first(fields, "pubmed_id"),
        keywords=split_keywords(keywords),
        cites=names_in(_texts(fields, "cited_references")),
    )


def _from_medline(fields: Fields, line: int) -> Record:
    places = [place for place in _texts(fields, "locations", "ids") if _DOI_LINE.search(place)]
    pmid, book = _first(fields, "pmid"), _first(fields, "book_title")
    return Record(
        line=line,
        source_id=f"pmid-{pmid}"
        if pmid
        else "",  # a bare number is the id of many another collection's paper
        title=known_title(_first(fields, "title"), _first(fields, "own_title")) or book,
        abstract=_first(fields, "abstract", "other_abstract"),
        authors=_medline_authors(fields),
        dates=tuple(_texts(fields, "date", "published")),
        venue=_first(fields, "journal", "journal_short") or (book if _first(fields, "title") else ""),
        doi=places[0] if places else "",
        pmid=pmid,
        keywords=tuple(word.lstrip("*") for word in _texts(fields, "keywords"))
        or tuple(heading.partition("/")[0].strip("*") for heading in _texts(fields, "headings")),
    )


def _medline_authors(fields: Fields) -> tuple[str, ...]:
    """People and groups in order; old records have short names only, which stand apart from the groups."""
    full, short = tuple(_texts(fields, "full_authors")), tuple(_texts(fields, "authors"))
    return (full if len(full) >= len(short) else short + full) or tuple(_texts(fields, "editors"))
