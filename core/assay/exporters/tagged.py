"""What the formats that are lists of (tag, text) have in common when they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assay.exporters.kinds import type_of
from assay.exporters.lists import one_line
from assay.importers.originals import Kept
from assay.items import Original
from assay.items.item import Value
from assay.items.table import written_name
from assay.types import Paper

Written = Callable[[str, Value, str, str], Iterator[tuple[str, str]]]


_WITH_OTHERS = ("note", "type")
"""Written for what other variables say."""


def note_of(paper: Paper, one: Kept, column: str) -> str:
    """Return the note, with "variable: value" for what the format has no tag for, as Zotero keeps it."""
    type_ = type_of(paper, one.type)
    note = str(one.values.get("note", ""))
    extra = [
        f"{name}: {' || '.join(value) if isinstance(value, list) else one_line(value)}"
        for name, value in one.values.items()
        if name not in ("PMID", "note", "keyword") and not written_name(name, column, type_)
    ]
    new = one.original is None
    if paper.arxiv_id and paper.arxiv_id not in note and (new or "arxiv" in one.changed):
        extra.append(f"arXiv:{paper.arxiv_id}")
    untagged = "PMID" not in one.read.values() and not (new and column == "ris")  # which has two tags for it
    if paper.pmid and untagged and (new or "PMID" in one.changed):
        extra.append(f"PMID: {paper.pmid}")
    return "\n".join(filter(None, (note, *extra)))


def changed_fields(one: Kept, column: str, note: str, written: Written) -> Iterator[tuple[str, str]]:
    """Yield the fields of the original, with those of other values now written again, and what came since."""
    original = one.original or Original()
    rewritten = set(one.changed)
    if any(not written_name(name, column, one.type) for name in rewritten if name != "type"):
        rewritten.add("note")
    values: dict[str, Value] = {**one.values, "note": note}
    done: set[str] = set()
    for name, raw in original.fields:
        variable = one.read.get(name, "")
        if variable not in rewritten or (variable not in one.came and variable not in _WITH_OTHERS):
            yield name, raw  # text that says nothing of the variable stays
        elif variable not in done:
            done.add(variable)
            yield from written(variable, values.get(variable, ""), one.type, name)
    for variable, value in values.items():
        if variable in rewritten and variable not in done and variable not in one.came:
            yield from written(variable, value, one.type, "")
