"""Highlights and notes for elsewhere: as Markdown, and as annotations in a copy of the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from assay.codec import from_json
from assay.errors import BadInput
from assay.files import require_writable
from assay.items import notes_of
from assay.library import Library
from assay.pdf.process.pool import ask_once
from assay.pdf.types import Annotated, PageCall, PdfMark, UnreadablePdf
from assay.types import Highlight, Paper, shown_title


def markdown_lines(library: Library, doc_ids: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the notes and highlights of these papers, by default of all that have any, a section a paper.

    Raises BadInput for an unknown paper, and where there is nothing to write.
    """
    highlights = {
        doc_id: list(found)
        for doc_id, found in groupby(library.annotations.highlights(doc_ids), key=lambda one: one.doc_id)
    }
    papers = library.papers.get(list(doc_ids)) if doc_ids is not None else _annotated(library, highlights)
    written = [paper for paper in papers if paper.doc_id in highlights or notes_of(paper)]
    if not written:
        raise BadInput("No highlights or notes to export.")
    for paper in written:
        yield from _section(paper, highlights.get(paper.doc_id, ()))


def annotate_copy(library: Library, doc_id: str, target: Path, *, overwrite: bool = False) -> Annotated:
    """Write a copy of the paper's PDF with its highlights as annotations; the library's file stays as it is.

    A process of its own reads the PDF. Raises BadInput where there is no file or no highlight, and for a
    target that is there already unless `overwrite`, or is the library's own file.
    """
    files = library.files.of_papers([doc_id]).get(doc_id, [])
    places = {
        stored.file.sha256: place.path for stored in files for place in stored.places if not place.missing
    }
    made = library.annotations.highlights([doc_id])
    shown = next((sha256 for sha256 in reversed(places) if any(one.sha256 == sha256 for one in made)), None)
    if shown is None:
        raise BadInput("'{0}' has no highlights in a PDF that is there.", doc_id)
    source = Path(places[shown])
    if target.exists() and target.samefile(source):
        raise BadInput("{0} is the library's own file. Choose another name for the copy.", target)
    require_writable(target, overwrite=overwrite)
    marks = tuple(
        PdfMark(one.page, one.boxes, one.colour, one.comment) for one in made if one.sha256 == shown
    )
    call = PageCall("annotate", str(source), target=str(target), marks=marks)
    try:
        return from_json(ask_once(call), Annotated)
    except UnreadablePdf as error:
        raise BadInput("{0} cannot be copied: {1}.", source, str(error)) from error


def _annotated(library: Library, highlights: dict[str, list[Highlight]]) -> list[Paper]:
    """Return the papers with highlights or notes, in the order of adding."""
    wanted = {*highlights, *library.annotations.noted()}
    return library.papers.get([doc_id for doc_id in library.papers.ids() if doc_id in wanted])


def note_lines(library: Library, papers: Sequence[Paper]) -> Iterator[tuple[Paper, list[str]]]:
    """Yield the section of each paper, with its abstract."""
    found = library.annotations.highlights([paper.doc_id for paper in papers])
    highlights = {doc_id: list(own) for doc_id, own in groupby(found, key=lambda one: one.doc_id)}
    for paper in papers:
        yield paper, list(_section(paper, highlights.get(paper.doc_id, ()), abstract=paper.abstract))


def _section(paper: Paper, highlights: Sequence[Highlight], *, abstract: str = "") -> Iterator[str]:
    yield f"# {_line(shown_title(paper))}"
    yield ""
    source = ". ".join(filter(None, [", ".join(paper.authors), paper.venue, str(paper.year or "")]))
    names = [source, f"https://doi.org/{paper.doi}" if paper.doi else ""]
    yield from (f"{_line(name)}  " for name in names if name)
    if abstract:
        yield from ("", _line(abstract))
    for note in notes_of(paper):
        yield ""
        yield note
    for one in highlights:
        yield ""
        yield f"> {_line(one.quote) or '…'}"
        yield ">"
        yield f"> p. {one.page}, {one.colour}"
        if one.comment:
            yield ""
            yield one.comment
    yield ""


def _line(text: str) -> str:
    return " ".join(text.split())
