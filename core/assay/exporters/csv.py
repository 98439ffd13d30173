"""CSV for spreadsheets: a header and a row a paper, no cell of which can run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assay.exporters.lists import joined_keywords, joined_names, one_line, written_id
from assay.table import csv_line
from assay.types import Paper

COLUMNS = (
    "id", "title", "authors", "year", "venue", "doi", "arxiv", "pmid", "url", "keywords", "abstract",
)  # fmt: skip
_BOM = "\ufeff"  # without it Excel reads accents as noise; Zotero writes it too


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """The lines of a file. Names and keywords stand in one cell each, parted by semicolons or commas."""
    yield _BOM + csv_line(COLUMNS)
    for paper in papers:
        yield csv_line((
            written_id(paper.doc_id),
            paper.title,
            joined_names(paper.authors),
            paper.year,
            paper.venue,
            paper.doi,
            paper.arxiv_id,
            paper.pmid,
            one_line(paper.url),
            joined_keywords(paper.keywords),
            paper.abstract,
        ))  # fmt: skip
