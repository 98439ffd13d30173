# ruff: noqa: E501 - a table is read by its rows
"""How the formats name the types and the fields of an item: one table, with CSL's names as the hub.

Sources: the CSL 1.0.2 specification (appendices III and IV), the biblatex manual (2.1 and 2.2), the manual of
BibTeX ("BibTeXing"), the RIS specification of 2011, EndNote's export styles, and the field maps of Zotero's
own translators (BibTeX, RIS, Refer/BibIX, EndNote XML, Zotero RDF). docs/fields.md shows it; a test compares.

A cell is read from left to right: the first name that an entry has gives the value, the first that applies is
written, or the one marked with `!`. `name@types` applies to these types only, `name@~types` to all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

PERIODICAL: Final = "article-journal|article-magazine|article-newspaper|article|review|review-book|periodical"
_WHOLE: Final = "book|report|software|map|thesis|collection|classic|standard"


class Kind(StrEnum):
    """What a variable holds."""

    TEXT = "text"
    NAMES = "names"
    DATE = "date"


class FieldRow(NamedTuple):
    """A CSL variable and what the formats call it; "" where a format has no place for it."""

    variable: str
    kind: Kind
    bibtex: str
    ris: str
    endnote: str  # path in EndNote's XML
    enw: str  # tag of EndNote's import format
    zotero: str  # property in Zotero's RDF; "part/..." is a property of what the item is part of


class TypeRow(NamedTuple):
    """A CSL type and what the formats call it: the first name is written, all are read."""

    csl: str
    bibtex: str
    ris: str
    endnote: str  # as EndNote's XML and its import format name it
    number: int  # EndNote's
    zotero: str


_T, _N, _D = Kind.TEXT, Kind.NAMES, Kind.DATE
_P = PERIODICAL

FIELDS: Final = tuple(
    FieldRow(*row)
    for row in (
        ("title", _T, "title", "TI T1 CT", "titles/title", "T", "dc:title"),
        ("author", _N, "author", "AU A1", "contributors/authors/author", "A", "bib:authors"),
        ("editor", _N, "editor", "ED A2@~book !A2@~book A3@book !A3@book", ("contributors/secondary-authors/author@~book "
         "contributors/tertiary-authors/author@book contributors/secondary-authors/author"), "E", "bib:editors"),
        ("translator", _N, "translator", "A4", "contributors/subsidiary-authors/author", "?", "z:translators"),
        ("collection-editor", _N, "", "A3@~book A2@book", "contributors/tertiary-authors/author@~book", "Y", "z:seriesEditors"),
        ("container-author", _N, "bookauthor", "", "", "", "z:bookAuthors"),
        ("issued", _D, "date year", "PY Y1 DA", "dates/year", "D", "dc:date"),
        ("container-title", _T, f"journal@{_P} journaltitle@{_P} booktitle@~{_P} maintitle journaltitle journal",
         f"C3@paper-conference T2@~{_WHOLE} !T2@~{_WHOLE} JF JO BT",
         f"periodical/full-title@{_P} titles/secondary-title@~{_WHOLE}", f"J@{_P} B@~{_WHOLE} J", "part/dc:title"),
        ("container-title-short", _T, "shortjournal abbrev_source_title", "J2 JA J1", "periodical/abbr-1 titles/alt-title", "", "part/dcterms:alternative"),
        ("collection-title", _T, "series", f"T2@{_WHOLE} T3", f"titles/secondary-title@{_WHOLE} titles/tertiary-title", f"S B@{_WHOLE}", "series/dc:title"),
        ("collection-number", _T, "number@book|chapter|paper-conference|thesis|collection|classic", "", "", "", "series/dc:identifier"),
        ("event-title", _T, "eventtitle", "T2@speech|paper-conference", "", "", "bib:presentedAt"),
        ("event-place", _T, "venue", "", "", "", ""),
        ("event-date", _D, "eventdate", "", "", "", ""),
        ("volume", _T, "volume", "VL VO", "volume", "V", "part/prism:volume"),
        ("issue", _T, f"number@{_P} issue", f"IS@{_P} CP@{_P}", f"number@{_P} issue", f"N@{_P}", f"part/prism:number@{_P}"),
        ("number", _T, "number", f"IS@~{_P} M1", "number report-id", "N", "prism:number"),
        ("page", _T, "pages", "SP", "pages", "P", "bib:pages"),
        ("number-of-pages", _T, "pagetotal numpages", "", "", "", "z:numPages"),
        ("number-of-volumes", _T, "volumes", "NV", "num-vols", "6", "z:numberOfVolumes"),
        ("publisher", _T, "school@thesis institution@report|thesis university@thesis publisher institution organization",
         "PB", "publisher", "I", "dc:publisher"),
        ("publisher-place", _T, "address location", "CY CP@~" + _P + " PP", "pub-location", "C", "place"),
        ("edition", _T, "edition", "ET", "edition", "7", "prism:edition"),
        ("version", _T, "version", "", "", "", "z:versionNumber"),
        ("chapter-number", _T, "chapter", "", "", "", ""),
        ("section", _T, "section", "SE", "section", "&", "z:section"),
        ("genre", _T, "type entrysubtype@thesis|report", "M3", "work-type", "9", "z:type"),
        ("medium", _T, "howpublished", "", "", "", "z:medium"),
        ("ISBN", _T, "isbn", f"SN@~{_P}", f"isbn@~{_P}", f"@@~{_P}", "identifier:ISBN"),
        ("ISSN", _T, "issn eissn", "SN", "isbn", "@", "identifier:ISSN"),
        ("DOI", _T, "doi", "DO", "electronic-resource-num", "R", "identifier:DOI"),
        ("URL", _T, "url", "UR", "urls/related-urls/url urls/text-urls/url urls/web-urls/url", "U", "identifier:URI"),
        ("PMID", _T, "pmid", "", "", "", ""),
        ("PMCID", _T, "pmcid pmc", "C2@article-journal", "custom2@article-journal", "", ""),
        ("accessed", _D, "urldate", "Y2", "access-date", "[", "dcterms:dateSubmitted"),
        ("language", _T, "language langid", "LA", "language", "G", "z:language"),
        ("note", _T, "note", "N1", "notes", "Z O", "dc:description"),
        ("annote", _T, "annotation annote", "RN", "research-notes", "<", ""),
        ("abstract", _T, "abstract", "AB N2", "abstract", "X", "dcterms:abstract"),
        ("keyword", _T, "keywords keyword author_keywords", "KW", "keywords/keyword", "K", "dc:subject"),
        ("title-short", _T, "shorttitle", "ST", "titles/short-title", "!", "z:shortTitle"),
        ("original-title", _T, "origtitle", "OP", "titles/translated-title", "Q", ""),
        ("original-date", _D, "origdate", "", "", "", ""),
        ("original-publisher", _T, "origpublisher", "", "orig-pub", "(", ""),
        ("original-publisher-place", _T, "origlocation", "", "", "", ""),
        ("status", _T, "pubstate publication_stage", "", "", "", "z:status"),
        ("license", _T, "copyright license rights", "CR", "", "", "dc:rights"),
        ("call-number", _T, "lccn callnumber", "CN", "call-num", "L", "dc:subject/dcterms:LCC"),
        ("source", _T, "source", "DP", "remote-database-provider", "W", "z:libraryCatalog"),
        ("archive", _T, "archive", "DB", "remote-database-name", "~", "z:archive"),
        ("archive_location", _T, "", "AN", "accession-num", "M", "dc:coverage"),
        ("dimensions", _T, "", "", "", "", "z:runningTime"),
        ("scale", _T, "scale", "", "", "", "z:scale"),
    )
)  # fmt: skip

TYPES: Final = tuple(
    TypeRow(*row)
    for row in (
        ("article-journal", "article suppperiodical", "JOUR EJOUR ABST INPR JFULL", "Journal Article|Electronic Article", 17, "journalArticle"),
        ("article-magazine", "magazine article", "MGZN", "Magazine Article", 19, "magazineArticle"),
        ("article-newspaper", "newspaper article", "NEWS", "Newspaper Article", 23, "newspaperArticle"),
        ("article", "misc", "UNPB", "Unpublished Work", 34, "preprint"),
        ("book", "book mvbook proceedings mvproceedings collection mvcollection reference mvreference", "BOOK EBOOK EDBOOK SER CTLG", "Book|Edited Book|Electronic Book|Serial|Catalog", 6, "book"),
        ("chapter", "incollection inbook bookinbook suppbook suppcollection", "CHAP ECHAP", "Book Section|Electronic Book Section", 5, "bookSection"),
        ("paper-conference", "inproceedings conference", "CONF CPAPER", "Conference Proceedings|Conference Paper|Conference", 10, "conferencePaper"),
        ("thesis", "phdthesis mastersthesis thesis", "THES", "Thesis", 32, "thesis"),
        ("report", "techreport report", "RPRT GOVDOC", "Report|Government Document", 27, "report"),
        ("manuscript", "unpublished", "MANSCPT UNPD", "Manuscript", 36, "manuscript"),
        ("document", "misc hardware generic", "GEN", "Generic", 13, "document"),
        ("webpage", "online electronic www web", "ELEC", "Web Page|Online Multimedia", 12, "webpage"),
        ("post-weblog", "online", "BLOG", "Blog", 56, "blogPost"),
        ("post", "online", "ICOMM", "Web Page", 12, "forumPost"),
        ("dataset", "dataset", "DATA AGGR DBASE", "Dataset|Aggregated Database|Online Database", 59, "dataset"),
        ("software", "software softwareversion softwaremodule codefragment", "COMP", "Computer Program", 9, "computerProgram"),
        ("pamphlet", "booklet", "PAMP", "Pamphlet", 24, "manuscript"),
        ("standard", "standard", "STAND", "Standard", 58, "standard"),
        ("patent", "patent", "PAT", "Patent", 25, "patent"),
        ("periodical", "periodical", "JFULL", "Serial", 57, "journalArticle"),
        ("entry-dictionary", "inreference", "DICT", "Dictionary", 52, "dictionaryEntry"),
        ("entry-encyclopedia", "inreference", "ENCYC", "Encyclopedia", 53, "encyclopediaArticle"),
        ("review", "review article", "JOUR", "Journal Article", 17, "journalArticle"),
        ("review-book", "review article", "JOUR", "Journal Article", 17, "journalArticle"),
        ("speech", "presentation", "SLIDE", "Conference Paper", 47, "presentation"),
        ("graphic", "image artwork", "ART", "Artwork", 2, "artwork"),
        ("figure", "image", "FIGURE", "Figure", 37, "artwork"),
        ("map", "map", "MAP", "Map", 20, "map"),
        ("motion_picture", "video film movie", "MPCT VIDEO ADVS", "Film or Broadcast|Audiovisual Material", 21, "film"),
        ("broadcast", "video", "MPCT", "Film or Broadcast", 21, "tvBroadcast"),
        ("song", "audio music", "MUSIC SOUND", "Music", 61, "audioRecording"),
        ("legal_case", "jurisdiction", "CASE", "Case", 7, "case"),
        ("legislation", "legislation constitution legal", "STAT", "Statute", 31, "statute"),
        ("bill", "bill", "BILL", "Bill", 4, "bill"),
        ("hearing", "hearing", "HEAR", "Hearing", 14, "hearing"),
        ("interview", "interview", "PCOMM", "Personal Communication", 26, "interview"),
        ("personal_communication", "letter", "PCOMM ICOMM", "Personal Communication", 26, "letter"),
        ("classic", "book", "CLSWK", "Classical Work", 49, "book"),
        ("collection", "collection", "AGGR", "Aggregated Database", 55, "document"),
    )
)  # fmt: skip

_ARTICLE: Final = "MedlineCitation/Article"
_BOOK: Final = "BookDocument/Book"

READ_ONLY: Final = {
    "medline": {
        "title": "TI", "author": "FAU", "editor": "FED ED", "issued": "DP DEP", "container-title": f"JT@{_P} BTI@chapter",
        "container-title-short": "TA", "collection-title": "CTI", "volume": "VI", "issue": "IP", "page": "PG",
        "publisher": "PB", "publisher-place": "PL", "edition": "EN", "chapter-number": "CP", "ISBN": "ISBN",
        "ISSN": "IS", "PMID": "PMID", "PMCID": "PMC", "language": "LA", "note": "GN", "abstract": "AB",
        "original-title": "TT", "license": "CI", "status": "PST",
    },
    "wos": {
        "title": "TI", "author": "AF AU", "editor": "BE ED", "container-author": "BF BA", "issued": "PY PD EA",
        "container-title": "SO", "container-title-short": "JI J9", "collection-title": "SE", "event-title": "CT",
        "event-place": "CL", "event-date": "CY", "volume": "VL", "issue": "IS", "page": "BP", "number": "AR",
        "number-of-pages": "PG", "publisher": "PU", "publisher-place": "PI", "ISSN": "SN EI", "ISBN": "BN",
        "DOI": "DI", "PMID": "PM", "language": "LA", "abstract": "AB",
    },
    "pubmed": {
        "title": f"{_ARTICLE}/ArticleTitle", "container-title": f"{_ARTICLE}/Journal/Title {_BOOK}/BookTitle@chapter",
        "container-title-short": f"{_ARTICLE}/Journal/ISOAbbreviation MedlineCitation/MedlineJournalInfo/MedlineTA",
        "collection-title": f"{_BOOK}/CollectionTitle", "volume": f"{_ARTICLE}/Journal/JournalIssue/Volume {_BOOK}/Volume",
        "issue": f"{_ARTICLE}/Journal/JournalIssue/Issue", "page": f"{_ARTICLE}/Pagination/MedlinePgn BookDocument/Pagination/MedlinePgn",
        "publisher": f"{_BOOK}/Publisher/PublisherName", "publisher-place": f"{_BOOK}/Publisher/PublisherLocation MedlineCitation/MedlineJournalInfo/Country",
        "edition": f"{_BOOK}/Edition", "ISBN": f"{_BOOK}/Isbn", "ISSN": f"{_ARTICLE}/Journal/ISSN MedlineCitation/MedlineJournalInfo/ISSNLinking",
        "PMID": "MedlineCitation/PMID BookDocument/PMID", "language": f"{_ARTICLE}/Language BookDocument/Language",
        "abstract": f"{_ARTICLE}/Abstract/AbstractText BookDocument/Abstract/AbstractText", "original-title": f"{_ARTICLE}/VernacularTitle",
        "license": f"{_ARTICLE}/Abstract/CopyrightInformation", "status": "PubmedData/PublicationStatus PubmedBookData/PublicationStatus",
    },
    "arxiv": {
        "title": "title", "author": "author/name", "issued": "published", "DOI": "doi", "abstract": "summary",
        "container-title": "journal_ref", "note": "comment",
    },
    "openalex": {
        "title": "title", "issued": "publication_date publication_year", "DOI": "doi", "volume": "biblio.volume",
        "issue": "biblio.issue", "page": "biblio.first_page", "language": "language", "license": "primary_location.license",
        "ISSN": "primary_location.source.issn_l", "publisher": "primary_location.source.host_organization_name", "PMCID": "ids.pmcid",
    },
    "jsonl": {
        "editor": "editor editors", "issued": "publicationDate publication_date published date",
        "container-title-short": "journalAbbreviation", "collection-title": "series", "volume": "volume journal.volume",
        "issue": f"issue number@{_P}", "number": "number report-no", "page": "pages page journal.pages",
        "publisher": "publisher school institution", "publisher-place": "address publisher-place", "edition": "edition",
        "ISBN": "isbn ISBN", "ISSN": "issn ISSN", "PMCID": "pmcid PMCID externalIds.PubMedCentral", "language": "language",
        "license": "license", "note": "note comments",
    },
}  # fmt: skip
"""What formats that are only read call the variables: format -> variable -> cell. A dot or slash goes inward."""

READ_ONLY_TYPES: Final = {
    "medline": {
        "book": "book", "book chapter": "chapter", "preprint": "article", "newspaper article": "article-newspaper",
        "academic dissertation": "thesis", "technical report": "report", "dataset": "dataset",
        "journal article": "article-journal",
    },
    "wos": {
        "proceedings paper": "paper-conference", "conference paper": "paper-conference", "meeting abstract": "paper-conference",
        "book chapter": "chapter", "book": "book", "book review": "review-book", "review": "article-journal",
        "article": "article-journal", "journal paper": "article-journal", "editorial material": "article-journal",
        "letter": "article-journal", "news item": "article-newspaper", "data set": "dataset", "data paper": "article-journal",
        "c": "paper-conference", "b": "book", "p": "patent", "s": "chapter", "j": "article-journal",
    },
    "openalex": {
        "journal-article": "article-journal", "proceedings-article": "paper-conference", "posted-content": "article",
        "proceedings": "book", "monograph": "book", "edited-book": "book", "reference-book": "book", "article": "article-journal",
        "review": "article-journal", "letter": "article-journal", "editorial": "article-journal", "erratum": "article-journal",
        "preprint": "article", "book": "book", "book-chapter": "chapter", "book-section": "chapter", "book-part": "chapter",
        "dissertation": "thesis", "dataset": "dataset", "report": "report", "standard": "standard", "peer-review": "review",
        "reference-entry": "entry-encyclopedia", "software": "software",
    },
    "jsonl": {
        "journalarticle": "article-journal", "conference": "paper-conference", "conferencepaper": "paper-conference",
        "proceedings-article": "paper-conference", "journal-article": "article-journal", "book-chapter": "chapter",
        "booksection": "chapter", "book": "book", "dataset": "dataset", "dissertation": "thesis", "phdthesis": "thesis",
        "mastersthesis": "thesis", "techreport": "report", "report": "report", "preprint": "article", "inproceedings": "paper-conference",
        "incollection": "chapter", "inbook": "chapter", "article": "article-journal", "review": "article-journal",
    },
}  # fmt: skip
"""What they call the types, in lower case: format -> name -> CSL type."""

ROWS: Final = {row.variable: row for row in FIELDS}
NAMES: Final = frozenset(row.variable for row in FIELDS if row.kind is Kind.NAMES)
DATES: Final = frozenset(row.variable for row in FIELDS if row.kind is Kind.DATE)
OWN: Final = ("title", "abstract", "author", "DOI", "URL", "PMID", "keyword")
"""Variables that `Paper` itself holds."""
PLACES: Final = ("container-title", "event-title", "collection-title", "publisher", "genre", "medium")
"""Variables that may say where a paper appeared, the best one first."""


class Cell(NamedTuple):
    """One name of a cell."""

    name: str
    types: frozenset[str]
    negated: bool
    preferred: bool

    def applies(self, type_: str) -> bool:
        """Return whether the name has this meaning in an item of this CSL type."""
        return not self.types or (type_ in self.types) != self.negated


@cache
def cells(variable: str, column: str) -> tuple[Cell, ...]:
    """The names that a format has for a variable."""
    found = []
    if column in READ_ONLY:
        cell: str = READ_ONLY[column].get(variable, "")
    else:
        cell = getattr(ROWS[variable], column) if variable in ROWS else ""
    for token in cell.split():
        preferred = len(token) > 1 and token.startswith("!")
        name, _, types = (
            (token[1:] if preferred else token).rpartition("@") if "@" in token[1:] else (token, "", "")
        )
        name = name or token
        negated = types.startswith("~")
        found.append(Cell(name, frozenset(filter(None, types.lstrip("~").split("|"))), negated, preferred))
    return tuple(found)


def written_name(variable: str, column: str, type_: str) -> str:
    """Return the name under which a format gets a variable of an item of this type; "" for none."""
    able = [cell for cell in cells(variable, column) if cell.applies(type_)]
    return next((cell.name for cell in able if cell.preferred), able[0].name if able else "")


@cache
def variables_of(column: str, type_: str) -> dict[str, list[str]]:
    """Variable -> the names from which it is read, best first, for items of this type."""
    found = {}
    for row in FIELDS:
        names = [cell.name for cell in cells(row.variable, column) if cell.applies(type_)]
        if names:
            found[row.variable] = list(dict.fromkeys(names))
    return found


@cache
def _types(column: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in TYPES:
        value: str = getattr(row, column)
        for name in value.split("|" if column == "endnote" else None):
            found.setdefault(name.casefold(), row.csl)
    return found


def first_type(column: str, names: Iterable[str]) -> str:
    """The CSL type of the first of these names that a read-only format's types have; "" for none."""
    known = READ_ONLY_TYPES[column]
    return next((known[bare] for name in names if (bare := name.strip().casefold()) in known), "")


def csl_type(column: str, name: str) -> str:
    """Return the CSL type of a format's entry type; "document" for one that is not known."""
    return _types(column).get(name.strip().casefold(), "document")


@cache
def type_name(column: str, type_: str) -> str:
    """Return what a format calls a CSL type: of types that it lacks, what it calls documents."""
    row = next((row for row in TYPES if row.csl == type_), None)
    value: str = getattr(row or next(row for row in TYPES if row.csl == "document"), column)
    return value.split("|" if column == "endnote" else None, maxsplit=1)[0]


@cache
def endnote_number(type_: str) -> int:
    """EndNote's number of a CSL type."""
    return next((row.number for row in TYPES if row.csl == type_), 13)
