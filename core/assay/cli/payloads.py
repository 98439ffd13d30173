"""From the program's nouns to JSON values and to what a person reads in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from rich.table import Table
from rich.text import Text

UNDEFINED = "undefined"
"""What stands where a coefficient has no value; in JSON it is null."""


def plain(value: object) -> Any:
    """JSON values: dataclasses become objects, times ISO 8601 in UTC, sets sorted lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted(plain(item) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


def count(n: int, noun: str) -> str:
    """Such as "1 pair", "2 queries"."""
    if n == 1:
        return f"1 {noun}"
    return f"{n:,} {noun.removesuffix('y')}ies" if noun.endswith("ry") else f"{n:,} {noun}s"


def table(*headings: str) -> Table:
    """A plain table; headings that begin with "#" are of numbers and stand at the right."""
    made = Table(box=None, pad_edge=False)
    for heading in headings:
        made.add_column(heading.removeprefix("#"), justify="right" if heading.startswith("#") else "left")
    return made


def add_row(to: Table, *cells: object) -> None:
    to.add_row(*(Text(str(cell)) for cell in cells))


def figure(value: float | None, *, digits: int = 4) -> str:
    return UNDEFINED if value is None else f"{value:.{digits}f}"
