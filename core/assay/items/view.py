"""A paper's type and fields as one mapping of CSL variables, whether the paper or its item holds them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from assay.items.item import Item, Value, read_item, write_item
from assay.items.table import NAMES, OWN, PLACES
from assay.types import Paper

_RULE = re.compile(r"^\s*---\s*$", re.MULTILINE)
_YEAR = re.compile(r"-?\d{1,4}")


def values_of(paper: Paper, item: Item | None = None) -> dict[str, Value]:
    """Return CSL variable -> value of a paper; what is not known is left out.

    Names and keywords are lists, dates are "2020-05-01", "2020-05" or "2020", or as the source writes them.
    """
    kept = read_item(paper.item) if item is None else item
    values: dict[str, Value] = {
        "title": paper.title,
        "author": list(paper.authors),
        "issued": _issued(paper, kept),
        "DOI": paper.doi,
        "URL": paper.url,
        "PMID": paper.pmid,
        "keyword": list(paper.keywords),
        "abstract": paper.abstract,
        **kept.fields,
    }
    if values.pop("author-from", "") == "editor" and values["author"] == values.get("editor"):
        values["author"] = []  # shown as authors where there are none
    values["issued"] = _issued(paper, kept)
    if paper.venue and paper.venue not in _places(kept.fields):
        place = next((name for name in PLACES[:4] if name in kept.fields), PLACES[0])
        values[place] = paper.venue  # written after the import
    elif not paper.venue and "venue" in kept.typed:
        values.pop("container-title", None)
    return {name: value for name, value in values.items() if value}


def _issued(paper: Paper, item: Item) -> str:
    """The date, where its year is still the paper's."""
    given = item.fields.get("issued", "")
    year = "" if paper.year is None else str(paper.year)
    if isinstance(given, str) and given and (found := _YEAR.search(given)) is not None and found[0] == year:
        return given
    return given if isinstance(given, str) and given and not year else year


def _places(fields: Mapping[str, Value]) -> Iterable[str]:
    return (text for name in PLACES if isinstance(text := fields.get(name), str))


def item_fields(values: Mapping[str, Value], paper: Paper) -> dict[str, Value]:
    """Return what an item holds of these values: all that the paper itself does not say already."""
    kept = {name: value for name, value in values.items() if value and name not in OWN}
    if kept.get("issued") == ("" if paper.year is None else str(paper.year)):
        del kept["issued"]
    return kept


_OWN = {
    "title": "title", "abstract": "abstract", "author": "authors", "DOI": "doi", "URL": "url", "PMID": "pmid",
    "keyword": "keywords",
}  # fmt: skip
"""CSL variable -> the field of `Paper` that holds it."""


def rest_of(item: Item) -> dict[str, str]:
    """Return "format:name" -> text, as the source writes it, of the fields that are no CSL variable's."""
    found: dict[str, str] = {}
    for source, original in item.originals.items():
        rest = original.more.get("rest", ())
        for name, raw in original.fields:
            if name in rest:
                key = f"{source}:{name}"
                text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)
                found[key] = f"{found[key]}\n{text}" if key in found else text
    return found


def with_value(paper: Paper, variable: str, value: Value) -> Paper:
    """Return the paper with a variable that a person wrote, "" or [] for none; "type" is the type.

    The variable is marked as typed, so that no import changes it. "format:name" is a field of one format.
    """
    if variable in _OWN:
        held: Any = tuple(value) if isinstance(value, list) else value
        return replace(paper, **{_OWN[variable]: held})
    item = read_item(paper.item)
    if ":" in variable:
        return replace(paper, item=write_item(_with_rest(item, variable, str(value))))
    typed = tuple(dict.fromkeys((*item.typed, variable)))
    if variable == "type":
        return replace(paper, item=write_item(replace(item, type=str(value), typed=typed)))
    fields = {name: text for name, text in item.fields.items() if name != variable}
    if value:
        fields[variable] = value
    written = replace(paper, item=write_item(replace(item, fields=fields, typed=typed)))
    if variable == "issued":
        found = _YEAR.search(str(value))
        return replace(written, year=int(found[0]) if found else None)
    shown = values_of(paper, item).get(variable)  # which may be a venue that was written after the import
    if variable in PLACES[:4] and (paper.venue == shown or (variable == PLACES[0] and shown is None)):
        place = value or next((fields[name] for name in PLACES[:4] if name in fields), "")
        return replace(written, venue=str(place))
    return written


_BETWEEN_NOTES = "\n\n---\n\n"


def notes_of(paper: Paper) -> tuple[str, ...]:
    """Return the reader's own notes on a paper; an item without any is not parsed."""
    return read_item(paper.item).notes if '"notes"' in paper.item else ()


def notes_text(paper: Paper) -> str:
    """Return the notes as one Markdown text, a rule between them."""
    return _BETWEEN_NOTES.join(notes_of(paper))


def with_notes(paper: Paper, text: str) -> Paper:
    """Return the paper with the notes of such a text, which no import adds to any more."""
    item = read_item(paper.item)
    notes = tuple(part.strip() for part in _RULE.split(text) if part.strip())
    typed = tuple(dict.fromkeys((*item.typed, "notes")))
    return replace(paper, item=write_item(replace(item, notes=notes, typed=typed)))


def _with_rest(item: Item, key: str, text: str) -> Item:
    """The item with the text of a field of one format: in place of the first of that name, or at the end."""
    source, _, name = key.partition(":")
    original = item.originals[source]
    fields = [pair for pair in original.fields if pair[0] != name]
    place = next((n for n, pair in enumerate(original.fields) if pair[0] == name), len(fields))
    if text:
        fields.insert(place, (name, text))
    rest = [*dict.fromkeys((*original.more.get("rest", ()), name))]
    changed = replace(original, fields=tuple(fields), more={**original.more, "rest": rest})
    return replace(item, originals={**item.originals, source: changed})


def changed_names(before: str, after: str) -> list[str]:
    """Return the names of what two texts of items say differently."""
    one, two = read_item(before), read_item(after)
    names = [name for name in {**one.fields, **two.fields} if one.fields.get(name) != two.fields.get(name)]
    if one.type != two.type:
        names.insert(0, "type")
    if one.notes != two.notes:
        names.append("notes")
    rest = rest_of(one), rest_of(two)
    names += [name for name in {**rest[0], **rest[1]} if rest[0].get(name) != rest[1].get(name)]
    return names or ["own text"]


def lines_of(value: Value) -> str:
    """Return a value as a person reads and types it: names one a line."""
    return value if isinstance(value, str) else "\n".join(value)


def value_of(variable: str, text: str) -> Value:
    """Return the value that a person typed: of names and keywords a list, one a line."""
    if variable in NAMES or variable == "keyword":
        return [line for part in text.split("\n") if (line := " ".join(part.split()))]
    return text.strip()
