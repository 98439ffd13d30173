"""What records of MEDLINE and of the Web of Science say in CSL's terms, and their lines as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rispy import WokParser

from assay.importers.entries.record import Record
from assay.importers.tagged.values import tagged_values
from assay.items import Original
from assay.items.dates import iso, month_number
from assay.items.table import first_type

MEDLINE_TAG = re.compile(r"^([A-Z]{2,4}) {0,2}- ?(.*)$")
_WOS_TAG = re.compile(r"^([A-Z][A-Z0-9])(?: (.*))?$")
WOS_LISTS = (*WokParser.DEFAULT_LIST_TAGS, "AF", "CR")
_EACH_LINE = frozenset({*WOS_LISTS, "BA", "BF", "BE", "ED", "CA", "GP"})
"""Tags of which each line is a text of its own."""
_ISSN = re.compile(r"\b\d{4}-\d{3}[\dXx]\b")
_DOI_MARK = "[doi]"


def keep_medline(record: Record, lines: Sequence[str]) -> Record:
    """Return the record with its type and all its tags."""
    original = _original(lines, MEDLINE_TAG, frozenset())
    texts = _texts(original)
    kinds = [kind.casefold() for kind in texts.get("PT", ())]
    type_ = first_type("medline", kinds)
    if "BTI" in texts:
        type_ = "chapter" if "TI" in texts else "book"
    elif not type_ and ("JT" in texts or "TA" in texts):
        type_ = "article-journal"
    values, read = tagged_values("medline", type_, original.fields)
    if day := next(iter(texts.get("DP", texts.get("DEP", ()))), ""):
        values["issued"] = _medline_date(day)
        read["DP" if "DP" in texts else "DEP"] = "issued"
        if "DP" in texts:
            read.pop("DEP", None)
    if issns := _ISSN.findall(str(values.get("ISSN", ""))):
        values["ISSN"] = "; ".join(dict.fromkeys(issns))
    if "FAU" not in texts and "AU" not in texts and values.get("editor"):
        values["author-from"] = "editor"
    read |= {"AU": "author", "CN": "author", ("OT" if "OT" in texts else "MH"): "keyword"}
    for tag in ("LID", "AID"):
        if all(_DOI_MARK in text.casefold() for text in texts.get(tag, ())):
            read[tag] = "DOI"
    return replace(record, type=type_, values=values, original=original, read=read, format="medline")


def keep_web_of_science(record: Record, lines: Sequence[str]) -> Record:
    """Return the record with its type and all its tags."""
    original = _original(lines, _WOS_TAG, _EACH_LINE)
    texts = _texts(original)
    kinds = [kind.strip() for text in texts.get("DT", ()) for kind in text.split(";")]
    type_ = first_type("wos", (*kinds, original.kind))
    values, read = tagged_values("wos", type_, original.fields)
    year, day = (next(iter(texts.get(tag, ())), "") for tag in ("PY", "PD"))
    month, _, rest = day.strip().partition(" ")
    if year:
        values["issued"] = iso(year, month, rest) if month_number(month) else " ".join((*day.split(), year))
        read |= {"PY": "issued"}
        if month_number(month) or not day:
            read |= {"PD": "issued"}
    last = next(iter(texts.get("EP", ())), "")
    if last and "page" in values and "-" not in str(values["page"]):
        values["page"] = f"{values['page']}-{last}"
        read |= {"EP": "page"}
    if not record.authors and values.get("editor"):
        values["author-from"] = "editor"
    read |= {("DE" if "DE" in texts else "ID"): "keyword", "UT": "id", "AU": "author"}
    return replace(record, type=type_, values=values, original=original, read=read, format="wos")


def _original(lines: Sequence[str], tag: re.Pattern[str], lists: frozenset[str]) -> Original:
    """Return the tags with their texts; a line without a tag belongs to the tag before it."""
    fields: list[tuple[str, str]] = []
    for line in lines:
        match = tag.match(line)
        if match is not None:
            fields.append((match[1], (match[2] or "").strip()))
        elif fields and line.strip():
            name, text = fields[-1]
            if name in lists:
                fields.append((name, line.strip()))
            else:
                fields[-1] = (name, f"{text} {line.strip()}".strip())
    kind = next((text for name, text in fields if name == "PT"), "")
    return Original(kind, "", tuple(pair for pair in fields if pair[0] != "ER" and pair[1]))


def _texts(original: Original) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for tag, text in original.fields:
        texts.setdefault(tag, []).append(text)
    return texts


def _medline_date(text: str) -> str:
    """ "2021 Mar 13" and "20210313" as ISO; what is no single day or month, "2012 Jul-Aug", as it stands."""
    if re.fullmatch(r"\d{8}", text):
        return iso(text[:4], text[4:6], text[6:])
    year, month, day = ([*text.split(), "", ""])[:3]
    return iso(year, month, day) if not month or month_number(month) else text
