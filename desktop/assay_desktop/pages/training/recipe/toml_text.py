"""Changes one key of a TOML text and leaves the rest as it is, comments included.

Only the shape that recipes have is known: plain values, [tables], and [[lists of tables]]. What comes out is
compared with what it should say; where it says anything else, the whole text is written anew, without its
comments.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""("stages", 1, "loss", "scale"): tables of a list count from 1, as the messages about recipes do."""

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"(\s*)([A-Za-z0-9_\-]+)(\s*=\s*)(.*)$")
_VALUE: Final = re.compile(r'("(?:[^"\\]|\\.)*"|\'[^\']*\'|[^#]*?)(\s*(?:#.*)?)$')


@dataclass(frozen=True, slots=True)
class _Block:
    """A table's lines: `head` is the line of its header (-1 for the top), up to but not with `end`."""

    path: Path
    head: int
    end: int


def path_of(key: str) -> Path:
    """ "stages[1].loss.scale" as a path."""
    parts: list[str | int] = []
    for word in key.split("."):
        name, _, place = word.partition("[")
        parts.append(name)
        if place:
            parts.append(int(place.rstrip("]")))
    return tuple(parts)


def line_of(text: str, key: str) -> int | None:
    """The line (from 0) at which a key is written, or that of its table's header; None for neither."""
    path = path_of(key)
    lines = text.splitlines()
    blocks = _blocks(lines)
    for block in blocks:
        if block.path == path:
            return max(0, block.head)
    for block in blocks:
        if block.path == path[:-1]:
            found = _key_line(lines, block, str(path[-1]))
            return found if found is not None else max(0, block.head)
    return line_of(text, key.rpartition(".")[0]) if "." in key else None


def with_value(text: str, key: str, value: str | int | float | bool) -> str:
    """The text with this key's value; raises ValueError for a text that is not TOML or has not the table."""
    wanted = copy.deepcopy(tomllib.loads(text))
    path = path_of(key)
    _table(wanted, path[:-1])[str(path[-1])] = value
    return _checked(_patched(text, path, value), wanted)


def without_value(text: str, key: str) -> str:
    """The text without this key; the text itself where it does not stand there. Raises ValueError."""
    wanted = copy.deepcopy(tomllib.loads(text))
    path = path_of(key)
    table = _table(wanted, path[:-1])
    if table.pop(str(path[-1]), None) is None:
        return text
    lines = text.splitlines()
    block = next((each for each in _blocks(lines) if each.path == path[:-1]), None)
    found = None if block is None else _key_line(lines, block, str(path[-1]))
    if found is not None:
        del lines[found]
    return _checked("\n".join(lines) + "\n", wanted)


def with_table(text: str, key: str, rows: Mapping[str, Any]) -> str:
    """The text with one more table in the list `key`, which may be there already; raises ValueError."""
    wanted = copy.deepcopy(tomllib.loads(text))
    path = path_of(key)
    _table(wanted, path[:-1]).setdefault(str(path[-1]), []).append(dict(rows))
    lines = text.rstrip().splitlines()
    header = ".".join(str(part) for part in path if isinstance(part, str))
    made = ["", f"[[{header}]]", *_lines(rows, header)]
    at = _end_of(lines, path[:-1])
    return _checked("\n".join([*lines[:at], *made, *lines[at:]]) + "\n", wanted)


def without_table(text: str, key: str) -> str:
    """The text without this table of a list ("stages[1].objectives[2]"); raises ValueError."""
    wanted = copy.deepcopy(tomllib.loads(text))
    path = path_of(key)
    place = path[-1]
    if not isinstance(place, int):
        raise ValueError(f"{key} is not one of a list")
    rows = _table(wanted, path[:-2])[str(path[-2])]
    del rows[place - 1]
    if not rows:
        del _table(wanted, path[:-2])[str(path[-2])]
    lines = text.splitlines()
    gone = [block for block in _blocks(lines) if block.path[: len(path)] == path]
    kept = [line for n, line in enumerate(lines) if not any(b.head <= n < b.end for b in gone)]
    return _checked("\n".join(kept) + "\n", wanted)


