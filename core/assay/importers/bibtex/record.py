"""The record that the fields of a BibTeX entry amount to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from assay.importers.bibtex.values import Macros, join_value
from assay.importers.entries.citing import names_in, split_references
from assay.importers.entries.record import MAX_FIELD, Record, split_keywords
from assay.items import Original
from assay.items.dates import iso
from assay.items.item import Value
from assay.items.latex import decode_latex
from assay.items.table import NAMES, OWN, ROWS, csl_type, variables_of

Fields = dict[str, str]
"""Lower-case name -> raw value."""

_EMPTY = ("", "{}", '""')
_READ = {
    "subtitle": "title", "year": "issued", "month": "issued", "day": "issued", "date": "issued",
    "eprint": "arxiv", "archiveprefix": "arxiv", "eprinttype": "arxiv", "arxiv": "arxiv", "ranking": "rating",
    "rating": "rating", "tldr": "tldr", "cites": "cites", "crossref": "parents", "xdata": "parents",
}  # fmt: skip
"""Fields of which `Paper` holds the value -> variable, or what they are for."""
THESES = {"phdthesis": "PhD thesis", "mastersthesis": "Master's thesis"}
_DASHES = re.compile(r"\s*[\u2013\u2014]\s*|(?<=\d)\s*--?\s*(?=\d)")
_TITLED_BY_BOOKTITLE = frozenset(
    {"proceedings", "collection", "book", "mvbook", "mvproceedings", "mvcollection"}
)
_WHOLES = frozenset({"book", "collection", "proceedings", "reference"})
_NEVER_INHERITED = frozenset(
    {"author", "doi", "abstract", "url", "eprint", "keywords", "pmid", "crossref", "ids"}
)
_NAME_PART = re.compile(r"\b(family|given|prefix)(?:-i)?\s*=\s*(\"[^\"]*\"|\{[^{}]*\}|[^,]+)")
_WRAPPED = re.compile(r"(?<=\S)[ \t]*\n[ \t]+(?=\S)")  # a text continued on an indented line
# Blanks are looked at from the first of them only: a run of them would be gone through once for each.
_AND = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)
_BRACE_OR_AND = re.compile(r"(?<!\\)[{}]|(?<!\s)\s+and\s+", re.IGNORECASE)
_VENUES = (
    "journaltitle", "journal", "booktitle", "maintitle", "eventtitle", "series", "school", "institution",
    "organization", "publisher", "howpublished",
)  # fmt: skip


def fields_of(entry: Original) -> Fields:
    """Raw values under lower-case names, the first of each name that is not empty."""
    fields: Fields = {}
    for name, raw in entry.fields:
        lowered = name.lower()
        if fields.get(lowered, "") in _EMPTY:
            fields[lowered] = raw
    return fields


def parent_names(entry: Original) -> list[str]:
    """Return the keys that the entry's `xdata` and `crossref` name."""
    fields = fields_of(entry)
    return [
        key.strip()
        for name in ("xdata", "crossref")
        if name in fields
        for key in join_value(fields[name], {}).split(",")
    ]


def inherited(
    kind: str,
    fields: Fields,
    parents: Mapping[str, tuple[str, Fields]],
    done: dict[str, Fields] | None = None,
) -> Fields:
    """The fields with those of the `crossref` and `xdata` parents, and of theirs, in place of missing ones.

    A parent's title is the child's `booktitle` (or journal, for an article; `maintitle`, of several volumes),
    never its title. `parents` are (kind, fields) by key. An entry that is among its own parents gives itself
    nothing.
    """
    known = {} if done is None else done
    result = fields
    for name in ("xdata", "crossref"):
        for key in map(str.strip, join_value(result.get(name, ""), {}).split(",")):
            if key not in parents:
                continue
            parent_kind, own = parents[key]
            if key not in known:
                known[key] = {}  # until it is known: a circle ends here
                known[key] = inherited(parent_kind, own, parents, known)
            given = dict(known[key])
            if name == "crossref":
                title = given.pop("title", "")
                given.pop("subtitle", None)
                if title:
                    given.setdefault(_title_in(kind, parent_kind), title)
                for own_name in _NEVER_INHERITED:
                    given.pop(own_name, None)
            result = {**given, **{key: value for key, value in result.items() if value}}
    return result


def _title_in(kind: str, parent_kind: str) -> str:
    """The field of an entry that its parent's title becomes, as biblatex has it."""
    if kind == "article":
        return "journaltitle"
    return "maintitle" if parent_kind.startswith("mv") or kind in _WHOLES else "booktitle"


def macros_of(original: Original) -> Macros:
    """Return the macros that an original kept of its file."""
    macros = Macros()
    macros |= {name.casefold(): text for name, text in original.more.get("strings", {}).items()}
    return macros


