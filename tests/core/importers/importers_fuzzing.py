"""Seeds of every format, and the damage that is done to them."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import sys
from pathlib import Path

from importers_zotero import Creator, ZoteroFolder
from test_importers_arxiv import ENTRY, feed
from test_importers_endnote import RECORD, library
from test_importers_pubmed import ARTICLE, article_set
from test_importers_zotero_rdf import ARTICLE as RDF_ARTICLE
from test_importers_zotero_rdf import ATTACHMENTS, CHAPTER, JOURNAL, NOTES, rdf

from assay.doc_ids import original_id, safe_id
from assay.exporters import ExportFormat, lines_of
from assay.importers import plan, read_papers
from assay.types import ImportFailure, Paper

BIB = r"""@string{j = "Journal of " # {X}}
@comment{no entry}
@inproceedings{a, title = {On {G}\"odel's $\alpha$}, author = {Lee, Ann and others},
 crossref = {p}, year = 2001}
@article(b, title = "Two" # j, journal = j, doi = {10.1000/x}, abstract = {50\% of \emph{it}})
@proceedings{p, title = {Proc}, date = {2001-02}}
"""
RIS = (
    "TY  - JOUR\nID  - a\nTI  - Title\nAU  - Lee, A\nPY  - 2001\nAB  - One\n  two\nUR  - http://a\nER  - \n\n"
    * 2
)
CSL = json.dumps(
    [
        {
            "id": "a",
            "title": "T <i>x</i>",
            "author": [{"family": "L"}],
            "issued": {"date-parts": [[2001]]},
            "DOI": "10.1000/x",
        },
        {"id": "b", "type": "book", "title": "U", "author": [{"literal": "L"}], "issued": {"raw": "2001"}},
    ],
    indent=1,
)
JSONL = (
    '{"_id": "1", "title": "A", "text": "B", "metadata": {"year": 2001}}\n{"paperId": "2", "title": "C"}\n'
)
CSV = 'Key,Title,Author,Year\nk1,"A, ""b"" c",Lee;Cho,2001\nk2,"two\nlines",Lee,2002\n'
WOS = "FN X\nVR 1.0\nPT J\nAU Lee, A\n   Cho, B\nTI Title\n   more\nPY 2001\nER\n\nEF\n"
NBIB = "PMID- 1\nTI  - Title\n      more\nFAU - Lee, Ann\nLID - 10.1000/x [doi]\n\nPMID- 2\nTI  - U\n"
SEEDS = {
    "a.bib": BIB,
    "a.ris": RIS,
    "a.json": CSL,
    "a.jsonl": JSONL,
    "a.csv": CSV,
    "a.txt": WOS,
    "a.nbib": NBIB,
    "pubmed.xml": article_set(ARTICLE, ARTICLE.replace("4711", "4712")),
    "endnote.xml": library(RECORD, RECORD),
    "a.atom": feed(ENTRY, ENTRY),
    "a.rdf": rdf(RDF_ARTICLE, JOURNAL, ATTACHMENTS, NOTES, CHAPTER),
}

MARKS = {
    ".bib": [b"@", b"@string{", b"@misc{", b"author = ", b" and ", b"\\'{", b"$\\", b"\\emph{",
             b"crossref = {a},",
             b"ranking = {rank", b"@comment{", b"xdata = {p}"],
    ".ris": [b"TY  - ", b"ER  - \n", b"AU  - ", b"DO  - 10.1000/", b"ID  - ", b"\nPY  - ", b"N1  - "],
    ".nbib": [b"PMID- ", b"\n      ", b"FAU - ", b"LID - ", b"AB  - ", b"DP  - "],
    ".txt": [b"PT J\n", b"ER\n", b"\n   ", b"CR ", b"AF ", b"EF\n"],
    ".json": [b'{"title":', b'"issued":{"date-parts":[[', b'"author":[', b'"body":"<feed', b"true", b'{"a":'],
    ".jsonl": [b'{"_id":', b'"metadata":{', b'"authors":[', b'"citations":[{', b'"rating":', b"\n{"],
    ".csv": [b'""', b'",', b"title,title", b";", b"|", b'\n"'],
    ".xml": [b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"&#0;", b"<![CDATA[", b"<!--", b"</", b"/>", b"<a>"],
}  # fmt: skip
"""suffix -> pieces of its format"""

_XML = ("pubmed.xml", "endnote.xml", "a.atom", "a.rdf")
_SOUND_DOI = re.compile(r"10\.\d{4,9}(\.\d+)*/\S+")


def marks_of(name: str) -> list[bytes]:
    """The pieces of a file's format."""
    return MARKS[".xml" if name in _XML else Path(name).suffix]


def zotero_database(folder: Path) -> Path:
    """A small Zotero database."""
    zotero = ZoteroFolder(folder)
    people = (Creator("Müller", "Ana"), Creator("The Lake Group"))
    item = zotero.add("LAKE0001", creators=people, tags=(("lakes", 0),), title="Étang", DOI="10.1000/x")
    zotero.attach("PDFA0001", item, "storage:a.pdf")
    zotero.add("LAKE0002", "book", title="Another", date="2001-00-00 2001", publisher="Press")
    return zotero.path


def check(path: Path) -> None:
    """Whatever the file holds, there are only sound papers and failures with a reason."""
    items = list(read_papers(path))
    assert items
    papers = [item for item in items if isinstance(item, Paper)]
    for failure in items:
        if isinstance(failure, ImportFailure):
            assert failure.reason
            assert failure.line >= 0
    for paper in papers:
        check_paper(paper)
    assert len(plan(papers, find=lambda _: {}, taken=lambda _: {})) == len(papers)
    check_exports(papers)


def check_paper(paper: Paper) -> None:
    """What the rest of the program takes for granted of every paper that was imported."""
    texts = [
        paper.title,
        paper.abstract,
        paper.venue,
        paper.url,
        *paper.authors,
        *paper.keywords,
        *paper.tldrs,
    ]
    for text in [*texts, *paper.cites, *paper.cited_by, paper.doc_id]:
        text.encode("utf-8")
        assert "\0" not in text
        assert "\x1b" not in text
    assert paper.doc_id
    assert safe_id(original_id(paper.doc_id)) == paper.doc_id
    assert paper.title == " ".join(paper.title.split())
    known = (paper.title, paper.authors, paper.venue, paper.url, paper.doi, paper.abstract, paper.item)
    assert any(known), "an entry without a title says who, where or what"
    assert all(paper.authors)
    assert paper.year is None or 1400 <= paper.year < 2100
    assert not paper.doi or _SOUND_DOI.fullmatch(paper.doi), paper.doi
    assert not paper.pmid or (paper.pmid.isascii() and paper.pmid.isdigit()), paper.pmid
    assert paper.rating is None or math.isfinite(paper.rating)


def check_exports(papers: list[Paper]) -> None:
    """What is written of them can be read: braces are balanced, each row is one row, no cell can run."""
    bibtex = "\n".join(lines_of(papers, ExportFormat.BIBTEX))
    depth = 0
    for mark in re.findall(r"[{}]", bibtex):
        depth += 1 if mark == "{" else -1
        assert depth >= 0
    assert depth == 0
    csv.field_size_limit(sys.maxsize)  # Python's own 131,072 is no bound of ours
    rows = list(csv.reader(io.StringIO("\n".join(lines_of(papers, ExportFormat.CSV)), newline="")))
    assert len(rows) == len(papers) + 1
    assert not any(cell.lstrip()[:1] in tuple("=+-@") for row in rows for cell in row if cell.strip())
    assert len(json.loads("\n".join(lines_of(papers, ExportFormat.CSL_JSON)))) == len(papers)
    ris = [line for line in lines_of(papers, ExportFormat.RIS) if line.startswith("TY  -")]
    assert len(ris) == len(papers)
