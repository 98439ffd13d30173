"""PubMed's XML, and that it says of a paper what PubMed's MEDLINE export says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.types import Paper
from published_layouts import require_pubmed

if TYPE_CHECKING:
    from importers_reading import ReadText

ARTICLE = """<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">4711</PMID>
    <Article PubModel="Print">
      <Journal>
        <JournalIssue CitedMedium="Print">
          <PubDate><MedlineDate>2019 Nov-Dec</MedlineDate></PubDate></JournalIssue>
        <Title>Annals of lakes</Title><ISOAbbreviation>Ann Lakes</ISOAbbreviation>
      </Journal>
      <ArticleTitle>On H<sub>2</sub>O and the <i>Étang</i> of 1 &lt; 2.</ArticleTitle>
      <ELocationID EIdType="pii" ValidYN="Y">S1</ELocationID>
      <ELocationID EIdType="doi" ValidYN="N">10.1000/wrong</ELocationID>
      <ELocationID EIdType="doi" ValidYN="Y">10.1000/LAKE.1</ELocationID>
      <Abstract>
        <AbstractText Label="AIM">To <b>see</b> lakes.</AbstractText>
        <AbstractText Label="RESULTS">Seen.</AbstractText>
        <CopyrightInformation>Nobody's</CopyrightInformation>
      </Abstract>
      <AuthorList CompleteYN="Y">
        <Author><LastName>Müller</LastName><ForeName>Ana B</ForeName><Initials>AB</Initials></Author>
        <Author><CollectiveName>The Lake Group</CollectiveName></Author>
        <Author><LastName>Lee</LastName><ForeName>Bo</ForeName><Suffix>Jr</Suffix></Author>
      </AuthorList>
      <Language>eng</Language>
      <PublicationTypeList>
        <PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList>
    </Article>
    <MedlineJournalInfo><MedlineTA>Ann Lakes</MedlineTA><NlmUniqueID>9</NlmUniqueID></MedlineJournalInfo>
    <MeshHeadingList>
      <MeshHeading><DescriptorName UI="D1" MajorTopicYN="Y">Lakes</DescriptorName>
        <QualifierName UI="Q1">chemistry</QualifierName></MeshHeading>
      <MeshHeading><DescriptorName UI="D2">Humans</DescriptorName></MeshHeading>
    </MeshHeadingList>
  </MedlineCitation>
  <PubmedData>
    <PublicationStatus>ppublish</PublicationStatus>
    <ArticleIdList><ArticleId IdType="pubmed">4711</ArticleId>
      <ArticleId IdType="doi">10.1000/lake.1</ArticleId></ArticleIdList>
    <ReferenceList><Reference><Citation>A. 2001.</Citation>
      <ArticleIdList><ArticleId IdType="pubmed">12</ArticleId>
        <ArticleId IdType="pmc">PMC9</ArticleId></ArticleIdList>
    </Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>
