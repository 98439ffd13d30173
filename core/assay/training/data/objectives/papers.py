"""The text of a row by the keys that a recipe names: title and abstract, or venue and year besides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.encoding.formats import TextTemplate
from assay.training.data.objectives.files import fault, some_text


def text_of(
    value: object, key: str, *, read: Sequence[str], template: TextTemplate, place: tuple[Path, int]
) -> str:
    """A text as it stands, or a paper's fields with the separator between them; empty ones are skipped.

    `abstract` may be called `text`; a number such as a year is written without a point. Raises RecipeError
    where nothing is left, or a field is neither text nor number; `place` is the file and its line.
    """
    path, line = place
    if isinstance(value, Mapping):
        fields = (_field(value, name, path, line) for name in read)
        value = template.join(*fields)
    return some_text(value, key, path, line)


def _field(row: Mapping[str, Any], name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if value is None and name == "abstract":
        value = row.get("text")
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return str(int(value))
    raise fault(path, line, f"{name!r} is neither a text nor a number but {value!r:.60}. Mend the line.")
