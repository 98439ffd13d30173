"""Zotero's own names of fields, in its database and in its CSV, and what CSL calls them."""

from __future__ import annotations

from collections.abc import Iterable

from assay.importers.zotero.values import iso_of
from assay.items import Original
from assay.items.item import Value
from assay.items.table import DATES, csl_type

_VARIABLES = {
    "container-title": "publicationTitle bookTitle proceedingsTitle encyclopediaTitle dictionaryTitle "
    "websiteTitle blogTitle forumTitle programTitle",
    "event-title": "conferenceName meetingName", "collection-title": "series seriesTitle",
    "collection-number": "seriesNumber", "volume": "volume", "issue": "issue",
    "number": "number reportNumber patentNumber billNumber", "page": "pages", "number-of-pages": "numPages",
    "number-of-volumes": "numberOfVolumes",
    "publisher": "publisher university institution repository company label",
    "publisher-place": "place", "edition": "edition", "version": "versionNumber version",
    "section": "section",
    "genre": "type thesisType reportType manuscriptType presentationType websiteType genre",
    "medium": "medium",
    "ISBN": "ISBN", "ISSN": "ISSN", "issued": "date", "accessed": "accessDate", "language": "language",
    "license": "rights", "container-title-short": "journalAbbreviation", "title-short": "shortTitle",
    "source": "libraryCatalog", "archive": "archive", "archive_location": "archiveLocation",
    "call-number": "callNumber", "note": "extra",
}  # fmt: skip
_NAMES = {name.lower(): variable for variable, names in _VARIABLES.items() for name in names.split()}
_HELD = frozenset({
    "title", "abstractnote", "doi", "url", "author", "key", "publicationyear", "itemtype", "manualtags",
    "automatictags", "pmid",
})  # fmt: skip
"""What `Paper` itself holds."""


def zotero_fields(kind: str, pairs: Iterable[tuple[str, str]]) -> tuple[str, dict[str, Value], Original]:
    """Return the CSL type, the fields by variable, and what has no variable as it stands.

    Names are taken in either form: "publicationTitle" and "Publication Title".
    """
    values: dict[str, Value] = {}
    unknown = []
    for name, text in pairs:
        bare = name.replace(" ", "").lower()
        variable = _NAMES.get(bare, "")
        if not text.strip() or bare in _HELD:
            continue
        if bare in ("editor", "translator", "serieseditor"):
            role = "collection-editor" if bare == "serieseditor" else bare
            values[role] = [part.strip() for part in text.split(";") if part.strip()]
        elif variable and variable not in values:
            values[variable] = _date(text) if variable in DATES else text.strip()
        elif name:
            unknown.append((name, text))
    return csl_type("zotero", kind) if kind else "", values, Original(kind, "", tuple(unknown))


def _date(text: str) -> str:
    """The database writes "2020-08-00 8/2020": what it understood, and what was typed."""
    first, _, typed = text.strip().partition(" ")
    if typed and first.count("-") == 2 and first[:4].isdigit():
        return first.replace("-00", "") if first[:4] != "0000" else typed
    return iso_of(text)
