"""Rows of a task's files in our words: papers, and the columns that a task asks for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from assay.benchmarks.tasks.tables import Place, read_objects

_OTHER_NAMES = {
    "corpus_id": "doc_id",
    "paper_id": "doc_id",
    "_id": "doc_id",
    "id": "doc_id",
    "text": "abstract",
}
"""of papers: a key of another scheme -> ours, where ours is not there"""


def read_papers(task: str, path: Path) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield the rows of a file with a `doc_id`; other schemes' names for it are taken too.

    The id of a query that is a paper may stand in the paper itself.
    """
    for place, row in read_objects(task, path, usual="lines"):
        own = with_our_names(row)
        query = own.get("query")
        inner = with_our_names(query).get("doc_id") if isinstance(query, dict) else None
        own["doc_id"] = identity(own.get("doc_id") if inner is None else inner, "doc_id", place)
        yield place, own


def with_our_names(row: Mapping[str, Any]) -> dict[str, Any]:
    """A paper's row, in which `doc_id` and `abstract` are called so."""
    found = dict(row)
    for name, ours in _OTHER_NAMES.items():
        if found.get(ours) is None and found.get(name) is not None:
            found[ours] = found[name]
    return found


def read_rows(
    task: str, path: Path, keys: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[Place, list[Any]]]:
    """The values of `keys` (ours -> what else it may be called) in each row, in their order.

    A file whose name ends in none of `FORMS` is a table: by tabs where its header has one, else by commas.
    Raises EvaluationError for a missing column, and for a row of other columns than the header.
    """
    for place, row in read_objects(task, path, usual="table"):
        found = []
        for key, others in keys.items():
            known = next((each for each in (key, *others) if each in row), None)
            if known is None:
                raise place.fault(
                    "there is no '{0}'. It has {1}.", key, ", ".join(map(str, row)) or "nothing"
                )
            found.append(row[known])
        yield place, found


def identity(value: object, key: str, place: Place) -> str:
    """Return an id as text; a whole number is one too. Raises EvaluationError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise place.fault("'{0}' is {1} and must be an id. Correct the line.", key, f"{value!r:.60}")
    return value.strip()


def field_text(row: Mapping[str, Any], key: str, place: Place) -> str:
    """A field as it is read by a model; a number such as a year without a point. Raises EvaluationError."""
    value = row.get(key)
    if value is None or value != value:  # noqa: PLR0124 - not a number: how tables write that there is none
        return ""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return str(int(value))
    raise place.fault(
        "'{0}' is neither a text nor a number but {1}. Correct the line.", key, f"{value!r:.60}"
    )


def label_name(value: object, place: Place) -> str:
    """Return a class as text: 1, 1.0, true and "1" are the same. Raises EvaluationError for none."""
    if isinstance(value, bool):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    name = str(value).strip() if isinstance(value, str | int | float) else ""
    if not name or name.lower() == "nan":
        raise place.fault("the label is {0}. Give every row one, or take the row out.", f"{value!r:.60}")
    return name


def number(value: object, key: str, place: Place) -> float:
    """Return a finite number. Raises EvaluationError."""
    try:
        found = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise place.fault("'{0}' is {1} and must be a number. Correct the line.", key, f"{value!r:.60}")
    return found


def grade(value: object, place: Place, *, published: bool = False) -> int:
    """A whole number of 0 or more; of published data also one below, as it stands. Raises EvaluationError."""
    found = number(value, "score", place)
    if not found.is_integer() or not (-1000 if published else 0) <= found <= 1000:
        raise place.fault(
            "'score' is {0}; grades are whole numbers from 0 on. Correct the line.", f"{value!r:.60}"
        )
    return int(found)


def cell_list(row: Mapping[str, Any], key: str, place: Place) -> list[Any]:
    """Return a list; of nothing an empty one. Raises EvaluationError."""
    value = row.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise place.fault("'{0}' is {1} and must be a list.", key, f"{value!r:.60}")
    return value


def cell_whole(row: Mapping[str, Any], key: str, place: Place) -> int | None:
    """Return a whole number, or None of nothing. Raises EvaluationError."""
    value = row.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise place.fault("'{0}' is {1} and must be a whole number.", key, f"{value!r:.60}")
    return value
