"""Reading PDFs: how much of what a paper says on its first page is found, and how fast, beside pypdf.

Reads the 19 PDFs of the folder in ASSAY_SHARED_DATA (or ../shared/data beside the checkout). True titles are
that folder's; years, family names and how each abstract begins and ends were read off the pages by eye. No
file prints its own DOI, so that only wrong ones can be counted; one, kriha2018, cites several.

Speed is that of one core, in processor time, every round by turns: all that we read of a file, and its pages'
text by pypdf, which tells no title. Then a child process by the clock, its start included. pypdf cannot
decrypt AES by itself, so the file that is encrypted stays out of these.
"""

from __future__ import annotations

import csv
import logging
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pypdf
from rapidfuzz import fuzz

from assay.importers.entries.titles import normalised_title
from assay.pdf import DOUBTFUL, Limits, PdfPaper, read_pdfs
from assay.pdf.process.worker import read_pdf

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
LOCKED = "lncs-minimal-protected.pdf"

# file -> year, family names, how the abstract begins, how it ends; None and "" where there is none.
_TRUTH: dict[str, tuple[int | None, str, str, str]] = {
    "0908.0054.pdf": (
        2009,
        "Montoya Chassin",
        "In this work we report the",
        "optical depth of Reionization.",
    ),
    "P07-1088.pdf": (
        2007,
        "Downey Schoenmackers Etzioni",
        "Even in a massive corpus such",
        "their number is potentially vast.",
    ),
    "P14-1059.pdf": (
        2014,
        "Dinu Baroni",
        "We introduce the problem of generation",
        "equivalent expressions in Italian).",
    ),
    "arXiv-1412.6206.pdf": (
        2014,
        "Cho Hashimoto Noaki Kaneko Jüttner Tsang Marinkovic",
        "We present scaling studies for",
        "domain-wall and naive Wilson fermions.",
    ),
    "bitcoin.pdf": (
        2008,
        "Nakamoto",
        "A purely peer-to-peer version of electronic",
        "what happened while they were gone.",
    ),
    "bohnet09.pdf": (
        2009,
        "Bohnet",
        "In this paper, we describe our",
        "syntactic and semantic dependency parsing.",
    ),
    "bunescu-acl07.pdf": (
        2007,
        "Bunescu Mooney",
        "We present a new approach to",
        "extract relations from web documents.",
    ),
    "dyer12.pdf": (
        2012,
        "Simianer Riezler Dyer",
        "With a few exceptions, discriminative training",
        "models on small development sets.",
    ),
    "fader11.pdf": (
        2011,
        "Fader Soderland Etzioni",
        "Open Information Extraction (IE) is the",
        "suggesting directions for future work.",
    ),
    "kriha2018.pdf": (
        2018,
        "Kriha Jordine",
        "Requirements and approaches for introductory courses",
        "results as well in later publications.",
    ),
    LOCKED: (None, "Lastname", "Abstract goes here", "Abstract goes here"),
    "mono04.pdf": (
        2004,
        "Quirk Brockett Dolan",
        "We apply statistical machine translation",
        "current best-of-breed paraphrasing approaches.",
    ),
    "mooney05.pdf": (
        2005,
        "Ge Mooney",
        "We introduce a learning semantic parser,",
        "representations than several previous approaches.",
    ),
    "proto06.pdf": (
        2006,
        "Haghighi Klein",
        "We investigate prototype-driven learning for",
        "discuss the system’s error trends.",
    ),
    "roark13.pdf": (
        2013,
        "Lehr Shafran Prudhommeaux Roark",
        "Automatically assessing the fidelity of a",
        "improvements over using either approach alone.",
    ),
    "scanned-image-only.pdf": (None, "", "", ""),
    "submission_363.pdf": (2011, "Matthiesen Humphreys Vamivakas Atatüre", "", ""),
    "tucker2007.pdf": (
        2007,
        "Tucker Shuffelton Jhala Lerner",
        "Linux distributions often include package management",
        "provide concrete benefits to end users.",
    ),
    "wang-ave2008.pdf": (
        2008,
        "Wang Neumann",
        "This report is about our participation",
        "extra information does show its effectiveness.",
    ),
}
_ARXIV = {"0908.0054.pdf": "0908.0054", "arXiv-1412.6206.pdf": "1412.6206"}


