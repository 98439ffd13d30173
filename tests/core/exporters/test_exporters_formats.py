"""What the files look like to the programs that they are for."""

from __future__ import annotations

import csv
import io
import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import rispy
from bibtexparser import parse_string
from exporters_reading import written

from assay.errors import BadInput
from assay.exporters import ExportFormat, export_format, lines_of
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPER = Paper(
    "vaswani2017",
    "Attention is all You need: 100% of BERT & friends",
    abstract="Costs $5 -- or a_b{c.",
    authors=("Ashish Vaswani", "van Gogh, Vincent", "World Health Organization", "Barnes and Noble"),
    year=2017,
    venue="Advances in Neural Information Processing Systems",
    doi="10.1000/a_b",
    arxiv_id="1706.03762",
    url="https://example.org/~a?b=1&c=%20",
    keywords=("attention", "machine translation"),
)


def test_bibtex_keeps_capitals_and_escapes_what_latex_would_obey() -> None:
    text = written([PAPER], ExportFormat.BIBTEX)
    assert "@inproceedings{vaswani2017,\n" in text
    assert "title = {Attention is all {You} need: 100\\% of {BERT} \\& friends}," in text
    assert "abstract = {Costs \\$5 -{}- or a\\_b\\textbraceleft{}c.}," in text
    assert (
        "author = {Ashish Vaswani and van Gogh, Vincent and {World Health Organization} and "
        "{Barnes and Noble}}," in text
    )
    assert "booktitle = {Advances in Neural" in text
    assert "url = {https://example.org/~a?b=1&c=%20}," in text
    assert "archiveprefix = {arXiv},\n  eprint = {1706.03762}," in text


def test_bibtex_braces_balance_as_bibtex_counts_them() -> None:
    """BibTeX counts every brace, whether a backslash stands before it or not."""
    wild = "} @article{x, title = {gone}} \\{ \\input{/etc/passwd} @string{a = {b} \\"
    text = written([Paper("p", wild, wild, (wild,), venue=wild, url=wild, doi=wild)], ExportFormat.BIBTEX)
    depth = 0
    for char in text:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0
    library = parse_string(text)
    assert [entry.key for entry in library.entries] == ["p"]
    assert not library.failed_blocks
    assert not library.strings


def test_bibtex_never_writes_a_command_that_a_paper_holds() -> None:
    text = written(
        [Paper("p", "\\write18{rm -rf} \\input x", "\\immediate\\write18{x}")], ExportFormat.BIBTEX
    )
    assert "\\write" not in text
    assert "\\input" not in text
    assert "\\immediate" not in text


def test_bibtex_keys_are_safe_and_differ_in_more_than_capitals() -> None:
    ids = ["Müller 2020", "muller_2020", "a,b{c}%d", "10.1000/a-b", "~~~", "Muller_2020"]
    keys = [
        entry.key
        for entry in parse_string(written([Paper(i, "T") for i in ids], ExportFormat.BIBTEX)).entries
    ]
    assert keys == ["Muller_2020", "muller_2020-2", "a_b_c_d", "10.1000/a-b", "paper", "Muller_2020-3"]


@pytest.mark.parametrize(
    ("venue", "arxiv_id", "kind", "field"),
    [
        ("Nature", "", "article", "journal"),
        ("Proceedings of the National Academy of Sciences", "", "article", "journal"),
        ("Proceedings of the 2019 Conference on Birds", "", "inproceedings", "booktitle"),
        ("ACL 2020", "", "inproceedings", "booktitle"),
        ("arXiv.org", "2004.07180", "misc", "howpublished"),
        ("", "2004.07180", "misc", ""),
    ],
)
def test_the_entry_type_follows_from_the_venue(venue: str, arxiv_id: str, kind: str, field: str) -> None:
    text = written([Paper("p", "T", venue=venue, arxiv_id=arxiv_id)], ExportFormat.BIBTEX)
    entry = parse_string(text).entries[0]
    assert entry.entry_type == kind
    assert not field or entry.fields_dict[field].value == venue


def test_ris_is_what_rispy_reads() -> None:
    text = written([PAPER, Paper("two", "Second")], ExportFormat.RIS)
    first, second = rispy.loads(text)
    assert text.startswith("TY  - CONF\n")
    assert first["title"] == PAPER.title
    assert tuple(first["authors"]) == PAPER.authors
    assert first["keywords"] == list(PAPER.keywords)
    assert first["doi"] == PAPER.doi
    assert first["urls"] == [PAPER.url]
    assert second["title"] == "Second"


def test_csl_json_has_names_in_parts() -> None:
    (item,) = json.loads(written([PAPER], ExportFormat.CSL_JSON))
    assert item["type"] == "paper-conference"
    assert item["author"] == [
        {"family": "Vaswani", "given": "Ashish"},
        {"family": "van Gogh", "given": "Vincent"},
        {"literal": "World Health Organization"},
        {"literal": "Barnes and Noble"},
    ]
    assert item["issued"] == {"date-parts": [[2017]]}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "  =", "＝"])
def test_no_cell_of_a_csv_runs_in_a_spreadsheet(start: str) -> None:
    bad = f'{start}HYPERLINK("http://x","y")'
    text = written([Paper("p", bad, bad, (bad,), venue=bad, keywords=(bad,), url=bad)], ExportFormat.CSV)
    _, row = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert not [cell for cell in row if cell.strip().startswith(("=", "+", "-", "@", "＝"))]
    assert row[1] == f"'{bad}"


@pytest.mark.parametrize("format", list(ExportFormat))
def test_papers_are_written_as_they_come(format: ExportFormat) -> None:
    """A million papers need the memory of one."""
    taken = 0

    def papers() -> Iterator[Paper]:
        nonlocal taken
        while True:
            taken += 1
            yield Paper(f"p{taken}", "T")

    list(islice(lines_of(papers(), format), 60))
    assert taken <= 60


@pytest.mark.parametrize("format", list(ExportFormat))
def test_no_papers_make_a_file_without_papers(format: ExportFormat) -> None:
    assert "{" not in written([], format)
    assert format is not ExportFormat.CSL_JSON or json.loads(written([], format)) == []


def test_the_format_follows_from_the_name() -> None:
    assert export_format(Path("A.BIB")) is ExportFormat.BIBTEX
    assert export_format(Path("a.b.json.gz")) is ExportFormat.CSL_JSON
    with pytest.raises(BadInput, match=r"\.bib, .*--format"):
        export_format(Path("papers.docx"))


def test_a_kept_name_or_value_whose_braces_do_not_pair_closes_no_entry() -> None:
    """As a damaged file gave it: what BibTeX reads of the entry ends where the entry ends."""
    original = [
        "article",
        "a",
        [["title", "{On moss}"], ["comment", "{On {moss}, crossref}a$}yeahor=2001y}"], ["cros\\}dr", "{p}"]],
        {},
    ]
    item = json.dumps({"type": "article-journal", "originals": {"bibtex": original}})
    text = "\n".join(lines_of([Paper("a", "On moss", item=item)], ExportFormat.BIBTEX))
    assert "comment = {On moss, crossrefa$yeahor=2001y}," in text
    assert "cros\\dr = {p}," in text
    assert text.count("{") == text.count("}") == 4
