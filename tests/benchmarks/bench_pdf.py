"""Reading PDFs: how much of what a paper says on its first page is found, and how fast, beside pypdf.

Reads the 19 PDFs of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). True titles are
that folder's; years, family names and how each abstract begins and ends (pdf_truth.tsv) were read off the
pages by eye. No file prints its own DOI, so that only wrong ones can be counted; kriha2018 cites several.

Speed is that of one core, in processor time, every round by turns: all that we read of a file, and its pages'
text by pypdf, which tells no title. Then a child process by the clock, its start included. pypdf cannot
decrypt AES by itself, so the file that is encrypted stays out of these.
"""

from __future__ import annotations

import csv
import logging
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

import makers  # noqa: F401 - where public_sets and the like lie
import pypdf
from measuring import by_turns, head, row
from public_sets import shared_data
from rapidfuzz import fuzz

from assay.importers.entries.titles import normalised_title
from assay.pdf import REVIEW_BELOW, Limits, PdfPaper, read_pdfs
from assay.pdf.process.worker import read_pdf

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROUNDS = 5
CHILD = "all fields and the text, by a new child process (clock)"
LOCKED = "lncs-minimal-protected.pdf"

TRUTH = Path(__file__).with_name("pdf_truth.tsv")
"""What was read off the pages; empty where there is none."""


def main() -> None:
    """Prints a table of what is right, one row a file, and a table of speeds."""
    logging.disable(logging.CRITICAL)
    folder = shared_data() / "pdfs"
    titles = {name: fields["title"] for name, fields in _table(folder / "titles.tsv").items()}
    files = [folder / name for name in sorted(titles)]
    _print_accuracy(files, titles)
    _print_speed([file for file in files if file.name != LOCKED])


def _table(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return {fields["file"]: fields for fields in csv.DictReader(file, delimiter="\t")}


def _print_accuracy(files: list[Path], titles: dict[str, str]) -> None:
    fields = (
        "title",
        "title, 95 %",
        "authors",
        "abstract",
        "year",
        "DOI",
        "arXiv id",
        "title in the metadata",
    )
    head("file", *fields, "doubted")
    truth = _table(TRUTH)
    right = dict.fromkeys(fields, 0)
    for result in read_pdfs(files):
        if not isinstance(result, PdfPaper):
            row(result.path.name, result.reason)
            continue
        marks = _marks(result, titles[result.path.name], truth[result.path.name])
        for field, mark in zip(fields, marks, strict=True):
            right[field] += mark
        cells = ["yes" if mark else "**no**" for mark in marks]
        row(result.path.name, *cells, ", ".join(result.uncertain))
    row(f"of {len(files)} right", *right.values(), "")
    print(f"\nDoubted is what has a confidence below {REVIEW_BELOW}.\n")


def _marks(paper: PdfPaper, title: str, truth: Mapping[str, str]) -> list[bool]:
    """Whether each field is right; a field that the paper has not must be empty."""
    found, abstract = normalised_title(paper.title.value), normalised_title(paper.abstract.value)
    begin, end = normalised_title(truth["begins"]), normalised_title(truth["ends"])
    return [
        found == normalised_title(title),
        fuzz.ratio(found, normalised_title(title)) >= 95 if title else not found,
        [normalised_title(author.split()[-1]) for author in paper.authors.value]
        == [normalised_title(family) for family in truth["families"].split()],
        abstract.startswith(begin) and abstract.endswith(end) and bool(abstract) == bool(begin),
        truth["year"] in ("", str(paper.year.value)),
        paper.doi.value == "",
        paper.arxiv_id.value == truth["arxiv_id"],
        normalised_title(_metadata_title(paper.path)) == normalised_title(title),
    ]


def _metadata_title(path: Path) -> str:
    try:
        return str(pypdf.PdfReader(path).metadata.title or "")  # type: ignore[union-attr]
    except Exception:  # noqa: BLE001 - whatever it cannot open has no title by it
        return ""


def _print_speed(files: list[Path]) -> None:
    limits = Limits()
    works: dict[str, Callable[[], object]] = {
        "all fields and the text, in this process": lambda: [read_pdf(file, limits) for file in files],
        "pypdf: the text alone": lambda: [_pypdf_text(file) for file in files],
    }
    pages = sum(paper.page_count for paper in read_pdfs(files) if isinstance(paper, PdfPaper))
    turns = by_turns({**works, CHILD: lambda: list(read_pdfs(files))}, ROUNDS)
    print(f"{len(files)} files, {pages} pages; medians of {ROUNDS} rounds, lowest and highest behind")
    head("reading", "PDFs a minute and core", "ms a page", "against pypdf")
    slow = statistics.median(took.processor for took in turns["pypdf: the text alone"])
    for name, own in turns.items():
        times = [took.clock if name == CHILD else took.processor for took in own]
        median = statistics.median(times)
        rates = [60 * len(files) / time for time in (median, max(times), min(times))]
        rate = f"{rates[0]:,.0f} ({rates[1]:,.0f} to {rates[2]:,.0f})"
        row(name, rate, f"{1000 * median / pages:.1f}", f"{slow / median:.1f}x")


def _pypdf_text(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


if __name__ == "__main__":
    main()
