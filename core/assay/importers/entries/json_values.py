"""The fields of JSON objects that are papers: those that CSL knows, and those kept as they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from assay.items import Original
from assay.items.dates import from_csl
from assay.items.item import Value
from assay.items.table import DATES, OWN, variables_of

_VECTOR = 50
"""Numbers of a list that is a vector, which no bibliography holds."""


def json_values(column: str, type_: str, fields: Mapping[str, Any]) -> dict[str, Value]:
    """Return the fields by CSL variable, less names and what `Paper` itself holds."""
    values: dict[str, Value] = {}
    for variable, names in variables_of(column, type_).items():
        if variable in OWN or variable == "editor":
            continue
        for name in names:
            value = _inward(fields, name)
            text = from_csl(value) if variable in DATES else _text(value)
            if text:
                values[variable] = text
                break
    return values


def json_original(kind: str, fields: Mapping[str, Any], held: Collection[str]) -> Original | None:
    """Return the fields that say something, but vectors and those that the paper holds; None without any."""
    rest = tuple((name, value) for name, value in fields.items() if name not in held and _says(value))
    return Original(kind, "", rest) if rest else None


def _says(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value) and not any(map(_is_vector, value.values()))
    return value is not None and value not in ("", []) and not _is_vector(value)


def _is_vector(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) >= _VECTOR
    return numbers and all(isinstance(one, (int, float)) for one in value)


def _inward(fields: Mapping[str, Any], name: str) -> Any:
    found: Any = fields
    for part in name.split("."):
        if not isinstance(found, dict):
            return None
        found = found.get(part)
    return found


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**100:
        return str(value)
    texts = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
    return "; ".join(texts)
