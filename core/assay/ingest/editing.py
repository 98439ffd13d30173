"""Fields of papers, and queries, written by hand as a person types them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from assay.errors import BadInput
from assay.importers import identity_keys, text_id
from assay.importers.bibtex.values import balanced
from assay.importers.entries.ids import find_doi
from assay.items import read_item
from assay.items.table import ROWS, TYPES
from assay.items.view import notes_text, value_of, with_notes, with_value
from assay.library import Action, Library
from assay.library.transaction import together
from assay.types import Paper, Query

FIELDS = ("title", "authors", "year", "venue", "doi", "abstract")
"""What every paper has, in the order in which it is shown; other fields go by their CSL names."""


def edit_paper(library: Library, doc_id: str, values: Mapping[str, object]) -> Action:
    """Write fields of a paper: `values` are texts by field, "" for nothing; of authors a list.

    A field is one of FIELDS, "type", a CSL variable ("volume") or "format:name" of its own text; names
    such as editors and keywords stand one on a line. "notes" are Markdown, a line of --- between several.

    Later imports change none of them. Raises BadInput for an unknown paper, a field that cannot be written
    so (which it names), and where nothing is another.
    """
    with together(library) as whole:
        found = whole.papers.get([doc_id])
        if not found:
            raise BadInput(
                "No paper '{0}' in this library.",
                doc_id,
                advice="`assay search` finds its id.",
            )
        edited = found[0]
        for name, value in values.items():
            with _of_field(name):
                if name in FIELDS:
                    edited = replace(edited, **{name: _value(name, value)})
                else:
                    edited = _with_field(edited, name, str(value))
        return whole.edits.edit(edited, identity_keys(edited))


def write_notes(library: Library, doc_id: str, text: str, *, seen: str) -> Action:
    """Write the notes of a paper, begun on what was `seen`; what others wrote since stays, as a note before.

    Raises as `edit_paper` does.
    """
    with together(library) as whole:
        for paper in whole.papers.get([doc_id]):
            now = notes_text(paper)
            if now and now not in {text, seen.strip()}:
                text = f"{now}\n\n---\n\n{text}"
        return edit_paper(whole, doc_id, {"notes": text})


@contextmanager
def _of_field(name: str) -> Iterator[None]:
    """Name the field in what is said against its value."""
    try:
        yield
    except BadInput as error:
        error.field = name
        raise


def _value(name: str, given: object) -> Any:
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


def _with_field(paper: Paper, name: str, text: str) -> Paper:
    """Return the paper with another type, with a CSL variable, or with a "format:name" of its own text."""
    if name == "type":
        known = [row.csl for row in TYPES]
        if text and text not in known:
            raise BadInput("'{0}' is not a type. Choose one of {1}.", text, ", ".join(known))
    elif name == "notes":
        return with_notes(paper, text)
    elif ":" in name:
        source = name.partition(":")[0]
        if source not in read_item(paper.item).originals:
            raise BadInput("'{0}' did not come as {1}, so it has no field '{2}'.", paper.doc_id, source, name)
        if source == "bibtex" and text and not (text.isalnum() or (text[:1] in '{"' and balanced(text))):
            raise BadInput("'{0}' is not a value of BibTeX: write it in braces, each closed.", text[:80])
        if source in ("endnote-xml", "zotero-rdf", "csl-json"):
            raise BadInput("'{0}' is kept as {1} wrote it and cannot be edited here.", name, source)
    elif name not in ROWS:
        near = get_close_matches(name, [*FIELDS, *ROWS], 1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise BadInput("A paper has no field '{0}'.{1} docs/fields.md lists them.", name, hint)
    return with_value(paper, name, value_of(name, text))


def _authors(lines: Sequence[object]) -> tuple[str, ...]:
    return tuple(name for line in lines if (name := " ".join(str(line).split())))


def _year(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise BadInput("'{0}' is not a year. Enter four digits, or leave it empty.", text)
    return int(text)


def _doi(text: str) -> str:
    found = find_doi(text)
    if text and not found:
        raise BadInput("'{0}' is not a DOI. A DOI starts with 10. and has a slash.", text)
    return found


def rename_query(
    library: Library, query_id: str, *, text: str | None = None, new_id: str | None = None
) -> Action:
    """Give one of the library's queries another text or id.

    An id that comes from the text follows it, so that the old text can be asked again. Raises as
    `Queries.rename` does.
    """
    known = library.queries.get(query_id)
    if text is not None and new_id is None and known is not None and query_id == text_id(known.text):
        new_id = text_id(" ".join(text.split()))
    return library.queries.rename(query_id, text=text, new_id=new_id)


def describe_query(
    library: Library,
    query_id: str,
    *,
    description: str | None = None,
    narrative: str | None = None,
    source: str | None = None,
) -> Action:
    """Write what is given of a query's description and leave the rest; raises as `Queries.describe` does."""
    given = {"description": description, "narrative": narrative, "source": source}
    known = library.queries.get(query_id) or Query(query_id, "")
    full = {name: getattr(known, name) if text is None else text for name, text in given.items()}
    return library.queries.describe(query_id, **full)
