"""CSL-JSON, which Zotero, Pandoc and citation processors read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from assay.codec import harmless_json
from assay.exporters.kinds import type_of
from assay.exporters.lists import joined_keywords, written_id
from assay.exporters.names import parted
from assay.importers.originals import Kept, kept
from assay.items import Original
from assay.items.dates import to_csl
from assay.items.item import Value
from assay.items.table import DATES, NAMES
from assay.types import Paper

CslItem = dict[str, Any]


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """A list in brackets with an item a line: as it came where it came as CSL-JSON, but for what changed."""
    before = "["
    for paper in papers:
        one = kept(paper, "csl-json")
        item = item_of(paper, one) if one.original is None else _changed(paper, one)
        yield before + harmless_json(json.dumps(item, ensure_ascii=False))
        before = ","
    yield "]" if before == "," else "[]"


def item_of(paper: Paper, one: Kept | None = None) -> CslItem:
    """Return the item; what is not known is left out. Authors are parted into family and given names."""
    found = one or kept(paper, "")
    key = citation_key(found) or written_id(paper.doc_id)
    known: CslItem = {
        "id": written_id(paper.doc_id),
        "citation-key": key,
        "type": type_of(paper, found.type),
        **{name: _value(name, value) for name, value in found.values.items()},
    }
    _name_arxiv(known, paper)
    return {name: value for name, value in known.items() if value}


def citation_key(one: Kept) -> str:
    """The key by which the paper's BibTeX entry is cited; "" where it has none."""
    found = one.item.originals.get("bibtex")
    return found.key if found is not None else ""


def _name_arxiv(item: CslItem, paper: Paper) -> None:
    note = item.get("note", "")
    if paper.arxiv_id and paper.arxiv_id not in note:
        item["note"] = "\n".join(filter(None, (note, f"arXiv:{paper.arxiv_id}")))


def _changed(paper: Paper, one: Kept) -> CslItem:
    """Return the original item, with what has another value now."""
    original = one.original or Original()
    item: CslItem = {}
    for key, value in original.fields:
        variable = one.read.get(key, "")
        if variable not in one.changed:
            item[key] = value
        elif variable == "type":
            item[key] = one.type
        elif variable in one.values:
            item[key] = _value(variable, one.values[variable])
    given = {one.read.get(key, key) for key in item}
    for variable in one.values:
        if variable in one.changed and variable not in given and variable not in one.came:
            item[variable] = _value(variable, one.values[variable])
    if "arxiv" in one.changed:
        _name_arxiv(item, paper)
    return item


def _value(variable: str, value: Value) -> Any:
    if variable in NAMES:
        return list(map(_person, value))
    if variable in DATES:
        return to_csl(str(value))
    return joined_keywords(value) if isinstance(value, list) else value


def _person(name: str) -> dict[str, str]:
    family, given = parted(name)
    return {"family": family, "given": given} if given else {"literal": family}
