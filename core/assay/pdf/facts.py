"""What a PDF's own data, its XMP and its layout say of a paper, weighed against each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from assay.importers.entries.ids import bare_arxiv_id, find_arxiv_id, find_doi
from assay.importers.entries.record import split_names, year_of
from assay.importers.entries.titles import is_generic, normalised_title
from assay.pdf.abstract import abstract_of
from assay.pdf.authors import authors_of, is_name
from assay.pdf.front import Front, before_references, front_of
from assay.pdf.paper import Fact, PdfPaper
from assay.pdf.text import Document, Line, Page, clean_line, page_texts, words_of
from assay.pdf.title import Title, title_of
from assay.pdf.xmp import Xmp, parse

_YEAR = re.compile(r"(?<![\d.,/-])(19[5-9]\d|20[0-4]\d)(?![\d.]\d|\d)")
_COPYRIGHT = re.compile(r"(?:©|\(c\)|copyright|\bc (?=20\d\d|19\d\d)).{0,40}", re.IGNORECASE)
_ISSUE = re.compile(
    r"proceedings|proc\.|conference|symposium|workshop|journal|transactions|\bvol|volume|\bpp\b|pages|published|"
    r"accepted|received|revised|preprint|arxiv|\bissn\b|\d ?\((?:19|20)\d\d\)|"
    r"\b(?:jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"(?<![\d.,/–-])(19[5-9]\d|20[0-4]\d)(?![\d–]|\.\d)")  # no page numbers
_LATER = re.compile(r"download|licen[sc]ed use", re.IGNORECASE)  # stamped when somebody fetched the file
_STAMP_EDGE = 0.07  # of the page's height at its top and bottom


def printed_year(
    front: Front, stamps: Sequence[str], *, body_from: float, body_to: float
) -> tuple[int | None, float]:
    """The year and how sure it is, from 0 to 1. Between the heights runs the text, with others' years.

    `stamps` are the lines that run up the margin.
    """
    edges = [
        line.text
        for line in front.lines
        if line.top < body_from or (line.top > body_to and line.size < 0.95 * front.body)
    ]
    for texts, pattern, confidence in (
        (edges, _COPYRIGHT, 0.9),
        (edges, _ISSUE, 0.8),
        (stamps, _ISSUE, 0.8),
        ([line.text for line in front.lines if _is_edge(line.top, front)], _YEAR, 0.5),
    ):
        for text in texts:
            match = pattern.search(text)
            years = _YEAR.findall(match[0] if pattern is _COPYRIGHT and match else text) if match else []
            if years:
                return int(years[-1]), confidence
    return None, 0.0


def latest_year(pages: Sequence[Page], *, until: int) -> int | None:
    """The latest year in the text that is not after `until`: a paper cites works up to its own time."""
    years = (
        int(year)
        for page in pages
        for line in page.lines
        if not _LATER.search(line.text)
        for year in _WRITTEN.findall(line.text)
    )
    return max((year for year in years if year <= until), default=None)


def _is_edge(top: float, front: Front) -> bool:
    return top < _STAMP_EDGE * front.height or top > (1 - _STAMP_EDGE) * front.height


_EDGE = 0.1  # of the page's height
_PAGES = 2
_CITATION = re.compile(r"^\s*(?:\[\d+\]|\d{1,3}\.\s)")
_DATA = re.compile(r"^10\.(?:5281/zenodo|5061/dryad|6084/m9|17632|7910/dvn|1594/)")
_UNFINISHED = re.compile(r"10\.[0-9]{4,9}/\S*$")
_ARXIV_FILE = re.compile(r"^(?:arxiv[-_.: ]?)?([0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?$", re.IGNORECASE)
_NONE = Fact("")


def doi_of(document: Document, xmp: Xmp, front: Front | None) -> Fact[str]:
    """Return the DOI that the file's data or its first two pages give; at a page's edge, or marked."""
    printed = list(_printed(document.pages[:_PAGES], front))
    stated = [(find_doi(text), "XMP") for text in xmp.identifiers]
    stated += [
        (find_doi(text), "metadata") for key, text in document.info.items() if key not in ("Title", "Author")
    ]
    on_pages = {doi for doi, _ in printed}
    for doi, origin in stated:
        if doi:
            return Fact(doi, 0.98 if doi in on_pages else 0.9, origin)
    best = max(printed, key=lambda pair: pair[1], default=None)
    return Fact(best[0], best[1], "text") if best else _NONE


def _printed(pages: Sequence[Page], front: Front | None) -> Iterator[tuple[str, float]]:
    """The DOIs printed outside the references, and how likely each is the paper's own."""
    for page in pages:
        lines = before_references([page])
        for at, line in enumerate(lines):
            doi = find_doi(_whole(lines, at))
            if not doi or _CITATION.match(line.text):
                continue
            is_marked = "doi" in line.text.casefold() or (
                at and lines[at - 1].text.casefold().endswith("doi:")
            )
            confidence = (
                (0.9 if is_marked else 0.75) if _is_aside(line, page, front) else 0.45 if is_marked else 0.3
            )
            if page.number > 1:
                confidence -= 0.05
            yield doi, confidence * (0.5 if _DATA.match(doi) else 1.0)


