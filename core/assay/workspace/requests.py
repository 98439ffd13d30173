"""Searches as JSON values, so that they can be kept and asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from assay.errors import BadInput
from assay.types import Combine, Filters, SearchMode, SearchRequest, Seed, TextSeed

RERANK = "rerank"
"""Names the model, if any, that puts in order what is found; a request itself says nothing of it."""


_INNER = ("also", "without")  # filters within filters


def fields_of(request: SearchRequest, *, rerank: str = "") -> dict[str, Any]:
    """What is asked, without how many results are wanted and without what restricts nothing."""
    told = asdict(request)
    del told["k"]
    return {
        **told,
        "mode": request.mode.value,
        "combine": request.combine.value,
        "filters": _restrictions(request.filters),
        RERANK: rerank,
    }


def request_of(told: Mapping[str, Any], *, k: int) -> SearchRequest:
    """The request that the fields tell. Those that this version does not know are left aside.

    Raises BadInput where a field is of another kind than it must be.
    """
    try:
        known = {field.name: told[field.name] for field in fields(SearchRequest) if field.name in told}
        known["mode"] = SearchMode(known.get("mode", SearchMode.HYBRID))
        known["seeds"] = tuple(Seed(str(seed["doc_id"]), **_pull(seed)) for seed in known.get("seeds", ()))
        known["texts"] = tuple(TextSeed(str(text["text"]), **_pull(text)) for text in known.get("texts", ()))
        known["combine"] = Combine(known.get("combine", Combine.MEAN))
        known["filters"] = filters_of(known.get("filters") or {})
        return SearchRequest(**{**known, "k": k})
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise BadInput(f"This is not a search that was saved: {error}. Save it anew.") from error


def filters_of(told: Mapping[str, Any]) -> Filters:
    """The filters that JSON values tell; lists become tuples again."""
    known = {field.name: _fixed(told[field.name]) for field in fields(Filters) if field.name in told}
    inner = {name: filters_of(known[name]) for name in _INNER if known.get(name)}
    return Filters(**{**known, **dict.fromkeys(_INNER), **inner})


def _pull(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"sign": 1 if told.get("sign", 1) > 0 else -1, "weight": float(told.get("weight", 1))}


def _restrictions(filters: Filters) -> dict[str, Any]:
    plain = Filters()
    set_ = {
        field.name: getattr(filters, field.name)
        for field in fields(Filters)
        if getattr(filters, field.name) != getattr(plain, field.name)
    }
    return {**set_, **{name: _restrictions(set_[name]) for name in _INNER if name in set_}}


def _fixed(value: Any) -> Any:
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return tuple(_fixed(each) for each in value) if is_list else value
