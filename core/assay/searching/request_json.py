"""Searches as JSON values, so that they can be kept and asked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from assay.errors import BadInput
from assay.types import Filters, SearchRequest

RERANK = "rerank"
"""Names the model, if any, that puts in order what is found; a request itself says nothing of it."""


def fields_of(request: SearchRequest, *, rerank: str = "") -> dict[str, Any]:
    """What is asked, as JSON values; how many results are wanted is not part of it."""
    told = asdict(request)
    del told["k"]
    return {
        **told,
        "mode": request.mode.value,
        "combine": request.combine.value,
        "filters": filters_fields(request.filters),
        RERANK: rerank,
    }


def request_of(told: Mapping[str, Any], *, k: int) -> SearchRequest:
    """The request that the fields tell. Those that this version does not know are left aside.

    Raises BadInput where a field is of another kind than it must be.
    """
    try:
        made: SearchRequest = _made(SearchRequest, {**told, "k": k})
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"This is not a search that was saved: {error}. Save it anew.") from error
    return made


def filters_of(told: Any) -> Filters:
    """The filters that JSON values tell. Raises BadInput as `request_of` does."""
    return request_of({"filters": told}, k=1).filters


def filters_fields(filters: Filters) -> dict[str, Any]:
    """The filters as JSON values, without what restricts nothing."""
    plain, told = asdict(Filters()), {name: getattr(filters, name) for name in asdict(filters)}
    return {
        name: filters_fields(value) if isinstance(value, Filters) else value
        for name, value in told.items()
        if value != plain[name]
    }


def _made(kind: Any, value: Any) -> Any:
    """The value as a field of this type holds it: lists become tuples, mappings dataclasses."""
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        [one] = [each for each in get_args(kind) if each is not NoneType]
        return None if value is None else _made(one, value)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if origin is Literal:
        return _one_of(get_args(kind), value)
    if is_dataclass(kind):
        return _dataclass(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float and isinstance(value, int):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not of the kind {kind.__name__}")
    return value


def _dataclass(kind: Any, value: Any) -> Any:
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} holds no fields")
    hints = _hints(kind)
    return kind(
        **{
            each.name: _made(hints[each.name], value[each.name])
            for each in fields(kind)
            if value.get(each.name) is not None
        }
    )


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is no list")
    if kinds[-1] is Ellipsis:
        return tuple(_made(kinds[0], each) for each in value)
    return tuple(_made(kind, each) for kind, each in zip(kinds, value, strict=True))


def _one_of(allowed: tuple[Any, ...], value: Any) -> Any:
    if value not in allowed:
        raise ValueError(f"{value!r} is none of {allowed}")
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
