"""Real papers: 19 files of conferences, preprint servers, office programs and scanners."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from assay.importers.entries.titles import normalised_title
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


YEARS = {
    "0908.0054.pdf": 2009, "P07-1088.pdf": 2007, "P14-1059.pdf": 2014, "arXiv-1412.6206.pdf": 2014,
    "bitcoin.pdf": 2008, "bohnet09.pdf": 2009, "bunescu-acl07.pdf": 2007, "dyer12.pdf": 2012,
    "fader11.pdf": 2011, "kriha2018.pdf": 2018, "mono04.pdf": 2004, "mooney05.pdf": 2005, "proto06.pdf": 2006,
    "roark13.pdf": 2013, "tucker2007.pdf": 2007, "wang-ave2008.pdf": 2008,
}  # fmt: skip
"""Those in which the papers came out, where that is known."""


def test_years_that_are_taken_are_right_but_for_a_file_that_was_made_a_year_later(
    papers: dict[str, PdfPaper],
) -> None:
    wrong = {name: papers[name].year.value for name, year in YEARS.items() if papers[name].year.value != year}
    assert wrong == {"bitcoin.pdf": 2009}
    assert papers["bitcoin.pdf"].year.confidence < 0.7
    assert all(papers[name].year.confidence >= 0.5 for name in YEARS)


def test_files_to_look_over_lack_more_than_a_sure_year(papers: dict[str, PdfPaper]) -> None:
    listed = {name for name, paper in papers.items() if paper.needs_review}
    assert listed == {
        "0908.0054.pdf",  # abstracts that no heading marks
        "arXiv-1412.6206.pdf",
        "lncs-minimal-protected.pdf",
        "scanned-image-only.pdf",
        "submission_363.pdf",  # a page without abstract
    }


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
