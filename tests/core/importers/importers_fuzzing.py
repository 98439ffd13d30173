"""Seeds of every format, and the damage that is done to them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from importers_zotero import Creator, ZoteroFolder
from test_importers_arxiv import ENTRY, feed
from test_importers_endnote import RECORD, library
from test_importers_pubmed import ARTICLE, article_set
from test_importers_zotero_rdf import ARTICLE as RDF_ARTICLE
from test_importers_zotero_rdf import ATTACHMENTS, CHAPTER, JOURNAL, NOTES, rdf

from assay.importers import plan, read_papers
from assay.types import ImportFailure, Paper

if TYPE_CHECKING:
    from pathlib import Path

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

_SPLICES = [
    b"{",
    b"}",
    b'"',
    b"\\",
    b"$",
    b"@",
    b"\n",
    b"\r",
    b"\x00",
    b"\xff",
    b"[",
    b"]",
    b",",
    b"ER  -",
    b"TY  -",
    b"=",
    b"#",
    b"%",
    b"<",
    b">",
    b"/>",
    b"</",
    b"&#0;",
    b"&a;",
    b"<![CDATA[",
    b"<!--",
    b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
]
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "insert", "repeat"]), st.integers(0, 2000), st.integers(0, 255)
    ),
    max_size=8,
)


def damaged(content: bytes, edits: list[tuple[str, int, int]]) -> bytes:
    for kind, place, value in edits:
        at = place % (len(content) + 1)
        if kind == "flip" and content:
            content = content[:at] + bytes([value]) + content[at + 1 :]
        elif kind == "cut":
            content = content[:at] + content[at + value :] if value < 200 else content[:at]
        elif kind == "insert":
            content = content[:at] + _SPLICES[value % len(_SPLICES)] + content[at:]
        else:
            content = content[:at] + content[: at % 300] * (value % 4) + content[at:]
    return content


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
    assert all(item.reason and item.line >= 0 for item in items if isinstance(item, ImportFailure))
    for paper in papers:
        assert paper.title == paper.title.strip() != ""
        assert paper.doc_id.split() == [paper.doc_id]
        json.dumps([paper.title, paper.abstract, *paper.authors], ensure_ascii=False).encode("utf-8")
    assert len(plan(papers, find=lambda _: {}, taken=lambda _: {})) == len(papers)
