"""What the list at the left says of the library's sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.library.sources import REMOVED
from assay_desktop.pages.library.widgets.source_list import SourceRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.library.sources import Source


def source_rows(sources: Sequence[Source]) -> list[SourceRow]:
    """A row a source, with a heading before each group. Papers may be dropped on collections and tags."""
    names = {
        "all": _tr("All papers"),
        "recent": _tr("Recently added"),
        "files": _tr("With a PDF"),
        "doubtful": _tr("Needs review"),
        REMOVED: _tr("Removed"),
    }
    headings = {
        "collection": _tr("Collections"),
        "tag": _tr("Tags"),
        "year": _tr("Year"),
        "venue": _tr("Venue"),
    }
    rows: list[SourceRow] = []
    group = ""
    for source in sources:
        if source.group != group:
            group = source.group
            rows.append(SourceRow(headings[group]))
        rows.append(
            SourceRow(
                names.get(source.key, source.label),
                source,
                None if source.key == "recent" else source.count,
                depth=source.depth,
                takes_papers=source.group in ("collection", "tag"),
            )
        )
    return rows


def _tr(text: str) -> str:
    return QCoreApplication.translate("LibrarySources", text)
