"""Zotero's RDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers_reading import records_of

from assay.types import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from importers_reading import ReadText

ARTICLE = """<bib:Article rdf:about="https://a.test/lake">
  <z:itemType>journalArticle</z:itemType>
  <dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/>
  <bib:authors><rdf:Seq>
    <rdf:li><foaf:Person><foaf:surname>Müller</foaf:surname><foaf:givenName>Ana</foaf:givenName></foaf:Person></rdf:li>
    <rdf:li><foaf:Person><foaf:surname>The Lake Group</foaf:surname></foaf:Person></rdf:li>
  </rdf:Seq></bib:authors>
  <link:link rdf:resource="#item_3"/><link:link rdf:resource="#item_4"/>
  <dcterms:isReferencedBy rdf:resource="#item_5"/>
  <dc:subject>lakes</dc:subject>
  <dc:subject><z:AutomaticTag><rdf:value>rivers, long</rdf:value></z:AutomaticTag></dc:subject>
  <dc:subject><dcterms:LCC><rdf:value>GB1603</rdf:value></dcterms:LCC></dc:subject>
  <dc:title>On H&lt;sub&gt;2&lt;/sub&gt;O and the étang</dc:title>
  <dcterms:abstract>One &amp; two.</dcterms:abstract>
  <dc:date>8/2020</dc:date>
  <dc:description>PMID: 4711
arXiv: 2101.00001 [cs]</dc:description>
  <dc:identifier><dcterms:URI><rdf:value>https://a.test/lake</rdf:value></dcterms:URI></dc:identifier>
  <dcterms:dateSubmitted>1999-01-04 07:49:16</dcterms:dateSubmitted>
</bib:Article>
"""
JOURNAL = """<bib:Journal rdf:about="urn:issn:1234-5678">
  <prism:volume>7</prism:volume><dc:title>Journal of Lakes</dc:title>
  <dc:identifier>DOI 10.1000/LAKE.4</dc:identifier><dc:identifier>ISSN 1234-5678</dc:identifier>
</bib:Journal>
"""
ATTACHMENTS = """<z:Attachment rdf:about="#item_3"><z:itemType>attachment</z:itemType>
  <rdf:resource rdf:resource="files/3/a lake.pdf"/><dc:title>PDF</dc:title>
  <link:type>application/pdf</link:type>
</z:Attachment>
<z:Attachment rdf:about="#item_4"><z:itemType>attachment</z:itemType>
  <rdf:resource rdf:resource="files/4/page.html"/><dc:title>Snapshot</dc:title>
  <link:type>text/html</link:type>
</z:Attachment>
"""
NOTES = """<bib:Memo rdf:about="#item_5"><rdf:value>&lt;p&gt;A note&lt;/p&gt;</rdf:value></bib:Memo>
<bib:Memo rdf:about="#item_6"><z:itemType>note</z:itemType><rdf:value>Alone</rdf:value></bib:Memo>
<z:Collection rdf:about="#collection_1"><dc:title>Mine</dc:title>
  <dcterms:hasPart rdf:resource="#item_5"/></z:Collection>
"""
CHAPTER = """<bib:BookSection rdf:about="#item_8">
  <z:itemType>bookSection</z:itemType>
  <dcterms:isPartOf><bib:Series><dc:title>Water series</dc:title></bib:Series></dcterms:isPartOf>
  <dcterms:isPartOf><bib:Book><dc:title>All lakes</dc:title></bib:Book></dcterms:isPartOf>
  <bib:editors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Cho</foaf:surname></foaf:Person></rdf:li></rdf:Seq></bib:editors>
  <dc:publisher><foaf:Organization><foaf:name>Lake Press</foaf:name></foaf:Organization></dc:publisher>
  <dc:identifier>DOI 10.1000/chapter</dc:identifier>
  <dc:title>A chapter</dc:title><dc:date>2001-02</dc:date>
</bib:BookSection>
"""


def rdf(*nodes: str) -> str:
    return (
        '<rdf:RDF\n xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"\n'
        ' xmlns:z="http://www.zotero.org/namespaces/export#"\n xmlns:dcterms="http://purl.org/dc/terms/"\n'
        ' xmlns:bib="http://purl.org/net/biblio#"\n xmlns:foaf="http://xmlns.com/foaf/0.1/"\n'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"\n'
        ' xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/"\n'
        f' xmlns:link="http://purl.org/rss/1.0/modules/link/">\n{"".join(nodes)}</rdf:RDF>\n'
    )


def test_an_item_becomes_a_paper_with_its_journal_and_the_doi_written_there(read: ReadText) -> None:
    assert read("a.rdf", rdf(ARTICLE, JOURNAL, ATTACHMENTS, NOTES)).bare == Paper(
        doc_id="10.1000/lake.4",
        title="On H2O and the étang",
        abstract="One & two.",
        authors=("Müller, Ana", "The Lake Group"),
        year=2020,
        venue="Journal of Lakes",
        doi="10.1000/lake.4",
        arxiv_id="2101.00001",
        pmid="4711",
        url="https://a.test/lake",
        keywords=("lakes", "rivers, long"),
    )


def test_the_order_of_the_nodes_makes_no_difference(read: ReadText) -> None:
    nodes = [ARTICLE, JOURNAL, ATTACHMENTS, NOTES]
    assert read("a.rdf", rdf(*reversed(nodes))).papers == read("b.rdf", rdf(*nodes)).papers


def test_only_pdfs_are_its_files_and_lie_beside_the_export(tmp_path: Path) -> None:
    path = tmp_path / "a.rdf"
    outside = ATTACHMENTS.replace("files/3/a lake.pdf", "../../etc/secret.pdf").replace("item_3", "item_4")
    path.write_text(rdf(ATTACHMENTS, ARTICLE, JOURNAL), encoding="utf-8")
    assert records_of(path)[0].files == (str(tmp_path / "files" / "3" / "a lake.pdf"),)
    path.write_text(rdf(outside, ARTICLE, JOURNAL), encoding="utf-8")
    assert records_of(path)[0].files == ()


def test_a_chapter_is_in_its_book_rather_than_its_series(read: ReadText) -> None:
    paper = read("a.rdf", rdf(CHAPTER)).paper
    assert (paper.venue, paper.authors, paper.doi) == ("All lakes", ("Cho",), "10.1000/chapter")
    no_book = CHAPTER.replace("<dc:title>All lakes</dc:title>", "")
    assert read("b.rdf", rdf(no_book)).paper.venue == "Water series"


def test_a_talk_is_at_its_conference(read: ReadText) -> None:
    talk = (
        '<rdf:Description rdf:about="#item_9"><z:itemType>conferencePaper</z:itemType>'
        "<dc:title>A talk</dc:title>"
        "<dcterms:isPartOf><bib:Journal></bib:Journal></dcterms:isPartOf><bib:presentedAt><bib:Conference>"
        "<dc:title>Lakes 2020</dc:title></bib:Conference></bib:presentedAt></rdf:Description>"
    )
    assert read("a.rdf", rdf(talk)).paper.venue == "Lakes 2020"


def test_a_doi_in_a_journal_of_several_papers_is_none_of_theirs(read: ReadText) -> None:
    second = ARTICLE.replace("étang", "sea").replace("https://a.test/lake", "https://a.test/sea")
    papers = read("a.rdf", rdf(ARTICLE, second, JOURNAL)).papers
    assert [(paper.doi, paper.venue) for paper in papers] == [("", "Journal of Lakes")] * 2