"""
MEDLINE = """PMID- 4711
DP  - 2019 Nov-Dec
TI  - On H2O and the Étang of 1 < 2.
LID - 10.1000/LAKE.1 [doi]
AB  - AIM: To see lakes. RESULTS: Seen.
FAU - Müller, Ana B
AU  - Müller AB
CN  - The Lake Group
FAU - Lee, Bo Jr
AU  - Lee B Jr
JT  - Annals of lakes
MH  - Lakes/*chemistry
MH  - *Humans
"""
DOCTYPE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://a.test/p.dtd">\n'
)


def article_set(*entries: str) -> str:
    return f"{DOCTYPE}<PubmedArticleSet>\n{''.join(entries)}</PubmedArticleSet>\n"


def test_an_article_becomes_a_paper(read: ReadText) -> None:
    require_pubmed(article_set(ARTICLE))
    assert read("a.xml", article_set(ARTICLE)).bare == Paper(
        doc_id="pmid-4711",
        title="On H2O and the Étang of 1 < 2.",
        abstract="AIM: To see lakes. RESULTS: Seen.",
        authors=("Müller, Ana B", "The Lake Group", "Lee, Bo Jr"),
        year=2019,
        venue="Annals of lakes",
        doi="10.1000/lake.1",
        pmid="4711",
        keywords=("Lakes", "Humans"),
        cites=("pmid:12",),
    )


def test_xml_and_medline_tell_the_same(read: ReadText) -> None:
    from_xml = read("a.xml", article_set(ARTICLE.replace("Reference>", "Other>"))).bare
    assert read("a.nbib", MEDLINE).bare == from_xml


def test_a_chapter_is_in_its_book_and_a_book_is_its_publishers(read: ReadText) -> None:
    book = """<PubmedBookArticle><BookDocument>
      <PMID Version="1">7</PMID>
      <ArticleIdList><ArticleId IdType="bookaccession">NBK7</ArticleId></ArticleIdList>
      <Book><Publisher><PublisherName>Lake Press</PublisherName></Publisher><BookTitle>All lakes</BookTitle>
        <PubDate><Year>2009</Year></PubDate>
        <AuthorList Type="editors">
          <Author><LastName>Cho</LastName><Initials>C</Initials></Author></AuthorList>
        <AuthorList Type="authors">
          <Author><LastName>Rey</LastName><ForeName>Zoë</ForeName></Author></AuthorList>
      </Book>{chapter}
      <KeywordList><Keyword>water</Keyword></KeywordList>
    </BookDocument></PubmedBookArticle>"""
    chapter = "<ArticleTitle>One lake</ArticleTitle>"
    text = article_set(book.format(chapter=chapter), book.format(chapter="").replace(">7<", ">8<"))
    require_pubmed(text)
    one, whole = read("a.xml", text).papers
    assert (one.title, one.venue, one.authors) == ("One lake", "All lakes", ("Rey, Zoë",))
    assert (whole.title, whole.venue, whole.authors) == ("All lakes", "Lake Press", ("Rey, Zoë",))
    assert (one.year, one.keywords, one.doc_id) == (2009, ("water",), "pmid-7")


def test_parts_in_another_order_make_no_difference(read: ReadText) -> None:
    begin, end = ARTICLE.index("  <MedlineCitation"), ARTICLE.index("  <PubmedData>")
    data = ARTICLE[end : ARTICLE.index("</PubmedArticle>")]
    turned = ARTICLE[:begin] + data + ARTICLE[begin:end] + "</PubmedArticle>\n"
    assert read("a.xml", article_set(turned)).bare == read("b.xml", article_set(ARTICLE)).bare


def test_a_title_that_pubmed_has_not_is_taken_in_its_own_language(read: ReadText) -> None:
    entry = ARTICLE.replace(
        "</PublicationTypeList>", "</PublicationTypeList><VernacularTitle>Über Seen</VernacularTitle>"
    ).replace("On H<sub>2</sub>O and the <i>Étang</i> of 1 &lt; 2.", "[Not Available].")
    require_pubmed(article_set(entry))
    assert read("a.xml", article_set(entry)).paper.title == "Über Seen"
    assert read("a.nbib", "PMID- 1\nTI  - [Not Available].\nTT  - Über Seen\n").paper.title == "Über Seen"


def test_an_article_without_title_is_told_at_its_line(read: ReadText) -> None:
    found = read("a.xml", article_set(ARTICLE, "<PubmedArticle/>\n", ARTICLE))
    assert len(found.papers) == 2
    assert found.failure.line == 4 + ARTICLE.count("\n")
    assert "no title" in found.failure.reason


def test_a_file_that_breaks_off_keeps_what_came_before(read: ReadText) -> None:
    text = article_set(ARTICLE, ARTICLE.replace("4711", "4712"))
    cut = text[: text.rindex("To <b>")]
    found = read("a.xml", cut)
    assert found.paper.pmid == "4711"
    assert found.failure.line == cut.count("\n") + 1
    assert "cut off" in found.failure.reason


def test_groups_and_short_names_of_old_medline_records_are_kept(read: ReadText) -> None:
    text = (
        "PMID- 1\nTI  - T\nAU  - Lee A\nAU  - Cho B\nCN  - The Group of \n      Lakes\n"
        "OT  - *lakes\nOT  - rivers\n"
    )
    paper = read("a.nbib", text).paper
    assert paper.authors == ("Lee A", "Cho B", "The Group of Lakes")
    assert paper.keywords == ("lakes", "rivers")
