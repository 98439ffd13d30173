"""What a PDF's own data, its XMP and its layout say of a paper, weighed against each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from assay.importers.entries.record import split_names, year_of
from assay.importers.entries.titles import is_generic, normalised_title
from assay.pdf.authors import is_name
from assay.pdf.dates import latest_year
from assay.pdf.identifiers import arxiv_of, doi_of
from assay.pdf.layout import Layout, read_layout
from assay.pdf.paper import Fact, PdfPaper
from assay.pdf.text.cleaning import clean_line, words_of
from assay.pdf.text.paragraphs import page_texts
from assay.pdf.xmp import Xmp, parse

if TYPE_CHECKING:
    from pathlib import Path

    from assay.pdf.front import Front
    from assay.pdf.text.page import Document

_RUBBISH = re.compile(
    r"\.(?:docx?|dvi|tex|pdf|e?ps|indd|qxd|pptx?|rtf|odt|txt|fm|pages|xlsx?|p65|wpd|cls)\b|"
    r"^microsoft (?:word|powerpoint)|"
    r"^(?:untitled|unknown|title|slide|layout|document|template|manuscript|paper|pii:|doi:|arxiv:|printing|print|"
    r"full page|no job name|latex|proceedings of|instructions for|author guidelines)\b.{0,12}$|"
    r"^proceedings of|^pii:|^doi:|^10\.\d{4}|^arxiv:|^sig-alternate|^untitled|"
    r"[\\/_]|^\(?anonymous|^s?\d[\d\W]*$",
    re.IGNORECASE,
)
_SAME = 90  # percent of agreement from which two titles are one
_ABSTRACT_WORDS = 40


def paper_of(path: Path, document: Document) -> PdfPaper:
    """The paper; each field from wherever it is most likely right."""
    words = words_of(line.text for page in document.pages for line in page.lines)
    layout = read_layout(document.pages, words)
    xmp = parse(document.xmp)
    arxiv_id = arxiv_of(document, xmp, layout.front, path.stem)
    return PdfPaper(
        path=path,
        title=_title(document, xmp, layout),
        authors=_authors(document, xmp, layout),
        abstract=_abstract(document, xmp, layout),
        year=_year(document, xmp, layout, arxiv_id),
        doi=doi_of(document, xmp, layout.front),
        arxiv_id=arxiv_id,
        page_count=document.page_count,
        pages=page_texts(document.pages, words),
        faults=document.faults,
    )


def is_title(text: str) -> bool:
    """Whether a title in a file's data may be one: file names and what programs put there are not."""
    title = normalised_title(text)
    return len(title) >= 8 and " " in title and not _RUBBISH.search(text) and not is_generic(title)


def _title(document: Document, xmp: Xmp, layout: Layout) -> Fact[str]:
    stated = [
        (clean_line(text), origin)
        for text, origin in ((xmp.title, "XMP"), (document.info.get("Title", ""), "metadata"))
        if is_title(text)
    ]
    seen = layout.title
    if seen is None:
        return Fact(stated[0][0], 0.5, stated[0][1]) if stated else Fact("")
    for text, origin in stated:
        if fuzz.ratio(normalised_title(text), normalised_title(seen.text)) >= _SAME:
            return Fact(text if seen.text.isupper() else seen.text, 0.98, f"layout and {origin}")
    for text, origin in stated:
        if layout.front and _is_prominent(text, layout.front):
            return Fact(text, 0.9, origin)
    if seen.confidence < 0.6 and stated:
        return Fact(stated[0][0], 0.6, stated[0][1])
    return Fact(seen.text, seen.confidence - (0.1 if stated else 0.0), "layout")


def _is_prominent(title: str, front: Front) -> bool:
    """Whether the title is printed on the front in its upper half in type larger than the text's."""
    large = [
        line.text
        for line in front.lines
        if line.size > 1.03 * front.body and 0.04 * front.height < line.top < 0.5 * front.height
    ]
    return f" {normalised_title(title)} " in f" {normalised_title(' '.join(large))} "


def _authors(document: Document, xmp: Xmp, layout: Layout) -> Fact[tuple[str, ...]]:
    stated = ((xmp.authors, "XMP"), (split_names(document.info.get("Author", "")), "metadata"))
    for texts, origin in stated:
        names = tuple(clean_line(name) for text in texts for name in split_names(text))
        if names and all(map(_is_written_name, names)):
            if layout.front is None:
                return Fact(names, 0.5, origin)
            if _are_printed(names, layout.front) and len(names) >= len(layout.authors):
                return Fact(names, 0.95, origin)
    return Fact(layout.authors, layout.authors_confidence, "layout" if layout.authors else "")


def _is_written_name(name: str) -> bool:
    family, comma, given = name.partition(",")
    return is_name(f"{given.strip()} {family}" if comma else name)


def _are_printed(names: tuple[str, ...], front: Front) -> bool:
    """Whether each family name is on the front: a writer's account or an editor is not."""
    printed = f" {normalised_title(' '.join(line.text for line in front.lines))} "
    families = [name.partition(",")[0] if "," in name else name.split()[-1] for name in names]
    return all(normalised_title(family) in printed for family in families)


def _abstract(document: Document, xmp: Xmp, layout: Layout) -> Fact[str]:
    if layout.abstract_confidence >= 0.9:
        return Fact(layout.abstract, layout.abstract_confidence, "layout")
    for text, origin in ((xmp.description, "XMP"), (document.info.get("Subject", ""), "metadata")):
        if len(text.split()) >= _ABSTRACT_WORDS:
            return Fact(clean_line(text), 0.8, origin)
    return Fact(layout.abstract, layout.abstract_confidence, "layout" if layout.abstract else "")


def _year(document: Document, xmp: Xmp, layout: Layout, arxiv_id: Fact[str]) -> Fact[int | None]:
    date = document.info.get("CreationDate", "").removeprefix("D:")
    created = year_of([date[:4], date])
    if published := year_of(xmp.dates):
        return Fact(published, 0.9, "XMP")
    if layout.year and layout.year_confidence >= 0.8:
        agrees = created is not None and abs(created - layout.year) <= 1
        return Fact(layout.year, 0.95 if agrees else layout.year_confidence, "layout")
    if arxiv_id.value[:4].isdigit() and arxiv_id.confidence >= 0.8:
        return Fact(2000 + int(arxiv_id.value[:2]), 0.8, arxiv_id.origin)
    if layout.year and layout.year == created:
        return Fact(layout.year, 0.75, "layout and metadata")
    if created:
        return _year_of_making(created, document)
    return Fact(layout.year, layout.year_confidence, "layout" if layout.year else "")


def _year_of_making(created: int, document: Document) -> Fact[int | None]:
    """The year in which the file was made, which is the paper's where its text speaks of that time.

    A file that was made anew years after the paper speaks of none of the years between.
    """
    spoken = latest_year(document.pages, until=created)
    if spoken == created:
        return Fact(created, 0.75, "metadata and text")
    return Fact(created, 0.6 if spoken == created - 1 else 0.4, "metadata")
