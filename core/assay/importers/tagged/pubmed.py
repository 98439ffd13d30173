"""PubMed's XML: articles and books. What it says of a paper is what PubMed's MEDLINE export says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from assay.importers.entries.citing import names_in
from assay.importers.entries.markup import elements, first_text, text_of, texts
from assay.importers.entries.record import Flaw, Record, clean
from assay.importers.entries.source import Source
from assay.importers.tagged.values import flat_values
from assay.items.dates import iso
from assay.items.table import first_type

_ENTRIES = frozenset({"PubmedArticle", "PubmedBookArticle"})


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record an article or book."""
    for found in elements(source, _ENTRIES):
        if isinstance(found, Flaw):
            yield found
        elif found.element.tag == "PubmedArticle":
            yield _article(found.element, found.line)
        else:
            yield _book(found.element, found.line)


def _article(entry: Element, line: int) -> Record:
    pmid = first_text(entry, "MedlineCitation/PMID", "PubmedData/ArticleIdList/ArticleId[@IdType='pubmed']")
    article = "MedlineCitation/Article"
    issue = f"{article}/Journal/JournalIssue/PubDate"
    kinds = (*texts(entry, f"{article}/PublicationTypeList/PublicationType"), "journal article")
    return replace(
        _kept(entry, first_type("medline", kinds), issue),
        line=line,
        source_id=_id_of(pmid),
        title=known_title(
            first_text(entry, f"{article}/ArticleTitle"), first_text(entry, f"{article}/VernacularTitle")
        ),
        abstract=_abstract(entry, f"{article}/Abstract", "MedlineCitation/OtherAbstract"),
        authors=_authors(entry, f"{article}/AuthorList"),
        dates=tuple(texts(entry, f"{issue}/Year", f"{issue}/MedlineDate", f"{article}/ArticleDate/Year")),
        venue=first_text(
            entry,
            f"{article}/Journal/Title",
            f"{article}/Journal/ISOAbbreviation",
            "MedlineCitation/MedlineJournalInfo/MedlineTA",
        ),
        doi=_doi(entry, f"{article}/ELocationID", "PubmedData/ArticleIdList/ArticleId"),
        pmid=pmid,
        keywords=_keywords(entry, "MedlineCitation"),
        cites=_cites(entry),
    )


def _book(entry: Element, line: int) -> Record:
    """Return a book, or a chapter of one: then the book is its venue."""
    pmid = first_text(entry, "BookDocument/PMID", "PubmedBookData/ArticleIdList/ArticleId[@IdType='pubmed']")
    chapter = first_text(entry, "BookDocument/ArticleTitle")
    book = first_text(entry, "BookDocument/Book/BookTitle")
    dates = ("Book/PubDate/Year", "ContributionDate/Year", "Book/BeginningDate/Year")
    kept = _kept(entry, "chapter" if chapter and book else "book", "BookDocument/Book/PubDate")
    if editors := _authors(entry, "BookDocument/Book/AuthorList[@Type='editors']"):
        kept = replace(kept, values={**kept.values, "editor": list(editors)})
    return replace(
        kept,
        line=line,
        source_id=_id_of(pmid),
        title=chapter or book,
        abstract=_abstract(entry, "BookDocument/Abstract"),
        authors=_authors(entry, "BookDocument/AuthorList[@Type='authors']", "BookDocument/AuthorList")
        or _authors(entry, "BookDocument/Book/AuthorList[@Type='authors']", "BookDocument/Book/AuthorList"),
        dates=tuple(texts(entry, *(f"BookDocument/{path}" for path in dates))),
        venue=book if chapter else "",
        doi=_doi(
            entry,
            "BookDocument/ELocationID",
            "BookDocument/ArticleIdList/ArticleId",
            "PubmedBookData/ArticleIdList/ArticleId",
            "BookDocument/Book/ELocationID",
        ),
        pmid=pmid,
        keywords=_keywords(entry, "BookDocument"),
        cites=_cites(entry),
    )