def main() -> None:
    """Prints a table of what is right, one row a file, and a table of speeds."""
    logging.disable(logging.CRITICAL)
    root = Path(__file__).resolve().parents[2]
    folder = Path(os.environ.get("ASSAY_SHARED_DATA", root.parent / "shared" / "data")) / "pdfs"
    if not folder.is_dir():
        sys.exit("The real PDFs are not here; set ASSAY_SHARED_DATA.")
    with (folder / "titles.tsv").open(encoding="utf-8") as file:
        titles = {row["file"]: row["title"] for row in csv.DictReader(file, delimiter="\t")}
    files = [folder / name for name in sorted(titles)]
    _print_accuracy(files, titles)
    _print_speed([file for file in files if file.name != LOCKED])


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
    print("| file | " + " | ".join(fields) + " | doubted |")
    print("|---|" + ":---:|" * len(fields) + "---|")
    right = dict.fromkeys(fields, 0)
    for result in read_pdfs(files):
        if not isinstance(result, PdfPaper):
            print(f"| {result.path.name} | {result.reason} |")
            continue
        marks = _marks(result, titles[result.path.name])
        for field, mark in zip(fields, marks, strict=True):
            right[field] += mark
        cells = " | ".join("yes" if mark else "**no**" for mark in marks)
        print(f"| {result.path.name} | {cells} | {', '.join(result.doubtful)} |")
    print(f"| of {len(files)} right | " + " | ".join(str(count) for count in right.values()) + " | |\n")
    print(f"Doubted is what has a confidence below {DOUBTFUL}.\n")


def _marks(paper: PdfPaper, title: str) -> list[bool]:
    """Whether each field is right; a field that the paper has not must be empty."""
    name = paper.path.name
    year, families, begins, ends = _TRUTH[name]
    found, abstract = normalised_title(paper.title.value), normalised_title(paper.abstract.value)
    begin, end = normalised_title(begins), normalised_title(ends)
    return [
        found == normalised_title(title),
        fuzz.ratio(found, normalised_title(title)) >= 95 if title else not found,
        [normalised_title(author.split()[-1]) for author in paper.authors.value]
        == [normalised_title(family) for family in families.split()],
        abstract.startswith(begin) and abstract.endswith(end) and bool(abstract) == bool(begin),
        paper.year.value == year or year is None,
        paper.doi.value == "",
        paper.arxiv_id.value == _ARXIV.get(name, ""),
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
    seconds: dict[str, list[float]] = {name: [] for name in works}
    clock: list[float] = []
    pages = sum(paper.page_count for paper in read_pdfs(files) if isinstance(paper, PdfPaper))
    for _ in range(ROUNDS):
        for name, work in works.items():
            begun = time.process_time()
            work()
            seconds[name].append(time.process_time() - begun)
        begun = time.perf_counter()
        list(read_pdfs(files))
        clock.append(time.perf_counter() - begun)
    print(
        f"{len(files)} files, {pages} pages; medians of {ROUNDS} rounds by turns, lowest and highest behind\n"
    )
    print("| reading | PDFs a minute and core | ms a page | against pypdf |")
    print("|---|---:|---:|---:|")
    slow = statistics.median(seconds["pypdf: the text alone"])
    both = [*seconds.items(), ("all fields and the text, by a new child process (clock)", clock)]
    for name, times in both:
        median = statistics.median(times)
        rates = [60 * len(files) / time for time in (median, max(times), min(times))]
        print(
            f"| {name} | {rates[0]:,.0f} ({rates[1]:,.0f} to {rates[2]:,.0f}) | {1000 * median / pages:.1f} "
            f"| {slow / median:.1f}x |"
        )


def _pypdf_text(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


if __name__ == "__main__":
    main()
