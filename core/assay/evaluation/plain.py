"""Results as JSON values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any


class Plain:
    """Of a frozen dataclass: gives it `as_json`."""

    __slots__ = ()

    def as_json(self) -> dict[str, object]:
        """Its fields, and theirs; a number that is not finite, for which JSON has no word, becomes null."""
        found: dict[str, object] = plain(self)
        return found


def plain(value: object) -> Any:
    """Objects, lists, texts and numbers; sets become sorted lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted(plain(item) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
