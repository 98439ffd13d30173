"""Zotero's own names of fields, in its database, its local API and its CSV, and what CSL calls them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assay.importers.entries.record import Record
from assay.importers.zotero.values import iso_of, note_text
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

_ROLES = {"editor": "editor", "translator": "translator", "collection-editor": "seriesEditor"}
_TITLES = ("title", "caseName", "nameOfAct", "subject", "shortTitle")
_DATES = ("date", "dateEnacted", "dateDecided", "issueDate", "filingDate")
_VENUES = (
    "publicationTitle", "bookTitle", "proceedingsTitle", "encyclopediaTitle", "dictionaryTitle",
    "websiteTitle", "blogTitle", "forumTitle", "programTitle", "conferenceName", "meetingName",
    "series", "seriesTitle", "publisher", "university", "institution", "repository", "company",
)  # fmt: skip


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


def record_of(
    key: str,
    kind: str,
    fields: Mapping[str, str],
    *,
    creators: Sequence[tuple[str, str | None, str | None]],
    tags: Sequence[str],
    notes: Sequence[str] = (),
    files: Sequence[str] = (),
) -> Record:
    """Return the record of an item. `creators` are (kind, family, given), `notes` HTML, `files` paths."""
    extra = fields.get("extra", "")
    type_, values, original = zotero_fields(kind, fields.items())
    for variable, role in _ROLES.items():
        if people := [", ".join(filter(None, person)) for found, *person in creators if found == role]:
            values[variable] = people
    if "editor" in values and not any(role == "author" for role, *_ in creators):
        values["author-from"] = "editor"
    return Record(
        line=0,
        source_id=key,  # as Zotero's CSV and CSL-JSON have it
        title=_first(fields, _TITLES),
        abstract=fields.get("abstractNote", ""),
        authors=_authors(creators),
        dates=tuple(fields[name] for name in _DATES if name in fields),
        venue=_first(fields, _VENUES),
        doi=fields.get("DOI") or (extra if "DOI" in extra else ""),
        pmid=fields.get("PMID", ""),
        url=fields.get("url", ""),
        keywords=tuple(tags),
        hints=(extra, *(fields.get(name, "") for name in ("archiveID", "reportNumber", "publicationTitle"))),
        files=tuple(filter(None, files)),
        type=type_,
        values=values,
        notes=tuple(map(note_text, notes)),
        original=original if original.fields else None,
        format="zotero",
    )


def _first(fields: Mapping[str, str], names: Sequence[str]) -> str:
    return next((fields[name] for name in names if fields.get(name, "").strip()), "")


def _authors(creators: Sequence[tuple[str, str | None, str | None]]) -> tuple[str, ...]:
    """Return the authors, or else the editors, or else those of the first creator's kind; Zotero's order."""
    kinds = [kind for kind, _, _ in creators]
    chosen = next((kind for kind in ("author", "editor", *kinds) if kind in kinds), "")
    people = ((family, given) for kind, family, given in creators if kind == chosen)
    return tuple(", ".join(filter(None, person)) for person in people)
