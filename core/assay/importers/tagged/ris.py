"""What a RIS record says in CSL's terms, and its lines as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.importers.tagged.values import tagged_values
from assay.items import Original
from assay.items.dates import from_slashes
from assay.items.item import Value
from assay.items.table import csl_type

LINE = re.compile(r"^([A-Z][A-Z0-9])(?:  -|  ?- | {3}- ?)(.*)$")


def original_of(lines: Sequence[str]) -> Original:
    """Return the record of these lines, TY first; lines without a tag belong to the tag before them."""
    fields: list[tuple[str, str]] = []
    for line in lines:
        match = LINE.match(line)
        if match is not None:
            fields.append((match[1], match[2].removeprefix(" ").rstrip()))
        elif fields and line.strip():
            tag, text = fields[-1]
            fields[-1] = (tag, f"{text}\n{line.strip()}" if text else line.strip())
    kind = next((text.strip() for tag, text in fields if tag == "TY"), "")
    key = next((text.strip() for tag, text in fields if tag == "ID"), "")
    return Original(kind, key, tuple(field for field in fields if field[0] not in ("TY", "ER")))


def ris_values(original: Original) -> tuple[str, dict[str, Value], dict[str, str]]:
    """Return the CSL type, the fields by variable, and tag -> variable of the tags that were read."""
    type_ = csl_type("ris", original.kind)
    values, read = tagged_values("ris", type_, original.fields)
    texts: dict[str, str] = {}
    for tag, text in original.fields:
        if text.strip():
            texts.setdefault(tag, text.strip())
    date = from_slashes(texts.get("DA", ""))
    year = from_slashes(texts.get("PY", "") or texts.get("Y1", ""))
    values["issued"] = date if date[:4] == year[:4] or not year else year
    if "EP" in texts and "page" in values and "-" not in str(values["page"]):
        values["page"] = f"{values['page']}-{texts['EP']}"
    read |= {"PY": "issued", "Y1": "issued", "DA": "issued", "EP": "page", "ID": "id"}
    if "author" not in values and not texts.get("AU") and not texts.get("A1") and values.get("editor"):
        values["author-from"] = "editor"
    return type_, {name: value for name, value in values.items() if value}, read
