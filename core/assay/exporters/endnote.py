"""EndNote's XML and its import format (.enw): an entry's own text where it came so, less what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assay.exporters.kinds import type_of
from assay.exporters.lists import one_line, written_id
from assay.exporters.tagged import changed_fields, note_of
from assay.importers.originals import Kept, kept
from assay.items.dates import parts
from assay.items.item import Value
from assay.items.table import endnote_number, type_name, written_name
from assay.items.xml import element, nested
from assay.types import Paper

_ORDER = (
    "ref-type", "contributors/authors", "contributors/secondary-authors", "contributors/tertiary-authors",
    "contributors/subsidiary-authors", "titles", "periodical", "pages", "volume", "number", "issue",
    "num-vols", "edition", "section", "keywords", "dates", "pub-location", "publisher", "orig-pub", "isbn",
    "accession-num", "call-num", "report-id", "electronic-resource-num", "abstract", "notes",
    "research-notes", "work-type", "custom2", "remote-database-name", "remote-database-provider", "language",
    "urls", "access-date",
)  # fmt: skip
"""EndNote's own order."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def xml_lines(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the lines of an XML file."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<xml><records>"
    for paper in papers:
        one = kept(paper, "endnote-xml")
        if one.original is None:
            fields = sorted(_fields(paper, one), key=_place)
        else:
            fields = list(changed_fields(one, "endnote", note_of(paper, one, "endnote"), _element))
            fields = [field for path in _paths(fields) for field in fields if _group(field[0]) == path]
        yield "<record>"
        yield from nested(fields, "  ")
        yield "</record>"
    yield "</records></xml>"


def _fields(paper: Paper, one: Kept) -> Iterator[tuple[str, str]]:
    type_ = type_of(paper, one.type)
    yield _ref_type(type_)
    yield "label", element("label", written_id(paper.doc_id))
    for variable, value in {**one.values, "note": note_of(paper, one, "endnote")}.items():
        yield from _element(variable, value, type_, "")
    place = written_name("container-title", "endnote", type_)
    if "container-title" in one.values and not place.startswith("titles"):
        text = one_line(str(one.values["container-title"]))
        yield "titles/secondary-title", element("secondary-title", text)


def _ref_type(type_: str) -> tuple[str, str]:
    name = type_name("endnote", type_)
    return "ref-type", element("ref-type", str(endnote_number(type_)), {"name": name})


def _element(variable: str, value: Value, type_: str, path: str) -> Iterator[tuple[str, str]]:
    if variable == "type":
        yield _ref_type(type_)
        return
    found = path or written_name(variable, "endnote", type_)
    tag = found.rpartition("/")[2]
    if not found or not value:
        return
    if variable == "issued":
        numbers = parts(str(value))
        yield "dates/year", element("year", str(numbers[0]) if numbers else one_line(str(value)))
        if numbers[1:]:
            day = " ".join([_MONTHS[numbers[1] - 1], *map(str, numbers[2:])])
            yield "dates/pub-dates/date", element("date", day)
    else:
        texts = [text.replace(";", ",") for text in value] if isinstance(value, list) else [value]
        yield from ((found, element(tag, text)) for text in texts)


def _place(field: tuple[str, str]) -> int:
    path = field[0]
    return next(
        (n for n, known in enumerate(_ORDER) if path == known or path.startswith(f"{known}/")), len(_ORDER)
    )


def _group(path: str) -> str:
    return path.partition("/")[0]


def _paths(fields: Iterable[tuple[str, str]]) -> list[str]:
    """Return the outermost elements, in order: a field that came later joins those that are there."""
    return list(dict.fromkeys(_group(path) for path, _ in fields))


def enw_lines(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the lines of an .enw file, with an empty one after each record."""
    for paper in papers:
        one = kept(paper, "enw")
        type_ = type_of(paper, one.type)
        if one.original is None:
            yield f"%0 {type_name('endnote', type_)}"
            yield f"%F {written_id(paper.doc_id)}"
            values = {**one.values, "note": note_of(paper, one, "enw")}
            fields = [pair for name, value in values.items() for pair in _tagged(name, value, type_, "")]
        else:
            yield f"%0 {type_name('endnote', type_) if 'type' in one.changed else one.original.kind}".rstrip()
            fields = list(changed_fields(one, "enw", note_of(paper, one, "enw"), _tagged))
        for tag, text in fields:
            yield from f"%{tag} {text}".rstrip().split("\n")
        yield ""


def _tagged(variable: str, value: Value, type_: str, tag: str) -> Iterator[tuple[str, str]]:
    found = tag or written_name(variable, "enw", type_)
    if not found or not value or variable == "type":
        return
    if variable == "issued":
        numbers = parts(str(value))
        yield "D", str(numbers[0]) if numbers else one_line(str(value))
        if numbers[1:]:
            yield "8", " ".join([_MONTHS[numbers[1] - 1], *map(str, numbers[2:])])
    elif isinstance(value, list):
        yield from ((found, one_line(text).replace(";", ",")) for text in value)  # it parts keywords
    elif variable == "note":
        yield found, "\n".join(line.strip() for line in value.split("\n") if line.strip())
    else:
        yield found, one_line(value)