def _kept(entry: Element, type_: str, issued: str) -> Record:
    """Return a record with the type and all that the entry says, and nothing else."""
    original, values, read = flat_values("pubmed", type_, entry)
    year, month, day = (first_text(entry, f"{issued}/{part}").strip() for part in ("Year", "Month", "Day"))
    date = iso(year, month, day) if year else first_text(entry, f"{issued}/MedlineDate").strip()
    has_keywords = any(name.endswith("/Keyword") or "/Keyword[" in name for name, _ in original.fields)
    for name, _ in original.fields:
        last = name.rpartition("/")[2].partition("[")[0]
        if "/AuthorList" in name and last in _NAME_PARTS:
            read[name] = "author"
        elif last == ("Keyword" if has_keywords else "DescriptorName"):
            read[name] = "keyword"
        elif name.startswith(f"{issued}/"):
            read[name] = "issued"
    return Record(
        0,
        type=type_,
        values={**values, "issued": date} if date else values,
        original=original,
        read=read,
        format="pubmed-xml",
    )


_NAME_PARTS = frozenset({"LastName", "ForeName", "FirstName", "Initials", "Suffix", "CollectiveName"})


def _id_of(pmid: str) -> str:
    """A bare number is the id of many another collection's paper."""
    return f"pmid-{pmid.strip()}" if pmid else ""


def known_title(title: str, own: str) -> str:
    """Return the English title, or the paper's own where PubMed writes "[Not Available]" there."""
    has_none = title.strip().casefold().strip("[].") in ("", "not available")
    return own if has_none and own else title


def _abstract(entry: Element, *paths: str) -> str:
    """Return the parts of the first abstract that has some, each behind its label."""
    for path in paths:
        for abstract in entry.iterfind(path):
            parts = []
            for part in abstract.iterfind("AbstractText"):
                label, text = part.get("Label", ""), text_of(part).strip()
                parts.append(f"{label}: {text}" if label and text else text)
            if any(parts):
                return " ".join(parts)
    return ""


def _authors(entry: Element, *paths: str) -> tuple[str, ...]:
    """The names in the first list that has any, "Family, Given", or the name of a group."""
    for path in paths:
        for people in entry.iterfind(path):
            if names := tuple(filter(None, map(_name, people.iterfind("Author")))):
                return names
    return ()


def _name(author: Element) -> str:
    family = clean(first_text(author, "LastName"))
    given = clean(first_text(author, "ForeName", "FirstName", "Initials"))
    suffix = clean(first_text(author, "Suffix"))
    if not family:
        return first_text(author, "CollectiveName") or given
    return ", ".join(filter(None, (family, " ".join(filter(None, (given, suffix))))))


def _doi(entry: Element, *paths: str) -> str:
    """Return the first DOI that PubMed does not call invalid."""
    for path in paths:
        for identifier in entry.iterfind(path):
            kind = identifier.get("EIdType") or identifier.get("IdType")
            if kind == "doi" and identifier.get("ValidYN") != "N" and (doi := text_of(identifier).strip()):
                return doi
    return ""


def _keywords(entry: Element, place: str) -> tuple[str, ...]:
    """Return the authors' keywords, or else the subject headings."""
    return tuple(texts(entry, f"{place}/KeywordList/Keyword")) or tuple(
        texts(entry, f"{place}/MeshHeadingList/MeshHeading/DescriptorName")
    )


def _cites(entry: Element) -> tuple[str, ...]:
    """PubMed's ids and DOIs of the references."""
    marks = {"pubmed": "PMID: ", "doi": ""}
    return names_in(
        marks[kind] + text_of(identifier).strip()
        for identifier in entry.iterfind(".//Reference/ArticleIdList/ArticleId")
        if (kind := identifier.get("IdType", "")) in marks
    )
