"""The year of publication, from the edges of the front page, and the latest one that the text speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.pdf.front import Front
from assay.pdf.text import Page

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
_EDGE = 0.07  # of the page's height at its top and bottom


def year_of(
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
    return top < _EDGE * front.height or top > (1 - _EDGE) * front.height
