"""The fields that the search box knows: how their values are parsed, stored, formatted and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from assay.importers.entries.ids import find_doi
from assay.types import Filters, Span

NO_FILTERS = Filters()

FieldValues: TypeAlias = dict[tuple[str, bool], list[Any]]
"""(field, or PHRASES; whether it is left out) -> its values, each once."""

PHRASES = "phrases"

_YEARS = re.compile(r"([0-9]{4})?\s*(\.\.|-|–)?\s*([0-9]{4})?")
_YES = {"yes": True, "no": False, "true": True, "false": False}


class InvalidValue(Exception):
    """A value that its field cannot have. The message says what it can."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: where `Filters` keep its values, and one as it may be typed."""

    kept: str
    example: str
    help: str
    read: Callable[[str], object] = str


def _years(value: str) -> Span:
    match = _YEARS.fullmatch(value)
    first, between, last = match.groups() if match else (None, None, None)
    one = first is not None and last is None
    fits = one if between is None else bool(first and last) or (between == ".." and bool(first or last))
    if not fits:
        raise InvalidValue("a year has four digits.")
    span = int(first) if first else None, int(last) if last else None
    if between is None:
        return span[0], span[0]
    return (span[1], span[0]) if first and last and first > last else span


def _file(value: str) -> bool:
    if value.lower() != "pdf":
        raise InvalidValue("only a PDF can be asked for.")
    return True


def _judged(value: str) -> bool:
    if value.lower() not in _YES:
        raise InvalidValue("it is yes or no.")
    return _YES[value.lower()]


def _reading(value: str) -> str:
    known = {"yes": "yes", "true": "yes", "no": "no", "false": "no", "list": "list", "later": "list"}
    if value.lower() not in known:
        raise InvalidValue("it is yes, no or list.")
    return known[value.lower()]


def _doi(value: str) -> str:
    found = find_doi(value)
    if not found:
        raise InvalidValue("a DOI begins with 10. and has a slash.")
    return found


FIELDS = {
    "author": Field("authors", "author:cohan", "an author's name, or beginnings of its words"),
    "year": Field("years", "year:2019..2022", "2019, 2019..2022, 2019.. or ..2022", _years),
    "venue": Field("venue_words", "venue:acl", "words of the venue's name"),
    "tag": Field("tags", 'tag:"graph learning"', "words of a keyword or a tag"),
    "collection": Field("collection_words", "collection:thesis", "words of a collection's name"),
    "has": Field("has_file", "has:pdf", "pdf", _file),
    "judged": Field("judged", "judged:no", "yes or no: whether anyone graded the paper", _judged),
    "read": Field(
        "reading", "read:no", "yes or no: whether it is marked as read; list: on the list", _reading
    ),
    "note": Field("notes", "note:replicate", "words of your notes on the paper"),
    "id": Field("doc_ids", "id:W2911", "the id of a paper in this library"),
    "doi": Field("dois", "doi:10.1145/3366423", "a DOI", _doi),
}


MEANT = {
    "by": "author", "writer": "author", "creator": "author", "au": "author",
    "date": "year", "published": "year", "since": "year",
    "journal": "venue", "conference": "venue", "booktitle": "venue", "proceedings": "venue",
    "publisher": "venue", "source": "venue",
    "keyword": "tag", "keywords": "tag", "label": "tag", "topic": "tag", "subject": "tag",
    "folder": "collection", "group": "collection",
    "file": "has", "pdf": "has", "attachment": "has",
    "grade": "judged", "graded": "judged", "rated": "judged", "relevant": "judged", "relevance": "judged",
    "key": "id", "citekey": "id", "doc_id": "id",
    "identifier": "doi",
    "reading": "read", "notes": "note", "comment": "note",
}  # fmt: skip
"""What other programs call a field -> the field."""


LISTS = {name: field.kept for name, field in FIELDS.items() if name not in {"has", "judged"}} | {
    PHRASES: PHRASES
}
"""What may have many values -> where `Filters` keep them."""


def filters_of(taken: FieldValues) -> Filters:
    """Return the filters that these values make."""
    without = _one_side(taken, left_out=True)
    judged = _agreed(taken)
    return replace(_one_side(taken, left_out=False), judged=judged, without=without or None)


def _one_side(taken: FieldValues, *, left_out: bool) -> Filters:
    kept: Any = {kind: tuple(taken.get((name, left_out), ())) for name, kind in LISTS.items()}
    return Filters(has_file=("has", left_out) in taken, **kept)


def _agreed(taken: FieldValues) -> bool | None:
    """Judged, not judged, or None where both will do; what is left out counts as its opposite."""
    wanted = set(taken.get(("judged", False), [])) | {not v for v in taken.get(("judged", True), [])}
    return wanted.pop() if len(wanted) == 1 else None


def describe_filters(filters: Filters) -> list[str]:
    """Return a few words a filter: "author cohan", "year 2019 to 2022", "not venue arxiv"."""
    found = describe_filters(filters.also) if filters.also is not None else []
    if filters.year_from is not None or filters.year_to is not None:
        found.append(f"year {_span_words(_span((filters.year_from, filters.year_to)))}")
    for name, values in (
        ("venue", filters.venues),
        ("author", filters.author_names),
        ("tag", filters.tag_names),
        ("tag", filters.own_tags),
        ("collection", filters.collections),
    ):
        found += [f"{name} {' or '.join(values)}"] if values else []
    found += [] if filters.judged is None else ["judged" if filters.judged else "not judged"]
    for sign, side in (("", filters), ("not ", filters.without or NO_FILTERS)):
        found += [f"{sign}with a PDF"] if side.has_file else []
        alternatives: dict[str, list[str]] = {}
        for name, value in _values(side):
            if name:
                alternatives.setdefault(name, []).append(_span_words(value) if name == "year" else value)
        found += [f"{sign}{name} {' or '.join(values)}" for name, values in alternatives.items()]
        found += [f"{sign}“{phrase}”" for phrase in side.phrases]
    return found


def _values(side: Filters) -> Iterator[tuple[str, str]]:
    """(field, value as it is typed); phrases come last, with no field."""
    for name, kind in LISTS.items():
        values: Iterable[Any] = getattr(side, kind)
        for value in values:
            yield ("" if name == PHRASES else name), _span(value) if name == "year" else value


def _span(span: Span) -> str:
    first, last = ("" if year is None else f"{year:04}" for year in span)
    return first if first == last else f"{first}..{last}"


def _span_words(span: str) -> str:
    first, between, last = span.partition("..")
    if not between:
        return first
    return f"{first} to {last}" if first and last else f"from {first}" if first else f"to {last}"
