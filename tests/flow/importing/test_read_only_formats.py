# ruff: noqa: E501, W291 - files in the published layouts
"""Formats that are only read keep the type and every tag or field of their sources.

What a file says is read by other readers than ours: lines split by their columns, ElementTree and json.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from assay.importers import read_papers
from assay.items import Item, read_item
from assay.items.item import with_abstract
from assay.items.view import rest_of, values_of
from assay.types import Paper
from published_layouts import require_pubmed

NBIB = """PMID- 33723542
OWN - NLM
STAT- MEDLINE
IS  - 1842-1121 (Electronic)
IS  - 1841-8724 (Linking)
VI  - 30
IP  - 1
DP  - 2021 Mar 13
TI  - Vasoactive Agents for the Management of Acute Variceal Bleeding: A Systematic 
      Review and Meta-analysis.
PG  - 110-121
LID - 10.15403/jgld-3191 [doi]
FAU - Huaringa-Marcelo, Jorge
AU  - Huaringa-Marcelo J
AD  - Universidad Cientifica del Sur, Lima; Hospital Nacional Arzobispo Loayza, Lima, 
      Peru.
LA  - eng
PT  - Journal Article
PT  - Meta-Analysis
PL  - Romania
TA  - J Gastrointestin Liver Dis
JT  - Journal of gastrointestinal and liver diseases : JGLD
MH  - Acute Disease
XX  - a tag of nobody's
SO  - J Gastrointestin Liver Dis. 2021 Mar 13;30(1):110-121. doi: 10.15403/jgld-3191.
"""
WOS = """FN Clarivate Analytics Web of Science
VR 1.0
PT C
AU Roe, A
   Poe, E
AF Roe, Al
   Poe, Ed
BE Doe, J
TI Optical spectroscopy of
   crystals
SO PROCEEDINGS OF THE 3RD CONFERENCE ON LIGHT
SE Springer Series
CT 3rd Conference on Light
CL Berlin, GERMANY
DT Proceedings Paper
C1 NAS Ukraine, Inst Phys, UA-03028 Kiev, Ukraine.
CR BERCHA DM, 1997, FIZ TVERD TELA, V39, P1219
   BRAVINA SL, 1997, FERROELECTRICS, V192, P197
TC 11
PU IOP PUBLISHING LTD
PI BRISTOL
SN 0953-8984
BN 978-3-16-148410-0
PD JUN 14
PY 2006
VL 18
IS 23
BP 5323
EP 5333
UT WOS:000239135600010
ER

