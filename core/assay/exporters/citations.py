"""References as a text prints them, by citeproc-py: in the styles that come with Assay or in any CSL file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

from assay.errors import BadInput
from assay.exporters.csl import CslItem, item_of
from assay.types import Paper, shown_title

_SECOND_STOP = re.compile(r"([.?!])\.(?=\s|$)")  # after a title that is a question
_NOT_PRINTED = (
    "id", "citation-key", "type", "abstract", "keyword", "annote", "note", "PMID", "source", "accessed",
)  # fmt: skip


class CitationStyle(StrEnum):
    """How a reference is printed; each value is the name of a style in the resources."""

    AUTHOR_DATE = "author-date"
    NUMERIC = "numeric"
    NOTE = "note"


def citation_style(name: str) -> CitationStyle | Path:
    """Return the style of this name, or the file; "" for the usual one. Raises BadInput for what is neither.

    A file is read here once, so that one that cannot be used is refused before it is chosen.
    """
    if not name or name in list(CitationStyle):
        return CitationStyle(name or CitationStyle.AUTHOR_DATE)
    path = Path(name).expanduser()
    if not name.lower().endswith(".csl"):
        known = ", ".join(CitationStyle)
        raise BadInput("'{0}' is not a citation style. Known: {1}, and any .csl file.", name, known)
    _style_of_file(path, _stamp(path))
    return path


def references(papers: Sequence[Paper], style: CitationStyle | Path = CitationStyle.AUTHOR_DATE) -> list[str]:
    """Return one line of plain text a paper, in the order given; NUMERIC numbers them from 1.

    The first call in a process takes a tenth of a second, for citeproc's import. Raises BadInput for a file
    that is no style, or that citeproc cannot follow.
    """
    if not papers:
        return []
    if isinstance(style, CitationStyle):
        return _printed_by(_style(style), papers)
    made = _style_of_file(style, _stamp(style))
    try:
        return _printed_by(made, papers)
    except Exception as error:  # whatever a style asks of citeproc that it cannot do
        raise BadInput(
            "The style {0} needs something that Assay does not support ({1}). Choose another style.",
            style.name,
            error,
        ) from error


def _printed_by(style: Any, papers: Sequence[Paper]) -> list[str]:
    # Ids of our own: citeproc takes ids that differ in capitals alone for one.
    processor = _citeproc()
    source = processor.source.json.CiteProcJSON(
        [_printed(number, paper) for number, paper in enumerate(papers)]
    )
    bibliography = processor.CitationStylesBibliography(style, source, processor.formatter.plain)
    for number in range(len(papers)):
        bibliography.register(processor.Citation([processor.CitationItem(str(number))]))
    entries = (" ".join(str(entry).split()) for entry in bibliography.bibliography())
    return [_SECOND_STOP.sub(r"\1", entry) for entry in entries]


def _printed(number: int, paper: Paper) -> CslItem:
    item = item_of(paper)
    printed = {key: value for key, value in item.items() if key not in _NOT_PRINTED}
    if "issued" in printed and "date-parts" not in printed["issued"] and paper.year is not None:
        printed["issued"] = {"date-parts": [[paper.year]]}  # citeproc prints no other date
    if not item.keys() & {"title", "container-title"} and shown_title(paper) != paper.doc_id:
        printed["title"] = shown_title(paper)  # a letter, a web page
    if paper.arxiv_id:
        printed["note"] = f"arXiv:{paper.arxiv_id}"  # other notes are the reader's own
    return {"id": str(number), "type": item["type"]} | printed


def _citeproc() -> Any:  # citeproc has no types
    import citeproc.formatter.plain
    import citeproc.source.json

    return citeproc


@cache
def _style(style: CitationStyle) -> Any:
    file = resources.files("assay_resources") / "styles" / f"{style.value}.csl"
    with resources.as_file(file) as path:
        return _citeproc().CitationStylesStyle(str(path), validate=False)


_MOST_BYTES = 2_000_000  # the largest known style has a tenth of it
_CSL = "{http://purl.org/net/xbiblio/csl}"


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when the file does. Raises BadInput where it cannot be read."""
    try:
        stat = path.stat()
    except OSError as error:
        raise BadInput("The style {0} cannot be read ({1}).", path.name, error.strerror or error) from error
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4)
def _style_of_file(path: Path, _stamp: tuple[int, int]) -> Any:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        if _stamp[1] > _MOST_BYTES:
            raise BadInput("{0} is too large to be a citation style.", path.name)
        text = path.read_bytes()
        root = fromstring(text)
    except OSError as error:
        raise BadInput("The style {0} cannot be read ({1}).", path.name, error.strerror or error) from error
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise BadInput("{0} is not a CSL style: it is not readable XML.", path.name) from error
    if root.tag != f"{_CSL}style":
        raise BadInput("{0} is not a CSL style. Styles are at zotero.org/styles.", path.name)
    for link in root.iter(f"{_CSL}link"):
        if link.get("rel") == "independent-parent":
            parent = link.get("href", "").rpartition("/")[2]
            raise BadInput(
                "{0} is only another name for the style '{1}'. Download that one and choose it instead.",
                path.name,
                parent,
            )
    if root.find(f"{_CSL}bibliography") is None:
        raise BadInput("The style {0} prints no references, only notes or citations.", path.name)
    try:
        return _citeproc().CitationStylesStyle(BytesIO(text), validate=False)
    except Exception as error:  # citeproc has no error of its own
        raise BadInput("The style {0} cannot be used ({1}).", path.name, error) from error