def _whole(lines: Sequence[Line], at: int) -> str:
    """Return the line, with the next one's first word where a DOI breaks at its end."""
    text = lines[at].text
    if _UNFINISHED.search(text) and text.endswith(("/", ".", "-", "_")) and at + 1 < len(lines):
        return text + lines[at + 1].text.partition(" ")[0]
    return text


def _is_aside(line: Line, page: Page, front: Front | None) -> bool:
    """Whether the line stands outside the running text: at an edge, in the margin, or in smaller type."""
    is_edge = line.top < _EDGE * page.height or line.bottom > (1 - _EDGE) * page.height
    is_small = front is not None and line.size < 0.9 * front.body
    return is_edge or is_small or not line.upright or (page.number == 1 and line.top < 0.35 * page.height)


def arxiv_of(document: Document, xmp: Xmp, front: Front | None, stem: str) -> Fact[str]:
    """The arXiv id of the stamp at the margin, the file's data, the page's edges, or the file's name."""
    pages = document.pages[:_PAGES]
    for page in pages:
        for line in page.lines:
            if not line.upright and (found := find_arxiv_id(line.text)):
                return Fact(found, 0.99, "stamp")
    for text in (*xmp.identifiers, *document.info.values()):
        if found := find_arxiv_id(text):
            return Fact(found, 0.9, "metadata")
    for page in pages[:1]:
        for line in before_references([page]):
            if (
                _is_aside(line, page, front)
                and not _CITATION.match(line.text)
                and (found := find_arxiv_id(line.text))
            ):
                return Fact(found, 0.85 if line.text.casefold().startswith("arxiv") else 0.6, "text")
    match = _ARXIV_FILE.match(stem)
    return Fact(bare_arxiv_id(match[1]), 0.6, "file name") if match else _NONE


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields with the confidence in each, from 0 to 1; `front` is None where no page has text."""

    front: Front | None = None
    title: Title | None = None
    authors: tuple[str, ...] = ()
    authors_confidence: float = 0.0
    abstract: str = ""
    abstract_confidence: float = 0.0
    year: int | None = None
    year_confidence: float = 0.0


def read_layout(pages: Sequence[Page], words: Set[str] = frozenset()) -> Layout:
    """The fields as the front page shows them. `words` are those of the document, see `join_lines`."""
    front = front_of(pages)
    if front is None:
        return Layout()
    abstract = abstract_of(front, words)
    upper = abstract.top if abstract else 0.6 * front.height
    title = title_of(front, above=upper)
    below = title.block.bottom if title else 0.0
    authors, authors_confidence = authors_of(front, below=below, above=upper)
    stamps = [line.text for page in pages[:2] for line in page.lines if not line.upright]
    year, year_confidence = printed_year(front, stamps, body_from=upper, body_to=0.88 * front.height)
    return Layout(
        front=front,
        title=title,
        authors=authors,
        authors_confidence=authors_confidence,
        abstract=abstract.text if abstract else "",
        abstract_confidence=abstract.confidence if abstract else 0.0,
        year=year,
        year_confidence=year_confidence,
    )


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
    """Return the paper; each field from wherever it is most likely right."""
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
    """Return whether a title in a file's data may be one: file names and what programs put there are not."""
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
    """Return whether the title is printed on the front in its upper half in type larger than the text's."""
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
    """Return whether each family name is on the front: a writer's account or an editor is not."""
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

    A file that was made again years after the paper speaks of none of the years between.
    """
    spoken = latest_year(document.pages, until=created)
    if spoken == created:
        return Fact(created, 0.75, "metadata and text")
    return Fact(created, 0.6 if spoken == created - 1 else 0.4, "metadata")
