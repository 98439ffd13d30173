"""Changes one key of a TOML text in place: comments, order and blank lines of the rest stay.

Keys are "stages[1].loss.scale": tables of a list count from 1, as the messages about recipes do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import tomlkit
from tomlkit.exceptions import TOMLKitError

if TYPE_CHECKING:
    from collections.abc import Mapping

Path: TypeAlias = tuple[str | int, ...]

_MARK: Final = "# \u2063here"
"""A comment that no text holds: the line that it is rendered at is that of its item."""


def path_of(key: str) -> Path:
    """Return "stages[1].loss.scale" as ("stages", 0, "loss", "scale"), with places from 0."""
    parts: list[str | int] = []
    for word in key.split("."):
        name, _, place = word.partition("[")
        parts.append(name)
        if place:
            parts.append(int(place.rstrip("]")) - 1)
    return tuple(parts)


def line_of(text: str, key: str) -> int | None:
    """Return the line (from 0) of a key, or of the header of the nearest table that is written."""
    path = path_of(key)
    for end in range(len(path), 0, -1):
        document = tomlkit.parse(text)
        item = _at(document, path[:end])
        if hasattr(item, "trivia"):
            item.trivia.comment = _MARK
            before = document.as_string().partition(_MARK)[0]
            return before.count("\n")
    return None


def with_value(text: str, key: str, value: str | int | float | bool) -> str:
    """Return the text with this key's value. Raises ValueError for no TOML, or a list without the table."""
    document, path = tomlkit.parse(text), path_of(key)
    _put(_made_at(document, path[:-1]), str(path[-1]), value)
    return document.as_string()


def without_value(text: str, key: str) -> str:
    """Return the text without this key, or as it is if the key is not written. Raises ValueError."""
    document, path = tomlkit.parse(text), path_of(key)
    table = _at(document, path[:-1])
    if table is None or path[-1] not in table:
        return text
    del table[path[-1]]
    return document.as_string()


def with_table(text: str, key: str, rows: Mapping[str, object]) -> str:
    """Return the text with one more table in the list `key`, which may be new. Raises ValueError."""
    document, path = tomlkit.parse(text.rstrip() + "\n"), path_of(key)
    parent = _made_at(document, path[:-1])
    if path[-1] not in parent:
        parent[path[-1]] = tomlkit.aot()
    parent[path[-1]].append(_table(rows))
    return document.as_string()


def without_table(text: str, key: str) -> str:
    """Return the text without this table of a list ("stages[1].objectives[2]"). Raises ValueError."""
    document, path = tomlkit.parse(text), path_of(key)
    rows = _at(document, path[:-1])
    if not isinstance(path[-1], int) or rows is None or not 0 <= path[-1] < len(rows):
        raise ValueError(f"there is no {key}")
    del rows[path[-1]]
    if not rows:
        del _at(document, path[:-2])[path[-2]]
    return document.as_string()


def _at(root: Any, path: Path) -> Any:
    """Return what stands at this path; None where nothing does."""
    item = root
    for part in path:
        try:
            item = item[part]
        except (TOMLKitError, LookupError, TypeError):
            return None
    return item


def _made_at(root: Any, path: Path) -> Any:
    """Return the table at this path, made if it is not there yet, but for those of lists."""
    item = root
    for part in path:
        if isinstance(part, str) and part not in item:
            item[part] = tomlkit.table()
        item = _at(item, (part,))
        if item is None:
            raise ValueError(f"there is no {'.'.join(map(str, path))}")
    return item


def _put(table: Any, name: str, value: object) -> None:
    """Set a key; a new one comes before the blank lines and comments that end the table."""
    container = table if isinstance(table, tomlkit.TOMLDocument) else table.value
    body = getattr(container, "body", [])  # a table that is written in several places has none
    rest = []
    while name not in table and body and body[-1][0] is None:
        rest.append(body.pop())
    table[name] = value
    body.extend(reversed(rest))


def _table(rows: Mapping[str, object]) -> Any:
    """Return a table of plain values, tables and lists of tables, with a blank line at its end."""
    table = tomlkit.table()
    for key, value in rows.items():
        if isinstance(value, list):
            table[key] = tomlkit.aot()
            for row in value:
                table[key].append(_table(row))
        else:
            table[key] = _table(value) if isinstance(value, dict) else value
    return table
