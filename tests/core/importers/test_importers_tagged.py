"""RIS, Web of Science and MEDLINE."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.types import Paper

if TYPE_CHECKING:
    from importers_reading import ReadText

RIS = """TY  - JOUR
ID  - smith20
T1  - A Study of Rivers
A1  - Smith, Jane
A1  - Lee, Bo
Y1  - 2020/03//
JF  - River Letters
N2  - Rivers are long.
      Some are longer.
KW  - rivers
KW  - length
DO  - 10.1000/RIVER.1
UR  - https://example.org/river
ER  -
"""


def test_a_ris_record_becomes_a_paper(read: ReadText) -> None:
    assert read("a.ris", RIS).bare == Paper(
        doc_id="smith20",
        title="A Study of Rivers",
        abstract="Rivers are long. Some are longer.",
        authors=("Smith, Jane", "Lee, Bo"),
        year=2020,
        venue="River Letters",
        doi="10.1000/river.1",
        url="https://example.org/river",
        keywords=("rivers", "length"),
    )


def test_ti_au_py_t2_and_ab_are_read_as_well(read: ReadText) -> None:
    text = "TY  - CONF\nTI  - Title\nAU  - A, B\nPY  - 2017\nT2  - Proceedings\nAB  - Abstract\nER  - \n"
    paper = read("a.ris", text).paper
    assert (paper.title, paper.authors, paper.year) == ("Title", ("A, B",), 2017)
    assert (paper.venue, paper.abstract) == ("Proceedings", "Abstract")


def test_a_ris_record_without_id_is_named_by_its_doi(read: ReadText) -> None:
    assert read("a.ris", RIS.replace("ID  - smith20\n", "")).paper.doc_id == "10.1000/river.1"


def test_a_missing_end_costs_no_record(read: ReadText) -> None:
    found = read("a.ris", RIS.replace("ER  - \n", "") + "\n" + RIS.replace("Rivers", "Lakes"))
    assert [paper.title for paper in found.papers] == ["A Study of Rivers", "A Study of Lakes"]


def test_numbering_and_prose_between_ris_records_are_skipped(read: ReadText) -> None:
    found = read("a.ris", "Record #1 of 2\nProvider: P\n1.\n" + RIS + "\n\n2.\n" + RIS)
    assert len(found.papers) == 2
    assert not found.failures


def test_loosely_spaced_ris_tags_are_read(read: ReadText) -> None:
    paper = read("a.ris", "TY - JOUR\nTI - Loose\nPY - 1999\nDO -10.1000/x\nER -\n").paper
    assert (paper.title, paper.year) == ("Loose", 1999)


def test_a_ris_record_without_title_is_told_with_its_line(read: ReadText) -> None:
    found = read("a.ris", RIS + "\nTY  - JOUR\nPY  - 2000\nER  - \n" + RIS)
    assert found.failure.line == RIS.count("\n") + 2
    assert "no title" in found.failure.reason
    assert len(found.papers) == 2


def test_web_of_science_records_are_read(read: ReadText) -> None:
    text = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Parker, PS
   Major, AP
AF Parker, Paula S.
   Major, Adam P.
TI Interactions that stabilise the core
   of a structure
SO BIOCHEMISTRY
DE core; structure
AB A structure was stabilised.
DI 10.1000/BIO.1
PY 2004
PM 15170338
UT WOS:000221807500019
ER

EF
"""
    assert read("savedrecs.txt", text).bare == Paper(
        doc_id="WOS:000221807500019",
        title="Interactions that stabilise the core of a structure",
        abstract="A structure was stabilised.",
        authors=("Parker, Paula S.", "Major, Adam P."),
        year=2004,
        venue="BIOCHEMISTRY",
        doi="10.1000/bio.1",
        pmid="15170338",
        keywords=("core", "structure"),
    )


def test_medline_records_are_read(read: ReadText) -> None:
    text = """PMID- 33723542
OWN - NLM
DP  - 2021 Mar 13
TI  - Agents for the Management of Bleeding: A Systematic
      Review.
LID - 10.1000/jgld-3191 [doi]
AB  - BACKGROUND: Agents are used
      widely.
FAU - Marcelo, Jorge
AU  - Marcelo J
FAU - Huaman, Mariella R
AU  - Huaman MR
JT  - Journal of diseases
OT  - bleeding

PMID- 2
TI  - Another one.
"""
    first, second = read("pubmed.nbib", text).papers
    assert replace(first, item="") == Paper(
        doc_id="pmid-33723542",
        title="Agents for the Management of Bleeding: A Systematic Review.",
        abstract="BACKGROUND: Agents are used widely.",
        authors=("Marcelo, Jorge", "Huaman, Mariella R"),
        year=2021,
        venue="Journal of diseases",
        doi="10.1000/jgld-3191",
        pmid="33723542",
        keywords=("bleeding",),
    )
    assert second.title == "Another one."
