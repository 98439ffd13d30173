"""The layouts that hosts and formats publish, for fixtures that stand in for their answers.

PubMed: the elements that fixtures use, as in https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd
(a page an element: https://dtd.nlm.nih.gov/ncbi/pubmed/doc/out/180101/el-Article.html).
Open Library: the fields of `jscmd=data` of https://openlibrary.org/dev/docs/api/books, less empty ones.
CSL: citeproc's schema, that of https://docs.citationstyles.org/en/stable/specification.html.
"""

from __future__ import annotations

import importlib
from io import BytesIO, StringIO
from typing import Any

_TEXTS = (
    "ISSN Volume Issue Title ISOAbbreviation Year Month Day MedlineDate StartPage EndPage "
    "MedlinePgn LastName ForeName Initials Suffix CollectiveName Affiliation CopyrightInformation Language "
    "Country MedlineTA NlmUniqueID PublicationStatus Citation "
    "PublisherName PublisherLocation BookTitle Keyword VernacularTitle"
)
_CHILDREN = """PubmedArticleSet ((PubmedArticle | PubmedBookArticle)+)
PubmedArticle (MedlineCitation, PubmedData?)
MedlineCitation (PMID, DateCompleted?, DateRevised?, Article, MedlineJournalInfo, MeshHeadingList?,
 KeywordList*)
DateCompleted (Year, Month, Day)
DateRevised (Year, Month, Day)
Article (Journal, ArticleTitle, ((Pagination, ELocationID*) | ELocationID+), Abstract?, AuthorList?,
 Language+, PublicationTypeList, VernacularTitle?)
Journal (ISSN?, JournalIssue, Title?, ISOAbbreviation?)
JournalIssue (Volume?, Issue?, PubDate)
PubDate ((Year, (Month, Day?)?) | MedlineDate)
Pagination ((StartPage, EndPage?, MedlinePgn?) | MedlinePgn)
Abstract (AbstractText+, CopyrightInformation?)
AuthorList (Author+)
Author (((LastName, ForeName?, Initials?, Suffix?) | CollectiveName), AffiliationInfo*)
AffiliationInfo (Affiliation)
PublicationTypeList (PublicationType+)
MedlineJournalInfo (Country?, MedlineTA, NlmUniqueID)
MeshHeadingList (MeshHeading+)
MeshHeading (DescriptorName, QualifierName*)
PubmedData (PublicationStatus, ArticleIdList, ReferenceList*)
ArticleIdList (ArticleId+)
ReferenceList (Title?, Reference*)
Reference (Citation, ArticleIdList?)
PubmedBookArticle (BookDocument)
BookDocument (PMID, ArticleIdList, Book, ArticleTitle?, VernacularTitle?, AuthorList*, Abstract?,
 KeywordList*)
Book (Publisher, BookTitle, PubDate, AuthorList*)
Publisher (PublisherName, PublisherLocation?)
KeywordList (Keyword*)
PMID (#PCDATA)
ELocationID (#PCDATA)
PublicationType (#PCDATA)
ArticleId (#PCDATA)
DescriptorName (#PCDATA)
QualifierName (#PCDATA)
ArticleTitle (#PCDATA | b | i | sup | sub)*
AbstractText (#PCDATA | b | i | sup | sub)*"""
_REQUIRED = {
    "PMID": "Version", "MedlineCitation": "Status", "Article": "PubModel", "JournalIssue": "CitedMedium",
    "ELocationID": "EIdType", "PublicationType": "UI", "DescriptorName": "UI", "QualifierName": "UI",
}  # fmt: skip
_OTHER = {
    "MedlineCitation": "Owner", "ISSN": "IssnType", "ELocationID": "ValidYN", "AuthorList": "CompleteYN Type",
    "Author": "ValidYN", "ArticleId": "IdType", "DescriptorName": "MajorTopicYN", "AbstractText": "Label",
    "QualifierName": "MajorTopicYN",
}  # fmt: skip
OPEN_LIBRARY = frozenset({
    "url", "key", "title", "subtitle", "authors", "number_of_pages", "pagination", "weight", "by_statement",
    "identifiers", "classifications", "publishers", "publish_places", "publish_date", "subjects",
    "subject_places", "subject_people", "subject_times", "excerpts", "notes", "table_of_contents", "links",
    "ebooks", "cover",
})  # fmt: skip


def require_pubmed(xml: str) -> None:
    """Fail where an answer of efetch has an element that is not published, or not at its place."""
    lines = [f"<!ELEMENT {name} (#PCDATA)>" for name in _TEXTS.split()]
    lines += [f"<!ELEMENT {name} (#PCDATA)>" for name in ("b", "i", "sup", "sub")]
    lines += [f"<!ELEMENT {line}>" for line in _CHILDREN.replace("\n ", " ").splitlines()]
    lines += [f"<!ATTLIST {name} {attribute} CDATA #REQUIRED>" for name, attribute in _REQUIRED.items()]
    for name, attributes in _OTHER.items():
        lines += [f"<!ATTLIST {name} {attribute} CDATA #IMPLIED>" for attribute in attributes.split()]
    etree: Any = importlib.import_module("lxml.etree")
    layout = etree.DTD(StringIO("\n".join(lines)))
    assert layout.validate(etree.fromstring(xml.encode())), layout.error_log


def require_csl(style: str) -> None:
    """Fail where a style is not what CSL's schema allows: citeproc warns of it, and warnings fail tests."""
    processor: Any = importlib.import_module("citeproc")
    processor.CitationStylesStyle(BytesIO(style.encode()), validate=True)