EF
"""
PUBMED = """<?xml version="1.0"?><PubmedArticleSet><PubmedArticle>
<MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">29872490</PMID>
<Article PubModel="Print"><Journal><ISSN IssnType="Electronic">1949-2553</ISSN><JournalIssue CitedMedium="Internet">
<Volume>9</Volume><Issue>37</Issue><PubDate><Year>2018</Year><Month>May</Month><Day>15</Day></PubDate></JournalIssue>
<Title>Oncotarget</Title><ISOAbbreviation>Oncotarget</ISOAbbreviation></Journal>
<ArticleTitle>Risk factors and the <i>APOE</i> locus.</ArticleTitle><Pagination><MedlinePgn>24590-24600</MedlinePgn></Pagination>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Moreno</LastName><ForeName>Sonia</ForeName><Initials>S</Initials>
<AffiliationInfo><Affiliation>Fundacio ACE</Affiliation></AffiliationInfo></Author></AuthorList><Language>eng</Language>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList></Article>
<MedlineJournalInfo><MedlineTA>Oncotarget</MedlineTA><NlmUniqueID>101532965</NlmUniqueID></MedlineJournalInfo>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1" MajorTopicYN="N">Aged</DescriptorName></MeshHeading></MeshHeadingList>
</MedlineCitation></PubmedArticle></PubmedArticleSet>"""
ATOM = """<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<title>arXiv Query</title><entry><id>http://arxiv.org/abs/2202.12139v1</id><title>Testing Models</title>
<updated>2022-02-25T15:05:19Z</updated><link href="https://arxiv.org/abs/2202.12139v1" rel="alternate" type="text/html"/>
<summary>Short.</summary><category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/><published>2022-02-24T15:05:19Z</published>
<arxiv:comment>12 pages</arxiv:comment><arxiv:primary_category term="cs.LG"/><author><name>Al Roe</name>
<arxiv:affiliation>ETH</arxiv:affiliation></author></entry></feed>"""
OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W1", "title": "On seas", "display_name": "On seas", "publication_year": 2020,
    "publication_date": "2020-05-01", "type": "article", "type_crossref": "proceedings-article", "language": "en",
    "doi": "https://doi.org/10.1000/seas", "ids": {"pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/7"},
    "authorships": [{"author_position": "first", "author": {"display_name": "Al Roe"}, "countries": ["DE"]}],
    "biblio": {"volume": "4", "issue": "2", "first_page": "3", "last_page": "7"}, "cited_by_count": 0,
    "primary_location": {"is_oa": True, "license": "cc-by", "source": {
        "display_name": "Seas", "issn_l": "1234-5678", "host_organization_name": "Sons", "type": "journal"}},
    "abstract_inverted_index": {"Deep": [0], "water": [1]}, "referenced_works": ["https://openalex.org/W2"],
}  # fmt: skip
S2: dict[str, Any] = {
    "paperId": "649def34", "corpusId": 2314, "title": "On lakes", "abstract": "Still water.", "year": 2015,
    "publicationDate": "2015-07-30", "publicationTypes": ["JournalArticle"], "venue": "Lakes", "isOpenAccess": False,
    "journal": {"name": "Journal of Lakes", "volume": "40", "pages": "116 - 135"}, "authors": [{"authorId": "1", "name": "Al Roe"}],
    "externalIds": {"DOI": "10.1000/lakes", "DBLP": "x/y"}, "embedding": {"model": "m", "vector": [0.5] * 768},
    "fieldsOfStudy": ["Geology"],
}  # fmt: skip


def papers_in(path: Path) -> list[Paper]:
    return [one for one in read_papers(path) if isinstance(one, Paper)]


def read(tmp_path: Path, name: str, text: str) -> Paper:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    (paper,) = papers_in(path)
    return paper


def kept(paper: Paper, source: str) -> list[tuple[str, Any]]:
    return list(with_abstract(item_of(paper).originals[source], paper.abstract).fields)


def item_of(paper: Paper) -> Item:
    return read_item(paper.item)


# -- what a file says, by other readers ---------------------------------------------------------------------


def tagged(text: str, begin: str, width: int) -> list[list[tuple[str, str]]]:
    """Records of (tag, text), by columns alone: the tag stands in the first ones, or blanks."""
    records: list[list[tuple[str, str]]] = []
    for line in text.split("\n"):
        tag, rest = line[:width].strip(" -"), line[width:].strip()
        if begin == "PMID" and not line[:1].isspace():  # where hands left the blanks out: "PMID-22664220"
            tag, _, rest = line.partition("-") if "-" in line[:5] else (" ", "", line)
            tag, rest = tag.rstrip(), rest.strip()
        if tag == begin:
            records.append([])
        if not records or not line.strip() or tag in ("ER", "EF", "FN", "VR"):
            continue
        if line[0].isspace() or not tag:
            tag = records[-1][-1][0]
            rest = line.strip()
        records[-1].append((tag, rest))
    return records


def words(fields: list[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """The words under each tag: where lines end is the format's affair."""
    return Counter((tag, word) for tag, text in fields for word in text.split())


def spoken(element: ElementTree.Element) -> Counter[str]:
    """The words of all texts and attributes inside an element."""
    texts = list(element.itertext())
    texts += [value for inner in element.iter() if inner is not element for value in inner.attrib.values()]
    return Counter(word for text in texts for word in text.split())


def said_back(fields: list[tuple[str, Any]]) -> Counter[str]:
    found: list[str] = []
    for _, text in fields:
        if "<" in text and re.search(r"</?[\w:]+[^<>]*>", text):
            inside = ElementTree.fromstring(f"<x>{text}</x>")
            found += inside.itertext()
            found += [value for one in inside.iter() for value in one.attrib.values()]
        else:
            found.append(text)
    return Counter(word for text in found for word in text.split())


# -- small, in the published layouts ------------------------------------------------------------------------


def test_medline_keeps_its_type_and_every_tag(tmp_path: Path) -> None:
    paper = read(tmp_path, "a.nbib", NBIB)
    values = values_of(paper)
    assert item_of(paper).type == "article-journal"
    assert (values["volume"], values["issue"], values["page"]) == ("30", "1", "110-121")
    assert (values["issued"], values["ISSN"]) == ("2021-03-13", "1842-1121; 1841-8724")
    assert values["container-title-short"] == "J Gastrointestin Liver Dis"
    assert rest_of(item_of(paper))["medline:XX"] == "a tag of nobody's"
    (record,) = tagged(NBIB, "PMID", 6)
    assert words(kept(paper, "medline")) == words(record)