def record_of(original: Original, macros: Macros, line: int = 0) -> Record:
    """The record of an entry with its own parents. Raises Expansion for one that grows beyond all measure."""
    kind, key = original.kind.lower(), original.key
    own = fields_of(original)
    parents = {
        parent: (of.lower(), fields_of(Original(of, parent, tuple(map(tuple, some)))))
        for of, parent, some in original.more.get("parents", ())
    }
    fields = inherited(kind, own, parents)

    def raw(name: str) -> str:
        return join_value(value, macros, MAX_FIELD) if (value := fields.get(name)) else ""

    def text(*names: str) -> str:
        return next((decode_latex(found) for name in names if (found := raw(name))), "")

    title = text("title") or (text("booktitle", "maintitle") if kind in _TITLED_BY_BOOKTITLE else "")
    subtitle = text("subtitle")
    journal = text(*_VENUES)
    values, read = _values(kind, fields, raw)
    if not raw("author") and values.get("editor"):
        values["author-from"] = "editor"
    return Record(
        line=line,
        source_id=key,
        title=f"{title}: {subtitle}" if title and subtitle else title,
        abstract=text("abstract"),
        authors=_authors(raw("author") or raw("editor")),
        dates=tuple(raw(name) for name in ("year", "date", "eventdate", "earlyaccessdate") if name in fields),
        venue=journal,
        doi=_plain(raw("doi")),
        arxiv=_plain(raw("eprint"))
        if _is_arxiv(raw("archiveprefix") or raw("eprinttype"))
        else _plain(raw("arxiv")),
        pmid=raw("pmid") or (raw("eprint") if "pubmed" in raw("eprinttype").casefold() else ""),
        url=_plain(raw("url")),
        keywords=split_keywords(text("keywords", "author_keywords", "keyword")) if fields else (),
        ratings=(raw("ranking") or raw("rating"),),  # JabRef's, and others'
        tldrs=(text("tldr"),),
        cites=names_in(split_references(_plain(raw("cites")))),
        hints=(journal, raw("volume"), raw("number"), text("note"), raw("eprint")),
        type=type_of(kind),
        values=values,
        read=read,
        original=original,
        format="bibtex",
    )


def type_of(kind: str) -> str:
    """Return the CSL type of an entry type, in lower case."""
    return csl_type("bibtex", kind)


def _values(kind: str, fields: Fields, raw: Callable[[str], str]) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the fields by CSL variable, and for each name that was read its variable."""
    values: dict[str, Value] = {}
    read = dict(_READ)
    for variable, names in variables_of("bibtex", type_of(kind)).items():
        if variable in OWN or variable == "issued":
            read |= dict.fromkeys(names, variable)
            continue
        if name := next((name for name in names if name not in read and fields.get(name) and raw(name)), ""):
            read[name] = variable
            values[variable] = _value(variable, raw(name))
    for variable in ROWS:  # as we write variables for which BibTeX has no name
        if variable not in values and variable.lower() not in read and fields.get(variable.lower()):
            read[variable.lower()] = variable
            values[variable] = _value(variable, raw(variable.lower()))
    values["issued"] = raw("date") or iso(raw("year"), decode_latex(raw("month")), raw("day"))
    if kind in THESES and "genre" not in values:
        values["genre"] = THESES[kind]
    return {name: value for name, value in values.items() if value}, read


def _value(variable: str, text: str) -> Value:
    if variable in NAMES:
        return list(_authors(text))
    if variable == "page":
        return _DASHES.sub("-", decode_latex(text))
    if variable in ("note", "annote"):
        return decode_latex(_WRAPPED.sub(" ", text))
    return " ".join(decode_latex(text).split())


def _is_arxiv(archive: str) -> bool:
    return "arxiv" in archive.casefold()


def _plain(text: str) -> str:
    """Return a DOI or an address: escapes and braces go, `~` and `--` stay."""
    return re.sub(r"\\url\b|\\(?=[_%&#~$])|[{}]", "", text) if "\\" in text or "{" in text else text


def _authors(text: str) -> tuple[str, ...]:
    """The names between ` and `s that stand outside braces; "others" is nobody."""
    names = _split_at_and(text) if "{" in text else _AND.split(text)
    return tuple(
        decode_latex(_from_parts(name) if "=" in name else name).strip(" ,")
        for name in names
        if name and name.strip().casefold() != "others"
    )


def _split_at_and(text: str) -> list[str]:
    names, depth, start = [], 0, 0
    for match in _BRACE_OR_AND.finditer(text):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0:
            names.append(text[start : match.start()])
            start = match.end()
    return [*names, text[start:]]


def _from_parts(name: str) -> str:
    """biblatex's `family=Feynman, given=Richard` as "Feynman, Richard"."""
    parts = {match[1]: match[2].strip(' "{}') for match in reversed(list(_NAME_PART.finditer(name)))}
    if "family" not in parts:
        return name
    family = f"{parts['prefix']} {parts['family']}" if "prefix" in parts else parts["family"]
    return f"{family}, {parts['given']}" if "given" in parts else family
