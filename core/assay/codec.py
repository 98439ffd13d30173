"""Dataclasses as JSON and back: the only place where either is done, and JSON that terminals show harmlessly.

A value is its fields by name, tuples are lists, sets sorted lists, enums their values, times ISO 8601, paths
text. Values of one of several classes are distinguished by msgspec's tag field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from assay.errors import BadInput

T = TypeVar("T")
Json = dict[str, Any]

C1 = range(0x80, 0xA0)
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # they turn all that follows
_ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *C1, *_DIRECTIONS)}


def to_json(value: object) -> Any:
    """Return the value as what `json` writes: objects, lists, text, numbers, booleans and None."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_encode, order="deterministic")


def shallow(value: object) -> Any:
    """Return one level of a value in the order in which it is kept: what `json.dumps` takes as `default`.

    Raises:
        TypeError: the value has no form in JSON.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path | Set):
        return _encode(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def encode(value: object) -> str:
    """Return the value as one line of JSON."""
    return json.dumps(to_json(value), ensure_ascii=False)


def from_json(data: object, kind: type[T], *, what: str = "") -> T:
    """Return what `to_json` made of a value of this class; fields that have defaults may be absent.

    Raises:
        BadInput: a field is absent or of another type; it is named, after `what` the data are.
    """
    try:
        return msgspec.convert(data, kind, dec_hook=_decode, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput("{0}: {1}", what or kind.__name__, error) from error


def decode(text: str | bytes | bytearray, kind: type[T], *, what: str = "") -> T:
    """Return the value that a line of JSON holds. Raises BadInput, also for what is not JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput("{0}: not JSON: {1}", what or kind.__name__, error) from error
    return from_json(data, kind, what=what)


def harmless_json(text: str) -> str:
    """Return the same JSON, in which the control characters that JSON allows are written as escapes."""
    return text if text.isascii() and "\x7f" not in text else text.translate(_ESCAPED)


def _encode(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Set):
        return sorted(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


def _decode(kind: type, value: object) -> object:
    if kind is object:
        return value
    if issubclass(kind, Path) and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read from JSON")
