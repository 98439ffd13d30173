"""A paper's fields written by hand, as a person types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.errors import BadInput
from assay.importers import identity_keys
from assay.importers.ids import find_doi
from assay.library import Action, Library
from assay.library.transaction import together

FIELDS = ("title", "authors", "year", "venue", "doi", "abstract")
"""What can be written, in the order in which it is shown."""


def edit_paper(library: Library, doc_id: str, values: Mapping[str, object]) -> Action:
    """Writes fields of a paper: `values` are texts by field, "" for nothing; of authors a list.

    Later imports change none of them. Raises BadInput for an unknown paper, a field that cannot be written
    so, and where nothing is another.
    """
    written = {name: _value(name, value) for name, value in values.items()}
    with together(library) as whole:
        found = whole.papers.get([doc_id])
        if not found:
            raise BadInput(f"No paper '{doc_id}' in this library. `assay search` finds its id.")
        edited = replace(found[0], **written)
        return whole.edits.edit(edited, identity_keys(edited))


def _value(name: str, given: object) -> Any:
    if name not in FIELDS:
        raise BadInput(f"A paper has no field '{name}' that can be written. Choose of {', '.join(FIELDS)}.")
    if name == "authors":
        lines = given.split("\n") if isinstance(given, str) else given
        return _authors(lines if isinstance(lines, Sequence) else ())
    text = str(given).strip()
    if name == "abstract":
        return text
    text = " ".join(text.split())
    if name == "title" and not text:
        raise BadInput("A paper needs a title.")
    if name == "year":
        return _year(text)
    return _doi(text) if name == "doi" else text


def _authors(lines: Sequence[object]) -> tuple[str, ...]:
    return tuple(name for line in lines if (name := " ".join(str(line).split())))


def _year(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise BadInput(f"'{text}' is no year. Write four digits, or nothing.")
    return int(text)


def _doi(text: str) -> str:
    found = find_doi(text)
    if text and not found:
        raise BadInput(f"'{text}' is no DOI. One begins with 10. and has a slash.")
    return found
