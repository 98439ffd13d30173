"""What the library page showed, as JSON values for the next session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assay.errors import BadInput
from assay.searching.request_json import filters_fields, filters_of
from assay.types import Filters


@dataclass(frozen=True, slots=True)
class KeptListing:
    """A part of the library, words, the selected paper ("" for none), how far the table was scrolled."""

    source: str = "all"
    filters: Filters = field(default_factory=Filters)
    newest_first: bool = False
    text: str = ""
    doc_id: str = ""
    scroll: int = 0  # pixels

    def as_json(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "filters": filters_fields(self.filters),
            "newest_first": self.newest_first,
            "text": self.text,
            "doc_id": self.doc_id,
            "scroll": self.scroll,
        }


def kept_listing(told: Any) -> KeptListing | None:
    """What was kept, None where nothing that can be read was."""
    try:
        return KeptListing(
            source=str(told["source"]),
            filters=filters_of(told["filters"]),
            newest_first=bool(told["newest_first"]),
            text=str(told["text"]),
            doc_id=str(told["doc_id"]),
            scroll=int(told["scroll"]),
        )
    except (BadInput, KeyError, TypeError, ValueError):
        return None
