"""References as a text prints them, by citeproc-py and the styles that come with Assay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from assay.exporters.csl import CslItem, item_of
from assay.types import Paper, shown_title

_SECOND_STOP = re.compile(r"([.?!])\.(?=\s|$)")  # after a title that is a question
_NOT_PRINTED = (
    "id",
    "citation-key",
    "type",
    "abstract",
    "keyword",
    "annote",
    "note",
    "PMID",
    "source",
    "accessed",
)


class CitationStyle(StrEnum):
    """How a reference is printed; each value is the name of a style in the resources."""

    AUTHOR_DATE = "author-date"
    NUMERIC = "numeric"
    NOTE = "note"


def references(papers: Sequence[Paper], style: CitationStyle = CitationStyle.AUTHOR_DATE) -> list[str]:
    """Return one line of plain text a paper, in the order given; NUMERIC numbers them from 1.

    The first call in a process takes a tenth of a second, for citeproc's import.
    """
    if not papers:
        return []
    # Ids of our own: citeproc takes ids that differ in capitals alone for one.
    processor = _citeproc()
    source = processor.source.json.CiteProcJSON(
        [_printed(number, paper) for number, paper in enumerate(papers)]
    )
    bibliography = processor.CitationStylesBibliography(_style(style), source, processor.formatter.plain)
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
