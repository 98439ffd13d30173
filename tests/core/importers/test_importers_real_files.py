"""Real exports of reference managers: every file imports or says why not, and nothing is lost on the way.

The small siblings of these tests, on files written for the project, are those of the other modules here.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from importers_reading import Shelf, read_file

from assay.importers import Outcome

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.shared_data

reading = cache(read_file)
"""What a file imports as. A process reads only the files of its tests."""
NOT_IMPORTED = ("MalformedEntry.xml", "MultiAbstract.txt", "MANIFEST.tsv")


@pytest.fixture(scope="module")
def libraries(shared_data: Path) -> list[Path]:
    """All files of the folder of reference libraries."""
    files = sorted(path for path in (shared_data / "reference_libraries").rglob("*") if path.is_file())
    assert len(files) > 70
    return files


def content(path: Path) -> str:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def plain_name(path: Path) -> str:
    return path.name.removesuffix(".gz")


def test_every_file_imports_or_says_why_not(libraries: list[Path]) -> None:
    for path in libraries:
        found = reading(path)
        if plain_name(path).endswith(NOT_IMPORTED):
            assert not found.papers, path
            assert found.failure.line == (4 if path.suffix == ".xml" else 0)
            assert found.failure.file == str(path)
            assert len(found.failure.reason) > 20, path
        else:
            assert found.papers or found.failures, path
            lines = content(path).count("\n") + 1
            assert all(0 <= failure.line <= lines for failure in found.failures), path


def test_every_bibtex_entry_is_a_paper_or_a_failure(libraries: list[Path]) -> None:
    """Counted by a regular expression; @string, @comment, @preamble and @xdata are not; @set is told."""
    kinds = re.compile(r"^[ \t]*@[ \t]*(\w+)\s*[{(]", re.MULTILINE)
    others = {"string", "comment", "preamble", "xdata"}
    checked = 0
    for path in libraries:
        if plain_name(path).endswith(".bib"):
            found = reading(path)
            expected = sum(kind.lower() not in others for kind in kinds.findall(content(path)))
            failures = [each for each in found.failures if "does not define" not in each.reason]  # macros
            without_any = expected == 0 and len(failures) == 1
            assert without_any or len(found.papers) + len(failures) == expected, path
            checked += expected
    assert checked > 6_000


def test_every_ris_record_is_a_paper_or_a_failure(libraries: list[Path]) -> None:
    for path in libraries:
        if plain_name(path).endswith(".ris") and "wos" not in path.name:
            found = reading(path)
            expected = len(re.findall(r"^TY  -", content(path), re.MULTILINE))
            assert len(found.papers) + len(found.failures) == expected, path


def test_medline_and_csl_records_are_counted_alike(libraries: list[Path]) -> None:
    for path in libraries:
        if plain_name(path).endswith((".nbib", ".csl.json", "PlainImporterTestMultipleEntries.txt")):
            found = reading(path)
            text = content(path)
            is_json = text.startswith("[")
            records = len(json.loads(text)) if is_json else len(re.findall("^PMID-", text, re.MULTILINE))
            assert len(found.papers) + len(found.failures) == records, path


def test_failures_name_what_is_wrong_at_their_line(libraries: list[Path]) -> None:
    """Every failure of a .bib file is at the line of an entry whose text has no title."""
    entry = re.compile(r"^\s*@\s*\w+\s*[{(]")
    title = re.compile(r"^\s*title\s*=\s*[{\"]\w", re.MULTILINE | re.IGNORECASE)
    for path in libraries:
        if not plain_name(path).endswith(".bib"):
            continue
        found = reading(path)
        lines = content(path).split("\n")
        for failure in found.failures:
            if failure.line and "no title" in failure.reason:
                assert entry.match(lines[failure.line - 1]), (path, failure)
                rest = lines[failure.line :]
                end = next((n for n, line in enumerate(rest) if entry.match(line)), len(rest))
                assert not title.search("\n".join(rest[:end])), (path, failure)


XML_ENTRIES = {
    "pubmed": r"<Pubmed(?:Book)?Article>",
    "endnote": r"<record>",
    "zotero_same_library": r"<z:itemType>(?!attachment|note)",
}
"""folder -> what begins an entry, or stands in each once"""


def test_every_entry_of_an_xml_file_is_a_paper_or_a_failure(libraries: list[Path]) -> None:
    """Counted by a regular expression in the text."""
    counts = {}
    for path in libraries:
        if plain_name(path).endswith((".xml", ".rdf")) and not path.name.endswith(NOT_IMPORTED):
            found = reading(path)
            expected = len(re.findall(XML_ENTRIES[path.parent.name], content(path)))
            failures = [one for one in found.failures if "outside the folder" not in one.reason]
            assert len(found.papers) + len(failures) == expected, path
            assert all("has no title" in failure.reason for failure in failures), path
            counts[plain_name(path)] = expected
    assert len(counts) == 8
    assert (counts["endnote_library.xml"], counts["library.rdf"]) == (300, 840)


def test_the_feed_in_an_answer_of_arxiv_is_read_whole(shared_data: Path) -> None:
    path = shared_data / "reference_libraries" / "arxiv" / "arxiv_api_fixture_100.json.gz"
    feed = json.loads(content(path))["body"]
    papers = reading(path).papers
    entries = feed.split("<entry>")[1:]
    assert len(papers) == len(entries) == 100
    for paper, entry in zip(papers, entries, strict=True):
        (arxiv_id,) = re.findall(r"<id>http://arxiv\.org/abs/(.*?)(?:v\d+)?</id>", entry)
        assert paper.arxiv_id == arxiv_id
        assert str(paper.year) == entry.partition("<published>")[2][:4]
        assert len(paper.authors) == entry.count("<author>")
        assert bool(paper.doi) == ("<arxiv:doi>" in entry)


def test_medline_dois_and_groups_are_all_found(shared_data: Path) -> None:
    """Counted in the text: a record has a DOI if a LID or AID line of it says so."""
    path = shared_data / "reference_libraries" / "review_multisource" / "pubmed_240.nbib.gz"
    records = re.split(r"\n(?=PMID- )", re.sub(r"\n {6}", " ", content(path)))
    papers = reading(path).papers
    assert len(papers) == len(records) == 240
    for paper, record in zip(papers, records, strict=True):
        assert bool(paper.doi) == bool(re.search(r"^(?:LID|AID) *- \S+ \[doi\]", record, re.MULTILINE))
        assert len(paper.authors) == len(re.findall(r"^(?:FAU|CN ) *- ", record, re.MULTILINE))
        assert bool(paper.abstract) == bool(re.search(r"^AB ", record, re.MULTILINE))
        assert not any("*" in keyword for keyword in paper.keywords)


def test_the_same_library_in_rdf_csl_and_csv_has_the_same_papers(shared_data: Path) -> None:
    """Field by field. CSL-JSON has no tags; RDF has no item keys."""
    folder = shared_data / "reference_libraries" / "zotero_same_library"
    rdf, csl, csv = (reading(folder / f"library.{kind}.gz").papers for kind in ("rdf", "csl.json", "csv"))
    plain = [
        [replace(paper, doc_id="", keywords=(), item="") for paper in papers] for papers in (rdf, csl, csv)
    ]
    by_text = [sorted(papers, key=repr) for papers in plain]
    assert by_text[0] == by_text[1] == by_text[2]
    assert len(by_text[0]) == 828  # 72 of them without a title
    tagged = [Counter((paper.title, paper.keywords) for paper in papers) for papers in (rdf, csv)]
    assert tagged[0] == tagged[1]
    assert {paper.doc_id for paper in csl} == {paper.doc_id for paper in csv}


def test_the_same_library_in_rdf_and_csv_is_one_library(shared_data: Path) -> None:
    folder = shared_data / "reference_libraries" / "zotero_same_library"
    shelf = Shelf()
    shelf.load(reading(folder / "library.csv.gz").papers)
    before = {paper.doc_id: replace(paper, item="") for paper in shelf.papers.values()}
    decisions = shelf.load(reading(folder / "library.rdf.gz").papers)
    assert {decision.outcome for decision in decisions} <= {Outcome.UNCHANGED, Outcome.MERGED}
    assert {paper.doc_id: replace(paper, item="") for paper in shelf.papers.values()} == before


def test_one_search_in_four_databases_shares_its_papers(shared_data: Path) -> None:
    """No DOI is in the library twice unless it was told as a conflict, and a second import adds nothing."""
    folder = shared_data / "reference_libraries" / "review_multisource"
    files = [reading(path).papers for path in sorted(folder.iterdir())]
    distinct = {paper.doi for papers in files for paper in papers if paper.doi}
    shelf = Shelf()
    decisions = [decision for papers in files for decision in shelf.load(papers)]
    conflicts = sum(decision.outcome is Outcome.CONFLICT for decision in decisions)
    assert conflicts < 40
    dois = [paper.doi for paper in shelf.papers.values() if paper.doi]
    assert {*dois} <= distinct
    assert len(dois) - len({*dois}) <= conflicts
    again = [decision for papers in files for decision in shelf.load(papers)]
    assert {decision.outcome for decision in again} <= {Outcome.UNCHANGED, Outcome.MERGED}


def test_1094_papers_are_read_and_read_again(shared_data: Path) -> None:
    papers = reading(shared_data / "iclr2022" / "papers.jsonl.gz").papers
    assert len(papers) == 1094
    assert all(paper.abstract and paper.authors and paper.year == 2022 for paper in papers)
    shelf = Shelf()
    shelf.load(papers)
    assert {decision.outcome for decision in shelf.load(papers)} == {Outcome.UNCHANGED}


@pytest.mark.parametrize("name", ["scifact", "cranfield", "cisi", "cacm"])
def test_the_judged_collections_keep_their_ids(shared_data: Path, name: str) -> None:
    with gzip.open(shared_data / name / "corpus.jsonl.gz", "rt", encoding="utf-8") as rows:
        expected = [row["_id"] for row in map(json.loads, rows)]
    found = reading(shared_data / name / "corpus.jsonl.gz")
    assert [paper.doc_id for paper in found.papers] == expected
