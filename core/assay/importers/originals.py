"""Entries that papers kept of their sources, read again: what they say, and under which names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from assay.importers import csl
from assay.importers.bibtex import record as bibtex_record
from assay.importers.bibtex.values import Expansion
from assay.importers.entries.record import Flaw, Record, paper_of
from assay.importers.tagged import endnote, enw
from assay.importers.tagged import reader as tagged
from assay.importers.zotero import rdf as zotero_rdf
from assay.items import Item, Original, read_item
from assay.items.item import Value, with_abstract
from assay.items.view import values_of
from assay.types import Paper

_READERS: dict[str, Callable[[Original], Record]] = {
    "bibtex": lambda original: bibtex_record.record_of(original, bibtex_record.macros_of(original)),
    "csl-json": csl.csl_record,
    "ris": tagged.ris_record,
    "endnote-xml": endnote.endnote_record,
    "enw": enw.enw_record,
    "zotero-rdf": zotero_rdf.zotero_record,
}


@dataclass(frozen=True, slots=True)
class Kept:
    """A paper as it is now next to what its entry of one format said.

    `read` gives for a name of the original the variable that it was read for; names that are not there, and
    are no variable's, are of the format alone. `changed` are the variables whose value is another now.
    """

    values: Mapping[str, Value]  # now
    type: str  # now; "" is not known
    original: Original | None = None
    read: Mapping[str, str] = field(default_factory=dict)
    came: Mapping[str, Value] = field(default_factory=dict)  # what the original says
    changed: frozenset[str] = frozenset()
    item: Item = field(default_factory=Item)


def kept(paper: Paper, format: str) -> Kept:
    """Return what the paper kept of a format; without original where it kept none that can be read."""
    item = read_item(paper.item)
    values = values_of(paper, item)
    stored = item.originals.get(format)
    if stored is None or format not in _READERS:
        return Kept(values, item.type, item=item)
    original = with_abstract(stored, paper.abstract)
    try:
        record = _READERS[format](original)
    except Expansion:
        return Kept(values, item.type, item=item)
    before = paper_of(record)
    if isinstance(before, Flaw):
        return Kept(values, item.type, item=item)
    came_item = read_item(before.item)
    came = values_of(before, came_item)
    names = {*came, *values}
    changed = {name for name in names if came.get(name) != values.get(name)}
    if came_item.type != item.type:
        changed.add("type")
    if before.arxiv_id != paper.arxiv_id:
        changed.add("arxiv")
    return Kept(values, item.type, original, record.read, came, frozenset(changed), item)
