"""What the formats that are lists of (tag, text) have in common when they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assay.exporters.lists import one_line
from assay.importers.originals import Kept
from assay.items import Original
from assay.items.item import Value
from assay.items.table import written_name

Written = Callable[[str, Value, str, str], Iterator[tuple[str, str]]]


_WITH_OTHERS = ("note", "type")
"""Written for what other variables say."""


def extra_lines(one: Kept, column: str, type_: str) -> list[str]:
    """ "variable: value" for what the format has no tag for, as Zotero keeps it."""
    return [
        f"{name}: {' || '.join(value) if isinstance(value, list) else one_line(value)}"
        for name, value in one.values.items()
        if name not in ("PMID", "note", "keyword") and not written_name(name, column, type_)
    ]


def changed_fields(one: Kept, column: str, note: str, written: Written) -> Iterator[tuple[str, str]]:
    """Yield the fields of the original, with those of other values now written again, and what came since."""
    original = one.original or Original()
    rewritten = set(one.changed)
    if any(not written_name(name, column, one.type) for name in rewritten if name not in ("type", "PMID")):
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