def test_web_of_science_keeps_its_type_and_every_tag(tmp_path: Path) -> None:
    paper = read(tmp_path, "a.isi", WOS)
    values = values_of(paper)
    assert item_of(paper).type == "paper-conference"
    assert (values["volume"], values["page"], values["issued"]) == ("18", "5323-5333", "2006-06-14")
    assert (values["publisher"], values["ISBN"]) == ("IOP PUBLISHING LTD", "978-3-16-148410-0")
    assert (values["editor"], values["event-place"]) == (["Doe, J"], "Berlin, GERMANY")
    assert rest_of(item_of(paper))["wos:TC"] == "11"
    (record,) = tagged(WOS, "PT", 3)
    assert words(kept(paper, "wos")) == words(record)


def test_pubmeds_xml_keeps_every_element_and_attribute(tmp_path: Path) -> None:
    require_pubmed(PUBMED)
    paper = read(tmp_path, "a.xml", PUBMED)
    values = values_of(paper)
    assert item_of(paper).type == "article-journal"
    assert (values["volume"], values["issue"], values["issued"]) == ("9", "37", "2018-05-15")
    assert (values["page"], values["language"]) == ("24590-24600", "eng")
    rest = rest_of(item_of(paper))
    affiliation = "MedlineCitation/Article/AuthorList/Author/AffiliationInfo/Affiliation"
    assert rest[f"pubmed-xml:{affiliation}"] == "Fundacio ACE"
    assert rest["pubmed-xml:MedlineCitation@Status"] == "MEDLINE"
    assert said_back(kept(paper, "pubmed-xml")) == spoken(ElementTree.fromstring(PUBMED)[0])


def test_arxivs_atom_keeps_every_element_and_attribute(tmp_path: Path) -> None:
    paper = read(tmp_path, "a.atom", ATOM)
    values = values_of(paper)
    assert (item_of(paper).type, values["issued"], values["note"]) == ("article", "2022-02-24", "12 pages")
    assert rest_of(item_of(paper))["arxiv:author/affiliation"] == "ETH"
    entry = ElementTree.fromstring(ATOM)[1]
    assert said_back(kept(paper, "arxiv")) == spoken(entry)


def test_openalex_keeps_every_field(tmp_path: Path) -> None:
    paper = read(tmp_path, "a.json", json.dumps({"results": [OPENALEX]}))
    values = values_of(paper)
    assert (item_of(paper).type, values["issued"]) == ("paper-conference", "2020-05-01")
    assert (values["volume"], values["page"], values["ISSN"]) == ("4", "3-7", "1234-5678")
    assert (values["publisher"], values["license"], values["PMCID"]) == ("Sons", "cc-by", "7")
    assert paper.abstract == "Deep water"
    held = ("id", "title", "publication_year", "abstract_inverted_index")
    assert dict(kept(paper, "openalex")) == {
        name: value for name, value in OPENALEX.items() if name not in held
    }


def test_json_lines_keep_what_the_paper_does_not_hold(tmp_path: Path) -> None:
    paper = read(tmp_path, "a.jsonl", json.dumps(S2) + "\n")
    values = values_of(paper)
    assert (item_of(paper).type, values["issued"]) == ("article-journal", "2015-07-30")
    assert (values["volume"], values["page"], values["container-title"]) == ("40", "116 - 135", "Lakes")
    held = ("paperId", "title", "abstract", "year", "publicationDate", "venue", "embedding")
    # Semantic Scholar's corpusId is a second id, and is kept.
    names = {name for name, _ in kept(paper, "jsonl")}
    assert {"publicationTypes", "isOpenAccess", "journal", "authors", "externalIds", "fieldsOfStudy"} <= names
    assert S2.keys() - names <= {*held, "corpusId"}
    assert sum(name in names for name in ("paperId", "corpusId")) == 1


def test_plain_rows_have_no_item(tmp_path: Path) -> None:
    row = {
        "_id": "1",
        "title": "On ponds",
        "text": "Water.",
        "metadata": {},
        "year": 2017,
        "authors": ["Al Roe"],
    }
    assert read(tmp_path, "a.jsonl", json.dumps(row) + "\n").item == ""


@pytest.mark.parametrize(
    ("source", "year"),
    [
        ("naca tn.1510.", None),
        ("naca tn.1510, 1947.", 1947),
        ("j. ae. scs. 25, 1958, 324.", 1958),
        ("j. ae. scs. 1961, 27.", 1961),
        ("national aeronautics and space administration . technical note d-1503", None),
        ("naca rm l56e07. 1956 .", 1956),
        ("j. aero. sc. v. 28, pp 353-381, 410. 1961 .", 1961),
        ("arc r + m 2023, 1943.", 1943),
        ("rae tn. aero.2025.", None),
        ("naca tm.1418.", None),
    ],
)
def test_the_number_of_a_report_is_no_year(tmp_path: Path, source: str, year: int | None) -> None:
    row = {
        "_id": "1070",
        "title": "buckling of orthotropic and stiffened conical shells",
        "text": "donnell type stability equations .",
        "metadata": {"authors": "brenckman,m.", "source": source},
    }
    paper = read(tmp_path, "corpus.jsonl", json.dumps(row) + "\n")
    assert (paper.year, paper.venue) == (year, source)


