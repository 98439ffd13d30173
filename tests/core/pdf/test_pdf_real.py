"""Real papers: 19 files of conferences, preprint servers, office programs and scanners."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assay.importers.titles import normalised_title
from assay.pdf import PdfPaper, read_pdfs

pytestmark = pytest.mark.shared_data


@pytest.fixture(scope="module")
def papers(shared_data: Path) -> dict[str, PdfPaper]:
    files = sorted((shared_data / "pdfs").glob("*.pdf"))
    found = {result.path.name: result for result in read_pdfs(files) if isinstance(result, PdfPaper)}
    assert len(found) == len(files) == 19
    return found


def test_titles_are_those_that_people_wrote_down(papers: dict[str, PdfPaper], shared_data: Path) -> None:
    with (shared_data / "pdfs" / "titles.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    wrong = {
        row["file"]: papers[row["file"]].title.value
        for row in rows
        if normalised_title(papers[row["file"]].title.value) != normalised_title(row["title"])
    }
    assert len(rows) == 19
    assert wrong == {}


def test_the_scanned_page_is_told_and_the_locked_one_is_open(papers: dict[str, PdfPaper]) -> None:
    scanned = papers["scanned-image-only.pdf"]
    assert scanned.pages == ("",)
    assert "no text layer" in scanned.faults[0]
    assert papers["lncs-minimal-protected.pdf"].authors.value == ("Firstname Lastname",)


def test_stamps_give_the_preprints_ids_and_no_paper_has_another(papers: dict[str, PdfPaper]) -> None:
    found = {name: paper.arxiv_id.value for name, paper in papers.items() if paper.arxiv_id.value}
    assert found == {"0908.0054.pdf": "0908.0054", "arXiv-1412.6206.pdf": "1412.6206"}


def test_text_is_whole_where_lines_broke_it(papers: dict[str, PdfPaper]) -> None:
    text = "\n".join(papers["P14-1059.pdf"].pages)
    assert "distributional vector representing" in text
    assert all(
        "\ufb01" not in page and "\ufffe" not in page for paper in papers.values() for page in paper.pages
    )
