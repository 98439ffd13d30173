"""From the JSON values of a request to what the search takes."""

from __future__ import annotations

from typing import Any

from assay.types import Combine, Filters, SearchMode, SearchRequest, Seed, TextSeed

Message = dict[str, Any]


def request_of(fields: Message) -> SearchRequest:
    """The search that these fields ask for; `text` as it was typed."""
    return SearchRequest(
        text=fields.get("text", ""),
        seeds=tuple(Seed(**seed) for seed in fields.get("seeds", ())),
        mode=SearchMode(fields.get("mode", "hybrid")),
        k=fields.get("k", 50),
        filters=filters_of(fields.get("filters") or {}),
        full_text=bool(fields.get("full_text")),
        texts=tuple(TextSeed(**text) for text in fields.get("texts", ())),
        combine=Combine(fields.get("combine", "mean")),
    )


def filters_of(fields: Message) -> Filters:
    """The filters that a request names."""
    return Filters(
        year_from=fields.get("year_from"),
        year_to=fields.get("year_to"),
        venues=tuple(fields.get("venues") or ()),
        has_file=bool(fields.get("has_file")),
        years=tuple((first, last) for first, last in fields.get("years") or ()),
        author_names=tuple(fields.get("author_names") or ()),
        tag_names=tuple(fields.get("tag_names") or ()),
        judged=fields.get("judged"),
    )