def test_json_that_is_nested_deeply_costs_no_import(tmp_path: Path) -> None:
    for depth in range(970, 1000, 2):  # between what can be parsed and what can be written
        row = (
            '{"_id": "1", "title": "t", "text": "x", "volume": 3, "deep": ' + "[" * depth + "]" * depth + "}"
        )
        path = tmp_path / f"{depth}.jsonl"
        path.write_text(row + "\n")
        assert len(list(read_papers(path))) == 1


# -- the real files -----------------------------------------------------------------------------------------


def text_of(path: Path) -> str:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.shared_data
def test_every_tag_of_real_records_is_in_the_item(shared_data: Path) -> None:
    folder = shared_data / "reference_libraries"
    files = [
        *((path, "medline", "PMID", 6) for path in sorted(folder.rglob("*.nbib*"))),
        *((path, "medline", "PMID", 6) for path in sorted(folder.glob("pubmed/*.txt"))),
        *((path, "wos", "PT", 3) for path in sorted(folder.glob("isi/*.isi"))),
    ]
    n_tags = n_records = 0
    for path, source, begin, width in files:
        records = tagged(text_of(path), begin, width)
        back = [words(kept(paper, source)) for paper in papers_in(path)]
        lost = [record for record in records if words(record) not in back]
        n_records += len(records)
        n_tags += sum(map(len, records))
        print(f"{path.name}: {len(records)} records, {len(back)} papers, {len(lost)} not found again")
        assert len(records) - len(back) <= sum(1 for one in read_papers(path) if not isinstance(one, Paper))
        assert len(lost) <= len(records) - len(back), (path, lost[0][:5])
    print(f"{n_records} records, {n_tags} lines with a tag")
    assert n_records > 240


@pytest.mark.shared_data
def test_every_text_and_attribute_of_real_xml_is_in_the_item(shared_data: Path) -> None:
    n_words = n_papers = 0
    for path in sorted((shared_data / "reference_libraries" / "pubmed").glob("*.xml")):
        papers = papers_in(path)
        try:
            root = ElementTree.fromstring(text_of(path).encode())
        except ElementTree.ParseError:
            print(f"{path.name}: not well formed, {len(papers)} papers")
            continue
        entries = [one for one in root.iter() if one.tag in ("PubmedArticle", "PubmedBookArticle")]
        back = [said_back(kept(paper, "pubmed-xml")) for paper in papers]
        found = [spoken(entry) for entry in entries]
        n_flaws = sum(1 for one in read_papers(path) if not isinstance(one, Paper))  # without a title
        assert len([one for one in found if one not in back]) <= n_flaws, path
        n_words += sum(one.total() for one in found)
        n_papers += len(found)
    answer = json.loads(text_of(shared_data / "reference_libraries/arxiv/arxiv_api_fixture_100.json.gz"))
    feed = ElementTree.fromstring(answer["body"].encode())
    entries = [one for one in feed if one.tag.endswith("}entry")]
    papers = papers_in(shared_data / "reference_libraries/arxiv/arxiv_api_fixture_100.json.gz")
    for entry, paper in zip(entries, papers, strict=True):
        assert said_back(kept(paper, "arxiv")) == spoken(entry)
    print(f"{n_papers} records of PubMed with {n_words} words and values, {len(entries)} of arXiv")
    assert n_papers >= 3
    assert len(entries) == 100


@pytest.mark.shared_data
def test_every_field_of_arxivs_metadata_is_in_the_paper(shared_data: Path) -> None:
    path = shared_data / "reference_libraries" / "arxiv" / "arxiv_metadata_49.jsonl.gz"
    rows = [json.loads(line) for line in text_of(path).splitlines()]
    held = {"id", "title", "abstract", "doi", "journal-ref", "license", "comments", "report-no"}
    for row, paper in zip(rows, papers_in(path), strict=True):
        found = dict(kept(paper, "jsonl"))
        for name, value in row.items():
            assert name in held or not value or found.get(name) == value, name
        values = values_of(paper)
        for name, value in (
            ("note", row["comments"]),
            ("license", row["license"]),
            ("number", row["report-no"]),
        ):
            assert (value or "").split() == str(values.get(name, "")).split()
        assert paper.venue == " ".join((row["journal-ref"] or "").split())
    assert len(rows) == 49
