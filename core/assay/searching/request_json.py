"""Searches as JSON values, so that they can be saved and run again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Final

from assay.codec import from_json
from assay.errors import BadInput
from assay.types import Filters, SearchRequest

_NOT_KEPT: Final = {"k", "grades"}
"""The number of results, and the grades, which the library has."""

RERANK: Final = "rerank"
"""The key of the model, if any, that reranks the results; it is no part of the request itself."""

_DEFAULTS: Final = asdict(Filters())


def fields_of(request: SearchRequest, *, rerank: str = "") -> dict[str, object]:
    """Return the request as JSON values, without the number of results and the grades."""
    values = asdict(request)
    return {
        **{each.name: values[each.name] for each in fields(SearchRequest) if each.name not in _NOT_KEPT},
        "mode": request.mode.value,
        "combine": request.combine.value,
        "filters": filters_fields(request.filters),
        RERANK: rerank,
    }


def request_of(kept: Mapping[str, object], *, k: int) -> SearchRequest:
    """Return the request of `fields_of`. Unknown fields are ignored. Raises BadInput for other types."""
    try:
        return from_json({**kept, "k": k}, SearchRequest, what="request")
    except BadInput as error:
        raise BadInput("This is not a saved search: {0}. Save it again.", error.message) from error


def filters_fields(filters: Filters) -> dict[str, object]:
    """Return the filters as JSON values, without those that restrict nothing."""
    values = {name: getattr(filters, name) for name in _DEFAULTS}
    return {
        name: filters_fields(value) if isinstance(value, Filters) else value
        for name, value in values.items()
        if value != _DEFAULTS[name]
    }