def dump(table: Mapping[str, Any]) -> str:
    """The whole table as TOML."""
    return "\n".join(_lines(table, "")).strip() + "\n"


def literal(value: object) -> str:
    """A plain value as TOML writes it."""
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# -- inside -----------------------------------------------------------------------------------------------


def _checked(text: str, wanted: Mapping[str, Any]) -> str:
    try:
        if tomllib.loads(text) == wanted:
            return text
    except tomllib.TOMLDecodeError:
        pass
    return dump(wanted)


def _table(root: dict[str, Any], path: Path) -> dict[str, Any]:
    """The table at this path; one that is not there yet is made, but for those of lists."""
    at: Any = root
    for place, part in enumerate(path):
        if isinstance(part, int):
            if not isinstance(at, list) or not 0 < part <= len(at):
                raise ValueError(f"there is no {'.'.join(map(str, path))}")
            at = at[part - 1]
        elif isinstance(at, dict):
            ahead = path[place + 1] if place + 1 < len(path) else ""
            at = at.setdefault(part, [] if isinstance(ahead, int) else {})
    if not isinstance(at, dict):
        raise ValueError(f"{'.'.join(map(str, path))} is no table")
    return at


def _blocks(lines: list[str]) -> list[_Block]:
    heads: list[tuple[Path, int]] = [((), -1)]
    counts: dict[Path, int] = {}
    for n, line in enumerate(lines):
        match = _HEADER.match(line)
        if match is None:
            continue
        path: Path = ()
        words = match[2].split(".")
        for place, word in enumerate(words):
            path = (*path, word)
            if place == len(words) - 1 and match[1] == "[[":
                counts[path] = counts.get(path, 0) + 1
                for inner in [p for p in counts if len(p) > len(path) and p[: len(path)] == path]:
                    del counts[inner]
            if path in counts:
                path = (*path, counts[path])
        heads.append((path, n))
    ends = [n for _, n in heads[1:]] + [len(lines)]
    return [_Block(path, head, end) for (path, head), end in zip(heads, ends, strict=True)]


def _key_line(lines: list[str], block: _Block, name: str) -> int | None:
    for n in range(block.head + 1, block.end):
        match = _KEY.match(lines[n])
        if match is not None and match[2] == name:
            return n
    return None


def _patched(text: str, path: Path, value: str | int | float | bool) -> str:
    lines = text.splitlines()
    name = str(path[-1])
    block = next((each for each in _blocks(lines) if each.path == path[:-1]), None)
    if block is None:
        header = ".".join(str(part) for part in path[:-1] if isinstance(part, str))
        at = _end_of(lines, path[:-2])
        return "\n".join([*lines[:at], "", f"[{header}]", f"{name} = {literal(value)}", *lines[at:]]) + "\n"
    found = _key_line(lines, block, name)
    if found is None:
        at = block.end
        while at > block.head + 1 and not _KEY.match(lines[at - 1]):
            at -= 1
        lines.insert(at, f"{name} = {literal(value)}")
    else:
        key = _KEY.match(lines[found])
        rest = _VALUE.match(key[4]) if key is not None else None
        if key is not None and rest is not None:
            lines[found] = f"{key[1]}{key[2]}{key[3]}{literal(value)}{rest[2]}"
    return "\n".join(lines) + "\n"


def _end_of(lines: list[str], path: Path) -> int:
    """The line after all that belongs to the table, blank lines at its end left out."""
    inside = [block for block in _blocks(lines) if block.path[: len(path)] == path]
    at = max((block.end for block in inside), default=len(lines))
    while at > 0 and not lines[at - 1].strip():
        at -= 1
    return at


def _lines(table: Mapping[str, Any], path: str) -> list[str]:
    """Plain values first, then tables, then lists of tables, as TOML wants them."""
    made = [f"{key} = {literal(value)}" for key, value in table.items() if not isinstance(value, dict | list)]
    for key, value in table.items():
        header = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            made += ["", f"[{header}]", *_lines(value, header)]
        elif isinstance(value, list):
            for row in value:
                made += ["", f"[[{header}]]", *_lines(row, header)]
    return made
